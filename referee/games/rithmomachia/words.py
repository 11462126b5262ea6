"""Captures in words that a learner understands: `1011 NAND 0110 = 1101`."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from referee.engine.said import all_of, said, together
from referee.games.rithmomachia.captures import Capture
from referee.games.rithmomachia.course import Ply
from referee.games.rithmomachia.equations import COMPILING, FILTERING, Reason
from referee.games.rithmomachia.field import CELLS, NAMES, shape
from referee.games.rithmomachia.notation import SHAPE_WORDS
from referee.games.rithmomachia.position import COLOURS, pieces

SIDES: Final = (said("White"), said("Black"))
FORMS: Final = {COMPILING: said("compiling"), FILTERING: said("filtering")}


def bits(value: int) -> str:
    """The value as four bits."""
    return f"{value:04b}"


def piece_words(value: int) -> str:
    """`square 13 (1101)`."""
    return said("{shape} {value} ({bits})", shape=SHAPE_WORDS[shape(value)], value=value, bits=bits(value))


def capture_view(capture: Capture, ply: Ply) -> dict[str, Any]:
    """A captured piece for templates: cell, value, bits, shape, the reasons, and the reasons in words."""
    return {
        "cell": NAMES[capture.cell],
        "value": capture.value,
        "bits": bits(capture.value),
        "shape": shape(capture.value),
        "by": [asdict(reason) for reason in capture.by],
        "words": reasons_in_words(capture, ply),
    }


def reasons_in_words(capture: Capture, ply: Ply) -> list[str]:
    """Each equation with the values in it, and how the second piece takes part: `…, compiling with 3c4`."""
    standing = pieces(ply.position)
    x, z = bits(standing[ply.move.cell][1]), bits(capture.value)
    told = []
    for (equation, partner), reasons in _by_partner(capture.by):
        if not partner:
            told.append(f"NOT {x} = {z}")
            continue
        y = bits(standing[CELLS[partner]][1])
        forms = all_of(FORMS[reason.form] for reason in reasons)
        worked_out = f"{x} {equation} {y} = {z}"
        told.append(said("{equation}, {forms} with {cell}", equation=worked_out, forms=forms, cell=partner))
    return told


def _by_partner(reasons: Iterable[Reason]) -> Iterator[tuple[tuple[str, str], list[Reason]]]:
    """The reasons by equation and second piece, both forms of a pair together."""
    key = attrgetter("equation", "partner")
    for pair, group in groupby(sorted(reasons, key=key), key):
        yield pair, list(group)


def ply_view(ply: Ply, number: int, how: str = "move") -> dict[str, Any]:
    """A played move for templates; `how`: `move`, `condition`, or `house` for one of the referee's own."""
    side, value = pieces(ply.position)[ply.move.cell]
    pushed = _pushed_value(ply)
    return {
        "ply": number,
        "colour": COLOURS[side],
        "move": ply.move.name,
        "piece": piece_words(value),
        "pushed": None if pushed is None else piece_words(pushed),
        "captures": [capture_view(capture, ply) for capture in ply.captures],
        "how": how,
    }


def _pushed_value(ply: Ply) -> int | None:
    """The value of the piece that was pushed, which may have left the field; None without a push."""
    fallen = [capture.value for capture in ply.captures if capture.cell == ply.move.pushed]
    standing = pieces(ply.position).get(ply.move.pushed)
    return fallen[0] if fallen else standing[1] if standing else None


def captures_in_words(ply: Ply) -> list[str]:
    """For each captured piece, like `3c3, square 13 (1101): NOT 0010 = 1101`."""
    return [
        said(
            "{cell}, {piece}: {reasons}",
            cell=NAMES[capture.cell],
            piece=piece_words(capture.value),
            reasons=together(reasons_in_words(capture, ply), "; "),
        )
        for capture in ply.captures
    ]


def condition_words(line: Iterable[str]) -> str:
    """`if 4b3-3b3 then 2b2-2b3 if … then …`."""
    moves = list(line)
    pairs = zip(moves[::2], moves[1::2], strict=True)
    return " ".join(f"if {first} then {second}" for first, second in pairs)


def summary(ply: Ply) -> str:
    """What a move did, in one sentence for its receipt."""
    if not ply.captures:
        return said("{move} captures nothing.", move=ply.move.name)
    fallen = together(captures_in_words(ply), "; ")
    return said("{move} captures {fallen}.", move=ply.move.name, fallen=fallen)
