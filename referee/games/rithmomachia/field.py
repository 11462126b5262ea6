"""The field: 64 cells numbered in the order of their names, the four shapes, and what is one step away.

A set of cells is an integer with one bit for each cell of it.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import Final

NAMES: Final = tuple("".join(letters) for letters in product("1234", "abcd", "1234"))
"""The name of every cell; ascending numbers are names in ASCII order."""
CELLS: Final = {name: cell for cell, name in enumerate(NAMES)}
EVERYWHERE: Final = (1 << 64) - 1

SHAPES: Final = ("circle", "triangle", "square", "pyramid")
PYRAMIDS: Final = (0, 15)
MANNERS: Final = {"circle": (1, 2), "triangle": (2, 3), "square": (1, 3), "pyramid": (1, 2, 3)}
"""How many coordinates a step of that shape changes: 1 orthogonal, 2 diagonal, 3 triagonal."""


def shape(value: int) -> str:
    """The shape of the piece of that value, which follows from its number of 1-bits."""
    ones = value.bit_count()
    return "pyramid" if ones in (0, 4) else SHAPES[ones - 1]


def coordinates(cell: int) -> tuple[int, int, int]:
    """Level, file and rank of a cell, each from 0 to 3."""
    return cell >> 4, cell >> 2 & 3, cell & 3


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a set, in the order of their names."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _is_step(manner: tuple[int, ...], cell: int, other: int) -> bool:
    changes = [abs(a - b) for a, b in zip(coordinates(cell), coordinates(other), strict=True)]
    return max(changes) == 1 and sum(changes) in manner


def _reach(manner: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << other for other in range(64) if _is_step(manner, cell, other)) for cell in range(64)
    )


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


_REACH_OF_SHAPE = {name: _reach(manner) for name, manner in MANNERS.items()}
REACH: Final = tuple(_REACH_OF_SHAPE[shape(value)] for value in range(16))
"""REACH[value][cell]: the cells that are one step of that value's shape away, whatever stands there."""


STEPS: Final = tuple(tuple(tuple(cells_of(mask)) for mask in reach) for reach in REACH)
"""STEPS[value][cell]: the same as cells, in the order of their names."""
NEARBY: Final = tuple(
    tuple(reach[cell] | _union(reach[step] for step in steps[cell]) for cell in range(64))
    for reach, steps in zip(REACH, STEPS, strict=True)
)
"""NEARBY[value][cell]: the cells that are at most two steps of that value's shape away."""


def spread(value: int, cells: int) -> int:
    """All that pieces of that value on those cells are one step away from."""
    reach, reached = REACH[value], 0
    while cells:
        lowest = cells & -cells
        reached |= reach[lowest.bit_length() - 1]
        cells ^= lowest
    return reached
