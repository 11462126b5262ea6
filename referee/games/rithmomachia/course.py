"""The course of a match: a first position, and the plies played from it."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.rithmomachia.captures import Capture
from referee.games.rithmomachia.position import Position
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Move, Survey


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as it was played: what it captured, and the position that it led to."""

    move: Move
    captures: tuple[Capture, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Course:
    """What was played under some rules; never changed, only continued."""

    rules: Rules
    start: Position
    plies: tuple[Ply, ...] = ()

    @property
    def position(self) -> Position:
        """The position that stands now."""
        return self.plies[-1].position if self.plies else self.start

    @property
    def survey(self) -> Survey:
        """What the player to move can do now."""
        return Survey(self.position, self.rules)

    def continued(self, move: Move) -> "Course":
        """The course with one legal move more; LookupError when it isn't legal."""
        survey = self.survey
        play = survey.find(move)
        ply = Ply(move, survey.explain(play), survey.after(play))
        return Course(self.rules, self.start, (*self.plies, ply))

    def positions(self) -> Iterator[Position]:
        """Every position that stood, the first one included."""
        yield self.start
        yield from (ply.position for ply in self.plies)

    def standings(self) -> int:
        """How many times the present position (board and player to move) has stood."""
        return sum(position == self.position for position in self.positions())

    def quiet_plies(self) -> int:
        """The plies since the last capture."""
        for count, ply in enumerate(reversed(self.plies)):
            if ply.captures:
                return count
        return len(self.plies)

    def may_claim_end(self) -> bool:
        """Whether either player may claim the end: no progress, or the position for the third time."""
        limit = self.rules.noprogress
        return limit is not None and (self.quiet_plies() >= limit or self.standings() >= 3)

    def has_no_progress(self) -> bool:
        """Whether the match ends by itself for want of progress."""
        limit = self.rules.noprogress
        return limit is not None and (2 * self.quiet_plies() >= 3 * limit or self.standings() >= 5)
