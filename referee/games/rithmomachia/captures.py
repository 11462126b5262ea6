"""Why pieces fall: every reason for each captured piece."""

from bisect import insort
from typing import NamedTuple

from referee.games.rithmomachia.equations import COMPILING, FILTERING, NEGATION, REASONS, Reason
from referee.games.rithmomachia.field import REACH
from referee.games.rithmomachia.rules import Rules


class Capture(NamedTuple):
    """A piece that falls: its cell, its value, and every reason, sorted."""

    cell: int
    value: int
    by: tuple[Reason, ...]


def why(rules: Rules, value: int, cell: int, others: list[int], target: int, prey: int) -> tuple[Reason, ...]:
    """Every reason, sorted, for which X, of that value on that cell, captures `prey` on the target."""
    reach = REACH[value][cell]
    is_near = reach >> target & 1
    reasons: list[Reason] = []
    for equation, ys in rules.table.ways[value][prey]:
        compiling, filtering = _partners(rules, reach, is_near, others, target, ys)
        if compiling:
            add_reasons(REASONS[equation, COMPILING], compiling, reasons)
        if filtering:
            add_reasons(REASONS[equation, FILTERING], filtering, reasons)
    if is_near and rules.table.negates and prey == 15 - value:
        insort(reasons, NEGATION)
    return tuple(reasons)


def _partners(
    rules: Rules, reach: int, is_near: int, others: list[int], target: int, ys: tuple[int, ...]
) -> tuple[int, int]:
    """The cells of the Y with one of those values that compile, and of those that filter."""
    compiling = filtering = 0
    for y in ys:
        cells = others[y]
        if cells:
            adjacent = cells & REACH[y][target]
            compiling |= adjacent
            filtering |= adjacent & reach if rules.filters == "chain" else cells
    if not is_near:
        return 0, filtering if rules.filters == "chain" else 0
    if rules.filters == "reach":
        filtering &= reach
    elif rules.filters == "off":
        filtering = 0
    return compiling if rules.compiles else 0, filtering


def add_reasons(reasons_at: tuple[Reason, ...], cells: int, reasons: list[Reason]) -> None:
    """Add the reason for each of the cells, in the order of their names."""
    while cells:
        lowest = cells & -cells
        reasons.append(reasons_at[lowest.bit_length() - 1])
        cells ^= lowest
