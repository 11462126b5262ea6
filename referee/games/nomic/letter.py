"""A letter's lines with a place where reading stands; what is quoted or delimited never acts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.engine.reply import BLOCKS, QUOTED_ONCE, Line, ReplyText, is_end

SETTINGS = re.compile(r"(?:settings?|configurações|ajustes|设置|設定)\s*[:：]\s*(?P<rest>.*)", re.IGNORECASE)
ASSIGNMENT = re.compile(r"[\w][\w' -]*\s*=\s*\S.*")


@dataclass(slots=True)
class Letter:
    """The lines to read, and where reading stands.

    `stop`: the line right below the last one, at which reading stopped for good; None at the letter's end.
    """

    lines: Sequence[Line]
    stop: str | None
    at: int = 0

    @classmethod
    def of(cls, reply: ReplyText) -> "Letter":
        """The letter to read; what stands beyond an `end` is read on if that ended a text."""
        if reply.reason == "end":
            return cls((*reply.lines, *reply.beyond), None)
        return cls(reply.lines, reply.stop)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to read."""
        return self.at >= len(self.lines)

    @property
    def here(self) -> Line:
        """The line where reading stands."""
        return self.lines[self.at]

    @property
    def text(self) -> str:
        """Its text without surrounding space, "" at the end."""
        return "" if self.is_over else self.here.text.strip()

    def skip_blank(self) -> None:
        """Goes on to the next line that isn't blank."""
        while not self.is_over and not self.here.block and not self.text:
            self.at += 1

    def is_below_quote(self) -> bool:
        """Whether the line above is quoted."""
        return self.at > 0 and self.lines[self.at - 1].quoted

    def is_at_end(self) -> bool:
        """Whether reading stands at `end` alone."""
        return not self.is_over and not (self.here.quoted or self.here.block) and is_end(self.text)

    def block(self) -> str | None:
        """Takes a delimited text whose opening line is here; None without its closing line."""
        closing = BLOCKS[self.text]
        self.at += 1
        first = self.at
        while not self.is_over and self.here.block and self.text != closing:
            self.at += 1
        if self.is_over or not self.here.block:
            return None
        taken = [line.text for line in self.lines[first : self.at]]
        self.at += 1
        return "\n".join(taken)

    def skip_block(self) -> str:
        """Passes over a delimited text in which nothing acts; its first line."""
        first = self.text
        while not self.is_over and self.here.block:
            self.at += 1
        return first

    def is_block(self) -> bool:
        """Whether a delimited text begins here."""
        return not self.is_over and self.here.block and self.text in BLOCKS

    def settings(self) -> tuple[str, ...]:
        """Takes the `Settings:` lines that stand here; each as written behind the colon."""
        taken: list[str] = []
        while not self.is_over and not self.here.quoted and (found := SETTINGS.fullmatch(self.text)):
            self.at += 1
            taken.append(found["rest"])
            while not found["rest"] and not self.is_over and ASSIGNMENT.fullmatch(self.text):
                taken.append(self.text)
                self.at += 1
        return tuple(line for line in taken if line.strip())

    def is_settings(self) -> bool:
        """Whether a `Settings:` line stands here."""
        return not self.is_over and not self.here.quoted and bool(SETTINGS.fullmatch(self.text))


def pairs_read(reply: ReplyText) -> int:
    """How many of the interleaved answers stand among the lines that were read."""
    return sum(
        above.quoted
        and not (line.quoted or line.block or not line.text.strip() or is_end(line.text))
        and QUOTED_ONCE.match(above.text) is not None
        for above, line in pairwise(reply.lines)
    )
