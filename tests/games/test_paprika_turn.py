"""The Turn: what reaches which gamestate, in which order, and when an action counts as taken."""

import pytest

from tests.games.paprika.play import Play

TWO = Play("Ann a1, Bob d1")
THREE = Play("Ann a1, Bob d1, Cid g1")


def test_n_players_have_one_true_and_n_perceived_gamestates_that_start_equal() -> None:
    idle = THREE.nday()
    assert set(idle.last["perceived"]) == {"Ann", "Bob", "Cid"}
    assert all(idle.world(name) == idle.world() for name in idle.last["perceived"])


def test_the_example_of_the_case_format() -> None:
    play = Play("Ann a1, Bob d1", "c5 hole, d4 springboard, e6 wall", "Bob Ann")
    played = play.nday("Ann: move n", "Bob: freeze e", asleep="Bob")
    assert played.last["outcomes"] == {
        "true": {"Ann": "ok"},
        "Ann": {"Ann": "ok", "Bob": "ok"},
        "Bob": {"Bob": "ok"},
    }
    assert (played.at("Ann"), played.at("Ann", "Bob"), played.winners) == ("a2", "a1", [])


def test_the_actions_of_waking_players_reach_the_true_gamestate() -> None:
    play = TWO.nday("Ann: move n", "Bob: move n", asleep="Bob")
    assert (play.at("Ann"), play.at("Bob")) == ("a2", "d1")


def test_an_action_always_reaches_its_actor() -> None:
    play = TWO.nday("Ann: move n", "Bob: move n", asleep="Ann Bob")
    assert (play.at("Ann", "Ann"), play.at("Bob", "Bob")) == ("a2", "d2")


def test_who_is_awake_perceives_all_actions_of_sleepers_too() -> None:
    play = THREE.nday("Ann: move n", "Bob: move n", asleep="Bob")
    assert play.reached("Ann") == {"Ann", "Bob"}
    assert play.reached("Cid") == {"Ann", "Bob"}


def test_who_sleeps_perceives_nobody_else() -> None:
    assert THREE.nday("Ann: move n", "Bob: move n", asleep="Bob Cid").reached("Cid") == set()


def test_with_dreams_reach_sleeping_each_perceives_those_in_the_same_state() -> None:
    play = Play("Ann a1, Bob d1, Cid g1, Dee h1", dreams="sleeping")
    played = play.nday("Ann: duck", "Bob: duck", "Cid: duck", "Dee: duck", asleep="Cid Dee")
    assert played.reached("Ann") == played.reached("Bob") == {"Ann", "Bob"}
    assert played.reached("Cid") == played.reached("Dee") == {"Cid", "Dee"}
    assert played.reached() == {"Ann", "Bob"}


def test_each_gamestate_is_resolved_in_the_order_of_its_own_priority_list() -> None:
    play = Play("Ann a1, Bob a2", priority="Ann Bob").seen("Bob", Play("Ann a1, Bob a2", priority="Bob Ann"))
    played = play.nday("Ann: push n", "Bob: move e")
    assert played.at("Bob") == "b4"
    assert played.at("Bob", "Bob") == "b2"


def test_a_cut_changes_the_list_for_the_next_turn_only() -> None:
    play = Play("Ann a1, Bob a2", priority="Ann Bob").nday("Bob: cut the line", "Ann: push n")
    assert (play.at("Bob"), play.order()) == ("a4", "Bob Ann")
    after = play.nday("Bob: move s", "Ann: freeze n")
    assert (after.at("Bob"), after.chill("Bob")) == ("a3", 2)


def test_a_cut_during_the_turn_does_not_change_who_is_next_in_it() -> None:
    play = Play("Ann a1, Bob c1, Cid a2", priority="Ann Bob Cid")
    assert play.nday("Ann: move e", "Bob: cut the line", "Cid: cut the line").order() == "Cid Bob Ann"


def test_a_sleepers_action_is_considered_taken_in_the_true_gamestate_and_wears_off_a_freeze() -> None:
    play = Play("Ann a1, Bob d1", frozen="Bob 2")
    assert play.nday("Bob: move n", asleep="Bob").chill("Bob") == 1
    assert play.nday("Bob: move n", asleep="Bob").nday("Bob: move n", asleep="Bob").chill("Bob") == 0


def test_a_sleepers_action_ends_a_duck_in_the_true_gamestate() -> None:
    assert not Play("Ann a1, Bob d1", ducking="Bob").nday("Bob: move n", asleep="Bob").ducks("Bob")


def test_a_sleepers_duck_does_not_begin_one_in_the_true_gamestate() -> None:
    play = Play("Ann a1, Bob d1", ducking="Bob").nday("Bob: duck", asleep="Bob")
    assert (play.ducks("Bob"), play.ducks("Bob", "Bob")) == (False, True)


def test_a_sleepers_action_is_taken_at_its_place_in_the_order() -> None:
    first = Play("Ann a1, Bob b1", priority="Bob Ann", ducking="Bob").nday(
        "Ann: freeze e", "Bob: move n", asleep="Bob"
    )
    later = Play("Ann a1, Bob b1", priority="Ann Bob", ducking="Bob").nday(
        "Ann: freeze e", "Bob: move n", asleep="Bob"
    )
    assert (first.chill("Bob"), later.chill("Bob")) == (2, 0)


def test_a_sleepers_action_has_no_outcome_in_the_true_gamestate() -> None:
    assert TWO.nday("Bob: move n", asleep="Bob").how("Bob") is None


def test_bob_stays_frozen_in_anns_eyes_until_she_has_perceived_two_actions_of_his() -> None:
    play = Play("Ann a1, Bob d1", frozen="Bob 2").nday("Bob: move n", asleep="Ann")
    assert (play.chill("Bob"), play.chill("Bob", "Ann")) == (1, 2)
    perceived = play.nday("Bob: move n").nday("Bob: move n")
    assert (perceived.at("Bob"), perceived.at("Bob", "Ann"), perceived.chill("Bob", "Ann")) == ("d2", "d1", 0)


def test_a_frozen_count_drops_by_one_for_each_action_that_fails() -> None:
    play = Play("Ann a1, Bob d1", frozen="Bob 2").nday("Bob: move n")
    assert (play.how("Bob"), play.chill("Bob")) == ("frozen", 1)
    assert (play.nday("Bob: move n").how("Bob"), play.nday("Bob: move n").chill("Bob")) == ("frozen", 0)
    assert play.nday("Bob: move n").nday("Bob: move n").how("Bob") == "ok"


def test_an_idle_nday_does_not_wear_off_a_freeze() -> None:
    assert Play("Ann a1, Bob d1", frozen="Bob 2").nday().nday().chill("Bob") == 2


def test_frozen_is_the_first_condition() -> None:
    assert Play("Ann a1, Bob d1", "a2 wall", frozen="Ann 1").nday("Ann: move n").how("Ann") == "frozen"
    tilted = Play("Ann a1, Bob d1", frozen="Ann 1").nday("Bob: duck").nday("Ann: tilt n")
    assert tilted.how("Ann") == "frozen"


def test_an_avatar_frozen_earlier_in_the_same_turn_is_frozen_at_its_place() -> None:
    play = Play("Ann a1, Bob b1", priority="Ann Bob").nday("Ann: freeze e", "Bob: move n")
    assert (play.how("Bob"), play.at("Bob"), play.chill("Bob")) == ("frozen", "b1", 1)


def test_an_avatar_frozen_after_its_place_fails_twice_later() -> None:
    play = Play("Ann a1, Bob b1", priority="Bob Ann").nday("Ann: freeze ne", "Bob: move n")
    assert (play.how("Bob"), play.chill("Bob")) == ("ok", 2)


def test_a_duck_ends_when_the_next_action_is_taken_even_if_that_fails() -> None:
    play = Play("Ann a1, Bob d1", "d2 wall", ducking="Bob").nday("Bob: move n")
    assert (play.how("Bob"), play.ducks("Bob")) == ("wall", False)


def test_a_frozen_avatars_duck_ends_though_its_new_one_fails() -> None:
    play = Play("Ann a1, Bob d1", ducking="Bob", frozen="Bob 2").nday("Bob: duck")
    assert (play.how("Bob"), play.ducks("Bob")) == ("frozen", False)


def test_between_two_ducks_there_is_no_gap() -> None:
    play = Play("Ann a1, Bob b1", priority="Bob Ann", ducking="Bob").nday("Bob: duck", "Ann: freeze e")
    assert play.chill("Bob") == 0
    other = Play("Ann a1, Bob b1", priority="Ann Bob", ducking="Bob").nday("Bob: duck", "Ann: freeze e")
    assert (other.chill("Bob"), other.ducks("Bob")) == (0, True)


def test_everything_is_relative_to_where_the_avatar_stands_in_that_gamestate() -> None:
    play = Play("Ann a1, Bob d1").seen("Bob", Play("Ann a1, Bob d1", standing="Ann f6"))
    played = play.nday("Ann: move ne")
    assert (played.at("Ann"), played.at("Ann", "Bob")) == ("b2", "g7")


@pytest.mark.parametrize("verb", ["tilt n", "focus"])
def test_on_nday_1_nobody_acted_before(verb: str) -> None:
    assert TWO.nday(f"Ann: {verb}").how("Ann") == "ok"


def test_tilt_asks_for_no_action_in_the_previous_nday() -> None:
    assert TWO.nday("Ann: duck").nday("Ann: tilt n").how("Ann") == "acted-recently"
    assert TWO.nday("Ann: duck").nday().nday("Ann: tilt n").how("Ann") == "ok"


def test_focus_asks_for_no_action_in_the_two_previous_ndays() -> None:
    acted = TWO.nday("Ann: duck")
    assert acted.nday("Ann: focus").how("Ann") == "acted-recently"
    assert acted.nday().nday("Ann: focus").how("Ann") == "acted-recently"
    assert acted.nday().nday().nday("Ann: focus").how("Ann") == "ok"


def test_a_failed_action_counts_as_taken() -> None:
    play = Play("Ann a1, Bob d1", "a2 wall").nday("Ann: move n")
    assert play.nday("Ann: tilt n").how("Ann") == "acted-recently"
    assert play.nday("Ann: tilt n").nday("Ann: tilt n").how("Ann") == "acted-recently"


def test_whether_one_acted_is_asked_of_each_gamestate() -> None:
    play = THREE.nday("Ann: duck", asleep="Bob").nday("Ann: tilt n")
    assert play.how("Ann", "Cid") == "acted-recently"
    assert play.how("Ann", "Bob") == "ok"


def test_a_sleepers_action_counts_as_taken_for_tilt_in_the_true_gamestate() -> None:
    assert TWO.nday("Ann: duck", asleep="Ann").nday("Ann: tilt n").how("Ann") == "acted-recently"
