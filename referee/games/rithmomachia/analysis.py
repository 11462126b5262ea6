"""After the match: which moves captured nothing though another one would have captured."""

from dataclasses import dataclass

from referee.games.rithmomachia.course import Course
from referee.games.rithmomachia.field import NAMES, cells_of
from referee.games.rithmomachia.opponent import gain
from referee.games.rithmomachia.position import COLOURS
from referee.games.rithmomachia.survey import Move, Survey


@dataclass(frozen=True, slots=True)
class Missed:
    """A move that captured nothing, and the one that would have captured most there."""

    ply: int
    colour: str
    move: str
    better: str
    captures: tuple[str, ...]


def missed_captures(course: Course, played_before: int = 0) -> list[Missed]:
    """Every move of the course that missed a capture, in order."""
    found = []
    for count, ply in enumerate(course.plies):
        if ply.captures:
            continue
        survey = Survey(course.plies[count - 1].position if count else course.start, course.rules)
        best = max(survey.plays(), key=lambda play: gain(survey, play))
        if best[3]:
            found.append(
                Missed(
                    ply=played_before + count + 1,
                    colour=COLOURS[survey.side],
                    move=ply.move.name,
                    better=Move(*best[:3]).name,
                    captures=tuple(NAMES[cell] for cell in cells_of(best[3])),
                )
            )
    return found
