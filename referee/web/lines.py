"""The WebSocket under a live page: what it says is heard at once, and one frame goes to many.

The ordinary way through uvicorn takes a queue, a task switch and two system calls for each message; a live
page says something with every tick, and so do we.
"""

from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

KEY = "referee.line"
BINARY, TEXT = 0x82, 0x81
MASKED = 0x80
HEAD = 6
"""Bytes before the content of a small frame from a browser: kind, length, mask."""


class Line(WebSocketsSansIOProtocol):
    """A connection; once `hear` is set, messages go there and no longer to the application's queue."""

    hear: Callable[[bytes | str], None] | None = None
    is_torn = False
    """Whether a frame came in two pieces once: from then on the general parser reads all."""

    def handle_connect(self, event: Request) -> None:
        """The handshake; the application finds the line in its scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(Scope, self.scope)[KEY] = self

    def data_received(self, data: bytes) -> None:
        """Hears whole small frames of bytes at once; leaves all else to the general parser."""
        if self.hear is None or self.is_torn:
            super().data_received(data)
            return
        said = small_frames(data)
        if said is None:
            self.is_torn = not ends_whole(data)
            super().data_received(data)
            return
        for content in said:
            self.hear(content)

    def send_receive_event_to_app(self) -> None:
        """Hands a message on."""
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self.hear(data if self.curr_msg_data_type == "bytes" else data.decode("utf-8", "replace"))

    @property
    def is_free(self) -> bool:
        """Whether what is written goes out without waiting."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def write(self, frame: bytes) -> None:
        """Sends a whole frame."""
        self.transport.write(frame)

    def cut(self) -> None:
        """Ends the connection at once; what the page has not read is lost."""
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """A page that answers no ping is let go, also if it never reads what lies before the goodbye."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.cut()


def line_of(scope: Scope) -> Line | None:
    """The line under the connection; None on other servers."""
    found = scope.get(KEY)
    return found if isinstance(found, Line) else None


def frame(content: bytes | str) -> bytes:
    """The message as the server's frame: nothing in it depends on who gets it."""
    kind, data = (BINARY, content) if isinstance(content, bytes) else (TEXT, content.encode("utf-8"))
    if len(data) < 126:
        return bytes((kind, len(data))) + data
    if len(data) < 65_536:
        return bytes((kind, 126)) + len(data).to_bytes(2, "big") + data
    return bytes((kind, 127)) + len(data).to_bytes(8, "big") + data


def small_frames(data: bytes) -> list[bytes] | None:
    """The contents, if the data are nothing but whole, masked, small frames of bytes."""
    said, at, end = [], 0, len(data)
    while at < end:
        if end - at < HEAD or data[at] != BINARY:
            return None
        length = data[at + 1] - MASKED
        start = at + HEAD
        at = start + length
        if not 0 <= length < 126 or at > end:
            return None
        mask = data[start - 4 : start]
        said.append(bytes(data[start + n] ^ mask[n & 3] for n in range(length)))
    return said


def ends_whole(data: bytes) -> bool:
    """Whether the data, which begin with a frame, end with one."""
    at = 0
    while at + 2 <= len(data):
        length, at = data[at + 1] & 127, at + 2
        if length > 125:
            wide = 2 if length == 126 else 8
            length, at = int.from_bytes(data[at : at + wide], "big"), at + wide
        at += 4 + length
    return at == len(data)
