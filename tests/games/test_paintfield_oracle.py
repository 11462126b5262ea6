"""The engine and a second referee that shares no code with it agree on random rounds."""

import json
from collections import Counter

from referee.games.paintfield import GAME
from tests.games.paintfield.generator import random_case
from tests.games.paintfield.second import oracle

ROUNDS = 5_000


def test_engine_and_oracle_agree_on_random_rounds_with_leavers(share: int) -> None:
    for number in range(ROUNDS // share):
        case = random_case(number)
        assert GAME.adjudicate(json.loads(json.dumps(case))) == oracle(case), f"round {number}"


def test_random_rounds_come_across_every_outcome() -> None:
    seen: Counter[str] = Counter()
    for number in range(200):
        case = random_case(number)
        result = GAME.adjudicate(case)
        seen.update("".join(result["outcomes"]))
        seen[f"winner {result['winner'] is not None}"] += 1
        seen["left"] += "leave" in case
        seen["left at once"] += "1" in case.get("leave", {})
        seen["nobody is left"] += all(row.endswith("x") for row in result["outcomes"])
        seen.update("a rule" if "\n" in plan else "steps" for plan in case.get("plans", {}).values())
    assert {"M", "S", "B", "R", "x", "winner True", "winner False", "left", "left at once"} <= set(seen)
    assert {"nobody is left", "a rule", "steps"} <= set(seen)
    assert min(seen[letter] for letter in "MSBRx") > 100
