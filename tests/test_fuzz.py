"""Any bytes and any words: no letter fails, none takes long or much, none acts for somebody else.

The same letters are drawn for hours by `scripts/fuzz`, which looks where the program has not been yet.
"""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile import EVE, Siege, body, forged, mutated, siege

GENEROUS = 20.0
"""Seconds of one letter here, where other programs run beside; `scripts/fuzz` allows one."""

TEXT = st.text(max_size=30)


class Drawn:
    """Pieces of a letter as Hypothesis draws them."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def of(self, things: Sequence[str]) -> str:
        """One of the things."""
        return self.data.draw(st.sampled_from(things))

    def text(self) -> str:
        """Any short text."""
        return self.data.draw(TEXT)

    def count(self, most: int) -> int:
        """A number from 0 to `most`."""
        return self.data.draw(st.integers(0, most))


def besieged(letters: int, fall: Callable[[Siege, Drawn], object], game: str = "paprika") -> None:
    """So many letters fall, each on the match as the letters before have left it."""
    for start in range(0, letters, 100):
        with siege(GENEROUS, game) as here:
            storm(here, min(100, letters - start), fall)


def storm(here: Siege, letters: int, fall: Callable[[Siege, Drawn], object]) -> None:
    """So many letters fall on one match."""

    @settings(max_examples=letters, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def one(data: st.DataObject) -> None:
        fall(here, Drawn(data))

    one()


@pytest.mark.full
def test_any_bytes_are_a_letter(share: int) -> None:
    besieged(600 // share, lambda here, drawn: here.from_eve(drawn.data.draw(st.binary(max_size=600))))


@pytest.mark.full
def test_a_real_letter_with_something_hostile_in_it_acts_for_nobody_else(share: int) -> None:
    besieged(600 // share, lambda here, drawn: here.from_eve(mutated(drawn)))


@pytest.mark.full
def test_a_letter_that_claims_to_be_anybody_s_acts_for_nobody_else(share: int) -> None:
    besieged(600 // share, lambda here, drawn: here.from_eve(forged(drawn)))


@pytest.mark.full
@pytest.mark.parametrize("game", ["paprika", "nomic", "paintfield"])
def test_any_words_of_a_player_are_carried_out_or_refused(game: str, share: int) -> None:
    besieged(400 // share, lambda here, drawn: here.from_proven(EVE, body(drawn)), game)


@pytest.mark.full
@pytest.mark.parametrize("game", ["paprika", "nomic", "paintfield"])
def test_any_words_of_a_moderator_are_carried_out_or_refused(game: str, share: int) -> None:
    besieged(400 // share, lambda here, drawn: here.from_proven("Max", body(drawn, "moderate m1")), game)
