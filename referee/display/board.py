"""A field of squares as lines of text: column letters, row numbers, objects, avatars, initial squares.

A row, top row first, is a mapping with `number` and `squares`; a square has `object`, `avatars`, `homes`.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from referee.display.text import width

Row = Mapping[str, Any]

OBJECTS = {"hole": "v", "springboard": "^", "wall": "#"}
EMPTY = "."
YOU = "@"
ENDS = ("start", "goal")
"""What is written beside the lowest and the top row."""
LEFT = 5
ROOM = 58
LETTERED = 10
"""Up to so many columns a square of an HTML field has room for names."""


def signs(avatars: Iterable[Mapping[str, Any]], mine: bool = True) -> dict[str, str]:
    """What stands for each avatar on a field of text: its letter, and if `mine` the reader's own `@`."""
    return {avatar["name"]: YOU if mine and avatar["you"] else avatar["mark"] for avatar in avatars}


def short_names(names: Iterable[str], limit: int = 4) -> dict[str, str]:
    """The names cut so that they fit into a square and still differ from one another."""
    told: dict[str, str] = {}
    for name in names:
        cuts = [name[:limit], *(name[: limit - 1] + letter for letter in name[limit:] + ascii_uppercase)]
        told[name] = next(cut for cut in cuts if cut not in told.values())
    return told


def labels(form: str, avatars: Sequence[Mapping[str, Any]], columns: int, mine: bool) -> dict[str, str]:
    """What stands for each avatar on a field in that form: its sign, or in HTML with room a short name."""
    if form == "txt" or columns > LETTERED:
        return signs(avatars, mine)
    return short_names(avatar["name"] for avatar in avatars)


def field_lines(
    columns: Sequence[str], rows: Sequence[Row], signs: Mapping[str, str], ends: tuple[str, str] = ENDS
) -> str:
    """The field, at most 72 columns wide, and below it whose initial square is in each column."""
    size, left = _size(columns, signs, ends), _left(ends)
    letters = _line("", columns, size, left)
    lines = [_row(row, signs, size, left, ends[1] if at == 0 else "") for at, row in enumerate(rows)]
    homes = [f" {_crowd(square['homes'], signs, size)}" for square in rows[-1]["squares"]]
    return "\n".join([letters, *lines, letters, _line(ends[0], homes, size, left)])


def is_crowded(
    columns: Sequence[str], rows: Sequence[Row], signs: Mapping[str, str], ends: tuple[str, str] = ENDS
) -> bool:
    """Whether the field shows only the number of those who stand on some square."""
    room = _room(_size(columns, signs, ends))
    return any(len(square["avatars"]) > room for row in rows for square in row["squares"])


def _size(columns: Sequence[str], signs: Mapping[str, str], ends: tuple[str, str]) -> int:
    """How many columns of text a square takes; the same for all of a match."""
    longer = _left(ends) - LEFT + max(0, width(ends[1]) - len(ENDS[1]))
    return min((ROOM - longer) // len(columns), len(signs) + 2)


def _left(ends: tuple[str, str]) -> int:
    """How wide the labels at the left are."""
    return max(LEFT, width(ends[0]))


def _room(size: int) -> int:
    """How many avatars a square of that size shows one by one."""
    return max(size - 2, 1)


def _row(row: Row, signs: Mapping[str, str], size: int, left: int, end: str) -> str:
    cells = [
        OBJECTS.get(square["object"], EMPTY) + _crowd(square["avatars"], signs, size)
        for square in row["squares"]
    ]
    return _line(str(row["number"]), cells, size, left, f"{row['number']} {end}")


def _line(label: str, cells: Iterable[str], size: int, left: int, end: str = "") -> str:
    body = "".join(cell.ljust(size) for cell in cells)
    return f"{' ' * (left - width(label))}{label} {body} {end}".rstrip()


def _crowd(names: Sequence[str], signs: Mapping[str, str], size: int) -> str:
    """The signs of all who stand on a square, or how many they are (`*`: ten or more)."""
    room = _room(size)
    if len(names) <= room:
        return "".join(signs[name] for name in names)
    return str(len(names)) if len(names) < 10 or room > 1 else "*"


def laid_out(
    state: Mapping[str, Any], opening: Mapping[str, Any], players: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """A plain gamestate (avatars by name, objects by square) on the field of the first placement."""
    there: dict[str, list[str]] = {}
    for name, avatar in state["avatars"].items():
        there.setdefault(avatar["at"], []).append(name)
    return {
        "columns": opening["columns"],
        "rows": [
            {**row, "squares": [_stood(square, state, there) for square in row["squares"]]}
            for row in opening["rows"]
        ],
        "avatars": [{**player, **state["avatars"][player["name"]]} for player in players],
        "objects": things(state),
        "priority": state["priority"],
    }


def things(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The objects of a plain gamestate, one by one."""
    return [{"square": at, "kind": kind, "sends_home": False} for at, kind in state["objects"].items()]


def _stood(
    square: Mapping[str, Any], state: Mapping[str, Any], there: Mapping[str, list[str]]
) -> dict[str, Any]:
    name = square["name"]
    return {**square, "object": state["objects"].get(name), "avatars": there.get(name, [])}
