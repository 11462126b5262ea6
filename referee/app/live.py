"""A live server's dealings with the books: each a transaction of its own."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.app.desk import Desk
from referee.app.posting import post_notices
from referee.app.shelf import Book
from referee.app.sitting import Sitting, sit_down
from referee.engine.match import Match, voided
from referee.engine.said import said
from referee.errors import NotLegal


def load(desk: Desk, id: str) -> Match | None:
    """The match as it is kept, None if there is none."""
    with desk.books() as book:
        row = book.match_row(id)
        return (
            None if row is None or row.game not in desk.games else book.load_match(row, desk.games[row.game])
        )


def seat_of(desk: Desk, id: str, token: str) -> str | None:
    """The name of the seat that the token stands for in the match."""
    if not token:
        return None
    with desk.books() as book:
        member = book.member_by_token(token)
    is_seat = member is not None and member.match == id and member.role == "seat"
    return member.name if member is not None and is_seat else None


def last_letter(desk: Desk, id: str) -> datetime | None:
    """When somebody who has a seat in the match last wrote a letter to it; None: nobody has."""
    with desk.books() as book:
        return book.last_letter_of_a_seat(id)


def is_taken_back(desk: Desk, id: str, opening: str) -> bool:
    """Whether a moderator took back a round whose first line begins so."""
    with desk.books() as book:
        log = book.entries(id)
    taken, rounds = voided(log), [entry for entry in log if entry.data.get("round")]
    return any(str(e.data["round"][0]).startswith(opening) and e.number in taken for e in rounds)


def record(desk: Desk, id: str, data: Mapping[str, Any], text: str, at: datetime) -> Match:
    """The match after what was played; its mails are posted in the same transaction. NotLegal: it is over."""
    with desk.books() as book:
        sitting = _running(desk, book, id)
        sitting.take("played", at, None, text, data=data)
        _saved(desk, book, sitting, at)
        return sitting.match


def resign(desk: Desk, id: str, name: str, at: datetime) -> Match:
    """The match after that seat left it; as it was if it had left before, or the match is over."""
    with desk.books() as book:
        sitting = _running(desk, book, id)
        if name not in sitting.match.gone and sitting.match.status != "over":
            sitting.take("resigned", at, name, said("{name} resigns", name=name))
            _saved(desk, book, sitting, at)
        return sitting.match


def _running(desk: Desk, book: Book, id: str) -> Sitting:
    row = book.match_row(id)
    if row is None or row.state is None:
        raise NotLegal(said("The match has not started."))
    return sit_down(book, row, desk.games[row.game])


def _saved(desk: Desk, book: Book, sitting: Sitting, at: datetime) -> None:
    sitting.save(book)
    post_notices(desk, book, sitting, at)
    book.commit()
