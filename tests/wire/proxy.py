"""A relay on loopback between the referee and a server, which listens, cuts, mutes and edits."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

Edit = Callable[[bytes], bytes]


class Cut(Exception):
    """Both sides are hung up on."""


class Proxy:
    """Relays to a port; `said` is what clients said, `connections` how many there were.

    One rule at a time: `cut_before(words)`: the client says them, the server never hears them;
    `cut_after(words)`: the server hears them, its answer is lost; `cut_within(count)`: in the middle of
    what the server says from now on. `mute()`: nothing comes back, but nobody hangs up.
    """

    def __init__(self, port: int, edit: Edit = lambda said: said) -> None:
        self.target, self._edit = port, edit
        self.said = b""
        self.connections = 0
        self._before = self._after = b""
        self._budget: int | None = None
        self._deaf = self._muted = False
        self._continuations = 0
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await self.cut()

    async def cut(self) -> None:
        """Hang up on all who are connected."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut_before(self, words: bytes) -> None:
        self._before = words

    def cut_after(self, words: bytes) -> None:
        self._after = words

    def cut_within(self, count: int) -> None:
        self._budget = count

    def mute(self) -> None:
        self._muted = True

    async def idles(self, times: int = 1) -> None:
        """Wait until the server has so often agreed to tell of news."""
        async with asyncio.timeout(120):
            while self._continuations < times:
                self._news.clear()
                await self._news.wait()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        self._deaf = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sides = [writer]
        relays: list[asyncio.Task[None]] = []
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self.target)
            sides.append(to_server)
            relays.append(asyncio.create_task(self._relay(reader, to_server, self._from_client)))
            relays.append(asyncio.create_task(self._relay(server, writer, self._from_server)))
            await asyncio.wait(relays, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.transport.abort()
            for relay in relays:
                relay.cancel()
            await asyncio.gather(*relays, return_exceptions=True)

    async def _relay(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passes: Callable[[bytes], bytes]
    ) -> None:
        while said := await reader.read(65536):
            writer.write(passes(said))
            await writer.drain()

    def _from_client(self, said: bytes) -> bytes:
        self.said += said
        if self._before and self._before in said:
            self._before = b""
            raise Cut
        if self._after and self._after in said:
            self._after, self._deaf = b"", True
        return said

    def _from_server(self, said: bytes) -> bytes:
        if self._deaf:
            raise Cut
        if self._budget is not None:
            self._budget -= len(said)
            if self._budget < 0:
                self._budget = None
                raise Cut
        self._continuations += said.startswith(b"+ ")
        self._news.set()
        return b"" if self._muted else self._edit(said)
