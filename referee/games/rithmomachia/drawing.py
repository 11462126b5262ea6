"""The field as plain text: four levels side by side, 68 columns wide."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

MARKS: Final = {"": " ", "from": "'", "moved": "*", "pushed": ">", "captured": "!"}
LEGEND: Final = (
    "w is White, b is Black, and then comes the value as a hex digit.",
    "By the last move: ' left, * moved, > pushed, ! captured.",
)


def field_lines(levels: Sequence[Mapping[str, Any]]) -> list[str]:
    """The levels 1 to 4 from left to right, rank 4 on top, file a at the left of each."""
    heads = "".join(f"   {'level ' + str(level['level']):<14}" for level in levels)
    files = "".join("   a  b  c  d    " for _ in levels)
    rows = [_row([level["ranks"][at] for level in levels]) for at in range(4)]
    return [line.rstrip() for line in (heads, *rows, files)]


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
