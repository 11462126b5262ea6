"""What a moderator may ask: the true state, a player's view, the log, the letters."""

from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any

from referee.app.desk import Desk
from referee.app.posting import context_of, known_of
from referee.app.records import Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.app.verbs import commands_of, rows_of, topics_of
from referee.engine.orders import whole
from referee.engine.said import said, said_of, together
from referee.errors import NotLegal, NotUnderstood


def _show(desk: Desk, book: Book, sitting: Sitting, rest: str, reader: Person | None) -> str:
    match = sitting.match
    if match.state is None:
        raise NotLegal(said("The match has not started yet."))
    context = context_of(desk, book, match, None, {}) | known_of(reader)
    if not rest:
        context["view"] = {**match.game.view(match.state, None), **match.game.reveal(match.state)}
        return desk.render.inline(f"{match.game.key}/show", context)
    name = next((seat for seat in match.seats if seat.casefold() == rest.casefold()), None)
    if name is None:
        raise NotUnderstood(
            said("Nobody here is called {name!r}; there are {names}.", name=rest, names=list(match.seats))
        )
    context |= {"view": match.game.view(match.state, name), "you": name}
    return desk.render.inline(f"{match.game.key}/display", context)


def _log(desk: Desk, book: Book, sitting: Sitting, rest: str, reader: Person | None) -> str:
    count = whole(rest) if rest else 50
    if not count:
        raise NotUnderstood(said("Write “log” or “log N”."))
    log = (*book.entries(sitting.match.id), *sitting.new)
    rows = [
        {"number": e.number, "at": e.at, "kind": e.kind, "by": e.by, "text": e.text, "reason": e.reason}
        for e in log[-count:]
    ]
    context = context_of(desk, book, sitting.match, None, {"entries": rows}) | known_of(reader)
    return desk.render.inline("mail/log", context)


def _letters(_: Desk, book: Book, sitting: Sitting, rest: str, reader: Person | None) -> str:
    if rest:
        raise NotUnderstood(said("“letters” stands alone on its line."))
    rows = [
        f"{filed.id}  {filed.status}  {filed.sender}  {filed.note.splitlines()[-1] if filed.note else ''}"
        for status in ("held", "waiting", "quarantined")
        for filed in book.letters_by(status)
        if filed.match in (None, sitting.match.id)
    ]
    told = (*rows, *_kept(book, sitting.match.id))
    return together(told, "\n") if told else said("No letter waits.")


def _kept(book: Book, match: str) -> list[str]:
    """The mails that wait because earlier ones came back."""
    suspended = {each.address: each for each in book.suspended()}
    members = (member for role in ("seat", "moderator") for member in book.members(match, role))
    return [
        said_of(
            "{name}: a mail waits, because earlier ones came back ({day})",
            "{name}: {count} mails wait, because earlier ones came back ({day})",
            kept.waiting,
            name=member.name,
            day=kept.since.astimezone(UTC).date(),
        )
        for member in members
        if (kept := suspended.get(member.person.address)) is not None
    ]


def _help(desk: Desk, book: Book, sitting: Sitting, rest: str, reader: Person | None) -> str:
    verbs = commands_of(sitting.match.game)
    if rest:
        verbs = topics_of(rest.casefold(), verbs)
    data = {"topic": rest, "verbs": [], "commands": rows_of(verbs), "text": ""}
    return desk.render.inline(
        "mail/help", context_of(desk, book, sitting.match, None, data) | known_of(reader)
    )


REPORTS: Mapping[str, Callable[[Desk, Book, Sitting, str, Person | None], Any]] = {
    "show": _show,
    "log": _log,
    "letters": _letters,
    "help": _help,
}
