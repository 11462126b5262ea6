"""A gamestate laid out for display: the field row by row, avatars, objects, Priority List."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.games.paprika.effects import FALL
from referee.games.paprika.field import Field, Square, reading_order
from referee.games.paprika.gamestate import Gamestate, Kind
from referee.games.paprika.state import State


def players(state: State, seat: str | None) -> list[dict[str, Any]]:
    """Who plays, in order of seat."""
    letters = marks(state.players)
    return [
        {
            "name": name,
            "mark": letters[name],
            "home": state.opening.homes[name],
            "gone": name in state.gone,
            "you": name == seat,
        }
        for name in state.players
    ]


def marks(names: Iterable[str]) -> dict[str, str]:
    """A capital letter of one's own for each name, one of the name's if there is one left."""
    taken: dict[str, str] = {}
    for name in names:
        wanted = [letter for letter in name.upper() if "A" <= letter <= "Z"]
        free = (letter for letter in [*wanted, *map(chr, range(65, 91))] if letter not in taken.values())
        taken[name] = next(free)
    return taken


def opening(state: State) -> dict[str, Any]:
    """The first placement, which everybody knows."""
    first = state.opening
    squares = {
        "columns": _columns(state.field),
        "rows": _rows(state.field, first.objects, first.homes),
        "objects": objects(state.field, first.objects),
    }
    return squares | {"homes": dict(first.homes), "priority": list(first.priority)}


def board(state: State, gamestate: Gamestate, seat: str | None) -> dict[str, Any]:
    """A gamestate laid out: field, avatars, objects, Priority List."""
    at = {name: avatar.at for name, avatar in gamestate.avatars.items()}
    return {
        "columns": _columns(state.field),
        "rows": _rows(state.field, gamestate.objects, {name: at[name] for name in state.players}),
        "avatars": avatars(state, gamestate, seat),
        "objects": objects(state.field, gamestate.objects),
        "priority": list(gamestate.priority),
    }


def avatars(state: State, gamestate: Gamestate, seat: str | None) -> list[dict[str, Any]]:
    """Each avatar with its square and what is so of it, in order of seat."""
    shown = []
    for player in players(state, seat):
        avatar = gamestate.avatars[player["name"]]
        shown.append(player | {"at": avatar.at, "frozen": avatar.frozen, "ducking": avatar.ducking})
    return shown


def objects(field: Field, placed: Mapping[Square, Kind]) -> list[dict[str, Any]]:
    """Each object with its square, top row first."""
    return [
        {"square": square, "kind": placed[square], "sends_home": sends_home(field, square, placed[square])}
        for square in sorted(placed, key=reading_order)
    ]


def sends_home(field: Field, square: Square, kind: Kind | None) -> bool:
    """Whether that object there leads off the field."""
    return kind is not None and kind in FALL and field.shift(square, 0, FALL[kind]) is None


def _columns(field: Field) -> list[str]:
    return [square[0] for square in field.row_of(1)]


def _rows(field: Field, placed: Mapping[Square, Kind], at: Mapping[str, Square]) -> list[dict[str, Any]]:
    standing = _by_square(at)
    homes = _by_square(field.homes)
    return [
        {
            "number": number,
            "goal": number == field.rows,
            "start": number == 1,
            "squares": [
                {
                    "name": square,
                    "object": placed.get(square),
                    "sends_home": sends_home(field, square, placed.get(square)),
                    "avatars": standing.get(square, []),
                    "homes": homes.get(square, []),
                }
                for square in field.row_of(number)
            ],
        }
        for number in range(field.rows, 0, -1)
    ]


def _by_square(at: Mapping[str, Square]) -> dict[Square, list[str]]:
    names: dict[Square, list[str]] = {}
    for name in at:
        names.setdefault(at[name], []).append(name)
    return names
