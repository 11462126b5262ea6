"""A seat that was left is announced, joined by somebody else, and played on from there."""

from collections.abc import Iterator

import pytest

from tests.table import Table, spring

NOON = "1 12:00"
CID = "cid@example.net"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann, Bob and Dee, which Ann has left."""
    with spring("Ann", "Bob", "Dee") as running:
        running.write("Ann", "resign", "1 10:30")
        running.answer(running.last("Ann", "confirm"), "confirm", "1 10:30")
        assert "Ann" in running.match().gone
        running.new()
        yield running


def said(table: Table, to: str, kind: str = "") -> str:
    return " ".join(table.last(to, kind).text.split())


def wanted(table: Table) -> None:
    table.write("Max", "moderate m1\nwanted Ann", "1 11:00")


def joins(table: Table, words: str = "join m1 as Ann") -> None:
    """Cid asks for the seat and confirms it."""
    table.write("Cid", words, NOON)
    table.answer(table.last("Cid", "confirm"), "confirm", NOON)


def test_a_seat_that_was_left_can_t_be_joined_before_it_is_wanted(table: Table) -> None:
    table.write("Cid", "join m1 as Ann", NOON)
    assert "The match has started, so nobody can join it any more." in said(table, "Cid")


def test_only_a_seat_that_was_left_can_be_wanted(table: Table) -> None:
    table.write("Max", "moderate m1\nwanted Bob", "1 11:00")
    assert "Bob is played by somebody." in said(table, "Max")
    table.write("Max", "moderate m1\nwanted Eve", "1 11:00")
    assert "Nobody here is called" in said(table, "Max")


def test_a_wanted_seat_is_announced_to_the_table_and_to_who_asks(table: Table) -> None:
    wanted(table)
    words = "In m1 the seat of Ann was left; whoever joins plays on from there: join m1 as Ann"
    assert "The seat of Ann is vacant." in said(table, "Bob", "announce")
    table.write("Cid", "hello?", NOON)
    assert words in said(table, "Cid", "stranger")
    table.write("Bob", "matches", NOON)
    assert "join m1 as Ann" in said(table, "Bob", "receipt")


def test_who_joins_a_wanted_seat_plays_on_from_there(table: Table) -> None:
    wanted(table)
    joins(table)
    assert "You now play Ann" in table.last("Cid", "welcome").subject
    assert len(table.mails("Cid", "turn")) == 1
    assert "Ann is played by somebody else from now on" in said(table, "Bob", "override")
    assert "Ann has taken a seat" in said(table, "Max", "alert")
    table.write("Cid", "move n", "1 13:00")
    assert "declared Ann: move n" in table.texts()


def test_who_left_has_no_seat_any_more_once_somebody_has_joined(table: Table) -> None:
    old = table.seat_address("Ann")
    wanted(table)
    joins(table)
    table.write("Ann", "move n", "1 13:00", to=old)
    assert not any(text.startswith("declared") for text in table.texts())


def test_a_wanted_seat_is_taken_once(table: Table) -> None:
    wanted(table)
    joins(table)
    table.write("Eve", "join m1 as Ann", "1 13:00")
    assert "nobody can join it any more" in said(table, "Eve")


def test_another_name_is_told_which_seats_are_wanted(table: Table) -> None:
    wanted(table)
    table.write("Cid", "join m1", NOON)
    assert "Only a seat that was left can be taken: “join m1 as Ann”." in said(table, "Cid")


def test_who_plays_already_can_t_take_a_second_seat(table: Table) -> None:
    wanted(table)
    table.write("Bob", "join m1 as Ann", NOON)
    assert "this one has one already" in said(table, "Bob")


def test_a_replaced_seat_is_wanted_no_more(table: Table) -> None:
    wanted(table)
    table.write("Max", f"moderate m1\nreplace Ann with {CID} because she left", "1 11:30")
    table.answer(table.last("Max", "confirm"), "confirm", "1 11:30")
    table.write("Eve", "join m1 as Ann", NOON)
    assert "nobody can join it any more" in said(table, "Eve")


def test_a_match_with_a_seat_that_was_taken_over_folds_again(table: Table) -> None:
    wanted(table)
    joins(table)
    before = table.state()
    table.write("Cid", "move n", "1 13:00")
    number = table.log()[-1].number
    table.write("Max", f"moderate m1\nvoid {number} because it was a slip", "1 14:00")
    table.answer(table.last("Max", "confirm"), "confirm", "1 14:00")
    assert table.state() == before
