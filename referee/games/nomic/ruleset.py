"""Rulesets as data: TOML files with one record per rule, checked so that errors name file, rule and key."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from referee.errors import OptionError
from referee.games.nomic.rulebook import Rulebook, bound
from referee.games.nomic.rules import Number, Rule, in_logical_order, parse_number
from referee.games.nomic.settings import length, of, read_pair
from referee.games.nomic.values import Words

KEYS = frozenset({"number", "was", "class", "core", "title", "text", "settings"})
TOP = frozenset({"title", "about", "rules", "settings"})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A set of rules to begin with; `settings` are held by no rule."""

    name: str
    title: str
    about: str
    book: Rulebook


def shipped() -> tuple[str, ...]:
    """The names of the rulesets that come with the program."""
    folder = files("referee.games.nomic") / "rulesets"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset; OptionError for another name."""
    if name not in shipped():
        raise OptionError(f"There is no ruleset {name!r}; there are {', '.join(shipped())}.")
    text = (files("referee.games.nomic") / "rulesets" / f"{name}.toml").read_text("utf-8")
    return load(text, f"{name}.toml")


def load(text: str, file: str, names: tuple[str, ...] = ()) -> Ruleset:
    """A ruleset from TOML; OptionError with one sentence that names file, rule and key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{file}: not TOML: {error}") from None
    _only(data, TOP, file)
    rows = data.get("rules")
    if not isinstance(rows, list) or not rows:
        raise OptionError(f"{file}: rules: there must be at least one [[rules]] record.")
    rules = tuple(_rule(row, at, file, names) for at, row in enumerate(rows, start=1))
    _refuse_twice(rules, file)
    loose = _settings(data.get("settings", {}), f"{file}: settings", names)
    book = bound(in_logical_order(rules), loose, {})
    if length(book.force, "debate_limit") < length(book.force, "debate_least"):
        raise OptionError(f"{file}: debate_limit can't be less than debate_least.")
    name = file.removesuffix(".toml")
    return Ruleset(name, str(data.get("title", name)), str(data.get("about", "")), book)


def _only(row: Mapping[str, Any], keys: frozenset[str], where: str) -> None:
    for key in row:
        if key not in keys:
            raise OptionError(f"{where}: {key}: there is no such key; there are {', '.join(sorted(keys))}.")


def _rule(row: Any, at: int, file: str, names: tuple[str, ...]) -> Rule:
    where = f"{file}: rule {row.get('number', f'#{at}') if isinstance(row, dict) else f'#{at}'}"
    if not isinstance(row, dict):
        raise OptionError(f"{where}: a rule is a table.")
    _only(row, KEYS, where)
    try:
        number = parse_number(str(row.get("number", "")))
    except ValueError as error:
        raise OptionError(f"{where}: number: {error}") from None
    kind = row.get("class", "mutable")
    if kind not in ("mutable", "immutable"):
        raise OptionError(f"{where}: class: {kind!r} is neither mutable nor immutable.")
    text = _string(row, "text", where)
    if not text.strip():
        raise OptionError(f"{where}: text: it is empty.")
    core = row.get("core", False)
    if not isinstance(core, bool):
        raise OptionError(f"{where}: core: it is true or false.")
    settings = _settings(row.get("settings", {}), f"{where}: settings", names)
    was = _was(row.get("was", []), where)
    return Rule(
        id=str((*was, number)[0]),
        number=number,
        is_immutable=kind == "immutable",
        title=_string(row, "title", where),
        text=text.strip("\n"),
        settings=settings,
        was=was,
        is_core=core,
    )


def _was(numbers: Any, where: str) -> tuple[Number, ...]:
    """The numbers that a rule had before, the oldest first."""
    if not isinstance(numbers, list):
        raise OptionError(f"{where}: was: it is a list of numbers.")
    try:
        return tuple(parse_number(str(number)) for number in numbers)
    except ValueError as error:
        raise OptionError(f"{where}: was: {error}") from None


def _string(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise OptionError(f"{where}: {key}: it must be a text.")
    return value


def _settings(rows: Any, where: str, names: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(rows, dict):
        raise OptionError(f"{where}: they are a table of name = value.")
    found: dict[str, str] = {}
    for name, value in rows.items():
        try:
            key, read = read_pair(name, _written(value), names or (str(value),))
        except ValueError as error:
            raise OptionError(f"{where}.{name}: {error}") from None
        found[key] = read
    return found


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _refuse_twice(rules: tuple[Rule, ...], file: str) -> None:
    numbers = [rule.number for rule in rules]
    settings = [name for rule in rules for name in rule.settings]
    for rule in rules:
        if numbers.count(rule.number) > 1:
            raise OptionError(f"{file}: rule {rule.number}: number: it stands twice.")
        for name in rule.settings:
            if settings.count(name) > 1:
                raise OptionError(f"{file}: rule {rule.number}: settings.{name}: two rules hold it.")


def check(text: str, file: str) -> str:
    """`referee ruleset check FILE`: each rule's settings beside its text; OptionError for a fault."""
    found = load(text, file)
    lines = [f"{found.title}: {len(found.book.rules)} rules", ""]
    for rule in found.book.rules:
        lines.append(f"{rule.number} {rule.title} [{rule.kind}{', core' if rule.is_core else ''}]")
        lines += [f"    {name} = {value}" for name, value in rule.settings.items()]
        lines += [f"  | {line}" for line in rule.text.split("\n")]
        lines += [f"  ! {name} is {value}, which the text does not mention" for name, value in _unsaid(rule)]
        lines.append("")
    held = {name for rule in found.book.rules for name in rule.settings}
    lines.append("Held by no rule:")
    lines += [f"    {name} = {value}" for name, value in found.book.force.items() if name not in held]
    return "\n".join(lines) + "\n"


def _unsaid(rule: Rule) -> list[tuple[str, str]]:
    """The settings of which neither the number nor the words stand in the text."""
    text = " ".join(rule.text.casefold().split())
    unsaid = []
    for name, value in rule.settings.items():
        first = value.split(" ")[0].casefold()
        if first not in text and not isinstance(_kind(name), Words):
            unsaid.append((name, value))
    return unsaid


def _kind(name: str) -> object:
    return of(name).kind
