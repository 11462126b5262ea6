"""Offers, claims, taking back, resigning."""

import pytest

from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import DAY, START, Session


def begun() -> Session:
    return Session.start().play("1a1-2a1", "4d4-3d4")


def test_an_offer_is_told_to_the_opponent() -> None:
    match = begun().say("Bob", "offer a draw")
    assert match.told == [("offer", "Ann")]
    assert match.view("Ann")["offers"] == [{"kind": "draw", "by": "Bob", "is_yours": False}]
    assert "accept" in GAME.can(match.state, "Ann")


def test_an_accepted_draw_has_no_winner_and_no_victories() -> None:
    match = begun().say("Bob", "offer draw").say("Ann", "accept")
    assert match.reason == "agreed-draw"
    assert match.view()["outcome"]["victories"] == {"pyramid": None, "piece": None, "value": None}
    assert match.view()["outcome"]["winners"] == []


def test_an_accepted_end_counts_the_three_victories() -> None:
    match = Session.at_position("1a1=0 1b1=1 1c1=2", "4d4=15 4c4=14").say("Ann", "offer end")
    match = match.say("Bob", "accept the offer")
    assert match.reason == "agreed-end"
    assert match.view()["outcome"]["victories"] == {"pyramid": None, "piece": "White", "value": "Black"}


def test_a_declined_offer_is_gone_and_told() -> None:
    match = begun().say("Bob", "offer end").say("Ann", "decline")
    assert match.told == [("offer", "Bob")]
    assert match.data["status"] == "declined"
    with pytest.raises(NotLegal, match="nothing on offer"):
        match.say("Ann", "accept")


def test_an_offer_lapses_with_the_next_move() -> None:
    match = begun().say("Bob", "offer draw").play("2a1-1a1")
    with pytest.raises(NotLegal, match="lapses with the next move"):
        match.say("Ann", "accept")


def test_the_same_offer_from_both_sides_is_an_agreement() -> None:
    assert begun().say("Bob", "offer draw").say("Ann", "offer draw").reason == "agreed-draw"


def test_an_offer_is_made_once() -> None:
    with pytest.raises(NotLegal, match="already"):
        begun().say("Bob", "offer draw").say("Bob", "offer draw")


def test_what_is_named_must_be_what_is_offered() -> None:
    match = begun().say("Bob", "offer end")
    with pytest.raises(NotLegal, match="does not offer that, but to end"):
        match.say("Ann", "accept draw")
    assert match.say("Ann", "accept end").reason == "agreed-end"


@pytest.mark.parametrize("line", ["offer peace", "offer", "accept everything", "claim victory", "drop it"])
def test_every_word_of_a_bargain_is_understood(line: str) -> None:
    with pytest.raises(NotUnderstood):
        begun().say("Ann", line)


def test_a_move_is_taken_back_with_the_answer_to_it() -> None:
    match = begun().say("Ann", "offer takeback").say("Bob", "accept")
    assert match.state.moves == ()
    assert match.mover == "Ann"
    assert match.told == [("offer", None)]


def test_a_move_without_an_answer_is_taken_back_alone() -> None:
    match = begun().say("Bob", "offer takeback").say("Ann", "accept")
    assert match.state.moves == ("1a1-2a1",)
    assert match.mover == "Bob"


def test_no_time_is_given_back_with_a_move() -> None:
    match = Session.start(budget="10 days").say("Ann", "1a1-2a1", START + 2 * DAY)
    match = match.say("Ann", "offer take back", START + 3 * DAY).say("Bob", "accept", START + 4 * DAY)
    assert match.state.clock.left == (8 * DAY, 8 * DAY)
    assert match.state.clock.due == START + 12 * DAY


def test_who_has_not_moved_can_take_nothing_back() -> None:
    with pytest.raises(NotLegal, match="not moved yet"):
        Session.start().say("Ann", "offer takeback")
    with pytest.raises(NotLegal, match="not moved yet"):
        Session.start().play("1a1-2a1").say("Bob", "offer takeback")


def test_taking_back_forgets_conditional_moves() -> None:
    match = Session.start().play("1a1-2a1").say("Ann", "if 4d4-3d4 then 2a1-1a1")
    match = match.say("Ann", "offer takeback").say("Bob", "accept")
    assert match.state.conditions == {}


def test_who_resigns_loses_without_victories_being_claimed() -> None:
    match = begun().leave("Bob")
    assert match.reason == "resignation"
    assert match.told == [("result", None)]
    result = GAME.result(match.state)
    assert result is not None
    assert result.winners == ("Ann",)


def test_a_seat_that_was_left_can_be_played_again() -> None:
    match = begun().leave("Bob").override("rejoin Bob", START + DAY)
    assert match.reason is None
    assert match.mover == "Ann"
    assert GAME.deadline(match.state) == START + 8 * DAY


def test_a_moderator_ends_the_match() -> None:
    match = begun()
    step = GAME.end(match.state, ("Bob", "Ann"), match.at, match.draws)
    result = GAME.result(step.state)
    assert result is not None
    assert result.winners == ("Ann", "Bob")
    assert GAME.public_state(step.state)["over"]["winner"] is None
