"""A moderator's letter: proven, carried out on the table, previewed where it rewrites, confirmed."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from referee.app import questions, tongues
from referee.app.bench import Bench
from referee.app.commands import run
from referee.app.desk import Desk
from referee.app.differences import differences
from referee.app.opening import open_match, read_opening
from referee.app.ports import Letter
from referee.app.posting import Occasion, post_notices, post_to_address, post_to_member
from referee.app.receipts import Transcript
from referee.app.records import Filed, Member
from referee.app.senders import Sender, is_listed, is_vouched
from referee.app.shelf import Book
from referee.app.sitting import Sitting, sit_down
from referee.engine.said import said, together
from referee.errors import OrderError, OutOfDate

MODERATE = re.compile(r"moderate\s+(m\d+)\s*[.:]?", re.IGNORECASE)
DECISION = re.compile(r"outage\s+(?:close|skip)\s*[.!]?", re.IGNORECASE)
"""What the mail about an outage asks for; in reply to it that alone is a letter."""
OPEN = re.compile(r"open\s+\w+\s+[\"“”]", re.IGNORECASE)


def is_command(letter: Letter, sender: Sender) -> bool:
    """Whether the letter is a moderator's: its first line, below a `preview`, says so."""
    first = _heading(letter)
    return bool(MODERATE.fullmatch(first) or OPEN.match(first) or _is_decision(first, sender))


def _is_decision(first: str, sender: Sender) -> bool:
    """Whether a moderator decides about an outage, in reply to a mail of the match."""
    is_theirs = sender.member is not None and sender.member.role == "moderator"
    return is_theirs and DECISION.fullmatch(first) is not None


def _heading(letter: Letter) -> str:
    lines = [line.strip() for line in letter.text.unquoted if line.strip()]
    return next(iter(lines[is_preview(lines) :]), "")


def is_preview(lines: Sequence[str]) -> bool:
    """Whether the first line makes the letter a preview."""
    return bool(lines) and tongues.is_preview(lines[0])


def hear(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, now: datetime) -> str:
    """Handles a moderator's letter: carries it out, asks for confirmation, or refuses it."""
    first = _heading(letter)
    named = MODERATE.fullmatch(first)
    by_token, answered = sender.member, sender.match if _is_decision(first, sender) else None
    sender = replace(sender, match=named[1].lower() if named else answered)
    member = _moderator(book, sender)
    if member is None and _is_new_address(by_token, sender):
        return questions.hold(desk, book, filed, letter, replace(sender, member=by_token))
    if not (member if sender.match else is_listed(desk, sender.address)):
        return _refuse(desk, book, filed, letter, sender, first)
    if not (sender.is_confirmed or _is_proven(desk, letter, member or by_token, filed.received_at, sender)):
        ask = replace(sender, ask=sender.address, member=member)
        return questions.hold(desk, book, filed, letter, ask)
    row = book.match_row(sender.match) if sender.match else None
    is_due = row is not None and row.due is not None and row.asked is None and row.due <= filed.received_at
    if is_due and row is not None and row.status == "running":
        book.mark_letter(filed.id, "waiting", "for a deadline", sender.match)
        return "waiting"
    if row is not None and row.closed_at is not None and filed.received_at < row.closed_at:
        return _too_late(desk, book, filed, letter, sender, first)
    return carry_out(desk, book, filed, letter, sender, None, filed)


def _is_new_address(member: Member | None, sender: Sender) -> bool:
    """Whether the letter bears the token of a moderator of the match that it names, and may be theirs."""
    if member is None or member.role != "moderator" or member.match != sender.match:
        return False
    return not sender.is_proven and sender.ask is not None


def _too_late(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, first: str) -> str:
    """A letter that can act only after its deadline was closed is never carried out."""
    transcript = Transcript()
    why = said(
        "It came too late: the deadline that it was in time for is closed. Say it again if it still holds."
    )
    transcript.refuse(first, why, OutOfDate.kind)
    book.mark_letter(filed.id, "done", "too late", sender.match)
    _answer(desk, book, filed, letter, transcript, None, sender, None)
    return "done"


def _moderator(book: Book, sender: Sender) -> Member | None:
    """The moderator whom the letter speaks for, in the match that it names."""
    if sender.match is None or sender.person is None:
        return None
    mine = (m for m in book.members(sender.match, "moderator") if m.person.id == sender.person.id)
    return next(mine, None)


def _is_proven(desk: Desk, letter: Letter, member: Member | None, at: datetime, sender: Sender) -> bool:
    """A registered address that authenticates, or the moderator's token with the registered From."""
    if is_vouched(desk, letter, at):
        return True
    if member is None or member.role != "moderator" or sender.person is None:
        return False
    return member.token in {token for _, token in letter.tokens} and member.person.id == sender.person.id


def _refuse(desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, first: str) -> str:
    why = said("You may not open matches here.")
    if sender.match:
        why = said("You don't moderate {match}.", match=sender.match)
    book.mark_letter(filed.id, "refused", why)
    if sender.is_proven and sender.person is not None:
        transcript = Transcript()
        transcript.refuse(first, together([why, said("Nothing was done.")]))
        _answer(desk, book, filed, letter, transcript, None, sender, None)
    return "refused"


def carry_out(
    desk: Desk,
    book: Book,
    filed: Filed,
    letter: Letter,
    sender: Sender,
    preview: str | None,
    reply: Filed,
) -> str:
    """Carries the commands out, or posts a preview of what has to be confirmed first.

    `preview` is the mark of the preview that was confirmed by the letter `reply`.
    """
    bench = Bench(desk, book, filed.id, at=reply.received_at)
    is_confirmed = preview is not None and preview == _mark_again(desk, book, filed, letter, sender, preview)
    with book.trial() as take_back:
        _run(bench, letter, sender)
        shown, mark = _shown(bench), _mark(letter, bench)
        must_ask = bench.must_confirm and not is_confirmed
        is_trial = bench.transcript.is_preview or must_ask
        if is_trial:
            take_back()
        elif bench.sitting is not None:
            bench.sitting.save(book, filed.id)
    if must_ask and not (bench.has_failed or bench.transcript.is_preview):
        _ask(desk, book, filed, letter, sender, bench, shown, mark)
        return "held"
    if is_trial:
        _answer_trial(desk, book, filed, letter, bench, sender, shown)
        return "done"
    match = bench.sitting.match.id if bench.sitting else sender.match
    book.mark_letter(filed.id, "done", "", match)
    _answer(desk, book, filed, letter, bench.transcript, bench, sender, reply)
    _tell(desk, book, bench)
    return "done"


def _mark_again(
    desk: Desk, book: Book, filed: Filed, letter: Letter, sender: Sender, preview: str
) -> str | None:
    """The mark that the commands would have now, had they been written when the preview was made.

    A close sets the next deadline from its own moment, and that change is none that a moderator must see.
    """
    try:
        at = datetime.fromisoformat(preview.partition(" ")[0])
    except ValueError:  # a preview of an older version
        return None
    bench = Bench(desk, book, filed.id, at=at)
    with book.trial() as take_back:
        _run(bench, letter, sender)
        mark = _mark(letter, bench)
        take_back()
    return mark


def _answer_trial(
    desk: Desk, book: Book, filed: Filed, letter: Letter, bench: Bench, sender: Sender, shown: tuple[str, ...]
) -> None:
    """Tells what the commands would have done; nothing of them stays."""
    if bench.transcript.is_preview:
        bench.transcript.notes += [said("It would change {line}.", line=line) for line in shown]
    else:
        bench.transcript.take_back(
            said("Nothing of this letter was done, because one of its commands failed.")
        )
    bench.sitting = bench.sitting if bench.before is not None else None
    book.mark_letter(filed.id, "done", "nothing was carried out", sender.match)
    _answer(desk, book, filed, letter, bench.transcript, bench, sender, None)


def _run(bench: Bench, letter: Letter, sender: Sender) -> None:
    """The letter's lines: the opening or `moderate m1`, then command by command."""
    lines = _lines(bench, letter)
    bench.transcript.is_preview = is_preview(lines)
    lines = lines[bench.transcript.is_preview :]
    try:
        commands = _begin(bench, lines, sender)
    except OrderError as refused:
        bench.fail(lines[0].strip(), refused)
        return
    run(bench, commands)


def _lines(bench: Bench, letter: Letter) -> tuple[str, ...]:
    """The lines that may act, with those beyond an `end` that closes a block of options."""
    text, blocks = letter.text, _block_words(bench.desk)
    lines = tuple(line for line in text.unquoted if line.strip())
    openers = [line.strip().rstrip(":= ").casefold() in blocks for line in lines]
    if text.reason == "end" and any(openers) and not _is_closed(lines[openers.index(True) :]):
        beyond = (line.text for line in text.beyond if not (line.quoted or line.block))
        return (*lines, *(line for line in beyond if line.strip()))
    bench.transcript.stop_at(text)
    return lines


def _block_words(desk: Desk) -> frozenset[str]:
    return frozenset(word for game in desk.games.values() for word in getattr(game.options, "blocks", ()))


def _is_closed(lines: tuple[str, ...]) -> bool:
    return any(line.strip().casefold() == "end" for line in lines)


def _begin(bench: Bench, lines: tuple[str, ...], sender: Sender) -> tuple[str, ...]:
    desk, book = bench.desk, bench.book
    if OPEN.match(lines[0].strip()):
        opening = read_opening(desk.games, lines)
        bench.sitting, bench.by = open_match(desk, book, opening, sender, bench.letter, bench.at)
        bench.transcript.accept(lines[0].strip(), said("opened as {id}", id=bench.sitting.match.id))
        bench.must_confirm = desk.policy.moderate_confirm == "always"
        return opening.rest
    member = _moderator(book, sender)
    row = book.match_row(sender.match or "")
    assert member is not None
    assert row is not None
    bench.by, bench.member = member.name, member
    bench.sitting = sit_down(book, row, desk.games[row.game])
    bench.before = bench.sitting.match
    bench.is_asked = row.asked is not None
    if row.closed_at is not None and bench.at < row.closed_at:
        raise OutOfDate(
            said("It came too late: the deadline that it was in time for is closed. Nothing was done.")
        )
    return lines if DECISION.fullmatch(lines[0].strip()) else lines[1:]


def _shown(bench: Bench) -> tuple[str, ...]:
    """The difference that the commands make, line by line."""
    if bench.sitting is None:
        return ()
    return differences(bench.before, bench.sitting.match)


def _mark(letter: Letter, bench: Bench) -> str:
    """What a confirmation holds for: the moment, the letter's words, every single change that they make."""
    changes = differences(bench.before, bench.sitting.match, limit=None) if bench.sitting else ()
    text = "\n".join((*letter.text.unquoted, *changes))
    return f"{bench.at.isoformat()} {hashlib.sha256(text.encode('utf-8')).hexdigest()}"


def _ask(
    desk: Desk,
    book: Book,
    filed: Filed,
    letter: Letter,
    sender: Sender,
    bench: Bench,
    shown: tuple[str, ...],
    mark: str,
) -> None:
    book.mark_letter(filed.id, "held", "a preview waits for confirmation", sender.match)
    confirm = questions.new_confirm(desk, book, filed, "moderate", sender.address, sender.match, mark)
    commands = tuple(answered.line for answered in bench.transcript.lines)
    what = said("These commands rewrite or hurry the match, so they wait for your word.")
    questions.ask(desk, book, confirm, what, bench.at, commands, shown)


def _answer(
    desk: Desk,
    book: Book,
    filed: Filed,
    letter: Letter,
    transcript: Transcript,
    bench: Bench | None,
    sender: Sender,
    reply: Filed | None,
) -> None:
    """The receipt: to the moderator of the match, else to the address that wrote."""
    at = reply.received_at if reply else filed.received_at
    last = reply.message_id if reply else letter.message_id
    when = Occasion(at, (last,) if last else ())
    member = _moderator(
        book, replace(sender, person=book.person_at(sender.address), match=_match_of(bench, sender))
    )
    if member is not None and bench is not None and bench.sitting is not None:
        post_to_member(desk, book, bench.sitting.match, member, "mail/receipt", transcript.data, when)
    else:
        post_to_address(desk, book, (sender.address, sender.name), "mail/receipt", transcript.data, when)


def _match_of(bench: Bench | None, sender: Sender) -> str | None:
    return bench.sitting.match.id if bench is not None and bench.sitting is not None else sender.match


def _tell(desk: Desk, book: Book, bench: Bench) -> None:
    """Posts displays that were asked for, then what the commands set in motion."""
    sitting: Sitting | None = bench.sitting
    if sitting is None:
        return
    for member in bench.displays:
        template = f"{sitting.match.game.key}/display"
        post_to_member(desk, book, sitting.match, member, template, {}, Occasion(bench.at))
    post_notices(desk, book, sitting, bench.at)
