"""The referee as an opponent: the match's seed breaks ties, so the same match gets the same moves.

Level 1 takes the most at once; level 2 looks at the best answer too; level 3 follows the most promising
moves further, within a budget of positions.
"""

from typing import Final

from referee.engine.draws import Draws
from referee.games.rithmomachia.ending import victories
from referee.games.rithmomachia.field import PYRAMIDS, cells_of
from referee.games.rithmomachia.position import Position, cells_by_value
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Move, Play, Survey

WORTH: Final = tuple(80 if value in PYRAMIDS else 6 + value for value in range(16))
"""What having a piece is worth; one that changes its owner counts twice."""
WON: Final = 100_000
BUDGET: Final = 600
"""How many positions level 3 may look at beyond those of level 2."""
WIDTH: Final = 8
"""How many moves level 3 follows in each position."""


def reply_move(position: Position, rules: Rules, level: int, ply: int, draws: Draws) -> Move:
    """The referee's move in a position that has one; `ply` names the draw that breaks ties."""
    survey = Survey(position, rules)
    plays = survey.plays()
    values = _values(survey, plays, level)
    best = [play for play, value in zip(plays, values, strict=True) if value == max(values)]
    return Move(*best[draws.number(f"rithmomachia/1/opponent/{ply}") % len(best)][:3])


def _values(survey: Survey, plays: list[Play], level: int) -> list[int]:
    if level == 1:
        return [gain(survey, play) for play in plays]
    values = [-Search(survey.rules, 1).value(survey.after(play), 1) for play in plays]
    return values if level == 2 else _deepened(survey, plays, values)


def _deepened(survey: Survey, plays: list[Play], values: list[int]) -> list[int]:
    """The values of the most promising moves as deep as the budget goes; the others fall behind them."""
    search, depth = Search(survey.rules, BUDGET), 2
    promising = sorted(range(len(plays)), key=lambda at: -values[at])[: 2 * WIDTH]
    while search.left > 0 and depth < 8:
        found = {at: -search.value(survey.after(plays[at]), depth) for at in promising if search.left > 0}
        if search.left > 0 or depth == 2:
            values = [found.get(at, -2 * WON) for at in range(len(plays))]
        depth += 1
    return values


class Search:
    """Looks at positions until its budget is spent; values are those of the player to move."""

    def __init__(self, rules: Rules, budget: int) -> None:
        self.rules, self.left = rules, budget

    def value(self, position: Position, depth: int, least: int = -2 * WON, most: int = 2 * WON) -> int:
        """What the position is worth after so many plies, when nobody misses anything."""
        self.left -= 1
        survey = Survey(position, self.rules)
        plays = [] if survey.lacks_pyramid() or (self.rules.dead and survey.is_dead()) else survey.plays()
        if not plays:
            return _final(survey)
        gains = [gain(survey, play) for play in plays]
        if depth <= 1 or self.left <= 0:
            return worth(survey) + max(gains)
        for at in sorted(range(len(plays)), key=lambda at: -gains[at])[:WIDTH]:
            least = max(least, -self.value(survey.after(plays[at]), depth - 1, -most, -least))
            if least >= most:
                break
        return least


def gain(survey: Survey, play: Play) -> int:
    """What a play captures, in worth."""
    _, cell, pushed, fallen = play
    values = (survey.value_after(stands, cell, pushed) for stands in cells_of(fallen))
    return sum(WORTH[value] if value in PYRAMIDS else 2 * WORTH[value] for value in values)


def worth(survey: Survey) -> int:
    """The worth of what the player to move has, less the other's."""
    return lead(survey.mine, survey.enemy.cells)


def lead(mine: list[int], theirs: list[int]) -> int:
    """What one side has more than the other, in worth; cells by value."""
    sides = zip(WORTH, mine, theirs, strict=True)
    return sum(value * (own.bit_count() - other.bit_count()) for value, own, other in sides)


def _final(survey: Survey) -> int:
    """The value of a position in which the match is over."""
    winner = victories(survey.position).winner(survey.rules.decider)
    if winner is None:
        return 0
    return worth(survey) + (WON if winner == survey.side else -WON)


def accepts_draw(position: Position, side: int) -> bool:
    """Whether that side, played by the referee, is content with a draw: when it is behind."""
    return lead(cells_by_value(position, side), cells_by_value(position, 1 - side)) < 0


def accepts_count(position: Position, rules: Rules, side: int) -> bool:
    """Whether that side, played by the referee, is content with the victories being counted now."""
    winner = victories(position).winner(rules.decider)
    return winner == side or (winner is None and accepts_draw(position, side))
