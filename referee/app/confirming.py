"""Confirmations by reply: held letters, joins, orders about authority, a moderator's preview."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from referee.app import moderate, welcome
from referee.app.challenging import answer_invitation
from referee.app.desk import Desk
from referee.app.finishing import finish
from referee.app.hand import Hand
from referee.app.playing import confirmed_line
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_to_address, tell_moderators
from referee.app.questions import is_over, to_ask
from referee.app.receipts import Transcript
from referee.app.records import Confirm, Filed
from referee.app.senders import Sender, identify
from referee.app.shelf import Book
from referee.app.sitting import sit_down
from referee.app.tongues import word_of_answer
from referee.engine.said import said
from referee.errors import OrderError

UNCLEAR = said(
    "Your answer was not understood, so nothing has changed. Reply with one word as the first line: “accept” "
    "to play, “decline” if you would rather not, “never” to hear no more from here."
)
SAME = {"accept": "confirm", "decline": "deny"}
"""The words of an invitation."""
Handle = Callable[[Desk, Book, int, datetime, Sender | None], str]


def is_answer(book: Book, letter: Letter) -> bool:
    """Whether the letter answers a confirm mail."""
    return _asked(book, letter) is not None


def _asked(book: Book, letter: Letter) -> Confirm | None:
    tokens = (token for _, token in letter.tokens)
    return next((confirm for token in tokens if (confirm := book.confirm(token)) is not None), None)


def hear(desk: Desk, book: Book, filed: Filed, letter: Letter, now: datetime, handle: Handle) -> str:
    """What the reply to a confirm mail does: `confirm` carries out, `deny` discards, else nothing."""
    confirm = _asked(book, letter)
    assert confirm is not None
    word = word_of_answer(next((line for line in letter.text.unquoted if line.strip()), ""))
    word = SAME.get(word, word) if confirm.kind == "invite" else word
    if word not in ("confirm", "deny", "never") or not _is_theirs(book, confirm, letter):
        book.mark_letter(filed.id, "refused", "no answer to the question that was asked")
        _teach(desk, book, confirm, letter, filed)
        return "refused"
    too_late = is_over(book, confirm, filed.received_at)
    if not too_late and _must_wait(book, confirm, filed):
        book.mark_letter(filed.id, "waiting", "for a deadline", confirm.match)
        return "waiting"
    book.mark_letter(filed.id, "done", f"{word} of letter {confirm.letter}", confirm.match)
    if too_late:
        _too_late(desk, book, confirm, letter, filed)
        return "done"
    book.use_confirm(confirm.token, filed.received_at)
    if confirm.kind == "invite":
        _invitation(desk, book, confirm, letter, filed, word)
    elif word == "confirm":
        _carry_out(desk, book, confirm, letter, filed, now, handle)
    else:
        _discard(desk, book, confirm, letter, filed, word)
    for waiting in book.letters_noted("held", to_ask(confirm.address))[:1]:
        handle(desk, book, waiting.id, now, None)
    return "done"


def _teach(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed) -> None:
    """Says once how to answer, to who was invited and answers in other words."""
    is_invited = confirm.kind == "invite" and _is_theirs(book, confirm, letter)
    if not is_invited or is_over(book, confirm, filed.received_at):
        return
    data, key = Transcript(notes=[UNCLEAR]).data, f"unclear/{confirm.token}"
    to, when = (confirm.address, letter.sender_name), Occasion(filed.received_at)
    post_to_address(desk, book, to, "mail/receipt", data, when, confirm.token, key=key, is_once=True)


def _must_wait(book: Book, confirm: Confirm, filed: Filed) -> bool:
    """Whether a deadline that is still open comes before the answer."""
    row = book.match_row(confirm.match) if confirm.match else None
    if row is None or row.due is None or row.due > filed.received_at:
        return False
    return row.asked is None or confirm.kind != "moderate"


def _is_theirs(book: Book, confirm: Confirm, letter: Letter) -> bool:
    if letter.sender == confirm.address:
        return True
    asked, writer = book.person_at(confirm.address), book.person_at(letter.sender or "")
    return asked is not None and writer is not None and asked.id == writer.id


def _note(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed, words: str) -> None:
    transcript = Transcript(notes=[words])
    answers = (letter.message_id,) if letter.message_id else ()
    to = (confirm.address, letter.sender_name)
    when = Occasion(filed.received_at, answers)
    post_to_address(desk, book, to, "mail/receipt", transcript.data, when)


def _too_late(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed) -> None:
    if confirm.used_at is not None:
        _note(
            desk,
            book,
            confirm,
            letter,
            filed,
            said("This question has been answered already; nothing was done."),
        )
        return
    _note(desk, book, confirm, letter, filed, said("The answer came too late: nothing was done."))
    row = book.match_row(confirm.match) if confirm.match else None
    if row is not None and confirm.kind == "letter":
        match = book.load_match(row, desk.games[row.game])
        seats = book.members(match.id, "seat")
        who = next((seat.name for seat in seats if seat.person.address == confirm.address), confirm.address)
        text = said(
            "A letter of {who} was confirmed only after the deadline that it was in time for.", who=who
        )
        tell_moderators(desk, book, match, text, filed.received_at)


def _invitation(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed, word: str) -> None:
    if word == "never":
        book.note_stranger(confirm.address, block=book.person_at(confirm.address) is None)
    try:
        words = answer_invitation(desk, book, confirm, filed.received_at, filed.id, accepts=word == "confirm")
    except OrderError as refused:
        words = str(refused)
    if word != "never":
        _note(desk, book, confirm, letter, filed, words)


def _discard(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed, word: str) -> None:
    original = book.letter(confirm.letter)
    if original is not None and original.status == "held":
        book.mark_letter(confirm.letter, "denied", f"{word} by {confirm.address}")
    if word == "never":
        book.note_stranger(confirm.address, block=book.person_at(confirm.address) is None)
    if word == "deny":
        _note(desk, book, confirm, letter, filed, said("It was thrown away; nothing was done."))


def _carry_out(
    desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed, now: datetime, handle: Handle
) -> None:
    original = book.letter(confirm.letter)
    assert original is not None
    original_letter = desk.read(original.raw)
    match confirm.kind:
        case "letter":
            sender = _proven(book, identify(desk, book, original_letter, original.received_at))
            handle(desk, book, original.id, now, sender)
        case "join":
            welcome.take_seat(desk, book, original, original_letter, filed.received_at)
        case "moderate":
            sender = identify(desk, book, original_letter, original.received_at)
            sender = replace(sender, is_proven=True, match=confirm.match)  # the letter names the match
            moderate.carry_out(desk, book, original, original_letter, sender, confirm.payload, filed)
        case "line":
            _line(desk, book, confirm, letter, filed)


def _proven(book: Book, sender: Sender) -> Sender:
    """The sender once confirmed: an address that nobody had registered is known from now on."""
    if sender.person is None and sender.member is not None:
        book.add_address(sender.member.person.id, sender.address)
    person = sender.member.person if sender.member else sender.person
    return replace(sender, is_proven=True, is_confirmed=True, person=person)


def _line(desk: Desk, book: Book, confirm: Confirm, letter: Letter, filed: Filed) -> None:
    """Carries out the one order that its writer has confirmed, and answers it."""
    member = book.member(confirm.member) if confirm.member is not None else None
    person = book.person_at(confirm.address)
    if member is not None and (person is None or person.id != member.person.id):
        _note(desk, book, confirm, letter, filed, said("The seat is somebody else's now; nothing was done."))
        return
    hand = Hand(desk, book, filed.id, filed.received_at, person, member)
    hand.answers = (letter.message_id,) if letter.message_id else ()
    row = book.match_row(member.match) if member else None
    hand.sitting = sit_down(book, row, desk.games[row.game]) if row else None
    confirmed_line(hand, confirm.payload)
    finish(hand, Sender(confirm.address, "", person, hand.member))
