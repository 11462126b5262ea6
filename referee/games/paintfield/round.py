"""A round and its tick: everything is decided from the state before it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games.paintfield.field import AHEAD, BARE, FACING, FIRST, STARTS, WALL, bare, counts

MOVE, STEAL, BUMP, REST, OUT = "MSBRx"


@dataclass(frozen=True, slots=True)
class Painter:
    """Where a seat stands and faces. `is_resting`: it pays for a steal on its next tick.

    `bumped`: the cell that it was refused on the tick before, WALL for none. `is_in`: it plays.
    """

    cell: int
    facing: int
    is_resting: bool = False
    bumped: int = WALL
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class Round:
    """The field and its painters after `tick` ticks."""

    field: bytes
    painters: tuple[Painter, ...]
    tick: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The cells of each seat."""
        return counts(self.field, len(self.painters))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that are still in."""
        return tuple(seat for seat, painter in enumerate(self.painters) if painter.is_in)

    @property
    def stood(self) -> frozenset[int]:
        """The cells where active painters stand."""
        return frozenset(painter.cell for painter in self.painters if painter.is_in)


def open_round(corners: Sequence[int], seats: Collection[int] | None = None) -> Round:
    """The round before its first tick: each seat in its corner; only `seats` (None: all) are in."""
    playing = range(len(corners)) if seats is None else seats
    painters = tuple(
        Painter(STARTS[corner], FACING[corner], is_in=seat in playing) for seat, corner in enumerate(corners)
    )
    return Round(bare((seat, painters[seat].cell) for seat in playing), painters)


def tick(before: Round, turns: Mapping[int, int]) -> tuple[Round, str]:
    """The round one tick later, and a letter a seat: how it went."""
    painters = steered(before.painters, turns)
    wants = wanted(painters)
    field = bytearray(before.field)
    after, letters = [], []
    for seat, (painter, want) in enumerate(zip(painters, wants, strict=True)):
        letter = outcome(painter, want, wants, before.field, FIRST + seat)
        letters.append(letter)
        after.append(moved(painter, letter))
        if letter in (MOVE, STEAL):
            field[want] = FIRST + seat
    return Round(bytes(field), tuple(after), before.tick + 1), "".join(letters)


def steered(painters: tuple[Painter, ...], turns: Mapping[int, int]) -> tuple[Painter, ...]:
    """The painters facing where they were turned to; a resting one keeps its turn, one out gets none."""
    if not turns:
        return painters
    return tuple(
        replace(painter, facing=turns[seat]) if seat in turns and painter.is_in else painter
        for seat, painter in enumerate(painters)
    )


def wanted(painters: tuple[Painter, ...]) -> list[int]:
    """The cell that each seat wants, WALL for none: one that a painter stood in can't be had."""
    stood = [painter.cell for painter in painters if painter.is_in]
    wants = []
    for painter in painters:
        ahead = AHEAD[painter.facing][painter.cell]
        is_free = painter.is_in and not painter.is_resting and ahead not in stood
        wants.append(ahead if is_free else WALL)
    return wants


def outcome(painter: Painter, want: int, wants: list[int], field: bytes, own: int) -> str:
    """How a seat's tick goes."""
    if not painter.is_in:
        return OUT
    if painter.is_resting:
        return REST
    if want == WALL or wants.count(want) > 1:
        return BUMP
    return MOVE if field[want] in (BARE, own) else STEAL


def moved(painter: Painter, letter: str) -> Painter:
    """The painter after its tick."""
    if letter in (MOVE, STEAL):
        ahead = AHEAD[painter.facing][painter.cell]
        return Painter(ahead, painter.facing, letter == STEAL)
    if letter == REST:
        return Painter(painter.cell, painter.facing)
    if letter == BUMP:
        return Painter(painter.cell, painter.facing, bumped=AHEAD[painter.facing][painter.cell])
    return painter


def without(before: Round, seats: Collection[int]) -> Round:
    """The round with those seats off the field; their paint stays."""
    painters = tuple(
        replace(painter, is_in=False) if seat in seats else painter
        for seat, painter in enumerate(before.painters)
    )
    return replace(before, painters=painters)


def winner(ended: Round) -> int | None:
    """Who takes the round: strictly most cells among the seats still in."""
    held = ended.counts
    best = sorted(ended.active, key=lambda seat: -held[seat])
    if not best or (len(best) > 1 and held[best[0]] == held[best[1]]):
        return None
    return best[0]
