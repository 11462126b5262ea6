"""What a display tells: built from what its player perceives."""

import pytest

from referee.games.paprika import GAME
from referee.games.paprika.board import marks
from tests.games.paprika.session import Session

MAP = "a5 hole\nb3 hole\nc11 springboard\nd7 springboard\ne6 wall"
PUBLIC = {"seat", "nday", "deadline", "clock", "started", "commitment"}
PUBLIC |= {"options", "players", "opening", "result"}
PRIVATE = {"columns", "rows", "avatars", "objects", "priority", "frozen", "declaration", "last", "perceived"}
PRIVATE |= {"may_tilt", "may_focus", "actions", "forms", "practice"}


def session() -> Session:
    """A match in which Ann and Cid are awake in nday 1 and all have acted."""
    start = Session.start("Ann", "Bob", "Cid", map=MAP)
    start = start.override("wake Ann").override("sleep Bob").override("wake Cid")
    return start.nday(Ann="move n", Bob="clear s", Cid="duck")


def square(view: dict[str, list[dict[str, list[dict[str, object]]]]], name: str) -> dict[str, object]:
    """The square so named of a view's rows."""
    return next(one for row in view["rows"] for one in row["squares"] if one["name"] == name)


def test_every_key_is_always_there() -> None:
    for state in (Session.start(), Session.start().turn(), Session.start(max_ndays=1).turn()):
        assert set(state.view("Ann")) == PUBLIC | PRIVATE
        assert set(state.view(None)) == PUBLIC


def test_the_top_row_comes_first_and_column_a_is_at_the_left() -> None:
    view = session().view("Ann")
    assert view["columns"] == list("abcdefgh")
    assert [row["number"] for row in view["rows"]] == list(range(12, 0, -1))
    assert (view["rows"][0]["goal"], view["rows"][-1]["start"]) == (True, True)
    assert [one["name"] for one in view["rows"][0]["squares"]][:2] == ["a12", "b12"]


def test_a_square_shows_its_object_its_avatars_and_whose_initial_square_it_is() -> None:
    view = session().view("Ann")
    home = view["opening"]["homes"]["Ann"]
    assert square(view, home)["homes"] == ["Ann"]
    assert square(view, home)["avatars"] == []
    assert square(view, f"{home[0]}2")["avatars"] == ["Ann"]
    assert square(view, "e6")["object"] == "wall"


def test_objects_that_send_one_home_are_marked() -> None:
    marked = {one["square"]: one["sends_home"] for one in session().view("Ann")["objects"]}
    assert marked == {"c11": True, "d7": False, "e6": False, "a5": False, "b3": True}


def test_who_is_awake_is_shown_every_action_with_actor_and_outcome() -> None:
    told = {one["actor"]: one for one in session().view("Ann")["perceived"]}
    assert set(told) == {"Ann", "Bob", "Cid"}
    assert (told["Bob"]["words"], told["Bob"]["worked"]) == ("clear south", False)
    assert (told["Bob"]["outcome"], told["Bob"]["reason"]) == ("nothing-there", "no object was there")
    assert told["Ann"]["you"]


def test_who_sleeps_is_shown_the_own_action_only() -> None:
    view = session().view("Bob")
    assert [one["actor"] for one in view["perceived"]] == ["Bob"]
    assert view["last"] == view["perceived"][0]
    assert all(avatar["at"].endswith("1") for avatar in view["avatars"])


def test_actions_are_shown_in_the_order_in_which_they_were_tried() -> None:
    state = session()
    assert [one["actor"] for one in state.view("Ann")["perceived"]] == state.view("Ann")["priority"]


def test_what_is_perceived_of_an_avatar_is_shown() -> None:
    cid = session().view("Ann")["avatars"][2]
    assert (cid["name"], cid["ducking"], cid["frozen"], cid["you"], cid["gone"]) == (
        "Cid",
        True,
        0,
        False,
        False,
    )


def test_tilt_and_focus_are_offered_only_when_their_condition_holds() -> None:
    after_one = session()
    assert (after_one.view("Ann")["may_tilt"], after_one.view("Ann")["may_focus"]) == (False, False)
    after_two = after_one.turn()
    assert (after_two.view("Ann")["may_tilt"], after_two.view("Ann")["may_focus"]) == (True, False)
    assert after_two.turn().view("Ann")["may_focus"]
    allowed = {one["verb"] for one in after_one.view("Ann")["actions"] if one["allowed"]}
    assert len(allowed) == 9


def test_displays_offer_the_form_with_the_nday() -> None:
    assert session().view("Ann")["forms"][0] == "nday 2: move n"


def test_an_onlooker_sees_the_first_placement() -> None:
    opening = session().view(None)["opening"]
    assert [one["square"] for one in opening["objects"]] == ["c11", "d7", "e6", "a5", "b3"]
    assert sorted(opening["priority"]) == ["Ann", "Bob", "Cid"]
    assert len(opening["rows"]) == 12


def test_once_it_is_over_the_view_says_how_it_ended() -> None:
    over = Session.start(max_ndays=1).turn()
    assert over.view(None)["result"] == {
        "winners": [],
        "text": "The match ends after nday 1 without a winner.",
    }


def test_the_seed_is_in_no_view_and_revealed_only_at_the_end() -> None:
    running, over = Session.start(seed=b"s" * 32), Session.start(seed=b"s" * 32, max_ndays=1).turn()
    assert (b"s" * 32).hex() not in repr(
        [running.view("Ann"), running.view(None), GAME.reveal(running.state)]
    )
    assert GAME.reveal(over.state)["seed"] == (b"s" * 32).hex()


def test_the_public_state_is_that_of_matches_json() -> None:
    public = GAME.public_state(session().state)
    assert list(public) == ["nday", "waking", "true", "perceived"]
    assert set(public["perceived"]) == {"Ann", "Bob", "Cid"}
    assert set(public["true"]) == {"avatars", "objects", "priority"}


def test_what_was_perceived_in_earlier_ndays_can_be_told_again() -> None:
    told = GAME.history(session().nday(Bob="duck").state, "Bob", 5)
    assert [(nday["nday"], [one["action"] for one in nday["tried"]]) for nday in told] == [
        (1, ["clear s"]),
        (2, ["duck"]),
    ]


@pytest.mark.parametrize(
    ("names", "letters"),
    [(("Ann", "Bob"), "AB"), (("Ann", "Adam", "Anna"), "ADN"), (("小明", "Bob", "bo-b"), "ABO")],
)
def test_each_player_is_marked_with_a_letter_of_ones_own(names: tuple[str, ...], letters: str) -> None:
    assert "".join(marks(names).values()) == letters
