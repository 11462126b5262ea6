"""How much one proven sender, and all unproven mail, may ask for: what is above is held, with one notice."""

from datetime import timedelta

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_address, tell_operator
from referee.app.records import Filed
from referee.app.senders import Sender
from referee.app.shelf import Book
from referee.engine.said import said

DAY = timedelta(days=1)
SAME = 3
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


def asks_too_much(desk: Desk, book: Book, filed: Filed, sender: Sender) -> bool:
    """Whether so much unproven mail was asked about lately that this letter is only held.

    Questions to addresses that nobody registered share the strangers' answers of a day.
    """
    at, most = filed.received_at, desk.policy.unproven_per_hour
    if most is not None and book.count_asked(at - HOUR) >= most:
        note = f"more than {most} letters in an hour that nobody vouches for"
        text = said(
            "There were more than {count} letters in an hour that nobody vouches for: the others are held, "
            "and nobody is asked about them.",
            count=most,
        )
        tell_operator(desk, book, text, at, f"unproven/{at:%Y-%m-%dT%H}")
    elif sender.person is None and book.strangers_answered(at - DAY) >= desk.policy.strangers_per_day:
        note = "too many strangers today"
    else:
        return False
    book.mark_letter(filed.id, "held", note, sender.match)
    return True


def note_question(book: Book, filed: Filed, address: str) -> None:
    """A question goes to that address; one to a stranger is this day's answer."""
    if book.person_at(address) is None:
        book.note_stranger(address, at=filed.received_at)


def repeats_itself(book: Book, filed: Filed) -> bool:
    """Whether the sender wrote the same a few times today: a program that answers every receipt does."""
    return book.count_same(filed, DAY) >= SAME


def _too_many(desk: Desk, book: Book, filed: Filed) -> str | None:
    policy, taken = desk.policy, ("done", "waiting")
    most = policy.letters_per_hour
    if most is not None and book.count_letters(filed, HOUR, taken) >= most:
        return said("more than {count} letters in an hour", count=most)
    most = policy.receipts_per_10_minutes
    if most is not None and book.count_letters(filed, TEN_MINUTES, ("done",)) >= most:
        return said("more than {count} letters in ten minutes", count=most)
    return None


def _notify(desk: Desk, book: Book, filed: Filed, sender: Sender, too_many: str) -> None:
    assert sender.person is not None
    text = said(
        "The referee has got {too_many} from you. What you write for a while now is neither carried out nor "
        "answered: send it again later.",
        too_many=too_many,
    )
    data = {"subject": said("Your last letter was not carried out"), "text": text}
    to = (sender.person.address, sender.person.name)
    post_to_address(desk, book, to, "mail/alert", data, Occasion(filed.received_at))
