"""The first configuration: the commented example with the operator's answers, readable by its owner only."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from referee.errors import ConfigError, cause

PACKAGE = Path(__file__).parent
SETTING = re.compile(r"#?([a-z_]+) = .*")
SECTION = re.compile(r"\[([a-z]+)\]")

Value = str | int | tuple[str, ...]


def example() -> str:
    """The text of config.example.toml: in the wheel, or beside the package in a source tree."""
    installed = PACKAGE / "_config.example.toml"
    file = installed if installed.is_file() else PACKAGE.parent / "config.example.toml"
    return file.read_text("utf-8")


def filled(text: str, values: Mapping[str, Value]) -> str:
    """The example with these settings (`imap.host`, …) set and all others left as they are."""
    lines, section, left = [], "", dict(values)
    for line in text.splitlines():
        if named := SECTION.fullmatch(line):
            section = named[1]
        setting = SETTING.fullmatch(line)
        key = f"{section}.{setting[1]}" if setting else ""
        lines.append(f"{key.partition('.')[2]} = {toml(left.pop(key))}" if key in left else line)
    assert not left, f"the example lacks {', '.join(left)}"
    return "\n".join(lines) + "\n"


def toml(value: Value) -> str:
    """The value as TOML has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def refuse_to_replace(file: Path, *, force: bool) -> None:
    """ConfigError if there is such a file and it may not be replaced."""
    if file.exists() and not force:
        raise ConfigError(f"{file} is there already; say --force to replace it.")


def write_private(file: Path, text: str) -> None:
    """Writes the file so that only its owner can read it."""
    try:
        with os.fdopen(
            os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as out:
            os.fchmod(out.fileno(), 0o600)
            out.write(text)
    except OSError as error:
        raise ConfigError(f"{file} can't be written: {cause(error)}.") from None
