"""Each rule by its number, with its history and the Judgments that speak of it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from referee.games.nomic.packing import unshelved
from referee.games.nomic.report import judgments
from referee.games.nomic.rulebook import Rulebook
from referee.games.nomic.rules import Rule, parse_number
from referee.games.nomic.state import State

Rows = list[dict[str, Any]]
MENTION = re.compile(
    r"(?:\b(?:rules?|regras?)\s*#?|规则\s*)(?P<rule>\d{1,9}(?:\.\d{1,4})?)|(?<![\d.])(?P<bare>[1-9]\d{2}(?:\.\d)?)(?!\d)",
    re.IGNORECASE,
)
"""A rule by its number; without the word only numbers such as rules have (206) are taken for one."""


def chronicle(state: State) -> Rows:
    """Every rule in force by number: {number, title, history: [EVENT], judgments: [JUDGMENT]}."""
    history, asked = _histories(state), _judgments_by_rule(state)
    return [
        {
            "number": str(rule.number),
            "title": rule.title,
            "history": history[rule.id],
            "judgments": asked[rule.id],
        }
        for rule in sorted(state.book.rules, key=lambda rule: rule.number)
    ]


def judgments_under(state: State, rule: Rule) -> Rows:
    """The questions that speak of that rule, the oldest first."""
    return _judgments_by_rule(state)[rule.id]


def _histories(state: State) -> Mapping[str, Rows]:
    found: defaultdict[str, Rows] = defaultdict(list)
    for row in unshelved(state.history):
        found[row["rule"]].append({key: row.get(key) for key in ("at", "event", "proposal", "number")})
    return found


def _judgments_by_rule(state: State) -> Mapping[str, Rows]:
    found: defaultdict[str, Rows] = defaultdict(list)
    for row in judgments(state):
        for id in dict.fromkeys(_mentioned(state.book, f"{row['question']} {row['answer'] or ''}")):
            found[id].append(row)
    return found


def _mentioned(book: Rulebook, text: str) -> Iterator[str]:
    for match in MENTION.finditer(text):
        rule = book.find(parse_number(match["rule"] or match["bare"]))
        if rule is not None:
            yield rule.id
