"""Loops and floods end: what is above the limits is held, with one notice."""

from collections.abc import Iterator

import pytest

from referee.mail.letter import LetterReading
from tests.table import REFEREE, Table, begin, open_table, settings_with, spring

NOON = "1 12:00"
OPERATOR = "operator@example.org"


@pytest.fixture
def table() -> Iterator[Table]:
    with spring() as running:
        yield running


def said(table: Table, to: str) -> str:
    return " ".join(table.last(to).text.split())


def test_a_program_that_answers_every_receipt_with_the_same_words_is_answered_no_more(table: Table) -> None:
    for minute in range(10):
        table.answer(table.last("Ann"), "Thank you for your message!", f"1 12:{minute:02}")
    assert len(table.mails("Ann", "receipt")) == 3
    assert table.letter().note == "the same words again, not answered"


def test_orders_are_answered_however_often_they_are_written(table: Table) -> None:
    for minute in range(5):
        table.write("Ann", "status", f"1 12:{minute:02}")
    assert len(table.mails("Ann", "receipt")) == 5


def test_the_same_words_are_answered_again_on_another_day() -> None:
    with spring(time={"outage": "0s"}) as table:
        begin(table, "Cid", "Dee")
        for minute in range(5):
            table.write("Cid", "Hello there!", f"1 12:{minute:02}", subject="[m2]")
        table.tick_to("2 12:00")
        table.write("Cid", "Hello there!", "2 13:00", subject="[m2]")
        assert len(table.mails("Cid", "receipt")) == 4


def test_unproven_letters_are_asked_about_so_many_in_an_hour_and_no_more() -> None:
    with spring("Ann", "Bob", "Cid", "Dee", limits={"unproven_per_hour": 2}) as table:
        for name in ("Ann", "Bob", "Cid", "Dee"):
            assert table.write(name, "move n", NOON, vouched=False) == "held"
        assert [mail.to[:3] for mail in table.mails(kind="confirm")] == ["ann", "bob"]
        (told,) = table.mails(OPERATOR)
        assert "more than 2 letters in an hour that nobody vouches for" in " ".join(told.text.split())
        assert table.write("Cid", "move n", "1 12:30", to=table.seat_address("Cid"), vouched=False) == "done"
        table.write("Dee", "move s", "1 13:01", vouched=False)
        assert table.mails(kind="confirm")[-1].to == "dee@example.net"


def test_questions_to_strangers_share_the_answers_of_a_day() -> None:
    with open_table(limits={"strangers_per_day": 2}) as table:
        table.write("Max", 'open paprika "Summer"', "1 10:00")
        for name in ("Ann", "Bob", "Cid"):
            table.write(name, "join m1", "1 11:00", vouched=False)
        assert [mail.to[:3] for mail in table.mails(kind="confirm")] == ["ann", "bob"]
        assert table.letter().note == "too many strangers today"
        table.write("Dee", "hello", NOON)
        assert table.mails("Dee") == []


def test_limits_are_off_in_simulations_unless_set() -> None:
    settings = settings_with().limits
    assert settings.unproven_per_hour == 60
    assert settings.only_set().unproven_per_hour == 0


@pytest.mark.parametrize(
    "sender",
    [
        "referee@example.org",
        "referee+m1.k3fq7dxw2mhrnb5a@example.org",
        "REFEREE+m.k3fq7dxw2mhrnb5a@Example.org",
    ],
)
def test_what_the_referee_seems_to_have_written_itself_has_no_effect(sender: str) -> None:
    raw = f"From: {sender}\r\nTo: {REFEREE}\r\n\r\nhelp\r\n".encode()
    assert LetterReading(REFEREE)(raw).machine == "loop"


@pytest.mark.parametrize(
    "address", ["referee@example.org", "referee+m1@example.org", "Referee+m1.x@example.org"]
)
def test_the_referee_s_own_address_plays_nothing(address: str) -> None:
    with open_table() as table:
        table.write("Max", f'open paprika "Summer"\nseat Eve {address}', "1 10:00")
        assert "That is the referee's own address." in said(table, "Max")


@pytest.mark.parametrize(
    "address", ["referee2@example.org", "referee+m1@example.net", "the.referee@example.org"]
)
def test_others_at_the_same_host_may_play(address: str) -> None:
    with open_table() as table:
        table.write("Max", f'open paprika "Summer"\nseat Eve {address}', "1 10:00")
        assert "Eve has a seat" in said(table, "Max")


def test_an_address_that_wants_no_mail_is_given_no_seat() -> None:
    with open_table() as table:
        table.write("Eve", "never", "1 09:00")
        table.write("Max", 'open paprika "Summer"\nseat Eve eve@example.net', "1 10:00")
        assert "eve@example.net wants no mail from here." in said(table, "Max")
        assert table.mails("Eve") == []


def test_a_receipt_repeats_no_more_of_a_letter_than_it_is_known_by() -> None:
    with spring(limits={"lines": 0}) as table:
        table.write("Ann", "x" * 100_000 + "\n" + "hello there friend\n" * 500, NOON)
        told = table.last("Ann", "receipt")
        assert len(told.raw) < 20_000
        assert "There were 461 more such lines." in told.text


def test_what_waits_in_the_outbox_names_its_match() -> None:
    with spring() as table, table.desk.books() as book:
        assert {mail["match"] for mail in book.unsent()} == {"m1"}
