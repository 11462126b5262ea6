"""One click ends an observer's mails (RFC 8058): mail programs post, people see a button first."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.app.observing import is_observer, unsubscribe_by_token
from referee.web.sessions import TOKEN
from referee.web.site import Site, page


class Leaving:
    """The address in List-Unsubscribe; the token in it is all that is asked for."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Where it is found."""
        place = "/unsubscribe/{match}/{token}"
        return [Route(place, self.ask), Route(place, self.leave, methods=["POST"])]

    async def ask(self, request: Request) -> Response:
        """A page with a button: programs that look into links must not end anything."""
        match, token = self._place(request)
        if not await self.site.in_worker(lambda: self._is_observer(match, token)):
            raise HTTPException(404)
        return page(self.site, request, "leave", {"title": f"No more mails of {match}?", "match": match})

    async def leave(self, request: Request) -> Response:
        """Ends them; a second click, or one that ends nothing, is told the same."""
        match, token = self._place(request)
        await self.site.in_worker(lambda: self._end(match, token))
        text = f"You get nothing more of {match}."
        return page(self.site, request, "plain", {"title": "No more mails", "text": text})

    def _place(self, request: Request) -> tuple[str, str]:
        match, token = request.path_params["match"], request.path_params["token"]
        if not TOKEN.fullmatch(token):
            raise HTTPException(404)
        return match, token

    def _is_observer(self, match: str, token: str) -> bool:
        with self.site.desk.books() as book:
            return is_observer(book, match, token)

    def _end(self, match: str, token: str) -> None:
        with self.site.desk.books() as book:
            unsubscribe_by_token(book, match, token)
            book.commit()
