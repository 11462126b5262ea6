"""The field: squares named like `c5`, eight directions, and everyone's initial square."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.engine.said import said

Square = str

DIRECTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "n": (0, 1),
        "ne": (1, 1),
        "e": (1, 0),
        "se": (1, -1),
        "s": (0, -1),
        "sw": (-1, -1),
        "w": (-1, 0),
        "nw": (-1, 1),
    }
)
COMPASS: Mapping[str, str] = MappingProxyType(
    {
        "n": said("north"),
        "ne": said("north-east"),
        "e": said("east"),
        "se": said("south-east"),
        "s": said("south"),
        "sw": said("south-west"),
        "w": said("west"),
        "nw": said("north-west"),
    }
)
ARROWS: Mapping[str, str] = MappingProxyType(dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True)))
NAMED = re.compile(r"[a-z][1-9][0-9]?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Field:
    """The squares of a match, row 1 at the bottom, and the initial square of each avatar."""

    columns: int
    rows: int
    homes: Mapping[str, Square]

    def has(self, square: str) -> bool:
        """Whether that is the name of a square of this field."""
        return bool(NAMED.fullmatch(square)) and column(square) < self.columns and row(square) <= self.rows

    def shift(self, square: Square, columns: int, rows: int) -> Square | None:
        """The square so many columns to the right and rows up; None when it is off the field."""
        to_column, to_row = column(square) + columns, row(square) + rows
        if 0 <= to_column < self.columns and 1 <= to_row <= self.rows:
            return name(to_column, to_row)
        return None

    def step(self, square: Square, direction: str, count: int = 1) -> Square | None:
        """The square so many steps away in a straight line; None when it is off the field."""
        columns, rows = DIRECTIONS[direction]
        return self.shift(square, columns * count, rows * count)

    def around(self, square: Square) -> Iterator[Square]:
        """The square and all that are adjacent to it."""
        yield square
        for direction in DIRECTIONS:
            adjacent = self.step(square, direction)
            if adjacent is not None:
                yield adjacent

    def is_goal(self, square: Square) -> bool:
        """Whether the square is in the top row."""
        return row(square) == self.rows

    def row_of(self, number: int) -> tuple[Square, ...]:
        """The squares of a row from left to right."""
        return tuple(name(at, number) for at in range(self.columns))


def name(at: int, number: int) -> Square:
    """The name of the square in that column (from 0) and row (from 1)."""
    return f"{chr(97 + at)}{number}"


def column(square: Square) -> int:
    """The square's column, from 0 at the left."""
    return ord(square[0]) - 97


def row(square: Square) -> int:
    """The square's row, from 1 at the bottom."""
    return int(square[1:])


def reading_order(square: Square) -> tuple[int, int]:
    """A sort key: top row first, each row from left to right."""
    return -row(square), column(square)
