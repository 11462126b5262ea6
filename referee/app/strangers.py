"""Letters of people whom the referee does not know."""

from datetime import timedelta

from referee.app.asking import match_rows
from referee.app.desk import Desk
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_to_address
from referee.app.records import Filed
from referee.app.senders import Sender
from referee.app.shelf import Book

DAY = timedelta(days=1)
A_STRANGER = "a stranger"


def answer_stranger(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender) -> str:
    """One polite answer per proven address and day, and so many a day in all; others get none."""
    at = filed.received_at
    if _says_never(book, letter, sender):
        book.note_stranger(sender.address, block=True)
        book.mark_letter(filed.id, "done", "wants no more mail")
        return "done"
    answered, _ = book.stranger(sender.address)
    too_soon = answered is not None and at - answered < DAY
    too_many = book.strangers_answered(at - DAY) >= desk.policy.strangers_per_day
    if not sender.is_proven or letter.list_id or too_soon or too_many:
        book.mark_letter(filed.id, "refused", A_STRANGER)
        return "refused"
    book.note_stranger(sender.address, at=at)
    rows = match_rows(desk, book)
    data = {"matches": [r for r in rows if r["status"] == "open"], "vacant": [r for r in rows if r["vacant"]]}
    answers = (letter.message_id,) if letter.message_id else ()
    to, when = (sender.address, sender.name), Occasion(at, answers)
    post_to_address(desk, book, to, "mail/stranger", data, when)
    book.mark_letter(filed.id, "done", "a stranger, answered")
    return "done"


def _says_never(book: Book, letter: Letter, sender: Sender) -> bool:
    """Whether the first line is `never`, and the letter is proven or answers a mail that we sent there."""
    first = next((line.strip() for line in letter.text.unquoted if line.strip()), "")
    if first.rstrip(".!").casefold() != "never":
        return False
    answered = (book.parcel_of(id) for id in letter.answered)
    return sender.is_proven or any(parcel is not None and parcel.to == sender.address for parcel in answered)
