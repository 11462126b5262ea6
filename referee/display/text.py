"""Plain text for mails: columns as a terminal counts them, wrapped lines, aligned tables."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

LIMIT = 72
WIDE = (
    "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
)
OPENING, CLOSING = "“‘（「『【《", "、。，．：；！？）」』】》”’"
"""What no line ends with, and what none begins with."""
NARROW = re.compile(r"[ -\u02ff\u2010-\u2027\u2190-\u21ff]*")
PIECE = re.compile(rf"\s+|[{OPENING}]*(?:[{WIDE}]|[^\s{WIDE}]+)[{CLOSING}]*")


def width(text: str) -> int:
    """How many columns the text takes: two for a wide letter, none for a combining mark."""
    return len(text) if NARROW.fullmatch(text) else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


@lru_cache(maxsize=4096)
def wrap(text: str, first: str = "", rest: str | None = None, limit: int = LIMIT) -> str:
    """The text as one paragraph, no line of it wider than `limit`.

    `first` begins its first line and `rest` (else as many spaces) the others.
    """
    indent = " " * width(first) if rest is None else rest
    lines = [first]
    for piece in _pieces(text, limit - max(width(first), width(indent))):
        if piece == " " or width(lines[-1]) + width(piece) <= limit:
            lines[-1] += piece
        else:
            lines.append(indent + piece)
    return "\n".join(line.rstrip() for line in lines)


def _pieces(text: str, room: int) -> Iterator[str]:
    """The words and single blanks of the text; a word too wide for any line in parts that fit."""
    for piece in PIECE.findall(text.strip()):
        if piece.isspace():
            yield " "
        elif width(piece) <= room:
            yield piece
        else:
            yield from _parts(piece, room)


def _parts(word: str, room: int) -> Iterator[str]:
    part = ""
    for letter in word:
        if width(part) + _columns(letter) > room:
            yield part
            part = ""
        part += letter
    yield part


def wrap_lines(text: str, first: str = "", rest: str | None = None, limit: int = LIMIT) -> str:
    """The lines of the text, each wrapped by itself with its own indentation kept."""
    indent = " " * width(first) if rest is None else rest
    lines = text.splitlines() or [""]
    begun = [first] + [indent] * (len(lines) - 1)
    return "\n".join(_wrap_line(line, begin, indent, limit) for line, begin in zip(lines, begun, strict=True))


def _wrap_line(line: str, first: str, rest: str, limit: int) -> str:
    if width(first) + width(line) <= limit:
        return (first + line).rstrip()
    own = " " * min(len(line) - len(line.lstrip()), limit // 2)
    return wrap(line, first + own, rest + own, limit)


def fit(text: str) -> str:
    """The whole mail: no line wider than 72 columns, no trailing blanks, no two empty lines running."""
    lines = (line.rstrip() for line in text.splitlines())
    told = "\n".join(line if width(line) <= LIMIT else _wrap_line(line, "", "", LIMIT) for line in lines)
    return re.sub(r"\n{3,}", "\n\n", told).strip("\n") + "\n"


def pad(text: str, columns: int) -> str:
    """The text with blanks after it up to that many columns."""
    return text + " " * (columns - width(text))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under their heads in aligned columns; the last column is wrapped into what is left."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*[list(head), *cells], strict=True)][:-1]
    if sum(widths) + 2 * len(widths) > LIMIT - 16:
        return "\n".join(_stacked(head, row) for row in cells)
    ruled = [["-" * width(cell) for cell in head]]
    return "\n".join(_row(row, widths) for row in [list(head), *ruled, *cells])


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    first = "".join(pad(cell, columns) + "  " for cell, columns in zip(row, widths, strict=False))
    return wrap_lines(row[-1], first)


def _stacked(head: Sequence[str], row: Sequence[str]) -> str:
    """A row too wide for a line, one cell to a line, each with its head."""
    lines = [f"{name}: {cell}" for name, cell in zip(head, row, strict=True) if cell]
    return "\n".join(wrap_lines(line, "- " if at == 0 else "  ", "    ") for at, line in enumerate(lines))
