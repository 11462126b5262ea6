"""Confirm mails: what is asked, of whom, and until when the answer counts."""

from dataclasses import replace
from datetime import datetime, timedelta

from referee.app.budget import asks_too_much, note_question
from referee.app.desk import Desk
from referee.app.hand import Hand
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_to_address
from referee.app.records import Confirm, Filed
from referee.app.senders import Sender
from referee.app.shelf import Book
from referee.engine.names import spelled
from referee.engine.said import said, said_of

LASTS = timedelta(days=7)
NOBODY_TO_ASK = "not proven, and nobody to ask"


def ask(
    desk: Desk,
    book: Book,
    confirm: Confirm,
    what: str,
    at: datetime,
    commands: tuple[str, ...] = (),
    changes: tuple[str, ...] = (),
) -> None:
    """Posts a confirm mail with a token of its own; the reply's first line decides."""
    book.add_confirm(confirm, at)
    person = book.person_at(confirm.address)
    row = book.match_row(confirm.match) if confirm.match else None
    match = book.load_match(row, desk.games[row.game]) if row else None
    data = {"what": what, "until": confirm.expires_at, "commands": commands, "changes": changes, "code": None}
    to = (confirm.address, person.name if person else "")
    post_to_address(desk, book, to, "mail/confirm", data, Occasion(at), token=confirm.token, match=match)


def new_confirm(
    desk: Desk, book: Book, filed: Filed, kind: str, address: str, match: str | None, payload: str = ""
) -> Confirm:
    """A confirmation that ends after 7 days; of a letter or a preview, with the deadline at the latest."""
    row = book.match_row(match) if match else None
    ends = filed.received_at + LASTS
    if kind in ("letter", "moderate") and row is not None and row.due is not None:
        ends = min(ends, row.due) if row.due > filed.received_at else ends
    label = f"confirm/{kind}/{address}/{filed.message_id}/{filed.received_at.isoformat()}/{payload}"
    token = _fresh_token(desk, book, label)
    return Confirm(token, kind, address, filed.id, match, filed.member, payload, ends, None)


def _fresh_token(desk: Desk, book: Book, label: str) -> str:
    """A token that no question has had: the same one can be asked again."""
    token, tries = desk.secrets.token(label), 1
    while book.confirm(token) is not None:
        tries += 1
        token = desk.secrets.token(f"{label}/{tries}")
    return token


def is_over(book: Book, confirm: Confirm, at: datetime) -> bool:
    """Whether an answer at that time counts no more; a deadline that was put off puts the end off."""
    if confirm.used_at is not None:
        return True
    if confirm.expires_at > at:
        return False
    letter, row = book.letter(confirm.letter), book.match_row(confirm.match) if confirm.match else None
    if confirm.kind != "letter" or letter is None or row is None or row.status not in ("running", "paused"):
        return True
    is_closed = row.closed_at is not None and letter.received_at < row.closed_at
    is_due = row.due is not None and row.due <= at
    return is_closed or is_due or at >= letter.received_at + LASTS


def to_ask(address: str) -> str:
    """The note of a held letter whose address still owes an answer about another one."""
    return f"to ask {address}"


def hold(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender) -> str:
    """Keeps an unproven letter and asks the registered address about it."""
    if sender.ask is None or letter.list_id:
        book.mark_letter(filed.id, "held", NOBODY_TO_ASK, sender.match)
        return "held"
    if book.pending_confirms(sender.ask, filed.received_at):
        book.mark_letter(filed.id, "held", to_ask(sender.ask), sender.match)
        return "held"
    if asks_too_much(desk, book, filed, sender):
        return "held"
    note_question(book, filed, sender.ask)
    member = sender.member.id if sender.member else None
    book.mark_letter(filed.id, "held", f"asked {sender.ask}", sender.match, member)
    confirm = new_confirm(desk, book, filed, "letter", sender.ask, sender.match)
    ask(desk, book, replace(confirm, member=member), _came_in(filed, letter, sender), filed.received_at)
    return "held"


def _came_in(filed: Filed, letter: Letter, sender: Sender) -> str:
    """What the owner can know the letter by: nothing of its words, which may be a stranger's."""
    return said_of(
        "A letter of one line from {address} came in at {at} UTC. Did you write it?",
        "A letter of {count} lines from {address} came in at {at} UTC. Did you write it?",
        sum(bool(line.strip()) for line in letter.text.unquoted),
        address=spelled(sender.address),
        at=filed.received_at,
    )


def ask_writer(hand: Hand, line: str) -> None:
    """Asks the writer at the seat's address whether the line is really meant."""
    member, filed = hand.member, hand.book.letter(hand.letter)
    assert filed is not None
    person = member.person if member else hand.person
    assert person is not None
    match = member.match if member else None
    confirm = new_confirm(hand.desk, hand.book, filed, "line", person.address, match, line)
    confirm = replace(confirm, member=member.id if member else None)
    ask(hand.desk, hand.book, confirm, said("You wrote: {line}", line=line), hand.at)
