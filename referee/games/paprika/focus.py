"""Focus: around the actor's true square, the actor's display is made to show the truth."""

from dataclasses import replace

from referee.games.paprika.field import Field
from referee.games.paprika.gamestate import Avatar, Gamestate


def focused(field: Field, perceived: Gamestate, true: Gamestate, actor: str) -> Gamestate:
    """The actor's perceived gamestate with the truth on the focused squares; nothing acts on anybody."""
    squares = set(field.around(true.avatars[actor].at))
    outside = {at: kind for at, kind in perceived.objects.items() if at not in squares}
    inside = {at: kind for at, kind in true.objects.items() if at in squares}
    avatars = {name: _shown(field, perceived, true, name, squares) for name in perceived.avatars}
    return replace(perceived, avatars=avatars, objects=outside | inside)


def _shown(field: Field, perceived: Gamestate, true: Gamestate, name: str, squares: set[str]) -> Avatar:
    """An avatar as it is truly, if that is in focus; displayed there wrongly, it goes home."""
    if true.avatars[name].at in squares:
        return true.avatars[name]
    seemed = perceived.avatars[name]
    return replace(seemed, at=field.homes[name]) if seemed.at in squares else seemed
