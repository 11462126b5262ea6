"""A second referee of a Paintfield round, written from the specification; it shares no code with the first.

It keeps a grid of rows and columns and dictionaries by name; it reads and answers the case format.
"""

import hashlib
import hmac

SIDE = 28
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
START = {0: (3, 3, "E"), 1: (24, 3, "S"), 2: (24, 24, "W"), 3: (3, 24, "N")}
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT = {new: old for old, new in RIGHT.items()}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Field:
    """The whole round as things that change."""

    def __init__(self, corners: list[int], ticks: int) -> None:
        self.ticks = ticks
        self.paint: dict[tuple[int, int], int] = {}
        self.at: list[tuple[int, int]] = []
        self.facing: list[str] = []
        self.owing = [False] * len(corners)
        self.out = [False] * len(corners)
        self.refused: list[tuple[int, int] | None] = [None] * len(corners)
        self.letters = [""] * len(corners)
        for seat, corner in enumerate(corners):
            x, y, way = START[corner]
            self.at.append((x, y))
            self.facing.append(way)
            self.paint[(x, y)] = seat

    @property
    def seats(self) -> range:
        return range(len(self.at))

    def ahead(self, seat: int, way: str, far: int = 1) -> tuple[int, int]:
        x, y = self.at[seat]
        dx, dy = STEP[way]
        return x + far * dx, y + far * dy

    def occupied(self) -> set[tuple[int, int]]:
        return {self.at[seat] for seat in self.seats if not self.out[seat]}

    def count(self, seat: int) -> int:
        return sum(colour == seat for colour in self.paint.values())

    def one_tick(self, turns: dict[int, str]) -> None:
        taken = self.occupied()
        for seat, way in turns.items():
            if not self.out[seat]:
                self.facing[seat] = way
        wishes: dict[int, tuple[int, int]] = {}
        told = {}
        for seat in self.seats:
            goal = self.ahead(seat, self.facing[seat])
            if self.out[seat]:
                told[seat] = "x"
            elif self.owing[seat]:
                told[seat] = "R"
            elif not inside(goal) or goal in taken:
                told[seat] = "B"
            else:
                wishes[seat] = goal
        for seat, goal in wishes.items():
            if list(wishes.values()).count(goal) > 1:
                told[seat] = "B"
            elif self.paint.get(goal, seat) != seat:
                told[seat] = "S"
            else:
                told[seat] = "M"
        for seat in self.seats:
            self.refused[seat] = self.ahead(seat, self.facing[seat]) if told[seat] == "B" else None
            self.owing[seat] = told[seat] == "S"
            if told[seat] in "MS":
                self.at[seat] = wishes[seat]
                self.paint[wishes[seat]] = seat
            self.letters[seat] += told[seat]


def inside(cell: tuple[int, int]) -> bool:
    return min(cell) >= 0 and max(cell) < SIDE


def bot(field: Field, seat: int, level: int, tick: int) -> str:
    """The heading that a bot chooses."""
    taken = field.occupied()
    late = level == 3 and tick > field.ticks * 3 / 4
    rivals = [other for other in field.seats if other != seat and not field.out[other]]
    most = max((field.count(other) for other in rivals), default=None)

    def shut(cell: tuple[int, int]) -> bool:
        return not inside(cell) or cell in taken or cell == field.refused[seat]

    def rank(way: str) -> int:
        cell = field.ahead(seat, way)
        if shut(cell):
            return 0
        colour = field.paint.get(cell)
        return 3 if colour is None else 1 if colour == seat else 2

    def price(cell: tuple[int, int]) -> int:
        colour = field.paint.get(cell)
        if colour is None:
            return 1
        if not late or colour == seat:
            return 0
        return 3 if colour in rivals and field.count(colour) == most else 2

    def worth(way: str) -> int:
        if level == 1:
            return 0
        if shut(field.ahead(seat, way)):
            return -1
        total = 0
        for far in range(1, 7):
            cell = field.ahead(seat, way, far)
            if not inside(cell) or cell in taken:
                break
            total += price(cell)
        return total

    now = field.facing[seat]
    best, chosen = None, now
    for way in (now, RIGHT[now], LEFT[now], BACK[now]):
        value = (worth(way), rank(way))
        if best is None or value > best:
            best, chosen = value, way
    return chosen


def draw_corners(seed: bytes, number: int, players: int) -> list[int]:
    """The corners that a seed gives, from a buffer that grows block by block."""
    buffer, counter = b"", 0
    hat = ["NW", "NE", "SE", "SW"]
    for i in (3, 2, 1):
        while True:
            if not buffer:
                text = f"paintfield/1/corners/{number}/{counter}".encode()
                buffer, counter = hmac.new(seed, text, hashlib.sha256).digest(), counter + 1
            byte, buffer = buffer[0], buffer[1:]
            if byte < 256 // (i + 1) * (i + 1):
                break
        j = byte % (i + 1)
        hat[i], hat[j] = hat[j], hat[i]
    order = [("NW", "NE", "SE", "SW").index(name) for name in hat]
    return [order[0], (order[0] + 2) % 4] if players == 2 else order[:players]
