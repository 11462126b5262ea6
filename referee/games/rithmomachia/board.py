"""The field as a reader sees it: four levels of four ranks, pieces, and what the last move did."""

from collections.abc import Mapping
from typing import Any

from referee.games.rithmomachia.course import Ply
from referee.games.rithmomachia.faces import Face, shapes_of
from referee.games.rithmomachia.field import CELLS, NAMES, shape
from referee.games.rithmomachia.position import COLOURS, Position, pieces
from referee.games.rithmomachia.words import bits


def piece_view(side: int, value: int, reader: int | None) -> dict[str, Any]:
    """A piece: whose, its value in decimal, as a hex digit and in bits, and its shape."""
    return {
        "colour": COLOURS[side],
        "value": value,
        "digit": f"{value:X}",
        "bits": bits(value),
        "shape": shape(value),
        "is_yours": side == reader,
    }


def levels_view(position: Position, last: Ply | None, reader: int | None) -> list[dict[str, Any]]:
    """The levels 1 to 4, each with its ranks from 4 down to 1 and their cells from a to d."""
    placed, marks = pieces(position), marks_of(last)
    return [
        {"level": level, "ranks": [_rank(level, rank, placed, marks, reader) for rank in (4, 3, 2, 1)]}
        for level in (1, 2, 3, 4)
    ]


def _rank(
    level: int,
    rank: int,
    placed: Mapping[int, tuple[int, int]],
    marks: Mapping[int, str],
    reader: int | None,
) -> dict[str, Any]:
    cells = [CELLS[f"{level}{file}{rank}"] for file in "abcd"]
    return {
        "rank": rank,
        "cells": [
            {
                "name": NAMES[cell],
                "piece": piece_view(*placed[cell], reader) if cell in placed else None,
                "mark": marks.get(cell, ""),
            }
            for cell in cells
        ],
    }


def marks_of(ply: Ply | None) -> dict[int, str]:
    """What a move did to cells: `from`, `moved`, `pushed`, `captured`."""
    if ply is None:
        return {}
    pushed = {ply.move.pushed: "pushed"} if ply.move.pushed >= 0 else {}
    captured = {capture.cell: "captured" for capture in ply.captures}
    return {ply.move.origin: "from", ply.move.cell: "moved"} | pushed | captured


def face_view(face: Face, side: int, facing: str, reader: int | None) -> list[list[dict[str, Any]]]:
    """A face being filled: ranks 4 to 1, each cell with the shape that it takes and its piece, if any."""
    shapes, level = shapes_of(side, facing), "14"[side]
    return [
        [
            {
                "name": (name := f"{level}{file}{rank}"),
                "shape": shapes[name],
                "piece": piece_view(side, face[name], reader) if name in face else None,
            }
            for file in "abcd"
        ]
        for rank in (4, 3, 2, 1)
    ]
