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


class Line(WebSocketsSansIOProtocol):
    """A connection; once `hear` is set, messages go there and no longer to the application's queue."""

    hear: Callable[[bytes | str], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """The handshake; the application finds the line in its scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(Scope, self.scope)[KEY] = self

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
