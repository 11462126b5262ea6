"""Focus shows the truth around one's true square; the true top row wins."""

from referee.games.paprika import GAME
from tests.games.paprika.play import Play

SEATS = "Ann a1, Bob h1, Cid d1"


def focus(true: Play, display: Play, *others: str, asleep: str = "") -> Play:
    """Ann, whose display differs from the truth, focuses."""
    return true.seen("Ann", display).nday("Ann: focus", *others, asleep=asleep)


def test_focus_shows_the_true_objects_of_the_square_and_all_adjacent_ones() -> None:
    true = Play(SEATS, "c4 wall, e6 hole, d5 springboard, f5 wall", standing="Ann d5")
    play = focus(true, Play(SEATS, "c5 hole, e6 wall, b5 hole"))
    assert {at: play.on(at, "Ann") for at in ("c4", "e6", "d5", "c5", "f5", "b5")} == {
        "c4": "wall",
        "e6": "hole",
        "d5": "springboard",
        "c5": None,
        "f5": None,
        "b5": "hole",
    }


def test_focus_reveals_where_ones_avatar_truly_is() -> None:
    assert focus(Play(SEATS, standing="Ann d5"), Play(SEATS, standing="Ann g9")).at("Ann", "Ann") == "d5"


def test_avatars_truly_on_focused_squares_are_put_there_with_their_true_count_and_duck() -> None:
    true = Play(SEATS, standing="Ann d5, Bob e6", frozen="Bob 2", ducking="Bob")
    play = focus(true, Play(SEATS, standing="Bob h9"))
    assert (play.at("Bob", "Ann"), play.chill("Bob", "Ann"), play.ducks("Bob", "Ann")) == ("e6", 2, True)


def test_an_avatar_that_the_display_had_there_wrongly_goes_to_its_initial_square() -> None:
    true = Play(SEATS, standing="Ann d5, Bob h9")
    play = focus(true, Play(SEATS, standing="Ann d5, Bob e6", frozen="Bob 1", ducking="Bob"))
    assert (play.at("Bob", "Ann"), play.chill("Bob", "Ann"), play.ducks("Bob", "Ann")) == ("h1", 1, True)


def test_it_goes_to_its_initial_square_even_when_that_is_focused_too() -> None:
    true = Play("Ann a1, Bob d4", standing="Ann d5, Bob h9")
    assert focus(true, Play("Ann a1, Bob d4", standing="Bob e6")).at("Bob", "Ann") == "d4"


def test_avatars_elsewhere_keep_what_the_display_says() -> None:
    true = Play(SEATS, standing="Ann d5, Bob h9", frozen="Bob 2")
    play = focus(true, Play(SEATS, standing="Bob b11"))
    assert (play.at("Bob", "Ann"), play.chill("Bob", "Ann")) == ("b11", 0)


def test_nothing_acts_on_avatars_that_focus_places() -> None:
    true = Play(SEATS, "d5 hole", standing="Ann d5, Bob e6")
    assert focus(true, Play(SEATS, standing="Ann g9")).at("Ann", "Ann") == "d5"


def test_focus_does_not_change_the_priority_list() -> None:
    true = Play(SEATS, priority="Cid Bob Ann")
    assert focus(true, Play(SEATS, priority="Ann Bob Cid")).order("Ann") == "Ann Bob Cid"


def test_focus_shows_the_truth_as_it_stands_when_the_turn_is_over() -> None:
    true = Play(SEATS, standing="Ann d5, Bob e6", priority="Ann Bob Cid")
    play = focus(true, Play(SEATS, standing="Ann d5"), "Bob: build n")
    assert play.on("e7", "Ann") is None
    assert focus(true, Play(SEATS, standing="Ann d5"), "Bob: build w").on("d6", "Ann") == "wall"


def test_focus_is_applied_after_everything_else_in_that_turn() -> None:
    true = Play(SEATS, priority="Ann Bob Cid", standing="Ann d5, Bob f6")
    play = focus(true, Play(SEATS, priority="Ann Bob Cid"), "Bob: move w")
    assert play.at("Bob", "Ann") == "e6"


def test_a_sleepers_focus_shows_the_truth_too() -> None:
    true = Play(SEATS, "d6 wall", standing="Ann d5")
    assert focus(true, Play(SEATS), asleep="Ann").on("d6", "Ann") == "wall"


def test_focus_works_on_the_actors_own_gamestate_only() -> None:
    play = focus(Play(SEATS, standing="Ann d5"), Play(SEATS, standing="Ann g9"))
    assert (play.how("Ann", "Cid"), play.how("Ann")) == ("ok", "ok")
    assert play.world("Cid") == Play(SEATS, standing="Ann d5").nday().world("Cid")


def test_the_actors_own_gamestate_decides_whether_focus_works() -> None:
    frozen_in_truth = focus(Play(SEATS, standing="Ann d5", frozen="Ann 2"), Play(SEATS, standing="Ann g9"))
    assert (frozen_in_truth.how("Ann"), frozen_in_truth.at("Ann", "Ann")) == ("frozen", "d5")
    frozen_in_display = focus(Play(SEATS, standing="Ann d5"), Play(SEATS, standing="Ann g9", frozen="Ann 2"))
    assert (frozen_in_display.how("Ann", "Ann"), frozen_in_display.at("Ann", "Ann")) == ("frozen", "g9")


def test_focus_tests_its_conditions_at_the_actors_place_in_the_order() -> None:
    play = Play(SEATS, standing="Ann d5, Bob d4", priority="Bob Ann Cid").nday("Ann: focus", "Bob: freeze n")
    assert play.how("Ann", "Ann") == "frozen"


def test_who_stands_on_the_true_top_row_wins() -> None:
    play = Play(SEATS, standing="Ann d11").nday("Ann: move n")
    assert (play.winners, play.at("Ann")) == (["Ann"], "d12")


def test_a_dream_of_the_top_row_wins_nothing() -> None:
    play = Play(SEATS, standing="Ann d11").nday("Ann: move n", asleep="Ann")
    assert (play.winners, play.at("Ann", "Ann")) == ([], "d12")


def test_a_chain_is_finished_before_anybody_wins() -> None:
    assert Play(SEATS, "d12 hole", standing="Ann d11").nday("Ann: move n").winners == []
    assert Play(SEATS, "d9 springboard", standing="Ann d8").nday("Ann: move n").winners == ["Ann"]


def test_who_is_pushed_onto_the_top_row_wins() -> None:
    play = Play(SEATS, standing="Ann d9, Bob d10").nday("Ann: push n")
    assert play.winners == ["Bob"]


def test_several_win_jointly_by_a_tilt_in_alphabetical_order() -> None:
    play = Play(SEATS, standing="Ann d10, Bob g11, Cid b11").nday("Ann: tilt n")
    assert play.winners == ["Bob", "Cid"]


def test_after_a_win_later_actions_are_neither_taken_nor_tried_in_the_true_gamestate() -> None:
    play = Play(SEATS, standing="Ann d11", priority="Ann Bob Cid", frozen="Bob 2", ducking="Cid")
    won = play.nday("Ann: move n", "Bob: move n", "Cid: move n")
    assert won.reached() == {"Ann"}
    assert (won.chill("Bob"), won.ducks("Cid"), won.at("Cid")) == (2, True, "d1")


def test_perceived_gamestates_are_resolved_to_the_end_all_the_same() -> None:
    won = Play(SEATS, standing="Ann d11", priority="Ann Bob Cid").nday("Ann: move n", "Cid: move n")
    assert (won.at("Cid", "Bob"), won.at("Cid")) == ("d2", "d1")


def test_focus_shows_the_truth_as_it_stands_at_the_win() -> None:
    won = Play(SEATS, standing="Ann d11, Bob d10", priority="Ann Bob Cid").nday("Ann: move n", "Bob: focus")
    assert (won.how("Bob"), won.at("Ann", "Bob"), won.at("Bob", "Bob")) == (None, "d12", "d10")


def test_before_the_turn_somebody_may_have_won_already() -> None:
    won = Play(SEATS, standing="Bob d12").nday("Ann: move n")
    assert (won.winners, won.reached(), won.at("Ann"), won.at("Ann", "Ann")) == (["Bob"], set(), "a1", "a2")


def test_after_a_win_the_remaining_ndays_are_ignored() -> None:
    play = Play(SEATS, standing="Ann d11").nday("Ann: move n").nday("Ann: move s").nday()
    assert len(GAME.adjudicate(play.case)["ndays"]) == 1
