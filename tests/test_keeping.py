"""The operator's commands on a database with matches in it: what they show, and what they do."""

import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import time_machine
from alembic import command

from referee.store.books import open_engine
from referee.store.upgrade import version
from tests.table import REFEREE, Table, begin, moment, open_table, spring
from tests.test_bad_letters import Faulty
from tests.test_cli import Done, run
from tests.test_migrations import alembic


def on(table: Table, folder: Path, *words: str) -> Done:
    """The command over the table's database."""
    lines = ["[mail]", f'address = "{REFEREE}"', "[database]", f'url = "sqlite:///{table.file}"']
    (folder / "referee.toml").write_text("\n".join(lines), "utf-8")
    return run(*words, folder=folder)


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob, in which Ann has declared."""
    with spring() as running:
        running.write("Ann", "move n", "1 12:00")
        yield running


def test_matches_are_listed_shown_and_their_logs_told(table: Table, tmp_path: Path) -> None:
    listed = on(table, tmp_path, "match", "list").stdout.splitlines()[-1].split()
    assert listed == ["m1", "paprika", "Spring", "running", "Ann,", "Bob", "2026-12-02T00:00:00Z"]
    shown = json.loads(on(table, tmp_path, "match", "show", "m1").stdout)
    assert set(shown["true"]["avatars"]) == {"Ann", "Bob"}
    log = on(table, tmp_path, "match", "log", "m1").stdout.splitlines()
    assert len(log) == 1 + len(table.log())
    assert log[-1].split() == [str(len(table.log())), "2026-12-01T12:00:00Z", "declared", "Ann", "move", "n"]


def test_a_tick_at_a_given_time_closes_what_is_due_then_once(table: Table, tmp_path: Path) -> None:
    table.tick_to("1 23:59")
    assert on(table, tmp_path, "tick", "--now", "2026-12-01T23:59:59Z").stdout == "0 deadlines closed.\n"
    assert on(table, tmp_path, "tick", "--now", "2026-12-02T00:02:00Z").stdout == "1 deadline closed.\n"
    assert on(table, tmp_path, "tick", "--now", "2026-12-02T00:02:00Z").stdout == "0 deadlines closed.\n"
    assert table.state().nday == 2
    assert len(table.mails(kind="turn")) == 2


def test_mails_that_wait_are_listed(table: Table, tmp_path: Path) -> None:
    told = on(table, tmp_path, "outbox").stdout.splitlines()
    assert len(told) == 1 + len(table.mails())
    assert told[-1].split()[1:5] == ["ann@example.net", "mail/receipt", "m1", "0"]


def test_a_mail_that_is_being_sent_is_in_hand(table: Table, tmp_path: Path) -> None:
    with table.desk.books() as book:
        (parcel,) = book.claim_parcels(moment("1 12:00"), limit=1)
        book.commit()
    with time_machine.travel(moment("1 12:01"), tick=False):
        told = on(table, tmp_path, "outbox").stdout.splitlines()[1:]
    assert [line.split()[0] for line in told if "in hand" in line] == [str(parcel.id)]


def test_a_letter_that_failed_is_listed_shown_and_tried_again(tmp_path: Path) -> None:
    with open_table(games={"paprika": Faulty("apply")}) as table:
        begin(table, "Ann", "Bob", options="columns = 5")
        table.write("Ann", "move n", "1 12:00", to=table.seat_address("Ann"))
        number = str(table.letter().id)
        (listed,) = on(table, tmp_path, "letters", "list", "--status", "quarantined").stdout.splitlines()[1:]
        assert listed.startswith(number)
        assert "KeyError" in listed
        shown = on(table, tmp_path, "letters", "show", number)
        assert "move n" in shown.stdout.splitlines()
        assert "Traceback" in shown.stderr
        with time_machine.travel(moment("1 13:00"), tick=False):
            assert on(table, tmp_path, "letters", "retry", number).stdout == f"letter {number}: done\n"
        assert table.state().declared == {"Ann": "move n"}


def test_letters_are_listed_by_a_status_that_there_is(table: Table, tmp_path: Path) -> None:
    assert "ann@example.net" in on(table, tmp_path, "letters", "list", "--status", "done").stdout
    assert "ann@example.net" not in on(table, tmp_path, "letters", "list", "--status", "held").stdout
    wrong = on(table, tmp_path, "letters", "list", "--status", "doen")
    assert (wrong.returncode, "there are new, waiting, held, done" in wrong.stderr) == (2, True)


def test_a_backup_brings_back_what_was_there(table: Table, tmp_path: Path) -> None:
    log = table.log()
    assert on(table, tmp_path, "backup", "copy.db").returncode == 0
    table.write("Bob", "move e", "1 13:00")
    table.engine.dispose()
    done = on(table, tmp_path, "restore", "copy.db", "--force")
    assert done.returncode == 0
    assert table.log() == log
    assert table.state().declared == {"Ann": "move n"}
    kept = Path(done.stdout.split("is kept in ")[1].split()[0].removesuffix("."))
    assert declarations(kept) == 2


def declarations(file: Path) -> int:
    """How many of them a database has."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT count(*) FROM entries WHERE kind = 'declared'"
        return int(connection.execute(query).fetchone()[0])


def test_a_database_that_is_in_use_is_not_replaced(table: Table, tmp_path: Path) -> None:
    assert on(table, tmp_path, "backup", "copy.db").returncode == 0
    with table.engine.connect():
        done = on(table, tmp_path, "restore", "copy.db", "--force")
        assert (done.returncode, "is in use: stop the referee first" in done.stderr) == (2, True)
    table.write("Bob", "move e", "1 13:00")
    assert table.state().declared == {"Ann": "move n", "Bob": "move e"}


def test_nobody_else_can_read_a_database_or_a_backup(tmp_path: Path) -> None:
    (tmp_path / "referee.toml").write_text(f'[mail]\naddress = "{REFEREE}"\n', "utf-8")
    assert run("db", "upgrade", folder=tmp_path).returncode == 0
    assert run("backup", "copy.db", folder=tmp_path).returncode == 0
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("*.db")}
    assert modes == {"referee.db": 0o600, "copy.db": 0o600}


def test_an_old_database_is_brought_up_by_whatever_opens_it(tmp_path: Path) -> None:
    with open_table() as table:
        table.file.unlink()
        engine = open_engine(f"sqlite:///{table.file}")
        with engine.connect() as connection:
            command.upgrade(alembic(connection), "0001")
            connection.commit()
        old = version(engine)
        engine.dispose()
        assert on(table, tmp_path, "match", "list").returncode == 0
        assert len(set(version(engine))) == 1
        assert version(engine) != old
        engine.dispose()
