"""What a move captures under each ruling."""

from typing import Any

from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import Session, position

KEEPS = "4d4=15"


def play(white: str, black: str, move: str, **options: Any) -> Any:
    options = {"dead": "off", **options}
    case = {"options": options, "moves": [move], "position": position(white, black)}
    [ply] = GAME.adjudicate(case)["plies"]
    return ply


def cells(white: str, black: str, move: str, **options: Any) -> list[str]:
    return [fallen["cell"] for fallen in play(white, black, move, **options)["captured"]]


def test_captured_pieces_change_their_owner_where_they_stand() -> None:
    after = play("1a1=0 2b2=1", f"{KEEPS} 3c3=14", "2b2-2b3", equations="NOT")
    assert after["position"] == position("1a1=0 2b3=1 3c3=14", KEEPS, "Black")


def test_a_captured_pyramid_leaves_the_field() -> None:
    after = play("1a1=0 2b2=15", f"{KEEPS} 2b4=0", "2b2-2b3", equations="NOT")
    assert after["position"] == position("1a1=0 2b3=15", KEEPS, "Black")


def test_all_that_can_be_captured_is_captured_at_once() -> None:
    case = ("1a1=0 2b2=1", f"{KEEPS} 3c3=14 2b4=14", "2b2-2b3")
    assert cells(*case, equations="NOT") == ["2b4", "3c3"]


def test_what_a_move_does_not_reach_is_safe() -> None:
    assert cells("1a1=0 2b2=1", f"{KEEPS} 4c3=14", "2b2-2b3", equations="NOT") == []


def test_the_opponents_pieces_capture_nothing_when_they_are_moved_against() -> None:
    assert cells("1a1=0 2b2=1", f"{KEEPS} 2b4=1 3c3=2", "2b2-2b3", equations="NOT") == []


def test_two_pieces_of_equal_value_can_capture_together() -> None:
    case = ("1a1=0 2b1=4 2a3=4", f"{KEEPS} 2b3=4", "2b1-2b2")
    assert cells(*case, equations="AND") == ["2b3"]


def test_the_piece_played_is_not_its_own_helper() -> None:
    assert cells("1a1=0 2b1=4", f"{KEEPS} 2b3=4", "2b1-2b2", equations="AND") == []


def test_a_piece_that_was_pushed_can_help() -> None:
    case = ("1a1=0 2b2=15 2b3=4", f"{KEEPS} 2c4=4", "2b2-2b3>2b4")
    fallen = play(*case, equations="AND")["captured"]
    assert [each["cell"] for each in fallen] == ["2c4"]
    assert {why["with"] for why in fallen[0]["by"]} == {"2b4"}


def test_a_piece_that_was_pushed_helps_from_its_new_cell_only() -> None:
    case = ("1a1=0 2b2=15 2c3=4", f"{KEEPS} 2b4=4", "2b2-2c3>1d2")
    assert cells(*case, equations="AND", forms="compile") == []


def test_a_compiling_helper_needs_its_own_step_to_the_target() -> None:
    assert cells("1a1=0 2b1=4 3c4=12", f"{KEEPS} 3b3=4", "2b1-2b2", equations="AND") == ["3b3"]
    assert cells("1a1=0 2b1=4 4d3=12", f"{KEEPS} 3b3=4", "2b1-2b2", equations="AND") == []


def test_forms_switch_off_compiling_or_filtering_and_never_not() -> None:
    compiling = ("1a1=0 2b1=4 3c4=12", f"{KEEPS} 3b3=4", "2b1-2b2")
    filtering = ("1a1=0 2b1=4 1b2=12", f"{KEEPS} 3b3=4", "2b1-2b2")
    negating = ("1a1=0 2b2=1", f"{KEEPS} 3c3=14", "2b2-2b3")
    assert cells(*compiling, forms="compile") == ["3b3"]
    assert cells(*compiling, forms="filter", equations="AND") == []
    assert cells(*filtering, forms="filter") == ["3b3"]
    assert cells(*filtering, forms="compile", equations="AND") == []
    assert cells(*negating, forms="filter") == cells(*negating, forms="compile") == ["3c3"]


def test_with_filter_anywhere_compiling_still_gives_its_reason() -> None:
    case = ("1a1=0 2b1=4 3c4=12", f"{KEEPS} 3b3=4", "2b1-2b2")
    [fallen] = play(*case, equations="AND", filter="anywhere")["captured"]
    assert [why["form"] for why in fallen["by"]] == ["compiling", "filtering"]


def test_a_chain_reaches_a_target_that_the_piece_played_does_not() -> None:
    case = ("1a1=0 1b1=4 2b3=12", f"{KEEPS} 3c4=4", "1b1-1b2")
    [fallen] = play(*case, equations="AND", filter="chain")["captured"]
    assert fallen["by"] == [{"equation": "AND", "form": "filtering", "with": "2b3"}]


CASCADE = ("1a1=0 2b1=1", f"{KEEPS} 2b3=14 2a2=15", "2b1-2b2")
"""NOT makes 14 of 1; then 1 OR 14 makes 15."""


def test_without_a_cascade_captured_pieces_do_not_help() -> None:
    assert cells(*CASCADE, equations="NOT OR") == ["2b3"]


def test_in_a_cascade_captured_pieces_help_to_capture_more() -> None:
    fallen = play(*CASCADE, equations="NOT OR", cascade=True)["captured"]
    assert [each["cell"] for each in fallen] == ["2a2", "2b3"]
    assert fallen[0]["by"][0]["with"] == "2b3"
    assert fallen[1]["by"] == [{"equation": "NOT"}]


def test_a_pyramid_that_was_captured_does_not_help_in_a_cascade() -> None:
    case = ("1a1=0 2b2=15", f"{KEEPS} 2b4=0 2c4=15", "2b2-2b3")
    assert cells(*case, equations="NOT OR", cascade=True, forms="filter") == ["2b4"]


def test_a_pushed_pyramid_is_named_even_when_the_same_move_captures_it() -> None:
    match = Session.at_position("2b2=15 1a1=0", f"{KEEPS} 2b3=0", equations="NOT", dead="off")
    match = match.say("Ann", "2b2-2b3>3b4")
    [ply] = match.data["plies"]
    assert ply["pushed"] == "pyramid 0 (0000)"


def test_a_capture_in_words_shows_the_bits() -> None:
    match = Session.at_position("1a1=0 2b1=11 2c2=6", f"{KEEPS} 3c3=13", dead="off")
    match = match.say("Ann", "2b1-2b2")
    assert match.reply == (
        "2b1-2b2 captures 3c3, square 13 (1101): 1011 NAND 0110 = 1101, compiling and filtering with 2c2; "
        "1011 XOR 0110 = 1101, compiling and filtering with 2c2."
    )
