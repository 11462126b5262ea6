"""What one piece captures, as sets of cells: X is the piece played, Y another of its side, Z an enemy's."""

from referee.games.rithmomachia.field import REACH, spread
from referee.games.rithmomachia.rules import Rules


class Prey:
    """Where the enemy's pieces stand: by value, and by the families of values that two pieces make."""

    __slots__ = ("cells", "families")

    def __init__(self, rules: Rules, cells: list[int]) -> None:
        self.cells = cells
        self.families: list[int] = []
        for family in rules.table.families:
            found = 0
            for value in family:
                found |= cells[value]
            self.families.append(found)


class Aim:
    """What the piece X would capture, from any cell, with the other pieces of the mover as Y.

    `sure` falls as soon as X can reach it, whatever is near X; `possible` may fall at all. `spreads`
    has, for each value, what the other pieces of it are one step away from.
    """

    __slots__ = ("enemy", "others", "pairs", "possible", "rules", "spreads", "sure", "value")

    def __init__(self, rules: Rules, value: int, others: list[int], enemy: Prey, spreads: list[int]) -> None:
        self.rules, self.value, self.others, self.enemy = rules, value, others, enemy
        self.spreads = spreads
        results, families, compiles = rules.table.results[value], enemy.families, rules.compiles
        possible, sure = 0, enemy.cells[15 - value] if rules.table.negates else 0
        self.pairs: list[tuple[int, int, int]] = []
        for y, cells in enumerate(others):
            if cells and (prey := families[results[y]]):
                self.pairs.append((y, cells, prey))
                possible |= prey
                if compiles:
                    sure |= prey & spreads[y]
        self.possible = possible | sure
        self.sure = self.possible if rules.filters == "anywhere" else sure

    def prey_with(self, value: int) -> int:
        """The enemy's pieces that an enabled equation makes of X and a piece of that value."""
        return self.enemy.families[self.rules.table.results[self.value][value]]

    def sure_without(self, value: int, cell: int) -> int:
        """`sure` when the mover's piece of that value on that cell is not there (to be pushed elsewhere)."""
        if not self.rules.compiles or not self.prey_with(value):
            return self.sure
        others, spreads = self.others.copy(), self.spreads.copy()
        others[value] ^= 1 << cell
        spreads[value] = spread(value, others[value])
        return Aim(self.rules, self.value, others, self.enemy, spreads).sure

    def hits(self, cell: int, sure: int) -> int:
        """The cells captured when X has come to that cell."""
        reach = REACH[self.value][cell]
        fallen = reach & sure
        filters = self.rules.filters
        if filters == "reach":
            if reach & self.possible != fallen:
                for _, cells, prey in self.pairs:
                    if cells & reach:
                        fallen |= prey & reach
        elif filters == "chain":
            for y, cells, prey in self.pairs:
                if cells & reach:
                    fallen |= prey & spread(y, cells & reach)
        return fallen

    def help_of(self, y: int, stands: int, cell: int, prey: int) -> int:
        """What of that prey is captured from that cell with the help of a piece y that stands there."""
        reach, filters = REACH[self.value][cell], self.rules.filters
        ways = reach & REACH[y][stands] if self.rules.compiles else 0
        if filters == "anywhere" or (filters == "reach" and reach >> stands & 1):
            ways = reach
        elif filters == "chain" and reach >> stands & 1:
            ways |= REACH[y][stands]
        return prey & ways

    def trap(self, value: int, cell: int) -> int:
        """The cells on which an enemy's piece of that value would be captured from that cell."""
        reach = REACH[self.value][cell]
        trap = reach if self.rules.table.negates and value == 15 - self.value else 0
        partners = self.rules.table.partners[self.value][value]
        for y, cells in enumerate(self.others):
            if cells and y in partners:
                trap |= self._trap_of(y, cells, reach)
        return trap

    def _trap_of(self, y: int, cells: int, reach: int) -> int:
        filters = self.rules.filters
        if filters == "anywhere" or (filters == "reach" and cells & reach):
            return reach
        trap = reach & self.spreads[y] if self.rules.compiles else 0
        return trap | spread(y, cells & reach) if filters == "chain" else trap
