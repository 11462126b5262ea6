"""Exports in shapes that other programs read: CSV, JSON, TOML."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.nomic.rules import Rule, in_logical_order


def csv_text(head: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """The rows as CSV with a heading; lists are joined by semicolons."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_cell(row.get(name, "")) for name in head])
    return out.getvalue()


def _cell(value: Any) -> Any:
    """Cells that a spreadsheet might take for a formula get an apostrophe."""
    if isinstance(value, list | tuple):
        value = "; ".join(str(one) for one in value)
    if isinstance(value, Mapping):
        value = "; ".join(f"{key} {one}" for key, one in value.items())
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


def json_text(thing: Any) -> str:
    """The thing as readable JSON."""
    return json.dumps(thing, ensure_ascii=False, indent=1, default=str) + "\n"


def toml_string(text: str) -> str:
    """A TOML string; one of several lines as people would write it."""
    if "\n" not in text:
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    plain = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\x7f", "\\u007f")
    return f'"""\n{_ended(plain)}"""'


def _ended(text: str) -> str:
    """A text must not end with a quote mark right before the closing marks."""
    return f'{text[:-1]}\\"' if text.endswith('"') else text


def rules_toml(title: str, rules: Iterable[Rule], loose: Mapping[str, str]) -> str:
    """The rules as a ruleset file, with the numbers they had before."""
    parts = [f"title = {toml_string(title)}"]
    if loose:
        parts.append("\n".join(["[settings]", *_settings(loose)]))
    parts += [_rule(rule) for rule in in_logical_order(rules)]
    return "\n\n".join(parts) + "\n"


def _rule(rule: Rule) -> str:
    lines = ["[[rules]]", f"number = {toml_string(str(rule.number))}", f'class = "{rule.kind}"']
    if rule.is_core:
        lines.append("core = true")
    if rule.was:
        lines.append("was = [" + ", ".join(toml_string(str(number)) for number in rule.was) + "]")
    lines += [f"title = {toml_string(rule.title)}", f"text = {toml_string(rule.text)}"]
    if rule.settings:
        lines += ["[rules.settings]", *_settings(rule.settings)]
    return "\n".join(lines)


def _settings(settings: Mapping[str, str]) -> list[str]:
    return [f"{toml_string(name)} = {toml_string(value)}" for name, value in settings.items()]
