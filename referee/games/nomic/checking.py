"""What is said of a proposal when it is mailed (N4, N6): refused for a fault, or warned about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.said import said, together
from referee.errors import NotLegal
from referee.games.nomic.amending import Change, Ineffective
from referee.games.nomic.changes import Applied, Numbering, attempt, resolved
from referee.games.nomic.rulebook import WIN_GUARD, Rulebook
from referee.games.nomic.rules import Rule
from referee.games.nomic.settings import length, read_pair

LONGEST = 2000
PROCEDURES = frozenset({"104", "106", "107", "108", "110", "205", "207", "211"})
"""Rules that are carried out as their initial text has them, or by more than their settings say."""
GOES_ON = said("The referee goes on as before; use claims, Judgments or the moderator.")
ADDRESSED = re.compile(r"\bthe referee (?:must|shall|will|has to|may not|can't|cannot)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Checked:
    """The changes with their rules' identities and settings in one form, and the warnings."""

    changes: tuple[Change, ...]
    warnings: tuple[str, ...]
    steps: tuple[Applied | None, ...]


def checked(book: Rulebook, changes: Sequence[Change], numbering: Numbering, names: Sequence[str]) -> Checked:
    """The proposal's changes tried in order on the rules in force; NotLegal for the first fault."""
    read = tuple(_read(change, names) for change in changes)
    _refuse_twice(read)
    warnings: list[str] = (
        [said("It makes {count} changes; a proposal should make one (111).", count=len(read))]
        if len(read) > 1
        else []
    )
    steps: list[Applied | None] = []
    now, given = book, numbering
    for at, change in enumerate(read, start=1):
        where = said("Change {number}: ", number=at) if len(read) > 1 else ""
        step = _step(now, change, given, where, warnings)
        steps.append(step)
        if step is not None:
            now, given = step.book, step.numbering
    warnings += _left_over(book, now)
    return Checked(resolved(book, read, numbering), tuple(warnings), tuple(steps))


def _step(
    book: Rulebook, change: Change, numbering: Numbering, where: str, warnings: list[str]
) -> Applied | None:
    try:
        step = attempt(book, change, numbering)
    except Ineffective as fault:
        if not fault.is_limit:
            raise NotLegal(together([where, str(fault)], "")) from None
        warnings.append(
            said(
                "{where}{fault} Unless that changes, it has no effect when it is adopted.",
                where=where,
                fault=fault,
            )
        )
        return None
    _refuse_order(step.book)
    warnings += [where + words for words in _about(book, change, step)]
    return step


def _read(change: Change, names: Sequence[str]) -> Change:
    """The change with its settings in their one form; NotLegal for what can't be set."""
    if change.settings and change.kind in ("repeal", "transmute", "unamend"):
        raise NotLegal(said("A change that would {verb} a rule carries no settings.", verb=_verb(change)))
    if change.text.count("\n") >= LONGEST:
        raise NotLegal(said("A text may have {longest} lines.", longest=LONGEST))
    try:
        settings = dict(read_pair(name, value, names) for name, value in change.settings.items())
    except ValueError as error:
        raise NotLegal(str(error)) from None
    return Change(
        change.kind, change.rule, change.how, change.text, change.old, change.new, change.title, change.to,
        settings,
    )  # fmt: skip


def _verb(change: Change) -> str:
    return "repeal" if change.kind == "unamend" else change.kind


def _refuse_twice(changes: Sequence[Change]) -> None:
    names = [name for change in changes for name in change.settings]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise NotLegal(said("Two changes of the proposal set {twice}.", twice=twice))


def _refuse_order(book: Rulebook) -> None:
    if length(book.force, "debate_limit") < length(book.force, "debate_least"):
        raise NotLegal(said("debate_limit can't be less than debate_least."))


def _about(book: Rulebook, change: Change, step: Applied) -> list[str]:
    """Warnings about one change: without effect, against 112, or beyond what the referee does."""
    found: list[str] = []
    before, after = step.before, step.after
    if before and after and (before.text, before.settings, before.kind) == (
        after.text, after.settings, after.kind,
    ):  # fmt: skip
        found.append(said("It leaves rule {number} as it is (111).", number=str(before.number)))
    if change.settings.get("points_to_win") == "never" and book.is_win_guarded:
        found.append(
            said("The text changes, but not what the referee does: 112 keeps the points to win (110).")
        )
    points = before.settings.get("points_to_win", "never") if before else "never"
    if change.kind == "repeal" and points != "never" and book.is_win_guarded:
        found.append(said("Unless another rule sets points_to_win, 112 keeps the points to win (110)."))
    if before and before.id == WIN_GUARD and change.kind in ("amend", "repeal"):
        found.append(said("112 protects how the game is won."))
    return found + _procedure(change, before, after)


def _procedure(change: Change, before: Rule | None, after: Rule | None) -> list[str]:
    if change.kind == "amend" and not change.settings and before and before.settings:
        return [said("The text changes, what the referee does stays as it was."), *_missing(after)]
    touched = before is not None and before.id in PROCEDURES and change.kind != "transmute"
    if touched or (after and change.text and ADDRESSED.search(after.text)):
        return [GOES_ON, *_missing(after)]
    return _missing(after) if change.settings else []


def _missing(rule: Rule | None) -> list[str]:
    """The warning that a number among a rule's settings does not stand in its text."""
    if rule is None:
        return []
    return [
        said("The text does not mention {value}, which {name} is set to.", value=value, name=name)
        for name, value in rule.settings.items()
        if (digits := re.match(r"\d+", value)) and not re.search(rf"(?<!\d){digits[0]}(?!\d)", rule.text)
    ]


def _left_over(before: Rulebook, after: Rulebook) -> list[str]:
    """Warnings about the whole: no mutable or no immutable rule left (114), too many mutable ones (209)."""
    found: list[str] = []
    if before.mutable_count and not after.mutable_count:
        found.append(
            said("It leaves no mutable rule, so that nothing could be changed easily any more (114).")
        )
    if len(before.rules) > before.mutable_count and len(after.rules) == after.mutable_count:
        found.append(said("It leaves no immutable rule (114)."))
    limit = after.force["mutable_limit"]
    if limit != "none" and max(before.mutable_count, int(limit)) < after.mutable_count:
        found.append(
            said(
                "There would be {count} mutable rules; there may be {limit} (209).",
                count=after.mutable_count,
                limit=limit,
            )
        )
    return found


def is_entrenched(book: Rulebook, changes: Sequence[Change]) -> bool:
    """Whether the proposal needs unanimity because it makes an immutable rule mutable (109, N4)."""
    if book.force["transmutation"] != "unanimous":
        return False
    return any(change.kind == "transmute" and _was_immutable(book, change) for change in changes)


def _was_immutable(book: Rulebook, change: Change) -> bool:
    if change.to:
        return change.to == "mutable"
    rule = book.rule(change.target)
    return rule is not None and rule.is_immutable


def numbering_of(book: Rulebook, major: int) -> Numbering:
    """The numbers that a proposal gives by the rules in force."""
    return Numbering(major, book.force["renumber"] == "yes")
