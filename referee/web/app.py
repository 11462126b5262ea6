"""The Starlette application: its routes, the guard around them, the stylesheet and scripts."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from referee.errors import BooksUnavailable
from referee.web.guard import Guard
from referee.web.invitations import Invitations
from referee.web.leaving import Leaving
from referee.web.pages import Pages, unavailable
from referee.web.paintfield.pages import PaintfieldPages
from referee.web.paintfield.rooms import Rooms
from referee.web.site import MATCH, Site

STATIC = Path(__file__).parent / "static"


def build_app(site: Site, rooms: Rooms) -> ASGIApp:
    """The pages over that site, and Paintfield's live rooms."""
    pages = Pages(site)
    routes = [
        Route("/", pages.home),
        Route("/healthz", pages.health),
        Route("/s/{token}", pages.seat),
        *Invitations(site).routes(),
        *Leaving(site).routes(),
        *PaintfieldPages(site, rooms).routes(),
        Route(MATCH, pages.match),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    handlers = {404: pages.not_found, BooksUnavailable: unavailable}
    return Guard(Starlette(routes=routes, exception_handlers=handlers))
