"""What each action does where the actor's avatar stands, or why it can't."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.games.paprika.actions import Action
from referee.games.paprika.field import Field, Square
from referee.games.paprika.gamestate import Gamestate, Kind

FALL: Mapping[Kind, int] = {"hole": -4, "springboard": 3}


class Fails(Exception):
    """An action's own condition is not met; `code` says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def effect(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """The gamestate after the action's effect; raises Fails."""
    return EFFECT[action.verb](field, now, actor, action)


def landing(field: Field, objects: Mapping[Square, Kind], square: Square | None, home: Square) -> Square:
    """Where an avatar comes to stand that enters a square (None: off the field), chains finished."""
    acted: set[Square] = set()
    while square is not None:
        kind = objects.get(square)
        if kind is None:
            return square
        if kind == "wall" or square in acted:
            return home
        acted.add(square)
        square = field.shift(square, 0, FALL[kind])
    return home


def entered(field: Field, now: Gamestate, name: str, square: Square | None) -> Gamestate:
    """The gamestate with that avatar having entered the square."""
    return now.moved(name, landing(field, now.objects, square, field.homes[name]))


def is_wall(now: Gamestate, square: Square | None) -> bool:
    """Whether a wall keeps avatars from entering the square."""
    return square is not None and now.objects.get(square) == "wall"


def move(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """One square."""
    square = field.step(now.avatars[actor].at, action.direction)
    if is_wall(now, square):
        raise Fails("wall")
    return entered(field, now, actor, square)


def leapfrog(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """Two squares, over another avatar on the first."""
    here = now.avatars[actor].at
    square = field.step(here, action.direction, 2)
    if not now.standing(field.step(here, action.direction)):
        raise Fails("no-avatar")
    if is_wall(now, square):
        raise Fails("wall")
    return entered(field, now, actor, square)


def cut(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """To the top of the Priority List."""
    return now.with_priority((actor, *(name for name in now.priority if name != actor)))


def clear(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """The object there ceases to exist."""
    square = field.step(now.avatars[actor].at, action.direction)
    if square is None or square not in now.objects:
        raise Fails("nothing-there")
    return now.with_object(square, None)


def dig(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """A hole there, which acts at once on every avatar that stands there."""
    square = _free(field, now, actor, action)
    dug = now.with_object(square, "hole")
    for name in now.standing(square):
        dug = entered(field, dug, name, square)
    return dug


def build(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """A wall there, where no avatar stands."""
    square = _free(field, now, actor, action)
    if now.standing(square):
        raise Fails("occupied")
    return now.with_object(square, "wall")


def _free(field: Field, now: Gamestate, actor: str, action: Action) -> Square:
    """The adjacent square on which no object stands."""
    square = field.step(now.avatars[actor].at, action.direction)
    if square is None:
        raise Fails("off-field")
    if square in now.objects:
        raise Fails("occupied")
    return square


def push(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """One avatar there goes two squares; a wall on the second stops it on the first."""
    there = field.step(now.avatars[actor].at, action.direction)
    pushed = pushable(now, actor, there, action.target)
    if there is None or pushed is None:
        raise Fails("no-avatar")
    first, second = field.step(there, action.direction), field.step(there, action.direction, 2)
    if is_wall(now, first):
        raise Fails("wall")
    return entered(field, now, pushed, first if is_wall(now, second) else second)


def pushable(now: Gamestate, actor: str, there: Square | None, target: str) -> str | None:
    """Whom a Push moves: the named one, else the highest on the list; nobody who ducks."""
    for name in now.standing(there):
        if name != actor and not now.avatars[name].ducking and target in ("", name):
            return name
    return None


def freeze(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """All others here and on two squares in a line, who don't duck, are frozen."""
    here = now.avatars[actor].at
    line = (here, field.step(here, action.direction), field.step(here, action.direction, 2))
    hit = {
        name: replace(avatar, frozen=2)
        for name, avatar in now.avatars.items()
        if name != actor and avatar.at in line and not avatar.ducking
    }
    return now.with_avatars(hit)


def duck(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """Ducking until the actor's next action is taken."""
    return now.with_avatar(actor, replace(now.avatars[actor], ducking=True))


def tilt(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """Every avatar goes one square if it can, each from where it stood."""
    tilted = now
    for name, avatar in now.avatars.items():
        square = field.step(avatar.at, action.direction)
        if not is_wall(now, square):
            tilted = entered(field, tilted, name, square)
    return tilted


def focus(field: Field, now: Gamestate, actor: str, action: Action) -> Gamestate:
    """Nothing during the Turn; what it shows is seen after it (focus.py)."""
    return now


EFFECT: Mapping[str, Callable[[Field, Gamestate, str, Action], Gamestate]] = {
    "move": move,
    "leapfrog": leapfrog,
    "cut": cut,
    "clear": clear,
    "dig": dig,
    "build": build,
    "push": push,
    "freeze": freeze,
    "duck": duck,
    "tilt": tilt,
    "focus": focus,
}
