"""The six equations, and tables of what an enabled set of them can make of two values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Final

from referee.games.rithmomachia.field import NAMES

BINARY: Final[Mapping[str, Callable[[int, int], int]]] = {
    "AND": lambda x, y: x & y,
    "NAND": lambda x, y: ~(x & y) & 15,
    "NOR": lambda x, y: ~(x | y) & 15,
    "OR": lambda x, y: x | y,
    "XOR": lambda x, y: x ^ y,
}
EQUATIONS: Final = tuple(sorted((*BINARY, "NOT")))
TAME: Final = frozenset(
    frozenset(names.split()) for names in ("AND", "NOR", "AND NOR", "OR", "NAND", "OR NAND")
)
"""The sets in which nobody can lose both pyramids."""


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """Why a piece fell: the equation, and for two pieces the form and the cell of the other one, Y."""

    equation: str
    form: str = ""
    partner: str = ""


NEGATION: Final = Reason("NOT")
COMPILING: Final = "compiling"
FILTERING: Final = "filtering"
REASONS: Final = {
    (equation, form): tuple(Reason(equation, form, name) for name in NAMES)
    for equation in BINARY
    for form in (COMPILING, FILTERING)
}
"""REASONS[equation, form][cell of Y]: every reason with two pieces, made once."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a set of equations makes of pairs of values."""

    negates: bool
    families: tuple[tuple[int, ...], ...]
    """The different sets of values that two values can make."""
    results: tuple[tuple[int, ...], ...]
    """families[results[x][y]]: the values f(x, y) of the enabled f of two pieces."""
    partners: tuple[tuple[frozenset[int], ...], ...]
    """partners[x][z]: the values y for which some enabled f has f(x, y) = z."""
    ways: tuple[tuple[tuple[tuple[str, tuple[int, ...]], ...], ...], ...]
    """ways[x][z]: each enabled equation of two pieces in order, with the values y for which it makes z."""


@cache
def table(equations: frozenset[str]) -> Table:
    """The table of a set of equations."""
    enabled = [name for name in BINARY if name in equations]
    made = [[_made(enabled, x, y) for y in range(16)] for x in range(16)]
    families = tuple(sorted({family for row in made for family in row}))
    ways = tuple(tuple(_ways(enabled, x, z) for z in range(16)) for x in range(16))
    return Table(
        negates="NOT" in equations,
        families=families,
        results=tuple(tuple(families.index(family) for family in row) for row in made),
        partners=tuple(tuple(frozenset(y for _, ys in row for y in ys) for row in rows) for rows in ways),
        ways=ways,
    )


def _made(enabled: Iterable[str], x: int, y: int) -> tuple[int, ...]:
    return tuple(sorted({BINARY[name](x, y) for name in enabled}))


def _ways(enabled: Iterable[str], x: int, z: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found = ((name, tuple(y for y in range(16) if BINARY[name](x, y) == z)) for name in enabled)
    return tuple((name, ys) for name, ys in found if ys)


@cache
def can_capture(equations: frozenset[str], single: int, double: int, enemy: int) -> bool:
    """Whether by values alone a side can ever capture: its values, those it has twice, the enemy's.

    The three are sets of values: integers of 16 bits.
    """
    made = table(equations)
    by_values = [_as_set(family) & enemy for family in made.families]
    for x in range(16):
        if not single >> x & 1:
            continue
        if made.negates and enemy >> (15 - x) & 1:
            return True
        others = single & ~(1 << x) | double & 1 << x
        if any(by_values[made.results[x][y]] for y in range(16) if others >> y & 1):
            return True
    return False


def _as_set(values: Iterable[int]) -> int:
    return reduce(or_, (1 << value for value in values), 0)
