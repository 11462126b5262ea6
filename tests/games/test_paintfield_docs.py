"""The figures printed in docs/playing-paintfield.md are those of the program."""

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

from referee.games.paintfield import GAME
from referee.games.paintfield.draws import bot_level, commitment, corners, lapses
from referee.games.paintfield.field import CORNERS
from referee.games.paintfield.plans import read_plan

TEXT = (Path(__file__).parents[2] / "docs" / "playing-paintfield.md").read_text("utf-8")
SEED = bytes(range(32))


def test_the_corners_of_the_printed_seed() -> None:
    for number in range(1, 6):
        cells = (" ".join(CORNERS[c] for c in corners(SEED, number, players)) for players in (2, 3, 4))
        assert f"| {number} | {' | '.join(cells)} |" in TEXT


def test_the_commitment_strength_and_lapses_of_the_printed_seed() -> None:
    assert commitment(SEED) in TEXT
    assert f"the bots are of level {bot_level(SEED)}" in TEXT
    for seat in (0, 1):
        assert spans(lapses(SEED, 1, seat, 480)) in TEXT


def spans(ticks: frozenset[int]) -> str:
    """`70–73, 139–144`."""
    first = [k for k in sorted(ticks) if k - 1 not in ticks]
    last = [k for k in sorted(ticks) if k + 1 not in ticks]
    return ", ".join(f"{a}–{b}" for a, b in zip(first, last, strict=True))


def test_the_printed_cases_end_as_printed() -> None:
    cases = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
    assert len(cases) == 2
    for case in cases:
        result = GAME.adjudicate(case)
        said = f"counts {', '.join(map(str, result['counts']))}; seat {result['winner']} takes it"
        assert said in TEXT
        assert hashlib.sha256(result["field"].encode()).hexdigest() in TEXT


def test_the_printed_rules_can_be_sent() -> None:
    block = next(b for b in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL) if b.startswith("if "))
    assert len(read_plan(block).rules) == 3


def test_the_forms_of_other_languages_mean_what_stands_beside_them() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", TEXT, re.MULTILINE)
    plans = [row for row in rows if row[0] != "withdraw"]
    assert len(plans) == 6
    for english, *others in plans:
        meant = read_plan(english)
        for text in others:
            read = read_plan(text)
            assert read.steps == meant.steps
            assert [replace(rule, words="") for rule in read.rules] == [
                replace(rule, words="") for rule in meant.rules
            ]
