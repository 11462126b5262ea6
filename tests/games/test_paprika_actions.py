"""The eleven actions, entering a square, and why each fails."""

import pytest

from tests.games.paprika.play import Play


def ann(at: str, objects: str = "", bob: str = "h1", frozen: str = "", ducking: str = "") -> Play:
    """Ann stands somewhere in the middle of play; her initial square is d1."""
    standing = f"Ann {at}, Bob {bob}"
    return Play("Ann d1, Bob h1", objects, standing=standing, frozen=frozen, ducking=ducking)


EIGHT = {"n": "d6", "ne": "e6", "e": "e5", "se": "e4", "s": "d4", "sw": "c4", "w": "c5", "nw": "c6"}


@pytest.mark.parametrize("direction", EIGHT)
def test_n_is_one_row_up_and_e_one_column_toward_h(direction: str) -> None:
    assert ann("d5").nday(f"Ann: move {direction}").at("Ann") == EIGHT[direction]


@pytest.mark.parametrize(("at", "direction"), [("a5", "w"), ("h5", "ne"), ("c1", "s"), ("a1", "sw")])
def test_off_the_field_an_avatar_is_returned_to_its_initial_square(at: str, direction: str) -> None:
    play = ann(at).nday(f"Ann: move {direction}")
    assert (play.how("Ann"), play.at("Ann")) == ("ok", "d1")


@pytest.mark.parametrize("kind", ["hole", "springboard", "wall"])
def test_no_object_on_the_initial_square_acts_or_keeps_out_who_returns(kind: str) -> None:
    play = ann("a5", f"d1 {kind}").nday("Ann: move w")
    assert (play.at("Ann"), play.on("d1")) == ("d1", kind)


def test_avatars_share_squares_and_never_block() -> None:
    assert ann("d5", bob="d6").nday("Ann: move n").at("Ann") == "d6"


def test_a_wall_cannot_be_entered() -> None:
    play = ann("d5", "d6 wall").nday("Ann: move n")
    assert (play.how("Ann"), play.at("Ann")) == ("wall", "d5")


def test_from_a_wall_one_can_step_off() -> None:
    assert ann("d1", "d1 wall").nday("Ann: move n").at("Ann") == "d2"


def test_a_hole_leads_four_rows_down() -> None:
    assert ann("d7", "d8 hole").nday("Ann: move n").at("Ann") == "d4"


def test_a_springboard_leads_three_rows_up() -> None:
    assert ann("d5", "e6 springboard").nday("Ann: move ne").at("Ann") == "e9"


def test_squares_in_between_do_not_matter() -> None:
    play = ann("d5", "d6 springboard, d7 wall, d8 hole").nday("Ann: move n")
    assert play.at("Ann") == "d9"


def test_an_object_does_not_act_for_staying() -> None:
    assert ann("d5", "d5 hole").nday("Ann: duck").at("Ann") == "d5"
    assert ann("d5", "d5 springboard").nday().at("Ann") == "d5"


def test_where_a_chain_lands_the_next_object_acts() -> None:
    assert ann("d5", "d6 springboard, d9 hole").nday("Ann: move n").at("Ann") == "d5"
    assert ann("d5", "d6 springboard, d9 springboard").nday("Ann: move n").at("Ann") == "d12"


def test_a_chain_that_lands_on_a_wall_leads_home() -> None:
    play = ann("d5", "d6 springboard, d9 wall").nday("Ann: move n")
    assert (play.how("Ann"), play.at("Ann")) == ("ok", "d1")


def test_a_chain_that_comes_to_an_object_again_leads_home() -> None:
    ring = "d10 hole, d6 springboard, d9 springboard, d12 hole, d8 hole, d4 springboard, d7 springboard"
    assert ann("d9", ring).nday("Ann: move n").at("Ann") == "d1"


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_holes_on_the_lowest_four_rows_send_one_home(row: int) -> None:
    assert ann(f"e{row}", f"f{row} hole").nday("Ann: move e").at("Ann") == "d1"


@pytest.mark.parametrize("row", [10, 11])
def test_springboards_on_the_two_rows_below_the_top_send_one_home(row: int) -> None:
    assert ann(f"e{row}", f"f{row} springboard").nday("Ann: move e").at("Ann") == "d1"


def test_leapfrog_goes_two_squares_over_another_avatar() -> None:
    assert ann("d5", bob="e6").nday("Ann: leapfrog ne").at("Ann") == "f7"


def test_leapfrog_needs_another_avatar_on_the_first_square() -> None:
    assert ann("d5", bob="d5").nday("Ann: leapfrog n").how("Ann") == "no-avatar"
    assert ann("d5", bob="d7").nday("Ann: leapfrog n").how("Ann") == "no-avatar"
    assert ann("a5", bob="d7").nday("Ann: leapfrog w").how("Ann") == "no-avatar"


def test_leapfrog_fails_at_a_wall_on_the_second_square() -> None:
    assert ann("d5", "d7 wall", bob="d6").nday("Ann: leapfrog n").how("Ann") == "wall"
    assert ann("d5", "d7 wall").nday("Ann: leapfrog n").how("Ann") == "no-avatar"


def test_what_is_passed_over_does_not_act() -> None:
    assert ann("d5", "d6 hole", bob="d6").nday("Ann: leapfrog n").at("Ann") == "d7"
    assert ann("d5", "d6 wall", bob="d6").nday("Ann: leapfrog n").at("Ann") == "d7"


def test_leapfrog_off_the_field_leads_home() -> None:
    assert ann("g5", bob="h5").nday("Ann: leapfrog e").at("Ann") == "d1"


def test_leapfrog_goes_over_one_who_ducks() -> None:
    assert ann("d5", bob="d6", ducking="Bob").nday("Ann: leapfrog n").at("Ann") == "d7"


def test_cut_the_line_goes_to_the_top_of_the_priority_list() -> None:
    play = Play("Ann d1, Bob h1", priority="Bob Ann").nday("Ann: cut the line")
    assert (play.how("Ann"), play.order()) == ("ok", "Ann Bob")


@pytest.mark.parametrize("kind", ["hole", "springboard", "wall"])
def test_clear_takes_the_object_there_away(kind: str) -> None:
    play = ann("d5", f"c4 {kind}").nday("Ann: clear sw")
    assert (play.how("Ann"), play.on("c4")) == ("ok", None)


def test_clear_fails_where_nothing_is_and_off_the_field() -> None:
    assert ann("d5").nday("Ann: clear n").how("Ann") == "nothing-there"
    assert ann("d1").nday("Ann: clear s").how("Ann") == "nothing-there"
    assert ann("d5", bob="d6").nday("Ann: clear n").how("Ann") == "nothing-there"


def test_dig_makes_a_hole() -> None:
    assert ann("d5").nday("Ann: dig n").on("d6") == "hole"


def test_dig_and_build_fail_off_the_field_and_where_an_object_is() -> None:
    for verb in ("dig", "build"):
        assert ann("a5").nday(f"Ann: {verb} w").how("Ann") == "off-field"
        assert ann("d5", "d6 springboard").nday(f"Ann: {verb} n").how("Ann") == "occupied"


def test_a_hole_dug_under_avatars_acts_at_once_on_all_of_them() -> None:
    play = Play("Ann d1, Bob e1, Cid f1", standing="Ann d7, Bob d8, Cid d8").nday("Ann: dig n")
    assert (play.at("Bob"), play.at("Cid"), play.at("Ann")) == ("d4", "d4", "d7")


def test_build_makes_a_wall_where_nobody_stands() -> None:
    assert ann("d5").nday("Ann: build n").on("d6") == "wall"
    assert ann("d5", bob="d6").nday("Ann: build n").how("Ann") == "occupied"


def test_push_moves_an_avatar_two_squares() -> None:
    assert ann("d5", bob="e6").nday("Ann: push ne").at("Bob") == "g8"


def test_push_needs_an_avatar_there() -> None:
    assert ann("d5", bob="d5").nday("Ann: push n").how("Ann") == "no-avatar"
    assert ann("d1").nday("Ann: push s").how("Ann") == "no-avatar"


def test_push_fails_at_a_wall_on_the_first_square() -> None:
    assert ann("d5", "d7 wall", bob="d6").nday("Ann: push n").how("Ann") == "wall"
    assert ann("d5", "d7 wall").nday("Ann: push n").how("Ann") == "no-avatar"


def test_a_wall_on_the_second_square_stops_the_pushed_on_the_first() -> None:
    play = ann("d5", "d8 wall", bob="d6").nday("Ann: push n")
    assert (play.how("Ann"), play.at("Bob")) == ("ok", "d7")


def test_where_a_push_is_stopped_an_object_acts() -> None:
    assert ann("d5", "d8 wall, d7 hole", bob="d6").nday("Ann: push n").at("Bob") == "d3"


def test_a_pushs_middle_square_does_not_act() -> None:
    assert ann("d5", "d7 hole", bob="d6").nday("Ann: push n").at("Bob") == "d8"


def test_where_a_push_ends_an_object_acts() -> None:
    assert ann("d5", "d8 hole", bob="d6").nday("Ann: push n").at("Bob") == "d4"


@pytest.mark.parametrize(("at", "bob"), [("f5", "g5"), ("g5", "h5")])
def test_pushed_off_the_field_at_the_first_or_second_step_leads_home(at: str, bob: str) -> None:
    assert ann(at, bob=bob).nday("Ann: push e").at("Bob") == "h1"


CROWD = Play("Ann d1, Bob e1, Cid f1", standing="Ann d5, Bob d6, Cid d6", priority="Bob Ann Cid")


def test_push_moves_the_named_avatar() -> None:
    play = CROWD.nday("Ann: push n Cid")
    assert (play.at("Bob"), play.at("Cid")) == ("d6", "d8")


def test_push_without_a_name_moves_the_highest_on_the_list() -> None:
    assert CROWD.nday("Ann: push n").at("Bob") == "d8"


def test_a_cut_of_this_turn_counts_for_whom_a_push_moves() -> None:
    play = Play("Ann d1, Bob e1, Cid f1", standing="Ann d5, Bob d6, Cid d6", priority="Bob Cid Ann")
    assert play.nday("Cid: cut the line", "Ann: push n").at("Cid") == "d8"


def test_push_passes_over_who_ducks() -> None:
    ducking = Play(
        "Ann d1, Bob e1, Cid f1",
        standing="Ann d5, Bob d6, Cid d6",
        priority="Bob Ann Cid",
        ducking="Bob",
    )
    assert ducking.nday("Ann: push n").at("Cid") == "d8"
    assert ducking.nday("Ann: push n Bob").how("Ann") == "no-avatar"


def test_push_never_moves_the_actors_own_avatar() -> None:
    assert CROWD.nday("Ann: push n Ann").how("Ann") == "no-avatar"


def test_a_named_avatar_that_is_elsewhere_is_not_pushed_nor_another() -> None:
    play = Play("Ann d1, Bob e1, Cid f1", standing="Ann d5, Bob d6, Cid d7").nday("Ann: push n Cid")
    assert (play.how("Ann"), play.at("Bob"), play.at("Cid")) == ("no-avatar", "d6", "d7")


def test_a_frozen_avatar_can_be_pushed() -> None:
    play = ann("d5", bob="d6", frozen="Bob 2").nday("Ann: push n")
    assert (play.at("Bob"), play.chill("Bob")) == ("d8", 2)


@pytest.mark.parametrize(("bob", "count"), [("d5", 2), ("d6", 2), ("d7", 2), ("d8", 0), ("e6", 0), ("d4", 0)])
def test_freeze_covers_the_own_square_and_a_straight_line_of_two(bob: str, count: int) -> None:
    assert ann("d5", bob=bob).nday("Ann: freeze n").chill("Bob") == count


def test_walls_do_not_shield_from_freeze() -> None:
    assert ann("d5", "d6 wall", bob="d7").nday("Ann: freeze n").chill("Bob") == 2


def test_freeze_spares_the_actor_and_may_hit_nobody() -> None:
    play = ann("d5").nday("Ann: freeze n")
    assert (play.how("Ann"), play.chill("Ann")) == ("ok", 0)


def test_freezing_a_frozen_avatar_sets_its_count_back_to_2() -> None:
    assert ann("d5", bob="d6", frozen="Bob 1").nday("Ann: freeze n").chill("Bob") == 2


def test_a_ducking_avatar_is_not_frozen() -> None:
    assert ann("d5", bob="d6", ducking="Bob").nday("Ann: freeze n").chill("Bob") == 0


def test_duck_lasts_until_the_next_action_is_taken() -> None:
    play = ann("d5").nday("Ann: duck")
    assert (play.ducks("Ann"), play.nday().ducks("Ann"), play.nday("Ann: move n").ducks("Ann")) == (
        True,
        True,
        False,
    )


def test_tilt_moves_every_avatar_one_square_from_where_it_stood() -> None:
    play = Play(
        "Ann d1, Bob e1, Cid f1",
        "d7 wall",
        standing="Ann d5, Bob d6, Cid h9",
        frozen="Cid 2",
        ducking="Bob Cid",
    )
    tilted = play.nday("Ann: tilt n")
    assert (tilted.at("Ann"), tilted.at("Bob"), tilted.at("Cid")) == ("d6", "d6", "h10")
    assert (tilted.chill("Cid"), tilted.ducks("Bob")) == (2, True)
    assert play.nday("Ann: tilt e").at("Cid") == "f1"


def test_what_avatars_are_tilted_onto_acts() -> None:
    assert ann("d5", "h9 hole", bob="h8").nday("Ann: tilt n").at("Bob") == "h5"
