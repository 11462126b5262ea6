"""All rules in force, what the referee does by them, and where repealed numbers have gone."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.engine.said import said
from referee.games.nomic.rules import STRICT, Number, Rule, parse_number
from referee.games.nomic.settings import AS_BEFORE, silent

WIN_GUARD = "112"
"""The rule that keeps the winning condition what it is, by its first number."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules, the settings that no rule holds (`loose`), and what follows from both (`force`).

    `repealed`: for each number of a rule that is gone, the number of what repealed it.
    """

    __pydantic_config__ = STRICT

    rules: tuple[Rule, ...] = ()
    loose: Mapping[str, str] = field(default_factory=dict)
    repealed: Mapping[str, int] = field(default_factory=dict)
    force: Mapping[str, str] = field(default_factory=dict)

    def find(self, number: Number) -> Rule | None:
        """The rule that has or had that number, if it is in force."""
        now = (rule for rule in self.rules if rule.number == number)
        before = (rule for rule in self.rules if number in rule.was)
        return next(now, None) or next(before, None)

    def rule(self, id: str) -> Rule | None:
        """The rule of that identity, if it is in force."""
        return next((rule for rule in self.rules if rule.id == id), None)

    def holder(self, name: str) -> Rule | None:
        """The rule that holds that setting, if any."""
        return next((rule for rule in self.rules if name in rule.settings), None)

    @property
    def mutable_count(self) -> int:
        """How many rules are mutable."""
        return sum(not rule.is_immutable for rule in self.rules)

    @property
    def is_win_guarded(self) -> bool:
        """Whether 112 is in force and immutable, so that reaching points stays the way to win."""
        guard = self.rule(WIN_GUARD)
        return guard is not None and guard.is_immutable

    def whereabouts(self, text: str) -> str:
        """Why there is no rule of that number, in a sentence."""
        if text in self.repealed:
            return said("Rule {number} was repealed by {by}.", number=text, by=self.repealed[text])
        return said("There is no rule {text}.", text=text)


def bound(rules: tuple[Rule, ...], loose: Mapping[str, str], repealed: Mapping[str, int]) -> Rulebook:
    """A rulebook of these rules, with the settings that are in force by them."""
    force = silent() | dict(loose)
    for rule in rules:
        force.update(rule.settings)
    return Rulebook(rules, loose, repealed, force)


def with_rule(book: Rulebook, rule: Rule) -> Rulebook:
    """The rulebook with that rule in place of the one of the same identity, or added."""
    if book.rule(rule.id) is None:
        rules = (*book.rules, rule)
    else:
        rules = tuple(rule if old.id == rule.id else old for old in book.rules)
    loose = {name: value for name, value in book.loose.items() if name not in rule.settings}
    return bound(rules, loose, book.repealed)


def without_rule(book: Rulebook, rule: Rule, by: int) -> Rulebook:
    """The rulebook without that rule: its settings go back to the silent defaults (but N6, 110)."""
    kept = {name: rule.settings[name] for name in AS_BEFORE if name in rule.settings}
    points = rule.settings.get("points_to_win")
    if points not in (None, "never") and book.is_win_guarded and rule.id != WIN_GUARD:
        kept["points_to_win"] = str(points)
    gone = {str(number): by for number in (*rule.was, rule.number)}
    rules = tuple(other for other in book.rules if other.id != rule.id)
    return bound(rules, {**book.loose, **kept}, {**book.repealed, **gone})


def with_loose(book: Rulebook, settings: Mapping[str, str]) -> Rulebook:
    """The rulebook with these settings given to the rules that hold them, else held by none."""
    for name, value in settings.items():
        holder = book.holder(name)
        if holder is None:
            book = bound(book.rules, {**book.loose, name: value}, book.repealed)
        else:
            book = with_rule(book, replace(holder, settings={**holder.settings, name: value}))
    return book


def rule_named(book: Rulebook, text: str) -> Rule:
    """The rule of that number, also by an old one; ValueError with a sentence."""
    number = parse_number(text)
    found = book.find(number)
    if found is None:
        raise ValueError(book.whereabouts(str(number)))
    return found
