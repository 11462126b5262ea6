"""Random cases that come across every rule: crowded fields, chains, idle ndays, given starts."""

import random
from typing import Any

Json = Any
NAMES = ("Ann", "Bob", "Cid", "Dee", "Max")
KINDS = ("hole", "springboard", "wall", "wall")
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
DIRECTED = ("move", "move", "leapfrog", "leapfrog", "clear", "dig", "build", "push", "push", "freeze", "tilt")
UNDIRECTED = ("cut the line", "duck", "focus")


def random_case(seed: int) -> Json:
    """A good case; the same seed gives the same."""
    rng = random.Random(seed)
    names = list(NAMES[: rng.randint(1, len(NAMES))])
    columns, rows = rng.choice(
        [(1, 2), (1, 9), (2, 6), (3, 4), (3, 7), (3, 9), (4, 8), (8, 12), (8, 12), (26, 99)]
    )
    near = Near(rng, columns, rows)
    case: Json = {
        "game": "paprika",
        "seats": {name: near.square(lowest=rng.random() < 0.9) for name in names},
        "ndays": [random_nday(rng, names) for _ in range(rng.randint(1, 6))],
        "options": {"columns": columns, "rows": rows, "dreams_reach": rng.choice(["waking", "sleeping"])},
    }
    if rng.random() < 0.05:
        case["state"] = near.below_the_top(names, rows)
        case["ndays"].insert(0, {"waking": names[:1], "actions": {names[0]: "tilt n"}})
    elif rng.random() < 0.4:
        case["state"] = near.state(names)
    else:
        case |= {"objects": near.objects()} | (
            {"priority": shuffled(rng, names)} if rng.random() < 0.8 else {}
        )
    if rng.random() < 0.4:
        case["perceived"] = {name: near.state(names) for name in names if rng.random() < 0.5}
    return case


def random_nday(rng: random.Random, names: list[str]) -> Json:
    """An nday in which some act; often few, so that Tilt and Focus come to work."""
    share = rng.choice([0.2, 0.6, 1.0])
    return {
        "waking": [name for name in names if rng.random() < 0.7],
        "actions": {name: random_action(rng, names) for name in names if rng.random() < share},
    }


def random_action(rng: random.Random, names: list[str]) -> str:
    """Any of the eleven, in strict form."""
    if rng.random() < 0.25:
        return rng.choice(UNDIRECTED)
    verb = rng.choice(DIRECTED)
    target = f" {rng.choice(names)}" if verb == "push" and rng.random() < 0.4 else ""
    return f"{verb} {rng.choice(DIRECTIONS)}{target}"


def shuffled(rng: random.Random, names: list[str]) -> list[str]:
    """The names in some order."""
    return rng.sample(names, len(names))


class Near:
    """Squares close together, so that avatars meet each other and objects."""

    def __init__(self, rng: random.Random, columns: int, rows: int) -> None:
        self.rng = rng
        self.columns = min(columns, rng.choice([3, 3, 4]))
        height = min(rows - 1, rng.choice([3, 3, 4, 11]))
        self.lowest = rng.choice([1, 1, rows - height])
        self.highest = self.lowest + height - 1

    def square(self, lowest: bool = False) -> str:
        """A square of the corner where everything happens; seldom of the row above."""
        row = 1 if lowest else self.rng.randint(self.lowest, self.highest + (self.rng.random() < 0.04))
        return f"{'abcdefghijklmnopqrstuvwxyz'[self.rng.randrange(self.columns)]}{row}"

    def objects(self) -> Json:
        """Some objects, dense or sparse."""
        squares = self.columns * (self.highest - self.lowest + 1)
        count = self.rng.choice([0, squares // 4, squares // 2, squares])
        return {self.square(): self.rng.choice(KINDS) for _ in range(count)}

    def state(self, names: list[str]) -> Json:
        """A gamestate in the middle of play."""
        avatars = {name: {"at": self.square()} | self.condition() for name in names}
        return {"avatars": avatars, "objects": self.objects(), "priority": shuffled(self.rng, names)}

    def below_the_top(self, names: list[str], rows: int) -> Json:
        """A gamestate in which a Tilt makes some win together."""
        ready = self.rng.randint(1, len(names))
        rows_of = [rows - 1 if at < ready else 1 for at in range(len(names))]
        avatars = {name: {"at": f"a{row}"} for name, row in zip(names, rows_of, strict=True)}
        return {"avatars": avatars, "priority": shuffled(self.rng, names)}

    def condition(self) -> Json:
        """Frozen, ducking, both or neither, and sometimes left out."""
        frozen = {"frozen": self.rng.choice([0, 0, 1, 2])} if self.rng.random() < 0.5 else {}
        return frozen | ({"ducking": self.rng.random() < 0.5} if self.rng.random() < 0.5 else {})
