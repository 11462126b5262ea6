"""A site on a free port of this machine, over a table to play at, and the pages that come in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from referee.games.paintfield.live import LiveRound
from referee.games.paintfield.verifying import verify
from referee.recorder import Recorder
from referee.web.app import build_app
from referee.web.clerk import Clerk
from referee.web.paintfield.pace import LoopPace, Pace
from referee.web.paintfield.room import Room
from referee.web.paintfield.rooms import Rooms
from referee.web.server import WebServer, listening
from referee.web.serving import Web
from referee.web.site import Site
from referee.web.studio import Studio
from tests.games.paintfield.mail import opened, table_with
from tests.live.pace import HeldPace, settled
from tests.live.player import Player, page_of
from tests.table import Table, settings_with

Answer = TypeVar("Answer")
QUICK = "ticks = 40\ntick_ms = 10\ncountdown_ms = 50\npause_ms = 20"
"""A round of 0.4 seconds."""
SLOW = QUICK.replace("ticks = 40", "ticks = 400")
"""One of 4 seconds."""
START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


@dataclass(slots=True)
class Live:
    """The site, its table, and how to come in."""

    table: Table
    web: Web
    stack: AsyncExitStack
    base: str
    pace: Pace

    @property
    def held(self) -> HeldPace:
        """The clock, where the test moves it."""
        assert isinstance(self.pace, HeldPace)
        return self.pace

    @property
    def clerk(self) -> Clerk:
        """Who records what rooms play that are opened from now on."""
        return self.web.rooms.site.clerk

    @clerk.setter
    def clerk(self, clerk: Clerk) -> None:
        self.web.rooms.site = replace(self.web.rooms.site, apart=clerk)

    async def tick(self, match: str = "m1", silent: Collection[int] = (), late: float = 0.0) -> None:
        """The next tick, so late, seen by every seat's page but the silent ones'."""
        room, live = self.room(match), self.room(match).live
        assert live is not None
        tick = live.next_tick
        await self.held.on(late)
        await settled(lambda: live.state.tick == tick or live.is_over or room.live is not live)
        await settled(lambda: room.live is not live or is_seen_now(room, silent))

    async def ticks(self, count: int, match: str = "m1", silent: Collection[int] = ()) -> None:
        """So many ticks."""
        for _ in range(count):
            await self.tick(match, silent)

    async def play(self, holds: Callable[[], bool]) -> None:
        """Moves the clock from moment to moment until it is true; every page keeps up."""
        async with asyncio.timeout(300):
            while not holds():
                await settled(lambda: not self.room().silence.is_ending)
                playing = self.room().live if self.room().phase == "playing" else None
                if playing is not None and not playing.is_over:
                    await self.tick()
                elif self.held.waiting:
                    await self.held.on()
                else:
                    await asyncio.sleep(0.001)

    async def over(self) -> None:
        """Plays to the end of the match."""
        await self.play(lambda: self.room().phase == "over")

    def room(self, match: str = "m1") -> Room:
        """The match's room."""
        return self.web.rooms.rooms[match]

    def round(self, match: str = "m1") -> LiveRound:
        """What is being played there."""
        live = self.room(match).live
        assert live is not None
        return live

    def is_between_rounds(self, match: str = "m1") -> bool:
        """Whether nothing is played there, or not any more."""
        live = self.room(match).live
        return live is None or live.is_stopped

    async def player(self, name: str, match: str = "m1", **more: Any) -> Player:
        """A page of that seat ("" watches), connected; it acknowledges every tick at once."""
        token = more.get("token") or (self.table.token(name, match) if name else "")
        return await page_of(self.stack, self.base, match, name, token, more.get("origin", ""))

    async def all_ready(self, *names: str, match: str = "m1") -> list[Player]:
        """A page of each of these seats; all have said that they are ready."""
        players = [await self.player(name, match) for name in names]
        for player in players:
            await player.say("ready")
        return players

    def is_right(self) -> bool:
        """Whether the log, as far as it goes, verifies."""
        return all(check.is_right for check in verify("\n".join(self.table.state().log)))


def later(live: Live, now: datetime) -> None:
    """It is that time for the rooms."""
    live.web.rooms.site = replace(live.web.rooms.site, now=lambda: now)


def is_seen_now(room: Room, silent: Collection[int]) -> bool:
    """Whether the pages of all seats have acknowledged a tick since the clock was moved."""
    heard = room.presence.heard
    return all(heard.get(seat) == room.clock() for seat in set(room.seats) - set(silent))


@asynccontextmanager
async def served(
    table: Table,
    *,
    holder: str = "http://one.example",
    now: datetime = START,
    pace: Pace | None = None,
) -> AsyncIterator[Live]:
    """The site over the table, served until the end of the block; the clock is real if no other is given."""
    worker = ThreadPoolExecutor(max_workers=1)

    async def in_worker(work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(worker, work)

    site = Site(table.desk, in_worker, lambda: now, own_url=holder)
    pace = pace or LoopPace()
    rooms = Rooms(site, holder, pace)
    web = Web(WebServer(build_app(site, rooms), listening("127.0.0.1:0")), rooms)
    base = f"http://127.0.0.1:{web.server.port}"
    async with AsyncExitStack() as stack:
        running: Awaitable[None] = asyncio.get_running_loop().create_task(web.run())
        await settled(lambda: web.server.server.started)
        try:
            yield Live(table, web, stack, base, pace)
        finally:
            await stack.aclose()
            web.stop()
            await running
            worker.shutdown()


@contextmanager
def match_of(*names: str, options: str = QUICK, more: str = "") -> Iterator[Table]:
    """A table with a started live match m1; `more`: options on its opening line."""
    with table_with("http://127.0.0.1") as table:
        open_match(table, *names, options=options, more=more)
        yield table


def open_match(table: Table, *names: str, options: str = QUICK, more: str = "", match: str = "m1") -> None:
    """Max opens and starts that match, the next one of the table."""
    opened(table, options, names, wishes=more)
    assert table.match(match).status == "running", table.last("Max").text


@asynccontextmanager
async def at_play(
    *names: str, options: str = SLOW, more: str = ""
) -> AsyncIterator[tuple[Live, list[Player]]]:
    """The site, where a match of these has come to its first round, and their pages; the clock is held."""
    with match_of(*names, options=options, more=more) as table:
        async with served(table, pace=HeldPace()) as live:
            players = await live.all_ready(*names)
            await players[0].phase("playing")
            yield live, players


@contextmanager
def office(table: Table) -> Iterator[Recorder]:
    """A process of its own that records rounds in the table's books."""
    settings, studio = settings_with(database={"url": f"sqlite:///{table.file}"}), Studio()
    recorder = Recorder(settings, studio, lambda: START)
    try:
        yield recorder
    finally:
        recorder.close()
        studio.close()
