"""Which names a player may bear."""

import unicodedata

from referee.games.paprika.actions import FORMS
from referee.games.paprika.state import TRUE
from referee.games.paprika.words import DIRECTION_WORDS, ENGLISH, GRAMMAR, unaccented

LONGEST = 16
ORDER_WORDS = frozenset(FORMS) | {TRUE, "withdraw", "nday"}


def has_shape(name: object) -> bool:
    """Whether it has 1 to 16 letters, digits, `-` or `_`, and begins with a letter."""
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST or not name[0].isalpha():
        return False
    if unicodedata.normalize("NFKC", name) != name:  # ½ and Ａ only look like letters
        return False
    return all(sign.isalpha() or sign.isdecimal() or sign in "-_" for sign in name)


def is_case_name(name: object) -> bool:
    """Whether a case may name a player so: no `true`, no direction, no word of an action."""
    return isinstance(name, str) and has_shape(name) and name.casefold() not in ORDER_WORDS | ENGLISH.keys()


def is_name(name: str) -> bool:
    """Whether a player may bear the name in a match: no longer word that an order is read by."""
    plain = unaccented(name)
    return is_case_name(name) and plain not in DIRECTION_WORDS and (len(plain) == 1 or plain not in GRAMMAR)
