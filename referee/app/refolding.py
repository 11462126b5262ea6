"""`void` and `undo`: entries lose their effect, and the match is folded again from its log."""

from dataclasses import replace

from referee.app.bench import Bench
from referee.engine.match import FIXED, Entry, Match, voided
from referee.engine.orders import whole
from referee.errors import NotLegal, NotUnderstood


def refold(bench: Bench, verb: str, rest: str) -> str:
    """Carries out `void N`, `undo [N]`, `undo turn` or `undo turn redraw`."""
    sitting = bench.table
    log = (*bench.book.entries(sitting.match.id), *sitting.new)
    words = rest.casefold().split()
    target = _target(log, verb, words)
    is_secret = _is_secret(sitting.match, target)
    entry_of = {
        "text": f"{verb}: {_told(target)}",
        "reason": bench.reason,
        "data": {"verb": verb, "numbers": [target.number], "secret": is_secret},
    }
    sitting.refold(log[: len(log) - len(sitting.new)], entry_of, bench.at, bench.by)
    bench.has_refolded = True
    bench.announce(str(entry_of["text"]), is_secret)
    if words[1:] == ["redraw"]:
        bench.override("redraw", "the nday is drawn anew, and its declarations are cleared")
    dropped = "; ".join(f"{entry.by}: {entry.text}" for entry, _ in sitting.match.dropped)
    return f"entry {target.number} has no effect any more" + (
        f"; these fall away: {dropped}" if dropped else ""
    )


def _told(target: Entry) -> str:
    """The entry in words that count nothing: its number would tell how much was mailed."""
    return f"{target.by}: {target.text}" if target.kind == "declared" else target.text


def _is_secret(match: Match, target: Entry) -> bool:
    """Whether the table may not know yet what is taken back (a match that was over may run again)."""
    return replace(match, status="running").hides(target) or bool(target.data.get("secret"))


def _target(log: tuple[Entry, ...], verb: str, words: list[str]) -> Entry:
    alive = [e for e in log if e.number not in voided(log) and e.kind not in FIXED and not _is_note(e)]
    match words:
        case [number] if whole(number) is not None:
            found = [entry for entry in alive if entry.number == whole(number)]
        case ["turn"] | ["turn", "redraw"] if verb == "undo":
            found = [entry for entry in alive if entry.kind == "closed"]
        case [] if verb == "undo":
            found = alive
        case _:
            raise NotUnderstood("Write “void N”, “undo”, “undo N”, “undo turn” or “undo turn redraw”.")
    if not found:
        raise NotLegal("There is no such entry that can be taken back; “log” lists them.")
    if found[-1].data.get("verb") in ("replace", "option"):
        raise NotLegal("That can't be taken back; change it again instead.")
    return found[-1]


def _is_note(entry: Entry) -> bool:
    return entry.kind == "ended" and entry.by is None
