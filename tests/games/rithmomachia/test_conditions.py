"""Conditional moves: checked, sealed, and carried out when they fit."""

import pytest

from referee.errors import NotLegal, NotUnderstood, NotYourTurn, OutOfDate
from tests.games.rithmomachia.session import Session

FIRST = "if 4d4-3d4 then 2a1-1a1"


def waiting() -> Session:
    """Ann has moved, and it is Bob's turn."""
    return Session.start().play("1a1-2a1")


def test_the_line_that_fits_acts_with_one_mail_at_the_end() -> None:
    match = waiting().say("Ann", FIRST).play("4d4-3d4")
    assert match.state.moves == ("1a1-2a1", "4d4-3d4", "2a1-1a1")
    assert match.told == [("move", None)]
    assert [ply["how"] for ply in match.data["plies"]] == ["move", "condition"]
    assert match.mover == "Bob"


def test_a_line_that_does_not_fit_is_forgotten() -> None:
    match = waiting().say("Ann", FIRST).play("4a4-3a4")
    assert len(match.state.moves) == 2
    assert match.state.conditions == {}


def test_the_first_line_that_fits_acts() -> None:
    match = waiting().say("Ann", "if 4a4-3a4 then 2a1-1a1").say("Ann", FIRST)
    match = match.say("Ann", "if 4d4-3d4 then 1b1-2b1").play("4d4-3d4")
    assert match.state.moves[-1] == "2a1-1a1"


def test_a_line_may_go_on_for_several_moves() -> None:
    match = waiting().say("Ann", f"{FIRST} if 3d4-4d4 then 1a1-2a1, if 4d4-3d4 then 2a1-1a1")
    match = match.play("4d4-3d4")
    assert match.view("Ann")["conditions"] == ["if 3d4-4d4 then 1a1-2a1 if 4d4-3d4 then 2a1-1a1"]
    match = match.play("3d4-4d4").play("4d4-3d4")
    assert len(match.state.moves) == 7
    assert match.state.conditions == {}


def test_two_lines_with_the_same_beginning_branch() -> None:
    match = waiting().say("Ann", f"{FIRST} if 3d4-4d4 then 1a1-2a1")
    match = match.say("Ann", f"{FIRST} if 3d4-2d4 then 1b1-2b1").play("4d4-3d4", "3d4-2d4")
    assert match.state.moves[-1] == "1b1-2b1"


def test_conditions_are_sealed() -> None:
    match = waiting()
    before = match.view("Bob"), match.view(None)
    match = match.say("Ann", FIRST)
    assert match.told == []
    assert (match.view("Bob"), match.view(None)) == before
    assert match.view("Ann")["conditions"] == [FIRST]


def test_what_the_movers_receipt_says_does_not_depend_on_a_sealed_line() -> None:
    plain, sealed = waiting().play("4d4-3d4"), waiting().say("Ann", FIRST).play("4d4-3d4")
    assert plain.reply == sealed.reply == "4d4-3d4 captures nothing."


def test_each_move_of_a_line_is_checked_on_the_position_that_it_would_meet() -> None:
    for line in ("if 4d4-2d4 then 2a1-1a1", "if 4d4-3d4 then 1a1-2a1", f"{FIRST} if 4d4-3d4 then 1a1-2a1"):
        with pytest.raises(NotLegal):
            waiting().say("Ann", line)
    with pytest.raises(OutOfDate):
        waiting().say("Ann", "if 4d4-3d4 #3 then 2a1-1a1")
    assert waiting().say("Ann", "if 4d4-3d4 #2 then 2a1-1a1 #3").state.conditions["Ann"]


def test_nothing_follows_the_end_of_the_match_in_a_line() -> None:
    match = Session.at_position("1a1=0 2b1=1 1a4=5", "3a1=15 2b4=14", dead="off").play("2b1-2b2")
    with pytest.raises(NotLegal, match="after the end"):
        match.say("Ann", "if 2b4-2b3 then 1a1-2a1 if 3a1-2b1 then 1a4-2b4")


def test_a_line_is_given_while_the_opponent_is_to_move() -> None:
    with pytest.raises(NotYourTurn):
        Session.start().say("Ann", "if 4d4-3d4 then 1a1-2a1")
    with pytest.raises(NotYourTurn):
        waiting().say("Bob", "if 2a1-1a1 then 4d4-3d4")


def test_conditional_moves_can_be_dropped() -> None:
    match = waiting().say("Ann", FIRST).say("Ann", "drop conditions")
    assert match.play("4d4-3d4").mover == "Ann"
    with pytest.raises(NotLegal, match="no conditional moves"):
        match.say("Ann", "drop conditions")


def test_a_line_has_at_most_ten_plies_and_there_are_at_most_twenty_lines() -> None:
    pair, back = "if 4d4-3d4 then 2a1-1a1", "if 3d4-4d4 then 1a1-2a1"
    ten = " ".join([pair, back, pair, back, pair])
    match = waiting().say("Ann", ten)
    with pytest.raises(NotLegal, match="at most 10 plies"):
        match.say("Ann", f"{ten} {back}")
    for _ in range(19):
        match = match.say("Ann", pair)
    with pytest.raises(NotLegal, match="at most 20 lines"):
        match.say("Ann", pair)


@pytest.mark.parametrize(
    "line",
    ["if 4d4-3d4 2a1-1a1", "if 4d4-3d4 then", "if 4d4-3d4 then 2a1-1a1 or else", "if 4d4-3d4 then win"],
)
def test_every_word_of_a_line_is_understood(line: str) -> None:
    with pytest.raises(NotUnderstood):
        waiting().say("Ann", line)
