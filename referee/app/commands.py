"""A moderator's commands, one by one, on the table."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from referee.app import joining
from referee.app.bench import Bench
from referee.app.budget import RETRY
from referee.app.opening import read_options
from referee.app.posting import Occasion, post_to_member
from referee.app.records import Member
from referee.app.refolding import refold
from referee.app.reporting import REPORTS
from referee.app.sitting import Sitting
from referee.app.verbs import NEEDS_NO_REASON, REWRITES, commands_of
from referee.app.welcome import give_seat
from referee.engine.calendar import rfc3339
from referee.engine.game import Command, Notice
from referee.engine.match import Match, dump_order, validated_options
from referee.engine.orders import Near, Order, Prose, as_typed, read_line
from referee.errors import NotLegal, NotUnderstood, OptionError, OrderError

BECAUSE = re.compile(r"(.*?)[\s,]+because\s+(.+)", re.IGNORECASE)
FOR_PLAYER = re.compile(r"([\w-]+)\s*:\s*(.+)")
ONE_OPTION = re.compile(r"([a-z_]+)\s*=\s*(.+)", re.IGNORECASE)
REPLACE = re.compile(r"([\w-]+)\s+with\s+<?([^\s<>]+@[^\s<>]+)>?", re.IGNORECASE)


def run(bench: Bench, lines: tuple[str, ...]) -> None:
    """Carries the commands out, in the order written, up to the first that fails."""
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        taken = _option_lines(bench, lines[at:])
        if bench.has_failed:
            bench.transcript.refuse(line, "It was not tried, because the command before it failed.")
            at += 1
        elif taken:
            at += taken
        else:
            _one(bench, line)
            at += 1
    _close_overdue(bench)


def _option_lines(bench: Bench, lines: tuple[str, ...]) -> int:
    """Carries out option lines before the start; gives how many lines they were."""
    if bench.has_failed or bench.table.match.status != "open":
        return 0
    try:
        options, rest = read_options(bench.table.match.game, lines)
        if options:
            _set_options(bench, options)
    except OrderError as refused:
        bench.fail(lines[0].strip(), refused)
        return 1
    for line in lines[: len(lines) - len(rest)]:
        bench.transcript.accept(line.strip(), "set")
    return len(lines) - len(rest)


def _set_options(bench: Bench, options: dict[str, str]) -> None:
    match = bench.table.match
    after = replace(match, options={**match.options, **options})
    try:
        validated_options(match.game, after.options)
    except OptionError as error:
        raise NotLegal(str(error)) from None
    joining.check_moderators(bench.book, after)
    text = ", ".join(f"{name} = {value}" for name, value in options.items())
    bench.override("option", text, options=options)


def _one(bench: Bench, line: str) -> None:
    verbs = commands_of(bench.table.match.game)
    reading = read_line(line, verbs)
    if isinstance(reading, Prose):
        bench.transcript.ignored.append(line)
        return
    try:
        if isinstance(reading, Near):
            raise NotUnderstood(f"Nothing was done. Did you mean “{reading.meant}”?")
        _command(bench, reading)
    except OrderError as refused:
        bench.fail(line, refused)


def _command(bench: Bench, order: Order) -> None:
    rest, bench.reason = _reason(order)
    game = bench.table.match.game
    is_running = bench.table.match.state is not None
    if is_running and bench.reason is None and order.verb not in NEEDS_NO_REASON:
        raise NotLegal(f"Say why: {order.verb} {rest} because …".replace("  ", " "))
    bench.must_confirm |= _must_confirm(bench, order.verb, is_running)
    if order.verb in REPORTS:
        bench.transcript.tell(order.line, REPORTS[order.verb](bench.desk, bench.book, bench.table, rest))
    elif order.verb in game.commands:
        _of_game(bench, order.verb, rest)
        bench.transcript.accept(order.line, "done")
    else:
        answer = COMMANDS[order.verb](bench, rest)
        bench.transcript.accept(order.line, answer)


def _reason(order: Order) -> tuple[str, str | None]:
    if order.verb == "announce":
        return as_typed(order), None
    found = BECAUSE.fullmatch(order.rest)
    if found is None and order.rest.casefold().startswith("because "):
        return "", order.rest[8:].strip()
    return (found[1].strip(), found[2].strip()) if found else (order.rest.strip(), None)


def _must_confirm(bench: Bench, verb: str, is_running: bool) -> bool:
    mode = bench.desk.policy.moderate_confirm
    if mode == "never" or verb in REPORTS:
        return False
    rewrites = verb in REWRITES or (verb == "seat" and is_running) or verb in bench.table.match.game.commands
    return mode == "always" or (rewrites and is_running)


def _of_game(bench: Bench, verb: str, rest: str) -> None:
    match = _running(bench)
    bench.override(
        verb, f"{verb} {rest}".strip(), rest=rest, is_secret=match.game.secret(Command(verb, rest))
    )


def _running(bench: Bench) -> Match:
    match = bench.table.match
    if match.state is None:
        raise NotLegal("The match has not started yet.")
    return match


def _playing(bench: Bench) -> Match:
    match = _running(bench)
    if match.status == "over":
        raise NotLegal("The match is over. “undo” can open it again.")
    return match


def _seat(bench: Bench, name: str) -> str:
    seats = bench.table.match.seats
    found = next((seat for seat in seats if seat.casefold() == name.strip().casefold()), None)
    if found is None:
        raise NotLegal(f"Nobody here is called {name!r}; there are {', '.join(seats) or 'no players yet'}.")
    return found


def _member(bench: Bench, name: str) -> Member:
    seats = bench.book.members(bench.table.match.id, "seat")
    return next(member for member in seats if member.name == name)


def _start(bench: Bench, rest: str) -> str:
    _nothing_left(rest, "start")
    joining.start(bench.desk, bench.table, bench.at, bench.by)
    return f"started; the seed's SHA-256 is {bench.table.match.draws.commitment}"


def _nothing_left(rest: str, verb: str) -> None:
    if rest:
        raise NotUnderstood(f"“{verb}” takes no other words than “because REASON”.")


def _pause(bench: Bench, rest: str) -> str:
    _nothing_left(rest, "pause")
    if _playing(bench).status == "paused":
        raise NotLegal("The clock is stopped already.")
    bench.table.take("overridden", bench.at, bench.by, "pause", bench.reason, {"verb": "pause", "rest": ""})
    bench.announce("pause", False, "paused")
    return "the clock is stopped"


def _resume(bench: Bench, rest: str) -> str:
    _nothing_left(rest, "resume")
    if _playing(bench).status != "paused":
        raise NotLegal("The clock is running already.")
    bench.table.take("overridden", bench.at, bench.by, "resume", bench.reason, {"verb": "resume", "rest": ""})
    bench.announce("resume", False, "resumed")
    return _next_deadline(bench, "the clock runs again")


def _next_deadline(bench: Bench, words: str) -> str:
    due = bench.table.match.due
    return f"{words}; the next deadline is {rfc3339(due)}" if due is not None else words


def _close(bench: Bench, rest: str) -> str:
    _nothing_left(rest, "close")
    match = _playing(bench)
    if bench.has_closed:
        raise NotLegal("One letter closes one turn, so that all see what came of it before the next.")
    bench.has_closed = True
    text = match.game.closing(match.state)
    told = len(bench.table.notices)
    bench.table.take("closed", bench.at, bench.by, text, bench.reason)
    bench.announce(f"close: {text}", False)
    bench.table.notices.insert(told, bench.table.notices.pop())
    return _next_deadline(bench, f"closed: {text}")


def _extend(bench: Bench, rest: str) -> str:
    if _playing(bench).due is None:
        raise NotLegal("No deadline is running.")
    bench.override("extend", f"extend {rest}", rest=rest)
    return _next_deadline(bench, "extended")


def _as(bench: Bench, rest: str) -> str:
    found = FOR_PLAYER.fullmatch(rest)
    if found is None:
        raise NotUnderstood("Write “as NAME: ORDER because REASON”.")
    match, name = _playing(bench), _seat(bench, found[1])
    reading = read_line(found[2], match.game.verbs)
    if not isinstance(reading, Order):
        raise NotUnderstood(f"{found[2]!r} is no order of {match.game.title}.")
    action = match.game.parse(match.state, name, reading)
    words = match.game.describe(match.state, name, action)
    is_secret = _is_secret_order(match, reading)
    text, order = f"as {name}: {reading.line}", dump_order(reading)
    bench.override("as", text, is_secret=is_secret, name=name, order=order)
    return f"read as: {words}"


def _is_secret_order(match: Match, order: Order) -> bool:
    verb = match.game.verbs[order.verb]
    return match.game.sealed or verb.sealed or verb.private


def _set(bench: Bench, rest: str) -> str:
    match = _running(bench)
    bench.override("set", f"set {rest}", rest=rest, is_secret=match.game.secret(Command("set", rest)))
    return "set"


def _option(bench: Bench, rest: str) -> str:
    found = ONE_OPTION.fullmatch(rest)
    if found is None:
        raise NotUnderstood("Write “option NAME = VALUE”.")
    if bench.table.match.status != "open":
        raise NotLegal("Options are fixed once the match has started.")
    _set_options(bench, {found[1].casefold(): found[2].strip()})
    return "set"


def _seat_player(bench: Bench, rest: str) -> str:
    name, address = joining.parse_seat(rest)
    seat = give_seat(bench.desk, bench.book, bench.table, (name, address), bench.at, bench.by)
    return f"{seat} has a seat"


def _replace(bench: Bench, rest: str) -> str:
    found = REPLACE.fullmatch(rest)
    if found is None:
        raise NotUnderstood("Write “replace NAME with ADDRESS because REASON”.")
    joining.check_address(bench.desk, bench.book, found[2])
    match, name = bench.table.match, _seat(bench, found[1])
    known = bench.book.person_at(found[2])
    if known is not None:
        joining.check_person(bench.book, match, known)
    person = joining.person_for(bench.book, name, found[2].lower())
    token = bench.desk.secrets.token(f"token/{match.id}/{name}/{found[2].lower()}")
    member = _member(bench, name)
    bench.book.set_member(member.id, person=person.id, token=token, wanted_by=None)
    bench.override("replace", f"{name} is played by somebody else from now on", name=name)
    if match.state is not None:
        successor, players = _member(bench, name), {"players": list(match.seats)}
        post_to_member(bench.desk, bench.book, match, successor, "mail/welcome", players, Occasion(bench.at))
        bench.displays.append(successor)
    return f"{name} is played from {found[2].lower()} now"


def _wanted(bench: Bench, rest: str) -> str:
    match, name = _playing(bench), _seat(bench, rest)
    if name not in match.gone:
        raise NotLegal(f"{name} is played by somebody. Only a seat that was left can be wanted.")
    bench.book.set_member(_member(bench, name).id, wanted_by=bench.by)
    words = (
        f"The seat of {name} is vacant. Whoever wants to play on from there writes: join {match.id} as {name}"
    )
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": words}))
    return f"announced; “join {match.id} as {name}” takes the seat"


def _remove(bench: Bench, rest: str) -> str:
    name = _seat(bench, rest)
    member = _member(bench, name)
    if name in bench.table.match.gone:
        raise NotLegal(f"{name} has left already.")
    text = f"remove {name}"
    bench.table.take("overridden", bench.at, bench.by, text, bench.reason, {"verb": "remove", "name": name})
    left = Notice("left", None, {"name": name, "how": "removed", "reason": bench.reason})
    if bench.table.match.state is None:
        bench.book.set_member(member.id, is_gone=True)
    else:
        bench.table.notices.insert(0, left)
    return f"{name} is out of the match"


def _announce(bench: Bench, rest: str) -> str:
    if not rest:
        raise NotUnderstood("Write “announce TEXT”.")
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": rest}))
    return "passed on to the table"


def _resend(bench: Bench, rest: str) -> str:
    _running(bench)
    names = [_seat(bench, rest)] if rest else list(bench.table.match.seats)
    bench.displays.extend(m for m in bench.book.members(bench.table.match.id, "seat") if m.name in names)
    return f"sent again to {', '.join(names)}"


def _end(bench: Bench, rest: str) -> str:
    match, words = bench.table.match, rest.casefold().strip()
    if match.state is None and match.status == "open" and words == "no winner":
        return _call_off(bench)
    match = _playing(bench)
    if words == "no winner":
        winners: tuple[str, ...] = ()
    elif words.startswith("won by "):
        names = rest.strip()[7:].replace(" and ", ",").split(",")
        winners = tuple(sorted(_seat(bench, name) for name in names))
    else:
        raise NotUnderstood("Write “end no winner because REASON” or “end won by NAMES because REASON”.")
    told = len(bench.table.notices)
    data = {"winners": list(winners)}
    bench.table.take("ended", bench.at, bench.by, f"end {rest.strip()}", bench.reason, data)
    bench.announce(f"end {rest.strip()}", False)
    bench.table.notices.insert(told, bench.table.notices.pop())
    return f"ended after {match.game.about(match.state) or 'the last turn'}"


def _call_off(bench: Bench) -> str:
    """Ends a match that has not started."""
    bench.table.take("ended", bench.at, bench.by, "end no winner", bench.reason, {"winners": []})
    text = f"The match does not take place. {bench.reason or ''}".strip()
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": text}))
    return "it does not take place"


def _outage(bench: Bench, rest: str) -> str:
    choice = rest.strip().casefold()
    if choice not in ("close", "skip"):
        raise NotUnderstood("Write “outage close” or “outage skip”.")
    if not bench.is_asked:
        raise NotLegal("No deadline waits for that decision.")
    settle_outage(bench.table, choice, bench.at, bench.by)
    bench.book.ask(bench.table.match.id, None)
    return _next_deadline(bench, "decided")


def settle_outage(sitting: Sitting, choice: str, at: datetime, by: str | None) -> None:
    """Closes the first missed deadline, at its time, or none; the other missed ones are skipped."""
    match = sitting.match
    if choice == "close" and match.due is not None:
        sitting.take("closed", match.due, text=match.game.closing(match.state))
    if sitting.match.status == "running" and sitting.match.due is not None and sitting.match.due <= at:
        data = {"verb": "skip", "rest": rfc3339(at)}
        text = "deadlines that an outage overran are skipped"
        sitting.take("overridden", at, by, text, "outage", data)


def _retry(bench: Bench, rest: str) -> str:
    letter = bench.book.letter(int(rest)) if rest.isdecimal() else None
    is_ours = letter is not None and letter.match in (None, bench.table.match.id)
    if letter is None or not is_ours or letter.status not in ("quarantined", "held"):
        raise NotLegal("Write “retry ID” with the number of a letter that failed (“letters” lists them).")
    bench.book.mark_letter(letter.id, "waiting", RETRY)
    return f"letter {letter.id} is handled again within a minute"


def _void(bench: Bench, rest: str) -> str:
    return refold(bench, "void", rest)


def _undo(bench: Bench, rest: str) -> str:
    return refold(bench, "undo", rest)


def _close_overdue(bench: Bench) -> None:
    """A Turn that was undone and whose deadline is past is resolved at once."""
    if bench.sitting is None or not bench.has_refolded or bench.has_failed:
        return
    while (due := bench.table.match.due) is not None and due <= bench.at:
        text = bench.table.match.game.closing(bench.table.match.state)
        bench.table.take("closed", due, text=text)
    told = bench.table.notices  # of several Turns: all are rendered from the last state, so once is enough
    told[:] = [notice for at, notice in enumerate(told) if notice not in told[at + 1 :]]


COMMANDS: dict[str, Callable[[Bench, str], str]] = {
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
    "extend": _extend,
    "as": _as,
    "void": _void,
    "undo": _undo,
    "set": _set,
    "option": _option,
    "seat": _seat_player,
    "replace": _replace,
    "remove": _remove,
    "wanted": _wanted,
    "announce": _announce,
    "resend": _resend,
    "end": _end,
    "retry": _retry,
    "outage": _outage,
}
