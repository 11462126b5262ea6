"""One browser at a room: what is sent to it never holds up the others."""

import asyncio
from collections.abc import Iterable

from starlette.types import Message, Send

from referee.web.lines import Line, frame

MOST_WAITING = 262_144
"""A page that is so many characters behind in messages that must not be lost is cut off."""


class Connection:
    """A page that plays (`seat`, by its `token`) or watches (None).

    `is_stale`: it missed ticks and needs the whole field.
    """

    def __init__(self, send: Send, seat: int | None, line: Line | None = None, token: str = "") -> None:
        self.seat, self.token = seat, token
        self.is_open = True
        self.is_stale = False
        self._send, self.line = send, line
        self._sending: asyncio.Task[None] | None = None
        self._waiting: list[Message] = []

    def post(self, content: bytes | str, *, must_arrive: bool = False) -> None:
        """Sends at once if the page keeps up; else a tick is left out, and the rest waits its turn."""
        if not self.write(frame(content)):
            self.wait(content, must_arrive=must_arrive)

    def write(self, sent: bytes) -> bool:
        """Sends a frame if nothing waits before it; gives whether it was sent (or nobody is there)."""
        if not self.is_open:
            return True
        if self.line is None or self._sending is not None or not self.line.is_free:
            return False
        self.line.write(sent)
        return True

    @property
    def is_behind(self) -> bool:
        """Whether something waits for the page to read what was sent before."""
        return self._sending is not None

    def wait(self, content: bytes | str, *, must_arrive: bool = False) -> None:
        """Sends when the page can take it; a tick only if nothing is waiting."""
        if self._sending is not None and not must_arrive:
            self.is_stale = True
            return
        key = "bytes" if isinstance(content, bytes) else "text"
        self._waiting.append({"type": "websocket.send", key: content})
        if sum(len(one.get("text") or "") for one in self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self.close()
        else:
            self._begin_sending()

    def close(self, code: int = 1000) -> None:
        """Ends the connection; one that does not read would never come to the goodbye."""
        if not self.is_open:
            return
        self.is_open = False
        if self.line is not None and not self.line.is_free:
            self.line.cut()
        else:
            self._waiting.append({"type": "websocket.close", "code": code})
            self._begin_sending()

    def _begin_sending(self) -> None:
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.pop(0))
        except Exception:  # the page has gone: its own receiver will see it
            self.is_open = False
            self._waiting.clear()
        finally:
            self._sending = None


def send_all(connections: Iterable[Connection], content: bytes | str, *, must_arrive: bool = False) -> None:
    """Sends the same to every page, in one frame made once."""
    sent = frame(content)
    for connection in tuple(connections):
        if not connection.write(sent):
            connection.wait(content, must_arrive=must_arrive)
