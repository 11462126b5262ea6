"""One click ends an observer's mails (RFC 8058): mail programs post, people see a button first."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from referee.app.observing import is_observer, unsubscribe_by_token
from referee.web.sessions import TOKEN, is_own_form, remembered, token_of
from referee.web.site import Site, page

PLACE = "/unsubscribe/{match}"
KIND = "leaving"


class Leaving:
    """The address in List-Unsubscribe; the token in it is all that is asked for."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Where it is found: with its token in the mail's header, and without for people."""
        return [
            Route(f"{PLACE}/{{token}}", self.open),
            Route(f"{PLACE}/{{token}}", self.one_click, methods=["POST"]),
            Route(PLACE, self.ask),
            Route(PLACE, self.leave, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Programs that look into links must not end anything; a browser is led to a page with a button."""
        match, token = request.path_params["match"], request.path_params["token"]
        await self._known(match, token)
        to = f"/unsubscribe/{match}"
        return remembered(self.site, KIND, match, token, to, path=to)

    async def ask(self, request: Request) -> Response:
        """The page with the button."""
        match = request.path_params["match"]
        await self._known(match, token_of(request, match, KIND))
        return page(self.site, request, "leave", {"title": f"No more mails of {match}?", "match": match})

    async def one_click(self, request: Request) -> Response:
        """A mail program's click: it has no cookie, and follows nowhere."""
        return await self._left(request, request.path_params["token"])

    async def leave(self, request: Request) -> Response:
        """The button."""
        if not is_own_form(request):
            return RedirectResponse(request.url.path, 303)
        return await self._left(request, token_of(request, request.path_params["match"], KIND))

    async def _left(self, request: Request, token: str) -> Response:
        """Ends the mails; a second click, or one that ends nothing, is told the same."""
        match = request.path_params["match"]
        if not TOKEN.fullmatch(token):
            raise HTTPException(404)
        await self.site.in_worker(lambda: self._end(match, token))
        text = f"You get nothing more of {match}."
        return page(self.site, request, "plain", {"title": "No more mails", "text": text})

    async def _known(self, match: str, token: str) -> None:
        is_known = TOKEN.fullmatch(token) is not None
        if not is_known or not await self.site.in_worker(lambda: self._is_observer(match, token)):
            raise HTTPException(404)

    def _is_observer(self, match: str, token: str) -> bool:
        with self.site.desk.books() as book:
            return is_observer(book, match, token)

    def _end(self, match: str, token: str) -> None:
        with self.site.desk.books() as book:
            unsubscribe_by_token(book, match, token)
            book.commit()
