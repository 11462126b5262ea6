"""When Turns are: at midnights while the clock is on."""

from dataclasses import replace
from datetime import datetime, timedelta

from referee.engine.calendar import duration, midnight_after, parse_rfc3339
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood
from referee.games.paprika.state import State

FIRST_NDAY = timedelta(hours=12)
"""How long an nday lasts at least that does not begin at a midnight."""
AFTERMATH = timedelta(hours=6)
"""How long after a Turn an answer to the display before it is taken to be late."""
REMINDER = timedelta(hours=6)
LONGEST = timedelta(days=366)


def next_deadline(state: State, at: datetime) -> datetime | None:
    """The Turn after one at that time; after an early one at least 12 hours are left."""
    if state.deadline is None:
        return None
    return midnight_after(at, timedelta(0) if at >= state.deadline else FIRST_NDAY)


def paused(state: State) -> State:
    """The state with the clock stopped."""
    _running(state)
    return replace(state, deadline=None)


def resumed(state: State, at: datetime) -> State:
    """The state with the clock on again, the next Turn at the next midnight."""
    if state.deadline is not None:
        raise NotLegal(said("The clock is on already."))
    return replace(state, deadline=midnight_after(at))


def extended(state: State, text: str) -> State:
    """The state with so many midnights skipped."""
    try:
        longer = duration(text)
    except ValueError as wrong:
        raise NotUnderstood(str(wrong)) from None
    if longer % timedelta(days=1) or not timedelta(0) < longer <= LONGEST:
        raise NotLegal(
            said("Turns are at midnights, so extend by whole days: “extend 24h” or “extend 2 days”.")
        )
    return replace(state, deadline=_running(state) + longer)


def skipped(state: State, text: str) -> State:
    """The state with the next Turn at the first midnight after that time."""
    try:
        after = parse_rfc3339(text)
    except ValueError as wrong:
        raise NotUnderstood(str(wrong)) from None
    _running(state)
    return replace(state, deadline=midnight_after(after))


def _running(state: State) -> datetime:
    if state.deadline is None:
        raise NotLegal(said("The clock is stopped; “resume” starts it."))
    return state.deadline
