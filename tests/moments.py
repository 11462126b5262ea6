"""Every moment of a story: the match as it stood then, and its log."""

from dataclasses import dataclass
from functools import cache

from referee.engine.match import Entry, Match
from tests.story import read_story, stories, told


@dataclass(frozen=True)
class Moment:
    """A match at one moment of its story, with its log."""

    match: Match
    log: tuple[Entry, ...]
    quarantined: int

    @property
    def blank(self) -> Match:
        """The match before its first entry."""
        match, options = self.match, self.log[0].data["options"]
        return Match(match.game, match.id, match.title, options, seed=match.seed)


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Every moment of a story, from the start on."""
    with told(read_story(name)) as (table, happenings):
        return tuple(
            Moment(table.match(), table.log(), len(table.letters("quarantined"))) for _ in happenings
        )


def states(key: str) -> list[Match]:
    """Every match that the game's stories come through."""
    return [moment.match for name in stories(key) for moment in moments(name)]
