"""A moderator's commands: the clock, objects, values, waking states, an nday opened anew."""

from datetime import UTC, datetime

import pytest

from referee.engine.game import Command
from referee.errors import NotLegal, NotUnderstood
from referee.games.paprika import GAME
from tests.games.paprika.session import DAY, HOUR, Session

MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)
EMPTY = "a5 hole"


def gamestates(session: Session) -> list[dict[str, object]]:
    state = GAME.public_state(session.state)
    return [state["true"], *state["perceived"].values()]


def test_a_stopped_clock_makes_no_turns_and_declarations_stay() -> None:
    session = Session.start().override("pause").say("Ann", "duck")
    assert (GAME.deadline(session.state), session.view("Ann")["clock"]) == (None, False)
    resumed = session.override("resume", at=MIDNIGHT + 30 * HOUR)
    assert GAME.deadline(resumed.state) == MIDNIGHT + 2 * DAY
    assert resumed.view("Ann")["declaration"]["action"] == "duck"


def test_a_close_with_the_clock_stopped_leaves_it_stopped() -> None:
    session = Session.start().override("pause").turn(MIDNIGHT)
    assert (session.state.nday, GAME.deadline(session.state)) == (2, None)


def test_the_clock_is_stopped_and_started_only_once() -> None:
    with pytest.raises(NotLegal, match="stopped"):
        Session.start().override("pause").override("pause")
    with pytest.raises(NotLegal, match="on already"):
        Session.start().override("resume")
    with pytest.raises(NotLegal, match="stopped"):
        Session.start().override("pause").override("extend 24h")


@pytest.mark.parametrize(("longer", "days"), [("24h", 1), ("1 day", 1), ("2 days", 2), ("72 hours", 3)])
def test_extend_skips_so_many_midnights(longer: str, days: int) -> None:
    assert GAME.deadline(Session.start().override(f"extend {longer}").state) == MIDNIGHT + days * DAY


@pytest.mark.parametrize("longer", ["12h", "36h", "0 days", "400 days", "90m"])
def test_extend_takes_whole_days(longer: str) -> None:
    with pytest.raises(NotLegal, match="whole days"):
        Session.start().override(f"extend {longer}")


def test_extend_needs_a_duration() -> None:
    with pytest.raises(NotUnderstood, match="no duration"):
        Session.start().override("extend soon")


def test_after_an_outage_the_nday_goes_on_to_the_first_midnight_after_it() -> None:
    session = Session.start().say("Ann", "duck").override("skip 2026-12-05T13:00:00Z")
    assert GAME.deadline(session.state) == datetime(2026, 12, 6, tzinfo=UTC)
    assert (session.state.nday, session.view("Ann")["declaration"]["action"]) == (1, "duck")
    with pytest.raises(NotUnderstood):
        Session.start().override("skip tomorrow")


def test_place_and_clear_act_on_every_gamestate() -> None:
    placed = Session.start(map=EMPTY).override("place wall c6")
    assert all(state["objects"] == {"c6": "wall", "a5": "hole"} for state in gamestates(placed))
    cleared = placed.override("clear a5")
    assert all(state["objects"] == {"c6": "wall"} for state in gamestates(cleared))


def test_place_is_refused_where_an_avatar_or_object_stands_in_any_gamestate() -> None:
    session = Session.start(map=EMPTY).override("set perceived.Bob.avatars.Cid.at = c6")
    with pytest.raises(NotLegal, match="avatar stands on c6 in some"):
        session.override("place wall c6")
    with pytest.raises(NotLegal, match="avatar stands on c6 in some"):
        session.override("clear c6")
    with pytest.raises(NotLegal, match="object stands on a5 in some"):
        session.override("place wall a5")
    only_there = session.override("set perceived.Ann.objects.d9 = hole")
    with pytest.raises(NotLegal, match="object stands on d9 in some"):
        only_there.override("place wall d9")


def test_clear_takes_away_what_stands_in_some_gamestate_only() -> None:
    session = Session.start(map=EMPTY).override("set perceived.Ann.objects.d9 = hole").override("clear d9")
    assert all(state["objects"] == {"a5": "hole"} for state in gamestates(session))
    with pytest.raises(NotLegal, match="No object"):
        session.override("clear d9")


def test_priority_sets_every_list() -> None:
    session = Session.start().override("priority cid, Ann Bob")
    assert all(state["priority"] == ["Cid", "Ann", "Bob"] for state in gamestates(session))
    for wrong in ("Ann Bob", "Ann Bob Cid Ann", "Ann Bob Zed", ""):
        with pytest.raises(NotUnderstood):
            session.override(f"priority {wrong}")


@pytest.mark.parametrize(
    ("line", "path", "value"),
    [
        ("true.avatars.Ann.at = c9", ("true", "avatars", "Ann", "at"), "c9"),
        ("true.avatars.ann.frozen=2", ("true", "avatars", "Ann", "frozen"), 2),
        ("true.avatars.Ann.ducking = on", ("true", "avatars", "Ann", "ducking"), True),
        ("perceived.Bob.objects.c5 = wall", ("perceived", "Bob", "objects", "c5"), "wall"),
        ("perceived.bob.priority = Cid Bob Ann", ("perceived", "Bob", "priority"), ["Cid", "Bob", "Ann"]),
        ("perceived.Cid.avatars.Bob.at = h12", ("perceived", "Cid", "avatars", "Bob", "at"), "h12"),
    ],
)
def test_set_changes_one_value_of_one_gamestate(line: str, path: tuple[str, ...], value: object) -> None:
    before, after = Session.start(map=EMPTY), Session.start(map=EMPTY).override(f"set {line}")
    found = GAME.public_state(after.state)
    for key in path:
        found = found[key]
    assert found == value
    changed = [one != other for one, other in zip(gamestates(before), gamestates(after), strict=True)]
    assert changed.count(True) == 1


def test_nobody_is_set_into_a_wall_nor_a_wall_onto_somebody() -> None:
    session = Session.start(map=EMPTY).override("place wall c6")
    for line in ("set true.avatars.Ann.at = c6", "set perceived.Bob.avatars.Cid.at = c6"):
        with pytest.raises(NotLegal, match="would stand in the wall on c6"):
            session.override(line)
    session = session.override("set perceived.Bob.avatars.Cid.at = c7")
    with pytest.raises(NotLegal, match="Cid would stand in the wall on c7"):
        session.override("set perceived.Bob.objects.c7 = wall")
    session.override("set true.objects.c7 = wall")
    session.override("set perceived.Bob.objects.c7 = hole")


def test_set_to_none_takes_an_object_away() -> None:
    assert Session.start(map=EMPTY).override("set true.objects.a5 = none").truth["objects"] == {}


@pytest.mark.parametrize(
    "line",
    [
        "true.avatars.Ann.at c9",
        "true.avatars.Ann.at = z9",
        "true.avatars.Ann.at = ",
        "true.avatars.Ann.frozen = 3",
        "true.avatars.Ann.ducking = perhaps",
        "true.avatars.Ann.asleep = yes",
        "true.avatars.Zed.at = c9",
        "true.objects.c5 = pit",
        "true.objects.c99 = wall",
        "true.priority = Ann Bob",
        "true = c9",
        "perceived.Bob = c9",
        "perceived.Zed.objects.c5 = wall",
        "nday = 9",
        "",
    ],
)
def test_a_value_that_cannot_be_set_is_refused(line: str) -> None:
    with pytest.raises(NotUnderstood):
        Session.start().override(f"set {line}")


def test_wake_and_sleep_replace_the_drawn_state_of_the_running_nday() -> None:
    session = Session.start()
    for name in session.state.players:
        session = session.override(f"wake {name}")
    assert session.state.waking == ("Ann", "Bob", "Cid")
    assert session.override("sleep bob").state.waking == ("Ann", "Cid")
    with pytest.raises(NotUnderstood, match="no player 'Zed'"):
        session.override("wake Zed")


def test_an_nday_opened_anew_has_nothing_declared_and_another_waking_label() -> None:
    session = Session.start(waking_chance="1/2").say("Ann", "duck").override("redraw")
    assert session.view("Ann")["declaration"] is None
    names = ("Ann", "Bob", "Cid")
    drawn = tuple(n for n in names if session.draws.number(f"waking/1.2/{n}") < 1 << 255)
    assert session.state.waking == drawn
    again = session.override("redraw")
    drawn = tuple(n for n in names if session.draws.number(f"waking/1.3/{n}") < 1 << 255)
    assert again.state.waking == drawn
    assert again.turn().state.draw == 1


def test_what_would_tell_secrets_is_announced_by_its_number_only() -> None:
    secret = {
        verb
        for verb in ("as", "set", "wake", "sleep", "place", "clear", "priority", "extend", "redraw")
        if GAME.secret(Session.start().state, Command(verb))
    }
    assert secret == {"as", "set", "wake", "sleep"}


def test_unknown_commands_and_malformed_ones_are_refused() -> None:
    for line in ("fly", "place", "place wall", "place pit c5", "place wall c5 c6", "clear", "clear z9"):
        with pytest.raises(NotUnderstood):
            Session.start(map=EMPTY).override(line)


def test_a_square_and_its_object_may_be_named_in_either_order() -> None:
    assert Session.start(map=EMPTY).override("place C6 Wall").truth["objects"]["c6"] == "wall"
