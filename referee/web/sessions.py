"""From a link with a token to a cookie, so that no token stays in an address."""

import re

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response

from referee.app.records import Member
from referee.app.shelf import Book
from referee.web.site import Site

TOKEN = re.compile(r"[a-z2-7]{16}")
LASTS = 60 * 60 * 24 * 60


def cookie_name(match: str) -> str:
    """The cookie that holds the token of a seat in that match."""
    return f"seat-{match}"


def seated(site: Site, member: Member, to: str) -> Response:
    """Sends the browser to an address without the token, which its cookie holds from now on."""
    answer = RedirectResponse(to, 303)
    answer.set_cookie(
        cookie_name(member.match),
        member.token,
        max_age=LASTS,
        httponly=True,
        samesite="lax",
        secure=site.is_secure,
    )
    return answer


def token_of(connection: HTTPConnection, match: str) -> str:
    """The token that the browser holds for the match, "" for none."""
    token = connection.cookies.get(cookie_name(match), "")
    return token if TOKEN.fullmatch(token) else ""


def holder(book: Book, match: str, token: str) -> Member | None:
    """The seat of the match that the token stands for."""
    member = book.member_by_token(token) if token else None
    return member if member is not None and member.match == match and member.role == "seat" else None
