"""A scripted painter: opens its seat's link and steers over the WebSocket, as a browser does."""

import asyncio
import http.client
import json
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

TURN = struct.Struct(">BBBH")


class Painter:
    """A page without a screen."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.state: dict[str, Any] = {}
        self._number = 0

    @classmethod
    @asynccontextmanager
    async def at(cls, url: str, match: str, token: str) -> AsyncIterator["Painter"]:
        """The seat of that token, its page opened."""
        cookie = await asyncio.get_running_loop().run_in_executor(None, _cookie, url, token)
        address = f"{url.replace('http', 'ws', 1)}/{match}/socket"
        async with connect(
            address, origin=Origin(url), additional_headers={"Cookie": cookie}, compression=None
        ) as socket:
            painter = cls(socket)
            await painter._hear()
            yield painter

    @property
    def names(self) -> list[str]:
        """Who sits at the field."""
        return [seat["name"] for seat in self.state["seats"]]

    async def say(self, kind: str) -> None:
        """`ready` or `resign`."""
        await self._socket.send(json.dumps({"t": kind}))

    async def rounds(self, script: Sequence[int]) -> AsyncIterator[str]:
        """Steers by the script in every round; tells each round's end, until the match is over."""
        told = 0
        while True:
            tick = await self._hear()
            if tick is not None and tick + 1 in script:
                await self._turn_right(tick)
            last = self.state["last"]
            if last is not None and last["n"] != told:
                told = last["n"]
                yield self._ending(last)
            if self.state["phase"] == "over":
                return

    async def _hear(self) -> int | None:
        """The next message; the number of a tick, which is acknowledged at once."""
        message = await self._socket.recv()
        if isinstance(message, bytes):
            await self._socket.send(b"\x00" + message[:2])
            self._facing = message[2 + 6 * (self.state["you"] or 0) + 2] & 3
            return int.from_bytes(message[:2], "big")
        data = json.loads(message)
        if data["t"] == "state":
            self.state = data
        return None

    async def _turn_right(self, tick: int) -> None:
        self._number = self._number % 255 + 1
        await self._socket.send(TURN.pack(1, (self._facing + 1) % 4, self._number, tick + 1))

    def _ending(self, last: dict[str, Any]) -> str:
        counts = ", ".join(f"{name} {count}" for name, count in zip(self.names, last["counts"], strict=True))
        winner = "nobody" if last["winner"] is None else self.names[last["winner"]]
        return f"Round {last['n']}: {counts}; {winner} takes it."


def _cookie(url: str, token: str) -> str:
    """What the seat's link gives a browser to keep."""
    site = urlsplit(url)
    connection = http.client.HTTPConnection(site.hostname or "", site.port, timeout=10)
    connection.request("GET", f"/s/{token}")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return (answer.getheader("Set-Cookie") or "").partition(";")[0]
