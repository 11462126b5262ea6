"""`tick`: what is due is closed, at its deadline, after the mail that arrived before it."""

import traceback
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from referee.app.absence import without_absent
from referee.app.agreed import remind_invited, start_agreed
from referee.app.daily import once_a_day
from referee.app.desk import Desk
from referee.app.intake import again
from referee.app.posting import (
    Occasion,
    post_notices,
    post_to_member,
    tell_moderators,
    tell_operator,
)
from referee.app.records import MatchRow
from referee.app.shelf import Book
from referee.app.sitting import sit_down
from referee.app.timing import settle_outage
from referee.engine.match import Match
from referee.engine.said import said, together
from referee.errors import BooksUnavailable, TakenAlready

BEAT = "tick"
A_MOMENT = timedelta(microseconds=1)
UP = "up"
"""Since when the clock has struck without a long break."""
SKEW = timedelta(minutes=1)
"""A beat that is further ahead was made by a clock that has been put back since."""


def tick(desk: Desk, now: datetime, *, is_read: bool = False) -> int:
    """Closes every deadline at or before `now` that may be closed; gives how many were.

    BooksUnavailable when the database can't be used: what is left is done the next time. Running
    late, twice, or in several processes gives the same result once. `is_read`: the mailbox is known to
    be read up to now (a simulation, a demo).
    """
    _ask_about_outage(desk, now, is_read)
    _note_up(desk, now)
    closed = 0
    while (done := sum(_close(desk, match, now, is_read) for match in _due(desk, now))) > 0:
        closed += done
    _hear_waiting(desk, now)
    _start_agreed(desk, now)
    _remind(desk, now)
    if not is_read:
        once_a_day(desk, now)
    _beat(desk, now)
    return closed


def _due(desk: Desk, now: datetime) -> tuple[str, ...]:
    with desk.books() as book:
        return book.due_matches(now, asked=False)


def _beat(desk: Desk, now: datetime) -> None:
    with desk.books() as book:
        last = book.last_beat(BEAT)
        if last is None or last < now or last - now > SKEW:
            book.beat(BEAT, now)
            book.commit()


def _note_up(desk: Desk, now: datetime) -> None:
    with desk.books() as book:
        last = book.last_beat(BEAT)
        if last is None or now - last > desk.policy.grace:
            book.beat(UP, now)
            book.commit()


def _may_close(desk: Desk, book: Book, due: datetime, now: datetime) -> bool:
    """Whether the mailbox was read late enough, or the server has been out of reach for too long.

    A referee that was down itself has not yet tried to reach it: then the grace begins when it is up.
    """
    read_at = book.read_at(desk.policy.mailbox)
    if read_at is not None and read_at >= due + desk.policy.settle:
        return True
    up = book.last_beat(UP) or due
    return now >= max(due, up) + desk.policy.grace


def _close(desk: Desk, match: str, now: datetime, is_read: bool) -> int:
    """Closes the match's deadline in a transaction of its own; 0 if it may not be, or somebody else did."""
    try:
        with desk.books() as book:
            row = book.match_row(match)
            if row is None or row.due is None or row.due > now or row.asked is not None:
                return 0
            if not is_read and not _may_close(desk, book, row.due, now):
                return 0
            _close_row(desk, book, row, now, is_read)
            book.commit()
    except TakenAlready:
        return 0
    except BooksUnavailable:  # it is closed as soon as the database can be written again
        raise
    except Exception:  # a fault of ours: this match is paused, and the others go on
        _pause(desk, match, now, traceback.format_exc())
        return 0
    _hear_waiting(desk, now, match)
    return 1


def _close_row(desk: Desk, book: Book, row: MatchRow, now: datetime, is_read: bool) -> None:
    assert row.due is not None
    sitting = sit_down(book, row, desk.games[row.game])
    sitting.close(row.due)
    sitting.save(book)
    if not is_read:
        sitting.drop_stale(now)
    post_notices(desk, book, sitting, row.due)
    read_at = book.read_at(desk.policy.mailbox)
    if not is_read and (read_at is None or read_at < row.due):
        text = said("The mailbox could not be read, so this deadline was closed without its last letters.")
        tell_moderators(desk, book, sitting.match, text, row.due)


def _pause(desk: Desk, match: str, now: datetime, error: str) -> None:
    """A match whose close fails is paused until a moderator resumes it; operator and moderator are told."""

    def pause(book: Book, row: MatchRow) -> None:
        sitting = sit_down(book, row, desk.games[row.game])
        data = {"verb": "pause", "rest": ""}
        sitting.take("overridden", now, None, "pause", said("closing the deadline failed"), data)
        sitting.save(book)
        text = said("Closing the deadline of {match} failed, so the match is paused.", match=match)
        tell_operator(desk, book, f"{text}\n\n{error}", now, f"close/{match}/{row.number}")
        tell_moderators(desk, book, sitting.match, together([text, said("The operator has been told.")]), now)

    _each(desk, (match,), now, "Pausing", pause)


def _each(
    desk: Desk, matches: Iterable[str], now: datetime, what: str, work: Callable[[Book, MatchRow], None]
) -> None:
    """Works on each match in a transaction of its own; where that fails the operator is told once."""
    for match in matches:
        try:
            with desk.books() as book:
                row = book.match_row(match)
                if row is not None:
                    work(book, row)
                    book.commit()
        except BooksUnavailable:  # nothing can be told either
            raise
        except Exception:  # a fault of ours: the other matches go on
            text = f"{what} {match} failed.\n\n{traceback.format_exc()}"
            with desk.books() as book:
                tell_operator(desk, book, text, now, f"{what}/{match}/{now:%Y-%m-%d}")
                book.commit()


def _hear_waiting(desk: Desk, now: datetime, match: str | None = None) -> None:
    """Handles the letters that waited for a deadline which is closed by now, in order of their time."""
    with desk.books() as book:
        waiting = book.waiting_letters(match)
    for letter in waiting:
        if _is_ripe(desk, letter):
            again(desk, letter, now)


def _is_ripe(desk: Desk, letter: int) -> bool:
    with desk.books() as book:
        filed = book.letter(letter)
        if filed is None or filed.status != "waiting":
            return False
        row = book.match_row(filed.match) if filed.match else None
        if row is None or filed.note == "retry":
            return True
        return row.asked is None and (row.due is None or filed.received_at < row.due)


def _start_agreed(desk: Desk, now: datetime) -> None:
    """Starts the open matches whose agreed time has come, and reminds those who are invited to others."""
    with desk.books() as book:
        ids = [row.id for row in book.match_rows("open") if row.game in desk.games]
    invited = "Reminding those invited to"
    _each(desk, ids, now, "Starting", lambda book, row: start_agreed(desk, book, row, now))
    _each(desk, ids, now, invited, lambda book, row: remind_invited(desk, book, row, now))


def _remind(desk: Desk, now: datetime) -> None:
    with desk.books() as book:
        moments = dict(book.reminders_due(now))

    def remind(book: Book, row: MatchRow) -> None:
        if row.status != "running":
            return
        at, sitting = moments[row.id], sit_down(book, row, desk.games[row.game])
        game, state = sitting.match.game, sitting.match.state
        due = game.reminders(state, at - A_MOMENT)
        later = game.reminders(state, at)
        book.note_reminded(row.id, later[0] if later is not None and later[0] > at else None)
        if due is not None and due[0] <= at:
            sitting.notices.extend(without_absent(due[1], book.members(row.id, "seat"), due[0]))
            post_notices(desk, book, sitting, due[0])

    _each(desk, moments, now, "Reminding the players of", remind)


def _ask_about_outage(desk: Desk, now: datetime, is_read: bool) -> None:
    """After an outage over a deadline the moderator decides; unless answered in time it is closed.

    Whoever says that the mailbox is read up to now has not been down.
    """
    policy = desk.policy
    with desk.books() as book:
        last = book.last_beat(BEAT)
        is_long = policy.outage is not None and last is not None and now - last > policy.outage
        was_down = is_long and not is_read
        asked, due = book.due_matches(now, asked=True), book.due_matches(now, asked=False)

    def ask(book: Book, row: MatchRow) -> None:
        match = sit_down(book, row, desk.games[row.game]).match
        if last is not None and row.asked is None and match.until is not None and last < match.until <= now:
            _ask(desk, book, match, last, now)

    _each(desk, asked, now, "Deciding about", lambda book, row: _settle_unanswered(desk, book, row, now))
    _each(desk, due if was_down else (), now, "Asking about", ask)


def _ask(desk: Desk, book: Book, match: Match, last: datetime, now: datetime) -> None:
    book.ask(match.id, now)
    data = {
        "down_from": last,
        "up_at": now,
        "missed": [match.until],
        "until": now + desk.policy.outage_answer,
    }
    for moderator in book.members(match.id, "moderator"):
        post_to_member(desk, book, match, moderator, "mail/outage", data, Occasion(now))


def _settle_unanswered(desk: Desk, book: Book, row: MatchRow, now: datetime) -> None:
    if row.asked is None or now < row.asked + desk.policy.outage_answer:
        return
    sitting = sit_down(book, row, desk.games[row.game])
    settle_outage(sitting, "close", now, None)
    sitting.save(book)
    book.ask(row.id, None)
    post_notices(desk, book, sitting, now)
