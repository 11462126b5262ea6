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
    is_near, filters = reach >> target & 1, rules.filters
    reasons: list[Reason] = []
    for equation, ys in rules.table.ways[value][prey]:
        anywhere = beside = 0
        for y in ys:
            if cells := others[y]:
                anywhere |= cells
                beside |= cells & REACH[y][target]
        if is_near:
            if beside and rules.compiles:
                add_reasons(REASONS[equation, COMPILING], beside, reasons)
            filtering = anywhere if filters == "anywhere" else anywhere & reach if filters == "reach" else 0
        else:
            filtering = 0
        if filters == "chain":
            filtering = beside & reach
        if filtering:
            add_reasons(REASONS[equation, FILTERING], filtering, reasons)
    if is_near and rules.table.negates and prey == 15 - value:
        insort(reasons, NEGATION)
    return tuple(reasons)


def add_reasons(reasons_at: tuple[Reason, ...], cells: int, reasons: list[Reason]) -> None:
    """Add the reason for each of the cells, in the order of their names."""
    while cells:
        lowest = cells & -cells
        reasons.append(reasons_at[lowest.bit_length() - 1])
        cells ^= lowest
