"""Rule-changes (103): enact, amend, repeal, transmute, unamend; each tried on a rulebook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.engine.said import said
from referee.games.nomic.amending import Change, Ineffective, amended_text
from referee.games.nomic.rulebook import Rulebook, rule_named, with_rule, without_rule
from referee.games.nomic.rules import Amendment, Number, Rule
from referee.games.nomic.settings import whole


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers that one proposal gives: 307, 307.2, 307.3; `given`: to which rules, in order."""

    major: int
    renumber: bool
    given: tuple[str, ...] = ()
    count: int = 0

    def next(self) -> Number:
        """The number that the next rule gets."""
        return Number(self.major, self.count + 1)


@dataclass(frozen=True, slots=True)
class Applied:
    """A rulebook after a change, the numbers given so far, and what happened: rule before and after."""

    book: Rulebook
    numbering: Numbering
    before: Rule | None = None
    after: Rule | None = None


def attempt(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    """The rulebook after the change; Ineffective when it can't be made."""
    return KINDS[change.kind](book, change, numbering)


def target_of(book: Rulebook, change: Change) -> Rule:
    """The rule that the change is about, by its identity where that is known."""
    if change.target:
        found = book.rule(change.target)
        if found is None:
            raise Ineffective(book.whereabouts(change.rule or change.target))
        return found
    try:
        return rule_named(book, change.rule)
    except ValueError as unknown:
        raise Ineffective(str(unknown)) from None


def _enact(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    if change.to == "immutable":
        raise Ineffective(said("A new rule is mutable; once it is in force it can be transmuted (103)."))
    if not change.text.strip():
        raise Ineffective(said("The text of the new rule is empty."))
    limit = whole(book.force, "mutable_limit")
    if limit is not None and book.mutable_count >= limit:
        raise Ineffective(
            said(
                "There are {count} mutable rules; there may be {limit}.",
                count=book.mutable_count,
                limit=limit,
            ),
            True,
        )
    number = numbering.next()
    settings = _settings(book, change, None)
    rule = Rule(str(number), number, False, change.title, change.text, settings)
    return Applied(with_rule(book, rule), _counted(numbering, rule.id), None, rule)


def _amend(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    rule = target_of(book, change)
    if rule.is_immutable:
        raise Ineffective(said("Rule {number} is immutable: transmute it first.", number=str(rule.number)))
    text = amended_text(rule.text, change)
    if not text.strip():
        raise Ineffective(said("It would leave rule {number} without text.", number=str(rule.number)))
    settings = {**rule.settings, **_settings(book, change, rule)}
    if "until_circuit" in settings and "until_circuit" not in change.settings:
        settings["until_circuit"] = "0"
    return _amended(book, rule, text, settings, numbering)


def _amended(
    book: Rulebook, rule: Rule, text: str, settings: Mapping[str, str], numbering: Numbering
) -> Applied:
    moved, numbering = _renumbered(rule, numbering)
    number = moved.number if numbering.renumber else Number(numbering.major)
    amendment = Amendment(number, rule.text, rule.settings, text, settings)
    new = replace(moved, text=text, settings=settings, revision=rule.revision + 1, amended=amendment)
    return Applied(with_rule(book, new), numbering, rule, new)


def _unamend(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    rule = amended_by(book, change)
    amendment = rule.amended
    assert amendment is not None
    if rule.is_immutable:
        raise Ineffective(said("Rule {number} is immutable: transmute it first.", number=str(rule.number)))
    if (rule.text, rule.settings) != (amendment.new_text, amendment.new_settings):
        raise Ineffective(
            said("What amendment {rule} changed has been changed again since.", rule=change.rule)
        )
    for name in amendment.settings:
        _refuse_held(book, name, rule)
    settings = _guarded(book, amendment.settings, rule)
    return _amended(book, rule, amendment.text, settings, numbering)


def amended_by(book: Rulebook, change: Change) -> Rule:
    """The rule whose latest amendment has that number."""
    rules = [rule for rule in book.rules if rule.amended and str(rule.amended.number) == change.rule]
    if change.target:
        rules = [rule for rule in rules if rule.id == change.target]
    if not rules:
        raise Ineffective(
            said("There is no amendment {rule} that is the latest of its rule.", rule=change.rule)
        )
    return rules[0]


def _repeal(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    rule = target_of(book, change)
    if rule.is_immutable:
        raise Ineffective(said("Rule {number} is immutable: transmute it first.", number=str(rule.number)))
    book = without_rule(book, rule, numbering.major)
    return Applied(book, numbering, rule, None)


def _transmute(book: Rulebook, change: Change, numbering: Numbering) -> Applied:
    rule = target_of(book, change)
    if change.to == rule.kind:
        raise Ineffective(said("Rule {number} is {kind} already.", number=str(rule.number), kind=rule.kind))
    moved, numbering = _renumbered(rule, numbering)
    settings = dict(rule.settings)
    if "until_circuit" in settings:
        settings["until_circuit"] = "0"
    new = replace(moved, is_immutable=not rule.is_immutable, settings=settings)
    return Applied(with_rule(book, new), numbering, rule, new)


KINDS = {
    "enact": _enact,
    "amend": _amend,
    "repeal": _repeal,
    "transmute": _transmute,
    "unamend": _unamend,
}


def _counted(numbering: Numbering, id: str) -> Numbering:
    return replace(numbering, given=(*numbering.given, id), count=numbering.count + 1)


def _renumbered(rule: Rule, numbering: Numbering) -> tuple[Rule, Numbering]:
    """The rule under the proposal's number, once per proposal; its own where nothing is renumbered."""
    if not numbering.renumber or rule.id in numbering.given:
        return rule, numbering
    moved = replace(rule, number=numbering.next(), was=(*rule.was, rule.number))
    return moved, _counted(numbering, rule.id)


def _settings(book: Rulebook, change: Change, rule: Rule | None) -> dict[str, str]:
    """What the change may set; Ineffective for what another rule holds."""
    for name in change.settings:
        _refuse_held(book, name, rule)
    return _guarded(book, change.settings, rule)


def _refuse_held(book: Rulebook, name: str, rule: Rule | None) -> None:
    holder = book.holder(name)
    if holder is not None and (rule is None or holder.id != rule.id):
        raise Ineffective(
            said("{name} is governed by {holder}; amend that one.", name=name, holder=holder.name)
        )


def _guarded(book: Rulebook, settings: Mapping[str, str], rule: Rule | None) -> dict[str, str]:
    """The settings without a `points_to_win = never` that 112 forbids (110): what was in force stays."""
    if not book.is_win_guarded or settings.get("points_to_win") != "never":
        return dict(settings)
    before = (rule.settings if rule else {}).get("points_to_win")
    others = {name: value for name, value in settings.items() if name != "points_to_win"}
    return others | ({"points_to_win": before} if before else {})


def resolved(book: Rulebook, changes: Sequence[Change], numbering: Numbering) -> tuple[Change, ...]:
    """The changes with their rules' identities and new classes, as far as they can be made in this order."""
    known: list[Change] = []
    for change in changes:
        try:
            applied = attempt(book, change, numbering)
        except Ineffective:
            known.append(change)
            continue
        target = applied.before.id if applied.before else ""
        to = applied.after.kind if change.kind == "transmute" and applied.after else change.to
        known.append(replace(change, target=target, to=to))
        book, numbering = applied.book, applied.numbering
    return tuple(known)
