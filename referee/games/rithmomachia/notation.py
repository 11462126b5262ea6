"""Reading moves as people write them, and finding out which legal move is meant."""

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from referee.engine.said import said, together
from referee.errors import Ambiguous, NotLegal, NotUnderstood, OutOfDate
from referee.games.rithmomachia.field import CELLS, NAMES, PYRAMIDS, REACH, shape
from referee.games.rithmomachia.survey import Move, Play, Survey

CELL: Final = r"[1-4a-d]\s?[a-d]\s?[1-4]"
_BETWEEN = r"(?:\s{0,9}(?:->|[-–—−→]|to|para|(?:移动|移動|走)?[到至])\s{0,9}|\s{1,9})"
_FROM = r"(?:(?:from|de)\s{1,9}|[从從把将將]\s{0,9})?"
_MOVE = rf"{_FROM}(?P<origin>{CELL}){_BETWEEN}(?P<cell>{CELL})(?:\s{{0,9}}>\s{{0,9}}(?P<pushed>{CELL}))?"
_BEFORE = r"(?:\#\s{0,9}(?P<before>[0-9]{1,60})\s?[:.]?\s{1,9})?"
_AFTER = r"(?:\s{0,9}\#\s{0,9}(?P<after>[0-9]{1,60}))?"
WRITTEN: Final = re.compile(rf"\s{{0,9}}{_BEFORE}{_MOVE}{_AFTER}\s{{0,9}}\.?\s{{0,9}}", re.IGNORECASE)
"""White space is bounded, so that no line takes long to read; `read_move` joins it first."""
SHAPE_WORDS: Final = {
    "circle": said("circle"),
    "triangle": said("triangle"),
    "square": said("square"),
    "pyramid": said("pyramid"),
}
HOW: Final = said("A move is written 2b1-2b2, and with a push 2b2-2b3>3b4: level, file, rank of each cell.")


@dataclass(frozen=True, slots=True)
class Written:
    """A move as written; `pushed` None: no push was named; `ply`: the number after `#`."""

    text: str
    origin: int
    cell: int
    pushed: int | None = None
    ply: int | None = None

    @property
    def name(self) -> str:
        """The move in the record's notation, without the number."""
        push = "" if self.pushed is None else f">{NAMES[self.pushed]}"
        return f"{NAMES[self.origin]}-{NAMES[self.cell]}{push}"


def read_cell(text: str) -> int:
    """The cell of that name, in any case, the level also as a letter A to D; NotUnderstood otherwise."""
    letters = "".join(text.casefold().split())
    if not re.fullmatch(CELL, letters):
        wrong = repr(text.strip())
        raise NotUnderstood(said("{text} is no cell. A cell is written 2b1: level, file, rank.", text=wrong))
    level = letters[0] if letters[0].isdigit() else str("abcd".index(letters[0]) + 1)
    return CELLS[level + letters[1:]]


def read_move(text: str) -> Written:
    """The move that was written; NotUnderstood when any of it can't be read."""
    found = WRITTEN.fullmatch(" ".join(text.split()))
    if found is None or (found["before"] and found["after"]):
        raise NotUnderstood(together([said("{text} is no move.", text=repr(text.strip())), HOW]))
    ply = found["before"] or found["after"]
    return Written(
        text=text.strip(),
        origin=read_cell(found["origin"]),
        cell=read_cell(found["cell"]),
        pushed=read_cell(found["pushed"]) if found["pushed"] else None,
        ply=int(ply) if ply else None,
    )


def resolve(written: Written, survey: Survey, ply: int) -> Move:
    """The legal move that is meant when that ply is about to be played."""
    if written.ply is not None and written.ply != ply:
        raise OutOfDate(of_another_ply(written, ply))
    plays = survey.plays_from(written.origin)
    meant = [play for play in plays if _is_meant(play, written)]
    if len(meant) == 1:
        return Move(*meant[0][:3])
    if meant:
        raise Ambiguous(
            said(
                "{text} leaves open where the piece goes that is pushed. It may be: {ways}.",
                text=repr(written.text),
                ways=[Move(*play[:3]).name for play in meant],
            )
        )
    obstacle = said("{text} is not possible: {why}", text=repr(written.text), why=_obstacle(written, survey))
    raise NotLegal(together([obstacle, may_do(survey, written.origin)]))


def of_another_ply(written: Written, ply: int) -> str:
    """The refusal of a move that names another ply than the one about to be played."""
    return said(
        "{text} was written for ply {written}; ply {ply} is about to be played.",
        text=repr(written.text),
        written=written.ply,
        ply=ply,
    )


def _is_meant(play: Play, written: Written) -> bool:
    return play[1] == written.cell and written.pushed in (None, play[2])


def _obstacle(written: Written, survey: Survey) -> str:
    """Why the move isn't legal, in one sentence."""
    origin, cell, value = NAMES[written.origin], NAMES[written.cell], survey.values[written.origin]
    is_taken = survey.occupied >> written.cell & 1
    if value < 0:
        return said("{cell} is empty.", cell=origin)
    if not survey.is_mine(written.origin):
        return said("the piece on {cell} is the opponent's.", cell=origin)
    if not REACH[value][written.origin] >> written.cell & 1:
        return said(
            "{cell} is not one step of a {shape} away from {origin}.",
            cell=cell,
            shape=SHAPE_WORDS[shape(value)],
            origin=origin,
        )
    if is_taken and (value not in PYRAMIDS or not survey.rules.push):
        return said("{cell} is occupied.", cell=cell)
    if written.pushed is not None and not is_taken:
        return said("there is nothing to push on {cell}.", cell=cell)
    if written.pushed is None:
        return said("the piece on {cell} can't be pushed anywhere.", cell=cell)
    pushed = NAMES[written.pushed]
    return said("the piece on {cell} can't be pushed to {pushed}.", cell=cell, pushed=pushed)


def piece_name(value: int, cell: int) -> str:
    """`circle 1 on 2b1`."""
    kind = SHAPE_WORDS[shape(value)]
    return said("{shape} {value} on {cell}", shape=kind, value=value, cell=NAMES[cell])


def may_do(survey: Survey, cell: int, whose: str = "") -> str:
    """What the mover's piece on that cell may do, in a sentence; which pieces can move, if none is there.

    `whose`: the colour of the piece's owner, empty when that is who reads it.
    """
    if not survey.is_mine(cell):
        movers = sorted({NAMES[play[0]] for play in survey.plays()})
        return said("Your pieces that can move stand on {cells}.", cells=movers)
    name, may = piece_name(survey.values[cell], cell), _may(survey, cell)
    if not may and whose:
        return said("{colour}'s {piece} can't move now.", colour=whose, piece=name)
    if not may:
        return said("Your {piece} can't move now.", piece=name)
    if whose:
        return said("{colour}'s {piece} may {do}.", colour=whose, piece=name, do=may)
    return said("Your {piece} may {do}.", piece=name, do=may)


def _may(survey: Survey, cell: int) -> str:
    """Where the piece may go and what it may push, empty for nothing."""
    plays = survey.plays_from(cell)
    steps = [NAMES[play[1]] for play in plays if play[2] < 0]
    pushes = [
        said("{cell} on to {cells}", cell=NAMES[landing], cells=[NAMES[play[2]] for play in ways])
        for landing, ways in groupby((play for play in plays if play[2] >= 0), key=lambda play: play[1])
    ]
    going = said("go to {cells}", cells=steps)
    pushing = said("push what stands on {pushes}", pushes=together(pushes, "; "))
    if steps and pushes:
        return said("{go}, or {push}", go=going, push=pushing)
    return going if steps else pushing if pushes else ""
