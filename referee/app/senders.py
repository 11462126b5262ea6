"""Who wrote a letter, for which match, and whether that is proven (spec/mail.md, Who is writing)."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from referee.app.desk import Desk
from referee.app.ports import Letter
from referee.app.records import Member, Person, Posted
from referee.app.shelf import Book

FRESH = timedelta(days=3)
PLUS_MATCH = re.compile(r"(m\d+)(?:[.-]|$)")
TAG = re.compile(r"\[(m\d+)\]")


@dataclass(frozen=True, slots=True)
class Sender:
    """Whom a letter speaks for. `ask`: the address whose confirmation would prove it, None if none can.

    `member` is the seat or the moderator; `is_listed` says that the address may open matches,
    `is_confirmed` that a reply to a confirm mail has proven the letter.
    """

    address: str
    name: str
    person: Person | None = None
    member: Member | None = None
    match: str | None = None
    is_proven: bool = False
    ask: str | None = None
    is_listed: bool = False
    is_confirmed: bool = False
    others: tuple[str, ...] = ()
    """The person's other matches, when the letter does not say which it means."""


def identify(desk: Desk, book: Book, letter: Letter, at: datetime) -> Sender:
    """The sender by token, by the mail that was answered, or by a From that somebody vouches for."""
    assert letter.sender is not None
    person = book.person_at(letter.sender)
    sender = Sender(letter.sender, letter.sender_name, person, is_listed=is_listed(desk, letter.sender))
    holder = _holder(book, letter, person)
    if holder is not None:
        return _by_token(sender, holder)
    answered = _answered(book, letter)
    if answered is not None and person is not None and answered.member is not None:
        member = book.member(answered.member)
        if member is not None and member.person.id == person.id:
            return replace(sender, member=member, match=member.match, is_proven=True)
    return _by_address(desk, book, sender, letter, at)


def is_listed(desk: Desk, address: str) -> bool:
    """Whether the configuration lets that address open matches."""
    return any(address == listed for _, listed in desk.policy.moderators)


def _holder(book: Book, letter: Letter, person: Person | None) -> Member | None:
    """Whose token the letter bears: of several (an answer to all) the writer's own, else the first."""
    found = [(match, book.member_by_token(token)) for match, token in letter.tokens]
    holders = [member for match, member in found if member is not None and member.match == match]
    own = (holder for holder in holders if person is not None and holder.person.id == person.id)
    return next(own, holders[0] if holders else None)


def _answered(book: Book, letter: Letter) -> Posted | None:
    return next((posted for id in letter.answered if (posted := book.posted(id)) is not None), None)


def _by_token(sender: Sender, holder: Member) -> Sender:
    own = sender.person is not None and sender.person.id == holder.person.id
    ask = None if own or holder.person.only_known else holder.person.address
    return replace(sender, member=holder, match=holder.match, is_proven=own, ask=ask)


def _by_address(desk: Desk, book: Book, sender: Sender, letter: Letter, at: datetime) -> Sender:
    proven = is_vouched(desk, letter, at)
    chosen = _choose(desk, book, sender, letter)
    return replace(chosen, is_proven=proven, ask=None if proven else sender.address)


def is_vouched(desk: Desk, letter: Letter, at: datetime) -> bool:
    """Whether the From may be believed: the network is closed, or the operator's server says so."""
    if desk.policy.trust_from:
        return True
    is_fresh = letter.date is not None and abs(letter.date - at) <= FRESH
    return letter.authenticated and is_fresh and _names_us(desk, letter)


def _names_us(desk: Desk, letter: Letter) -> bool:
    local, _, host = desk.policy.address.rpartition("@")
    ours = (f"{local}@{host}", f"{local}{desk.policy.delimiter}")
    return any(
        to == ours[0] or (to.startswith(ours[1]) and to.endswith(f"@{host}")) for to in letter.recipients
    )


def _choose(desk: Desk, book: Book, sender: Sender, letter: Letter) -> Sender:
    """The match that a registered person means: named in the recipient or subject, else the only one."""
    if sender.person is None:
        return sender
    memberships = book.memberships(sender.person.id)
    named = _named(letter, desk.policy.delimiter)
    mine = [m for m in memberships if m.match == named] if named else _running(book, memberships)
    seats = [m for m in mine if m.role == "seat"] or mine
    if len({m.match for m in seats}) == 1:
        return replace(sender, member=seats[0], match=seats[0].match)
    return replace(sender, others=tuple(sorted({m.match for m in seats})))


def _running(book: Book, memberships: tuple[Member, ...]) -> list[Member]:
    seats = [m for m in memberships if m.role == "seat"]
    seats = seats or [m for m in memberships if m.role == "observer"]
    alive = [m for m in seats if (row := book.match_row(m.match)) is not None and row.status != "over"]
    return alive or seats[-1:]


def _named(letter: Letter, delimiter: str) -> str | None:
    for to in letter.recipients:
        found = PLUS_MATCH.match(to.partition("@")[0].rpartition(delimiter)[2])
        if found:
            return found[1]
    found = TAG.search(letter.subject)
    return found[1] if found else None


def about_of(book: Book, letter: Letter, match: str | None) -> str:
    """What the mail of that match which the letter answers was about, "" if it answers none."""
    answered = _answered(book, letter)
    return answered.about if answered is not None and answered.match == match else ""
