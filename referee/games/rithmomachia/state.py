"""The state of a match: who plays what, what was placed, played, offered and agreed, and the clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Literal, TypeVar

from pydantic import ConfigDict

from referee.games.rithmomachia.clock import Clock
from referee.games.rithmomachia.course import Course
from referee.games.rithmomachia.faces import Face
from referee.games.rithmomachia.notation import read_move
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.position import BLACK, COLOURS, WHITE, parse_position, side_to_move
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Move

STRICT = ConfigDict(extra="forbid")
HOUSE = "Referee"
Line = tuple[str, ...]
"""Moves by name, the opponent's and one's own in turn."""
T = TypeVar("T")
OfferKind = Literal["end", "draw", "takeback"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `counted`: the three victories were counted; `winners`: names."""

    reason: str
    winners: tuple[str, ...]
    at: datetime
    counted: bool = False

    __pydantic_config__ = STRICT


@dataclass(frozen=True, slots=True)
class State:
    """A match of Boolean Rithmomachia. Sides are 0 for White and 1 for Black."""

    players: tuple[str, str]
    """Who has White, who has Black."""
    options: Options
    started: datetime
    seed: str
    """Hexadecimal digits, in no view before the end."""
    clock: Clock
    faces: tuple[Face, Face] = field(default=({}, {}))
    """What each side has placed so far."""
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The equations that each side has chosen secretly."""
    equations: tuple[str, ...] = ()
    """The equations of the match, none while they are sealed."""
    start: str = ""
    """The first position, empty while the pieces are being placed."""
    played_before: int = 0
    """The plies before `start`, when a moderator has set the position."""
    moves: tuple[str, ...] = ()
    offers: Mapping[str, OfferKind] = field(default_factory=dict)
    conditions: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    outcome: Outcome | None = None

    __pydantic_config__ = STRICT

    @property
    def is_playing(self) -> bool:
        """Whether moves can be made: placed, equations known, and not over."""
        return bool(self.start and self.equations) and self.outcome is None

    @property
    def rules(self) -> Rules:
        """The rules of the match; all equations while they are sealed."""
        return self.options.rules(self.equations or None)

    @property
    def course(self) -> Course:
        """What was played; LookupError while the pieces are being placed."""
        if not self.start:
            raise LookupError("no position yet")
        return course_of(self.rules, self.start, self.moves)

    @property
    def ply(self) -> int:
        """The ply about to be played, counted from 1."""
        return self.played_before + len(self.moves) + 1

    @property
    def to_move(self) -> int:
        """The side whose turn it is."""
        return side_to_move(self.course.position)

    @property
    def house(self) -> str | None:
        """The seat that the referee plays itself."""
        return HOUSE if self.options.opponent != "none" and HOUSE in self.players else None

    def side(self, seat: str) -> int:
        """The side that a seat plays."""
        return self.players.index(seat)

    def other(self, seat: str) -> str:
        """The opponent of a seat."""
        return self.players[1 - self.side(seat)]

    def colour(self, seat: str) -> str:
        """`White` or `Black`."""
        return COLOURS[self.side(seat)]


SIDES = (WHITE, BLACK)


def without_sealed(state: State, seat: str) -> State:
    """The state without the opponent's conditions and secret choices, and without a referee that plays."""
    own = {name: lines for name, lines in state.conditions.items() if name == seat}
    options = state.options.model_copy(update={"opponent": "none"})
    tried = replace(state, conditions=own, options=options)
    if not state.equations:
        tried = replace(tried, chosen=_alone(state.chosen, state.side(seat), ()))
    if not state.start and options.setup == "sealed":
        tried = replace(tried, faces=_alone(state.faces, state.side(seat), {}))
    return tried


def _alone(pair: tuple[T, T], side: int, nothing: T) -> tuple[T, T]:
    return (pair[WHITE], nothing) if side == WHITE else (nothing, pair[BLACK])


def course_of(rules: Rules, start: str, moves: Line) -> Course:
    """The course of those moves; what was worked out for their beginning is used again."""
    for count in range(0, len(moves), 100):
        _played(rules, start, moves[:count])
    return _played(rules, start, moves)


@lru_cache(maxsize=1024)
def _played(rules: Rules, start: str, moves: Line) -> Course:
    if not moves:
        return Course(rules, parse_position(start))
    return _played(rules, start, moves[:-1]).continued(move_named(moves[-1]))


def move_named(name: str) -> Move:
    """The move that a record's notation names."""
    written = read_move(name)
    return Move(written.origin, written.cell, -1 if written.pushed is None else written.pushed)
