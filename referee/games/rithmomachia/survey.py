"""What the player to move can do: every legal move, what it captures, and why."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.rithmomachia.aim import Aim, Prey
from referee.games.rithmomachia.captures import Capture, why
from referee.games.rithmomachia.equations import can_capture
from referee.games.rithmomachia.field import EVERYWHERE, NAMES, NEARBY, PYRAMIDS, STEPS, cells_of, spread
from referee.games.rithmomachia.position import FLIP, PLANES, TURN, Position, cells_by_value, side_to_move
from referee.games.rithmomachia.rules import Rules

Play = tuple[int, int, int, int]
"""Origin, cell, where a piece is pushed to (−1 without a push), and the set of cells captured."""


class Move(NamedTuple):
    """A move: from where, to where, and where the piece that stood there is pushed to, or −1."""

    origin: int
    cell: int
    pushed: int = -1

    @property
    def name(self) -> str:
        """The move as the record has it: `2b1-2b2`, `2b2-2b3>3b4`."""
        push = f">{NAMES[self.pushed]}" if self.pushed >= 0 else ""
        return f"{NAMES[self.origin]}-{NAMES[self.cell]}{push}"


class Survey:
    """A position seen by the player to move, under some rules."""

    __slots__ = ("enemy", "mine", "occupied", "position", "rules", "side", "spreads", "values")

    def __init__(self, position: Position, rules: Rules) -> None:
        self.position, self.rules = position, rules
        self.side = side_to_move(position)
        self.mine = cells_by_value(position, self.side)
        self.enemy = Prey(rules, cells_by_value(position, 1 - self.side))
        self.occupied = (position | position >> 64) & EVERYWHERE
        self.spreads = [spread(value, cells) for value, cells in enumerate(self.mine)]
        self.values = values_by_cell(self.mine, self.enemy.cells)

    def plays(self) -> list[Play]:
        """Every legal move with the cells that it captures."""
        found: list[Play] = []
        for value, cells in enumerate(self.mine):
            while cells:
                lowest = cells & -cells
                self.add_plays(value, lowest.bit_length() - 1, found)
                cells ^= lowest
        return found

    def plays_from(self, cell: int) -> list[Play]:
        """The legal moves of the mover's piece on that cell; none if there is no such piece."""
        found: list[Play] = []
        if self.is_mine(cell):
            self.add_plays(self.values[cell], cell, found)
        return found

    def find(self, move: Move) -> Play:
        """The play of a move; LookupError when the move isn't legal."""
        for play in self.plays_from(move.origin):
            if play[:3] == move:
                return play
        raise LookupError(move)

    def add_plays(self, value: int, origin: int, found: list[Play]) -> None:
        """Add the legal moves of the mover's piece of that value on that cell."""
        occupied, may_push = self.occupied, self.rules.push and value in PYRAMIDS
        aim = self._aim(value, origin)
        for cell in STEPS[value][origin]:
            if not occupied >> cell & 1:
                fallen = aim.hits(cell, aim.sure) if aim else 0
                if aim and fallen and self.rules.cascade:
                    fallen = self._cascaded(aim, cell, -1, fallen)
                found.append((origin, cell, -1, fallen))
            elif may_push:
                self._add_pushes(aim, origin, cell, found)

    def _aim(self, value: int, origin: int) -> Aim | None:
        """The aim of a piece, None if there is nothing that it could hit after one step."""
        enemies = self.position >> 64 * (1 - self.side)
        if not NEARBY[value][origin] & enemies and self.rules.filters != "chain":
            return None
        others, spreads = self.mine.copy(), self.spreads.copy()
        others[value] ^= 1 << origin
        spreads[value] = spread(value, others[value])
        return Aim(self.rules, value, others, self.enemy, spreads)

    def _add_pushes(self, aim: Aim | None, origin: int, cell: int, found: list[Play]) -> None:
        taken = self.occupied & ~(1 << origin) if self.rules.swap else self.occupied
        free = [pushed for pushed in STEPS[0][cell] if not taken >> pushed & 1]
        if aim is None:
            found += [(origin, cell, pushed, 0) for pushed in free]
        elif free:
            hits = self._hits_with_own if self.is_mine(cell) else self._hits_with_enemys
            for pushed, fallen in zip(free, hits(aim, cell, free), strict=True):
                if fallen and self.rules.cascade:
                    fallen = self._cascaded(aim, cell, pushed, fallen)
                found.append((origin, cell, pushed, fallen))

    def _hits_with_own(self, aim: Aim, cell: int, free: list[int]) -> list[int]:
        """What falls when the mover's piece on the cell is pushed to each of the free cells."""
        value = self.values[cell]
        fallen = aim.hits(cell, aim.sure_without(value, cell))
        prey = aim.prey_with(value)
        if not prey:
            return [fallen] * len(free)
        return [fallen | aim.help_of(value, pushed, cell, prey) for pushed in free]

    def _hits_with_enemys(self, aim: Aim, cell: int, free: list[int]) -> list[int]:
        """What falls when the enemy's piece on the cell is pushed to each of the free cells."""
        fallen = aim.hits(cell, aim.sure) & ~(1 << cell)
        trap = aim.trap(self.values[cell], cell)
        return [fallen | trap & 1 << pushed for pushed in free]

    def is_mine(self, cell: int) -> bool:
        """Whether the mover has a piece on that cell."""
        return bool(self.position >> (64 * self.side + cell) & 1)

    def _cascaded(self, aim: Aim, cell: int, pushed: int, fallen: int) -> int:
        """All that falls when the pieces just captured help to capture more, wave by wave."""
        fresh = fallen
        while fresh:
            more = 0
            for stands in cells_of(fresh):
                value = self.value_after(stands, cell, pushed)
                if value not in PYRAMIDS:
                    prey = self._after_push(aim.prey_with(value), cell, pushed)
                    more |= aim.help_of(value, stands, cell, prey)
            fresh = more & ~fallen
            fallen |= fresh
        return fallen

    def value_after(self, stands: int, cell: int, pushed: int) -> int:
        """The value of the piece that stands there after the push, if there was one."""
        return self.values[cell if stands == pushed else stands]

    def _after_push(self, cells: int, cell: int, pushed: int) -> int:
        """Where pieces of the enemy that stood on those cells stand after the push, if there was one."""
        return cells ^ (1 << cell | 1 << pushed) if pushed >= 0 and cells >> cell & 1 else cells

    def explain(self, play: Play) -> tuple[Capture, ...]:
        """The captured pieces in the order of their cells, with the reasons of each one's wave."""
        fallen = play[3]
        if not fallen:
            return ()
        others = self._others_after(play)
        if not self.rules.cascade:
            return tuple(self._explained(play, others, fallen))
        return tuple(sorted(self._explained_in_waves(play, others, fallen)))

    def _explained_in_waves(self, play: Play, others: list[int], fallen: int) -> Iterator[Capture]:
        while fallen:
            wave = self._explained(play, others, fallen)
            for target, value, _ in wave:
                fallen ^= 1 << target
                if value not in PYRAMIDS:
                    others[value] |= 1 << target
            yield from wave

    def _others_after(self, play: Play) -> list[int]:
        """The mover's pieces other than the one played, by value, after move and push."""
        origin, cell, pushed, _ = play
        others = self.mine.copy()
        others[self.values[origin]] ^= 1 << origin
        if pushed >= 0 and self.is_mine(cell):
            others[self.values[cell]] ^= 1 << cell | 1 << pushed
        return others

    def _explained(self, play: Play, others: list[int], fallen: int) -> list[Capture]:
        """Of the pieces that fall, those for which the mover's pieces as they stand are reason enough."""
        origin, cell, pushed, _ = play
        rules, values, captures = self.rules, self.values, []
        value = values[origin]
        while fallen:
            lowest = fallen & -fallen
            target = lowest.bit_length() - 1
            prey = values[target if target != pushed else cell]
            if by := why(rules, value, cell, others, target, prey):
                captures.append(Capture(target, prey, by))
            fallen ^= lowest
        return captures

    def annotated(self) -> Iterator[tuple[Play, tuple[Capture, ...]]]:
        """Every legal move with its captures and their reasons."""
        for play in self.plays():
            yield play, self.explain(play) if play[3] else ()

    def after(self, play: Play) -> Position:
        """The position after a play, the other player to move."""
        origin, cell, pushed, fallen = play
        planes = PLANES[self.side]
        board = self.position ^ TURN ^ planes[self.values[origin]] * (1 << origin | 1 << cell)
        if pushed >= 0:
            owner = planes if self.is_mine(cell) else PLANES[1 - self.side]
            board ^= owner[self.values[cell]] * (1 << cell | 1 << pushed)
        if fallen:
            board ^= FLIP * fallen
            for pyramid in PYRAMIDS:
                board ^= planes[pyramid] * (
                    fallen & self._after_push(self.enemy.cells[pyramid], cell, pushed)
                )
        return Position(board)

    def has_move(self) -> bool:
        """Whether the player to move has a legal move."""
        can_step = any(cells & ~self.occupied for cells in self.spreads)
        return can_step or (self.rules.push and bool(self.plays()))

    def lacks_pyramid(self) -> bool:
        """Whether a player has no pyramid."""
        return not (self.mine[0] | self.mine[15]) or not (self.enemy.cells[0] | self.enemy.cells[15])

    def is_dead(self) -> bool:
        """Whether by values alone no side can ever capture again."""
        (mine, twice), (theirs, their_twice) = held(self.mine), held(self.enemy.cells)
        return not (
            can_capture(self.rules.equations, mine, twice, theirs)
            or can_capture(self.rules.equations, theirs, their_twice, mine)
        )


def held(cells: list[int]) -> tuple[int, int]:
    """The values that a side has, and those that it has more than once, as sets of values."""
    once = sum(1 << value for value in range(16) if cells[value])
    return once, sum(1 << value for value in range(16) if cells[value] & (cells[value] - 1))


def values_by_cell(*sides: list[int]) -> list[int]:
    """The value of the piece on each cell, −1 where there is none."""
    values = [-1] * 64
    for side in sides:
        for value, cells in enumerate(side):
            while cells:
                lowest = cells & -cells
                values[lowest.bit_length() - 1] = value
                cells ^= lowest
    return values
