"""Adopted rule-changes take effect: each is checked again, and the others apply if one can't (N8)."""

from collections.abc import Sequence
from typing import Any

from referee.engine.said import said
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
        "text": said("has no effect: {why}", why=why),
        "settings": {},
        "old": {},
        "diff": "",
    }


def _effect(change: Change, step: Applied) -> dict[str, Any]:
    rule = step.after or step.before
    assert rule is not None
    settings = changed_settings(step.before, step.after)
    gone = step.before if step.after is None else None
    return {
        "kind": change.kind,
        "rule": str(step.before.number) if step.before else "",
        "number": str(rule.number),
        "effect": True,
        "text": _sentence(change, step),
        "settings": settings,
        "old": dict(step.before.settings) if step.before else {},
        "diff": rule_diff(step.before, step.after),
    } | ({"gone": _as_enacted(gone)} if gone else {})


def _as_enacted(rule: Rule) -> dict[str, Any]:
    """A repealed rule as the change that would enact it again."""
    change = {"kind": "enact", "title": rule.title, "text": rule.text, "settings": dict(rule.settings)}
    return {key: value for key, value in change.items() if value}


def _sentence(change: Change, step: Applied) -> str:
    before, after = step.before, step.after
    if before is None:
        return said("{rule} is enacted", rule=after.name if after else "")
    if after is None:
        return said("{rule} is repealed", rule=before.name)
    done = _done(change.kind, before, after)
    if after.number == before.number:
        return done
    return said("{done} and is now rule {number}", done=done, number=str(after.number))


def _done(kind: str, before: Rule, after: Rule) -> str:
    if kind == "transmute":
        if after.is_immutable:
            return said("{rule} becomes immutable", rule=before.name)
        return said("{rule} becomes mutable", rule=before.name)
    if kind == "unamend":
        return said("{rule} has its amendment repealed", rule=before.name)
    return said("{rule} is amended", rule=before.name)


def changed_settings(before: Rule | None, after: Rule | None) -> dict[str, str]:
    """The settings that are different afterwards; of a repealed rule what holds without it."""
    old = before.settings if before else {}
    if after is None:
        return {name: silent().get(name, "none") for name in old if name not in AS_BEFORE}
    return {name: value for name, value in after.settings.items() if old.get(name) != value}


def settings_row(rule: Rule, event: str) -> dict[str, Any]:
    """What the history of the rules keeps where settings change and no proposal says so."""
    row = {"rule": rule.id, "event": event, "proposal": None, "number": str(rule.number)}
    return row | {"kind": rule.kind, "title": rule.title, "settings": dict(rule.settings)}


def history_row(change: Change, step: Applied, number: int) -> dict[str, Any]:
    """What the history of the rules keeps of a change."""
    rule = step.after or step.before
    assert rule is not None
    row: dict[str, Any] = {"rule": rule.id, "event": PAST[change.kind], "proposal": number}
    row |= {"number": str(rule.number), "kind": rule.kind, "title": rule.title}
    if change.kind != "transmute" and step.after is not None:
        row |= {"text": rule.text, "settings": dict(rule.settings)}
    return row
