"""Stories of matches: tests/games/GAME/playthroughs/NAME.story, played over the whole referee.

A story begins with Max's letter that opens and starts m1, up to a blank line. Then come its happenings:
`2 09:00 Ann: move n | status` (a letter, its lines divided by bars), `2 00:01 tick`, `tick due` (the clock
strikes a minute after the deadline). The last line says how it ends: `over: Ann, Bob` or `over: nobody`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from tests.table import OPENED, Table, moment, open_table

FOLDER = Path(__file__).parent / "games"
LETTER = re.compile(r"(\d+ \d+:\d+) (\w+): (.*)")
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Happening:
    """A letter, or (without a writer) a stroke of the clock; `at` None: a minute after the deadline."""

    at: datetime | None
    writer: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Story:
    """One match: how it is opened, what happens, who wins."""

    name: str
    opening: str
    happenings: tuple[Happening, ...]
    winners: tuple[str, ...]

    @property
    def game(self) -> str:
        """The game's key."""
        return self.name.partition("/")[0]

    def without(self, at: int, lines: tuple[str, ...]) -> "Story":
        """The story with other lines in one of its letters."""
        changed = replace(self.happenings[at], lines=lines)
        return replace(self, happenings=(*self.happenings[:at], changed, *self.happenings[at + 1 :]))


def stories(game: str = "*") -> list[str]:
    """The names of the stories (of that game): `paprika/race`."""
    found = FOLDER.glob(f"{game}/playthroughs/*.story")
    return sorted(f"{path.parts[-3]}/{path.stem}" for path in found)


def read_story(name: str) -> Story:
    """The story of that name."""
    game, _, stem = name.partition("/")
    opening, _, rest = (FOLDER / game / "playthroughs" / f"{stem}.story").read_text("utf-8").partition("\n\n")
    *lines, end = rest.strip().splitlines()
    winners = tuple(end.removeprefix("over: ").split(", ")) if end != "over: nobody" else ()
    return Story(name, opening, tuple(map(_happening, lines)), winners)


def _happening(line: str) -> Happening:
    if line == "tick due":
        return Happening(None)
    if line.endswith(" tick"):
        return Happening(moment(line.removesuffix(" tick")))
    found = LETTER.fullmatch(line)
    assert found is not None, line
    return Happening(moment(found[1]), found[2], tuple(found[3].split(" | ")))


@contextmanager
def told(story: Story) -> Iterator[tuple[Table, Iterator[int]]]:
    """The table, and the number of each happening when it is over (-1: the start)."""
    with open_table(identity={"trust_from": True}, moderation={"confirm": "never"}) as table:
        yield table, _happen(table, story)


def _happen(table: Table, story: Story) -> Iterator[int]:
    assert table.write("Max", story.opening, OPENED) == "done"
    assert table.match().status == "running", table.last("Max").text
    yield -1
    for number, happening in enumerate(story.happenings):
        if happening.writer:
            text, id = "\n".join(happening.lines), f"<story{number}@example.net>"
            assert happening.at is not None
            table.write(happening.writer, text, happening.at, message_id=id)
        else:
            table.tick_to(happening.at or _due(table))
        yield number


def _due(table: Table) -> datetime:
    due = table.row().due
    assert due is not None
    return due + MINUTE
