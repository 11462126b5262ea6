"""A language in which every letter of a message is another one: what stays English was not marked."""

import re
from collections.abc import Mapping
from gettext import NullTranslations
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from referee.engine.said import told

HELD = re.compile(r"(%\(\w+\)s|%%|\{\w+(?:!r)?\})")
LETTERS = str.maketrans(
    ascii_lowercase + ascii_uppercase,
    "".join(chr(0x430 + at) for at in range(26)) + "".join(chr(0x410 + at) for at in range(26)),
)
WORD = re.compile(r"[A-Za-z][a-z]+")


def words(text: str) -> frozenset[str]:
    """The words of the text."""
    return frozenset(text.split())


ALWAYS = words("UTC Mon Tue Wed Thu Fri Sat Sun Nov Dec America Sao Paulo referee example org")
"""Times, addresses."""


def other(sentence: str) -> str:
    """The sentence in letters that English does not have; what is filled in stays."""
    parts = HELD.split(sentence)
    return "".join(part if at % 2 else part.translate(LETTERS) for at, part in enumerate(parts))


class Pseudo(NullTranslations):
    """Translates every message into letters that English does not have; what is filled in stays."""

    def gettext(self, message: str) -> str:
        return other(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def retold(value: Any) -> Any:
    """What a mail is made of, with every sentence of the code in that language."""
    if isinstance(value, str):
        return told(value, Pseudo())
    if isinstance(value, Mapping):
        return {key: retold(each) for key, each in value.items()}
    return [retold(each) for each in value] if isinstance(value, list | tuple) else value


def english(text: str, allowed: frozenset[str] = frozenset()) -> set[str]:
    """The words of the text that were in no message: what nobody could translate."""
    return set(WORD.findall(text)) - ALWAYS - allowed
