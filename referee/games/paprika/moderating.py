"""A moderator's commands, beyond those that the kernel carries out itself."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from referee.engine.draws import Draws
from referee.engine.game import Command, Step, Verb
from referee.errors import NotLegal, NotUnderstood
from referee.games.paprika.calendar import extended, paused, resumed, skipped
from referee.games.paprika.gamestate import KINDS, Gamestate, Kind
from referee.games.paprika.playing import back, redrawn
from referee.games.paprika.setting import kind_of, name_of, names_of, set_value, square_of
from referee.games.paprika.state import State

COMMANDS: Mapping[str, Verb] = {
    "place": Verb(
        "place KIND SQUARE because REASON", "puts a hole, springboard or wall on a square", prose=True
    ),
    "clear": Verb("clear SQUARE because REASON", "takes the object off a square", prose=True),
    "priority": Verb("priority NAMES… because REASON", "sets every Priority List", prose=True),
    "wake": Verb("wake NAME because REASON", "makes a player awake in the running nday", prose=True),
    "sleep": Verb("sleep NAME because REASON", "makes a player asleep in the running nday", prose=True),
}
SECRET = frozenset({"as", "set", "wake", "sleep"})
"""Commands that are announced only by their number until the match is over."""


def carried_out(state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
    """The state after the command; raises NotUnderstood and NotLegal."""
    if state.ending is not None:
        raise NotLegal("The match is over.")
    match command.verb:
        case "redraw":
            after = redrawn(state, draws)
            return Step(after, reply=f"nday {state.nday} is open anew; declare again")
        case "rejoin":
            return back(state, name_of(state, command.rest))
        case "pause" | "resume" | "extend" | "skip":
            return _clock(state, command, at)
    change = CHANGES.get(command.verb)
    if change is None:
        raise NotUnderstood(f"There is no command “{command.verb}” in this game.")
    return change(state, command.rest.strip())


def _clock(state: State, command: Command, at: datetime) -> Step[State]:
    match command.verb:
        case "pause":
            return Step(paused(state), reply="the clock is stopped; declarations are taken and stay")
        case "resume":
            after = resumed(state, at)
        case "extend":
            after = extended(state, command.rest)
        case _:
            after = skipped(state, command.rest)
    return Step(after, reply=f"the next Turn is at {after.deadline:%Y-%m-%d %H:%M} UTC")


def _everywhere(state: State, change: Callable[[Gamestate], Gamestate]) -> State:
    perceived = {name: change(gamestate) for name, gamestate in state.perceived.items()}
    return replace(state, true=change(state.true), perceived=perceived)


def _anywhere(state: State, holds: Callable[[Gamestate], object]) -> bool:
    return any(map(holds, (state.true, *state.perceived.values())))


def _place(state: State, rest: str) -> Step[State]:
    words = rest.split()
    kinds = [word for word in words if word.casefold() in KINDS]
    if len(words) != 2 or len(kinds) != 1:
        raise NotUnderstood("Write the object and the square: “place wall c5”.")
    kind: Kind = kind_of(kinds[0])
    square = square_of(state, words[words[0] == kinds[0]])
    _refuse_avatar(state, square)
    if _anywhere(state, lambda gamestate: square in gamestate.objects):
        raise NotLegal(f"An object stands on {square} in some gamestate; “clear {square}” first.")
    after = _everywhere(state, lambda gamestate: gamestate.with_object(square, kind))
    return Step(after, reply=f"a {kind} stands on {square} in every gamestate")


def _clear(state: State, rest: str) -> Step[State]:
    square = square_of(state, rest)
    _refuse_avatar(state, square)
    if not _anywhere(state, lambda gamestate: square in gamestate.objects):
        raise NotLegal(f"No object stands on {square} in any gamestate.")
    after = _everywhere(state, lambda gamestate: gamestate.with_object(square, None))
    return Step(after, reply=f"no object stands on {square} in any gamestate")


def _refuse_avatar(state: State, square: str) -> None:
    if _anywhere(state, lambda gamestate: gamestate.standing(square)):
        raise NotLegal(f"An avatar stands on {square} in some gamestate.")


def _priority(state: State, rest: str) -> Step[State]:
    names = names_of(state, rest)
    after = _everywhere(state, lambda gamestate: gamestate.with_priority(names))
    return Step(after, reply=f"the Priority List is {', '.join(names)} in every gamestate")


def _wake(state: State, rest: str) -> Step[State]:
    name = name_of(state, rest)
    waking = tuple(player for player in state.players if player in state.waking or player == name)
    return Step(replace(state, waking=waking), reply=f"{name} is awake in nday {state.nday}")


def _sleep(state: State, rest: str) -> Step[State]:
    name = name_of(state, rest)
    waking = tuple(player for player in state.waking if player != name)
    return Step(replace(state, waking=waking), reply=f"{name} is asleep in nday {state.nday}")


def _set(state: State, rest: str) -> Step[State]:
    path, equals, value = rest.partition("=")
    if not equals:
        raise NotUnderstood("Write what is set to what: “set true.avatars.Ann.at = c9”.")
    path = re.sub(r"\s+", "", path)
    return Step(set_value(state, path, value.strip()), reply=f"{path} is {value.strip()}")


CHANGES: Mapping[str, Callable[[State, str], Step[State]]] = {
    "place": _place,
    "clear": _clear,
    "priority": _priority,
    "wake": _wake,
    "sleep": _sleep,
    "set": _set,
}
