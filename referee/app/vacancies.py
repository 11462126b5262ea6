"""A seat that was left is announced as wanted, and whoever joins plays on from there."""

from datetime import datetime

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_member
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.engine.game import Notice
from referee.engine.match import Match
from referee.engine.said import either, said
from referee.errors import NotLegal


def wanted(book: Book, match: str, gone: frozenset[str]) -> tuple[Member, ...]:
    """The seats that were left and that a moderator wants to be filled."""
    return tuple(m for m in book.members(match, "seat") if m.wanted_by is not None and m.name in gone)


def wanted_seat(book: Book, match: Match, name: str) -> Member:
    """The wanted seat of that name in a match that has started; NotLegal if it is none."""
    seats = wanted(book, match.id, match.gone) if match.status != "over" else ()
    found = next((seat for seat in seats if seat.name.casefold() == name.casefold()), None)
    if found is not None:
        return found
    if not seats:
        raise NotLegal(said("The match has started, so nobody can join it any more."))
    forms = either([f"“join {match.id} as {seat.name}”" for seat in seats])
    raise NotLegal(
        said("The match has started. Only a seat that was left can be taken: {forms}.", forms=forms)
    )


def take_over(desk: Desk, book: Book, sitting: Sitting, seat: Member, person: Person, at: datetime) -> None:
    """The person plays that seat from now on; welcomed, shown how things stand, announced."""
    token = desk.secrets.token(f"token/{seat.match}/{seat.name}/{person.address}")
    book.set_member(seat.id, person=person.id, token=token, wanted_by=None)
    text, reason = (
        said("{name} is played by somebody else from now on", name=seat.name),
        said("the seat was vacant"),
    )
    data = {"verb": "replace", "rest": "", "secret": False, "name": seat.name}
    sitting.take("overridden", at, seat.wanted_by, text, reason, data)
    told = {"no": sitting.match.overrides, "at": at, "by": seat.wanted_by, "text": text, "reason": reason}
    sitting.notices.append(Notice("override", None, told))
    successor = book.member(seat.id)
    assert successor is not None
    players = {"players": list(sitting.match.seats)}
    post_to_member(desk, book, sitting.match, successor, "mail/welcome", players, Occasion(at))
    if not any(notice.to == seat.name for notice in sitting.notices):
        template = f"{sitting.match.game.key}/display"
        post_to_member(desk, book, sitting.match, successor, template, {}, Occasion(at))
