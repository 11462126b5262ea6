"""How a match ends over the board, and what is counted then."""

from typing import Any

import pytest

from referee.errors import NotLegal
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import Session, position

SHUFFLE = ("1a1-2a1", "4d4-3d4", "2a1-1a1", "3d4-4d4")
"""Four plies without a capture, after which the same position stands."""


def over(white: str, black: str, *moves: str, turn: str = "White", **options: Any) -> Any:
    case = {"options": options, "moves": list(moves), "position": position(white, black, turn)}
    return GAME.adjudicate(case)["over"]


def test_the_match_is_over_when_a_player_has_no_pyramid() -> None:
    outcome = over("1a1=0 2b2=15", "2b4=0 3c3=7", "2b2-2b3", equations="NOT")
    assert outcome["reason"] == "last-pyramid"


def test_a_given_position_may_be_over_at_once() -> None:
    assert over("1a1=0", "3c3=7")["reason"] == "last-pyramid"


def test_the_match_is_over_when_the_player_to_move_has_no_move() -> None:
    white = "1a1=0"
    wall = "1a2=1 1b1=2 1b2=4 2a1=8 2a2=3 2b1=5 2b2=15"
    assert over(white, wall, push=False)["reason"] == "no-move"
    assert over(white, wall, push=False, turn="Black") is None


def test_the_match_is_over_when_nobody_can_ever_capture() -> None:
    assert over("1a1=0 2b2=1", "4d4=0 3c1=1", equations="NOT")["reason"] == "dead"
    assert over("1a1=0 2b2=1", "4d4=0 3c1=1", equations="NOT", dead="off") is None


def test_a_position_is_not_dead_while_one_side_can_capture() -> None:
    assert over("1a1=0 2b2=1", "4d4=0 3c1=14", equations="NOT") is None


def test_equal_values_keep_a_position_alive_when_there_are_two_of_them() -> None:
    assert over("1a1=15 2b2=6", "4d4=15 3c1=6", equations="XOR")["reason"] == "dead"
    assert over("1a1=15 2b2=6 2b3=6", "4d4=0 3c1=5", equations="XOR") is None


def test_the_last_pyramid_is_named_before_other_reasons() -> None:
    assert over("1a1=0", "3c3=0 3c4=1", "1a1-1a2", equations="NOT")["reason"] == "dead"
    assert over("1a1=1", "3c3=1", equations="NOT")["reason"] == "last-pyramid"


def test_three_victories_go_to_who_has_strictly_more() -> None:
    outcome = over("1a1=0 2b2=1 2b3=2", "3c3=14")
    assert outcome["victories"] == {"pyramid": "White", "piece": "White", "value": "Black"}
    assert outcome["grade"] == {"White": "compound", "Black": "simple"}
    assert outcome["winner"] == "White"


def test_equal_counts_give_no_victory() -> None:
    outcome = over("1a1=0 2b2=14", "3c3=14 3c4=0", equations="NOT")
    assert outcome["victories"] == {"pyramid": None, "piece": None, "value": None}
    assert outcome["grade"] == {"White": None, "Black": None}
    assert outcome["winner"] is None


def test_all_three_are_a_perfect_victory() -> None:
    assert over("1a1=0 1a2=15 2b2=14", "3c3=13")["grade"] == {"White": "perfect", "Black": None}


def test_pyramids_count_as_pieces_and_with_their_value() -> None:
    assert over("1a1=15", "3c3=7 3c4=7")["victories"] == {
        "pyramid": "White",
        "piece": "Black",
        "value": "White",
    }


def test_one_victory_each_is_a_draw() -> None:
    match = Session.at_position("1a1=0 1a2=15", "3c3=15 3c4=7")
    match = match.say("Ann", "offer end").say("Bob", "accept")
    assert match.view()["outcome"]["victories"] == {"pyramid": "White", "piece": None, "value": "Black"}
    assert match.view()["outcome"]["grade"] == {"White": "simple", "Black": "simple"}
    assert match.view()["outcome"]["winners"] == []


def test_the_decider_may_be_the_pyramid_alone() -> None:
    case = ("1a1=0", "3c3=7 3c4=7")
    assert over(*case)["winner"] == "Black"
    assert over(*case, decider="pyramid")["winner"] == "White"


def test_captures_of_the_last_move_are_applied_before_counting() -> None:
    outcome = over("1a1=0 2b2=15 2a3=7", "2b4=0 2a4=8", "2b2-2b3", equations="NOT XOR", filter="reach")
    assert outcome["victories"]["piece"] == "White"
    assert outcome["victories"] == {"pyramid": "White", "piece": "White", "value": "White"}


def test_the_end_can_be_claimed_when_a_position_stands_for_the_third_time() -> None:
    match = Session.start(noprogress="100").play(*SHUFFLE)
    with pytest.raises(NotLegal, match="stands for time 2"):
        match.say("Ann", "claim end")
    match = match.play(*SHUFFLE).say("Bob", "claim end")
    assert match.reason == "no-progress"
    assert match.state.outcome is not None
    assert match.state.outcome.counted


def test_the_match_ends_by_itself_when_a_position_stands_for_the_fifth_time() -> None:
    match = Session.start().play(*SHUFFLE * 3)
    assert match.reason is None
    assert match.play(*SHUFFLE).reason == "no-progress"


def test_the_same_board_with_the_other_player_to_move_is_another_position() -> None:
    triangle = ("1b1-2b1", "4d4-3d4", "2b1-2a1", "3d4-4d4", "2a1-1b1")
    match = Session.start().play(*triangle)
    assert match.state.course.standings() == 1


def test_the_end_can_be_claimed_after_n_plies_without_a_capture() -> None:
    match = Session.start(noprogress="6").play(*SHUFFLE, "1a1-2b2")
    with pytest.raises(NotLegal, match="there were 5"):
        match.say("Ann", "claim end")
    assert match.play("4d4-3c3").say("Ann", "claim end").reason == "no-progress"


def test_the_match_ends_by_itself_after_one_and_a_half_n_plies_rounded_up() -> None:
    for limit, last in ((5, 8), (4, 6)):
        plies = (*SHUFFLE, "1a1-2b2", "4d4-3c3", "2b2-1a1", "3c3-4d4")
        match = Session.start(noprogress=str(limit)).play(*plies[: last - 1])
        assert match.reason is None
        assert match.play(plies[last - 1]).reason == "no-progress"


def test_a_capture_starts_the_count_of_quiet_plies_anew() -> None:
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 4a4=0 3c3=14 4c1=3", dead="off")
    match = match.play("1a1-1a2", "4d4-4d3")
    assert match.state.course.quiet_plies() == 2
    assert match.play("2b2-2b3").state.course.quiet_plies() == 0


def test_no_progress_can_be_switched_off() -> None:
    match = Session.start(noprogress="off").play(*SHUFFLE * 6)
    assert match.reason is None
    with pytest.raises(NotLegal, match="noprogress = off"):
        match.say("Ann", "claim end")


def test_in_a_case_both_counts_start_at_the_given_position() -> None:
    start = {"moves": list(SHUFFLE * 4)}
    assert GAME.adjudicate(start)["over"]["reason"] == "no-progress"
    assert GAME.adjudicate({"moves": start["moves"][:-1]})["over"] is None


def test_the_result_names_winner_reason_and_grades() -> None:
    match = Session.at_position("1a1=0 2b2=15", "2b4=0 3c3=7 3d3=1", equations="NOT").say("Ann", "2b2-2b3")
    result = GAME.result(match.state)
    assert result is not None
    assert result.winners == ("Ann",)
    assert "Ann (White) has a compound victory: pyramid and value." in result.text
    assert match.told == [("result", None)]
