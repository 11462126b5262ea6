"""The state of a match: what is so in each gamestate, what was declared, and what happened before."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import ConfigDict

from referee.games.paprika.field import Field, Square
from referee.games.paprika.gamestate import Gamestate, Kind
from referee.games.paprika.options import Options

TRUE = "true"
"""How the true gamestate is called where the perceived ones are called by their player's name."""

Outcomes = Mapping[str, tuple[tuple[str, str], ...]]
"""Per gamestate the actors whose action was tried there, in that order, each with how it went."""


@dataclass(frozen=True, slots=True)
class Nday:
    """One nday that is over: who was awake, what was declared, and how it went in each gamestate.

    `draw`: which draw of waking states counted, 1 unless the nday was opened anew.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    waking: tuple[str, ...]
    actions: Mapping[str, str]
    outcomes: Outcomes
    draw: int = 1


@dataclass(frozen=True, slots=True)
class Opening:
    """The first placement: everyone's initial square, the objects, the first Priority List."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    homes: Mapping[str, Square]
    objects: Mapping[Square, Kind]
    priority: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended; `text` is the sentence in English, `how` what it is made of (endings.py)."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    winners: tuple[str, ...]
    text: str
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A running or finished match; `seed` is in no view before the end.

    `deadline` is None while the clock is stopped and when the match is over. `turned`: when the last
    Turn was. `draw`: which draw of waking states the running nday has.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    players: tuple[str, ...]
    options: Options
    opening: Opening
    commitment: str
    seed: str
    started: datetime
    nday: int = 1
    draw: int = 1
    waking: tuple[str, ...]
    true: Gamestate
    perceived: Mapping[str, Gamestate]
    declared: Mapping[str, str]
    history: tuple[Nday, ...] = ()
    deadline: datetime | None
    turned: datetime | None = None
    gone: tuple[str, ...] = ()
    ending: Ending | None = None

    @property
    def field(self) -> Field:
        """The field of this match."""
        return Field(self.options.columns, self.options.rows, self.opening.homes)

    @property
    def clock(self) -> bool:
        """Whether the clock is on."""
        return self.deadline is not None

    @property
    def playing(self) -> tuple[str, ...]:
        """Who has not left, in order of seat."""
        return tuple(name for name in self.players if name not in self.gone)
