"""Reading moves as people write them, and finding out which legal move is meant."""

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from referee.errors import Ambiguous, NotLegal, NotUnderstood, OutOfDate
from referee.games.rithmomachia.field import CELLS, NAMES, PYRAMIDS, REACH, shape
from referee.games.rithmomachia.survey import Move, Play, Survey

CELL: Final = r"[1-4a-d]\s?[a-d]\s?[1-4]"
_BETWEEN = r"(?:\s{0,9}(?:->|[-–—−→]|to)\s{0,9}|\s{1,9})"
_MOVE = rf"(?P<origin>{CELL}){_BETWEEN}(?P<cell>{CELL})(?:\s{{0,9}}>\s{{0,9}}(?P<pushed>{CELL}))?"
_BEFORE = r"(?:\#\s{0,9}(?P<before>[0-9]{1,60})\s?[:.]?\s{1,9})?"
_AFTER = r"(?:\s{0,9}\#\s{0,9}(?P<after>[0-9]{1,60}))?"
WRITTEN: Final = re.compile(rf"\s{{0,9}}{_BEFORE}{_MOVE}{_AFTER}\s{{0,9}}\.?\s{{0,9}}", re.IGNORECASE)
"""White space is bounded, so that no line takes long to read; `read_move` joins it first."""
HOW: Final = "A move is written 2b1-2b2, and with a push 2b2-2b3>3b4: level, file, rank of each cell."


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
        raise NotUnderstood(f"{text.strip()!r} is no cell. A cell is written 2b1: level, file, rank.")
    level = letters[0] if letters[0].isdigit() else str("abcd".index(letters[0]) + 1)
    return CELLS[level + letters[1:]]


def read_move(text: str) -> Written:
    """The move that was written; NotUnderstood when any of it can't be read."""
    found = WRITTEN.fullmatch(" ".join(text.split()))
    if found is None or (found["before"] and found["after"]):
        raise NotUnderstood(f"{text.strip()!r} is no move. {HOW}")
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
        raise OutOfDate(
            f"{written.text!r} was written for ply {written.ply}; ply {ply} is about to be played."
        )
    plays = survey.plays_from(written.origin)
    meant = [play for play in plays if _is_meant(play, written)]
    if len(meant) == 1:
        return Move(*meant[0][:3])
    if meant:
        ways = ", ".join(Move(*play[:3]).name for play in meant)
        raise Ambiguous(
            f"{written.text!r} leaves open where the piece goes that is pushed. It may be: {ways}."
        )
    raise NotLegal(
        f"{written.text!r} is not possible: {_obstacle(written, survey)} {may_do(survey, written.origin)}"
    )


def _is_meant(play: Play, written: Written) -> bool:
    return play[1] == written.cell and written.pushed in (None, play[2])


def _obstacle(written: Written, survey: Survey) -> str:
    """Why the move isn't legal, in one sentence."""
    origin, cell, value = NAMES[written.origin], NAMES[written.cell], survey.values[written.origin]
    is_taken = survey.occupied >> written.cell & 1
    if value < 0:
        return f"{origin} is empty."
    if not survey.is_mine(written.origin):
        return f"the piece on {origin} is the opponent's."
    if not REACH[value][written.origin] >> written.cell & 1:
        return f"{cell} is not one step of a {shape(value)} away from {origin}."
    if is_taken and (value not in PYRAMIDS or not survey.rules.push):
        return f"{cell} is occupied."
    if written.pushed is not None and not is_taken:
        return f"there is nothing to push on {cell}."
    if written.pushed is None:
        return f"the piece on {cell} can't be pushed anywhere."
    return f"the piece on {cell} can't be pushed to {NAMES[written.pushed]}."


def piece_name(value: int, cell: int) -> str:
    """`circle 1 on 2b1`."""
    return f"{shape(value)} {value} on {NAMES[cell]}"


def may_do(survey: Survey, cell: int, whose: str = "Your") -> str:
    """What the mover's piece on that cell may do, in a sentence; which pieces can move, if none is there."""
    plays = survey.plays_from(cell)
    if not survey.is_mine(cell):
        movers = sorted({NAMES[play[0]] for play in survey.plays()})
        return f"Your pieces that can move stand on {', '.join(movers)}."
    name = piece_name(survey.values[cell], cell)
    if not plays:
        return f"{whose} {name} can't move now."
    steps = [NAMES[play[1]] for play in plays if play[2] < 0]
    pushes = [
        f"{NAMES[landing]} on to {', '.join(NAMES[play[2]] for play in ways)}"
        for landing, ways in groupby((play for play in plays if play[2] >= 0), key=lambda play: play[1])
    ]
    may = [f"go to {', '.join(steps)}"] if steps else []
    may += [f"push what stands on {'; '.join(pushes)}"] if pushes else []
    return f"{whose} {name} may {', or '.join(may)}."
