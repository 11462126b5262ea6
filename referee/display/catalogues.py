"""Catalogues: what each sentence is in another language, in the files `locale/<language>.po`."""

import re
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from referee.errors import ConfigError

PER_CENT = re.compile(r"%%|%\((\w+)\)s|%")
VALUE = re.compile(r"[^\W\d][\w.]*")
"""What may stand in braces as a value; a line `{{{ and a line }}}` names none."""


def read_catalogue(path: Path) -> Catalog:
    """The catalogue in that file; ConfigError if it can't be read or a sentence would not hold its values."""
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem, abort_invalid=True)
    except (PoFileError, ValueError, OSError) as why:
        raise ConfigError(f"{path}: it is no catalogue of a language that is known: {why}") from why
    for message in catalogue:
        for fault in faults(message, catalogue.num_plurals):
            raise ConfigError(f"{path}: {message.id!r}: {fault}")
    return catalogue


def words_of(catalogues: list[Catalog]) -> GNUTranslations:
    """What gettext looks sentences up in; a sentence is taken from the first catalogue that has it."""
    words: GNUTranslations | None = None
    for catalogue in reversed(catalogues):
        file = BytesIO()
        write_mo(file, catalogue)
        file.seek(0)
        above = GNUTranslations(file)
        if words is not None:
            above.add_fallback(words)
        words = above
    return words or GNUTranslations()


def faults(message: Message, plurals: int) -> Iterator[str]:
    """What is wrong with a translation; nothing with one that is still to be made."""
    sources, told = _texts(message.id), _texts(message.string)
    if not message.id or not any(told):
        return
    if not all(told):
        yield "a form of it is missing"
        return
    if len(sources) > 1 and len(told) != plurals:
        yield f"it needs {plurals} forms"
    for at, text in enumerate(told):
        one, many = placeholders(sources[0]), placeholders(sources[-1])
        allowed = [many] if at == len(told) - 1 else [one, many]
        if placeholders(text) not in allowed:
            yield f"its values are {_listed(allowed[0])}, the translation has {_listed(placeholders(text))}"
        if _ends(text) != _ends(sources[0]):
            yield "a line end or a blank at its beginning or end differs"


def placeholders(text: str) -> frozenset[str]:
    """The values that a sentence names, as `%(name)s` in templates and as `{name}` in code."""
    named = {found[1] or found[0] for found in PER_CENT.finditer(text) if found[0] != "%%"}
    try:
        parts = Formatter().parse(text)
        fields = {"{" + name + "}" for _, name, _, _ in parts if name is not None and VALUE.fullmatch(name)}
    except ValueError:
        fields = set()
    return frozenset(named | fields)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _texts(entry: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (entry or "",) if isinstance(entry, str | None) else tuple(entry)


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
