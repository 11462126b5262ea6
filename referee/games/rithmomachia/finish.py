"""The end of a match: who wins, and the mail that says so."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from referee.engine.game import Notice, Result, Step
from referee.engine.said import all_of, said, together
from referee.games.rithmomachia import words
from referee.games.rithmomachia.analysis import missed_captures
from referee.games.rithmomachia.ending import Victories, victories
from referee.games.rithmomachia.record import NAME, format_record
from referee.games.rithmomachia.state import SIDES, Outcome, State

REASONS = {
    "last-pyramid": said("a player has lost the last pyramid"),
    "no-move": said("the player to move has no legal move"),
    "dead": said("nobody can ever capture again"),
    "no-progress": said("there was no progress"),
    "agreed-end": said("both agreed to end and count"),
    "agreed-draw": said("both agreed on a draw"),
    "resignation": said("a player resigned"),
    "time": said("the time was overstepped"),
    "moderator": said("the moderator ended it"),
}
VICTORIES = {"pyramid": said("pyramid"), "piece": said("piece"), "value": said("value")}
GRADES = {"simple": said("simple"), "compound": said("compound"), "perfect": said("perfect")}


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
    return Result(outcome.winners, together([_told(outcome), *_counts(state)]))


def _told(outcome: Outcome) -> str:
    reason = REASONS[outcome.reason]
    if not outcome.winners:
        return said("Nobody won; the match ended because {reason}.", reason=reason)
    names = all_of(outcome.winners)
    return said("{names} won; the match ended because {reason}.", names=names, reason=reason)


def _counts(state: State) -> list[str]:
    if state.outcome is None or not state.outcome.counted:
        return []
    won = victories(state.course.position)
    return [told for side in SIDES for told in (_side_counts(state, won, side),) if told]


def _side_counts(state: State, won: Victories, side: int) -> str:
    names = [told for name, told in VICTORIES.items() if getattr(won, name) == side]
    grade = won.grade(side)
    if grade is None:
        return ""
    return said(
        "{name} ({colour}) has a {grade} victory: {victories}.",
        name=state.players[side],
        colour=words.SIDES[side],
        grade=GRADES[grade],
        victories=all_of(names),
    )
