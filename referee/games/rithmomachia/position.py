"""A position as one integer: where White and Black stand, four planes of value bits, and whose turn it is."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NewType

from referee.engine.said import said
from referee.games.rithmomachia.field import CELLS, EVERYWHERE, cells_of

Position = NewType("Position", int)
"""Bits 0–63: cells of White; 64–127: of Black; then a plane for each bit of the values; then the turn."""

WHITE: Final = 0
BLACK: Final = 1
COLOURS: Final = ("White", "Black")
TURN: Final = 1 << 384
LETTERS: Final = ("ABCDEFGHIJKLMNOP", "abcdefghijklmnop")
PIECE_OF: Final = {letter: (side, value) for side in (0, 1) for value, letter in enumerate(LETTERS[side])}


def _planes(side: int, value: int) -> int:
    return 1 << 64 * side | sum(1 << 64 * (bit + 2) for bit in range(4) if value >> bit & 1)


PLANES: Final = tuple(tuple(_planes(side, value) for value in range(16)) for side in (WHITE, BLACK))
"""PLANES[side][value] * cells: pieces of that side and value on those cells, as part of a position."""
FLIP: Final = 1 | 1 << 64
"""FLIP * cells: what changes in a position when the pieces there change their owner."""


def side_to_move(position: Position) -> int:
    """WHITE or BLACK."""
    return BLACK if position & TURN else WHITE


def cells_by_value(position: Position, side: int) -> list[int]:
    """For each value, the cells where that side has a piece of it."""
    parts = [position >> 64 * side & EVERYWHERE]
    for bit in (3, 2, 1, 0):
        plane = position >> 64 * (bit + 2) & EVERYWHERE
        parts = [half for cells in parts for half in (cells & ~plane, cells & plane)]
    return parts


def pieces(position: Position) -> dict[int, tuple[int, int]]:
    """Side and value of each piece by its cell, in the order of the cells."""
    found = {
        cell: (side, value)
        for side in (WHITE, BLACK)
        for value, cells in enumerate(cells_by_value(position, side))
        for cell in cells_of(cells)
    }
    return dict(sorted(found.items()))


def compose(
    placed: Mapping[int, tuple[int, int]] | Iterable[tuple[int, tuple[int, int]]], turn: int
) -> Position:
    """The position of those pieces, `cell: (side, value)`, with that side to move."""
    entries = placed.items() if isinstance(placed, Mapping) else placed
    board = sum(PLANES[side][value] << cell for cell, (side, value) in entries)
    return Position(board | (TURN if turn == BLACK else 0))


def _rank(level: str, rank: str) -> list[int]:
    return [CELLS[level + file + rank] for file in "abcd"]


ROWS: Final = tuple(tuple(_rank(level, rank) for rank in "4321") for level in "1234")
"""The cells in the order of the position string: levels 1 to 4, ranks 4 down to 1, files a to d."""


def format_position(position: Position) -> str:
    """The position string, like `NEIO/JPKM/DFAG/HBCL|4/4/4/4|4/4/4/4|neio/jpkm/dfag/hbcl w`."""
    placed = pieces(position)
    levels = "|".join("/".join(_format_row(row, placed) for row in rows) for rows in ROWS)
    return f"{levels} {'wb'[side_to_move(position)]}"


def _format_row(row: list[int], placed: Mapping[int, tuple[int, int]]) -> str:
    text, empty = "", 0
    for cell in (*row, None):
        found = None if cell is None else placed.get(cell)
        if cell is not None and found is None:
            empty += 1
            continue
        text += str(empty) if empty else ""
        text += LETTERS[found[0]][found[1]] if found else ""
        empty = 0
    return text


RANK: Final = re.compile(r"(?:[1-4](?![1-4])|[A-Pa-p])+")


def parse_position(text: str) -> Position:
    """The position that a string describes; ValueError says what is wrong with it."""
    board, _, turn = text.strip().partition(" ")
    levels = board.split("|")
    if turn not in ("w", "b"):
        raise ValueError(said("A position ends with ` w` or ` b`, who is to move."))
    if len(levels) != 4 or any(len(level.split("/")) != 4 for level in levels):
        raise ValueError(said("A position has 4 levels joined by | and each has 4 ranks joined by /."))
    placed: dict[int, tuple[int, int]] = {}
    for level, rows in zip(levels, ROWS, strict=True):
        for written, row in zip(level.split("/"), rows, strict=True):
            placed.update(_parse_row(written, row))
    return compose(placed, "wb".index(turn))


def _parse_row(written: str, row: list[int]) -> dict[int, tuple[int, int]]:
    if not RANK.fullmatch(written):
        raise ValueError(
            said(
                "{text} is no rank: letters A–P or a–p, and digits for runs of empty cells.",
                text=repr(written),
            )
        )
    spaced = "".join(" " * int(letter) if letter.isdigit() else letter for letter in written)
    if len(spaced) != 4:
        raise ValueError(said("{text} is no rank: it has to fill four cells.", text=repr(written)))
    return {cell: PIECE_OF[letter] for cell, letter in zip(row, spaced, strict=True) if letter != " "}
