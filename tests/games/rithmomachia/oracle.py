"""The rules once more, written as plainly as they can be said, sharing nothing with the engine.

A board is a dictionary from a cell (level, file, rank) to a piece (colour, value).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

Cell = tuple[int, int, int]
Piece = tuple[str, int]
Board = dict[Cell, Piece]
Move = tuple[Cell, Cell, Cell | None]
Reason = tuple[str, str, str]

FIELD: list[Cell] = list(product(range(1, 5), range(1, 5), range(1, 5)))
STANDARD = {1: [7, 1, 2, 11], 2: [3, 5, 0, 6], 3: [9, 15, 10, 12], 4: [13, 4, 8, 14]}


def name(cell: Cell) -> str:
    level, file, rank = cell
    return f"{level}{' abcd'[file]}{rank}"


def move_name(move: Move) -> str:
    origin, cell, pushed = move
    return f"{name(origin)}-{name(cell)}" + (f">{name(pushed)}" if pushed else "")


def other(colour: str) -> str:
    return "Black" if colour == "White" else "White"


def start() -> Board:
    board: Board = {}
    for rank, values in STANDARD.items():
        for file, value in enumerate(values, 1):
            board[1, file, rank] = ("White", value)
            board[4, file, rank] = ("Black", value)
    return board


def text(board: Board, colour: str) -> str:
    levels = []
    for level in (1, 2, 3, 4):
        ranks = []
        for rank in (4, 3, 2, 1):
            line = ""
            for file in (1, 2, 3, 4):
                piece = board.get((level, file, rank))
                letter = "." if piece is None else chr((65 if piece[0] == "White" else 97) + piece[1])
                line += letter
            for length in (4, 3, 2, 1):
                line = line.replace("." * length, str(length))
            ranks.append(line)
        levels.append("/".join(ranks))
    return "|".join(levels) + (" w" if colour == "White" else " b")


def is_pyramid(value: int) -> bool:
    return value in (0, 15)


@cache
def steps(value: int, cell: Cell) -> frozenset[Cell]:
    """A(p→c): the cells one step of that shape away, whatever stands there."""
    ones = bin(value).count("1")
    allowed = {1: {1, 2}, 2: {2, 3}, 3: {1, 3}}.get(ones, {1, 2, 3})
    found = set()
    for change in product((-1, 0, 1), repeat=3):
        there = (cell[0] + change[0], cell[1] + change[1], cell[2] + change[2])
        if sum(map(abs, change)) in allowed and there in FIELD:
            found.add(there)
    return frozenset(found)


def legal_moves(board: Board, colour: str, options: Mapping[str, Any]) -> list[Move]:
    found: list[Move] = []
    for origin, (owner, value) in board.items():
        if owner != colour:
            continue
        for cell in steps(value, origin):
            if cell not in board:
                found.append((origin, cell, None))
            elif is_pyramid(value) and options["push"]:
                for pushed in steps(value, cell):
                    if pushed not in board or (pushed == origin and options["swap"]):
                        found.append((origin, cell, pushed))
    return found


@cache
def compute(equation: str, x: int, y: int) -> int:
    """The equation bit by bit, by its truth table."""
    truth = {
        "AND": {(1, 1)},
        "OR": {(0, 1), (1, 0), (1, 1)},
        "XOR": {(0, 1), (1, 0)},
        "NAND": {(0, 0), (0, 1), (1, 0)},
        "NOR": {(0, 0)},
    }[equation]
    bits = [(x >> bit & 1, y >> bit & 1) for bit in range(4)]
    return sum(2**bit for bit, pair in enumerate(bits) if pair in truth)


def reasons(board: Board, colour: str, at: Cell, z: Cell, options: Mapping[str, Any]) -> set[Reason]:
    """Why the piece on z falls when X has come to `at` and the board is this."""
    x_value, z_value = board[at][1], board[z][1]
    found: set[Reason] = set()
    sees = z in steps(x_value, at)
    if "NOT" in options["equations"] and sees and z_value == 15 - x_value:
        found.add(("NOT", "", ""))
    for y, (owner, y_value) in board.items():
        if owner != colour or y == at:
            continue
        for equation in options["equations"]:
            if equation == "NOT" or compute(equation, x_value, y_value) != z_value:
                continue
            for form in forms(x_value, at, y_value, y, z, options):
                found.add((equation, form, name(y)))
    return found


def forms(x_value: int, x: Cell, y_value: int, y: Cell, z: Cell, options: Mapping[str, Any]) -> Iterator[str]:
    x_to_z, x_to_y = z in steps(x_value, x), y in steps(x_value, x)
    y_to_z = z in steps(y_value, y)
    if options["forms"] in ("both", "compile") and x_to_z and y_to_z:
        yield "compiling"
    if options["forms"] in ("both", "filter"):
        holds = {
            "reach": x_to_z and x_to_y,
            "anywhere": x_to_z,
            "chain": x_to_y and y_to_z,
            "off": False,
        }[options["filter"]]
        if holds:
            yield "filtering"


def play(
    board: Board, colour: str, move: Move, options: Mapping[str, Any]
) -> tuple[Board, dict[str, set[Reason]]]:
    """The board after the move, and the captured cells with the reasons."""
    origin, cell, pushed = move
    after = dict(board)
    piece = after.pop(origin)
    if pushed is not None:
        after[pushed] = after.pop(cell)
    after[cell] = piece
    captured: dict[str, set[Reason]] = {}
    while True:
        wave = {}
        for z, (owner, _) in after.items():
            if owner == other(colour):
                found = reasons(after, colour, cell, z, options)
                if found:
                    wave[z] = found
        for z in wave:
            value = after.pop(z)[1]
            if not is_pyramid(value):
                after[z] = (colour, value)
            captured[name(z)] = wave[z]
        if not wave or not options["cascade"]:
            return after, captured


def can_ever_capture(board: Board, colour: str, options: Mapping[str, Any]) -> bool:
    mine = [value for owner, value in board.values() if owner == colour]
    theirs = {value for owner, value in board.values() if owner != colour}
    for at, x in enumerate(mine):
        if "NOT" in options["equations"] and 15 - x in theirs:
            return True
        for y in mine[:at] + mine[at + 1 :]:
            for equation in options["equations"]:
                if equation != "NOT" and compute(equation, x, y) in theirs:
                    return True
    return False


def reason_to_end(board: Board, colour: str, options: Mapping[str, Any]) -> str | None:
    for side in ("White", "Black"):
        if not any(owner == side and is_pyramid(value) for owner, value in board.values()):
            return "last-pyramid"
    if not legal_moves(board, colour, options):
        return "no-move"
    alive = can_ever_capture(board, "White", options) or can_ever_capture(board, "Black", options)
    return "dead" if options["dead"] == "auto" and not alive else None


def count(board: Board) -> dict[str, str | None]:
    """Who has each of the three victories."""
    totals = {}
    for side in ("White", "Black"):
        values = [value for owner, value in board.values() if owner == side]
        totals[side] = (sum(map(is_pyramid, values)), len(values), sum(values))
    won: dict[str, str | None] = {}
    for at, victory in enumerate(("pyramid", "piece", "value")):
        white, black = totals["White"][at], totals["Black"][at]
        won[victory] = "White" if white > black else "Black" if black > white else None
    return won
