"""A match for which a time was agreed starts then, also without those who have not accepted.

They are reminded once before.
"""

from datetime import datetime, timedelta

from referee.app import joining
from referee.app.absence import is_absent
from referee.app.challenging import invitation
from referee.app.desk import Desk
from referee.app.posting import Occasion, post_notices, post_to_address
from referee.app.records import Confirm, MatchRow
from referee.app.shelf import Book
from referee.app.sitting import sit_down
from referee.engine.match import Match, validated_options
from referee.engine.said import said
from referee.errors import OrderError

REMINDER = timedelta(hours=6)


def remind_invited(desk: Desk, book: Book, row: MatchRow, now: datetime) -> None:
    """Reminds who has not answered 6 hours before the agreed time, or when half of the time has gone by."""
    game = desk.games[row.game]
    agreed = game.agreed(validated_options(game, row.options))
    if row.status != "open" or agreed is None or not agreed - REMINDER <= now < agreed:
        return
    match, invited = book.load_match(row, game), book.entries(row.id)[0].at
    if match.seats and now >= agreed - min(REMINDER, (agreed - invited) / 2):
        for confirm in book.open_invitations(row.id, now):
            _remind(desk, book, match, confirm, now)


def _remind(desk: Desk, book: Book, match: Match, confirm: Confirm, now: datetime) -> None:
    person = book.person_at(confirm.address)
    if book.stranger(confirm.address)[1] or (person is not None and is_absent(person, now)):
        return
    data = invitation(desk, match, confirm, match.seats[0])
    to, when = (confirm.address, confirm.payload), Occasion(now)
    post_to_address(
        desk, book, to, "mail/unanswered", data, when, confirm.token, match, "reminder", is_once=True
    )


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
