"""One browser at a room: what is sent to it never holds up the others."""

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any

from starlette.types import Message, Send

MOST_WAITING = 262_144
"""A page that is so many bytes behind in messages that must not be lost is cut off."""


@types.coroutine
def _rest(sending: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that was begun outside a task and waits for that future."""
    while True:
        yield waits_for
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return


class Connection:
    """A page that plays (`seat`) or watches (None). `is_stale`: it missed ticks and needs the whole field."""

    def __init__(self, send: Send, seat: int | None) -> None:
        self.seat = seat
        self.is_open = True
        self.is_stale = False
        self._send = send
        self._sending: asyncio.Task[None] | None = None
        self._waiting: list[Message] = []

    def post(self, content: bytes | str, *, must_arrive: bool = False) -> None:
        """Sends at once if the page keeps up; else a tick is left out, and the rest waits its turn."""
        if not self.is_open:
            return
        key = "bytes" if isinstance(content, bytes) else "text"
        message: Message = {"type": "websocket.send", key: content}
        if self._sending is None:
            self._begin(message)
        elif must_arrive:
            self._waiting.append(message)
            if sum(len(one.get("text", "")) for one in self._waiting) > MOST_WAITING:
                self.close()
        else:
            self.is_stale = True

    def close(self, code: int = 1000) -> None:
        """Ends the connection."""
        if self.is_open:
            self.is_open = False
            self._begin({"type": "websocket.close", "code": code})

    def _begin(self, message: Message) -> None:
        """Runs the sending as far as it goes without waiting; what is left becomes a task."""
        sending: Any = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the page has gone: its own receiver will see it
            self.is_open = False
            return
        self._sending = asyncio.ensure_future(self._finish(sending, waits_for))

    async def _finish(self, sending: Coroutine[Any, Any, None], waits_for: Any) -> None:
        try:
            await _rest(sending, waits_for)
            while self._waiting:
                await self._send(self._waiting.pop(0))
        except Exception:  # as above
            self.is_open = False
        finally:
            self._sending = None


def send_all(connections: set[Connection], content: bytes | str, *, must_arrive: bool = False) -> None:
    """Sends the same to every page."""
    for connection in tuple(connections):
        connection.post(content, must_arrive=must_arrive)
