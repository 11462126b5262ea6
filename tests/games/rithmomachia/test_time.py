"""Time for each move, budgets, reminders, overstepping, pauses."""

from datetime import timedelta
from typing import Any

import pytest

from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import DAY, HOUR, START, Session

BUDGET: dict[str, Any] = {"budget": "10 days + 12 hours"}


def due(match: Session) -> object:
    return GAME.deadline(match.state)


def test_each_move_has_seven_days_unless_agreed_otherwise() -> None:
    assert due(Session.start()) == START + 7 * DAY
    assert due(Session.start(time="36 hours")) == START + 36 * HOUR


def test_a_move_starts_the_opponents_time() -> None:
    match = Session.start().say("Ann", "1a1-2a1", START + 3 * DAY)
    assert due(match) == START + 10 * DAY


def test_who_is_to_move_is_reminded_at_half_and_at_four_fifths() -> None:
    match = Session.start(time="10 days")
    first = GAME.reminders(match.state)
    assert first is not None
    assert first[0] == START + 5 * DAY
    assert [(notice.kind, notice.to) for notice in first[1]] == [("reminder", "Ann")]
    second = GAME.reminders(match.state, START + 5 * DAY)
    assert second is not None
    assert second[0] == START + 8 * DAY
    assert GAME.reminders(match.state, START + 8 * DAY) is None


def test_before_the_first_move_those_are_reminded_who_are_awaited() -> None:
    match = Session.start(setup="sealed").say("Ann", "arrange D48E/9FAC/3506/712B")
    reminder = GAME.reminders(match.state)
    assert reminder is not None
    assert [notice.to for notice in reminder[1]] == ["Bob"]


def test_at_the_deadline_both_are_told_and_the_late_player_may_still_move() -> None:
    match = Session.start().turn()
    assert match.told == [("overstepped", None)]
    assert match.data["late"] == "Ann"
    assert match.reason is None
    moved = match.say("Ann", "1a1-2a1", START + 9 * DAY)
    assert not moved.state.clock.is_overstepped
    assert due(moved) == START + 16 * DAY


def test_the_opponent_may_claim_the_time_from_the_deadline_on() -> None:
    match = Session.start()
    with pytest.raises(NotLegal, match="has not overstepped"):
        match.say("Bob", "claim time")
    match = match.turn()
    with pytest.raises(NotLegal, match="your own time"):
        match.say("Ann", "claim time")
    match = match.say("Bob", "claim time")
    assert match.reason == "time"
    assert match.state.outcome is not None
    assert match.state.outcome.winners == ("Bob",)
    assert match.view()["outcome"]["grade"] == {"White": None, "Black": None}


def test_unclaimed_for_fourteen_days_the_match_ends_for_the_opponent() -> None:
    match = Session.start().turn()
    assert due(match) == START + 21 * DAY
    match = match.turn()
    assert match.reason == "time"
    assert match.told == [("result", None)]


def test_there_are_no_reminders_once_the_time_is_overstepped() -> None:
    assert GAME.reminders(Session.start().turn().state) is None


def test_a_budget_is_used_up_by_all_moves_and_each_adds_to_it() -> None:
    match = Session.start(**BUDGET)
    assert due(match) == START + 10 * DAY
    match = match.say("Ann", "1a1-2a1", START + 4 * DAY)
    assert match.state.clock.left == (6 * DAY + 12 * HOUR, 10 * DAY)
    assert due(match) == START + 14 * DAY
    match = match.say("Bob", "4d4-3d4", START + 5 * DAY)
    assert match.state.clock.left == (6 * DAY + 12 * HOUR, 9 * DAY + 12 * HOUR)
    assert due(match) == START + 11 * DAY + 12 * HOUR


def test_an_overstepped_budget_goes_on_with_the_increment() -> None:
    match = Session.start(**BUDGET).turn().say("Ann", "1a1-2a1", START + 12 * DAY)
    assert match.state.clock.left == (12 * HOUR, 10 * DAY)


def test_the_clock_stands_while_the_match_is_paused() -> None:
    for options in (dict[str, Any](), BUDGET):
        match = Session.start(**options)
        before = match.state.clock
        match = match.override("pause", START + DAY).override("resume", START + 4 * DAY)
        assert match.state.clock.due == before.due + 3 * DAY
        moved = match.say("Ann", "1a1-2a1", START + 5 * DAY)
        if moved.state.clock.left:
            assert moved.state.clock.left[0] == 10 * DAY - 2 * DAY + 12 * HOUR


def test_a_move_during_a_pause_costs_no_more_time() -> None:
    match = Session.start(**BUDGET).override("pause", START + DAY).say("Ann", "1a1-2a1", START + 3 * DAY)
    assert match.state.clock.left == (9 * DAY + 12 * HOUR, 10 * DAY)
    match = match.override("resume", START + 4 * DAY)
    assert match.state.clock.due == START + 14 * DAY


def test_a_moderator_extends_a_deadline() -> None:
    assert due(Session.start().override("extend 24h")) == START + 8 * DAY
    late = Session.start().turn()
    assert not late.override("extend 3 days").state.clock.is_overstepped
    with pytest.raises(NotUnderstood):
        late.override("extend soon")


def test_after_an_outage_the_running_time_begins_again_if_it_would_be_over() -> None:
    match = Session.start()
    assert due(match.override("skip 2026-12-02T00:00:00Z")) == START + 7 * DAY
    assert due(match.override("skip 2026-12-20T00:00:00Z")) == match.at.replace(day=27, hour=0)


def test_a_moderators_close_oversteps_the_time_at_once() -> None:
    match = Session.start().turn(START + DAY)
    assert match.state.clock.is_overstepped
    assert due(match) == START + 15 * DAY


def test_no_deadline_is_left_when_the_match_is_over() -> None:
    match = Session.start().leave("Ann")
    assert due(match) is None
    assert match.state.outcome is not None
    assert match.state.outcome.winners == ("Bob",)
    assert match.leave("Bob").state == match.state


def test_what_the_next_deadline_brings_is_told_for_the_log() -> None:
    match = Session.start()
    assert GAME.closing(match.state) == "Ann has overstepped the time"
    assert GAME.closing(match.turn().state) == "the match ends on time against Ann"
    assert "Ann and Bob" in GAME.closing(Session.start(setup="sealed").state)


def test_times_are_told_in_the_largest_unit_that_measures_them() -> None:
    options = GAME.options.model_validate({"time": "36 hours", "budget": "30 days"})
    assert options.time == timedelta(hours=36)
    shown = {each["name"]: each["value"] for each in Session.start(**BUDGET).view()["options"]}
    assert shown["budget"] == "10 days + 12 hours"
    assert shown["time"] == "7 days"
