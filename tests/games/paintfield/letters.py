"""Steering by letter for the second referee: plans of steps and standing rules, from the specification."""

import random
import re
from typing import Any

from tests.games.paintfield.oracle import BACK, LEFT, RIGHT, Field, inside


class Steering:
    """What one seat ordered, and how much of it is done."""

    def __init__(self, text: str) -> None:
        self.rules = [line for line in text.split("\n") if line.split()[0] in ("if", "go", "after")]
        self.steps = [] if self.rules else re.findall(r"([NESW])(\d*)([c*]?)", text)
        self.ticks = self.cells = 0

    def wish(self, field: Field, seat: int, tick: int) -> str:
        """The heading on that tick."""
        if self.steps:
            return str(self.steps[0][0])
        for rule in self.rules:
            after, seen, act = ruled(rule)
            if tick > 8 * after and seen in ("", sight(field, seat, field.facing[seat])):
                return done(act, field, seat)
        return field.facing[seat]

    def went(self, letter: str) -> None:
        """One tick later."""
        if not self.steps:
            return
        _, number, unit = self.steps[0]
        self.ticks += 1
        self.cells += letter in "MS"
        if unit == "*":
            over = letter == "B"
        elif unit == "c":
            over = self.cells == int(number) or self.ticks == 120
        else:
            over = self.ticks == int(number or 1)
        if over:
            del self.steps[0]
            self.ticks = self.cells = 0


def ruled(rule: str) -> tuple[int, str, str]:
    """After how many seconds, on what sight, what is done."""
    after = 0
    if rule.startswith("after"):
        _, seconds, rule = rule.split(" ", 2)
        after = int(seconds[:-1])
    if not rule.startswith("if"):
        return after, "", rule
    seen = next(words for words in ("blocked", "bare ahead", "rival ahead", "own ahead") if words in rule)
    return after, seen, rule.removeprefix(f"if {seen} ")


def sight(field: Field, seat: int, way: str) -> str:
    """What lies ahead; exactly one holds."""
    cell = field.ahead(seat, way)
    if not inside(cell) or cell in field.occupied() or cell == field.refused[seat]:
        return "blocked"
    colour = field.paint.get(cell)
    return "bare ahead" if colour is None else "own ahead" if colour == seat else "rival ahead"


def done(act: str, field: Field, seat: int) -> str:
    """The heading that an action gives."""
    now = field.facing[seat]
    if not act.startswith("go"):
        return {"keep": now, "turn left": LEFT[now], "turn right": RIGHT[now], "back": BACK[now]}[act]
    best = max(
        (bare(field, seat, way, int(act.split()[-1])), rank(field, seat, way), -at)
        for at, way in enumerate((now, RIGHT[now], LEFT[now], BACK[now]))
    )
    return (now, RIGHT[now], LEFT[now], BACK[now])[-best[2]]


def rank(field: Field, seat: int, way: str) -> int:
    """Bare before a rival's before its own before blocked."""
    return ("blocked", "own ahead", "rival ahead", "bare ahead").index(sight(field, seat, way))


def bare(field: Field, seat: int, way: str, far: int) -> int:
    """The bare cells among the next ones, up to a wall or a painter."""
    if sight(field, seat, way) == "blocked":
        return -1
    total = 0
    for n in range(1, far + 1):
        cell = field.ahead(seat, way, n)
        if not inside(cell) or cell in field.occupied():
            break
        total += cell not in field.paint
    return total


def random_plan(dice: random.Random) -> str:
    """A plan of any steps, or rules of any form."""
    if dice.random() < 0.5:
        units = ("", str(dice.randint(1, 30)), f"{dice.randint(1, 30)}c", "120c", "*")
        return " ".join(dice.choice("NESW") + dice.choice(units) for _ in range(dice.randint(1, 20)))
    return "\n".join(random_rule(dice) for _ in range(dice.randint(1, 12)))


def random_rule(dice: random.Random) -> str:
    """A rule of any form."""
    go = f"go to most bare in {dice.randint(1, 12)}"
    seen = dice.choice(("blocked", "bare ahead", "rival ahead", "own ahead"))
    act = dice.choice(("keep", "turn left", "turn right", "back", go))
    after = f"after {dice.randint(0, 20)}s " if dice.random() < 0.3 else ""
    return after + (go if dice.random() < 0.1 else f"if {seen} {act}")


def plans_of(case: dict[str, Any]) -> dict[int, Steering]:
    """The steering of each seat that sent a plan."""
    return {int(seat): Steering(text) for seat, text in case.get("plans", {}).items()}
