"""The web server inside the referee's own loop."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import cast

import uvicorn
from starlette.types import ASGIApp

from referee.errors import ConfigError
from referee.web.door import Door, most_connections
from referee.web.lines import Line

BACKLOG = 2048
"""So many wait before the door where the system lets them."""


def listening(listen: str) -> socket.socket:
    """A socket bound to `HOST:PORT`; ConfigError if that can't be had."""
    host, _, port = listen.rpartition(":")
    try:
        address = (host.strip("[]") or "127.0.0.1", int(port))
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.create_server(address, family=family, backlog=BACKLOG)
    except (OSError, ValueError, OverflowError) as error:
        raise ConfigError(f"web.listen = {listen!r} can't be listened on: {error}.") from None
    bound.setblocking(False)
    return bound


class WebServer:
    """uvicorn without deflate, without access log (addresses may hold tokens), without signals of its own."""

    def __init__(self, app: ASGIApp, bound: socket.socket) -> None:
        self.bound, self.most = bound, most_connections()
        self._taking: asyncio.Task[None] | None = None
        config = uvicorn.Config(
            app,
            ws=Line,
            ws_per_message_deflate=False,
            ws_max_size=65_536,
            access_log=False,
            log_level="warning",
            log_config=None,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        self.server = uvicorn.Server(config)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.bound.getsockname()[1])

    async def run(self) -> None:
        """Serves until `stop`."""
        state = self.server.server_state
        door = Door(self.bound, self.most, lambda: len(state.connections), self._protocol)
        self._taking = asyncio.get_running_loop().create_task(door.run())
        try:
            with contextlib.suppress(asyncio.CancelledError):
                await self.server._serve([])
        finally:
            await self._shut()

    def _protocol(self) -> asyncio.Protocol:
        """One more connection's; uvicorn would make it so for sockets that it listens to itself."""
        server, loop = self.server, asyncio.get_running_loop()
        made = cast(Callable[..., asyncio.Protocol], server.config.http_protocol_class)
        return made(server.config, server.server_state, server.lifespan.state, loop)

    def stop(self) -> None:
        """Ends `run` after what is in hand."""
        if self._taking is not None:
            self._taking.cancel()
        self.server.should_exit = True

    async def _shut(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            await asyncio.gather(self._taking, return_exceptions=True)
        self.bound.close()  # who is stopped before the door was opened has closed nothing
