"""A match between its entries: the score, the log, and by letter the round in hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.games.paintfield.options import Options
from referee.games.paintfield.round import Round
from referee.games.paintfield.score import Score

LEGS = 4
RESTART, MODERATOR = "restart", "moderator"
"""Why a round that was begun is played again under a new number."""


@dataclass(frozen=True, slots=True)
class Leg:
    """By letter: the leg that orders are taken for (0–3), the round as it stands, its lines so far.

    `away`: the seats that the bot played for in the last leg. `orders`: what each seat sent, sealed.
    `until`: the deadline that holds again if orders are withdrawn after all were in.
    """

    at: int
    round: Round
    lines: tuple[str, ...]
    away: tuple[int, ...] = ()
    orders: Mapping[str, str] = field(default_factory=dict)
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended: the winners' names, one sentence, and whether it was given up."""

    winners: tuple[str, ...]
    text: str
    is_abandoned: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """One round as it was played: number, corners, cells, the winner's seat, whether it came to its bell."""

    number: int
    corners: tuple[int, ...]
    counts: tuple[int, ...]
    winner: int | None
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """A round that was begun and is none of the match: its number, and why it is played again."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """`players`: the names by seat; `bots`: the seats that bots hold from the start, of `level`.

    `begun`: the number of the last round that was begun. `last`: the last field that all know.
    `log`: the lines so far, without those of a leg's round in hand. `cut_off`: the numbers of rounds
    that a restart of the referee cut off.
    """

    options: Options
    players: tuple[str, ...]
    bots: tuple[int, ...]
    level: int
    commitment: str
    seed: str
    started: datetime
    score: Score
    log: tuple[str, ...]
    deadline: datetime | None
    begun: int = 0
    rounds: tuple[Told, ...] = ()
    last: Round | None = None
    leg: Leg | None = None
    ending: Ending | None = None
    cut_off: tuple[int, ...] = ()

    @property
    def last_told(self) -> int:
        """The number of the last round that was played, 0 for none."""
        return self.rounds[-1].number if self.rounds else 0

    @property
    def lost(self) -> tuple[Lost, ...]:
        """The rounds that are played again, or were: the numbers that are missing."""
        told = {row.number for row in self.rounds}
        missing = (number for number in range(1, self.begun) if number not in told)
        return tuple(Lost(number, RESTART if number in self.cut_off else MODERATOR) for number in missing)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people who are still in."""
        return tuple(seat for seat in self.score.active if seat not in self.bots)

    def seat(self, name: str) -> int:
        """The seat of that name."""
        return self.players.index(name)
