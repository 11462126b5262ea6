"""A rule-change as proposed, and what an amendment makes of a text (N5)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.said import said
from referee.games.nomic.rules import STRICT

GAP = "[ \t\r\n]+"
PLAIN = str.maketrans("“”„‟″‘’‚‛′", "\"\"\"\"\"'''''")


@dataclass(frozen=True, slots=True)
class Change:
    """One rule-change as proposed.

    `kind`: enact, amend, repeal, transmute or unamend (the repeal of an amendment). `rule`: the number
    as written; `target`: the identity of that rule, once it is known. `how` an amendment is made: read,
    replace, delete or append. `to`: the class that is named, "" for the other one.
    """

    __pydantic_config__ = STRICT

    kind: str
    rule: str = ""
    how: str = ""
    text: str = ""
    old: str = ""
    new: str = ""
    title: str = ""
    to: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    target: str = ""


class Ineffective(Exception):
    """The change can't be made on that rulebook; the text says why. `is_limit`: only 209 forbids it."""

    def __init__(self, why: str, is_limit: bool = False) -> None:
        super().__init__(why)
        self.is_limit = is_limit


def amended_text(text: str, change: Change) -> str:
    """The text after the amendment (N5)."""
    match change.how:
        case "read":
            return change.text
        case "append":
            return f"{text}\n{change.text}" if change.text.strip() else ""
        case _:
            return replaced(text, change.old, change.new)


def replaced(text: str, old: str, new: str) -> str:
    """The text with a passage that occurs exactly once replaced; Ineffective otherwise."""
    words = [re.escape(word) for word in old.translate(PLAIN).split()]
    if not words:
        raise Ineffective(said("The passage to change is empty."))
    passage = GAP.join(words)
    pattern = re.compile(f"(?={passage})")
    plain = text.translate(PLAIN)
    found = [match.start() for match in pattern.finditer(plain)]
    if len(found) != 1:
        if not found:
            raise Ineffective(
                said("“{old}” does not occur in the rule; it must occur exactly once.", old=old)
            )
        raise Ineffective(
            said(
                "“{old}” occurs {count} times in the rule; it must occur exactly once.",
                old=old,
                count=len(found),
            )
        )
    matched = re.compile(passage).match(plain, found[0])
    assert matched is not None
    return text[: found[0]] + new + text[matched.end() :]
