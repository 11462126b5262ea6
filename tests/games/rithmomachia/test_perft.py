"""The number of move sequences from the standard start, under every option set whose figures are known."""

from dataclasses import replace

import pytest

from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.perft import perft
from referee.games.rithmomachia.rules import Rules

RULES = Rules()
NO_PUSH = replace(RULES, push=False)
FIGURES = {
    "push, reach": (RULES, (204, 41_616, 8_187_903)),
    "no push, reach": (NO_PUSH, (78, 6_084, 480_982)),
    "no push, chain": (replace(NO_PUSH, filter="chain"), (78, 6_084, 496_286)),
    "no push, anywhere": (replace(NO_PUSH, filter="anywhere"), (78, 6_084, 476_140)),
    "push, reach, swap off": (replace(RULES, swap=False), (188, 35_344)),
}


@pytest.mark.parametrize("name", FIGURES)
def test_two_plies_from_the_standard_start_have_the_known_number_of_sequences(name: str) -> None:
    rules, counts = FIGURES[name]
    start = standard_start("same")
    assert [perft(start, rules, depth) for depth in (1, 2)] == list(counts[:2])


@pytest.mark.parametrize("name", [name for name, (_, counts) in FIGURES.items() if len(counts) == 3])
def test_three_plies_from_the_standard_start_have_the_known_number_of_sequences(
    name: str, share: int
) -> None:
    rules, counts = FIGURES[name]
    if share == 1 or name == "no push, reach":
        assert perft(standard_start("same"), rules, 3) == counts[2]


def test_no_plies_are_one_sequence() -> None:
    assert perft(standard_start("same"), RULES, 0) == 1
