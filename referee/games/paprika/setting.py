"""`set PATH = VALUE`: one value of the true or of one perceived gamestate."""

import re
from dataclasses import replace

from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood
from referee.games.paprika.field import Square
from referee.games.paprika.gamestate import KINDS, Avatar, Gamestate, Kind
from referee.games.paprika.state import TRUE, State

PATHS = (
    "true.avatars.Ann.at, true.avatars.Ann.frozen, true.avatars.Ann.ducking, true.objects.c5, true.priority"
)
SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def set_value(state: State, path: str, value: str) -> State:
    """The state with that one value changed; raises NotUnderstood."""
    parts = path.split(".")
    if parts[0].casefold() == TRUE:
        return replace(state, true=_changed(state, state.true, parts[1:], value))
    if parts[0].casefold() == "perceived" and len(parts) > 2:
        name = name_of(state, parts[1])
        changed = _changed(state, state.perceived[name], parts[2:], value)
        return replace(state, perceived={**state.perceived, name: changed})
    raise _unknown(path)


def _changed(state: State, gamestate: Gamestate, parts: list[str], value: str) -> Gamestate:
    match parts:
        case ["avatars", name, key]:
            player = name_of(state, name)
            avatar = _avatar(state, gamestate.avatars[player], key, value)
            return _without_clash(gamestate.with_avatar(player, avatar), avatar.at)
        case ["objects", square]:
            kind = None if value.casefold() == "none" else kind_of(value)
            return _without_clash(
                gamestate.with_object(square_of(state, square), kind), square_of(state, square)
            )
        case ["priority"]:
            return gamestate.with_priority(names_of(state, value))
    raise _unknown(".".join(parts))


def _without_clash(gamestate: Gamestate, square: Square) -> Gamestate:
    """The gamestate; NotLegal if somebody would stand in a wall."""
    names = [name for name, avatar in gamestate.avatars.items() if avatar.at == square]
    if names and gamestate.objects.get(square) == "wall":
        raise NotLegal(said("{names} would stand in the wall on {square}.", names=names, square=square))
    return gamestate


def _avatar(state: State, avatar: Avatar, key: str, value: str) -> Avatar:
    match key:
        case "at":
            return replace(avatar, at=square_of(state, value))
        case "frozen" if value in ("0", "1", "2"):
            return replace(avatar, frozen=int(value))
        case "ducking" if value.casefold() in SWITCH:
            return replace(avatar, ducking=SWITCH[value.casefold()])
    raise NotUnderstood(
        said(
            "{key} can't be set to {value}: at is a square, frozen 0, 1 or 2, ducking on or off.",
            key=key,
            value=repr(value),
        )
    )


def _unknown(path: str) -> NotUnderstood:
    return NotUnderstood(
        said(
            "{path} is no value that can be set; there are {paths}, and perceived.Bob.… likewise.",
            path=repr(path),
            paths=PATHS,
        )
    )


def square_of(state: State, text: str) -> Square:
    """The square so named; raises NotUnderstood."""
    square = text.strip().casefold()
    if not state.field.has(square):
        raise NotUnderstood(
            said(
                "{text} is no square of the {columns} x {rows} field.",
                text=repr(text.strip()),
                columns=state.field.columns,
                rows=state.field.rows,
            )
        )
    return square


def kind_of(text: str) -> Kind:
    """The object so named; raises NotUnderstood."""
    for kind in KINDS:
        if text.strip().casefold() == kind:
            return kind
    raise NotUnderstood(said("{text} is no object; there are {kinds}.", text=repr(text.strip()), kinds=KINDS))


def name_of(state: State, text: str) -> str:
    """The player so named; raises NotUnderstood."""
    for name in state.players:
        if text.strip().casefold() == name.casefold():
            return name
    raise NotUnderstood(
        said("There is no player {name}; there are {names}.", name=repr(text.strip()), names=state.players)
    )


def names_of(state: State, text: str) -> tuple[str, ...]:
    """All players in the order given, each once; raises NotUnderstood."""
    names = tuple(name_of(state, word) for word in re.split(r"[\s,>]+", text.strip(" ,[]")) if word)
    if len(names) != len(state.players) or set(names) != set(state.players):
        raise NotUnderstood(said("Name each player once: {names}.", names=state.players))
    return names
