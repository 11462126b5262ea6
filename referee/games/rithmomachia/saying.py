"""How orders were read, and what a player may still write, in the players' words."""

from referee.engine.said import all_of, said
from referee.games.rithmomachia.bargaining import OFFERED
from referee.games.rithmomachia.opening import placing_side
from referee.games.rithmomachia.orders import (
    Accept,
    Action,
    Arrange,
    Choose,
    ClaimEnd,
    ClaimTime,
    Condition,
    Decline,
    DropConditions,
    Offer,
    Place,
    Play,
)
from referee.games.rithmomachia.state import State
from referee.games.rithmomachia.survey import Move, Survey
from referee.games.rithmomachia.words import condition_words


def describe(action: Action) -> str:
    """The order in a few words, in the record's notation."""
    match action:
        case Play(written):
            return said("move {move}", move=written.name)
        case Condition(line):
            return condition_words(written.name for written in line)
        case DropConditions():
            return said("drop all conditional moves")
        case Place(value, cell):
            return said("place {value} at {cell}", value=value, cell=cell)
        case Arrange(ranks):
            face = "/".join("".join(f"{value:X}" for value in rank) for rank in ranks)
            return said("arrange {ranks}", ranks=face)
        case Choose(equations):
            return said("the equations {names}", names=all_of(equations))
        case Offer(kind):
            return said("offer {what}", what=OFFERED[kind])
        case Accept():
            return said("accept what is offered")
        case Decline():
            return said("decline what is offered")
        case ClaimEnd():
            return said("claim the end")
        case ClaimTime():
            return said("claim the match on time")


def can(state: State, seat: str) -> tuple[str, ...]:
    """What the seat may write now, one form a line."""
    if not state.is_playing:
        return tuple(_opening_forms(state, seat))
    is_turn = state.side(seat) == state.to_move
    forms = _moves(state.course.survey) if is_turn else _conditions(state.course.survey)
    if state.conditions.get(seat):
        forms.append("drop conditions")
    if state.other(seat) in state.offers:
        forms += ["accept", "decline"]
    if state.course.may_claim_end():
        forms.append("claim end")
    if not is_turn and state.clock.is_overstepped:
        forms.append("claim time")
    return (*forms, "offer end | offer draw | offer takeback", "show", "record")


def _moves(survey: Survey) -> list[str]:
    """How to move, to try a move and to ask for one piece's, with a move that can be made."""
    move = _some_move(survey)
    return [move, f"preview {move}", f"legal {move[:3]}"] if move else []


def _conditions(survey: Survey) -> list[str]:
    """How to answer a move in advance, with moves that can be made."""
    plays = [play for play in survey.plays() if not play[3]]
    answers = ((Move(*play[:3]).name, _some_move(Survey(survey.after(play), survey.rules))) for play in plays)
    return next(([f"if {move} then {answer}"] for move, answer in answers if answer), [])


def _some_move(survey: Survey) -> str:
    """A plain move that can be made: one that neither pushes nor captures, if there is one; else ""."""
    plays = list(survey.plays())
    plain = [play for play in plays if play[2] < 0 and not play[3]]
    return next((Move(*play[:3]).name for play in plain or plays), "")


def _opening_forms(state: State, seat: str) -> list[str]:
    side = state.side(seat)
    forms = []
    if state.options.equations == "sealed" and not state.equations:
        forms.append("equations NOT XOR")
    if state.options.setup == "sealed" and not state.start:
        forms.append("arrange D48E/9FAC/3506/712B")
    if placing_side(state) == side:
        forms.append("place 12 at 1a2")
    return forms
