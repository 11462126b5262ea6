"""Newcomers to a running match: they ask, and get their seats when the game lets them in."""

from datetime import datetime

from referee.app.desk import Desk
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.engine.said import said


def ask(sitting: Sitting, wish: str, person: Person, at: datetime, by: str | None) -> str:
    """Asks the game for a seat (`by`: the moderator who gives it); the sentence for the receipt. NotLegal."""
    game = sitting.match.game
    name = game.seat_name(wish)
    is_open = by is not None or game.may_join(sitting.match.state) == "open"
    text = said("{name} takes a seat", name=name) if is_open else said("{name} asks for a seat", name=name)
    data = {"as": wish, "person": person.id, "given": by}
    return sitting.take("joined", at, name, text, data=data)


def enrol(desk: Desk, book: Book, sitting: Sitting) -> list[Member]:
    """Gives those their seats whom the game has let in; the caller welcomes them."""
    names, enrolled = list(sitting.newcomers), []
    sitting.newcomers.clear()
    known = {seat.name for seat in book.members(sitting.match.id, "seat")} if names else set()
    for name in names:
        person = _who_asked(book, sitting, name)
        if name not in known and person is not None:
            token = desk.secrets.token(f"token/{sitting.match.id}/{name}")
            enrolled.append(book.add_member(sitting.match.id, "seat", name, person, token))
    return enrolled


def dismissed(book: Book, sitting: Sitting) -> list[tuple[str, Person]]:
    """Who asked in vain, by the name that was asked for; each is given once."""
    names = list(sitting.turned_away)
    sitting.turned_away.clear()
    asked = [(name, _who_asked(book, sitting, name)) for name in names]
    return [(name, person) for name, person in asked if person is not None]


def _who_asked(book: Book, sitting: Sitting, name: str) -> Person | None:
    """Who asked last for the seat of that name in the running match."""
    asked = [
        int(entry.data["person"])
        for entry in book.entries(sitting.match.id)
        if entry.kind == "joined" and entry.by == name and "person" in entry.data
    ]
    return book.person(asked[-1]) if asked else None
