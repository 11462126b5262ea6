"""The two faces: which shape each cell takes, and the ways in which they are filled."""

from collections.abc import Iterable, Mapping
from typing import Final

from referee.engine.draws import Draws
from referee.games.rithmomachia.field import CELLS, shape
from referee.games.rithmomachia.position import BLACK, COLOURS, WHITE, Position, compose

Face = Mapping[str, int]
"""The value on each cell of a face, by the cell's name."""

STANDARD: Final = ("712B", "3506", "9FAC", "D48E")
"""The standard set-up in hex: ranks 1 to 4, files a to d."""


def standard_face(side: int, facing: str) -> dict[str, int]:
    """The standard set-up of a side; `mirror` reverses the files of Black's."""
    level, files = "14"[side], "dcba" if facing == "mirror" and side == BLACK else "abcd"
    face = {
        f"{level}{file}{rank}": int(digit, 16)
        for rank, digits in zip("1234", STANDARD, strict=True)
        for file, digit in zip(files, digits, strict=True)
    }
    return dict(sorted(face.items()))


def shapes_of(side: int, facing: str) -> dict[str, str]:
    """The shape that each cell of a side's face takes."""
    return {cell: shape(value) for cell, value in standard_face(side, facing).items()}


def reading_order(cells: Iterable[str]) -> list[str]:
    """The cells of a face, rank 1 to 4, files a to d."""
    return sorted(cells, key=lambda cell: (cell[2], cell[1]))


def random_face(side: int, facing: str, draws: Draws) -> dict[str, int]:
    """A face drawn from the match's seed: each shape's values, as drawn, on its cells in reading order."""
    drawn = draws.order(f"rithmomachia/1/setup/{COLOURS[side]}", [str(value) for value in range(16)])
    return filled({}, [int(value) for value in drawn], shapes_of(side, facing))


def completed(face: Face, side: int, facing: str) -> dict[str, int]:
    """The face with what is missing taken from the standard set-up, as far as it is still free."""
    standard = standard_face(side, facing)
    kept = {c: value for c, value in standard.items() if c not in face and value not in face.values()}
    started = {**face, **kept}
    left = [value for value in range(16) if value not in started.values()]
    return filled(started, left, shapes_of(side, facing))


def filled(face: Face, values: Iterable[int], shapes: Mapping[str, str]) -> dict[str, int]:
    """The face with each of the values put on the first free cell of its shape."""
    full = dict(face)
    for value in values:
        free = (cell for cell in reading_order(shapes) if cell not in full and shapes[cell] == shape(value))
        full[next(free)] = value
    return dict(sorted(full.items()))


def start_of(white: Face, black: Face) -> Position:
    """The first position, White to move."""
    placed = {CELLS[cell]: (WHITE, value) for cell, value in white.items()}
    return compose(placed | {CELLS[cell]: (BLACK, value) for cell, value in black.items()}, WHITE)


def standard_start(facing: str) -> Position:
    """The standard set-up of both sides, White to move."""
    return start_of(standard_face(WHITE, facing), standard_face(BLACK, facing))
