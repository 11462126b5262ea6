"""How much one proven sender may write: what is above it is held, with one notice."""

from datetime import timedelta

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_address
from referee.app.records import Filed
from referee.app.senders import Sender
from referee.app.shelf import Book

HOUR = timedelta(hours=1)
TEN_MINUTES = timedelta(minutes=10)
RETRY = "retry"
"""The note of a letter that somebody wants handled again, whatever the budget says."""


def is_over(desk: Desk, book: Book, filed: Filed, sender: Sender) -> bool:
    """Whether a proven sender has written too much, and the letter is held for it.

    Letters that are not proven never count, so that nobody can use up somebody else's budget.
    """
    if not sender.is_proven or filed.note == RETRY:
        return False
    too_many = _too_many(desk, book, filed)
    if too_many is None:
        return False
    is_first = not book.count_letters(filed, HOUR, ("held",), too_many)
    book.mark_letter(filed.id, "held", too_many, sender.match)
    if is_first and sender.person is not None:
        _notify(desk, book, filed, sender, too_many)
    return True


def _too_many(desk: Desk, book: Book, filed: Filed) -> str | None:
    policy, taken = desk.policy, ("done", "waiting")
    most = policy.letters_per_hour
    if most is not None and book.count_letters(filed, HOUR, taken) >= most:
        return f"more than {most} letters in an hour"
    most = policy.receipts_per_10_minutes
    if most is not None and book.count_letters(filed, TEN_MINUTES, ("done",)) >= most:
        return f"more than {most} receipts in ten minutes"
    return None


def _notify(desk: Desk, book: Book, filed: Filed, sender: Sender, too_many: str) -> None:
    assert sender.person is not None
    text = (
        f"The referee has got {too_many} from you. What you write now is kept, but not carried out and not "
        "answered; write again later."
    )
    to, person = (sender.person.address, sender.person.name), sender.person
    data = {"text": text}
    post_to_address(desk, book, to, "mail/alert", data, Occasion(filed.received_at), zone=person.zone)
