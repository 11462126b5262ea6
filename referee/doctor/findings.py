"""What a check finds: that all is well, something to think about, or a fault."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; a warning or a fault says what to do."""

    level: Literal["ok", "warn", "FAIL"]
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.level:<4}  {self.about}: {self.text}"


def ok(about: str, text: str) -> Finding:
    """All is well."""
    return Finding("ok", about, " ".join(text.split()))


def warn(about: str, text: str) -> Finding:
    """It works, but."""
    return Finding("warn", about, " ".join(text.split()))


def fail(about: str, text: str) -> Finding:
    """It can't work so."""
    return Finding("FAIL", about, " ".join(text.split()))
