"""A player's or an onlooker's page, as far as the server notices: a socket that hears and says."""

import asyncio
import json
import struct
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin


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


async def page_of(
    stack: AsyncExitStack, base: str, match: str, name: str, token: str, origin: str | None = ""
) -> Player:
    """A page of that seat ("" watches), connected to the site until the stack is left.

    `origin`: what the browser says of itself; "" is the site itself, None is nothing.
    """
    player = Player(name)
    url = f"{base.replace('http', 'ws')}/{match}/socket{'' if name else '?watch'}"
    headers = {"Cookie": f"seat-{match}={token}"} if name else {}
    said = None if origin is None else Origin(origin or base)
    player.socket = await stack.enter_async_context(
        connect(url, additional_headers=headers, origin=said, compression=None)
    )
    player.task = asyncio.get_running_loop().create_task(player.listen())
    stack.callback(player.task.cancel)
    return player
