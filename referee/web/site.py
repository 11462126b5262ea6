"""What every page works with, and how a page is rendered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from referee.app.desk import Desk
from referee.display.languages import when
from referee.display.render import packaged
from referee.web.clerk import Clerk, HouseClerk
from referee.worker import InWorker


class ShortNumber(Convertor[int]):
    """A number in an address, no longer than one of ours can be."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Its digits."""
        return str(value)


register_url_convertor("short", ShortNumber())
MATCH = "/m{number:short}"


@dataclass(frozen=True, slots=True)
class Site:
    """The parts that the pages share; nothing in it changes while the referee runs.

    `base_url`: what links in mails begin with; `own_url`: how browsers reach this very process, where
    several serve one site. `wake`: told after something was posted.
    """

    desk: Desk
    in_worker: InWorker
    now: Callable[[], datetime]
    base_url: str = ""
    own_url: str = ""
    templates_dir: Path | None = None
    wake: Callable[[], None] = lambda: None
    apart: Clerk | None = None

    @property
    def clerk(self) -> Clerk:
        """Who records what rooms have played: `apart`, or whoever runs the books here."""
        return self.apart or HouseClerk(self.desk, self.in_worker, self.now)

    @property
    def is_secure(self) -> bool:
        """Whether the site is reached over TLS, so that cookies may insist on it."""
        return self.base_url.startswith("https://")


def page(site: Site, request: Request, name: str, data: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """The page of that template."""
    words = environment(site.templates_dir).get_template(f"web/{name}.html.j2")
    return HTMLResponse(words.render(path=request.url.path, **data), status)


@cache
def environment(site: Path | None) -> Environment:
    """The templates of pages; a site's own folder comes first."""
    folders = [folder for folder in (site, packaged()) if folder is not None]
    made = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["when"] = when
    return made


def is_same_origin(site: Site, connection: HTTPConnection) -> bool:
    """Whether the browser says that one of our own pages asks (WebSocket handshakes always say so)."""
    origin = connection.headers.get("origin", "")
    host = origin.partition("://")[2]
    return bool(host) and (host == connection.headers.get("host") or origin == _root(site.base_url))


def _root(url: str) -> str:
    return "/".join(url.split("/")[:3])
