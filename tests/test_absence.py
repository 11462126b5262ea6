"""Being away, and letters from known addresses only."""

from collections.abc import Iterator
from datetime import date

import pytest

from referee.app.absence import read_absence, read_day
from referee.errors import OrderError
from tests.table import Table, moment, spring

NOON = "1 12:00"
DUE = "2 00:00"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob with reminders six hours before each Turn."""
    with spring(options="reminders = on", time={"outage": "0s"}) as running:
        yield running


def reminded(table: Table) -> list[str]:
    return [mail.to.partition("@")[0] for mail in table.mails(kind="reminder")]


def said(table: Table, to: str) -> str:
    return " ".join(table.last(to, "receipt").text.split())


def test_who_is_absent_gets_no_reminders_and_the_others_do(table: Table) -> None:
    table.write("Ann", "absent from 2026-12-01 to 2026-12-02", NOON)
    assert "From 2026-12-01 to 2026-12-02 no reminders are sent to you." in said(table, "Ann")
    table.tick_to("1 18:00")
    assert reminded(table) == ["bob"]


def test_deadlines_stay_when_somebody_is_absent(table: Table) -> None:
    table.write("Ann", "absent from 2026-12-01 to 2026-12-10", NOON)
    assert table.row().due == moment(DUE)
    assert table.tick_to("2 00:01") == 1


def test_after_the_last_day_reminders_come_again(table: Table) -> None:
    table.write("Ann", "absent from 2026-12-01 to 2026-12-02", NOON)
    for at in ("1 18:00", "2 00:01", "2 18:00", "3 00:01", "3 18:00"):
        table.tick_to(at)
    assert reminded(table) == ["bob", "bob", "ann", "bob"]


def test_an_absence_counts_in_the_writers_own_days(table: Table) -> None:
    table.write("Ann", "timezone Pacific/Auckland\nabsent from 2026-12-03 to 2026-12-03", NOON)
    for at in ("1 18:00", "2 00:01", "2 18:00", "3 00:01", "3 18:00"):
        table.tick_to(at)
    assert reminded(table) == ["ann", "bob", "bob", "ann", "bob"]  # 2 December, 18:00 UTC is the 3rd there


def test_absent_off_ends_it(table: Table) -> None:
    table.write("Ann", "absent from 2026-12-01 to 2026-12-10", NOON)
    table.write("Ann", "absent off", NOON)
    assert "You are back" in said(table, "Ann")
    table.tick_to("1 18:00")
    assert reminded(table) == ["ann", "bob"]


def test_a_preview_makes_nobody_absent(table: Table) -> None:
    table.write("Ann", "preview\nabsent from 2026-12-01 to 2026-12-10", NOON)
    table.tick_to("1 18:00")
    assert reminded(table) == ["ann", "bob"]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24 december", date(2026, 12, 24)),
        ("24. dec.", date(2026, 12, 24)),
        ("december 24th 2027", date(2027, 12, 24)),
        ("3 january", date(2027, 1, 3)),
        ("1 december", date(2026, 12, 1)),
    ],
)
def test_days_may_be_written_as_people_write_them(written: str, day: date) -> None:
    assert read_day(tuple(written.split()), date(2026, 12, 1)) == day


@pytest.mark.parametrize(
    "written",
    [
        "",
        "from",
        "from today to tomorrow",
        "from 2026-12-24",
        "from 2026-13-24 to 2026-12-25",
        "from 24 to 25 december",
        "from 30 february to 1 march",
        "from 24 ju to 25 july",
        "from 2026-12-24 to 2026-12-20",
        "from 2025-12-24 to 2025-12-26",
        "from 2026-12-24 to 2028-12-26",
        "from 24 december 99999 to 26 december",
        "friends are missed",
    ],
)
def test_what_is_no_absence_is_refused_in_a_sentence(written: str) -> None:
    with pytest.raises(OrderError, match=r"\.$"):
        read_absence(tuple(written.split()), moment(NOON), "UTC")


def test_addresses_only_keeps_letters_from_elsewhere_unasked(table: Table) -> None:
    elsewhere, to = "ann@work.example.com", table.seat_address("Ann")
    table.write("Ann", "addresses only on", NOON)
    assert "Not done yet" in said(table, "Ann")
    table.answer(table.last("Ann", "confirm"), "confirm", NOON)
    asked = len(table.mails("Ann", "confirm"))
    assert table.write(elsewhere, "move n", "1 13:00", to=to) == "held"
    assert len(table.mails("Ann", "confirm")) == asked
    assert table.write("Ann", "move n", "1 14:00", to=to) == "done"


def test_addresses_only_off_asks_again(table: Table) -> None:
    elsewhere, to = "ann@work.example.com", table.seat_address("Ann")
    for switch in ("on", "off"):
        table.write("Ann", f"addresses only {switch}", NOON)
        table.answer(table.last("Ann", "confirm"), "confirm", NOON)
    table.write(elsewhere, "move n", "1 13:00", to=to)
    assert "ann@work.example.com" in table.last("Ann", "confirm").text
