"""A match for which a time was agreed starts then, also without those who have not accepted.

They are reminded once before.
"""

from datetime import datetime, timedelta

from referee.app import joining
from referee.app.absence import is_absent
from referee.app.challenging import invitation, unanswered
from referee.app.desk import Desk
from referee.app.posting import Occasion, post_notices, post_to_address
from referee.app.records import Confirm, MatchRow
from referee.app.shelf import Book
from referee.app.sitting import Sitting, sit_down
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
        for confirm in unanswered(book, row.id, now):
            _remind(desk, book, match, confirm, now)


def _remind(desk: Desk, book: Book, match: Match, confirm: Confirm, now: datetime) -> None:
    person = book.person_at(confirm.address)
    if person is not None and is_absent(person, now):
        return
    data = invitation(desk, match, confirm, match.seats[0])
    to, when = (confirm.address, confirm.payload), Occasion(now)
    post_to_address(
        desk, book, to, "mail/unanswered", data, when, confirm.token, match, "reminder", is_once=True
    )


def start_agreed(desk: Desk, book: Book, row: MatchRow, now: datetime) -> None:
    """Starts the match if its agreed time has come; when too few have accepted, it stays open."""
    game = desk.games[row.game]
    agreed = game.agreed(validated_options(game, row.options))
    if row.status != "open" or agreed is None or agreed > now:
        return
    sitting = sit_down(book, row, game)
    if not sitting.match.seats:
        return
    try:
        _start(desk, book, sitting, now)
    except OrderError:  # its challengers can write again
        return
    sitting.save(book)
    post_notices(desk, book, sitting, now)


def _start(desk: Desk, book: Book, sitting: Sitting, now: datetime) -> None:
    """Starts it with bots for those who did not accept, as its game has it; NotLegal when it can't start."""
    match = sitting.match
    missing = book.count_invited(match.id) + 1 - len(match.seats)
    options = match.game.without(match.options, missing)
    if options != match.options:
        data = {"verb": "option", "options": dict(options)}
        text = said("bots for {count} who did not accept", count=missing)
        sitting.take("overridden", now, None, text, said("it is time"), data)
    joining.start(desk, sitting, now, None)
