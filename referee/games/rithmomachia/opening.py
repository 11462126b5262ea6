"""Before the first move: colours, equations chosen secretly, and the placing of the pieces."""

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Final, TypeVar

from referee.engine.draws import Draws
from referee.engine.game import Notice, Step, Table
from referee.engine.said import all_of, said, together
from referee.errors import NotLegal, NotYourTurn
from referee.games.rithmomachia.clock import first_clock
from referee.games.rithmomachia.equations import EQUATIONS
from referee.games.rithmomachia.faces import (
    Face,
    completed,
    random_face,
    reading_order,
    shapes_of,
    standard_face,
    start_of,
)
from referee.games.rithmomachia.field import shape
from referee.games.rithmomachia.notation import SHAPE_WORDS
from referee.games.rithmomachia.orders import Arrange, Choose, Place
from referee.games.rithmomachia.position import BLACK, COLOURS, WHITE, format_position
from referee.games.rithmomachia.state import SIDES, State

FULL: Final = 16
RECORDED: Final = said("Recorded. It can be replaced until both players have sent theirs.")
PLACED: Final = {
    "circle": said("Circle"),
    "triangle": said("Triangle"),
    "square": said("Square"),
    "pyramid": said("Pyramid"),
}
T = TypeVar("T")


def first_state(table: Table, draws: Draws) -> State:
    """The state at the start: colours, what is placed and known from the beginning, the first clock."""
    options = table.options
    state = State(
        players=_colours(table, draws),
        options=options,
        started=table.started,
        seed=draws.seed.hex(),
        clock=first_clock(table.started, options),
        equations=() if options.equations == "sealed" else options.equations,
    )
    prepared = _house_prepared(_placed_at_once(state, draws), draws)
    return settled(_house_places(prepared), table.started)


def _colours(table: Table, draws: Draws) -> tuple[str, str]:
    """Who has White and who has Black: as the options say, else drawn."""
    first, second = table.seats
    wanted = (table.options.white or "").casefold()
    is_drawn = wanted not in (first.casefold(), second.casefold())
    if draws.chance("rithmomachia/1/colours", Fraction(1, 2)) if is_drawn else wanted == first.casefold():
        return first, second
    return second, first


def _placed_at_once(state: State, draws: Draws) -> State:
    facing = state.options.facing
    match state.options.setup:
        case "standard":
            return replace(state, faces=(standard_face(WHITE, facing), standard_face(BLACK, facing)))
        case "random":
            white, black = (random_face(side, facing, draws) for side in SIDES)
            return replace(state, faces=(white, black))
    return state


def _house_prepared(state: State, draws: Draws) -> State:
    """The referee's own seat has made its sealed choices from the start."""
    if state.house is None:
        return state
    side = state.side(state.house)
    if state.options.setup == "sealed":
        state = replace(state, faces=_put(state.faces, side, standard_face(side, state.options.facing)))
    if not state.equations:
        state = replace(state, chosen=_put(state.chosen, side, _drawn_pair(side, draws)))
    return state


def _drawn_pair(side: int, draws: Draws) -> tuple[str, ...]:
    return tuple(sorted(draws.order(f"rithmomachia/1/equations/{COLOURS[side]}", EQUATIONS)[:2]))


def _put(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if side == WHITE else (pair[0], value)


def settled(state: State, at: datetime) -> State:
    """The state with equations and first position once both sides' are in; then White's turn begins."""
    if not state.equations and all(state.chosen):
        state = replace(state, equations=tuple(sorted({*state.chosen[WHITE], *state.chosen[BLACK]})))
    if not state.start and all(len(face) == FULL for face in state.faces):
        state = replace(state, start=format_position(start_of(*state.faces)))
    if state.is_playing:
        state = replace(state, clock=state.clock.begun(WHITE, at, state.options))
    return state


def placing_side(state: State) -> int | None:
    """Whose turn it is to place a piece (`setup = alternate`); None when it isn't the time for it."""
    if state.options.setup != "alternate" or state.start or not state.equations:
        return None
    white, black = (len(face) for face in state.faces)
    return WHITE if white < FULL and (white <= black or black == FULL) else BLACK


def awaited(state: State) -> tuple[str, ...]:
    """Who has still to place, arrange or choose now, before the first move."""
    if (side := placing_side(state)) is not None:
        return (state.players[side],)
    return tuple(state.players[side] for side in SIDES if owes_choice(state, side) or owes_face(state, side))


def owes_choice(state: State, side: int) -> bool:
    return not state.equations and not state.chosen[side]


def owes_face(state: State, side: int) -> bool:
    """Whether that side has still to send its arrangement (`setup = sealed`)."""
    return state.options.setup == "sealed" and not state.faces[side]


def place(state: State, seat: str, order: Place, at: datetime) -> Step[State]:
    """The state after a piece was placed; NotYourTurn, NotLegal."""
    side = state.side(seat)
    _check_placing(state, side)
    shapes, face = shapes_of(side, state.options.facing), state.faces[side]
    free = [cell for cell in reading_order(shapes) if cell not in face and shapes[cell] == shape(order.value)]
    if order.value in face.values():
        raise NotLegal(
            said("{value} is placed already. You have left: {values}.", value=order.value, values=_left(face))
        )
    if order.cell not in free:
        where = said("A {shape} may go to {cells}.", shape=SHAPE_WORDS[shape(order.value)], cells=free)
        refused = said("{value} can't be placed on {cell}.", value=order.value, cell=order.cell)
        raise NotLegal(together([refused, where]))
    placed = replace(state, faces=_put(state.faces, side, {**face, order.cell: order.value}))
    after = _with_fresh_clock(settled(_house_places(placed), at), at)
    piece = PLACED[shape(order.value)]
    reply = said("{shape} {value} stands on {cell}.", shape=piece, value=order.value, cell=order.cell)
    return Step(after, _news(state, after, {"by": seat, "cell": order.cell, "value": order.value}), reply)


def _check_placing(state: State, side: int) -> None:
    if state.options.setup != "alternate":
        raise NotLegal(
            said("In this match nobody places pieces one by one: setup = {setup}.", setup=state.options.setup)
        )
    if state.start:
        raise NotLegal(said("All pieces are placed."))
    if not state.equations:
        raise NotLegal(said("Placing begins when both players have chosen their equations."))
    if side != placing_side(state):
        raise NotYourTurn(said("It is {name}'s turn to place a piece.", name=state.players[1 - side]))


def _left(face: Face) -> str:
    return ", ".join(str(value) for value in range(16) if value not in face.values())


def _with_fresh_clock(state: State, at: datetime) -> State:
    """Each piece that is placed in turn has its own time."""
    if placing_side(state) is None:
        return state
    return replace(state, clock=first_clock(at, state.options))


def _house_places(state: State) -> State:
    """The referee's own seat places its pieces as the standard set-up has them."""
    while (side := placing_side(state)) is not None and state.players[side] == state.house:
        face, standard = state.faces[side], standard_face(side, state.options.facing)
        cell = next(cell for cell in reading_order(standard) if cell not in face)
        state = replace(state, faces=_put(state.faces, side, {**face, cell: standard[cell]}))
    return state


def arrange(state: State, seat: str, order: Arrange, at: datetime) -> Step[State]:
    """The state after a whole arrangement came in; NotLegal says what doesn't fit."""
    if state.options.setup != "sealed":
        raise NotLegal(
            said("In this match nobody sends an arrangement: setup = {setup}.", setup=state.options.setup)
        )
    if state.start:
        raise NotLegal(said("Both arrangements are in and revealed."))
    side = state.side(seat)
    face = _face_of(order, side)
    _check_face(face, shapes_of(side, state.options.facing))
    after = settled(replace(state, faces=_put(state.faces, side, face)), at)
    reply = said("Both arrangements are in.") if after.start else RECORDED
    return Step(after, _news(state, after, {}), reply)


def _face_of(order: Arrange, side: int) -> dict[str, int]:
    level = "14"[side]
    cells = (f"{level}{file}{rank}" for rank in "4321" for file in "abcd")
    values = (value for rank in order.ranks for value in rank)
    return dict(sorted(zip(cells, values, strict=True)))


def _check_face(face: Face, shapes: dict[str, str]) -> None:
    missing = [f"{value:X}" for value in range(16) if value not in face.values()]
    if missing:
        raise NotLegal(said("Each value stands once; {values} is missing.", values=all_of(missing)))
    wrong = [cell for cell, value in face.items() if shape(value) != shapes[cell]]
    if wrong:
        told = all_of(
            said("{cell} takes a {shape}", cell=cell, shape=SHAPE_WORDS[shapes[cell]]) for cell in wrong
        )
        raise NotLegal(said("The shapes don't fit: {cells}.", cells=told))


def choose(state: State, seat: str, order: Choose, at: datetime) -> Step[State]:
    """The state after a pair of equations came in."""
    if state.options.equations != "sealed":
        raise NotLegal(said("The equations are agreed: {names}.", names=" ".join(state.equations)))
    if state.equations:
        names = " ".join(state.equations)
        raise NotLegal(said("Both choices are in; the match is played with {names}.", names=names))
    chosen = replace(state, chosen=_put(state.chosen, state.side(seat), order.equations))
    after = settled(chosen, at)
    if after.equations:
        after = _with_fresh_clock(_house_places(after), at)
    reply = said("Both choices are in.") if after.equations else RECORDED
    return Step(after, _news(state, after, {}), reply)


NOTHING: Final[dict[str, object]] = {"by": None, "cell": None, "value": None, "drawn": [], "completed": []}
"""What a notice of the opening tells; each kind fills in some of it."""


def _news(before: State, after: State, placed: dict[str, object]) -> tuple[Notice, ...]:
    """What is told: that play begins, or what was placed, or that the equations are known."""
    if after.is_playing:
        return (Notice("begin", None, NOTHING | placed),)
    if placed:
        return (Notice("setup", after.other(str(placed["by"])), NOTHING | placed),)
    if (after.equations and not before.equations) or (after.start and not before.start):
        return (Notice("setup", None, NOTHING),)
    return ()


def closed(state: State, at: datetime, draws: Draws) -> Step[State]:
    """The deadline before the first move: what is missing is drawn or taken from the standard set-up."""
    drawn = [side for side in SIDES if owes_choice(state, side)]
    for side in drawn:
        state = replace(state, chosen=_put(state.chosen, side, _drawn_pair(side, draws)))
    placing = placing_side(state)
    late = [placing] if placing is not None else [side for side in SIDES if owes_face(state, side)]
    for side in late:
        face = completed(state.faces[side], side, state.options.facing)
        state = replace(state, faces=_put(state.faces, side, face))
    state = _with_fresh_clock(settled(_house_places(state), at), at)
    told = {"drawn": [state.players[side] for side in drawn], "completed": [state.players[s] for s in late]}
    kind = "begin" if state.is_playing else "setup"
    return Step(state, (Notice(kind, None, NOTHING | told),))
