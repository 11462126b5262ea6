"""The end of a match: who wins, and the mail that says so."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from referee.engine.game import Notice, Result, Step
from referee.games.rithmomachia.analysis import missed_captures
from referee.games.rithmomachia.ending import Victories, victories
from referee.games.rithmomachia.position import COLOURS
from referee.games.rithmomachia.record import NAME, format_record
from referee.games.rithmomachia.state import SIDES, Outcome, State
from referee.games.rithmomachia.words import joined

REASONS = {
    "last-pyramid": "a player has lost the last pyramid",
    "no-move": "the player to move has no legal move",
    "dead": "nobody can ever capture again",
    "no-progress": "there was no progress",
    "agreed-end": "both agreed to end and count",
    "agreed-draw": "both agreed on a draw",
    "resignation": "a player resigned",
    "time": "the time was overstepped",
    "moderator": "the moderator ended it",
}


def counted_end(state: State, reason: str, at: datetime) -> State:
    """The match over, the three victories counted and the winner by the decider."""
    side = victories(state.course.position).winner(state.rules.decider)
    winners = () if side is None else (state.players[side],)
    return _over(state, Outcome(reason, winners, at, counted=True))


def awarded_end(state: State, reason: str, winners: tuple[str, ...], at: datetime) -> State:
    """The match over without victories being claimed."""
    return _over(state, Outcome(reason, tuple(sorted(winners)), at))


def _over(state: State, outcome: Outcome) -> State:
    return replace(state, outcome=outcome, offers={}, conditions={})


def result_notices(state: State, plies: list[dict[str, Any]] | None = None) -> tuple[Notice, ...]:
    """The mail that ends a match, with the record; `plies`: the moves that led to the end."""
    record = format_record(state)
    missed = missed_captures(state.course, state.played_before) if state.start else []
    data = {"plies": plies or [], "missed": [asdict(each) for each in missed]}
    return (Notice("result", None, data, ((NAME, record),) if record else ()),)


def ended(state: State, reply: str) -> Step[State]:
    """The step to a match that is over."""
    return Step(state, result_notices(state), reply)


def result_of(state: State) -> Result | None:
    """Who won and why, None while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    won = f"{joined(outcome.winners)} won" if outcome.winners else "Nobody won"
    told = f"{won}; the match ended because {REASONS[outcome.reason]}."
    return Result(outcome.winners, f"{told} {_counts(state)}".strip())


def _counts(state: State) -> str:
    if state.outcome is None or not state.outcome.counted:
        return ""
    won = victories(state.course.position)
    return " ".join(filter(None, (_side_counts(state, won, side) for side in SIDES)))


def _side_counts(state: State, won: Victories, side: int) -> str:
    names = [name for name in ("pyramid", "piece", "value") if getattr(won, name) == side]
    if not names:
        return ""
    return f"{state.players[side]} ({COLOURS[side]}) has a {won.grade(side)} victory: {joined(names)}."
