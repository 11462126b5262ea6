"""The pages that every game has: the matches, a match, a seat's link, health."""

import logging
import re
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from referee.app.asking import status_data
from referee.app.posting import context_of
from referee.app.records import MatchRow, Member
from referee.app.shelf import Book
from referee.app.turns import BEAT
from referee.engine.game import Game
from referee.engine.match import Match, validated_options
from referee.web.paintfield.rooms import GAME
from referee.web.sessions import TOKEN, seated
from referee.web.site import Site, page

log = logging.getLogger(__name__)

STYLED = re.compile(r' style="[^"]*"')
"""Mails carry their style in attributes; pages have a stylesheet."""
GROUPS = {
    "open": "Open to join",
    "invited": "Waiting for those who were challenged",
    "running": "Running",
    "over": "Finished",
}
SHOWN = {"paused": "running"}
"""Statuses that are shown under another's title."""


def match_of(book: Book, site: Site, id: str) -> tuple[MatchRow, Match]:
    """The match as it is kept; 404 if there is none."""
    row = book.match_row(id)
    if row is None or row.game not in site.desk.games:
        raise HTTPException(404)
    return row, book.load_match(row, site.desk.games[row.game])


class Pages:
    """Their endpoints."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def home(self, request: Request) -> Response:
        """The matches: open to join, running, finished."""
        rows = await self.site.in_worker(self._rows)
        groups = {status: [row for row in rows if row["status"] == status] for status in GROUPS}
        data = {"groups": groups, "titles": GROUPS, "address": self.site.desk.policy.address}
        return page(self.site, request, "home", data)

    def _rows(self) -> list[dict[str, Any]]:
        games = self.site.desk.games
        with self.site.desk.books() as book:
            rows = [row for row in book.match_rows() if row.game in games]
            invited = {row.id for row in rows if row.status == "open" and book.count_invited(row.id)}
        return [
            {
                "id": row.id,
                "title": row.title,
                "game": games[row.game].title,
                "status": "invited" if row.id in invited else SHOWN.get(row.status, row.status),
                "players": list(row.table["seats"]),
                "due": None if is_live(games[row.game], row) else row.due,
            }
            for row in reversed(rows)
        ]

    async def match(self, request: Request) -> Response:
        """A match, as far as an onlooker may see it."""
        id = f"m{request.path_params['number']}"
        return page(self.site, request, "match", await self.site.in_worker(lambda: self._match(id)))

    def _match(self, id: str) -> dict[str, Any]:
        site = self.site
        with site.desk.books() as book:
            _, match = match_of(book, site, id)
            context = {**context_of(site.desk, book, match, None, status_data(match)), "language": "en"}
            told = ""
            if match.state is not None:
                told = site.desk.render.inline(f"{match.game.key}/status", context).__html__()
        return {
            "id": id,
            "title": match.title,
            "game": match.game.title,
            "key": match.game.key,
            "status": match.status,
            "players": players_of(match),
            "due": match.until,
            "told": STYLED.sub("", told),
            "view": context["view"],
            "commitment": match.commitment if match.seed is not None else "",
            "result": match.result,
            "links": live_links(match),
        }

    async def seat(self, request: Request) -> Response:
        """A seat's own link: opening it changes nothing but the browser's cookie."""
        token = request.path_params["token"]
        found = await self.site.in_worker(lambda: self._seat(token)) if TOKEN.fullmatch(token) else None
        if found is None:
            text = "This link is not known. It may have been renewed: the newest mail has the right one."
            return page(self.site, request, "plain", {"title": "No such seat", "text": text}, 404)
        return seated(self.site, *found)

    def _seat(self, token: str) -> tuple[Member, str] | None:
        """Whose link it is, and where it leads."""
        with self.site.desk.books() as book:
            member = book.member_by_token(token)
            if member is None or member.role != "seat":
                return None
            row, _ = match_of(book, self.site, member.match)
        return member, f"/{row.id}/play" if row.game == GAME else f"/{row.id}"

    async def health(self, request: Request) -> Response:
        """Whether the database answers, and when the parts were last alive."""
        try:
            told = await self.site.in_worker(self._alive)
        except Exception:  # whatever is wrong with the database, the answer is 503
            return JSONResponse({"database": "does not answer"}, 503)
        return JSONResponse({"database": "ok", **told})

    async def not_found(self, request: Request, _: Exception) -> Response:
        """There is nothing at that address."""
        told = {"title": "Not found", "text": "There is nothing here."}
        return page(self.site, request, "plain", told, 404)

    def _alive(self) -> dict[str, str | None]:
        with self.site.desk.books() as book:
            times: dict[str, Any] = {
                "last_poll": book.read_at(self.site.desk.policy.mailbox),
                "last_send": book.last_sent(),
                "last_tick": book.last_beat(BEAT),
            }
        return {name: at and at.isoformat() for name, at in times.items()}


def players_of(match: Match) -> tuple[str, ...]:
    """Who plays, with all bots; only the first of these has a seat of the match."""
    is_ours = match.game.key == GAME and match.state is not None
    return match.state.players if is_ours else match.seats


def is_live(game: Game[Any, Any], row: MatchRow) -> bool:
    """Whether it is played in the browser: its deadline is only when it is given up."""
    return game.is_live(validated_options(game, row.options))


def live_links(match: Match) -> list[tuple[str, str]]:
    """Where a match that is played live can be watched, now or again."""
    if match.game.key != GAME or match.state is None:
        return []
    links = [("Replay", "replay"), ("Last field", "field.png")] if match.state.rounds else []
    if match.state.options.is_live and match.result is None:
        links.insert(0, ("Watch", "watch"))
    return [(name, f"/{match.id}/{path}") for name, path in links]


async def unavailable(request: Request, trouble: Exception) -> Response:
    """The database is locked, full or out of reach; what was asked for was not done."""
    log.warning("a page has to wait: %s", trouble)
    text = "This can't be done just now; please try again in a minute.\n"
    return PlainTextResponse(text, 503, {"Retry-After": "60"})
