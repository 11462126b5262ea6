"""Colours, set-ups, and equations that are chosen secretly."""

from typing import Any

import pytest

from referee.errors import NotLegal, NotUnderstood, NotYourTurn
from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.faces import shapes_of, standard_face
from referee.games.rithmomachia.field import shape
from tests.games.rithmomachia.session import DAY, START, Session

STANDARD = "NEIO/JPKM/DFAG/HBCL|4/4/4/4|4/4/4/4|neio/jpkm/dfag/hbcl w"
MINE = "arrange B48E/9FAC/3506/712D"


def start_of(match: Session) -> str:
    return match.state.start


def test_the_standard_start_is_as_the_spec_has_it() -> None:
    assert start_of(Session.start()) == STANDARD


def test_a_mirrored_face_has_blacks_files_reversed() -> None:
    assert start_of(Session.start(facing="mirror")) == STANDARD.replace(
        "neio/jpkm/dfag/hbcl", "oien/mkpj/gafd/lcbh"
    )


def test_colours_are_drawn_from_the_seed() -> None:
    whites = {Session.start(seed=bytes([n] * 32), white="").state.players[0] for n in range(12)}
    assert whites == {"Ann", "Bob"}


def test_colours_are_exchanged_in_a_rematch() -> None:
    match = Session.start(white="Bob")
    assert match.state.players == ("Bob", "Ann")
    options: dict[str, Any] = {**GAME.rematch({"white": "Bob", "push": "off"}, match.state)}
    again = Session.start(**options)
    assert again.state.players == ("Ann", "Bob")
    assert not again.state.options.push


def test_both_get_a_start_mail() -> None:
    assert Session.start().told == [("start", None)]


def test_a_random_face_has_each_value_once_on_a_cell_of_its_shape() -> None:
    for n in range(5):
        match = Session.start(setup="random", seed=bytes([n] * 32), facing="mirror")
        for side in (0, 1):
            shapes, face = shapes_of(side, "mirror"), match.state.faces[side]
            assert sorted(face.values()) == list(range(16))
            assert {cell: shape(value) for cell, value in face.items()} == shapes


def test_random_faces_follow_from_the_seed_and_differ_from_one_another() -> None:
    one, same = Session.start(setup="random"), Session.start(setup="random")
    assert one.state == same.state
    assert one.state.start != Session.start(setup="random", seed=b"\1" * 32).state.start
    assert list(one.state.faces[0].values()) != list(one.state.faces[1].values())


def test_in_an_alternate_set_up_the_players_place_one_piece_each_in_turn() -> None:
    match = Session.start(setup="alternate")
    with pytest.raises(NotYourTurn, match="Ann's turn"):
        match.say("Bob", "place 1 at 4b1")
    match = match.say("Ann", "place 12 at 1a2")
    assert match.told == [("setup", "Bob")]
    assert match.data["value"] == 12
    with pytest.raises(NotYourTurn):
        match.say("Ann", "place 1 at 1b1")
    match = match.say("Bob", "place 0 on 4c2").say("Ann", "place B on Aa1")
    assert match.state.faces[0] == {"1a2": 12, "1a1": 11}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("place 12 at 1b1", "A triangle may go to 1a2, 1b2, 1d2, 1a3, 1c3, 1d3."),
        ("place 12 at 4a2", "can't be placed on 4a2"),
        ("place 12 at 2a2", "can't be placed on 2a2"),
    ],
)
def test_a_piece_is_placed_on_a_free_cell_of_its_shape_on_ones_face(line: str, told: str) -> None:
    with pytest.raises(NotLegal, match=told):
        Session.start(setup="alternate").say("Ann", line)


def test_a_piece_is_placed_once() -> None:
    match = Session.start(setup="alternate").say("Ann", "place 12 at 1a2").say("Bob", "place 12 at 4a2")
    with pytest.raises(NotLegal, match=r"12 is placed already\. You have left: 0, 1, 2,"):
        match.say("Ann", "place 12 at 1b2")


@pytest.mark.parametrize("line", ["place 16 at 1a2", "place 12", "place 12 at 1e2", "place twelve at 1a2"])
def test_placing_needs_a_value_and_a_cell(line: str) -> None:
    with pytest.raises(NotUnderstood):
        Session.start(setup="alternate").say("Ann", line)


def test_no_move_is_made_before_all_are_placed() -> None:
    with pytest.raises(NotLegal, match="first move yet"):
        Session.start(setup="alternate").say("Ann", "1b1-2b1")


def test_the_match_begins_when_both_faces_are_full() -> None:
    match = Session.start(setup="alternate")
    faces = [list(standard_face(side, "same").items()) for side in (0, 1)]
    for (mine, first), (theirs, second) in zip(*faces, strict=True):
        match = match.say("Ann", f"place {first} at {mine}").say("Bob", f"place {second} at {theirs}")
    assert match.told == [("begin", None)]
    assert start_of(match) == STANDARD
    assert match.mover == "Ann"


def test_each_placing_has_its_own_time_and_the_late_face_is_filled_as_the_standard_has_it() -> None:
    match = Session.start(setup="alternate").say("Ann", "place 12 at 1a2", START + DAY)
    assert GAME.deadline(match.state) == START + 8 * DAY
    match = match.turn()
    assert match.data["completed"] == ["Bob"]
    assert match.state.faces[1] == standard_face(1, "same")
    match = match.turn()
    assert match.told == [("begin", None)]
    assert match.state.faces[0]["1a2"] == 12
    assert match.state.faces[0]["1d3"] == 3
    assert sorted(match.state.faces[0].values()) == list(range(16))


def test_sealed_arrangements_are_revealed_at_once() -> None:
    match = Session.start(setup="sealed")
    before = match.view("Bob")
    match = match.say("Ann", MINE)
    assert match.told == []
    assert match.view("Bob") == before
    assert match.view(None)["opening"]["faces"] == []
    assert match.view("Ann")["opening"]["faces"][0]["ranks"][3][3]["piece"]["value"] == 13
    match = match.say("Bob", "arrange D48E 9FAC 3506 712B")
    assert match.told == [("begin", None)]
    assert start_of(match) == STANDARD.replace("NEIO", "LEIO", 1).replace("HBCL", "HBCN", 1)


def test_a_sealed_arrangement_can_be_replaced_until_both_are_in() -> None:
    match = Session.start(setup="sealed").say("Ann", "arrange D48E/9FAC/3506/712B").say("Ann", MINE)
    assert match.state.faces[0]["1d1"] == 13
    match = match.say("Bob", MINE)
    with pytest.raises(NotLegal, match="in and revealed"):
        match.say("Ann", MINE)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("arrange D48E/9FAC/3506/7122", "B is missing"),
        ("arrange 4D8E/9FAC/3506/712B", "1a4 takes a square and 1b4 takes a circle"),
    ],
)
def test_an_arrangement_has_each_value_once_on_its_shape(line: str, told: str) -> None:
    with pytest.raises(NotLegal, match=told):
        Session.start(setup="sealed").say("Ann", line)


def test_an_arrangement_that_is_missing_at_the_deadline_is_the_standard_one() -> None:
    match = Session.start(setup="sealed").say("Bob", MINE).turn()
    assert match.data["completed"] == ["Ann"]
    assert match.told == [("begin", None)]
    assert match.state.faces[0] == standard_face(0, "same")
    assert match.state.faces[1]["4d1"] == 13


def test_equations_are_chosen_secretly_and_their_union_is_played() -> None:
    match = Session.start(equations="sealed")
    before = match.view("Bob")
    match = match.say("Ann", "equations NOT XOR")
    assert match.told == []
    assert match.view("Bob") == before
    assert match.view("Ann")["opening"]["chosen"] == ["NOT", "XOR"]
    match = match.say("Ann", "equations NOT OR").say("Bob", "equations OR and NAND")
    assert match.told == [("begin", None)]
    assert match.state.equations == ("NAND", "NOT", "OR")
    assert match.state.rules.equations == {"NAND", "NOT", "OR"}


@pytest.mark.parametrize(
    "line", ["equations NOT", "equations NOT NOT", "equations NOT XOR OR", "equations NOT IMP"]
)
def test_two_different_equations_are_chosen(line: str) -> None:
    with pytest.raises(NotUnderstood, match="two different ones"):
        Session.start(equations="sealed").say("Ann", line)


def test_a_missing_pair_is_drawn_from_the_seed_at_the_deadline() -> None:
    match = Session.start(equations="sealed").say("Ann", "equations AND OR").turn()
    assert match.data["drawn"] == ["Bob"]
    assert len(match.state.chosen[1]) == 2
    assert set(match.state.equations) == {"AND", "OR", *match.state.chosen[1]}


def test_no_move_is_made_while_equations_are_sealed() -> None:
    with pytest.raises(NotLegal):
        Session.start(equations="sealed").say("Ann", "1b1-2b1")


def test_placing_in_turn_begins_when_the_equations_are_known() -> None:
    match = Session.start(equations="sealed", setup="alternate")
    with pytest.raises(NotLegal, match="chosen their equations"):
        match.say("Ann", "place 12 at 1a2")
    match = match.say("Ann", "equations AND OR").say("Bob", "equations AND NOT")
    assert match.told == [("setup", None)]
    assert match.say("Ann", "place 12 at 1a2").state.faces[0] == {"1a2": 12}


def test_what_is_agreed_is_not_chosen_again() -> None:
    match = Session.start()
    for line in ("equations NOT XOR", "arrange D48E/9FAC/3506/712B", "place 12 at 1a2"):
        with pytest.raises(NotLegal):
            match.say("Ann", line)


@pytest.mark.parametrize("names", ["AND", "NOR", "AND NOR", "OR", "NAND", "OR NAND"])
def test_both_are_warned_when_nobody_can_lose_both_pyramids(names: str) -> None:
    assert Session.start(equations=names).view("Ann")["warning"]
    assert not Session.start(equations=f"{names} NOT").view("Ann")["warning"]
