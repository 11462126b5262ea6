"""The Starlette application: its routes, the guard around them, the stylesheet and scripts."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from referee.web.guard import Guard
from referee.web.invitations import Invitations
from referee.web.leaving import Leaving
from referee.web.pages import Pages, not_found
from referee.web.paintfield.pages import PaintfieldPages
from referee.web.paintfield.rooms import Rooms
from referee.web.site import Site

STATIC = Path(__file__).parent / "static"


def build_app(site: Site, rooms: Rooms) -> Starlette:
    """The pages over that site, and Paintfield's live rooms."""
    pages = Pages(site)
    routes = [
        Route("/", pages.home),
        Route("/healthz", pages.health),
        Route("/s/{token}", pages.seat),
        *Invitations(site).routes(),
        *Leaving(site).routes(),
        *PaintfieldPages(site, rooms).routes(),
        Route("/m{number:int}", pages.match),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard)], exception_handlers={404: not_found})
