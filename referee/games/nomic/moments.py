"""Clocks that can stand still, and how long they have stood."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.games.nomic.rules import STRICT

ZERO = timedelta(0)


@dataclass(frozen=True, slots=True)
class Clock:
    """What runs for a while and stands still while a question is open (N18): `start` in running time."""

    __pydantic_config__ = STRICT

    start: datetime
    length: timedelta


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """How long deadlines have stood still: in all, in this turn, and since when they stand now.

    `budget`: how long they may stand still from `since` on. `resumed`: when they last went on.
    """

    __pydantic_config__ = STRICT

    total: timedelta = ZERO
    used: timedelta = ZERO
    since: datetime | None = None
    budget: timedelta = ZERO
    resumed: datetime | None = None
