"""Questions to the referee: what a move would do, what a piece may do, the field, the record, why."""

from referee.engine.orders import Order
from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia.board import levels_view
from referee.games.rithmomachia.course import Ply
from referee.games.rithmomachia.drawing import LEGEND, field_lines
from referee.games.rithmomachia.field import NAMES, cells_of
from referee.games.rithmomachia.notation import Written, may_do, read_cell, read_move, resolve
from referee.games.rithmomachia.position import COLOURS, TURN, Position, side_to_move
from referee.games.rithmomachia.record import format_record
from referee.games.rithmomachia.state import State
from referee.games.rithmomachia.survey import Move, Survey
from referee.games.rithmomachia.words import captures_in_words, joined


def answer(state: State, seat: str | None, order: Order) -> str:
    """The text that answers a question; NotUnderstood, NotLegal."""
    if not state.start:
        raise NotLegal("The pieces are still being placed; “display” shows how far that is.")
    match order.verb, order.words:
        case "preview", _:
            return preview(state, read_move(order.rest))
        case "legal", (cell,):
            return _legal(state, read_cell(cell))
        case "why", (cell,):
            return _why(state, read_cell(cell))
        case "show", ():
            return "\n".join(shown_field(state, seat))
        case "record", ():
            return format_record(state).rstrip()
    raise NotUnderstood(f"{order.line!r} is not understood. Write {FORMS[order.verb]}.")


FORMS = {
    "legal": "“legal 2b1”",
    "why": "“why 3c3”",
    "show": "“show” alone on its line",
    "record": "“record” alone on its line",
}


def shown_field(state: State, seat: str | None) -> list[str]:
    """The field as lines of text, and who is to move."""
    course = state.course
    last = course.plies[-1] if course.plies else None
    reader = state.side(seat) if seat is not None else None
    lines = field_lines(levels_view(course.position, last, reader))
    mover = COLOURS[side_to_move(course.position)]
    turn = [f"Ply {state.ply}; {mover} is to move."] if state.is_playing else []
    return [*lines, "", *LEGEND, *turn]


def preview(state: State, written: Written) -> str:
    """What a move would capture and why; also of a piece whose owner isn't to move."""
    survey = _survey_for(state, written.origin)
    play = survey.find(resolve(written, survey, state.ply))
    ply = Ply(Move(*play[:3]), survey.explain(play), survey.after(play))
    name = ply.move.name if survey.position == state.course.position else f"{ply.move.name}, in turn,"
    if not ply.captures:
        return f"{name} would capture nothing."
    told = [f"{name} would capture:", *(f"- {line}" for line in captures_in_words(ply))]
    if Survey(ply.position, state.rules).lacks_pyramid():
        told.append("It would be the last pyramid, and the match would end.")
    return "\n".join(told)


def _survey_for(state: State, cell: int) -> Survey:
    """The position as it would be if the owner of the piece on that cell were to move."""
    survey = state.course.survey
    if survey.values[cell] >= 0 and not survey.is_mine(cell):
        return Survey(Position(survey.position ^ TURN), survey.rules)
    return survey


def _legal(state: State, cell: int) -> str:
    """What the piece on the cell may do, and which of its moves would capture."""
    survey = _survey_for(state, cell)
    value = survey.values[cell]
    if value < 0:
        return f"{NAMES[cell]} is empty."
    lines = [may_do(survey, cell, whose=f"{COLOURS[survey.side]}'s")]
    for play in survey.plays_from(cell):
        if play[3]:
            lines.append(f"- {Move(*play[:3]).name} captures {joined(NAMES[c] for c in cells_of(play[3]))}")
    return "\n".join(lines)


def _why(state: State, cell: int) -> str:
    """The reasons for which a piece was captured there by one of the last two plies."""
    plies = state.course.plies[-2:]
    for ply in reversed(plies):
        if any(capture.cell == cell for capture in ply.captures):
            told = next(line for line in captures_in_words(ply) if line.startswith(NAMES[cell]))
            return f"{ply.move.name} captured {told}."
    last = f" {plies[-1].move.name}" if plies else ""
    raise NotLegal(f"The last move{last} captured nothing on {NAMES[cell]}.")
