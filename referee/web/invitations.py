"""An invitation in the browser: the page alone does nothing, its buttons accept or decline.

The link's token goes into a cookie for the page of that match's invitation, so that no address shows it.
"""

import asyncio
from typing import Any
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from referee.app.challenging import answer_invitation
from referee.app.records import Confirm, Member
from referee.app.shelf import Book
from referee.engine.match import validated_options
from referee.errors import OrderError
from referee.web.paintfield.rooms import GAME
from referee.web.sessions import TOKEN, is_own_form, remembered, seated, token_of
from referee.web.site import MATCH, Site, page

PLACE = f"{MATCH}/invitation"
KIND = "invitation"
LONGEST = 1024
PATIENCE = 30.0
"""Seconds."""
GONE = (
    "This invitation is not open here: it was answered, the match does not take place, its time is over, or "
    "your browser keeps no cookies. "
    "A reply to the mail needs none."
)


class Invitations:
    """Their endpoints."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/i/{token}", self.open),
            Route(PLACE, self.show, methods=["GET"]),
            Route(PLACE, self.answer, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """The link in the mail."""
        token = request.path_params["token"]
        match = await self.site.in_worker(lambda: self._match(token))
        if match is None:
            return self._gone(request)
        to = f"/{match}/invitation"
        return remembered(self.site, KIND, match, token, to, path=to)

    def _match(self, token: str) -> str | None:
        with self.site.desk.books() as book:
            confirm = self._open(book, token)
        return confirm.match if confirm is not None else None

    def _gone(self, request: Request) -> Response:
        return page(self.site, request, "plain", {"title": "Invitation", "text": GONE}, 404)

    async def show(self, request: Request) -> Response:
        """Who invites to what."""
        token = self._token(request)
        told = await self.site.in_worker(lambda: self._told(token))
        if told is None:
            return self._gone(request)
        return page(self.site, request, "invitation", told)

    def _token(self, request: Request) -> str:
        return token_of(request, f"m{request.path_params['number']}", KIND)

    def _told(self, token: str) -> dict[str, Any] | None:
        with self.site.desk.books() as book:
            confirm = self._open(book, token)
            row = book.match_row(confirm.match) if confirm and confirm.match else None
            if confirm is None or row is None:
                return None
            match = book.load_match(row, self.site.desk.games[row.game])
            hosts = [member.name for member in book.members(match.id, "seat")]
        return {
            "title": f"Invitation to {match.game.title}",
            "game": match.game.title,
            "name": confirm.payload,
            "hosts": hosts,
            "at": match.game.agreed(validated_options(match.game, match.options)),
            "until": confirm.expires_at,
            "commitment": match.game.promise(match.draws) if match.seed is not None else "",
        }

    def _open(self, book: Book, token: str) -> Confirm | None:
        confirm = book.confirm(token) if TOKEN.fullmatch(token) else None
        if confirm is None or confirm.kind != "invite" or confirm.used_at is not None:
            return None
        row = book.match_row(confirm.match or "")
        is_open = row is not None and row.status == "open" and self.site.now() < confirm.expires_at
        return confirm if is_open else None

    async def answer(self, request: Request) -> Response:
        """Accepts or declines, as a reply to the mail would."""
        token, said = self._token(request), await chosen(request)
        if said not in ("accept", "decline") or not is_own_form(request):
            return RedirectResponse(request.url.path, 303)
        accepts = said == "accept"
        member, words = await self.site.in_worker(lambda: self._answered(token, accepts))
        self.site.wake()
        if member is not None:
            return seated(self.site, member, f"/{member.match}/play")
        if not words:
            return RedirectResponse(request.url.path, 303)
        return page(self.site, request, "plain", {"title": "Invitation", "text": words})

    def _answered(self, token: str, accepts: bool) -> tuple[Member | None, str]:
        """The seat, where it can be played at once in the browser, and the answer's words."""
        now = self.site.now()
        with self.site.desk.books() as book:
            confirm = self._open(book, token)
            if confirm is None or confirm.match is None:
                return None, ""
            book.use_confirm(token, now)
            try:
                words = answer_invitation(self.site.desk, book, confirm, now, confirm.letter, accepts)
            except OrderError as refused:
                return None, str(refused)
            row, seats = book.match_row(confirm.match), book.members(confirm.match, "seat")
            book.commit()
        if not accepts:
            return None, words
        if row is None or row.status == "open":
            return None, f"{words} A mail comes when it begins."
        if row.game != GAME:
            return None, words
        return next(seat for seat in seats if seat.name == confirm.payload), words


async def chosen(request: Request) -> str:
    """The button that was pressed; nobody presses more than LONGEST bytes, nor for longer than PATIENCE."""
    raw = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                raw += part
                if len(raw) > LONGEST:
                    raise HTTPException(413)
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408) from None
    return parse_qs(raw.decode("utf-8", "replace")).get("answer", [""])[-1]
