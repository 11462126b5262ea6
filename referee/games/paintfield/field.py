"""The field: 28 by 28 cells in walls, numbered row by row from the top left."""

from collections.abc import Iterable

SIZE = 28
CELLS = SIZE * SIZE
HEADINGS = "NESW"
N, E, S, W = range(4)
WALL = -1
BARE = ord(".")
FIRST = ord("0")
"""The colour of seat 0; a field is a line of such signs."""
REACH = 12
"""How far anybody may look ahead."""


def cell(x: int, y: int) -> int:
    """The number of the cell in column x of row y."""
    return y * SIZE + x


def place(number: int) -> tuple[int, int]:
    """Column and row of a cell."""
    return number % SIZE, number // SIZE


def _ahead(number: int, heading: int) -> int:
    x, y = place(number)
    x, y = x + (0, 1, 0, -1)[heading], y + (-1, 0, 1, 0)[heading]
    return cell(x, y) if 0 <= x < SIZE and 0 <= y < SIZE else WALL


AHEAD = tuple(tuple(_ahead(number, heading) for number in range(CELLS)) for heading in range(4))
"""The cell ahead, by heading and cell; WALL if there is none."""


def _ray(number: int, heading: int) -> tuple[int, ...]:
    cells: list[int] = []
    while len(cells) < REACH and (number := AHEAD[heading][number]) != WALL:
        cells.append(number)
    return tuple(cells)


RAYS = tuple(tuple(_ray(number, heading) for number in range(CELLS)) for heading in range(4))
"""The next cells in a straight line, by heading and cell, up to the wall."""

CORNERS = ("NW", "NE", "SE", "SW")
STARTS = (cell(3, 3), cell(SIZE - 4, 3), cell(SIZE - 4, SIZE - 4), cell(3, SIZE - 4))
"""Where each corner's painter starts; it faces clockwise along the edge."""
FACING = (E, S, W, N)


def counts(field: bytes, players: int) -> tuple[int, ...]:
    """How many cells of each seat's colour there are."""
    return tuple(field.count(FIRST + seat) for seat in range(players))


def bare(starts: Iterable[tuple[int, int]]) -> bytes:
    """The field at a round's opening: bare but for the (seat, cell) given."""
    cells = bytearray((BARE,)) * CELLS
    for seat, number in starts:
        cells[number] = FIRST + seat
    return bytes(cells)
