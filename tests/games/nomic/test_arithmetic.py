"""202's arithmetic, exactly: halves up, nothing for nobody."""

from fractions import Fraction

import pytest

from referee.engine.draws import Draws
from referee.games.nomic.scoring import arithmetic, die, rounded, share_points
from tests.games.nomic.table import Letter, play, proposal, turn_of


@pytest.mark.parametrize(
    ("number", "in_favour", "of", "points"),
    [(301, 1, 4, 3), (302, 1, 2, 6), (301, 3, 4, 8), (309, 7, 9, 14), (301, 0, 4, 0), (301, 0, 0, 0)],
)
def test_points_are_the_exact_share_with_halves_up(number: int, in_favour: int, of: int, points: int) -> None:
    assert rounded(share_points(number, 291, in_favour, of)) == points


def test_a_negative_half_goes_up_too() -> None:
    assert rounded(Fraction(-5, 2)) == -2


def test_the_arithmetic_is_shown() -> None:
    assert arithmetic(301, 291, 3, 4) == "(301 − 291) × 3/4 = 7.5 → 8"
    assert arithmetic(309, 291, 7, 9) == "(309 − 291) × 7/9 = 14 → 14"
    assert arithmetic(302, 291, 1, 3) == "(302 − 291) × 1/3 = about 3.67 → 4"


def test_one_of_four_in_favour_of_301_scores_three_and_loses_ten() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob- Cid- Dee-", 301)
    result = play(letters, "2", "Ann Bob Cid Dee")
    assert proposal(result, 301)["status"] == "defeated"
    assert result["scores"]["Ann"] == 3 - 10
    assert proposal(result, 301)["points"] == {"Ann": -7}


def test_abstentions_do_not_count_in_the_share() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob- Cid0", 301)
    assert play(letters, "2", defeat_penalty=0)["scores"]["Ann"] == 5


def test_the_share_may_be_that_of_all_eligible_voters() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob- Cid0", 301)
    assert play(letters, "2", defeat_penalty=0, fraction_of="eligible")["scores"]["Ann"] == 3


def test_a_die_is_a_byte_of_the_seed_and_shows_one_to_six() -> None:
    draws = Draws(bytes(32))
    thrown = [die(draws, turn) for turn in range(1, 601)]
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert all(70 <= thrown.count(face) <= 135 for face in range(1, 7))


NINE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida")


@pytest.mark.parametrize(
    ("number", "in_favour", "against", "points"),
    [(301, 1, 3, 3), (302, 1, 1, 6), (301, 3, 1, 8), (309, 7, 2, 14)],
)
def test_the_share_is_paid_exactly_when_a_vote_closes(
    number: int, in_favour: int, against: int, points: int
) -> None:
    letters: list[Letter] = []
    for at, mover in enumerate(NINE[: number - 300], start=1):
        signs = "+" * in_favour + "-" * against if at == number - 300 else ""
        signs += "0" * (9 - len(signs))
        votes = " ".join(name + sign for name, sign in zip(NINE, signs, strict=True))
        letters += turn_of(mover, f"{at} 10", "repeal rule 210.", votes, 300 + at)
    result = play(letters, f"{number - 299}", " ".join(NINE), defeat_penalty=0)
    assert proposal(result, number)["points"] == {NINE[number - 301]: points}
