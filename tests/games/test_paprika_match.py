"""A match from its start to its end: declaring, deadlines, leaving, winning."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from referee.errors import NotLegal, NotUnderstood, OutOfDate
from referee.games.paprika import GAME
from tests.games.paprika.session import DAY, HOUR, START, Session

MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)
NOWHERE = "a5 hole"


def test_the_start_mail_goes_to_each_seat() -> None:
    assert Session.start("Ann", "Bob").told == [("start", "Ann"), ("start", "Bob")]


@pytest.mark.parametrize(
    ("start", "first"),
    [
        (datetime(2026, 12, 1, 9, tzinfo=UTC), MIDNIGHT),
        (datetime(2026, 12, 1, 12, tzinfo=UTC), MIDNIGHT),
        (datetime(2026, 12, 1, 12, 0, 1, tzinfo=UTC), MIDNIGHT + DAY),
        (datetime(2026, 12, 1, 0, tzinfo=UTC), MIDNIGHT),
    ],
)
def test_nday_1_ends_at_the_first_midnight_at_least_12_hours_later(start: datetime, first: datetime) -> None:
    assert GAME.deadline(Session.start(at=start).state) == first


def test_turns_are_at_midnight() -> None:
    session = Session.start().turn()
    assert GAME.deadline(session.state) == MIDNIGHT + DAY
    assert GAME.deadline(session.turn().state) == MIDNIGHT + 2 * DAY


def test_after_a_moderators_close_the_next_nday_has_at_least_12_hours_too() -> None:
    early, late = Session.start(), Session.start()
    assert GAME.deadline(early.turn(MIDNIGHT - 12 * HOUR).state) == MIDNIGHT
    assert GAME.deadline(late.turn(MIDNIGHT - 11 * HOUR).state) == MIDNIGHT + DAY


def test_a_declaration_is_only_recorded() -> None:
    session = Session.start().say("Ann", "I move forward")
    assert (session.reply, session.told) == ("recorded for nday 1", [])
    assert session.view("Ann")["declaration"]["action"] == "move n"


def test_the_first_valid_declaration_counts_and_later_ones_are_refused_with_a_reason() -> None:
    session = Session.start().say("Ann", "move n")
    with pytest.raises(NotLegal, match="“move n” for nday 1 already"):
        session.say("Ann", "duck")


def test_a_declaration_that_cannot_be_read_uses_nothing_up() -> None:
    session = Session.start()
    with pytest.raises(NotUnderstood):
        session.say("Ann", "move")
    assert session.say("Ann", "move n").reply == "recorded for nday 1"


def test_a_tilt_declared_too_early_counts_as_the_action_and_fails() -> None:
    session = Session.start(map=NOWHERE).nday(Ann="duck").say("Ann", "tilt n")
    assert session.reply == "recorded for nday 2"
    assert session.turn().view("Ann")["last"]["outcome"] == "acted-recently"


def test_with_revisable_a_later_declaration_replaces_the_earlier_one() -> None:
    session = Session.start(revisable=True).say("Ann", "move n").say("Ann", "duck")
    assert session.view("Ann")["declaration"]["action"] == "duck"


def test_with_revisable_withdraw_takes_it_back() -> None:
    session = Session.start(revisable=True).say("Ann", "move n").say("Ann", "withdraw")
    assert session.reply == "withdrawn for nday 1"
    assert session.view("Ann")["declaration"] is None
    with pytest.raises(NotLegal, match="declared nothing"):
        session.say("Ann", "withdraw")


def test_without_revisable_nothing_can_be_withdrawn() -> None:
    with pytest.raises(NotLegal, match="first declaration counts"):
        Session.start().say("Ann", "move n").say("Ann", "withdraw")


def test_a_declaration_may_name_its_nday_and_is_refused_in_another() -> None:
    session = Session.start()
    assert session.say("Ann", "nday 1: move n").reply == "recorded for nday 1"
    with pytest.raises(OutOfDate, match="written for nday 2, and this is nday 1"):
        session.say("Ann", "nday 2: move n")


def test_an_answer_to_an_earlier_display_soon_after_a_turn_is_refused() -> None:
    session = Session.start().turn()
    with pytest.raises(OutOfDate, match="that was written for nday 1; say it again for nday 2"):
        session.say("Ann", "move n", at=MIDNIGHT + 6 * HOUR, re="1")


def test_an_answer_to_an_earlier_display_long_after_the_turn_is_taken() -> None:
    session = Session.start().turn()
    late = MIDNIGHT + 6 * HOUR + timedelta(seconds=1)
    assert session.say("Ann", "move n", at=late, re="1").reply == "recorded for nday 2"


def test_an_answer_to_this_ndays_display_or_one_that_names_the_nday_is_taken() -> None:
    session = Session.start().turn()
    assert session.say("Ann", "move n", at=MIDNIGHT, re="2").reply == "recorded for nday 2"
    assert session.say("Ann", "nday 2: move n", at=MIDNIGHT, re="1").reply == "recorded for nday 2"
    assert session.say("Ann", "move n", at=MIDNIGHT).reply == "recorded for nday 2"


def test_mails_are_about_the_running_nday() -> None:
    assert (GAME.about(Session.start().state), GAME.about(Session.start().turn().state)) == ("1", "2")


def test_the_turn_mails_a_display_to_each_seat_in_order_of_seat() -> None:
    assert Session.start("Dee", "Ann").turn().told == [("turn", "Dee"), ("turn", "Ann")]


def test_in_a_practice_match_a_second_mail_shows_everybody_the_truth() -> None:
    session = Session.start("Ann", "Bob", practice=True, map=NOWHERE).nday(Ann="move n")
    assert session.told == [("turn", "Ann"), ("turn", "Bob"), ("practice", None)]
    practice = session.view("Bob")["practice"]
    waking = session.state.history[0].waking
    assert (practice["nday"], practice["waking"]) == (1, list(waking))
    (told,) = practice["declared"]
    assert (told["actor"], told["action"], told["waking"]) == ("Ann", "move n", "Ann" in waking)


def test_outside_of_practice_nobody_is_shown_the_truth() -> None:
    assert Session.start().nday(Ann="move n").view("Ann")["practice"] is None


def climb(session: Session, name: str = "Ann") -> Session:
    """The match won by that player, whose avatar a moderator puts below the top row."""
    below = f"{session.truth['avatars'][name]['at'][0]}11"
    ready = session.override(f"set true.avatars.{name}.at = {below}").override(f"wake {name}")
    return ready.nday(**{name: "move n"})


def test_the_final_turns_displays_are_replaced_by_the_result_mail() -> None:
    over = climb(Session.start(map=NOWHERE))
    assert over.told == [("result", None)]
    result = GAME.result(over.state)
    assert result is not None
    assert (result.winners, result.text) == (("Ann",), "Ann stood on the top row and wins.")
    assert GAME.deadline(over.state) is None


def test_the_result_mail_reveals_everything() -> None:
    over = climb(Session.start(map=NOWHERE).nday(Bob="duck", Cid="move w"))
    data = over.notices[0].data
    assert data["seed"] == "00" * 32
    assert data["winners"] == ["Ann"]
    assert [nday["nday"] for nday in data["ndays"]] == [1, 2]
    assert [one["action"] for one in data["ndays"][0]["declared"]] == ["duck", "move w"]
    assert sorted(data["ndays"][0]["waking"] + data["ndays"][0]["sleeping"]) == ["Ann", "Bob", "Cid"]
    assert [board["seat"] for board in data["perceived"]] == ["Ann", "Bob", "Cid"]
    assert data["true"]["avatars"][0]["at"].endswith("12")


def test_the_whole_match_is_attached_as_a_case_that_comes_to_the_same() -> None:
    over = Session.start(max_ndays=3).nday(Ann="move n", Bob="dig n").nday(Cid="push e").nday(Ann="duck")
    ((name, text),) = over.notices[0].attachments
    results = GAME.adjudicate(json.loads(text))["ndays"]
    state = GAME.public_state(over.state)
    assert name == "paprika-case.json"
    assert (results[-1]["true"], results[-1]["perceived"]) == (state["true"], state["perceived"])
    assert over.notices[0].data["exact"]


def test_a_case_that_cannot_tell_a_moderators_change_says_so() -> None:
    assert not climb(Session.start(map=NOWHERE)).notices[0].data["exact"]


def test_after_max_ndays_the_match_ends_without_a_winner() -> None:
    over = Session.start(max_ndays=2).turn().turn()
    assert over.state.ending is not None
    assert (over.state.ending.winners, over.told) == ((), [("result", None)])


def test_nothing_is_declared_or_turned_after_the_end() -> None:
    over = Session.start(max_ndays=1).turn()
    with pytest.raises(NotLegal, match="over"):
        over.say("Ann", "duck")
    with pytest.raises(NotLegal, match="over"):
        over.turn(MIDNIGHT + DAY)
    with pytest.raises(NotLegal, match="over"):
        over.override("wake Ann")


def test_what_was_declared_by_one_who_leaves_still_counts() -> None:
    session = Session.start(map=NOWHERE).override("wake Ann").say("Ann", "move n").leave("Ann").turn()
    assert session.truth["avatars"]["Ann"]["at"].endswith("2")
    assert session.told == [("turn", "Bob"), ("turn", "Cid")]
    assert [player["gone"] for player in session.view("Bob")["players"]] == [True, False, False]


def test_who_has_left_takes_no_more_actions() -> None:
    with pytest.raises(NotLegal, match="has left"):
        Session.start().leave("Ann").say("Ann", "move n")


def test_who_has_left_does_not_win_and_is_returned_from_the_top_row() -> None:
    session = Session.start(map=NOWHERE)
    home = session.truth["avatars"]["Ann"]["at"]
    pushed = session.override(f"set true.avatars.Ann.at = {home[0]}11").override("wake Bob")
    pushed = pushed.leave("Ann").say("Bob", "tilt n").turn()
    assert pushed.state.ending is None
    assert pushed.truth["avatars"]["Ann"]["at"] == home


def test_with_nobody_left_the_match_ends_without_a_winner() -> None:
    over = Session.start("Ann", "Bob").leave("Ann").leave("Bob")
    assert over.state.ending is not None
    assert (over.state.ending.winners, over.told) == ((), [("result", None)])
    assert over.notices[0].data["seed"] == "00" * 32


def test_a_seat_that_was_left_can_be_taken_over() -> None:
    session = Session.start("Ann", "Bob").leave("Ann").override("rejoin Ann")
    assert session.told == [("turn", "Ann")]
    assert session.say("Ann", "duck").reply == "recorded for nday 1"


def test_a_moderator_can_end_the_match() -> None:
    session = Session.start("Ann", "Bob")
    step = GAME.end(session.state, ("Bob", "Ann"), START, session.draws)
    assert step.state.ending is not None
    assert step.state.ending.winners == ("Ann", "Bob")
    assert [notice.kind for notice in step.notices] == ["result"]
    with pytest.raises(NotLegal, match="no player Zed"):
        GAME.end(session.state, ("Zed",), START, session.draws)


def test_reminders_go_to_those_who_have_not_declared() -> None:
    session = Session.start(reminders=True).say("Bob", "duck")
    told = GAME.reminders(session.state)
    assert told is not None
    assert told[0] == MIDNIGHT - 6 * HOUR
    assert [(notice.kind, notice.to) for notice in told[1]] == [("reminder", "Ann"), ("reminder", "Cid")]
    assert GAME.undeclared(session.state) == ("Ann", "Cid")
    assert GAME.reminders(Session.start().state) is None


def test_what_can_be_declared_is_offered_with_the_nday() -> None:
    session = Session.start(map=NOWHERE).nday(Ann="duck")
    assert "nday 2: move DIR" in GAME.can(session.state, "Ann")
    assert "nday 2: tilt DIR" not in GAME.can(session.state, "Ann")
    assert "nday 2: tilt DIR" in GAME.can(session.state, "Bob")
    assert GAME.can(session.say("Ann", "duck").state, "Ann") == ()


def test_how_a_line_was_read_is_said_in_the_strict_form() -> None:
    session = Session.start(revisable=True)
    view = session.say("Ann", "I push bob up left").view("Ann")
    assert view["declaration"] == {
        "action": "push nw Bob",
        "verb": "push",
        "direction": "nw",
        "target": "Bob",
        "words": "push north-west Bob",
    }
