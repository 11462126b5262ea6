"""The way in: connections are taken one at a time, and no more than there are file descriptors for."""

import asyncio
import contextlib
import logging
import resource
import socket
import sys
from collections.abc import Callable

log = logging.getLogger(__name__)

ENOUGH = 10_240
"""So many file descriptors any system gives whose limit is not lower."""
RESERVED = 64
"""File descriptors for books, mails, logs and other processes."""
LOOKS_EVERY = 0.25
"""Seconds after which a full house looks whether somebody has gone."""
WAITS = 1.0
"""Seconds after which connections are taken again that could not be."""
TOLD_EVERY = 60.0
SPEAKS_WITHIN = 30.0
"""Seconds after which a connection is let go that has asked for nothing."""


def most_connections() -> int:
    """How many connections this process can have; it takes all file descriptors that it may have."""
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (ENOUGH, hard):  # some systems call more allowed than they give
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            most = wanted
    return sys.maxsize if most == resource.RLIM_INFINITY else max(most // 4, most - RESERVED)


class Door:
    """Gives each connection to a protocol of its own; `count`: how many there are now.

    The loop's own servers take in all that wait at once, which no tick should have to wait for, and when
    descriptors run out they say so thousands of times a second.
    """

    def __init__(
        self,
        bound: socket.socket,
        most: int,
        count: Callable[[], int],
        protocol: Callable[[], asyncio.Protocol],
    ) -> None:
        self._bound, self._most, self._count, self._protocol = bound, most, count, protocol
        self._told_at = -TOLD_EVERY

    async def run(self) -> None:
        """Takes connections until it is cancelled; then nobody can come any more."""
        try:
            while True:
                if self._count() < self._most:
                    await self._take_or_wait()
                else:
                    self._tell(f"{self._most} connections are open, and no more are taken")
                    await asyncio.sleep(LOOKS_EVERY)
        finally:
            self._bound.close()

    async def _take_or_wait(self) -> None:
        try:
            await self._take()
        except Exception:  # a fault of ours: it shuts the door to nobody else
            log.exception("a connection could not be taken")
            await asyncio.sleep(WAITS)

    async def _take(self) -> None:
        """The next connection, whenever it comes."""
        loop = asyncio.get_running_loop()
        try:
            taken, _ = await loop.sock_accept(self._bound)
        except ConnectionError:  # it went away before we came to it
            return
        except OSError as trouble:
            self._tell(f"no connection can be taken now: {trouble}")
            await asyncio.sleep(WAITS)
            return
        try:
            transport, protocol = await loop.connect_accepted_socket(self._protocol, taken)
        except OSError:
            taken.close()
            return
        loop.call_later(SPEAKS_WITHIN, let_go_if_silent, transport, protocol)

    def _tell(self, trouble: str) -> None:
        """Once a minute is often enough."""
        now = asyncio.get_running_loop().time()
        if now - self._told_at >= TOLD_EVERY:
            self._told_at = now
            log.warning("%s", trouble)


def let_go_if_silent(transport: asyncio.Transport, protocol: asyncio.Protocol) -> None:
    """Ends the connection if it has asked for no page, and is no page's socket."""
    if transport.get_protocol() is protocol and getattr(protocol, "cycle", None) is None:
        transport.abort()
