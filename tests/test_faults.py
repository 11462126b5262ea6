"""Disk full, database locked, a clock that jumps: nothing is lost, nothing happens twice."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from referee.app.turns import tick
from referee.errors import BooksUnavailable
from referee.store.books import Books
from tests.table import Table, moment, spring

NOON = "1 12:00"
DUE = "2 00:00"


@pytest.fixture
def table() -> Iterator[Table]:
    with spring() as running:
        yield running


@contextmanager
def pragma(table: Table, name: str, value: int) -> Iterator[None]:
    """Every connection of the table has that setting."""

    def on_connect(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA {name}={value}")

    event.listen(table.engine, "connect", on_connect)
    table.engine.dispose()
    try:
        yield
    finally:
        event.remove(table.engine, "connect", on_connect)
        table.engine.dispose()


@contextmanager
def full_disk(table: Table) -> Iterator[None]:
    """The database can't grow by a page."""
    with closing(sqlite3.connect(table.file)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    with pragma(table, "max_page_count", pages):
        yield


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Somebody else is writing, and does not end."""
    with pragma(table, "busy_timeout", 10), closing(sqlite3.connect(table.file)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


TROUBLES = pytest.mark.parametrize(
    ("trouble", "said"), [(full_disk, "database or disk is full"), (locked, "database is locked")]
)
Trouble = Callable[[Table], Any]


@TROUBLES
def test_a_letter_that_can_t_be_filed_is_not_quarantined_and_comes_again(
    table: Table, trouble: Trouble, said: str
) -> None:
    before = (table.texts(), len(table.mails()))
    long = "move n\n\n" + "What a lovely dream this is, dear referee!\n" * 2000
    with trouble(table):
        for _ in range(3):
            with pytest.raises(BooksUnavailable, match=said):
                table.write("Ann", long, NOON)
            table.uid -= 1
    assert (table.texts(), len(table.mails())) == before
    assert table.write("Ann", long, NOON) == "done"
    assert table.texts()[-1] == "declared Ann: move n"
    assert len(table.letters("done")) == 2
    assert table.letters("quarantined") == ()


@TROUBLES
def test_a_deadline_that_can_t_be_closed_is_closed_later_and_pauses_no_match(
    table: Table, trouble: Trouble, said: str
) -> None:
    table.read("2 00:01")
    with trouble(table), pytest.raises(BooksUnavailable, match=said):
        tick_until_full(table)
    assert table.row().status == "running"
    table.tick("2 00:02")
    closed = [entry for entry in table.log() if entry.kind == "closed"]
    assert [entry.at for entry in closed] == [moment(DUE)]


def tick_until_full(table: Table) -> None:
    """A database that is full may have some pages left."""
    for _ in range(20):
        tick(table.desk, moment("2 00:01"))


def test_a_fault_of_ours_is_no_trouble_of_the_database(table: Table) -> None:
    with pytest.raises(OperationalError, match="no such table"), Books(table.engine)() as book:
        book.connection.exec_driver_sql("SELECT * FROM nowhere")


def leap(table: Table, at: str) -> int:
    """The clock shows that time now, and the mailbox is read; nothing has happened in between."""
    table.read(at)
    return table.tick(at)


def test_a_clock_that_leaps_ahead_over_a_deadline_asks_the_moderator(table: Table) -> None:
    leap(table, NOON)
    leap(table, "10 12:00")
    assert [entry.kind for entry in table.log() if entry.kind == "closed"] == []
    assert table.last("Max").kind == "mail/outage"
    table.write("Max", "moderate m1\noutage skip", "1 12:10")
    assert table.row().due == moment(DUE)
    table.write("Ann", "move n", "1 12:20")
    table.tick_to("1 18:00")
    assert table.tick_to("2 00:01") == 1
    assert "declared Ann: move n" in table.texts()


def test_a_clock_that_is_put_back_closes_each_deadline_once(table: Table) -> None:
    table.tick_to("1 20:00")
    table.write("Ann", "move n", "1 21:00")
    assert table.tick_to("2 00:01") == 1
    assert leap(table, "1 23:00") == 0
    assert leap(table, "2 00:01") == 0
    assert len([entry for entry in table.log() if entry.kind == "closed"]) == 1


def test_a_letter_from_the_future_counts_as_of_now(table: Table) -> None:
    table.write("Ann", "move n", "1 15:00", now="1 13:00")
    assert table.letter().received_at == moment("1 13:00")
    assert table.texts()[-1] == "declared Ann: move n"


def test_a_letter_that_was_long_on_its_way_keeps_a_time_of_last_week(table: Table) -> None:
    table.read(NOON)
    table.write("Ann", "status", "-20 12:00", now="1 13:00")
    assert table.letter().received_at == moment(NOON) - timedelta(days=7)


def test_an_outage_is_noticed_after_the_clock_was_put_back(table: Table) -> None:
    for at in ("1 20:00", "1 10:30", "2 03:00"):
        leap(table, at)
    assert table.last("Max").kind == "mail/outage"


def test_mails_that_were_put_off_by_a_wrong_clock_go_out_at_once(table: Table) -> None:
    with table.desk.books() as book:
        ahead = book.claim_parcels(moment("20 12:00"), limit=1000)
        for parcel in ahead:
            book.note_deferred(parcel.id, moment("20 12:01"), "451 later")
        book.commit()
    with table.desk.books() as book:
        assert [parcel.id for parcel in book.claim_parcels(moment(NOON), limit=1000)] == [p.id for p in ahead]
