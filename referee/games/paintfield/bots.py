"""The bots: each tick one of four headings, from the state before it."""

from collections.abc import Callable, Collection

from referee.games.paintfield.field import AHEAD, BARE, FIRST, RAYS, WALL
from referee.games.paintfield.round import Round

SIGHT = 6
BLOCKED, OWN, RIVAL, OPEN = range(4)
"""What the next cell may be, the better the higher."""


def heading(before: Round, seat: int, level: int, ticks: int) -> int:
    """Where a bot of that level turns on the next tick: straight, right, left or back."""
    stood = before.stood
    value = looker(before, seat, level, ticks, stood)
    facing = before.painters[seat].facing
    choices = [(facing + turn) % 4 for turn in (0, 1, 3, 2)]
    return max(choices, key=lambda way: (value(way), next_cell(before, seat, way, stood)))


def looker(before: Round, seat: int, level: int, ticks: int, stood: Collection[int]) -> Callable[[int], int]:
    """What a bot of that level gives for a heading."""
    if level == 1:
        return lambda way: 0
    if level == 3 and 4 * (before.tick + 1) > 3 * ticks:
        worth = prices(before, seat)
        return lambda way: sum_ahead(before, seat, way, stood, SIGHT, worth)
    return lambda way: bare_ahead(before, seat, way, stood, SIGHT)


def next_cell(before: Round, seat: int, way: int, stood: Collection[int]) -> int:
    """What the next cell that way is: blocked, own, a rival's or open ground."""
    painter = before.painters[seat]
    cell = AHEAD[way][painter.cell]
    if cell == WALL or cell in stood or cell == painter.bumped:
        return BLOCKED
    colour = before.field[cell]
    return OPEN if colour == BARE else OWN if colour == FIRST + seat else RIVAL


def bare_ahead(before: Round, seat: int, way: int, stood: Collection[int], sight: int) -> int:
    """How many of the next cells are bare, up to a wall or a painter; -1 if the next one is blocked."""
    return sum_ahead(before, seat, way, stood, sight, {BARE: 1})


def sum_ahead(
    before: Round, seat: int, way: int, stood: Collection[int], sight: int, worth: dict[int, int]
) -> int:
    """What the next cells are worth together, up to a wall or a painter; -1 if the next one is blocked."""
    if next_cell(before, seat, way, stood) == BLOCKED:
        return -1
    total = 0
    for cell in RAYS[way][before.painters[seat].cell][:sight]:
        if cell in stood:
            break
        total += worth.get(before.field[cell], 0)
    return total


def prices(before: Round, seat: int) -> dict[int, int]:
    """What a cell of each colour is worth near the bell: the leading rivals' most."""
    held = before.counts
    rivals = [rival for rival in before.active if rival != seat]
    most = max((held[rival] for rival in rivals), default=-1)
    worth = {BARE: 1} | {FIRST + other: 2 for other in range(len(held)) if other != seat}
    return worth | {FIRST + rival: 3 for rival in rivals if held[rival] == most}
