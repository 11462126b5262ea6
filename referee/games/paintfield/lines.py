"""The lines of a log, each read as strictly as it is written."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from referee.errors import CaseError
from referee.games.paintfield.draws import RULES
from referee.games.paintfield.field import CORNERS, HEADINGS
from referee.games.paintfield.options import READERS, TIMING

Line = Mapping[str, Any]
LEAVING = ("resign", "forfeit")
EVENTS = ("away", "back", *LEAVING)
HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
KEYS = (
    {"match", "seats", "bots", "commitment", *TIMING},
    {"round", "corners", "in"},
    {"round", "corners", "in", "again"},
    {"k", "turns"},
    *({kind, "k"} for kind in EVENTS),
    {"bell", "counts", "winner", "sha256"},
    {"stopped", "counts"},
    {"seed"},
)
"""What stands on each kind of line; there are no others."""


@dataclass(frozen=True, slots=True)
class Head:
    """The log's first line: who plays, the bots among them, the commitment, and the clock."""

    seats: tuple[str, ...]
    bots: tuple[int, ...]
    commitment: str
    ticks: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A round's first line."""

    number: int
    corners: tuple[int, ...]
    seats: tuple[int, ...]
    again: bool


@dataclass(frozen=True, slots=True)
class Event:
    """From tick k on (0: between rounds) the seat is `away`, `back`, or out."""

    kind: str
    seat: int
    k: int

    @property
    def is_leaving(self) -> bool:
        """Whether the seat is out of the match from then on."""
        return self.kind in LEAVING


def parse(text: str) -> list[Line]:
    """The lines of a log; raises CaseError for what is none."""
    return [_line(number, raw) for number, raw in enumerate(filter(str.strip, text.split("\n")), start=1)]


def _line(number: int, raw: str) -> Line:
    try:
        value = json.loads(raw, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise CaseError(f"Line {number} of the log is not JSON.") from None
    if not isinstance(value, dict):
        raise CaseError(f"Line {number} of the log is no object.")
    if set(value) not in KEYS and value.get("match", RULES) == RULES:
        raise CaseError(f"Line {number} of the log is of no kind that a log has.")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def read_head(lines: Sequence[Line]) -> Head:
    """The match line, which is the first and the only one."""
    if not lines or lines[0].get("match") != RULES:
        raise CaseError(f"The log's first line has no match of {RULES}.")
    if any("match" in told for told in lines[1:]):
        raise CaseError("The log has a second match line.")
    told = lines[0]
    seats, bots, clock = told["seats"], told["bots"], {name: told[name] for name in TIMING}
    if not isinstance(seats, list) or not 2 <= len(seats) <= len(CORNERS):
        raise CaseError("The log has no list of two to four seats.")
    if not all(isinstance(name, str) and name for name in seats) or len(set(seats)) < len(seats):
        raise CaseError("The log's seats are no names of their own.")
    if not is_list_of(bots, len(seats)) or not HEX.fullmatch(str(told["commitment"])):
        raise CaseError("The log's match line can't be read.")
    for name, value in clock.items():
        _checked_clock(name, value)
    return Head(tuple(seats), tuple(bots), told["commitment"], clock["ticks"], clock["rounds"])


def _checked_clock(name: str, value: Any) -> None:
    read, allowed = READERS[name]
    try:
        if not is_whole(value) or read(value) != value:
            raise ValueError(value)
    except ValueError:
        raise CaseError(f"The log's {name} is not {allowed}.") from None


def read_opening(told: Line, players: int) -> Opening:
    """A round's opening line; ValueError if it is none."""
    corners, seats, number = told["corners"], told["in"], told["round"]
    if not is_list_of(corners, len(CORNERS)) or len(corners) != players or not is_list_of(seats, players):
        raise ValueError(told)
    if not is_whole(number) or number < 1 or seats != sorted(seats) or told.get("again", True) is not True:
        raise ValueError(told)
    return Opening(number, tuple(corners), tuple(seats), "again" in told)


def read_turns(told: Line, players: int) -> tuple[int, dict[int, int]]:
    """The tick of a line of turns, and the headings by seat; ValueError if it is none."""
    k, turns = told["k"], told["turns"]
    if not is_whole(k) or not isinstance(turns, dict) or not turns:
        raise ValueError(told)
    seats = [str(seat) for seat in range(players)]
    return k, {seats.index(seat): _heading(way) for seat, way in turns.items()}


def _heading(way: Any) -> int:
    return list(HEADINGS).index(way)


def read_event(told: Line, players: int) -> Event:
    """A line of `away`, `back`, `resign` or `forfeit`; ValueError if it is none."""
    kind = next(kind for kind in EVENTS if kind in told)
    if not is_whole(told[kind]) or not 0 <= told[kind] < players or not is_whole(told["k"]) or told["k"] < 0:
        raise ValueError(told)
    return Event(kind, told[kind], told["k"])


def is_end(told: Line) -> bool:
    """Whether a round ends with the line."""
    return "bell" in told or "stopped" in told


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether it is a whole number as JSON writes it."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_list_of(value: Any, most: int) -> bool:
    """Whether it is a list of different whole numbers from 0 to below `most`."""
    if not isinstance(value, list) or not all(is_whole(one) and 0 <= one < most for one in value):
        return False
    return len(set(value)) == len(value)


def read_seed(told: Line) -> bytes:
    """The seed of the last line."""
    if not isinstance(told["seed"], str) or not HEX.fullmatch(told["seed"]):
        raise CaseError("The log's seed is not 64 hex digits.")
    return bytes.fromhex(told["seed"])
