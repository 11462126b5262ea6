"""Counting the leaves of the tree of moves, each leaf really played."""

from referee.games.rithmomachia.position import Position
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Survey


def perft(position: Position, rules: Rules, depth: int) -> int:
    """The number of move sequences of that length; a finished match counts as one leaf."""
    if depth <= 0:
        return 1
    survey = Survey(position, rules)
    if survey.lacks_pyramid() or (rules.dead and survey.is_dead()):
        return 1
    return sum(perft(survey.after(play), rules, depth - 1) for play in survey.plays()) or 1
