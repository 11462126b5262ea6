"""A site on a free port of this machine, over a table to play at, and players that speak over sockets."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

import websockets
from websockets.asyncio.client import ClientConnection, connect

from referee.games.paintfield.live import LiveRound
from referee.web.app import build_app
from referee.web.paintfield.pace import LoopPace, Pace
from referee.web.paintfield.room import Room
from referee.web.paintfield.rooms import Rooms
from referee.web.server import WebServer, listening
from referee.web.serving import Web
from referee.web.site import Site
from tests.live.pace import HeldPace, settled
from tests.table import Table, open_table

Answer = TypeVar("Answer")
QUICK = "ticks = 40\ntick_ms = 10\ncountdown_ms = 50\npause_ms = 20"
"""A round of 0.4 seconds."""
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

    async def player(self, name: str, match: str = "m1", **more: Any) -> "Player":
        """A page of that seat ("" watches), connected; it acknowledges every tick at once."""
        player = Player(name)
        token = more.get("token") or (self.table.token(name, match) if name else "")
        cookie = f"seat-{match}={token}" if name else ""
        url = f"{self.base.replace('http', 'ws')}/{match}/socket{'' if name else '?watch'}"
        headers = {"Cookie": cookie} if cookie else {}
        player.socket = await self.stack.enter_async_context(
            connect(url, additional_headers=headers, origin=more.get("origin", self.base), compression=None)
        )
        player.task = asyncio.get_running_loop().create_task(player.listen())
        self.stack.callback(player.task.cancel)
        return player


def is_seen_now(room: Room, silent: Collection[int]) -> bool:
    """Whether the pages of all seats have acknowledged a tick since the clock was moved."""
    heard = room.presence.heard
    return all(heard.get(seat) == room.clock() for seat in set(room.seats) - set(silent))


@dataclass(slots=True)
class Player:
    """A page: the messages it got, the ticks, and what it says."""

    name: str
    socket: ClientConnection = field(init=False)
    task: "asyncio.Task[None]" = field(init=False)
    told: list[dict[str, Any]] = field(default_factory=list)
    ticks: list[bytes] = field(default_factory=list)
    acknowledges: bool = True
    pings: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Hears until the connection ends."""
        try:
            async for message in self.socket:
                if isinstance(message, bytes):
                    self.ticks.append(message)
                    if self.acknowledges:
                        await self.socket.send(b"\x00" + message[:2])
                else:
                    self.told.append(json.loads(message))
                self.news.set()
        except websockets.ConnectionClosed:
            pass

    @property
    def state(self) -> dict[str, Any]:
        """The last that the server told of everything."""
        return next(told for told in reversed(self.told) if told["t"] == "state")

    async def until(self, holds: Callable[[], bool], seconds: float = 120) -> None:
        """Waits until what was told makes it true."""
        async with asyncio.timeout(seconds):
            while not holds():
                self.news.clear()
                await self.news.wait()

    async def phase(self, name: str) -> None:
        """Waits for that phase."""
        await self.until(
            lambda: any(told["t"] == "state" for told in self.told) and self.state["phase"] == name
        )

    async def say(self, kind: str) -> None:
        """`ready`, `resign` …"""
        await self.socket.send(json.dumps({"t": kind}))

    async def heard(self) -> None:
        """Waits until all that was said so far has been heard."""
        self.pings += 1
        await self.socket.send(json.dumps({"t": "ping", "n": self.pings}))
        await self.until(lambda: {"t": "pong", "n": self.pings} in self.told)

    async def turn(self, heading: int, number: int = 1, earliest: int = 0) -> None:
        """Steers."""
        await self.socket.send(struct.pack(">BBBH", 1, heading, number, earliest))

    @property
    def tick(self) -> int:
        """The number of the last tick."""
        return int.from_bytes(self.ticks[-1][:2], "big") if self.ticks else 0

    def seat(self, number: int) -> tuple[int, int, int, int]:
        """Cell, flags, count and last turn of a seat in the last tick."""
        cell, flags, count, applied = struct.unpack_from(">HBHB", self.ticks[-1], 2 + 6 * number)
        return cell, flags, count, applied


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
def match_of(*names: str, options: str = QUICK, more: str = "") -> Any:
    """A table with a started live match m1; `more`: options on its opening line."""
    with open_table() as table:
        policy = replace(table.desk.policy, base_url="http://127.0.0.1")
        table.desk = replace(table.desk, policy=policy)
        seats = "\n".join(f"seat {name} {name.lower()}@example.net" for name in names)
        table.write("Max", f'open paintfield "Friday" {more}\n{options}\n{seats}\nstart', "1 09:00")
        assert table.match().status == "running", table.last("Max").text
        yield table
