"""A match for which a time was agreed starts then, also without those who have not accepted."""

from datetime import datetime

from referee.app import joining
from referee.app.desk import Desk
from referee.app.posting import post_notices
from referee.app.shelf import Book
from referee.app.sitting import sit_down
from referee.engine.match import validated_options
from referee.engine.said import said
from referee.errors import OrderError


def start_agreed(desk: Desk, now: datetime) -> int:
    """Starts every open match whose agreed time has come; gives how many were started."""
    with desk.books() as book:
        rows = [row.id for row in book.match_rows("open") if row.game in desk.games]
    return sum(_started(desk, match, now) for match in rows)


def _started(desk: Desk, match: str, now: datetime) -> bool:
    """Whether the match was started, in a transaction of its own."""
    with desk.books() as book:
        try:
            return _start(desk, book, match, now)
        except OrderError:  # too few have accepted: it stays open, and its challengers can write again
            return False


def _start(desk: Desk, book: Book, match: str, now: datetime) -> bool:
    row = book.match_row(match)
    if row is None or row.status != "open":
        return False
    sitting = sit_down(book, row, desk.games[row.game])
    game = sitting.match.game
    agreed = game.agreed(validated_options(game, sitting.match.options))
    if agreed is None or agreed > now or not sitting.match.seats:
        return False
    missing = book.count_invited(match) + 1 - len(sitting.match.seats)
    options = game.without(sitting.match.options, missing)
    if options != sitting.match.options:
        data = {"verb": "option", "options": dict(options)}
        text = said("bots for {count} who did not accept", count=missing)
        sitting.take("overridden", now, None, text, said("it is time"), data)
    joining.start(desk, sitting, now, None)
    sitting.save(book)
    post_notices(desk, book, sitting, now)
    book.commit()
    return True
