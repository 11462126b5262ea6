"""The web part of `referee run`: pages, live rooms, and the server under them."""

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from referee.app.desk import Desk
from referee.config import Settings
from referee.errors import BooksUnavailable
from referee.web.app import build_app
from referee.web.clerk import Clerk
from referee.web.paintfield.rooms import Rooms
from referee.web.server import WebServer, listening
from referee.web.site import Site
from referee.worker import InWorker

TURN = 0.0002
"""Seconds after which a thread that works on the books lets the rooms' thread go on, if that has to."""


def be_prompt() -> None:
    """Settles the process for live play: no long turns of other threads, no long searches for garbage."""
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@dataclass(frozen=True, slots=True)
class Web:
    """A server with its rooms."""

    server: WebServer
    rooms: Rooms

    @classmethod
    def of(
        cls,
        desk: Desk,
        settings: Settings,
        in_worker: InWorker,
        now: Callable[[], datetime],
        wake: Callable[[], None],
        apart: Clerk | None = None,
    ) -> "Web | None":
        """The web part as configured; None where no address is to be listened on."""
        if not settings.web.listen:
            return None
        web, folder = settings.web, settings.templates_dir
        site = Site(desk, in_worker, now, settings.pages_url, web.own_url, folder, wake, apart)
        return cls.over(site, web.listen)

    @classmethod
    def over(cls, site: Site, listen: str) -> "Web":
        """The web part over that site; it listens from now on."""
        rooms = Rooms(site, site.own_url or f"{socket.gethostname()}/{os.getpid()}")
        return cls(WebServer(build_app(site, rooms), listening(listen)), rooms)

    async def run(self) -> None:
        """Serves until `stop`; matches that were being played go on."""
        keeping = asyncio.get_running_loop().create_task(self.rooms.run())
        try:
            await self.rooms.resume()
            await self.server.run()
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            with contextlib.suppress(BooksUnavailable):
                await self.rooms.close()

    def stop(self) -> None:
        """Ends `run` after what is in hand."""
        self.server.stop()
