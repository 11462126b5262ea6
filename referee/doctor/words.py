"""Whether the templates load and render: the program's own, and those of the site."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.app.records import MatchRow
from referee.app.turns import tick
from referee.bootstrap import simulated_desk
from referee.config import Person, Settings
from referee.display.render import Templates, packaged
from referee.doctor.findings import Finding, fail, ok, warn
from referee.engine.game import Game
from referee.errors import ConfigError

PAGES = "web/"
NAMES = ("Ann", "Bob", "Cid", "Dee")
ADDRESS, AUTHOR = "referee@sample.invalid", "max@sample.invalid"
PLACE = re.compile(r'File "([^"]+\.j2)"')


def templates(settings: Settings, now: datetime) -> Iterator[Finding]:
    """Every template loads, and the mails of a beginning match render."""
    site = settings.templates_dir
    if site is not None and not site.is_dir():
        yield fail("templates", f"templates_dir {site} is no folder")
        return
    try:
        shelf, own = Templates(site, settings.language), _names(packaged())
        shelf.check()
    except ConfigError as error:
        yield fail("templates", str(error))
        return
    names = own | (_names(site) if site else set())
    faults = list(_unloadable(shelf, names)) or list(_unrenderable(shelf, settings, now))
    for folder in (packaged(), *([site] if site else [])):
        faults += _unreadable(folder)
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
    for name in sorted(name for name in names if not name.startswith(PAGES)):
        try:
            if name not in shelf:
                yield fail("templates", f"{name} lacks its form for text or for HTML")
        except TemplateSyntaxError as error:
            yield fail("templates", f"{error.filename or name}, line {error.lineno}: {error.message}")


def _unreadable(folder: Path) -> Iterator[Finding]:
    """Pages have no form as text; they are only looked through."""
    language = Environment(extensions=["jinja2.ext.i18n"])
    for file in sorted((folder / PAGES).rglob("*.j2")):
        try:
            language.parse(file.read_text("utf-8"))
        except TemplateSyntaxError as error:
            yield fail("templates", f"{file}, line {error.lineno}: {error.message}")


def _unrenderable(shelf: Templates, settings: Settings, now: datetime) -> Iterator[Finding]:
    """What fails when a match of each game begins and comes to its first deadline, in a simulation."""
    with simulated_desk(_sample(settings), bytes(32)) as simulated:
        desk = replace(simulated, render=shelf)
        for number, game in enumerate(desk.games.values(), start=1):
            receive(desk, Fetched("INBOX", 1, number, now, _opening(game)), now)
            row = _row(desk, game)
            if row is None or row.status != "running":
                with desk.books() as book:
                    letter = book.letter(number)
                yield _fault(game, letter.note if letter else "")
            elif row.due is not None:
                tick(desk, row.due, is_read=True)
                yield from _paused(desk, game)


def _row(desk: Desk, game: Game[Any, Any]) -> MatchRow | None:
    with desk.books() as book:
        return next((row for row in book.match_rows() if row.game == game.key), None)


def _paused(desk: Desk, game: Game[Any, Any]) -> Iterator[Finding]:
    """A match whose deadline could not be closed is paused, and the operator is told why."""
    row = _row(desk, game)
    if row is not None and row.status == "paused":
        with desk.books() as book:
            told = (
                message_from_bytes(mail, policy=default).get_body(("plain",)) for mail in book.all_mails()
            )
        texts = [str(part.get_content()) for part in told if part is not None]
        yield _fault(game, next((text for text in texts if "Traceback" in text), ""))


def _sample(settings: Settings) -> Settings:
    """The same words, with somebody who may open matches and is told of faults."""
    moderation = {"confirm": "never", "moderators": (Person("Max", AUTHOR),)}
    changed = {
        "mail": settings.mail.model_copy(update={"address": ADDRESS}),
        "identity": settings.identity.model_copy(update={"trust_from": True}),
        "moderation": settings.moderation.model_copy(update=moderation),
        "operator": settings.operator.model_copy(update={"address": AUTHOR}),
    }
    return settings.model_copy(update=changed)


def _opening(game: Game[Any, Any]) -> bytes:
    names = NAMES[: max(2, game.seats.start)]
    seats = "\n".join(f"seat {name} {name.lower()}@sample.invalid" for name in names)
    head = f"From: {AUTHOR}\nTo: {ADDRESS}\nMessage-ID: <{game.key}@sample.invalid>\n"
    return f'{head}\nopen {game.key} "Sample"\n{seats}\nstart\n'.encode()


def _fault(game: Game[Any, Any], trace: str) -> Finding:
    """The template that broke, and why."""
    places = PLACE.findall(trace)
    where = places[-1] if places else f"a match of {game.title}"
    said = [line for line in trace.splitlines() if re.match(r"[\w.]+(Error|Exception)\b", line)]
    return fail("templates", f"{where} does not render: {said[-1] if said else 'it could not be opened'}")
