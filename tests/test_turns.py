"""Deadlines: closed at their time, after the mail that arrived before them, once, whoever runs when."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table import Table, address_of, moment, open_table, spring

ROOT = Path(__file__).parents[1]


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob whose first Turn is on the 2nd at midnight."""
    with spring() as running:
        yield running


def outcome(table: Table) -> list[tuple[str, bytes]]:
    """Everything that was mailed to anybody, in each one's order."""
    return sorted(((mail.to, mail.raw) for mail in table.mails()), key=lambda pair: pair[0])


# settle and grace


def test_a_deadline_waits_until_the_mailbox_was_read_after_it(table: Table) -> None:
    table.tick_to("1 23:59:59")
    assert table.tick("2 00:00") == 0
    assert table.tick_to("2 00:00:30") == 0
    assert table.tick_to("2 00:01") == 1
    assert table.tick_to("2 00:02") == 0


def test_it_is_closed_at_the_deadline_however_late_it_is(table: Table) -> None:
    table.tick_to("2 03:17")
    assert table.log()[-1].at == moment("2 00:00")
    assert [mail.posted_at for mail in table.mails(kind="turn")] == [moment("2 00:00")] * 2
    assert table.row().due == moment("3 00:00")
    assert "Wed, 02 Dec 2026 00:00:00" in str(table.last("Ann", "turn").message["Date"])


def test_with_the_server_out_of_reach_it_is_closed_after_the_grace_and_the_moderator_is_told(
    table: Table,
) -> None:
    table.tick_to("1 23:59")
    for minute in range(30):
        assert table.tick(f"2 00:{minute:02}") == 0
    assert table.tick("2 00:30") == 1
    assert "could not be read" in table.last("Max", "alert").text


def test_starting_up_after_an_hour_the_mailbox_is_read_first(table: Table) -> None:
    table.tick_to("1 23:30")
    assert table.tick("2 00:40") == 0  # up again: the grace counts from now
    table.write("Ann", "move n", "1 23:50", now="2 00:41")
    table.write("Bob", "move n", "2 00:10", now="2 00:41")
    table.read("2 00:42")
    assert table.tick("2 00:42") == 1
    state = table.state()
    assert state.history[0].actions == {"Ann": "move n"}
    assert state.declared == {"Bob": "move n"}


def test_a_referee_that_is_up_again_does_not_wait_for_a_dead_server_for_ever(table: Table) -> None:
    table.tick_to("1 23:30")
    closed = [table.tick(f"2 0{hour}:{minute:02}") for hour in (1, 2) for minute in range(60)]
    assert closed.index(1) == 30
    assert sum(closed) == 1


def test_reading_the_mailbox_clock_back_does_not_close_early(table: Table) -> None:
    table.read("2 00:05")
    assert table.tick("1 23:59") == 0
    assert table.state().nday == 1


# letters of both ndays


def test_letters_of_both_ndays_that_wait_in_the_mailbox_count_for_their_own(table: Table) -> None:
    table.tick_to("1 23:00")
    table.write("Bob", "move e", "2 00:00:00", now="2 00:00:50")
    table.write("Ann", "move n", "1 23:59:59", now="2 00:00:50")
    table.write("Ann", "move w", "2 00:00:30", now="2 00:00:50")
    assert table.tick_to("2 00:01") == 1
    state = table.state()
    assert state.history[0].actions == {"Ann": "move n"}
    assert state.declared == {"Bob": "move e", "Ann": "move w"}
    assert [m.kind for m in table.mails("Ann")][-3:] == ["mail/receipt", "paprika/turn", "mail/receipt"]


def test_a_letter_that_waited_is_answered_with_its_own_time(table: Table) -> None:
    assert table.write("Ann", "move n", "2 00:00:20") == "waiting"
    assert not table.mails("Ann", "receipt")
    table.tick_to("2 00:01")
    receipt = table.last("Ann", "receipt")
    assert receipt.posted_at == moment("2 00:00:20")
    assert "recorded for nday 2" in receipt.text


def test_a_letter_never_hastens_a_close(table: Table) -> None:
    table.write("Ann", "move n", "2 09:00")
    assert table.state().nday == 1


def test_letters_for_two_deadlines_wait_for_theirs(table: Table) -> None:
    table.tick_to("1 23:59")
    table.write("Ann", "move n", "2 00:10", now="3 00:02")
    table.write("Bob", "move n", "3 00:01", now="3 00:02")
    table.tick_to("3 00:03")
    state = table.state()
    assert state.nday == 3
    assert [nday.actions for nday in state.history] == [{}, {"Ann": "move n"}]
    assert state.declared == {"Bob": "move n"}


def test_too_late_is_too_late(table: Table) -> None:
    table.tick_to("2 00:01")
    table.write("Ann", "move n\nstatus", "1 23:59", now="2 00:02")
    assert table.state().declared == {}
    text = table.last("Ann", "receipt").text
    assert "too late" in text
    assert "nday 2" in text.lower()  # the question is answered
    assert "Ann" in table.last("Max", "alert").text
    assert not [mail for mail in table.mails("Bob") if mail.kind == "mail/alert"]


def test_an_answer_to_the_display_before_is_sent_back_for_six_hours(table: Table) -> None:
    start = table.last("Ann", "start")
    table.tick_to("2 00:01")
    table.answer(start, "move n", "2 05:59")
    assert table.state().declared == {}
    assert "that was written for nday 1; say it again for nday 2" in table.last("Ann").text
    table.answer(start, "move n", "2 06:01")
    assert table.state().declared == {"Ann": "move n"}


def test_an_order_may_name_its_nday(table: Table) -> None:
    table.write("Ann", "nday 2: move n", "1 12:00")
    assert table.state().declared == {}
    table.tick_to("2 00:01")
    table.answer(table.mails("Ann", "start")[0], "nday 2: move n", "2 01:00")
    assert table.state().declared == {"Ann": "move n"}


# the clock


def test_a_letter_from_the_future_is_dated_now(table: Table) -> None:
    assert table.write("Ann", "move n", "3 12:00", now="1 12:00") == "done"
    assert table.log()[-1].at == moment("1 12:00")


def test_a_letter_from_long_ago_is_dated_a_week_before_the_last_reading(table: Table) -> None:
    table.read("1 12:00")
    table.write("Ann", "status", moment("1 12:00").replace(month=1), now="1 12:01")
    assert table.letter().received_at == moment("1 12:00").replace(month=11, day=24)


def test_a_clock_that_goes_back_makes_no_turn_twice(table: Table) -> None:
    table.tick_to("2 00:01")
    before = table.log()
    for at in ("1 23:58", "1 23:59", "2 00:00", "2 00:01", "2 00:02"):
        assert table.tick_to(at) == 0
    assert table.log() == before


def test_a_clock_that_jumps_ahead_by_days_and_comes_back_stops_nothing(table: Table) -> None:
    table.tick_to("1 12:00")
    table.write("Ann", "move n", "1 12:01")
    table.tick_to("2 00:01")
    table.tick("9 12:00")
    table.tick("2 00:03")
    assert table.state().nday == 2
    table.write("Ann", "move n", "2 12:00")
    assert table.state().declared == {"Ann": "move n"}


# twice at once


def _ticker(file: Path, at: str) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path\n"
        "from tests.table import joined\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "with joined(Path(sys.argv[1])) as table: print(table.tick(sys.argv[2]))\n"
    )
    command = [sys.executable, "-c", code, str(file), at]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _played(file: Path, processes: int) -> list[tuple[str, bytes]]:
    """Three matches with letters of both ndays, whose Turns that many processes make at once."""
    with open_table(file) as table:
        for number, names in enumerate((("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Dee")), start=1):
            seats = "\n".join(f"seat {name} {address_of(name)}" for name in names)
            table.write("Max", f'open paprika "{number}"\n{seats}\nstart', "1 10:00")
            for name in names:
                to = table.seat_address(name, f"m{number}")
                table.write(name, "move n", "1 11:00", to=to)
                table.write(name, "move e", "2 00:00:30", to=to)
        table.read("2 00:01")
        tickers = [_ticker(file, "2 00:01") for _ in range(processes)]
        for ticker in tickers:
            assert ticker.stdout is not None
            assert ticker.stdout.readline() == b"ready\n"
        closed = [int(ticker.communicate(b"\n")[0]) for ticker in tickers]
        assert sum(closed) == 3
        assert table.letters("waiting") == ()
        assert [entry.kind for entry in table.log()][-3:] == ["closed", "declared", "declared"]
        return outcome(table)


def test_run_in_several_processes_at_once_the_result_is_the_same_once(tmp_path: Path) -> None:
    alone = _played(tmp_path / "one.db", 1)
    together = _played(tmp_path / "three.db", 3)
    assert {to for to, _ in alone} == {to for to, _ in together}
    for to in {to for to, _ in alone}:
        mine, theirs = ([raw for reader, raw in told if reader == to] for told in (alone, together))
        assert sorted(mine) == sorted(theirs)


# reminders


def test_reminders_go_to_who_has_not_declared_once() -> None:
    with spring("Ann", "Bob", "Cid", options="reminders = on") as table:
        table.write("Bob", "move n", "1 12:00")
        assert table.tick_to("1 17:59") == 0
        assert not table.mails(kind="reminder")
        table.tick_to("1 18:00")
        table.tick_to("1 18:01")
        table.write("Ann", "move n", "1 18:02")
        table.tick_to("1 18:03")
        assert [m.to for m in table.mails(kind="reminder")] == ["ann@example.net", "cid@example.net"]
        assert {m.posted_at for m in table.mails(kind="reminder")} == {moment("1 18:00")}


def test_a_match_that_is_paused_reminds_nobody() -> None:
    with spring(options="reminders = on") as table:
        table.write("Max", "moderate m1\npause because of a holiday", "1 12:00")
        table.tick_to("1 18:00")
        assert not table.mails(kind="reminder")
