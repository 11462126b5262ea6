"""Addresses that mails come back from: suspended after three within a week, revived by a letter."""

from datetime import datetime, timedelta

from referee.app.desk import Desk
from referee.app.ports import Bounce
from referee.app.posting import tell_moderators, tell_operator
from referee.app.records import Member
from referee.app.shelf import Book
from referee.engine.said import said

WEEK = timedelta(days=7)
LIMIT = 3


def hear(desk: Desk, book: Book, bounce: Bounce, at: datetime) -> str:
    """Takes a mail system's report to heart; gives what it says about which mail, for the ledger."""
    for message_id in bounce.about:
        parcel = book.parcel_of(message_id)
        if parcel is None:
            continue
        if not _is_permanent(bounce, parcel.to):
            return f"mail {parcel.id} is delayed"
        note_bounce(desk, book, parcel.id, parcel.to, at)
        return f"mail {parcel.id} came back"
    return "a report about no mail of ours"


def _is_permanent(bounce: Bounce, to: str) -> bool:
    """A mail that was forwarded fails under another address than ours went to."""
    if to in bounce.permanent or to in bounce.temporary:
        return to in bounce.permanent
    return not bounce.temporary


def note_bounce(desk: Desk, book: Book, parcel: int, to: str, at: datetime) -> None:
    """The parcel will never arrive; the third such within a week suspends its address."""
    if not book.note_bounced(parcel, at) or to == desk.policy.operator:
        return
    if not book.is_suspended(to) and book.count_bounced(to, at - WEEK) >= LIMIT:
        book.suspend(to, at)
        _tell(desk, book, to, at)


def _tell(desk: Desk, book: Book, address: str, at: datetime) -> None:
    """Tells the moderators of the person's matches, or else the operator."""
    person = book.person_at(address)
    told = False
    for member in book.memberships(person.id) if person is not None else ():
        told |= _tell_match(desk, book, member, at)
    if not told:
        text = said(
            "{limit} mails to {address} came back within a week, so nothing more is sent there.",
            limit=LIMIT,
            address=address,
        )
        tell_operator(desk, book, text, at, f"suspended/{address}/{at.isoformat()}")


def _tell_match(desk: Desk, book: Book, member: Member, at: datetime) -> bool:
    row = book.match_row(member.match)
    moderators = [m for m in book.members(member.match, "moderator") if m.person.id != member.person.id]
    if row is None or row.status == "over" or not moderators:
        return False
    text = said(
        "{limit} mails to {name} came back within a week, so nothing more is sent there. "
        "What there is for {name} waits, and goes out when a letter from {name} comes in.",
        limit=LIMIT,
        name=member.name,
    )
    tell_moderators(desk, book, book.load_match(row, desk.games[row.game]), text, at)
    return True


def revive(book: Book, person: int, at: datetime) -> None:
    """A proven letter of that person came in: what waits for its addresses goes out again."""
    for address in book.addresses_of(person):
        if book.is_suspended(address):
            book.revive(address, at)
