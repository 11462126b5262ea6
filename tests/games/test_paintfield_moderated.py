"""What a moderator may do to a match of Paintfield that is played by letter."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.games.paintfield.mail import by_letter, orders, receipt
from tests.moderator import confirm, order
from tests.table import Table, moment


@pytest.fixture(name="table")
def letters() -> Iterator[Table]:
    """Ann, Bob and Cid at the first leg of their match."""
    with by_letter() as table:
        yield table


@pytest.mark.parametrize("plan", ["E12 S6 W* N", "if blocked turn left; go to most bare in 6", "plan: E12"])
def test_a_moderator_sends_orders_for_a_seat_and_the_table_is_told_nothing_of_them(
    table: Table, plan: str
) -> None:
    table.new()
    order(table, f"as Ann: {plan} because she phoned")
    confirm(table, "1 12:10")
    assert list(orders(table)) == ["Ann"]
    for mail in table.new():
        if mail.to != "max@example.org":
            assert mail.kind == "mail/override"
            assert plan not in mail.text
            assert "she phoned" not in mail.text


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("as Ann: E12 X9 because she phoned", "'X9' is no step"),
        ("set score.won = 2 because I can", "a round follows from its log alone"),
    ],
)
def test_what_can_not_be_is_refused_to_a_moderator_with_its_reason(
    table: Table, command: str, reason: str
) -> None:
    order(table, command)
    assert reason in " ".join(table.last("Max", "receipt").text.split())


def test_a_leg_that_a_moderator_closes_is_confirmed_at_any_later_time(table: Table) -> None:
    table.answer(table.last("Ann", "leg"), "E12", "1 10:00")
    order(table, "close because of the holidays")
    confirm(table, "1 15:30")
    assert table.state().leg.at == 1
    assert table.row().due == moment("2 15:30")
    assert len(table.mails("Max", "confirm")) == 1


def test_a_preview_that_would_change_nothing_says_so(table: Table) -> None:
    table.answer(table.last("Ann", "leg"), "E12", "1 10:00")
    order(table, "as Ann: E12 because she telephoned")
    assert "No value of the match would change." in " ".join(table.last("Max", "confirm").text.split())


def test_a_preview_of_an_end_tells_what_there_is_no_more_and_no_lines_of_the_log(table: Table) -> None:
    order(table, "close because of the holidays")
    confirm(table, "1 13:00")
    order(table, "end won by Ann because Bob is ill", at="1 14:00")
    told = " ".join(table.last("Max", "confirm").text.split())
    assert "winners: – → Ann" in told
    assert "next deadline: 2026-12-02T13:00:00Z → –" in told
    assert '"turns"' not in told
    assert "None" not in told


def test_a_close_is_previewed_again_when_orders_came_in_meanwhile(table: Table) -> None:
    order(table, "close because of the holidays")
    question = table.last("Max", "confirm")
    table.answer(table.last("Ann", "leg"), "E12", "1 13:00")
    table.answer(question, "confirm", "1 14:00")
    assert table.state().leg.at == 0
    assert len(table.mails("Max", "confirm")) == 2
    table.answer(table.last("Max", "confirm"), "confirm", "1 16:00")
    assert table.state().leg.at == 1


def test_whom_a_moderator_lets_win_is_placed_first(table: Table) -> None:
    order(table, "end won by Cid because of the weather")
    confirm(table, "1 12:10")
    text = table.last("Ann", "result").text
    assert [line for line in text.splitlines() if line[1:2] == ":"] == ["1: Cid", "2: Ann", "2: Bob"]


def test_deadlines_are_moved_stopped_and_started_by_letter(table: Table) -> None:
    order(table, "extend 12h because of the holidays")
    assert table.row().due == moment("2 21:00")
    order(table, "pause because of the holidays", at="1 13:00")
    assert table.row().due is None
    receipt(table, "E12", "1 14:00")
    order(table, "resume because of the holidays", at="3 13:00")
    assert table.row().due == moment("3 13:00") + timedelta(hours=24)
    assert orders(table) == {"Ann": "E12"}


def test_a_leg_that_is_undone_is_open_again_with_its_orders(table: Table) -> None:
    table.answer(table.last("Ann", "leg"), "E12", "1 10:00")
    order(table, "close because of the holidays")
    confirm(table, "1 12:10")
    closed = next(entry.number for entry in table.log() if entry.kind == "closed")
    order(table, f"undo {closed} because it was too early", at="1 13:00")
    confirm(table, "1 13:10")
    assert (table.state().leg.at, orders(table)) == (0, {"Ann": "E12"})
    assert table.row().due == moment("2 09:00")
