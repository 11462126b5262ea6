"""The kinds of value that a setting may have: each reads what people write and keeps it in one form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Protocol

from referee.engine.calendar import duration
from referee.engine.said import said, together

FRACTION = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
PERCENT = re.compile(r"(\d{1,3})\s*%")
SPAN = re.compile(r"(\d{1,6})\s*([a-z]+)", re.IGNORECASE)
UNITS = {"w": "day", "d": "day", "h": "hour", "m": "minute", "s": "second"}
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Kind(Protocol):
    """What a setting may be: `read` gives its one form or raises ValueError; `allowed` says what may be."""

    def read(self, text: str, names: Sequence[str]) -> str: ...

    @property
    def allowed(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Words:
    """One of some words; with `named`, or the name of a player."""

    words: tuple[str, ...]
    named: bool = False

    @property
    def allowed(self) -> str:
        return together([*self.words, *([said("the name of a player")] if self.named else [])], ", ")

    def read(self, text: str, names: Sequence[str]) -> str:
        plain = " ".join(text.casefold().split())
        if plain in self.words:
            return plain
        found = next((name for name in names if name.casefold() == plain), None) if self.named else None
        if found is None:
            raise ValueError
        return found


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number of a range, or one of some words."""

    least: int
    most: int
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return together([_between(self.least, self.most), *self.words], ", ")

    def read(self, text: str, names: Sequence[str]) -> str:
        plain = text.strip().casefold().replace(",", "")
        if plain in self.words:
            return plain
        if not re.fullmatch(r"[-+]?\d{1,9}", plain) or not self.least <= int(plain) <= self.most:
            raise ValueError
        return str(int(plain))


@dataclass(frozen=True, slots=True)
class Span:
    """A duration of a range, or `never` where that is allowed."""

    least: timedelta
    most: timedelta
    never: bool = False

    @property
    def allowed(self) -> str:
        spans = _between(_span(self.least), _span(self.most))
        return together([spans, "never"], ", ") if self.never else spans

    def read(self, text: str, names: Sequence[str]) -> str:
        if self.never and text.strip().casefold() == "never":
            return "never"
        if not self.least <= duration(text) <= self.most:
            raise ValueError
        return spelt(text)


@dataclass(frozen=True, slots=True)
class Share:
    """`unanimous`, `majority`, or a fraction above one half and at most 1."""

    allowed: str = said("unanimous, majority, a fraction above 1/2 and at most 1")

    def read(self, text: str, names: Sequence[str]) -> str:
        plain = " ".join(text.casefold().split())
        if plain in ("unanimous", "majority"):
            return plain
        if not Fraction(1, 2) < fraction(plain) <= 1:
            raise ValueError
        return plain.replace(" ", "")


@dataclass(frozen=True, slots=True)
class Index:
    """A decimal number of a range, such as 2.0."""

    least: str
    most: str

    @property
    def allowed(self) -> str:
        return _between(self.least, self.most)

    def read(self, text: str, names: Sequence[str]) -> str:
        try:
            number = Decimal(text.strip())
        except InvalidOperation:
            raise ValueError from None
        if not number.is_finite() or not Decimal(self.least) <= number <= Decimal(self.most):
            raise ValueError
        return text.strip()


@dataclass(frozen=True, slots=True)
class Quorum:
    """A number of ballots, or a fraction of those on the proposal resolved last."""

    allowed: str = said("0 to 1000, or 2/3 of last")

    def read(self, text: str, names: Sequence[str]) -> str:
        plain = " ".join(text.casefold().split())
        if plain.endswith(" of last"):
            if not 0 < fraction(plain.removesuffix(" of last")) <= 1:
                raise ValueError
            return plain
        if not re.fullmatch(r"\d{1,4}", plain) or int(plain) > 1000:
            raise ValueError
        return str(int(plain))


def _between(least: object, most: object) -> str:
    return said("{least} to {most}", least=least, most=most)


def fraction(text: str) -> Fraction:
    """`2/3`, `0.6` or `60 %` as an exact fraction; ValueError otherwise."""
    if found := FRACTION.fullmatch(text.strip()):
        if int(found[2]) == 0:
            raise ValueError(said("A fraction can't be over 0."))
        return Fraction(int(found[1]), int(found[2]))
    if found := PERCENT.fullmatch(text.strip()):
        return Fraction(int(found[1]), 100)
    if not re.fullmatch(r"\d{1,4}(?:\.\d{1,6})?", text.strip()):
        raise ValueError(f"{text!r} is no fraction; write 2/3 or 0.6.")
    return Fraction(text.strip())


def spelt(text: str) -> str:
    """A duration in its one form: `3d` is `3 days`; the unit stays the one that was written."""
    found = SPAN.fullmatch(text.strip())
    if found is None:
        raise ValueError
    letter = found[2][0].lower()
    count = int(found[1]) * (7 if letter == "w" else 1)
    return f"{count} {UNITS[letter]}{'' if count == 1 else 's'}"


def _span(span: timedelta) -> str:
    hours = int(span / HOUR)
    whole = hours and hours % 24 == 0
    return said("{count} days", count=hours // 24) if whole else said("{count} hours", count=hours)
