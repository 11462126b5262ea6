"""A moderator's commands, one by one, on the table."""

import re
from collections.abc import Callable
from dataclasses import replace

from referee.app import joining, seating, timing
from referee.app.bench import Bench
from referee.app.budget import RETRY
from referee.app.opening import read_options
from referee.app.refolding import refold
from referee.app.reporting import REPORTS
from referee.app.verbs import NEEDS_NO_REASON, REWRITES, commands_of
from referee.engine.game import Command
from referee.engine.match import Match, dump_order, validated_options
from referee.engine.orders import Near, Order, Prose, as_typed, read_line, whole
from referee.engine.reply import Line, ReplyText
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood, OptionError, OrderError

BECAUSE = re.compile(r"(.*?)(?:^|[\s,]+)because\s+(.+)", re.IGNORECASE)
FOR_PLAYER = re.compile(r"([\w-]+)\s*:\s*(.+)")
ONE_OPTION = re.compile(r"([a-z_]+)\s*=\s*(.+)", re.IGNORECASE)


def run(bench: Bench, lines: tuple[str, ...]) -> None:
    """Carries the commands out, in the order written, up to the first that fails."""
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        taken = _option_lines(bench, lines[at:])
        if bench.has_failed:
            bench.transcript.refuse(line, said("It was not tried, because the command before it failed."))
            at += 1
        elif taken:
            at += taken
        else:
            _one(bench, line)
            at += 1
    timing.close_overdue(bench)


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
        bench.transcript.accept(line.strip(), said("set"))
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
            raise NotUnderstood(said("Nothing was done. Did you mean “{meant}”?", meant=reading.meant))
        _command(bench, reading)
    except OrderError as refused:
        bench.fail(line, refused)


def _command(bench: Bench, order: Order) -> None:
    rest, bench.reason = _reason(order)
    game = bench.table.match.game
    is_running = bench.table.match.state is not None
    if is_running and bench.reason is None and order.verb not in NEEDS_NO_REASON:
        command = f"{order.verb} {rest}".strip()
        raise NotLegal(said("Say why: {command} because …", command=command))
    if is_running and order.verb not in REPORTS and order.verb not in game.commands:
        game.check_reason(bench.table.match.state, Command(order.verb, rest, bench.reason or ""))
    bench.must_confirm |= _must_confirm(bench, order.verb, is_running)
    if order.verb in REPORTS:
        reader = bench.member.person if bench.member else None
        report = REPORTS[order.verb](bench.desk, bench.book, bench.table, rest, reader)
        bench.transcript.tell(order.line, report)
    elif order.verb in game.commands:
        _of_game(bench, order.verb, rest)
        bench.transcript.accept(order.line, said("done"))
    else:
        answer = COMMANDS[order.verb](bench, rest)
        bench.transcript.accept(order.line, answer)


def _reason(order: Order) -> tuple[str, str | None]:
    if order.verb == "announce":
        return as_typed(order), None
    found = BECAUSE.fullmatch(order.rest)
    return (found[1].strip(), found[2].strip()) if found else (order.rest.strip(), None)


def _must_confirm(bench: Bench, verb: str, is_running: bool) -> bool:
    mode = bench.desk.policy.moderate_confirm
    if mode == "never" or verb in REPORTS:
        return False
    rewrites = verb in REWRITES or (verb == "seat" and is_running) or verb in bench.table.match.game.commands
    return mode == "always" or (rewrites and is_running)


def _of_game(bench: Bench, verb: str, rest: str) -> None:
    match = bench.running()
    bench.override(
        verb,
        f"{verb} {rest}".strip(),
        rest=rest,
        is_secret=match.game.secret(match.state, Command(verb, rest)),
    )


def _as(bench: Bench, rest: str) -> str:
    found = FOR_PLAYER.fullmatch(rest)
    if found is None:
        raise NotUnderstood(said("Write “as NAME: ORDER because REASON”."))
    match, name = bench.playing(), bench.seat(found[1])
    readings = match.game.read(ReplyText((Line(found[2]),)), "")
    reading = readings[0] if len(readings) == 1 else None
    if not isinstance(reading, Order):
        raise NotUnderstood(said("{order!r} is no order of {title}.", order=found[2], title=match.game.title))
    action = match.game.parse(match.state, name, reading)
    words = match.game.describe(match.state, name, action)
    is_secret = _is_secret_order(match, reading)
    text, order = f"as {name}: {reading.line}", dump_order(reading)
    bench.override("as", text, is_secret=is_secret, name=name, order=order)
    return said("read as: {words}", words=words)


def _is_secret_order(match: Match, order: Order) -> bool:
    verb = match.game.verbs[order.verb]
    return match.game.sealed or verb.sealed or verb.private


def _set(bench: Bench, rest: str) -> str:
    match = bench.running()
    bench.override(
        "set", f"set {rest}", rest=rest, is_secret=match.game.secret(match.state, Command("set", rest))
    )
    return said("set")


def _option(bench: Bench, rest: str) -> str:
    found = ONE_OPTION.fullmatch(rest)
    if found is None:
        raise NotUnderstood(said("Write “option NAME = VALUE”."))
    if bench.table.match.status != "open":
        raise NotLegal(said("Options are fixed once the match has started."))
    _set_options(bench, {found[1].casefold(): found[2].strip()})
    return said("set")


def _retry(bench: Bench, rest: str) -> str:
    number = whole(rest)
    letter = bench.book.letter(number) if number is not None else None
    is_ours = letter is not None and letter.match in (None, bench.table.match.id)
    if letter is None or not is_ours or letter.status not in ("quarantined", "held"):
        raise NotLegal(
            said("Write “retry ID” with the number of a letter that failed (“letters” lists them).")
        )
    bench.book.mark_letter(letter.id, "waiting", RETRY)
    return said("letter {id} is handled again within a minute", id=letter.id)


def _void(bench: Bench, rest: str) -> str:
    return refold(bench, "void", rest)


def _undo(bench: Bench, rest: str) -> str:
    return refold(bench, "undo", rest)


COMMANDS: dict[str, Callable[[Bench, str], str]] = {
    "start": timing.start,
    "pause": timing.pause,
    "resume": timing.resume,
    "close": timing.close,
    "extend": timing.extend,
    "as": _as,
    "void": _void,
    "undo": _undo,
    "set": _set,
    "option": _option,
    "seat": seating.give_seat_to,
    "replace": seating.replace_player,
    "remove": seating.remove,
    "wanted": seating.want,
    "announce": seating.announce,
    "resend": seating.resend,
    "end": timing.end,
    "retry": _retry,
    "outage": timing.outage,
}
