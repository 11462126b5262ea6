"""The books: one transaction, rolled back unless committed; numbers are locks; order is kept."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from referee.app.sitting import sit_down
from referee.errors import ConfigError, TakenAlready
from referee.store.books import open_engine
from referee.store.copies import copy_from, copy_to
from referee.store.tables import matches
from referee.store.upgrade import upgrade, version
from tests.table import Table, joined, moment, open_table, spring

NOON = moment("1 12:00")


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob."""
    with spring() as running:
        yield running


def test_nothing_stays_of_a_book_that_was_not_committed(table: Table) -> None:
    before = table.log()
    with table.desk.books() as book:
        row = book.match_row("m1")
        assert row is not None
        sitting = sit_down(book, row, table.desk.games["paprika"])
        sitting.take("overridden", NOON, "Max", "pause", "a test", {"verb": "pause", "rest": ""})
        sitting.save(book)
        book.post("<x@y>", "ann@example.net", b"x", NOON, "mail/alert")
    assert table.log() == before
    assert not [mail for mail in table.mails() if mail.raw == b"x"]


def test_nothing_stays_of_a_book_that_failed(table: Table) -> None:
    with pytest.raises(ZeroDivisionError), table.desk.books() as book:  # noqa: PT012
        book.post("<x@y>", "ann@example.net", b"x", NOON, "mail/alert")
        raise ZeroDivisionError
    assert not [mail for mail in table.mails() if mail.raw == b"x"]


def test_a_trial_takes_back_its_part_only(table: Table) -> None:
    with table.desk.books() as book:
        book.post("<kept@y>", "ann@example.net", b"kept", NOON, "mail/alert")
        with book.trial() as take_back:
            book.post("<tried@y>", "ann@example.net", b"tried", NOON, "mail/alert")
            take_back()
        book.commit()
    assert [mail.raw for mail in table.mails()][-1] == b"kept"


def test_an_entry_that_is_there_is_not_written_again(table: Table) -> None:
    with table.desk.books() as book:
        row = book.match_row("m1")
        assert row is not None
        sitting = sit_down(book, row, table.desk.games["paprika"])
        stale = replace(sitting, number=sitting.number - 1)
        stale.take("closed", NOON)
        with pytest.raises(TakenAlready):
            stale.save(book)


def test_a_message_id_is_posted_once(table: Table) -> None:
    with table.desk.books() as book:
        book.post("<x@y>", "ann@example.net", b"x", NOON, "mail/alert")
        with pytest.raises(IntegrityError):
            book.post("<x@y>", "ann@example.net", b"x", NOON, "mail/alert")


def test_two_writers_take_turns(tmp_path: Path) -> None:
    file = tmp_path / "referee.db"
    with open_table(file) as table, joined(file) as other:
        waited: list[str] = []

        def write() -> None:
            with other.desk.books() as book:
                book.beat("other", NOON)
                waited.append("in")
                book.commit()

        with table.desk.books() as book:
            book.last_beat("one")
            thread = threading.Thread(target=write)
            thread.start()
            thread.join(0.2)
            assert waited == []
            book.beat("one", NOON)
            book.commit()
        thread.join(20)
        assert waited == ["in"]


def test_moments_come_back_to_the_microsecond_and_in_utc(table: Table) -> None:
    at = NOON.replace(microsecond=123456)
    with table.desk.books() as book:
        book.beat("x", at.astimezone(UTC))
        assert book.last_beat("x") == at


# the outbox


def parcels(table: Table, at: str, limit: int = 50) -> list[bytes]:
    """Claims what is ready."""
    with table.desk.books() as book:
        claimed = book.claim_parcels(moment(at), limit)
        book.commit()
        return [parcel.raw for parcel in claimed]


def test_parcels_are_claimed_in_the_order_posted_and_once(table: Table) -> None:
    posted = [mail.raw for mail in table.mails()]
    assert parcels(table, "1 12:00", 2) == posted[:2]
    assert parcels(table, "1 12:00") == posted[2:]
    assert parcels(table, "1 12:00") == []


def test_what_was_claimed_and_never_sent_is_ready_again_after_ten_minutes(table: Table) -> None:
    posted = parcels(table, "1 12:00")
    assert parcels(table, "1 12:09") == []
    assert parcels(table, "1 12:10") == posted


def test_a_parcel_is_not_sent_before_it_was_posted(table: Table) -> None:
    assert parcels(table, "1 09:59") == []


def test_what_was_sent_or_refused_is_never_claimed_again(table: Table) -> None:
    with table.desk.books() as book:
        first, second, *_ = book.claim_parcels(NOON)
        book.note_sent(first.id, NOON)
        book.note_failed(second.id, NOON, "550 no such user")
        book.commit()
    again = parcels(table, "3 12:00")
    assert first.raw not in again
    assert second.raw not in again
    with table.desk.books() as book:
        assert [row["error"] for row in book.unsent()][:1] == ["550 no such user"]


def test_what_was_put_off_waits_and_keeps_count(table: Table) -> None:
    with table.desk.books() as book:
        first = book.claim_parcels(NOON, 1)[0]
        book.note_deferred(first.id, NOON + timedelta(hours=1), "451 later")
        book.commit()
    assert first.raw not in parcels(table, "1 12:30")
    with table.desk.books() as book:
        again = book.claim_parcels(NOON + timedelta(hours=1), 1)
        assert [(parcel.raw, parcel.tries) for parcel in again] == [(first.raw, 1)]


# matches


def test_a_match_is_loaded_as_it_was_recorded(table: Table) -> None:
    table.write("Ann", "move n", "1 11:00")
    with table.desk.books() as book:
        row = book.match_row("m1")
        assert row is not None
        match = book.load_match(row, table.desk.games["paprika"])
        book.record(match, ())
        again = book.match_row("m1")
        assert again is not None
        assert book.load_match(again, table.desk.games["paprika"]) == match


@pytest.mark.parametrize(
    ("taken", "standing"),
    [
        (("overridden", "Max", "pause", "a test", {"verb": "pause", "rest": ""}), ("paused", frozenset(), 1)),
        (("resigned", "Bob"), ("running", frozenset({"Bob"}), 0)),
    ],
)
def test_how_a_match_stands_is_told_once_it_does_not_just_run(
    table: Table, taken: tuple[Any, ...], standing: tuple[str, frozenset[str], int]
) -> None:
    with table.desk.books() as book:
        row = book.match_row("m1")
        assert row is not None
        assert book.standings(["m1"]) == {}
        sitting = sit_down(book, row, table.desk.games["paprika"])
        sitting.take(taken[0], NOON, *taken[1:])
        sitting.save(book)
        assert book.standings(["m1", "m2"]) == {"m1": standing}


def test_tokens_stand_for_the_seats_of_the_matches_asked_of(table: Table) -> None:
    seated = {table.token("Ann"), table.token("Bob")}
    with table.desk.books() as book:
        assert book.seat_tokens(["m1"]) == seated
        assert book.seat_tokens(["m2"]) == set()


def test_a_reminder_belongs_to_a_deadline() -> None:
    with spring(options="reminders = on") as table:
        query = select(matches.c.reminder)

        def reminder() -> object:
            with table.engine.connect() as connection:
                return connection.execute(query).scalar_one()

        assert reminder() == moment("1 18:00")
        table.tick_to("1 18:00")
        assert reminder() is None
        table.write("Ann", "move n", "1 18:01")
        assert reminder() is None
        table.tick_to("2 00:01")
        assert reminder() == moment("2 18:00")


def test_a_person_is_found_by_any_address_in_any_case(table: Table) -> None:
    with table.desk.books() as book:
        ann = book.person_at("ANN@example.net")
        assert ann is not None
        book.add_address(ann.id, "Ann@Work.example.com")
        assert book.person_at("ann@work.example.com") == ann
        with pytest.raises(IntegrityError):
            book.add_address(ann.id, "bob@example.net")


# copies, erasure, upgrades


def test_a_backup_is_a_whole_database_and_can_be_put_back(table: Table, tmp_path: Path) -> None:
    url, copy = f"sqlite:///{table.file}", tmp_path / "copy.db"
    table.write("Ann", "move n", "1 11:00")
    log = table.log()
    copy_to(url, copy)
    table.write("Bob", "move n", "1 11:30")
    with pytest.raises(ConfigError, match="there already"):
        copy_to(url, copy)
    with pytest.raises(ConfigError, match="--force"):
        copy_from(url, copy)
    table.engine.dispose()
    copy_from(url, copy, force=True)
    assert table.reopened().log() == log


def test_what_is_no_backup_is_not_put_back(table: Table, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"hello")
    with pytest.raises(ConfigError, match="no backup"):
        copy_from(f"sqlite:///{table.file}", tmp_path / "x.db", force=True)
    assert table.log()


def test_who_is_erased_leaves_the_log_and_nothing_else(table: Table) -> None:
    table.write("Ann", "move n\nHello from Ann", "1 11:00")
    log = table.log()
    with table.desk.books() as book:
        assert book.erase("ann@example.net") > 2
        book.commit()
    assert table.log() == log
    assert not table.mails("Ann")
    assert {filed.sender for filed in table.letters()} == {"max@example.org", None}
    assert b"Hello from Ann" not in b"".join(filed.raw for filed in table.letters())
    with table.desk.books() as book:
        assert book.person_at("ann@example.net") is None
    assert table.tick_to("2 00:01") == 1  # the match goes on


def test_a_new_database_is_brought_to_the_newest_tables(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'new.db'}")
    upgrade(engine)
    upgrade(engine)
    current, newest = version(engine)
    assert current == newest
    engine.dispose()


def test_an_sqlite_database_is_durable(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    engine.dispose()
