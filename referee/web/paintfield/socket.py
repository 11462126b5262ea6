"""The WebSocket of a room: who may open it, and what comes in."""

import logging
from urllib.parse import parse_qs

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from referee.app import live as books
from referee.errors import BooksUnavailable
from referee.web.lines import line_of
from referee.web.paintfield.connection import Connection
from referee.web.paintfield.room import Room
from referee.web.paintfield.rooms import Rooms
from referee.web.paintfield.wire import told
from referee.web.sessions import token_of
from referee.web.site import Site, is_same_origin

log = logging.getLogger(__name__)

LATER = 1013
"""The code with which a page is sent away while the books can't be used."""
FLOOD = 200
"""So many messages within a second are no play."""


def closing(code: int) -> Message:
    """The end of a connection, or before it is accepted its refusal."""
    return {"type": "websocket.close", "code": code}


class Socket:
    """The ASGI endpoint `/mN/socket`; `?watch` makes a spectator of anybody."""

    def __init__(self, site: Site, rooms: Rooms) -> None:
        self.site, self.rooms = site, rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One page from its handshake to its end."""
        await receive()  # websocket.connect
        connection = HTTPConnection(scope)
        match = f"m{scope['path_params']['number']}"
        if not is_same_origin(self.site, connection):
            await send(closing(4403))
            return
        try:
            room = await self.rooms.room(match)
            token = self._token(connection, match)
            seat = await self._seat(room, token) if isinstance(room, Room) else None
        except BooksUnavailable as trouble:
            log.warning("a page of %s has to try again: %s", match, trouble)
            await send({"type": "websocket.accept"})
            await send(closing(LATER))
            return
        if room is None:
            await send(closing(4404))
            return
        await send({"type": "websocket.accept"})
        if isinstance(room, str):
            await send({"type": "websocket.send", "text": told("moved", to=room)})
            await send(closing(1000))
        elif self.rooms.rooms.get(match) is not room:  # it was closed meanwhile
            await send(closing(LATER))
        else:
            await self._at(room, Connection(send, seat, line_of(scope), token), receive)

    async def _at(self, room: Room, page: Connection, receive: Receive) -> None:
        """The page at the room, until it goes."""
        hear, line = Hearing(room, page), page.line
        room.enter(page)
        try:
            if line is not None:
                line.hear = hear
            await self._until_gone(hear, receive)
        finally:
            room.leave(page)

    def _token(self, connection: HTTPConnection, match: str) -> str:
        """The token in the page's cookie; "" for one that only watches."""
        query = parse_qs(connection.url.query, keep_blank_values=True)
        return "" if "watch" in query else token_of(connection, match)

    async def _seat(self, room: Room, token: str) -> int | None:
        """The seat that the token stands for; None to watch."""
        name = await self.site.in_worker(lambda: books.seat_of(self.site.desk, room.match.id, token))
        return room.state.seat(name) if name in room.state.players and name is not None else None

    async def _until_gone(self, hear: "Hearing", receive: Receive) -> None:
        """Hears what comes through the application's queue, until the page goes."""
        while True:
            message: Message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            content = message.get("bytes")
            hear(content if content is not None else message.get("text") or "")


class Hearing:
    """What a page says, as long as that is no flood."""

    def __init__(self, room: Room, page: Connection) -> None:
        self.room, self.page = room, page
        self.second = self.count = 0

    def __call__(self, content: bytes | str) -> None:
        """Hands the message to the room."""
        second = int(self.room.clock())
        self.count = self.count + 1 if second == self.second else 1
        self.second = second
        if self.count > FLOOD:
            self.page.close(4408)
        elif self.page.is_open:
            self.room.hear(self.page, content)
