"""A moderator's commands beyond those of the kernel: time, the position, a seat that is played again."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from referee.engine.calendar import duration, parse_rfc3339
from referee.engine.draws import Draws
from referee.engine.game import Command, Notice, Step
from referee.engine.said import all_of, said
from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia.clock import Clock
from referee.games.rithmomachia.ending import reason_to_end
from referee.games.rithmomachia.finish import awarded_end, counted_end, ended
from referee.games.rithmomachia.opening import awaited, closed
from referee.games.rithmomachia.playing import house_opens
from referee.games.rithmomachia.position import format_position, parse_position
from referee.games.rithmomachia.state import State

SETTING: Final = re.compile(r"(?P<path>[\w ]+?)\s*=\s*(?P<value>.+)", re.DOTALL)
PATHS: Final = "position = …, due = 2026-12-01T00:00:00Z, left NAME = 5 days"


def override(state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
    """The state after a moderator's command; NotUnderstood, NotLegal."""
    match command.verb:
        case "pause":
            return Step(replace(state, clock=state.clock.paused(at)))
        case "resume":
            return Step(replace(state, clock=state.clock.resumed(at)))
        case "extend":
            return Step(replace(state, clock=state.clock.extended(_duration(command.rest), at)))
        case "skip":
            return Step(replace(state, clock=_restarted(state.clock, _time(command.rest))))
        case "rejoin":
            return _rejoined(state, command.rest.strip(), at)
        case "set":
            return _set(state, command.rest, at, draws)
    raise NotUnderstood(said("There is no command {command} in this game.", command=repr(command.verb)))


def _duration(text: str) -> timedelta:
    try:
        return duration(text)
    except ValueError as wrong:
        raise NotUnderstood(str(wrong)) from None


def _time(text: str) -> datetime:
    try:
        return parse_rfc3339(text)
    except ValueError:
        raise NotUnderstood(said("{text} is no time; write 2026-12-01T00:00:00Z.", text=repr(text))) from None


def _restarted(clock: Clock, at: datetime) -> Clock:
    """After an outage the running time begins again, if it would be over."""
    if clock.due > at:
        return clock
    return replace(clock, since=at, due=at + (clock.due - clock.since), is_overstepped=False)


def _rejoined(state: State, name: str, at: datetime) -> Step[State]:
    """The match goes on where it was left by that seat."""
    outcome = state.outcome
    if outcome is None or outcome.reason != "resignation" or name in outcome.winners:
        return Step(state)
    running = replace(state, outcome=None)
    if not running.is_playing:
        return Step(running)
    return Step(replace(running, clock=running.clock.begun(running.to_move, at, running.options)))


def _set(state: State, rest: str, at: datetime, draws: Draws) -> Step[State]:
    found = SETTING.fullmatch(rest.strip())
    if found is None:
        raise NotUnderstood(said("Write “set PATH = VALUE”: {paths}.", paths=PATHS))
    words = found["path"].split()
    match [words[0].casefold(), *words[1:]]:
        case ["position"]:
            return _set_position(state, found["value"], at, draws)
        case ["due"]:
            due = _time(found["value"].strip())
            clock = replace(state.clock, due=due, is_overstepped=state.clock.is_overstepped and due <= at)
            return Step(replace(state, clock=clock))
        case ["left", name]:
            return Step(replace(state, clock=_with_left(state, name, _duration(found["value"]))))
    path = repr(found["path"])
    raise NotUnderstood(said("There is no {path} to set; there are {paths}.", path=path, paths=PATHS))


def _with_left(state: State, name: str, time: timedelta) -> Clock:
    sides = [side for side, player in enumerate(state.players) if player.casefold() == name.casefold()]
    if state.clock.left is None or not sides:
        raise NotLegal(said("Only players of a match with budgets have time left to set."))
    left = (time, state.clock.left[1]) if sides[0] == 0 else (state.clock.left[0], time)
    clock = replace(state.clock, left=left)
    if not state.is_playing or state.to_move != sides[0]:
        return clock
    return replace(clock, due=clock.since + time, is_overstepped=False)


def _set_position(state: State, text: str, at: datetime, draws: Draws) -> Step[State]:
    """The match goes on from that position; plies keep counting, repetitions and quiet plies begin anew."""
    try:
        position = parse_position(text)
    except ValueError as wrong:
        raise NotLegal(str(wrong)) from None
    if not state.equations or state.outcome is not None:
        raise NotLegal(said("A position can be set while the match is being played."))
    fresh = replace(
        state,
        start=format_position(position),
        played_before=state.ply - 1,
        moves=(),
        offers={},
        conditions={},
    )
    fresh = replace(fresh, clock=fresh.clock.begun(fresh.to_move, at, fresh.options))
    if reason := reason_to_end(fresh.course):
        return ended(counted_end(fresh, reason, at), said("The position is set, and the match is over."))
    after = house_opens(fresh, at, draws)
    return Step(after, (Notice("move", None, {"plies": []}),), said("The position is set."))


def close(state: State, at: datetime, draws: Draws) -> Step[State]:
    """What a deadline brings: the opening is completed, time is overstepped, or the match is over."""
    if not state.is_playing:
        return _with_house(closed(state, at, draws), at, draws)
    late = state.players[state.to_move]
    if state.clock.is_overstepped:
        return ended(awarded_end(state, "time", (state.other(late),), at), "")
    clock = replace(state.clock.overstepped(), due=min(state.clock.due, at))
    after = replace(state, clock=clock)
    return Step(after, (Notice("overstepped", None, {"late": late, "other": state.other(late)}),))


def _with_house(step: Step[State], at: datetime, draws: Draws) -> Step[State]:
    """The same step, with the referee's own first move if the match begins with one."""
    return replace(step, state=house_opens(step.state, at, draws))


def closing(state: State) -> str:
    """What the next deadline brings, for the log."""
    if not state.is_playing:
        if names := awaited(state):
            return said("the time of {names} is over", names=all_of(names))
        return said("the time of the opening is over")
    late = state.players[state.to_move]
    if state.clock.is_overstepped:
        return said("the match ends on time against {name}", name=late)
    return said("{name} has overstepped the time", name=late)
