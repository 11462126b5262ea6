"""Random rounds of Paintfield in the case format: turns, leavers, bots, plans."""

import random
from typing import Any

from tests.games.paintfield.letters import random_plan


def random_case(number: int) -> dict[str, Any]:
    """The case of that number: mostly short rounds, a whole one now and then."""
    dice = random.Random(f"paintfield {number}")
    players = dice.randint(2, 4)
    ticks = 480 if number % 50 == 0 else dice.choice((1, 40, 90, 150))
    case: dict[str, Any] = {"game": "paintfield", "players": players, "ticks": ticks}
    if dice.random() < 0.3:
        case |= {"seed": dice.randbytes(32).hex(), "round": dice.randint(1, 300)}
    else:
        case["corners"] = dice.sample(range(4), players)
    bots = {str(seat): dice.randint(1, 3) for seat in range(players) if dice.random() < 0.4}
    if bots:
        case["bots"] = bots
    plans = {str(s): random_plan(dice) for s in range(players) if str(s) not in bots and dice.random() < 0.3}
    if plans:
        case["plans"] = plans
    case["turns"] = random_turns(dice, players, ticks, dice.choice((0.05, 0.2, 0.6)))
    if dice.random() < 0.5:
        case["leave"] = random_leave(dice, players, ticks)
    return case


def random_turns(
    dice: random.Random, players: int, ticks: int, how_often: float
) -> dict[str, dict[str, str]]:
    """Turns of every seat, each tick with that chance."""
    turns: dict[str, dict[str, str]] = {}
    for tick in range(1, ticks + 1):
        given = {str(seat): dice.choice("NESW") for seat in range(players) if dice.random() < how_often}
        if given:
            turns[str(tick)] = given
    return turns


def random_leave(dice: random.Random, players: int, ticks: int) -> dict[str, list[int]]:
    """One seat or more that leave, now and then all of them."""
    leaving: dict[str, list[int]] = {}
    for seat in dice.sample(range(players), dice.randint(1, players)):
        tick = 1 if dice.random() < 0.1 else dice.randint(1, ticks)
        leaving.setdefault(str(tick), []).append(seat)
    return leaving
