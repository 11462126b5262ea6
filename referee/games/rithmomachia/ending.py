"""How a match ends over the board, the three victories and their grades."""

from dataclasses import dataclass
from typing import Final

from referee.games.rithmomachia.course import Course
from referee.games.rithmomachia.position import BLACK, WHITE, Position, cells_by_value

GRADES: Final = (None, "simple", "compound", "perfect")


@dataclass(frozen=True, slots=True)
class Count:
    """What a side has on the field."""

    pyramids: int
    pieces: int
    value: int


@dataclass(frozen=True, slots=True)
class Victories:
    """The side that each victory goes to, None when neither has strictly more."""

    pyramid: int | None
    piece: int | None
    value: int | None

    def of(self, side: int) -> int:
        """How many of the three that side has."""
        return (self.pyramid, self.piece, self.value).count(side)

    def grade(self, side: int) -> str | None:
        """`simple`, `compound`, `perfect`, or None without a victory."""
        return GRADES[self.of(side)]

    def winner(self, decider: str) -> int | None:
        """The side that the match goes to, None for a draw."""
        if decider == "pyramid":
            return self.pyramid
        lead = self.of(WHITE) - self.of(BLACK)
        return None if lead == 0 else WHITE if lead > 0 else BLACK


def count(position: Position, side: int) -> Count:
    """The pyramids, pieces and sum of values of that side."""
    sizes = [cells.bit_count() for cells in cells_by_value(position, side)]
    return Count(
        pyramids=sizes[0] + sizes[15],
        pieces=sum(sizes),
        value=sum(value * size for value, size in enumerate(sizes)),
    )


def victories(position: Position) -> Victories:
    """Who has the three victories if the match ends in this position."""
    white, black = count(position, WHITE), count(position, BLACK)
    return Victories(
        pyramid=_more(white.pyramids, black.pyramids),
        piece=_more(white.pieces, black.pieces),
        value=_more(white.value, black.value),
    )


def _more(white: int, black: int) -> int | None:
    return None if white == black else WHITE if white > black else BLACK


def reason_to_end(course: Course) -> str | None:
    """`last-pyramid`, `no-move`, `dead`, `no-progress`, the first that applies, or None."""
    survey = course.survey
    if survey.lacks_pyramid():
        return "last-pyramid"
    if not survey.has_move():
        return "no-move"
    if course.rules.dead and survey.is_dead():
        return "dead"
    return "no-progress" if course.has_no_progress() else None
