"""A site that plays m1 of the database that it is given, and kills itself (9) at the moment it is given.

`python -m tests.live.killed FILE MOMENT`: `tick`, in mid-round; `bell`, before the round is in the books;
`written`, when it is and nobody was told of it yet; `pause` and `pauses end`, after all were told; `begun`,
when the books have that the second round begins; `countdown` and `go`, before its first tick.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.bootstrap import build_desk
from referee.engine.match import Match
from referee.secrecy import SimulatedSecrets
from referee.store.books import open_engine
from tests.live.clerks import Between
from tests.live.pace import HeldPace, settled
from tests.live.site import Live, served
from tests.table import SEED, Table, settings_with, templates


def die() -> None:
    """Without a goodbye to anybody."""
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Deadly(Between):
    """A clerk at whose hands the process dies with its round."""

    moment: str

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        if "round" in data and self.moment == "bell":
            die()
        after = await self.clerk.record(match, data, text)
        if ("round" in data and self.moment == "written") or (
            data.get("begun") == 2 and self.moment == "begun"
        ):
            die()
        return after


def played_until(table: Table, moment: str) -> None:
    """m1 of the table is played by a process that kills itself at that moment."""
    command = [sys.executable, "-m", "tests.live.killed", str(table.file), moment]
    assert subprocess.run(command, timeout=600).returncode == -signal.SIGKILL


async def play(file: Path, moment: str) -> None:
    """Until it dies."""
    settings, engine = settings_with(), open_engine(f"sqlite:///{file}", is_durable=False)
    desk = replace(build_desk(settings, engine, SimulatedSecrets(SEED)), render=templates())
    async with served(Table(desk, engine, file, settings), holder="killed/7", pace=HeldPace()) as live:
        live.clerk = Deadly(live.clerk, moment)
        await live.all_ready("Ann", "Bob")
        await live.play(lambda: live.room().phase == "playing")
        await live.ticks(20)
        if moment == "tick":
            die()
        await live.play(lambda: live.room().phase == "pause")
        await at_last_moment(live, moment == "pauses end")
        if moment.startswith("pause"):
            die()
        await live.play(lambda: live.room().live is not None and live.round().number == 2)
        await at_last_moment(live, moment == "go")
        die()


async def at_last_moment(live: Live, is_wanted: bool) -> None:
    """Moves the clock to just before what the room waits for, if that is wanted."""
    await settled(lambda: bool(live.held.waiting))
    if is_wanted:
        live.held.to(live.held.waiting[0][0] - 0.001)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2]))
