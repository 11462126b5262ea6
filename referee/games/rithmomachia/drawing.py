"""The field as plain text: four levels side by side, 68 columns wide."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.engine.said import said

MARKS: Final = {"": " ", "from": "'", "moved": "*", "pushed": ">", "captured": "!"}
LEVELS: Final = said("   level 1          level 2          level 3          level 4")
LEGEND: Final = (
    said("w is White, b is Black, and then comes the value as a hex digit."),
    said("By the last move: ' left, * moved, > pushed, ! captured."),
)


def field_lines(levels: Sequence[Mapping[str, Any]]) -> list[str]:
    """The levels 1 to 4 from left to right, rank 4 on top, file a at the left of each."""
    files = "".join("   a  b  c  d    " for _ in levels)
    rows = [_row([level["ranks"][at] for level in levels]) for at in range(4)]
    return [LEVELS, *(line.rstrip() for line in (*rows, files))]


def _row(ranks: Sequence[Mapping[str, Any]]) -> str:
    return "".join(f"{rank['rank']} {''.join(map(_cell, rank['cells']))}   " for rank in ranks)


def _cell(cell: Mapping[str, Any]) -> str:
    piece = cell["piece"]
    return (f"{piece['colour'][0].lower()}{piece['digit']}" if piece else " .") + MARKS[cell["mark"]]


def face_lines(ranks: Sequence[Sequence[Mapping[str, Any]]]) -> list[str]:
    """A face that is being filled: placed pieces by their digit, free cells by the letter of their shape."""
    rows = [f"{rank} {'  '.join(map(_place, cells))}" for rank, cells in zip("4321", ranks, strict=True)]
    return [*rows, "  a  b  c  d"]


def _place(cell: Mapping[str, Any]) -> str:
    """A digit, or a letter in lower case: c, t, s, p."""
    return str(cell["piece"]["digit"]) if cell["piece"] else f"{cell['shape'][0]}"
