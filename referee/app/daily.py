"""Once a day: the operator's summary, and old raw mails are thrown away."""

from datetime import datetime, timedelta
from typing import Any

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_address
from referee.app.shelf import Book

BEAT = "daily"
DAY = timedelta(days=1)


def once_a_day(desk: Desk, now: datetime) -> None:
    """Does it at the first call of a day (UTC); the very first one only begins to count."""
    with desk.books() as book:
        last = book.last_beat(BEAT)
        if last is not None and last.date() == now.date():
            return
        if last is not None and last < now:
            _summarize(desk, book, last, now)
        if last is not None and last.date() == (now - DAY).date():
            _purge(desk, book, now)
        book.beat(BEAT, now)
        book.commit()


def _purge(desk: Desk, book: Book, now: datetime) -> None:
    """Not after a gap: a clock that has leapt ahead must not throw anything away."""
    if desk.policy.keep_letters is not None:
        book.purge(now - desk.policy.keep_letters)


def _summarize(desk: Desk, book: Book, since: datetime, now: datetime) -> None:
    if desk.policy.operator:
        to, when = (desk.policy.operator, ""), Occasion(now)
        data = summary(desk, book, since)
        post_to_address(desk, book, to, "mail/summary", data, when, key=f"{now:%Y-%m-%d}", is_once=True)


def summary(desk: Desk, book: Book, since: datetime) -> dict[str, Any]:
    """What came in and went out since then, and what waits for somebody."""
    rows = book.match_rows()
    statuses = [row.status for row in rows]
    return {
        "since": since,
        "letters": book.count_by_status(since),
        "mails": book.count_parcels(since),
        "matches": {status: statuses.count(status) for status in sorted(set(statuses))},
        "asked": [row.id for row in rows if row.asked is not None],
        "quarantined": [filed.id for filed in book.letters_by("quarantined")],
        "held": book.count_by_status().get("held", 0),
        "suspended": [
            {"address": each.address, "since": each.since, "waiting": each.waiting}
            for each in book.suspended()
        ],
        "read_at": book.read_at(desk.policy.mailbox),
    }
