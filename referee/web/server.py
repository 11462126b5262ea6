"""The web server inside the referee's own loop."""

import asyncio
import contextlib
import socket

import uvicorn
from starlette.types import ASGIApp

from referee.errors import ConfigError
from referee.web.lines import Line


def listening(listen: str) -> socket.socket:
    """A socket bound to `HOST:PORT`; ConfigError if that can't be had."""
    host, _, port = listen.rpartition(":")
    try:
        address = (host.strip("[]") or "127.0.0.1", int(port))
        bound = socket.create_server(address, family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, ValueError, OverflowError) as error:
        raise ConfigError(f"web.listen = {listen!r} can't be listened on: {error}.") from None
    bound.setblocking(False)
    return bound


class WebServer:
    """uvicorn without deflate, without access log (addresses may hold tokens), without signals of its own."""

    def __init__(self, app: ASGIApp, bound: socket.socket) -> None:
        self.bound = bound
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
        with contextlib.suppress(asyncio.CancelledError):
            await self.server._serve([self.bound])

    def stop(self) -> None:
        """Ends `run` after what is in hand."""
        self.server.should_exit = True
