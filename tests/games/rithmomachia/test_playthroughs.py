"""Recorded matches end as told, with every view after every line."""

import pytest

from tests.games.rithmomachia.playthrough import played, recorded, scripts


@pytest.mark.parametrize("name", scripts())
def test_a_recorded_match_is_played_as_it_was(name: str) -> None:
    assert played(name) == recorded(name)
