"""Time that stands still while a question is open (N18), and the midnights at which deadlines fall."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from referee.games.nomic.moments import ZERO, Clock
from referee.games.nomic.play import Play
from referee.games.nomic.settings import length
from referee.games.nomic.state import State

DAY = timedelta(days=1)


def midnight(at: datetime) -> datetime:
    """The first 00:00 UTC at or after the instant."""
    day = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day if day >= at else day + DAY


def next_midnight(at: datetime) -> datetime:
    """The first 00:00 UTC after the instant."""
    return midnight(at + timedelta(microseconds=1))


def running(state: State, at: datetime) -> datetime:
    """The instant in running time, which leaves out what deadlines stood still."""
    watch = state.stopwatch
    if watch.since is None:
        return at - watch.total
    return at - watch.total - min(at - watch.since, watch.budget)


def started(state: State, at: datetime, runs: timedelta) -> Clock:
    """A clock that begins to run now."""
    return Clock(running(state, at), runs)


def runs_out(state: State, clock: Clock) -> datetime:
    """When the clock has run, to the instant; if it stands still now, as if it did for as long as it may."""
    watch = state.stopwatch
    instant = clock.start + clock.length + watch.total
    if watch.since is not None:
        instant = max(instant, watch.since) + watch.budget
    return instant if watch.resumed is None else max(instant, watch.resumed)


def falls(state: State, clock: Clock) -> datetime:
    """The deadline: the first 00:00 UTC at or after the clock has run."""
    return midnight(runs_out(state, clock))


def left(state: State, clock: Clock, at: datetime) -> timedelta:
    """What is left of the clock's unrounded duration."""
    return max(ZERO, clock.start + clock.length - running(state, at))


def has_run(state: State, clock: Clock, at: datetime) -> bool:
    """Whether the clock has run by then."""
    return clock.start + clock.length <= running(state, at)


def stand_or_go_on(play: Play) -> None:
    """Stops the deadlines while a question is open and unanswered, and lets them go on at the answer."""
    state = play.state
    is_open = state.turn is not None and any(one.status == "open" for one in state.judgments)
    if is_open and state.stopwatch.since is None:
        budget = max(ZERO, length(play.force, "judge_limit") - state.stopwatch.used)
        play.change(stopwatch=replace(state.stopwatch, since=play.at, budget=budget))
    elif not is_open and state.stopwatch.since is not None:
        _go_on(play, state.stopwatch.since)


def _go_on(play: Play, since: datetime) -> None:
    watch = play.state.stopwatch
    stood = min(play.at - since, watch.budget)
    resumed = since + stood
    watch = replace(watch, total=watch.total + stood, used=watch.used + stood, since=None, resumed=resumed)
    play.change(stopwatch=watch)


def renew_budget(play: Play) -> None:
    """A new turn: deadlines may stand still for the whole of `judge_limit` again."""
    play.change(stopwatch=replace(play.state.stopwatch, used=ZERO))


def shift(play: Play, by: timedelta) -> None:
    """Moves every deadline."""
    state, watch = play.state, play.state.stopwatch
    since = None if watch.since is None else watch.since + by
    play.change(stopwatch=replace(watch, total=watch.total + by, since=since))
    for judgment in state.judgments:
        if judgment.due is not None:
            play.put_judgment(replace(judgment, due=midnight(judgment.due + by)))
    if state.turn is not None and state.turn.gate_until is not None:
        play.put_turn(gate_until=midnight(state.turn.gate_until + by))


def not_before(play: Play, at: datetime) -> None:
    """Puts off every deadline that is due by then to the first 00:00 UTC after it."""
    state, least = play.state, next_midnight(at)
    play.change(stopwatch=replace(state.stopwatch, resumed=least))
    for judgment in state.judgments:
        if judgment.due is not None and judgment.due < least:
            play.put_judgment(replace(judgment, due=least))
    if state.turn is not None and state.turn.gate_until is not None:
        play.put_turn(gate_until=max(state.turn.gate_until, least))
