"""Whether the templates load and render: the program's own, and those of the site."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError

from referee.app.receipts import Transcript
from referee.config import Settings
from referee.display.render import Templates, packaged
from referee.doctor.findings import Finding, fail, ok, warn
from referee.engine.draws import Draws
from referee.engine.game import Game, Notice, Table
from referee.engine.match import validated_options
from referee.games import games

NAMES = ("Ann", "Bob", "Cid", "Dee")


def templates(settings: Settings, now: datetime) -> Iterator[Finding]:
    """Every template loads, and the mails of a beginning match render."""
    site = settings.templates_dir
    if site is not None and not site.is_dir():
        yield fail("templates", f"templates_dir {site} is no folder")
        return
    shelf, own = Templates(site), _names(packaged())
    names = own | (_names(site) if site else set())
    faults = list(dict.fromkeys(_unloadable(shelf, names))) or list(dict.fromkeys(_unrenderable(shelf, now)))
    yield from faults
    for name in sorted(names - own):
        yield warn("templates", f"{name} in templates_dir replaces no mail of the program")
    if not faults:
        yield ok("templates", f"{len(names)} load, and the mails of a new match render")


def _names(folder: Path) -> set[str]:
    """The mails and parts that the folder has templates of."""
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*.j2"))
    return {file.removesuffix(".j2").removesuffix(".txt").removesuffix(".html") for file in files}


def _unloadable(shelf: Templates, names: set[str]) -> Iterator[Finding]:
    for name in sorted(names):
        try:
            if name not in shelf:
                yield fail("templates", f"{name} lacks its form for text or for HTML")
        except TemplateSyntaxError as error:
            yield fail("templates", f"{error.filename or name}, line {error.lineno}: {error.message}")


def _unrenderable(shelf: Templates, now: datetime) -> Iterator[Finding]:
    for name, context in _samples(now):
        try:
            shelf(name, context)
        except (TemplateError, TypeError, ValueError, LookupError, AttributeError) as error:
            yield fail("templates", f"{name} does not render: {error}")


def _samples(now: datetime) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """A receipt, and what each game tells at the start of a match and at its first deadline."""
    yield "mail/receipt", _context(None, None, None, Transcript(notes=["A note."]).data)
    for game in games().values():
        names = NAMES[: max(2, game.seats.start)]
        draws = Draws(bytes(32))
        begun = game.setup(Table(names, validated_options(game, {}), now), draws)
        yield from _told(game, begun.state, begun.notices)
        due = game.deadline(begun.state)
        if due is not None:
            closed = game.close(begun.state, due, draws)
            yield from _told(game, closed.state, closed.notices)


def _told(
    game: Game[Any, Any], state: Any, notices: tuple[Notice, ...]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for notice in notices:
        seat = notice.to or NAMES[0]
        yield f"{game.key}/{notice.kind}", _context(game, seat, game.view(state, seat), notice.data)


def _context(
    game: Game[Any, Any] | None, seat: str | None, view: Mapping[str, Any] | None, data: Mapping[str, Any]
) -> Mapping[str, Any]:
    return {
        "match": "m1" if game else "",
        "title": "Sample" if game else "",
        "game": game.key if game else "",
        "you": seat,
        "zone": "UTC",
        "view": view or {},
        "data": data,
        "overrides": [],
        "address": "referee@example.org",
    }
