"""`void` and `undo`: entries lose their effect, and the match is folded again from its log."""

from dataclasses import replace
from typing import Any

from referee.app.bench import Bench
from referee.engine.match import FIXED, Entry, Match, voided
from referee.engine.orders import whole
from referee.engine.said import said, together
from referee.errors import NotLegal, NotUnderstood


def refold(bench: Bench, verb: str, rest: str) -> str:
    """Carries out `void N`, `undo [N]`, `undo turn` or `undo turn redraw`."""
    sitting = bench.table
    log = (*bench.book.entries(sitting.match.id), *sitting.new)
    words = rest.casefold().split()
    target = _target(sitting.match, log, verb, words)
    is_secret = _is_secret(sitting.match, target)
    entry_of: dict[str, Any] = {
        "text": said("{verb}: {entry}", verb=verb, entry=_told(target)),
        "reason": bench.reason,
        "data": {"verb": verb, "numbers": [target.number], "secret": is_secret},
    }
    sitting.refold(log[: len(log) - len(sitting.new)], entry_of, bench.at, bench.by)
    bench.has_refolded = True
    bench.announce(entry_of["text"], is_secret)
    if words[1:] == ["redraw"]:
        bench.override("redraw", said("the nday is drawn anew, and its declarations are cleared"))
    if not sitting.match.dropped:
        return said("entry {number} has no effect any more", number=target.number)
    dropped = together(
        (said("{name}: {text}", name=e.by, text=e.text) for e, _ in sitting.match.dropped), "; "
    )
    return said(
        "entry {number} has no effect any more; these fall away: {dropped}",
        number=target.number,
        dropped=dropped,
    )


def _told(target: Entry) -> str:
    """The entry in words that count nothing: its number would tell how much was mailed."""
    is_order = target.kind == "declared"
    return said("{name}: {text}", name=target.by, text=target.text) if is_order else target.text


def _is_secret(match: Match, target: Entry) -> bool:
    """Whether the table may not know yet what is taken back (a match that was over may run again)."""
    return replace(match, status="running").hides(target) or bool(target.data.get("secret"))


def _target(match: Match, log: tuple[Entry, ...], verb: str, words: list[str]) -> Entry:
    alive = [e for e in log if e.number not in voided(log) and e.kind not in FIXED and not _is_note(e)]
    match words:
        case [number] if whole(number) is not None:
            found = [entry for entry in alive if entry.number == whole(number)]
        case ["turn"] | ["turn", "redraw"] if verb == "undo":
            found = [e for e in alive if e.kind == "closed" and match.game.ends_turn(e.text)]
        case [] if verb == "undo":
            found = alive
        case _:
            raise NotUnderstood(said("Write “void N”, “undo”, “undo N”, “undo turn” or “undo turn redraw”."))
    if not found:
        raise NotLegal(said("There is no such entry that can be taken back; “log” lists them."))
    if found[-1].data.get("verb") in ("replace", "option"):
        raise NotLegal(said("That can't be taken back; change it again instead."))
    return found[-1]


def _is_note(entry: Entry) -> bool:
    return entry.kind == "ended" and entry.by is None
