"""Questions to the referee: what a move would do, what a piece may do, the field, the record, why."""

from referee.engine.orders import Order
from referee.engine.said import all_of, said, together
from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia.board import levels_view
from referee.games.rithmomachia.course import Ply
from referee.games.rithmomachia.drawing import LEGEND, field_lines
from referee.games.rithmomachia.field import NAMES, cells_of
from referee.games.rithmomachia.notation import Written, may_do, read_cell, read_move, resolve
from referee.games.rithmomachia.position import TURN, Position, side_to_move
from referee.games.rithmomachia.record import format_record
from referee.games.rithmomachia.state import State
from referee.games.rithmomachia.survey import Move, Survey
from referee.games.rithmomachia.words import SIDES, captures_in_words


def answer(state: State, seat: str | None, order: Order) -> str:
    """The text that answers a question; NotUnderstood, NotLegal."""
    if not state.start:
        raise NotLegal(said("The pieces are still being placed; “display” shows how far that is."))
    match order.verb, order.words:
        case "preview", _:
            return preview(state, read_move(order.rest))
        case "legal", (cell,):
            return _legal(state, read_cell(cell))
        case "why", (cell,):
            return _why(state, read_cell(cell))
        case "show", ():
            return together(shown_field(state, seat), "\n")
        case "record", ():
            return format_record(state).rstrip()
    line, form = repr(order.line), FORMS[order.verb]
    raise NotUnderstood(said("{line} is not understood. Write {form}.", line=line, form=form))


FORMS = {
    "legal": said("“legal 2b1”"),
    "why": said("“why 3c3”"),
    "show": said("“show” alone on its line"),
    "record": said("“record” alone on its line"),
}


def shown_field(state: State, seat: str | None) -> list[str]:
    """The field as lines of text, and who is to move."""
    course = state.course
    last = course.plies[-1] if course.plies else None
    reader = state.side(seat) if seat is not None else None
    lines = field_lines(levels_view(course.position, last, reader))
    mover = SIDES[side_to_move(course.position)]
    turn = said("Ply {ply}; {colour} is to move.", ply=state.ply, colour=mover)
    return [*lines, "", *LEGEND, *([turn] if state.is_playing else [])]


def preview(state: State, written: Written) -> str:
    """What a move would capture and why; also of a piece whose owner isn't to move."""
    survey = _survey_for(state, written.origin)
    play = survey.find(resolve(written, survey, state.ply))
    ply = Ply(Move(*play[:3]), survey.explain(play), survey.after(play))
    is_in_turn = survey.position == state.course.position
    told = [
        _would_capture(ply, is_in_turn),
        *(said("- {line}", line=line) for line in captures_in_words(ply)),
    ]
    if ply.captures and Survey(ply.position, state.rules).lacks_pyramid():
        told.append(said("It would be the last pyramid, and the match would end."))
    return together(told, "\n")


def _would_capture(ply: Ply, is_in_turn: bool) -> str:
    """The first line of a preview."""
    move = ply.move.name
    if is_in_turn:
        captures = said("{move} would capture:", move=move)
        return captures if ply.captures else said("{move} would capture nothing.", move=move)
    captures = said("{move}, in turn, would capture:", move=move)
    return captures if ply.captures else said("{move}, in turn, would capture nothing.", move=move)


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
        return said("{cell} is empty.", cell=NAMES[cell])
    lines = [may_do(survey, cell, whose=SIDES[survey.side])]
    for play in survey.plays_from(cell):
        if play[3]:
            cells = all_of(NAMES[fallen] for fallen in cells_of(play[3]))
            lines.append(said("- {move} captures {cells}", move=Move(*play[:3]).name, cells=cells))
    return together(lines, "\n")


def _why(state: State, cell: int) -> str:
    """The reasons for which a piece was captured there by one of the last two plies."""
    plies = state.course.plies[-2:]
    for ply in reversed(plies):
        if any(capture.cell == cell for capture in ply.captures):
            told = next(line for line in captures_in_words(ply) if line.startswith(NAMES[cell]))
            return said("{move} captured {fallen}.", move=ply.move.name, fallen=told)
    if not plies:
        raise NotLegal(said("The last move captured nothing on {cell}.", cell=NAMES[cell]))
    last = plies[-1].move.name
    raise NotLegal(said("The last move {move} captured nothing on {cell}.", move=last, cell=NAMES[cell]))
