"""Which names a player may bear."""

import re

from referee.games.paprika.actions import FORMS
from referee.games.paprika.state import TRUE
from referee.games.paprika.words import DIRECTION_WORDS, ENGLISH, GRAMMAR, unaccented

SHAPE = re.compile(r"[^\W\d_][\w-]{0,15}")
ORDER_WORDS = frozenset(FORMS) | {TRUE, "withdraw", "nday"}


def has_shape(name: object) -> bool:
    """Whether it has 1 to 16 letters, digits, `-` or `_`, and begins with a letter."""
    return isinstance(name, str) and bool(SHAPE.fullmatch(name))


def is_case_name(name: object) -> bool:
    """Whether a case may name a player so: no `true`, no direction, no word of an action."""
    return isinstance(name, str) and has_shape(name) and name.casefold() not in ORDER_WORDS | ENGLISH.keys()


def is_name(name: str) -> bool:
    """Whether a player may bear the name in a match: no longer word that an order is read by."""
    plain = unaccented(name)
    return is_case_name(name) and plain not in DIRECTION_WORDS and (len(plain) == 1 or plain not in GRAMMAR)
