"""`referee demo`: a match from its opening to its end, over mail servers of its own."""

import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console

from referee.clock import now
from referee.demo.framing import conclude, introduce, keep_mailboxes
from referee.demo.stage import staged
from referee.demo.staying import stay_open, usual_ports
from referee.demo.story import Story
from referee.demo.telling import Teller
from referee.errors import ConfigError
from referee.games import games


def demonstrated() -> Sequence[str]:
    """The games that have a demonstration: those with a module of their name here."""
    return sorted(key for key in games() if find_spec(f"{__name__}.{key}"))


def story_of(game: str) -> Story:
    """The story of that game; ConfigError if it has none."""
    if game not in demonstrated():
        raise ConfigError(f"There is no demo of {game!r}; there is one of {', '.join(demonstrated())}.")
    story: Story = import_module(f"{__name__}.{game}").STORY
    return story


def performance_of(game: str) -> Any:
    """How a game shows itself that is no story of letters; None for one that is."""
    module = import_module(f"{__name__}.{game}") if game in demonstrated() else None
    return getattr(module, "perform", None)


async def play(game: str, *, stay: bool, console: Console | None = None, folder: Path | None = None) -> None:
    """Plays the game's story, and ends; with `stay` the servers go on with a real clock and a new match.

    What is left lies in `folder`, a new temporary one unless it is given.
    """
    folder = folder or Path(tempfile.mkdtemp(prefix="referee-demo-"))
    if (perform := performance_of(game)) is not None:
        await perform(console or Console(), folder, stay=stay)
        return
    story = story_of(game)
    teller = Teller(console or Console(), story.gist)
    ports = usual_ports() if stay else (0, 0)
    async with staged(folder, first_day(now(), story.days), story.key, ports) as stage:
        introduce(stage, story, teller)
        await stage.perform(story, teller)
        await keep_mailboxes(stage)
        conclude(stage, teller)
        if stay:
            await stay_open(stage, story, teller)


def first_day(today: datetime, days: int) -> datetime:
    """The midnight at which the story begins, so that it ends at the last midnight before now."""
    end = (today - timedelta(minutes=5)).replace(hour=0, minute=0, second=0, microsecond=0)
    return end - timedelta(days=days)
