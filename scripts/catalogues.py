"""The catalogues of the languages: `templates/locale/*.po` brought up to what templates and code say.

scripts/catalogues                     adds what is new, sets aside what nobody says any more
scripts/catalogues --check             changes nothing; fails with a list of what is missing or wrong
scripts/catalogues --missing pt_BR     prints what has no translation yet, as a catalogue
scripts/catalogues --fill pt_BR FILE   takes translations from such a catalogue
scripts/catalogues --tidy              also forgets what was set aside
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from referee.display.catalogues import faults

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "templates" / "locale"
SOURCE = "en"
"""Its catalogue has every sentence and no translation: what a new language begins with."""
ORDER = (
    "templates/mail",
    "templates/paprika",
    "templates/nomic",
    "referee/app",
    "referee/engine",
    "referee/mail",
    "referee/errors.py",
    "referee/games/paprika",
    "referee/games/nomic",
    "templates/rithmomachia",
    "referee/games/rithmomachia",
    "templates",
    "referee",
)
"""What a translator should read first stands first."""
APART = ("templates/web", "referee/web")
"""The pages are English."""
CODE = {"said": 1, "said_of": 2}
"""Functions whose first arguments, so many, are sentences."""
MARKUP = ("_", "gettext", "ngettext")

Text = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence and the file that says it."""

    text: Text
    file: str


def sentences() -> dict[Text, list[str]]:
    """Every sentence with the files that say it, in the order in which they should be read."""
    found: dict[Text, list[str]] = {}
    for path in files():
        for text in said_in(path):
            places = found.setdefault(text, [])
            if name(path) not in places:
                places.append(name(path))
    return found


def files() -> list[Path]:
    """Templates and code that may speak, in the order of ORDER."""
    paths = [*(ROOT / "templates").rglob("*.j2"), *(ROOT / "referee").rglob("*.py")]
    places = [(_rank(name(path)), name(path), path) for path in paths]
    return [path for _, file, path in sorted(places) if not file.startswith(APART)]


def _rank(file: str) -> int:
    return next(at for at, begin in enumerate(ORDER) if file.startswith(begin))


def name(path: Path) -> str:
    """The path as a catalogue names it."""
    return path.relative_to(ROOT).as_posix()


def said_in(path: Path) -> Iterator[Text]:
    """The sentences of one file, from its top to its end."""
    if path.suffix == ".py":
        for call, count in calls(path):
            words = [_literal(argument) for argument in call.args[:count]]
            if None not in words and len(words) == count:
                yield _text(words)
        return
    with path.open("rb") as file:
        options = {
            "trimmed": "true",
            "newstyle_gettext": "true",
            "trim_blocks": "true",
            "lstrip_blocks": "true",
        }
        for _, function, given, _ in babel_extract(file, list(MARKUP), [], options):
            given = (given,) if isinstance(given, str | None) else given
            yield _text(given[: 2 if function == "ngettext" else 1])


def _text(words: Iterable[str | None]) -> Text:
    texts = [word for word in words if word is not None]
    return texts[0] if len(texts) == 1 else (texts[0], texts[1])


def calls(path: Path) -> list[tuple[ast.Call, int]]:
    """The calls of `said` and `said_of` in a file, each with how many sentences it takes."""
    tree = ast.parse(path.read_text("utf-8"))
    found = [
        (node, CODE[node.func.id])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE
    ]
    return sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset))


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def hidden() -> Iterator[str]:
    """Calls whose sentence is not written out, so that no catalogue can have it."""
    for path in files():
        if path.suffix == ".py" and path.name != "said.py":
            for call, count in calls(path):
                if not all(_literal(argument) for argument in call.args[:count]):
                    yield f"{name(path)}:{call.lineno}: the sentence is not written out"


def languages() -> list[str]:
    """The languages that there are catalogues of."""
    return sorted(path.stem for path in LOCALE.glob("*.po"))


def load(language: str) -> Catalog:
    """The catalogue as it is kept."""
    return _parsed((LOCALE / f"{language}.po").read_bytes(), language)


def _parsed(content: bytes, language: str) -> Catalog:
    return read_po(BytesIO(content), locale=language, ignore_obsolete=False, abort_invalid=True)


def merged(old: Catalog, found: dict[Text, list[str]], tidy: bool = False) -> Catalog:
    """A catalogue of what is said now; what was translated and is said no more is set aside."""
    kept = {_key(message): message for message in (*old.obsolete.values(), *old) if message.id}
    new = empty(old)
    for text, places in found.items():
        _add(new, text, places, kept.pop(text, None))
    if not tidy:
        new.obsolete = {_first(text): message for text, message in kept.items() if _is_told(message)}
    return new


def empty(like: Catalog) -> Catalog:
    """A catalogue of the same language with the same forms of plurals."""
    new = Catalog(locale=like.locale)
    new.mime_headers = [("Plural-Forms", like.plural_forms)]
    return new


def _add(new: Catalog, text: Text, places: list[str], before: Message | None) -> None:
    message = new.add(text, before.string if before else None, [(place, 0) for place in places])
    if before is not None:
        message.flags = before.flags & {"fuzzy"}
        message.user_comments = before.user_comments


def _key(message: Message) -> Text:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def _first(text: Text) -> str:
    return text if isinstance(text, str) else text[0]


def _is_told(message: Message) -> bool:
    return bool(message.string if isinstance(message.string, str) else any(message.string or ()))


def written(catalogue: Catalog, language: str) -> bytes:
    """The catalogue as a file: no times and no line numbers, so that a change changes little."""
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    file = BytesIO()
    write_po(file, catalogue, width=0, omit_header=True, include_lineno=False)
    head = (
        f"# {Locale.parse(language).english_name}\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return head.encode("utf-8") + file.getvalue().rstrip(b"\n") + b"\n"


def complaints(language: str, found: dict[Text, list[str]]) -> Iterator[str]:
    """What is missing or wrong in one catalogue."""
    catalogue = load(language)
    for message in catalogue:
        if message.id:
            yield from (f"{language}: {message.id!r}: {why}" for why in _wrong(message, catalogue, found))
    for message in catalogue.obsolete.values():
        yield f"{language}: {message.id!r} is set aside and said nowhere"
    known = {_key(message) for message in catalogue if message.id}
    yield from (f"{language}: {text!r} is not in the catalogue" for text in found if text not in known)


def _wrong(message: Message, catalogue: Catalog, found: dict[Text, list[str]]) -> Iterator[str]:
    language = str(catalogue.locale)
    if _key(message) not in found:
        yield "it is said nowhere"
    elif language != SOURCE and not _is_told(message):
        yield "it has no translation"
    if message.fuzzy:
        yield "it is marked as uncertain"
    yield from faults(message, catalogue.num_plurals)


def merge(found: dict[Text, list[str]], tidy: bool = False) -> None:
    """Brings all catalogues up to date."""
    for language in languages():
        write(language, merged(load(language), found, tidy))


def write(language: str, catalogue: Catalog) -> None:
    """Puts the file into its place in one go."""
    path = LOCALE / f"{language}.po"
    content = written(catalogue, language)
    if path.read_bytes() != content:
        new = path.with_suffix(".new")
        new.write_bytes(content)
        new.replace(path)


def missing(language: str, found: dict[Text, list[str]]) -> Catalog:
    """What the catalogue has no translation of."""
    every = merged(load(language), found, tidy=True)
    left = empty(every)
    for message in every:
        if message.id and (message.fuzzy or not _is_told(message)):
            left.add(message.id, None, message.locations)
    return left


def fill(language: str, file: Path, found: dict[Text, list[str]]) -> int:
    """Takes the translations of a file, unless one is faulty; the exit code."""
    given = _parsed(file.read_bytes(), language)
    catalogue = merged(load(language), found)
    known = {_key(message): message for message in catalogue if message.id}
    code = taken = 0
    for message in given:
        wrong = list(faults(message, catalogue.num_plurals))
        if message.id and _key(message) not in known:
            wrong.append("it is said nowhere")
        code |= bool(wrong)
        for why in wrong:
            print(f"{message.id!r}: {why}")
        if message.id and not wrong and _is_told(message):
            known[_key(message)].string, known[_key(message)].flags = message.string, set()
            taken += 1
    write(language, catalogue)
    print(f"{taken} taken")
    return code


def check(found: dict[Text, list[str]]) -> int:
    """The exit code: 0 when every catalogue is complete."""
    wrong = [*hidden(), *(each for language in languages() for each in complaints(language, found))]
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{len(found)} sentences, {len(wrong)} complaints" if wrong else f"{len(found)} sentences")
    return 1 if wrong else 0


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tidy", action="store_true")
    parser.add_argument("--missing", metavar="LANGUAGE")
    parser.add_argument("--fill", nargs=2, metavar=("LANGUAGE", "FILE"))
    asked = parser.parse_args()
    found = sentences()
    if asked.check:
        return check(found)
    if asked.missing:
        sys.stdout.buffer.write(written(missing(asked.missing, found), asked.missing))
        return 0
    if asked.fill:
        return fill(asked.fill[0], Path(asked.fill[1]), found)
    merge(found, asked.tidy)
    return 0


if __name__ == "__main__":
    sys.exit(main())
