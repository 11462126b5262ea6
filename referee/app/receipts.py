"""The receipt: a transcript of the letter, each line with what came of it."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.engine.reply import ReplyText

LONGEST_ECHO = 1000
"""How many characters of one line a receipt repeats: enough to know it by."""
MOST_IGNORED = 40
"""How many lines that were no orders a receipt repeats."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One line of the letter and its answer. `ok`: accepted, refused, or (None) merely answered."""

    line: str
    ok: bool | None
    answer: str
    kind: str = ""


@dataclass(slots=True)
class Transcript:
    """What came of each line, in the order written."""

    lines: list[Answered] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    can: list[str] = field(default_factory=list)
    until: datetime | None = None
    is_due: bool = False
    is_quoted: bool = False
    stopped: dict[str, str] | None = None
    is_preview: bool = False
    near: int = 0
    is_cut: bool = False

    def accept(self, line: str, answer: str) -> None:
        """The order was taken."""
        self.lines.append(Answered(line, True, answer))

    def refuse(self, line: str, answer: str, kind: str = "not-legal") -> None:
        """The order was not taken; the answer says why and what would be accepted."""
        self.lines.append(Answered(line, False, answer, kind))
        self.near += kind == "not-understood"

    def take_back(self, why: str) -> None:
        """Nothing that was taken stays."""
        self.lines = [replace(one, ok=False, answer=why) if one.ok else one for one in self.lines]

    def tell(self, line: str, answer: str) -> None:
        """The line was a question."""
        self.lines.append(Answered(line, None, answer))

    def stop_at(self, text: ReplyText) -> None:
        """Where reading stopped."""
        if text.stop is not None:
            self.stopped = {"line": text.stop, "reason": text.reason}

    @property
    def data(self) -> dict[str, Any]:
        """What the template `mail/receipt` asks for."""
        return {
            "lines": [
                {"line": _echo(a.line), "ok": a.ok, "answer": a.answer, "kind": a.kind} for a in self.lines
            ],
            "orders": len(self.lines),
            "refused": sum(answered.ok is False for answered in self.lines),
            "ignored": [_echo(line) for line in self.ignored[:MOST_IGNORED]],
            "ignored_more": max(0, len(self.ignored) - MOST_IGNORED),
            "stopped": self.stopped and self.stopped | {"line": _echo(self.stopped["line"])},
            "can": self.can,
            "until": self.until,
            "is_due": self.is_due,
            "is_quoted": self.is_quoted,
            "preview": self.is_preview,
            "notes": self.notes,
        }


def _echo(line: str) -> str:
    return line if len(line) <= LONGEST_ECHO else f"{line[:LONGEST_ECHO].rstrip()} …"
