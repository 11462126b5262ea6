"""The referee was down over a deadline: the moderator decides, and after a day the referee does."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.app.turns import tick
from tests.table import Table, moment, spring


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match; the referee is up on the 1st until 20:00, and again on the 4th at 09:00."""
    with spring() as running:
        running.write("Ann", "move n", "1 11:00")
        running.tick_to("1 20:00")
        running.tick("4 09:00")
        yield running


def moderate(table: Table, command: str, at: str = "4 10:00") -> str:
    """Max writes one command."""
    return table.write("Max", f"moderate m1\n{command}", at)


def test_nothing_is_closed_on_waking_and_the_moderator_is_asked(table: Table) -> None:
    assert table.state().nday == 1
    asked = table.last("Max", "outage")
    assert "outage close" in asked.text
    assert "outage skip" in asked.text
    table.read("4 09:05")
    assert table.tick("4 09:05") == 0
    assert len(table.mails("Max", "outage")) == 1
    assert not [m for m in table.mails("Ann") if "outage" in m.kind]


@pytest.mark.parametrize("choice", ["outage close", "Outage skip."])
def test_the_question_is_answered_as_its_mail_says_by_one_line_in_reply(table: Table, choice: str) -> None:
    assert choice.strip(".").lower() in table.last("Max", "outage").text
    assert table.answer(table.last("Max", "outage"), choice, "4 10:00") == "done"
    assert "decided" in table.last("Max", "receipt").text
    assert table.state().nday == (2 if "close" in choice else 1)
    assert table.row().due == moment("5 00:00")


def test_a_decision_in_reply_may_be_tried_first(table: Table) -> None:
    table.answer(table.last("Max", "outage"), "preview\noutage close", "4 10:00")
    assert table.state().nday == 1
    assert table.row().due == moment("2 00:00")


def test_a_player_decides_nothing_about_an_outage(table: Table) -> None:
    table.write("Ann", "outage close", "4 10:00", to=table.seat_address("Ann"))
    table.answer(table.last("Ann", "receipt"), "outage close", "4 10:05")
    assert table.state().nday == 1
    assert table.row().due == moment("2 00:00")


def test_who_says_up_to_when_the_mailbox_is_read_has_not_been_down() -> None:
    with spring() as table:
        table.tick_to("1 20:00")
        assert tick(table.desk, moment("4 09:00"), is_read=True) > 0
        assert table.mails("Max", "outage") == []
        assert table.state().nday > 1


def test_letters_meanwhile_are_filed_and_answered(table: Table) -> None:
    table.write("Ann", "move e\nstatus", "4 09:30")
    assert "recorded; the moderator is deciding about the outage" in table.last("Ann", "receipt").text
    assert table.letter().status == "waiting"
    assert "count" not in table.last("Ann", "receipt").text  # no deadline that is past is named


def test_a_letter_of_the_time_before_still_counts_for_its_nday(table: Table) -> None:
    table.write("Bob", "move n", "1 21:00", now="4 09:30")
    assert table.state().declared == {"Ann": "move n", "Bob": "move n"}
    moderate(table, "outage close")
    assert table.state().history[0].actions == {"Ann": "move n", "Bob": "move n"}


def test_outage_close_closes_the_first_missed_midnight_only(table: Table) -> None:
    table.write("Bob", "move e", "4 09:30")
    receipts = len(table.mails("Bob", "receipt"))
    assert moderate(table, "outage close") == "done"
    state = table.state()
    assert (state.nday, state.turned, table.row().due) == (2, moment("2 00:00"), moment("5 00:00"))
    assert state.history[0].actions == {"Ann": "move n"}
    assert len(table.mails("Ann", "turn")) == 1
    table.tick_to("4 10:01")
    assert table.state().declared == {"Bob": "move e"}
    assert table.letters("waiting") == ()
    assert len(table.mails("Bob", "receipt")) == receipts  # it was answered already
    table.tick_to("5 00:01")
    assert table.state().nday == 3


def test_outage_skip_closes_nothing_and_keeps_what_was_sent(table: Table) -> None:
    table.write("Bob", "move e", "4 09:30")
    moderate(table, "outage skip")
    assert (table.state().nday, table.row().due) == (1, moment("5 00:00"))
    table.tick_to("4 10:01")
    assert table.state().declared == {"Ann": "move n", "Bob": "move e"}


def test_unanswered_for_a_day_the_first_missed_midnight_is_closed(table: Table) -> None:
    for hour in range(10, 24):
        table.tick_to(f"4 {hour}:00")
    assert table.state().nday == 1
    table.tick_to("5 08:59")
    assert table.state().nday == 1
    table.tick_to("5 09:00")
    state = table.state()
    assert (state.nday, state.turned) == (2, moment("2 00:00"))
    assert table.row().due == moment("6 00:00")
    assert table.row().asked is None


def test_a_second_declaration_in_an_outage_is_refused_when_it_comes_to_count(table: Table) -> None:
    table.write("Ann", "move e", "4 09:30")
    table.write("Ann", "move w", "4 09:40")
    moderate(table, "outage close")
    table.tick_to("4 10:01")
    assert table.state().declared == {"Ann": "move e"}
    assert "already" in table.last("Ann", "receipt").text


def test_the_moderator_is_not_asked_for_a_short_absence() -> None:
    with spring() as table:
        table.tick_to("1 20:00")
        table.read("2 01:30")
        assert table.tick("2 01:30") == 1
        assert not table.mails("Max", "outage")


def test_the_moderator_is_not_asked_if_no_deadline_was_missed() -> None:
    with spring() as table:
        table.tick_to("1 11:00")
        table.tick("1 20:00")
        table.tick_to("2 00:01")
        assert table.state().nday == 2
        assert not table.mails("Max", "outage")


def test_a_decision_without_a_question_is_refused() -> None:
    with spring() as table:
        moderate(table, "outage close", "1 12:00")
        assert table.state().nday == 1
        assert "No deadline" in table.last("Max").text


@pytest.mark.parametrize("choice", ["close", "skip"])
def test_where_everything_is_confirmed_a_decision_is_too(table: Table, choice: str) -> None:
    strict = replace(table.desk, policy=replace(table.desk.policy, moderate_confirm="always"))
    careful = replace(table, desk=strict)
    assert moderate(careful, f"outage {choice}") == "held"
    assert careful.row().asked is not None
    careful.answer(careful.last("Max", "confirm"), "confirm", "4 10:30")
    assert careful.row().asked is None
    assert careful.state().nday == (2 if choice == "close" else 1)


def test_a_player_who_resigns_in_an_outage_leaves_after_the_decision(table: Table) -> None:
    table.write("Ann", "resign", "4 09:30")
    table.answer(table.last("Ann", "confirm"), "confirm", "4 09:40")
    assert table.match().gone == frozenset()
    moderate(table, "outage close")
    table.tick_to("4 10:01")
    kinds = [entry.kind for entry in table.log()]
    assert kinds.index("closed") < kinds.index("resigned")


def test_several_matches_are_each_asked_about_and_decided(table: Table) -> None:
    table.write(
        "Max", 'open paprika "Two"\nseat Cid cid@example.net\nseat Dee dee@example.net\nstart', "4 09:30"
    )
    assert table.row("m2").asked is None
    moderate(table, "outage close")
    table.tick_to("5 00:01")
    assert table.state("m2").nday == 2


@pytest.mark.parametrize("choice", ["close", "skip"])
def test_the_table_is_told_what_was_decided(table: Table, choice: str) -> None:
    moderate(table, f"outage {choice}")
    mail = table.last("Bob", "override")
    assert "are skipped" in mail.text
    assert "no. 1" in mail.subject
    assert len(table.mails("Bob", "turn")) == (choice == "close")


def test_the_table_is_told_that_the_referee_decided(table: Table) -> None:
    table.tick_to("5 09:00")
    assert "are skipped" in table.last("Bob", "override").text
