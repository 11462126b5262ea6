"""Adopted rule-changes take effect: each is checked again, and the others apply if one can't (N8)."""

from collections.abc import Sequence
from typing import Any

from referee.games.nomic.amending import Change, Ineffective
from referee.games.nomic.changes import Applied, attempt
from referee.games.nomic.checking import numbering_of
from referee.games.nomic.diff import rule_diff
from referee.games.nomic.play import Play
from referee.games.nomic.rules import Rule
from referee.games.nomic.scoring import open_ledgers
from referee.games.nomic.settings import AS_BEFORE, silent

PAST = {
    "enact": "enacted",
    "amend": "amended",
    "repeal": "repealed",
    "transmute": "transmuted",
    "unamend": "amendment repealed",
}


def carry_out(play: Play, number: int, changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Applies the changes in order under that number; what came of each, for the announcement."""
    before = dict(play.force)
    numbering = numbering_of(play.state.book, number)
    told: list[dict[str, Any]] = []
    for change in changes:
        try:
            step = attempt(play.state.book, change, numbering)
        except Ineffective as why:
            told.append(_nothing(change, str(why)))
            continue
        numbering = step.numbering
        play.change(book=step.book)
        play.record(**history_row(change, step, number))
        told.append(_effect(change, step))
    open_ledgers(play, before)
    if play.force["decides"] != before["decides"]:
        play.change(heard=play.at)
    return told


def _nothing(change: Change, why: str) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "rule": change.rule,
        "number": None,
        "effect": False,
        "text": f"has no effect: {why}",
        "settings": {},
        "old": {},
        "diff": "",
    }


def _effect(change: Change, step: Applied) -> dict[str, Any]:
    rule = step.after or step.before
    assert rule is not None
    settings = changed_settings(step.before, step.after)
    return {
        "kind": change.kind,
        "rule": str(step.before.number) if step.before else "",
        "number": str(rule.number),
        "effect": True,
        "text": _sentence(change, step),
        "settings": settings,
        "old": dict(step.before.settings) if step.before else {},
        "diff": rule_diff(step.before, step.after),
    }


def _sentence(change: Change, step: Applied) -> str:
    before, after = step.before, step.after
    if before is None:
        return f"{after.name if after else ''} is enacted"
    if after is None:
        return f"{before.name} is repealed"
    done = f"becomes {after.kind}" if change.kind == "transmute" else f"is {PAST[change.kind]}"
    if change.kind == "unamend":
        done = "has its amendment repealed"
    moved = f" and is now rule {after.number}" if after.number != before.number else ""
    return f"{before.name} {done}{moved}"


def changed_settings(before: Rule | None, after: Rule | None) -> dict[str, str]:
    """The settings that are different afterwards; of a repealed rule what holds without it."""
    old = before.settings if before else {}
    if after is None:
        return {name: silent().get(name, "none") for name in old if name not in AS_BEFORE}
    return {name: value for name, value in after.settings.items() if old.get(name) != value}


def history_row(change: Change, step: Applied, number: int) -> dict[str, Any]:
    """What the history of the rules keeps of a change."""
    rule = step.after or step.before
    assert rule is not None
    row: dict[str, Any] = {"rule": rule.id, "event": PAST[change.kind], "proposal": number}
    row |= {"number": str(rule.number), "kind": rule.kind, "title": rule.title}
    if change.kind != "transmute" and step.after is not None:
        row |= {"text": rule.text, "settings": dict(rule.settings)}
    return row
