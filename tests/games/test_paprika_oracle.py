"""The engine and a second referee that shares no code with it agree on random cases."""

import json
from collections import Counter

from referee.games.paprika import GAME
from tests.games.paprika.generator import random_case
from tests.games.paprika.oracle import oracle

CASES = 20_000


def test_engine_and_oracle_agree_on_random_cases(share: int) -> None:
    for seed in range(CASES // share):
        case = random_case(seed)
        assert GAME.adjudicate(json.loads(json.dumps(case))) == oracle(case), f"case {seed}"


def test_random_cases_come_across_every_rule() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2_000):
        case = random_case(seed)
        results = GAME.adjudicate(case)["ndays"]
        for nday, result in zip(case["ndays"], results, strict=False):
            for where, tried in result["outcomes"].items():
                own = "true" if where == "true" else "seen"
                seen.update(f"{own} {nday['actions'][name].split()[0]} {how}" for name, how in tried.items())
            seen[f"winners {len(result['winners'])}"] += 1
    assert {key for key in EXPECTED if not seen[key]} == set()


EXPECTED = {
    *(
        f"{own} {verb} {how}"
        for own in ("true", "seen")
        for verb, hows in {
            "move": ("ok", "frozen", "wall"),
            "leapfrog": ("ok", "frozen", "no-avatar", "wall"),
            "cut": ("ok", "frozen"),
            "clear": ("ok", "frozen", "nothing-there"),
            "dig": ("ok", "frozen", "off-field", "occupied"),
            "build": ("ok", "frozen", "off-field", "occupied"),
            "push": ("ok", "frozen", "no-avatar", "wall"),
            "freeze": ("ok", "frozen"),
            "duck": ("ok", "frozen"),
            "tilt": ("ok", "frozen", "acted-recently"),
            "focus": ("ok", "frozen", "acted-recently"),
        }.items()
        for how in hows
    ),
    *(f"winners {count}" for count in range(4)),
}
