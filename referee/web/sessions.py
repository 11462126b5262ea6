"""From a link with a token to a cookie, so that no token stays in an address."""

import re

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response

from referee.app.records import Member
from referee.web.site import Site

TOKEN = re.compile(r"[a-z2-7]{16}")
LASTS = 60 * 60 * 24 * 60


def seated(site: Site, member: Member, to: str) -> Response:
    """Sends the browser of that seat to an address without its token."""
    return remembered(site, "seat", member.match, member.token, to, lasts=LASTS)


def remembered(
    site: Site, kind: str, match: str, token: str, to: str, *, path: str = "/", lasts: int | None = None
) -> Response:
    """Sends the browser to an address without the token, which its cookie holds from now on.

    The cookie goes to addresses below `path` only, and lives `lasts` seconds, or as long as the browser.
    """
    answer = RedirectResponse(to, 303)
    answer.set_cookie(
        f"{kind}-{match}",
        token,
        max_age=lasts,
        path=path,
        httponly=True,
        samesite="lax",
        secure=site.is_secure,
    )
    return answer


def token_of(connection: HTTPConnection, match: str, kind: str = "seat") -> str:
    """The token of that kind that the browser holds for the match, "" for none."""
    token = connection.cookies.get(f"{kind}-{match}", "")
    return token if TOKEN.fullmatch(token) else ""


def is_own_form(connection: HTTPConnection) -> bool:
    """Whether no browser says that another site's page has sent the form that a cookie would sign."""
    return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
