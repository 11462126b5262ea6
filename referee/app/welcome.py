"""A letter that asks for a seat."""

from datetime import datetime

from referee.app import joining, newcomers, questions, vacancies
from referee.app.budget import asks_too_much, note_question
from referee.app.desk import Desk
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_notices, post_to_address, tell_moderators
from referee.app.receipts import Transcript
from referee.app.records import Filed, Person
from referee.app.senders import Sender
from referee.app.shelf import Book
from referee.app.sitting import Sitting, sit_down
from referee.engine.said import said
from referee.errors import NotLegal, OrderError


def join(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, wish: tuple[str, str]) -> str:
    """Asks the address to confirm that it wants the seat; in a closed network it is seated at once."""
    match, name = wish
    if desk.policy.trust_from and desk.policy.moderate_confirm == "never":
        take_seat(desk, book, filed, letter, filed.received_at)
        return "done"
    try:
        _checked(desk, book, match, name, sender)
    except OrderError as refused:
        return _refuse(desk, book, filed, letter, sender, str(refused))
    if book.pending_confirms(sender.address, filed.received_at):
        book.mark_letter(filed.id, "held", "a confirmation is pending already", match)
        return "held"
    if not sender.is_proven:
        if asks_too_much(desk, book, filed, sender):
            return "held"
        note_question(book, filed, sender.address)
    book.mark_letter(filed.id, "held", "asked to confirm the join", match)
    confirm = questions.new_confirm(desk, book, filed, "join", sender.address, match)
    what = said("Somebody, we hope you, asks to play in match {match} as {name}.", match=match, name=name)
    questions.ask(desk, book, confirm, what, filed.received_at)
    return "held"


def _checked(desk: Desk, book: Book, match: str, name: str, sender: Sender) -> None:
    row = book.match_row(match)
    if row is None:
        raise NotLegal(said("There is no match {match}. “matches” lists them.", match=match))
    joining.check_seat(book, book.load_match(row, desk.games[row.game]), name, sender.person)


def _refuse(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, why: str) -> str:
    """Only who is proven is told why."""
    if not sender.is_proven:
        book.mark_letter(filed.id, "refused", why)
        return "refused"
    transcript = Transcript()
    transcript.refuse(next(iter(letter.text.unquoted), "join").strip(), why)
    _answer(desk, book, filed, letter, transcript)
    book.mark_letter(filed.id, "done", why)
    return "done"


def _answer(desk: Desk, book: Book, filed: Filed, letter: Letter, transcript: Transcript) -> None:
    assert letter.sender is not None
    answers = (letter.message_id,) if letter.message_id else ()
    to, when = (letter.sender, letter.sender_name), Occasion(filed.received_at, answers)
    post_to_address(desk, book, to, "mail/receipt", transcript.data, when)


def take_seat(desk: Desk, book: Book, filed: Filed, letter: Letter, at: datetime) -> None:
    """Seats the writer as the letter asks, welcomes them, and starts a match that is full."""
    assert letter.sender is not None
    line = next(line.strip() for line in letter.text.unquoted if line.strip())
    wish = joining.requested(line, letter.sender_name)
    assert wish is not None
    match, name = wish
    transcript = Transcript()
    try:
        reply = _seat(desk, book, filed, letter, match, name, at)
        book.mark_letter(filed.id, "done", "", match)
        if not reply:
            return
        transcript.accept(line, reply)
        _answer(desk, book, filed, letter, transcript)
        return
    except OrderError as refused:
        transcript.refuse(line, str(refused))
    book.mark_letter(filed.id, "done", "refused")
    _answer(desk, book, filed, letter, transcript)


def _seat(desk: Desk, book: Book, filed: Filed, letter: Letter, match: str, name: str, at: datetime) -> str:
    """Seats the writer, or puts the wish before those who play; then it gives what to answer."""
    assert letter.sender is not None
    row = book.match_row(match)
    if row is None:
        raise NotLegal(said("There is no match {match}. “matches” lists them.", match=match))
    sitting = sit_down(book, row, desk.games[row.game])
    joining.check_seat(book, sitting.match, name, book.person_at(letter.sender))
    person = joining.person_for(book, letter.sender_name or name, letter.sender)
    if sitting.match.status == "open":
        joining.seat(desk, book, sitting, name, person, at, by=None)
    elif joining.comes_new(book, sitting.match, name):
        return _newcomer(desk, book, sitting, filed, name, person, at)
    else:
        vacancies.take_over(desk, book, sitting, vacancies.wanted_seat(book, sitting.match, name), person, at)
    if joining.is_full(sitting.match):
        joining.start(desk, sitting, at, by=None)
    sitting.save(book, filed.id)
    tell_moderators(
        desk,
        book,
        sitting.match,
        said("{name} has taken a seat.", name=name),
        at,
        said("{name} has joined", name=name),
    )
    post_notices(desk, book, sitting, at)
    return ""


def _newcomer(
    desk: Desk, book: Book, sitting: Sitting, filed: Filed, wish: str, person: Person, at: datetime
) -> str:
    reply = newcomers.ask(sitting, wish, person, at, by=None)
    is_seated = bool(sitting.newcomers)
    sitting.save(book, filed.id)
    text = said("{name} asks for a seat; those who play decide.", name=wish)
    if is_seated:
        text = said("{name} has taken a seat.", name=wish)
    tell_moderators(desk, book, sitting.match, text, at, said("{name} has asked to join", name=wish))
    post_notices(desk, book, sitting, at)
    return "" if is_seated else reply


def give_seat(desk: Desk, book: Book, sitting: Sitting, seat: tuple[str, str], at: datetime, by: str) -> str:
    """A moderator gives a seat (name and address), new or left, before the start or later; its name."""
    (wish, address), match = seat, sitting.match
    joining.check_address(desk, book, address)
    name = joining.check_seat(book, match, wish, book.person_at(address), is_given=True)
    person = joining.person_for(book, wish, address)
    if match.status == "open":
        joining.seat(desk, book, sitting, wish, person, at, by=by)
    elif joining.comes_new(book, match, wish, is_given=True):
        newcomers.ask(sitting, wish, person, at, by=by)
    else:
        vacancies.take_over(desk, book, sitting, vacancies.wanted_seat(book, match, wish), person, at)
    return name
