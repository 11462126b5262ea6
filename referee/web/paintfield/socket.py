"""The WebSocket of a room: who may open it, and what comes in."""

from urllib.parse import parse_qs

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from referee.app import live as books
from referee.web.paintfield.connection import Connection
from referee.web.paintfield.room import Room
from referee.web.paintfield.rooms import Rooms
from referee.web.paintfield.wire import told
from referee.web.sessions import token_of
from referee.web.site import Site, is_same_origin

FLOOD = 200
"""So many messages within a second are no play."""


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
            await send({"type": "websocket.close", "code": 4403})
            return
        room = await self.rooms.room(match)
        if room is None:
            await send({"type": "websocket.close", "code": 4404})
            return
        await send({"type": "websocket.accept"})
        if isinstance(room, str):
            await send({"type": "websocket.send", "text": told("moved", to=room)})
            await send({"type": "websocket.close", "code": 1000})
            return
        await self._stay(room, Connection(send, await self._seat(room, connection)), receive)

    async def _seat(self, room: Room, connection: HTTPConnection) -> int | None:
        """The seat that the page's cookie stands for; None to watch."""
        query = parse_qs(connection.url.query, keep_blank_values=True)
        if "watch" in query:
            return None
        token = token_of(connection, room.match.id)
        name = await self.site.in_worker(lambda: books.seat_of(self.site.desk, room.match.id, token))
        return room.state.seat(name) if name in room.state.players and name is not None else None

    async def _stay(self, room: Room, connection: Connection, receive: Receive) -> None:
        room.enter(connection)
        second, count = 0, 0
        try:
            while True:
                message: Message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                if int(room.clock()) != second:
                    second, count = int(room.clock()), 0
                count += 1
                if count > FLOOD:
                    connection.close(4408)
                    return
                content = message.get("bytes")
                room.hear(connection, content if content is not None else message.get("text") or "")
        finally:
            room.leave(connection)
