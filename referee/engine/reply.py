"""What the sender of a mail wrote: the lines before quotes, signatures and forwarded mails."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text part. `quoted`: it begins with `>` or `|`, and never acts."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class ReplyText:
    """The lines up to where reading stopped, and why it stopped.

    `stop` is the line at which reading stopped (it and all after it is not read), None at the end
    of the text; `reason` is one of `signature`, `end`, `attribution`, `forwarded`, `separator`, ``.
    """

    lines: tuple[Line, ...]
    stop: str | None = None
    reason: str = ""

    @property
    def unquoted(self) -> tuple[str, ...]:
        """The texts that may act."""
        return tuple(line.text for line in self.lines if not line.quoted)
