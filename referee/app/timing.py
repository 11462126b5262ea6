"""A moderator's commands about time: start, clock, deadlines, the end."""

from datetime import datetime

from referee.app import joining
from referee.app.bench import Bench
from referee.app.sitting import Sitting
from referee.engine.calendar import rfc3339
from referee.engine.game import Notice
from referee.engine.match import validated_options
from referee.engine.said import said, together
from referee.errors import NotLegal, NotUnderstood


def start(bench: Bench, rest: str) -> str:
    """Starts the match."""
    _nothing_left(rest, "start")
    joining.start(bench.desk, bench.table, bench.at, bench.by)
    match = bench.table.match
    if match.game.promise(match.draws):
        return said("started; the commitment to the seed is {commitment}", commitment=match.commitment)
    return said("started; the seed's SHA-256 is {commitment}", commitment=match.commitment)


def _nothing_left(rest: str, verb: str) -> None:
    if rest:
        raise NotUnderstood(said("“{verb}” takes no other words than “because REASON”.", verb=verb))


def pause(bench: Bench, rest: str) -> str:
    """Stops the clock."""
    _nothing_left(rest, "pause")
    match = bench.playing()
    if match.status == "paused":
        raise NotLegal(said("The clock is stopped already."))
    bench.table.take("overridden", bench.at, bench.by, "pause", bench.reason, {"verb": "pause", "rest": ""})
    is_live = match.game.is_live(validated_options(match.game, match.options))
    bench.announce("pause", False, "paused", live=is_live)
    return said("the clock is stopped")


def resume(bench: Bench, rest: str) -> str:
    """Starts the clock again."""
    _nothing_left(rest, "resume")
    if bench.playing().status != "paused":
        raise NotLegal(said("The clock is running already."))
    bench.table.take("overridden", bench.at, bench.by, "resume", bench.reason, {"verb": "resume", "rest": ""})
    bench.announce("resume", False, "resumed")
    return _next_deadline(bench, said("the clock runs again"))


def _next_deadline(bench: Bench, words: str) -> str:
    due = bench.table.match.until
    if due is None:
        return words
    return said("{done}; the next deadline is {due}", done=words, due=rfc3339(due))


def close(bench: Bench, rest: str) -> str:
    """Closes the running deadline now."""
    _nothing_left(rest, "close")
    match = bench.playing()
    if bench.has_closed:
        raise NotLegal(said("One letter closes one turn, so that all see what came of it before the next."))
    bench.has_closed = True
    text = match.game.closing(match.state)
    told = len(bench.table.notices)
    bench.table.take("closed", bench.at, bench.by, text, bench.reason)
    bench.announce(said("close: {text}", text=text), False)
    bench.table.notices.insert(told, bench.table.notices.pop())
    return _next_deadline(bench, said("closed: {text}", text=text))


def extend(bench: Bench, rest: str) -> str:
    """Moves the running deadline."""
    if bench.playing().due is None:
        raise NotLegal(said("No deadline is running."))
    bench.override("extend", f"extend {rest}", rest=rest)
    return _next_deadline(bench, said("extended"))


def end(bench: Bench, rest: str) -> str:
    """Ends the match as the words say."""
    match, words = bench.table.match, rest.casefold().strip()
    if match.state is None and match.status == "open" and words == "no winner":
        return _call_off(bench)
    match = bench.playing()
    if words == "no winner":
        winners: tuple[str, ...] = ()
    elif words.startswith("won by "):
        names = rest.strip()[7:].replace(" and ", ",").split(",")
        winners = tuple(sorted({bench.seat(name) for name in names}))
    else:
        raise NotUnderstood(
            said("Write “end no winner because REASON” or “end won by NAMES because REASON”.")
        )
    told = len(bench.table.notices)
    data = {"winners": list(winners)}
    bench.table.take("ended", bench.at, bench.by, f"end {rest.strip()}", bench.reason, data)
    bench.announce(f"end {rest.strip()}", False)
    bench.table.notices.insert(told, bench.table.notices.pop())
    last = match.game.about(match.state)
    return said("ended after {turn}", turn=last) if last else said("ended after the last turn")


def _call_off(bench: Bench) -> str:
    """Ends a match that has not started."""
    bench.table.take("ended", bench.at, bench.by, "end no winner", bench.reason, {"winners": []})
    text = said("The match does not take place.")
    text = together([text, bench.reason]) if bench.reason else text
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": text}))
    return said("it does not take place")


def outage(bench: Bench, rest: str) -> str:
    """Decides about the deadline that an outage overran."""
    choice = rest.strip().casefold()
    if choice not in ("close", "skip"):
        raise NotUnderstood(said("Write “outage close” or “outage skip”."))
    if not bench.is_asked:
        raise NotLegal(said("No deadline waits for that decision."))
    settle_outage(bench.table, choice, bench.at, bench.by)
    bench.book.ask(bench.table.match.id, None)
    return _next_deadline(bench, said("decided"))


def settle_outage(sitting: Sitting, choice: str, at: datetime, by: str | None) -> None:
    """Closes the first missed deadline that players know of, at its time, or none; the others are skipped."""
    while choice == "close" and (due := sitting.match.due) is not None and due <= at:
        is_last = due == sitting.match.until
        sitting.close(due)
        if is_last:
            break
    sitting.drop_stale(at)
    if sitting.match.status == "running" and sitting.match.due is not None and sitting.match.due <= at:
        data = {"verb": "skip", "rest": rfc3339(at)}
        text = said("deadlines that an outage overran are skipped")
        sitting.take("overridden", at, by, text, "outage", data)
        told = {"at": at, "by": by or said("the referee"), "text": text, "reason": None}
        sitting.notices.append(Notice("override", None, {"no": sitting.match.overrides, **told}))


def close_overdue(bench: Bench) -> None:
    """A Turn that was undone and whose deadline is past is resolved at once."""
    if bench.sitting is None or not bench.has_refolded or bench.has_failed:
        return
    while (due := bench.table.match.due) is not None and due <= bench.at:
        bench.table.close(due)
    told = bench.table.notices  # of several Turns: all are rendered from the last state, so once is enough
    told[:] = [notice for at, notice in enumerate(told) if notice not in told[at + 1 :]]
