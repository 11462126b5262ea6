"""Sentences that are made in the code: English in themselves, told in the reader's language by a mail."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from string import Formatter
from typing import Any, Protocol


class Words(Protocol):
    """A catalogue of one language, as gettext has it."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class Said(str):
    """A sentence in English that knows what it was made of, and so can be told in another language."""

    one: str
    many: str
    values: Mapping[str, Any]

    def __new__(
        cls, text: str, one: str = "", many: str = "", values: Mapping[str, Any] | None = None
    ) -> "Said":
        """The text, with its template, that of several things (or an empty text), and their values."""
        sentence = super().__new__(cls, text)
        sentence.one, sentence.many, sentence.values = one or text, many, values or {}
        return sentence

    def __str__(self) -> str:
        """Itself: an error that is raised with a sentence keeps its template."""
        return self


def said(template: str, /, **values: Any) -> Said:
    """`said("There is no rule {number}.", number=304)`: the sentence, its values filled in (str.format).

    A value may be a sentence of its own, a list of texts, which is told with commas, a day, or a time,
    which is told in UTC.
    The template is written out at the call, so that it is found for the catalogues.
    """
    return Said(_filled(template, values), template, values=values)


def said_of(one: str, many: str, count: int, /, **values: Any) -> Said:
    """The sentence for one or for several; `{count}` is how many."""
    values = {**values, "count": count}
    return Said(_filled(one if count == 1 else many, values), one, many, values)


def together(texts: Iterable[str], between: str = " ") -> Said:
    """Whole sentences one after the other, or lines (between them a line end), each told by itself."""
    values = {f"text{at}": text for at, text in enumerate(texts)}
    return said(between.join(f"{{{name}}}" for name in values), **values)


def all_of(names: Iterable[str]) -> str:
    """The names with commas, and `and` before the last."""
    *most, last = names
    return said("{most} and {last}", most=most, last=last) if most else last


def either(names: Iterable[str]) -> str:
    """The names, with `or` between them."""
    first, *others = names
    return said("{first} or {others}", first=first, others=either(others)) if others else first


def told(text: str, words: Words, shown: Callable[[Any], Any] = lambda value: value) -> str:
    """The text in the language of the catalogue; what is no sentence of the code stays as it is.

    `shown`: how a value that is no text is written in that language.
    """
    if not isinstance(text, Said) or not text.one:
        return text
    template = words.gettext(text.one)
    if text.many:
        template = words.ngettext(text.one, text.many, text.values["count"])
    return _filled(template, {name: _told(value, words, shown) for name, value in text.values.items()})


def _told(value: Any, words: Words, shown: Callable[[Any], Any]) -> Any:
    if isinstance(value, str):
        return told(value, words, shown)
    if isinstance(value, list | tuple):
        return [_told(one, words, shown) for one in value]
    return shown(value)


def _filled(template: str, values: Mapping[str, Any]) -> str:
    written = {name: _written(value) for name, value in values.items()}
    return template.format_map(written) if values else template


def _written(value: Any) -> Any:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M}"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def dump_said(text: str) -> dict[str, Any] | None:
    """What the sentence was made of, as JSON data; None if the text is no sentence of the code."""
    if not isinstance(text, Said):
        return None
    return {
        "one": text.one,
        "many": text.many,
        "values": {name: _dumped(value) for name, value in text.values.items()},
    }


def load_said(text: str, data: Mapping[str, Any] | None) -> str:
    """The text as the sentence that it was."""
    if data is None:
        return text
    values = {name: _loaded(value) for name, value in data["values"].items()}
    return Said(text, data["one"], data["many"], values)


def is_sound(text: Any) -> bool:
    """Whether each sentence in it is what its template makes of its values, with bare names in the template.

    What somebody else may have written as JSON is asked this before it is told.
    """
    if isinstance(text, list | tuple):
        return all(map(is_sound, text))
    if not isinstance(text, Said):
        return True
    made = (text.one, text.many) if text.many else (text.one,)
    return is_sound([*text.values.values()]) and text in [_filled_plainly(t, text.values) for t in made]


def _filled_plainly(template: str, values: Mapping[str, Any]) -> str | None:
    """The sentence; None where the template has more than bare names, or a name without a value."""
    try:
        fields = [(name, form) for _, name, form, _ in Formatter().parse(template) if name is not None]
        is_bare = all(name.isidentifier() and not form for name, form in fields)
        return _filled(template, values) if is_bare or not values else None
    except (ValueError, KeyError):
        return None


def _dumped(value: Any) -> Any:
    if isinstance(value, Said):
        return {"text": str.__str__(value), "said": dump_said(value)}
    if isinstance(value, list | tuple):
        return [_dumped(each) for each in value]
    if isinstance(value, date):
        return {"time" if isinstance(value, datetime) else "day": value.isoformat()}
    return value if isinstance(value, str | int | float | None) else str(value)


def _loaded(value: Any) -> Any:
    if isinstance(value, dict):
        return _loaded_whole(value)
    return [_loaded(each) for each in value] if isinstance(value, list) else value


def _loaded_whole(value: Mapping[str, Any]) -> Any:
    if "time" in value:
        return datetime.fromisoformat(value["time"])
    if "day" in value:
        return date.fromisoformat(value["day"])
    return load_said(value["text"], value["said"])
