"""How a match begins: everything drawn from the committed seed."""

from collections.abc import Iterable

from referee.engine.calendar import midnight_after
from referee.engine.draws import Draws
from referee.engine.game import Table
from referee.games.paprika.calendar import FIRST_NDAY
from referee.games.paprika.field import Field, Square
from referee.games.paprika.gamestate import KINDS, Avatar, Gamestate, Kind
from referee.games.paprika.options import Options
from referee.games.paprika.state import Opening, State


def open_match(table: Table, draws: Draws) -> State:
    """The state in nday 1: field, start squares, Priority List and waking states drawn."""
    options: Options = table.options
    opening = draw_opening(options, table.seats, draws)
    avatars = {name: Avatar(opening.homes[name]) for name in table.seats}
    start = Gamestate(avatars, opening.objects, opening.priority)
    return State(
        players=table.seats,
        options=options,
        opening=opening,
        commitment=draws.commitment,
        seed=draws.seed.hex(),
        started=table.started,
        waking=draw_waking(options, table.seats, 1, 1, draws),
        true=start,
        perceived=dict.fromkeys(table.seats, start),
        declared={},
        deadline=midnight_after(table.started, FIRST_NDAY),
    )


def draw_opening(options: Options, names: tuple[str, ...], draws: Draws) -> Opening:
    """The first placement of objects and avatars, and the first Priority List."""
    field = Field(options.columns, options.rows, {})
    objects = draw_objects(options, field, draws) if options.map is None else dict(options.map)
    return Opening(draw_homes(field, names, draws), objects, draws.order("priority", names))


def draw_homes(field: Field, names: tuple[str, ...], draws: Draws) -> dict[str, Square]:
    """Players in drawn order take columns in drawn order, and share when there are too few."""
    squares = {square[0]: square for square in field.row_of(1)}
    columns = draws.order("column", squares)
    order = draws.order("start", names)
    taken = {name: squares[columns[at % len(columns)]] for at, name in enumerate(order)}
    return {name: taken[name] for name in names}


def draw_objects(options: Options, field: Field, draws: Draws) -> dict[Square, Kind]:
    """The first squares in drawn order take the holes, the next the springboards, the next the walls."""
    between = [square for number in range(2, field.rows) for square in field.row_of(number)]
    kinds = [kind for kind in KINDS for _ in range(options.objects.get(kind, 0))]
    return dict(zip(draws.order("place", between), kinds, strict=False))


def draw_waking(
    options: Options, names: Iterable[str], nday: int, draw: int, draws: Draws
) -> tuple[str, ...]:
    """Who is Waking in an nday; a second draw of the same nday has the label `waking/7.2/NAME`."""
    label = f"waking/{nday}" if draw == 1 else f"waking/{nday}.{draw}"
    return tuple(name for name in names if draws.chance(f"{label}/{name}", options.waking_chance))
