"""What is mailed: the start, the display of each nday, the truth of practice, the result.

The data of `result`, besides the reader's view:

seed, commitment   hex digits
winners, text      as in the view's `result`
true               {columns, rows, avatars, objects, priority} as in the view
perceived          [{seat, columns, rows, avatars, objects, priority}] in order of seat
ndays              [{nday, draw, waking: [names], sleeping: [names], declared: [as in view's practice]}]
exact              whether the attached case tells the whole match (it can't tell of players who left
                   nor of a moderator's changes)
"""

import json
from typing import Any

from referee.engine.game import Notice
from referee.games.paprika.board import board
from referee.games.paprika.cases import adjudicate, case_of
from referee.games.paprika.endings import told_ending
from referee.games.paprika.gamestate import dump
from referee.games.paprika.state import TRUE, Nday, State
from referee.games.paprika.view import declared_in

CASE_FILE = "paprika-case.json"


def start_notices(state: State) -> tuple[Notice, ...]:
    """The start mail to each seat; what it tells is in the view."""
    return tuple(Notice("start", name) for name in state.playing)


def display_notices(state: State) -> tuple[Notice, ...]:
    """The display of the new nday to each seat, in order of seat."""
    return tuple(Notice("turn", name) for name in state.playing)


def practice_notices(state: State) -> tuple[Notice, ...]:
    """In a practice match the truth, the same to all."""
    return (Notice("practice", None),) if state.options.practice else ()


def reminder_notices(state: State) -> tuple[Notice, ...]:
    """The reminder to each who has not declared."""
    return tuple(Notice("reminder", name) for name in undeclared(state))


def undeclared(state: State) -> tuple[str, ...]:
    """Who plays and has declared nothing for the running nday."""
    return tuple(name for name in state.playing if name not in state.declared)


def result_notice(state: State) -> Notice:
    """The result mail, which reveals everything; the match is attached in the case format."""
    case = json.dumps(case_of(state), ensure_ascii=False, indent=1) + "\n"
    return Notice("result", None, result_data(state), ((CASE_FILE, case),))


def result_data(state: State) -> dict[str, Any]:
    """Everything that was hidden."""
    return {
        "seed": state.seed,
        "commitment": state.commitment,
        "winners": list(state.ending.winners) if state.ending else [],
        "text": told_ending(state),
        "true": board(state, state.true, None),
        "perceived": [{"seat": name, **board(state, state.perceived[name], None)} for name in state.players],
        "ndays": [told(state, at, nday) for at, nday in enumerate(state.history, 1)],
        "exact": is_exact(state),
    }


def told(state: State, number: int, nday: Nday) -> dict[str, Any]:
    """One nday as it truly was."""
    return {
        "nday": number,
        "draw": nday.draw,
        "waking": [name for name in state.players if name in nday.waking],
        "sleeping": [name for name in state.players if name not in nday.waking],
        "declared": declared_in(state, nday),
    }


def is_exact(state: State) -> bool:
    """Whether the case comes to the match as it was played."""
    results = adjudicate(case_of(state))["ndays"]
    outcomes = [{at: dict(tried) for at, tried in nday.outcomes.items()} for nday in state.history]
    if [result["outcomes"] for result in results] != outcomes:
        return False
    return not results or (
        results[-1][TRUE] == dump(state.true)
        and results[-1]["perceived"] == {name: dump(state.perceived[name]) for name in state.players}
    )
