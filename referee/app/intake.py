"""One letter in: filed, understood, carried out, answered, in one transaction."""

import traceback
from dataclasses import replace
from datetime import datetime, timedelta

from referee.app import bounces, budget, confirming, moderate, observing
from referee.app.desk import Desk
from referee.app.finishing import finish
from referee.app.hand import Hand
from referee.app.joining import requested
from referee.app.playing import play
from referee.app.ports import Fetched, Letter
from referee.app.posting import (
    Occasion,
    post_to_address,
)
from referee.app.questions import NOBODY_TO_ASK, hold
from referee.app.records import Filed
from referee.app.senders import Sender, about_of, identify
from referee.app.shelf import Book
from referee.app.sitting import sit_down
from referee.app.strangers import A_STRANGER, answer_stranger
from referee.app.welcome import join
from referee.engine.said import said
from referee.errors import BooksUnavailable

OLDEST = timedelta(days=7)
OF_A_LIST = "an address of a mailing list can't take a seat"
UNHEARD = frozenset((("refused", A_STRANGER), ("held", NOBODY_TO_ASK), ("held", OF_A_LIST)))
"""Status and note of letters that nobody heard: the writer's own may still come behind a list's copy."""


def receive(desk: Desk, fetched: Fetched, now: datetime) -> str:
    """Files and handles a mail of the mailbox; gives what became of it (Filed.status).

    A mail that is filed already changes nothing. What raises is rolled back and quarantined.
    """
    letter = desk.read(fetched.raw)
    try:
        with desk.books() as book:
            known = book.status_at(fetched.mailbox, fetched.uidvalidity, fetched.uid)
            if known is not None:
                return known
            id = file(book, fetched, letter, now)
            status = handle(desk, book, id, now)
            book.commit()
            return status
    except BooksUnavailable:  # the letter stays where it is, and comes again
        raise
    except Exception:  # a fault of ours: this letter is set aside, and the others go on
        return _quarantine_new(desk, fetched, letter, now, traceback.format_exc())


def file(book: Book, fetched: Fetched, letter: Letter, now: datetime) -> int:
    """Enters the letter in the ledger under its time, clamped to [last poll − 7 days, now]."""
    last = book.read_at(fetched.mailbox) or now
    at = min(max(fetched.received_at, last - OLDEST), now)
    return book.file_letter(fetched, letter, at, now)


def _quarantine_new(desk: Desk, fetched: Fetched, letter: Letter, now: datetime, error: str) -> str:
    with desk.books() as book:
        id = file(book, fetched, letter, now)
        set_aside(desk, book, id, error, now)
        book.commit()
    return "quarantined"


def set_aside(desk: Desk, book: Book, letter: int, error: str, now: datetime) -> None:
    """Quarantines the letter and tells the operator."""
    book.mark_letter(letter, "quarantined", error)
    if desk.policy.operator:
        data = {"letter": letter, "error": error}
        to = (desk.policy.operator, "")
        post_to_address(desk, book, to, "mail/quarantine", data, Occasion(now), key=str(letter))


def again(desk: Desk, id: int, now: datetime) -> str:
    """Handles a filed letter (again): one that waited, or one that failed and is retried."""
    try:
        with desk.books() as book:
            status = handle(desk, book, id, now)
            book.commit()
            return status
    except BooksUnavailable:
        raise
    except Exception:  # as in receive
        error = traceback.format_exc()
        with desk.books() as book:
            set_aside(desk, book, id, error, now)
            book.commit()
        return "quarantined"


def handle(desk: Desk, book: Book, id: int, now: datetime, confirmed: Sender | None = None) -> str:
    """Carries out one filed letter and marks it; gives its new status."""
    filed = book.letter(id)
    assert filed is not None
    letter = desk.read(filed.raw)
    if filed.is_cut:
        letter = replace(letter, problem="too-large")
    refusal = _reason_to_pass_over(book, filed, letter)
    if refusal is not None and confirmed is None:
        status, note = refusal
        if letter.bounce is not None:
            note = f"{note}: {bounces.hear(desk, book, letter.bounce, filed.received_at)}"
        book.mark_letter(id, status, note)
        return status
    if confirmed is None and confirming.is_answer(book, letter):
        return confirming.hear(desk, book, filed, letter, now, handle)
    sender = confirmed or identify(desk, book, letter, filed.received_at)
    return _from_sender(desk, book, filed, letter, sender, now)


def _reason_to_pass_over(book: Book, filed: Filed, letter: Letter) -> tuple[str, str] | None:
    """Status and note of a letter that is kept without effect and without an answer."""
    if letter.machine:
        return "machine", letter.machine
    if letter.sender is None:
        return "held", "it has not exactly one From address"
    if book.stranger(letter.sender)[1]:
        return "refused", "the address is blocked"
    if filed.message_id is None or filed.note == budget.RETRY:
        return None
    same = book.same_letters(filed.message_id, filed.id)
    others = [one for one in same if one.id < filed.id and _was_heard(one)]
    if not others:
        return None
    if any(one.text_hash == filed.text_hash for one in others):
        return "duplicate", f"the same as letter {others[0].id}"
    return "held", f"the Message-ID of letter {others[0].id} with another text"


def _was_heard(filed: Filed) -> bool:
    """Whether the letter had or may have an effect or an answer."""
    return filed.status != "machine" and (filed.status, filed.note) not in UNHEARD


def _from_sender(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, now: datetime) -> str:
    if budget.is_over(desk, book, filed, sender):
        return "held"
    if sender.is_proven and sender.person is not None:
        bounces.revive(book, sender.person.id, filed.received_at)
    first = first_line(letter)
    if moderate.is_command(letter, sender):
        return moderate.hear(desk, book, filed, letter, sender, now)
    wish = requested(first, letter.sender_name)
    if wish is not None and letter.list_id:
        book.mark_letter(filed.id, "held", OF_A_LIST)
        return "held"
    if wish is not None:
        return join(desk, book, filed, letter, sender, wish)
    if sender.person is None and sender.member is None:
        match = observing.requested(first)
        if match is not None:
            return observing.begin(desk, book, filed, letter, sender, match)
        return answer_stranger(desk, book, filed, letter, sender)
    if not sender.is_proven:
        return _unproven(desk, book, filed, letter, sender)
    return _from_player(desk, book, filed, letter, sender)


def _unproven(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender) -> str:
    """Held for a confirmation, which can only be asked for once an earlier deadline is closed."""
    row = book.match_row(sender.match) if sender.match else None
    if row is not None and row.due is not None and row.due <= filed.received_at:
        book.mark_letter(filed.id, "waiting", "for a deadline", sender.match)
        return "waiting"
    return hold(desk, book, filed, letter, sender)


def first_line(letter: Letter) -> str:
    """The first line that may act."""
    return next((line.strip() for line in letter.text.unquoted if line.strip()), "")


def _from_player(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender) -> str:
    """A proven letter of a player, or of somebody registered who plays nothing at present."""
    row = book.match_row(sender.match) if sender.match else None
    waits_for = row.due if row is not None and row.status == "running" else None
    is_early = waits_for is None or filed.received_at < waits_for
    is_asked = row is not None and row.asked is not None and not is_early
    if not is_early and not is_asked:
        book.mark_letter(filed.id, "waiting", "for a deadline", sender.match)
        return "waiting"
    hand = Hand(desk, book, filed.id, filed.received_at, sender.person, sender.member, is_asked=is_asked)
    if sender.person is None and sender.member is not None:
        hand.person = sender.member.person
    hand.answers = _thread(letter)
    hand.is_silent = filed.status == "waiting" and filed.note == "outage"
    if row is not None:
        hand.sitting = sit_down(book, row, desk.games[row.game])
        hand.re = about_of(book, letter, row.id)
        is_late = row.closed_at is not None and filed.received_at < row.closed_at
        hand.late = row.closed_at if is_late else None
    _read_aloud(hand, letter, sender)
    _note_heard(hand)
    if not hand.transcript.lines and budget.repeats_itself(book, filed):
        book.mark_letter(filed.id, "done", "the same words again, not answered", sender.match)
        return "done"
    finish(hand, sender)
    return _marked(book, filed, sender, is_asked)


def _marked(book: Book, filed: Filed, sender: Sender, is_asked: bool) -> str:
    member = sender.member.id if sender.member else None
    status, note = ("waiting", "outage") if is_asked else ("done", "")
    book.mark_letter(filed.id, status, note, sender.match, member)
    return status


def _read_aloud(hand: Hand, letter: Letter, sender: Sender) -> None:
    if letter.problem:
        hand.problem = letter.problem
        return
    if sender.others:
        hand.transcript.notes.append(
            said(
                "You play in {others}: reply to a mail of the match that you mean.",
                others=list(sender.others),
            )
        )
    play(hand, letter.text)


def _note_heard(hand: Hand) -> None:
    """A seat's proven letter counts by itself in some games, whatever it says."""
    sitting, member = hand.sitting, hand.member
    if sitting is None or member is None or member.role != "seat" or hand.late is not None:
        return
    match = sitting.match
    if match.state is None or match.status == "over" or member.name in match.gone or hand.is_asked:
        return
    if match.game.heard(match.state, member.name, hand.at) is not None:
        sitting.take("heard", hand.at, member.name, said("a letter"))


def _thread(letter: Letter) -> tuple[str, ...]:
    """References of the answer: the player's own, and last the letter itself."""
    mine = (letter.message_id,) if letter.message_id else ()
    return (*reversed(letter.answered), *mine)


def retry(desk: Desk, id: int, now: datetime) -> str:
    """Handles a quarantined or held letter again; one in any other state is left as it is."""
    with desk.books() as book:
        filed = book.letter(id)
        if filed is None or filed.status not in ("quarantined", "held"):
            return filed.status if filed else "unknown"
        book.mark_letter(id, "new", budget.RETRY)
        book.commit()
    return again(desk, id, now)
