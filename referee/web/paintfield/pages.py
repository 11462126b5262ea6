"""Paintfield's pages: lobby and play, watching, replay, the log and its pictures."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from referee.app import live as books
from referee.engine.match import Match
from referee.web.paintfield.rooms import GAME, Rooms
from referee.web.paintfield.socket import Socket
from referee.web.paintfield.stills import ends_of, still
from referee.web.sessions import token_of
from referee.web.site import MATCH, Site, page


class PaintfieldPages:
    """Their endpoints."""

    def __init__(self, site: Site, rooms: Rooms) -> None:
        self.site, self.rooms = site, rooms

    def routes(self) -> list[Route | WebSocketRoute]:
        """The addresses."""
        return [
            WebSocketRoute(f"{MATCH}/socket", Socket(self.site, self.rooms)),
            Route(f"{MATCH}/play", self.play),
            Route(f"{MATCH}/watch", self.watch),
            Route(f"{MATCH}/replay", self.replay),
            Route(f"{MATCH}/log.jsonl", self.log),
            Route(f"{MATCH}/field.png", self.picture),
            Route(f"{MATCH}/field-{{round:short}}-{{tick:short}}.png", self.picture),
            Route(f"{MATCH}/match.gif", self.picture),
            Route("/replay", self.any_replay),
        ]

    async def _match(self, request: Request) -> Match:
        id = f"m{request.path_params['number']}"
        match = await self.site.in_worker(lambda: books.load(self.site.desk, id))
        if match is None or match.game.key != GAME or match.state is None:
            raise HTTPException(404)
        return match

    async def play(self, request: Request) -> Response:
        """The lobby and the field, for a seat."""
        match = await self._match(request)
        token = token_of(request, match.id)
        name = await self.site.in_worker(lambda: books.seat_of(self.site.desk, match.id, token))
        if name is None:
            return RedirectResponse(f"/{match.id}/watch", 303)
        return await self._live(request, match, name, f"/s/{token}")

    async def watch(self, request: Request) -> Response:
        """The field, for whoever has the link."""
        match = await self._match(request)
        return await self._live(request, match, "", f"/{match.id}/watch")

    async def _live(self, request: Request, match: Match, name: str, elsewhere: str) -> Response:
        """The page; `elsewhere`: its address where another process holds the room, which needs a cookie."""
        if not match.state.options.is_live:
            return RedirectResponse(f"/{match.id}", 303)
        if match.state.ending is not None:
            return RedirectResponse(f"/{match.id}/replay", 303)
        room = await self.rooms.room(match.id)
        if isinstance(room, str) and room.startswith("http"):
            return RedirectResponse(f"{room.rstrip('/')}{elsewhere}", 303)
        options = match.state.options
        data = {
            "id": match.id,
            "title": match.title,
            "you": name,
            "players": match.state.players,
            "seconds": f"{options.ticks * options.tick_ms / 1000:g}",
            "address": self.site.desk.policy.address,
        }
        return page(self.site, request, "paintfield/play", data)

    async def replay(self, request: Request) -> Response:
        """The rounds that were played, with a slider; step by step without scripts."""
        match = await self._match(request)
        asked = request.query_params
        shown = still(match.state.log, asked.get("round", ""), asked.get("tick", ""))
        return page(self.site, request, "paintfield/replay", replay_data(match) | {"still": shown})

    async def any_replay(self, request: Request) -> Response:
        """A log that comes with the link itself, behind its #."""
        data: dict[str, Any] = {"id": "", "title": "A match of Paintfield", "view": None, "still": None}
        return page(self.site, request, "paintfield/replay", data)

    async def log(self, request: Request) -> Response:
        """The log as far as it is public."""
        match = await self._match(request)
        return PlainTextResponse("\n".join(match.state.log) + "\n", media_type="application/jsonl")

    async def picture(self, request: Request) -> Response:
        """The last field, the field on a tick, or the match as an animation."""
        match = await self._match(request)
        if not match.state.rounds or not _is_shown(match, request.path_params):
            raise HTTPException(404)
        name, log = request.url.path.rpartition("/")[2], "\n".join(match.state.log) + "\n"
        kind, content = await asyncio.to_thread(self.site.desk.attach, name, log)
        return Response(content, media_type=kind)


def _is_shown(match: Match, asked: Mapping[str, Any]) -> bool:
    """Whether the log has the tick that a picture is asked of, if it is asked of one."""
    return "tick" not in asked or asked["tick"] <= ends_of(match.state.log).get(asked["round"], -1)


def replay_data(match: Match) -> dict[str, Any]:
    """What the replay page shows without scripts."""
    view = match.game.view(match.state, None)
    return {"id": match.id, "title": match.title, "view": view}
