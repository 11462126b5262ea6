"""The languages that mails are told in: their catalogues, their names, their days and months."""

import unicodedata
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_date, format_skeleton, get_datetime_format
from babel.messages.catalog import Catalog
from babel.numbers import format_decimal

from referee.display.catalogues import read_catalogue, words_of
from referee.engine.said import Said, told
from referee.errors import ConfigError

ENGLISH = "en"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ALSO = {
    "英文": "en",
    "汉语": "zh",
    "漢語": "zh",
    "普通话": "zh",
    "简体中文": "zh",
    "葡文": "pt",
    "葡语": "pt",
}
"""What languages are called besides their names."""


class Language:
    """One language: what sentences of the code and times are in it."""

    def __init__(self, code: str, files: list[Path]) -> None:
        """`files`: the catalogues of that language, the first before the others."""
        self.code, self._files = code, files

    @cached_property
    def catalogues(self) -> list[Catalog]:
        """Those of the site before the program's own; ConfigError if one can't be used."""
        return [read_catalogue(file) for file in self._files]

    @cached_property
    def words(self) -> NullTranslations:
        """What gettext looks sentences up in."""
        return words_of(self.catalogues)

    @cached_property
    def locale(self) -> Locale:
        """How days, months and numbers are written."""
        return Locale.parse(self.code)

    @cached_property
    def is_plain(self) -> bool:
        """Whether everything is told as the code says it: English, without words of the site's own."""
        said = (message.string for catalogue in self.catalogues for message in catalogue if message.id)
        return self.code == ENGLISH and not any(any(string or ()) for string in said)

    @property
    def name(self) -> str:
        """What those who speak it call it: `português`."""
        return str(self.locale.get_language_name(self.locale))

    def told(self, value: Any) -> Any:
        """The value with every sentence of the code in it told in this language."""
        return value if self.is_plain else self._told(value)

    def _told(self, value: Any) -> Any:
        if isinstance(value, str):
            return told(value, self.words, self._shown) if isinstance(value, Said) else value
        if isinstance(value, Mapping):
            return {self._told(name): self._told(each) for name, each in value.items()}
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(self._told, value))
        if isinstance(value, list | tuple):
            return type(value)(map(self._told, value))
        return self._told_fields(value) if is_dataclass(value) else value

    def _told_fields(self, value: Any) -> Any:
        """A dataclass whose fields are told; itself if there is nothing to tell in it."""
        news = {}
        for field in fields(value):
            before = getattr(value, field.name)
            after = self._told(before)
            if after is not before and after != before:
                news[field.name] = after
        if not news:
            return value
        other = copy(value)
        for name, each in news.items():
            object.__setattr__(other, name, each)
        return other

    def _shown(self, value: Any) -> Any:
        """A number with decimals, a day or a time, as it is written in this language."""
        if isinstance(value, datetime):
            return value if self.code == ENGLISH else _at(self.code, value.astimezone(UTC), True)
        if isinstance(value, float):
            return format_decimal(value, "#,##0.######", locale=self.locale, group_separator=False)
        return format_date(value, "medium", locale=self.locale) if isinstance(value, date) else value

    def when(self, at: datetime, zone: str = "UTC") -> str:
        """The time in UTC and in that zone."""
        return when(at, zone, self.code)


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages that there are catalogues of, by code; `default` is for whom none is known of."""

    known: Mapping[str, Language]
    default: Language

    @classmethod
    def of(cls, folders: list[Path], default: str = ENGLISH) -> "Languages":
        """Those with a catalogue in the `locale` of a folder; ConfigError if the default has none."""
        files: dict[str, list[Path]] = {}
        for folder in folders:
            for file in sorted((folder / "locale").glob("*.po")):
                files.setdefault(_code(file), []).append(file)
        known = {code: Language(code, files[code]) for code in sorted(files)}
        code = _found(default, known)
        if code is None:
            raise ConfigError(f"language: there are {', '.join(known)}, not {default!r}.")
        return cls(known, known[code])

    def __getitem__(self, code: str) -> Language:
        """The language of that code; the default if it has none or is not known any more."""
        return self.known.get(code, self.default)

    def find(self, wish: str) -> str | None:
        """The code of the language that somebody names in some language, None if there is none."""
        return _found(wish, self.known)


def _code(file: Path) -> str:
    try:
        Locale.parse(file.stem)
    except (UnknownLocaleError, ValueError) as why:
        raise ConfigError(f"{file}: {file.stem!r} is no language.") from why
    return file.stem


def _found(wish: str, known: Mapping[str, Language]) -> str | None:
    wish = _plain(wish)
    if wish in ALSO:
        wish = ALSO[wish]
    for code, language in known.items():
        if wish == _plain(code) or wish in _names(language, tuple(known)):
            return code
    base = wish.partition("_")[0]
    return next((code for code in known if _plain(code).partition("_")[0] == base), None)


def _names(language: Language, others: tuple[str, ...]) -> set[str]:
    """What the language is called in any of the others."""
    locales = [Locale.parse(code) for code in others]
    names = [language.locale.get_language_name(locale) for locale in locales]
    names += [language.locale.get_display_name(locale) for locale in locales]
    return {_plain(name) for name in names if name}


def _plain(name: str) -> str:
    """The name in small letters, without accents."""
    letters = unicodedata.normalize("NFKD", name.strip().casefold().replace("-", "_"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def when(at: datetime, zone: str = "UTC", code: str = ENGLISH) -> str:
    """`Tue 1 Dec 2026, 00:00 UTC (Mon 30 Nov, 21:00 America/Sao_Paulo)`."""
    utc, place = at.astimezone(UTC), _place(zone)
    told = f"{_at(code, utc, True)} UTC"
    if place is None:
        return told
    return f"{told} ({_at(code, at.astimezone(place), False)} {zone})"


def _at(code: str, at: datetime, with_year: bool) -> str:
    """Day and time of day: `Tue 1 Dec 2026, 00:00`."""
    if code == ENGLISH:
        year = f" {at.year}" if with_year else ""
        return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}{year}, {at:%H:%M}"
    day = format_skeleton("yMMMEd" if with_year else "MMMEd", at, tzinfo=at.tzinfo, locale=code)
    return str(get_datetime_format("medium", code)).replace("{1}", day).replace("{0}", f"{at:%H:%M}")


def _place(zone: str) -> ZoneInfo | None:
    """The zone, None if it is UTC or unknown: a mail doesn't fail for a zone that was renamed."""
    if zone in ("", "UTC", "Etc/UTC"):
        return None
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return None
