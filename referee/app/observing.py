"""Observers get what an onlooker may see: public announcements and the result."""

import re

from referee.app.desk import Desk
from referee.app.hand import Hand
from referee.app.joining import person_for
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_to_member
from referee.app.questions import hold
from referee.app.records import Filed, Member, Person
from referee.app.senders import Sender
from referee.app.shelf import Book
from referee.app.strangers import answer_stranger
from referee.app.tongues import SYNONYMS
from referee.engine.orders import Order
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood

WORDS = ("observe", *(word for form in SYNONYMS["observe"].values() for word in form))
OBSERVING = re.compile(
    rf"(?:please\s+|i\s+)*(?:{'|'.join(WORDS)})(?:\s+|(?<=[^\x00-\x7f]))(m\d+)\s*[.!。！]?\s*", re.IGNORECASE
)
"""After a Chinese word no blank is needed."""


def requested(line: str) -> str | None:
    """The match that a line `observe MATCH` asks for, None if it is none."""
    found = OBSERVING.fullmatch(line)
    return found[1].lower() if found else None


def observe(hand: Hand, order: Order) -> None:
    """`observe MATCH`, of somebody who is registered."""
    match = requested(f"observe {order.rest}")
    if match is None:
        raise NotUnderstood(said("Write “observe m1”; “matches” lists the matches."))
    if hand.person is None:
        raise NotLegal(
            said("The referee does not know you yet. Write “observe” alone in a letter of its own.")
        )
    _check(hand.book, match, hand.person)
    if hand.transcript.is_preview:
        hand.transcript.tell(order.line, said("It is read as: observe {match}.", match=match))
        return
    _add(hand.desk, hand.book, match, hand.person, hand.letter)
    hand.transcript.accept(order.line, said("You get what is public of {match} from now on.", match=match))


def begin(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, match: str) -> str:
    """`observe MATCH`, of somebody new: at once if the address is proven, else it is asked first."""
    if not sender.is_proven or letter.list_id:
        return hold(desk, book, filed, letter, sender)
    row = book.match_row(match)
    if row is None or row.status == "over":
        return answer_stranger(desk, book, filed, letter, sender)
    person = person_for(book, sender.name or sender.address.partition("@")[0], sender.address)
    member = _add(desk, book, match, person, filed.id)
    answers = (letter.message_id,) if letter.message_id else ()
    when = Occasion(filed.received_at, answers)
    loaded = book.load_match(row, desk.games[row.game])
    post_to_member(desk, book, loaded, member, "mail/observing", {"players": list(loaded.seats)}, when)
    book.mark_letter(filed.id, "done", "", match, member.id)
    return "done"


def _check(book: Book, match: str, person: Person) -> None:
    row = book.match_row(match)
    if row is None or row.status == "over":
        raise NotLegal(said("There is no match {match} to observe. “matches” lists them.", match=match))
    if any(member.match == match for member in book.memberships(person.id)):
        raise NotLegal(said("You take part in {match} already.", match=match))


def _add(desk: Desk, book: Book, match: str, person: Person, letter: int) -> Member:
    token = desk.secrets.token(f"token/{match}/observer/{person.address}/{letter}")
    name = next(iter(person.name.split()), "Observer")
    return book.add_member(match, "observer", name, person, token)


def unsubscribe(hand: Hand, order: Order) -> None:
    """`unsubscribe`, of an observer."""
    if order.rest:
        raise NotUnderstood(said("“unsubscribe” stands alone on its line."))
    if hand.member is None or hand.member.role != "observer":
        raise NotLegal(said("You observe nothing here. Who plays leaves a match with “resign”."))
    if not hand.transcript.is_preview:
        hand.book.set_member(hand.member.id, is_gone=True)
    hand.transcript.accept(order.line, said("You get nothing more of {match}.", match=hand.member.match))


def is_observer(book: Book, match: str, token: str) -> bool:
    """Whether the token is an observer's of that match."""
    return _by_token(book, match, token) is not None


def unsubscribe_by_token(book: Book, match: str, token: str) -> bool:
    """One click in a mail program (RFC 8058); False if the token is no observer's of that match."""
    member = _by_token(book, match, token)
    if member is None:
        return False
    book.set_member(member.id, is_gone=True)
    return True


def _by_token(book: Book, match: str, token: str) -> Member | None:
    member = book.member_by_token(token)
    return member if member is not None and (member.match, member.role) == (match, "observer") else None
