"""The clock of a match: when the turn began, when it is due, and what is left of the budgets."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from pydantic import ConfigDict

from referee.games.rithmomachia.options import Options

PATIENCE: Final = timedelta(days=14)
"""How long after the deadline the match ends for the opponent, if nobody has claimed the time."""
REMINDERS: Final = (Fraction(1, 2), Fraction(4, 5))


@dataclass(frozen=True, slots=True)
class Clock:
    """The turn's time. `left`: what remains of the budgets of White and Black, None without budgets."""

    since: datetime
    due: datetime
    left: tuple[timedelta, timedelta] | None = None
    is_overstepped: bool = False
    paused_at: datetime | None = None

    __pydantic_config__ = ConfigDict(extra="forbid")

    @property
    def deadline(self) -> datetime:
        """When the next close is due: the turn's end, or the end of the opponent's patience."""
        return self.due + PATIENCE if self.is_overstepped else self.due

    def reminder_after(self, at: datetime | None) -> datetime | None:
        """The first reminder of this turn, or the first after that time; None when there is none left."""
        if self.is_overstepped:
            return None
        length = self.due - self.since
        times = (self.since + length * part.numerator / part.denominator for part in REMINDERS)
        return next((time for time in times if at is None or time > at), None)

    def spent(self, side: int, at: datetime) -> "Clock":
        """The clock after the time that the turn took was taken from that side's budget."""
        if self.left is None:
            return self
        rest = max(self.left[side] - (at - self.since), timedelta(0))
        return replace(self, left=(rest, self.left[1]) if side == 0 else (self.left[0], rest))

    def added(self, side: int, increment: timedelta) -> "Clock":
        """The clock with the increment of a move added to that side's budget."""
        if self.left is None:
            return self
        more = self.left[side] + increment
        return replace(self, left=(more, self.left[1]) if side == 0 else (self.left[0], more))

    def begun(self, side: int, at: datetime, options: Options) -> "Clock":
        """The clock at the beginning of that side's turn."""
        time = options.time if self.left is None else self.left[side]
        return replace(self, since=at, due=at + time, is_overstepped=False)

    def moved(self, side: int, at: datetime, options: Options) -> "Clock":
        """The clock after that side's move: the other side's turn begins (when it stands, at the pause)."""
        at = self.paused_at or at
        increment = options.budget.increment if options.budget else timedelta(0)
        return self.spent(side, at).added(side, increment).begun(1 - side, at, options)

    def extended(self, by: timedelta, at: datetime) -> "Clock":
        """The clock with a later deadline, which a moderator gave."""
        due = self.due + by
        return replace(self, due=due, is_overstepped=self.is_overstepped and due <= at)

    def paused(self, at: datetime) -> "Clock":
        """The clock standing still; as it is when it stands already."""
        return replace(self, paused_at=self.paused_at or at)

    def resumed(self, at: datetime) -> "Clock":
        """The clock running again, all that was to come later by the pause."""
        if self.paused_at is None:
            return self
        pause = at - self.paused_at
        return replace(self, since=self.since + pause, due=self.due + pause, paused_at=None)

    def overstepped(self) -> "Clock":
        """The clock once both were told that the time is overstepped."""
        return replace(self, is_overstepped=True)


def first_clock(at: datetime, options: Options) -> Clock:
    """The clock at the start: budgets are full, and the first time given is that of a move."""
    total = options.budget.total if options.budget else None
    return Clock(at, at + options.time, None if total is None else (total, total))
