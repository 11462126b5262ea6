"""A match played again from its log alone, and whether every line of it is right."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.errors import CaseError
from referee.games.paintfield.draws import RULES, commitment, corners
from referee.games.paintfield.field import HEADINGS, STARTS
from referee.games.paintfield.log import digest
from referee.games.paintfield.round import Round, open_round, tick, winner, without

LONGEST = 100_000
"""No round of a log has more ticks."""
LEAVING = ("resign", "forfeit")


@dataclass(frozen=True, slots=True)
class Played:
    """One round of a log: its lines read, and its states from the opening on."""

    number: int
    corners: tuple[int, ...]
    seats: tuple[int, ...]
    again: bool
    states: tuple[Round, ...]
    outcomes: tuple[str, ...]
    turns: Mapping[int, Mapping[int, int]]
    events: tuple[tuple[str, int, int], ...]
    ending: Mapping[str, Any]

    @property
    def last(self) -> Round:
        """The round when it ended."""
        return self.states[-1]

    @property
    def is_whole(self) -> bool:
        """Whether it came to its bell."""
        return "bell" in self.ending

    def covered(self, seat: int) -> int:
        """For how many ticks the bot played for the seat."""
        since, total = None, 0
        for kind, who, k in self.events:
            if who == seat and kind == "away" and since is None:
                since = k
            elif who == seat and kind in ("back", *LEAVING) and since is not None:
                total, since = total + k - since, None
        return total + (self.last.tick + 1 - since if since is not None else 0)


@dataclass(slots=True)
class Reading:
    """A log as it is read: the match line, the rounds, the seed."""

    match: Mapping[str, Any] = field(default_factory=dict)
    rounds: list[Played] = field(default_factory=list)
    between: list[tuple[str, int]] = field(default_factory=list)
    seed: bytes | None = None


def parse(text: str) -> list[dict[str, Any]]:
    """The lines of a log; raises CaseError for what is none."""
    lines = []
    for number, raw in enumerate(filter(str.strip, text.splitlines()), start=1):
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            raise CaseError(f"Line {number} of the log is not JSON.") from None
        if not isinstance(value, dict):
            raise CaseError(f"Line {number} of the log is no object.")
        lines.append(value)
    return lines


def read_log(text: str) -> Reading:
    """The match that a log tells, played again; raises CaseError when a line can't be carried out."""
    lines = parse(text)
    if not lines or lines[0].get("match") != RULES:
        raise CaseError(f"The log's first line has no match of {RULES}.")
    reading = Reading(match=lines[0])
    players = len(_list(lines[0], "seats"))
    if not 2 <= players <= len(STARTS):
        raise CaseError(f"The log has {players} seats; two to four can play.")
    at = 1
    while at < len(lines):
        if "round" in lines[at]:
            end = next((n for n in range(at, len(lines)) if _is_end(lines[n])), None)
            if end is None:
                raise CaseError(f"Round {lines[at]['round']} of the log has no end.")
            reading.rounds.append(read_round(lines[at : end + 1], players))
            at = end
        elif "seed" in lines[at]:
            reading.seed = _seed(lines[at]["seed"])
        else:
            reading.between += [(kind, _whole(lines[at], kind)) for kind in LEAVING if kind in lines[at]]
        at += 1
    return reading


def _whole(told: Mapping[str, Any], key: str) -> int:
    if not isinstance(told[key], int):
        raise CaseError(f"The log has {key!r} where no seat is named.")
    return int(told[key])


def _is_end(told: Mapping[str, Any]) -> bool:
    return "bell" in told or "stopped" in told


def _seed(value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise CaseError("The log's seed is not in hex digits.") from None


def _list(told: Mapping[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if not isinstance(value, list):
        raise CaseError(f"The log has no list {key!r} where one must be.")
    return value


def read_round(lines: Sequence[Mapping[str, Any]], players: int) -> Played:
    """One round from its opening line to its last; raises CaseError."""
    first, last = lines[0], lines[-1]
    try:
        start = tuple(int(corner) for corner in _list(first, "corners"))
        seats = tuple(int(seat) for seat in _list(first, "in"))
        if len(start) != players or not set(start) <= {0, 1, 2, 3} or not set(seats) <= set(range(players)):
            raise ValueError(first)
        number = int(first["round"])
        turns, events = _turns(lines, players), tuple(_events(lines, players))
        end = int(last["bell"] if "bell" in last else last["stopped"])
        if not 0 <= end <= LONGEST:
            raise ValueError(end)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        raise CaseError(f"Round {first.get('round')!r} of the log can't be read.") from None
    states, outcomes = play(open_round(start, seats), turns, events, end)
    return Played(number, start, seats, bool(first.get("again")), states, outcomes, turns, events, last)


def _turns(lines: Iterable[Mapping[str, Any]], players: int) -> dict[int, dict[int, int]]:
    turns = {}
    for told in lines:
        if "turns" in told:
            given = {int(seat): HEADINGS.index(way) for seat, way in told["turns"].items()}
            if not set(given) <= set(range(players)):
                raise ValueError(told)
            turns[int(told["k"])] = given
    return turns


def _events(lines: Iterable[Mapping[str, Any]], players: int) -> Iterator[tuple[str, int, int]]:
    for told in lines:
        for kind in ("away", "back", *LEAVING):
            if kind in told:
                if not 0 <= int(told[kind]) < players:
                    raise ValueError(told)
                yield kind, int(told[kind]), int(told["k"])


def play(
    opening: Round,
    turns: Mapping[int, Mapping[int, int]],
    events: Iterable[tuple[str, int, int]],
    end: int,
) -> tuple[tuple[Round, ...], tuple[str, ...]]:
    """Every state from the opening to the end, and every tick's outcomes."""
    leaving: dict[int, list[int]] = {}
    for kind, seat, k in events:
        if kind in LEAVING:
            leaving.setdefault(max(k, 1), []).append(seat)
    states, outcomes = [opening], []
    for k in range(1, end + 1):
        state, letters = tick(without(states[-1], leaving.get(k, ())), turns.get(k, {}))
        states.append(state)
        outcomes.append(letters)
    states[-1] = without(states[-1], leaving.get(end + 1, ()))
    return tuple(states), tuple(outcomes)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and whether it is right."""

    what: str
    is_right: bool


def verify(text: str) -> tuple[Check, ...]:
    """Every round played again against its bell, the corners and the commitment against the seed."""
    reading = read_log(text)
    checks = [check for played in reading.rounds for check in _check_round(played)]
    if reading.seed is None:
        return (*checks, Check("the seed is published", is_right=False))
    right = reading.match.get("commitment") == commitment(reading.seed)
    checks.append(Check("the seed is the one committed to", right))
    players = len(reading.match["seats"])
    for played in reading.rounds:
        drawn = corners(reading.seed, played.number, players)
        checks.append(Check(f"round {played.number}: the seed gives its corners", drawn == played.corners))
    return tuple(checks)


def _check_round(played: Played) -> Iterator[Check]:
    name, told, last = f"round {played.number}", played.ending, played.last
    yield Check(f"{name}: the counts are {_and(last.counts)}", told.get("counts") == list(last.counts))
    if played.is_whole:
        yield Check(f"{name}: its winner", told.get("winner") == winner(last))
        yield Check(f"{name}: the field is the one of its bell", told.get("sha256") == digest(last))
    else:
        yield Check(f"{name}: it stopped because one was left", len(last.active) < 2)


def _and(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
