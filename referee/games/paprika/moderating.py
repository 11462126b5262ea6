"""A moderator's commands, beyond those that the kernel carries out itself."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from referee.engine.draws import Draws
from referee.engine.game import Command, Step, Verb
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood
from referee.games.paprika.calendar import extended, paused, resumed, skipped
from referee.games.paprika.gamestate import KINDS, THINGS, Gamestate, Kind
from referee.games.paprika.playing import back, redrawn
from referee.games.paprika.setting import kind_of, name_of, names_of, set_value, square_of
from referee.games.paprika.state import State

COMMANDS: Mapping[str, Verb] = {
    "place": Verb(
        said("place KIND SQUARE because REASON"),
        said("puts a hole, springboard or wall on a square"),
        prose=True,
    ),
    "clear": Verb(said("clear SQUARE because REASON"), said("takes the object off a square"), prose=True),
    "priority": Verb(said("priority NAMES… because REASON"), said("sets every Priority List"), prose=True),
    "wake": Verb(
        said("wake NAME because REASON"), said("makes a player awake in the running nday"), prose=True
    ),
    "sleep": Verb(
        said("sleep NAME because REASON"), said("makes a player asleep in the running nday"), prose=True
    ),
}
SECRET = frozenset({"as", "set", "wake", "sleep"})
"""Commands that are announced only by their number until the match is over."""


def carried_out(state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
    """The state after the command; raises NotUnderstood and NotLegal."""
    if state.ending is not None:
        raise NotLegal(said("The match is over."))
    match command.verb:
        case "redraw":
            reply = said("nday {nday} is open anew; declare again", nday=state.nday)
            return Step(redrawn(state, draws), reply=reply)
        case "rejoin":
            return back(state, name_of(state, command.rest))
        case "pause" | "resume" | "extend" | "skip":
            return _clock(state, command, at)
    change = CHANGES.get(command.verb)
    if change is None:
        raise NotUnderstood(said("There is no command “{command}” in this game.", command=command.verb))
    return change(state, command.rest.strip())


def _clock(state: State, command: Command, at: datetime) -> Step[State]:
    match command.verb:
        case "pause":
            reply = said("the clock is stopped; declarations are taken and stay")
            return Step(paused(state), reply=reply)
        case "resume":
            after = resumed(state, at)
        case "extend":
            after = extended(state, command.rest)
        case _:
            after = skipped(state, command.rest)
    return Step(after, reply=said("the next Turn is at {due} UTC", due=after.deadline))


def _everywhere(state: State, change: Callable[[Gamestate], Gamestate]) -> State:
    perceived = {name: change(gamestate) for name, gamestate in state.perceived.items()}
    return replace(state, true=change(state.true), perceived=perceived)


def _anywhere(state: State, holds: Callable[[Gamestate], object]) -> bool:
    return any(map(holds, (state.true, *state.perceived.values())))


def _place(state: State, rest: str) -> Step[State]:
    words = rest.split()
    kinds = [word for word in words if word.casefold() in KINDS]
    if len(words) != 2 or len(kinds) != 1:
        raise NotUnderstood(said("Write the object and the square: “place wall c5”."))
    kind: Kind = kind_of(kinds[0])
    square = square_of(state, words[words[0] == kinds[0]])
    _refuse_avatar(state, square)
    if _anywhere(state, lambda gamestate: square in gamestate.objects):
        raise NotLegal(
            said("An object stands on {square} in some gamestate; “clear {square}” first.", square=square)
        )
    after = _everywhere(state, lambda gamestate: gamestate.with_object(square, kind))
    placed = said("a {kind} stands on {square} in every gamestate", kind=THINGS[kind], square=square)
    return Step(after, reply=placed)


def _clear(state: State, rest: str) -> Step[State]:
    square = square_of(state, rest)
    _refuse_avatar(state, square)
    if not _anywhere(state, lambda gamestate: square in gamestate.objects):
        raise NotLegal(said("No object stands on {square} in any gamestate.", square=square))
    after = _everywhere(state, lambda gamestate: gamestate.with_object(square, None))
    return Step(after, reply=said("no object stands on {square} in any gamestate", square=square))


def _refuse_avatar(state: State, square: str) -> None:
    if _anywhere(state, lambda gamestate: gamestate.standing(square)):
        raise NotLegal(said("An avatar stands on {square} in some gamestate.", square=square))


def _priority(state: State, rest: str) -> Step[State]:
    names = names_of(state, rest)
    after = _everywhere(state, lambda gamestate: gamestate.with_priority(names))
    return Step(after, reply=said("the Priority List is {names} in every gamestate", names=names))


def _wake(state: State, rest: str) -> Step[State]:
    name = name_of(state, rest)
    waking = tuple(player for player in state.players if player in state.waking or player == name)
    reply = said("{name} is awake in nday {nday}", name=name, nday=state.nday)
    return Step(replace(state, waking=waking), reply=reply)


def _sleep(state: State, rest: str) -> Step[State]:
    name = name_of(state, rest)
    waking = tuple(player for player in state.waking if player != name)
    reply = said("{name} is asleep in nday {nday}", name=name, nday=state.nday)
    return Step(replace(state, waking=waking), reply=reply)


def _set(state: State, rest: str) -> Step[State]:
    path, equals, value = rest.partition("=")
    if not equals:
        raise NotUnderstood(said("Write what is set to what: “set true.avatars.Ann.at = c9”."))
    path = re.sub(r"\s+", "", path)
    reply = said("{path} is {value}", path=path, value=value.strip())
    return Step(set_value(state, path, value.strip()), reply=reply)


CHANGES: Mapping[str, Callable[[State, str], Step[State]]] = {
    "place": _place,
    "clear": _clear,
    "priority": _priority,
    "wake": _wake,
    "sleep": _sleep,
    "set": _set,
}
