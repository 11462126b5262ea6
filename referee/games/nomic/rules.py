"""A rule: its numbers, its class, its text, the settings it holds, and how rules are listed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pydantic import ConfigDict

from referee.engine.said import said

STRICT = ConfigDict(extra="forbid")
NUMBER = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?")
CLAIMS = re.compile(
    r"\b(?:takes?|has|have) precedence over\b|\bprevails? over\b|\boverrides?\b", re.IGNORECASE
)
YIELDS = re.compile(r"\bdefers? to\b|\byields? to\b|\bgives? way to\b", re.IGNORECASE)


class Number(NamedTuple):
    """A rule's number: 307, or 307.2 for the second rule that proposal 307 changed."""

    major: int
    part: int = 1

    def __str__(self) -> str:
        return str(self.major) if self.part == 1 else f"{self.major}.{self.part}"

    @property
    def shown(self) -> int | str:
        """A whole number, a string where it has a part."""
        return self.major if self.part == 1 else str(self)


def parse_number(text: str) -> Number:
    """The number that is written so; ValueError otherwise."""
    found = NUMBER.fullmatch(text.strip())
    if found is None:
        raise ValueError(said("{text!r} is no number of a rule; write 206 or 307.2.", text=text))
    return Number(int(found[1]), int(found[2] or 1))


@dataclass(frozen=True, slots=True)
class Amendment:
    """The latest amendment of a rule: what it changed, so that it can be repealed (103)."""

    __pydantic_config__ = STRICT

    number: Number
    text: str
    settings: Mapping[str, str]
    new_text: str
    new_settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in force.

    `id` names it for good: its first number. `was`: its earlier numbers, the oldest first.
    `settings`: what the referee does by this rule. `revision`: how often it was amended.
    """

    __pydantic_config__ = STRICT

    id: str
    number: Number
    is_immutable: bool
    title: str
    text: str
    settings: Mapping[str, str] = field(default_factory=dict)
    was: tuple[Number, ...] = ()
    is_core: bool = False
    revision: int = 0
    amended: Amendment | None = None

    @property
    def kind(self) -> str:
        """`immutable` or `mutable`."""
        return "immutable" if self.is_immutable else "mutable"

    @property
    def name(self) -> str:
        """`rule 206 (Title)`, for sentences."""
        if self.title:
            return said("rule {number} ({title})", number=str(self.number), title=self.title)
        return said("rule {number}", number=str(self.number))


def in_logical_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Immutable before mutable, then by ascending number (110, 211)."""
    return tuple(sorted(rules, key=lambda rule: (not rule.is_immutable, rule.number)))


def precedence_note(rule: Rule) -> str:
    """What the rule says about its own rank, as a note in listings; "" for nothing."""
    return _note(rule.text)


@lru_cache(maxsize=4096)
def _note(text: str) -> str:
    notes = ["claims precedence"] if CLAIMS.search(text) else []
    return ", ".join([*notes, *(["yields precedence"] if YIELDS.search(text) else [])])
