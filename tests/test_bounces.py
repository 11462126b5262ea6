"""Mails that come back: matched to the mail and its address, suspended after three, revived by a letter."""

from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from referee.cli import app
from referee.mail import mime
from referee.mail.letter import LetterReading
from tests.table import REFEREE, Mail, Table, address_of, moment, spring

BOUNCES = sorted((Path(__file__).parent / "bounces").glob("*.eml"))
READ = LetterReading(REFEREE)


@pytest.mark.parametrize("path", BOUNCES, ids=lambda path: path.stem)
def test_a_report_is_read_as_it_says(path: Path) -> None:
    raw = path.read_bytes()
    headers, letter = mime.split(raw).headers, READ(raw)
    assert letter.machine
    if not headers.all("x-expect-about"):
        assert letter.bounce is None
        return
    assert letter.bounce is not None
    assert letter.bounce.about[0] == headers.first("x-expect-about")
    assert ", ".join(sorted(letter.bounce.permanent)) == headers.first("x-expect-permanent")
    assert ", ".join(sorted(letter.bounce.temporary)) == headers.first("x-expect-temporary")


def test_what_a_person_writes_is_no_report() -> None:
    person = b"From: Ann <ann@example.net>\r\nTo: referee@example.org\r\nContent-Type: text/plain\r\n\r\n"
    raw = (Path(__file__).parent / "bounces" / "qmail.eml").read_bytes()
    letter = READ(person + raw.partition(b"\n\n")[2])
    assert letter.machine == ""
    assert letter.bounce is None


def test_a_report_nested_without_end_is_none() -> None:
    head = b"Return-Path: <>\r\nFrom: MAILER-DAEMON@example.net\r\n"
    inner = b"Message-ID: <abcdefghijklmnopqrstuvwxyz234567@example.org>\r\n"
    part = b"Content-Type: message/rfc822\r\n\r\n"
    assert READ(head + part * 3000 + inner).bounce is None


def returned(mail: Mail, at: str, action: str = "failed", to: str = "") -> bytes:
    """A mail system's report about that mail."""
    status = "4.4.1" if action == "delayed" else "5.1.1"
    head = mail.raw.partition(b"\r\n\r\n")[0].decode()
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\n"
        f"To: {REFEREE}\r\nDate: {format_datetime(moment(at))}\r\nAuto-Submitted: auto-replied\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n"
        f"Final-Recipient: rfc822; {to or mail.to}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n"
        f"--x\r\nContent-Type: text/rfc822-headers\r\n\r\n{head}\r\n\r\n--x--\r\n"
    ).encode()


def bounce(table: Table, name: str, at: str, count: int = 1, **how: str) -> None:
    """So many mails to that player are sent and come back."""
    table.tick_to(at)
    for _ in range(count):
        table.write("Max", f"moderate m1\nresend {name}", at)
        mail = table.last(name)
        assert table.deliver(returned(mail, at, **how), at) == "machine"


def sendable(table: Table, at: str) -> list[str]:
    """Whom the parcels that may go out now are for."""
    with table.desk.books() as book:
        return [parcel.to for parcel in book.claim_parcels(moment(at), limit=1000)]


def alerts(table: Table, to: str) -> list[str]:
    return [" ".join(mail.text.split()) for mail in table.mails(to, "alert")]


def test_the_third_mail_that_comes_back_within_a_week_suspends_the_address() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=2)
        assert "ann@example.net" in sendable(table, "1 12:00")
        assert alerts(table, "Max") == []
        bounce(table, "Ann", "1 13:00")
        to = sendable(table, "1 14:00")
        assert "ann@example.net" not in to
        assert {"bob@example.net", "max@example.org"} <= set(to)
        (told,) = alerts(table, "Max")
        assert "3 mails to Ann came back within a week, so nothing more is sent there." in told
        assert table.letter().note.startswith("auto-submitted: mail ")


def test_bounces_of_more_than_a_week_ago_count_no_more() -> None:
    with spring(time={"outage": "0s"}) as table:
        bounce(table, "Ann", "1 11:00", count=2)
        bounce(table, "Ann", "8 11:01")
        assert "ann@example.net" in sendable(table, "9 00:00")
        bounce(table, "Ann", "9 11:00", count=2)
        assert "ann@example.net" not in sendable(table, "9 12:00")


def test_a_temporary_report_changes_nothing() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=5, action="delayed")
        assert "ann@example.net" in sendable(table, "1 12:00")
        assert alerts(table, "Max") == []
        assert table.letter().note.endswith("is delayed")


def test_the_same_mail_comes_back_once() -> None:
    with spring() as table:
        mail = table.last("Ann")
        for _ in range(4):
            table.deliver(returned(mail, "1 11:00"), "1 11:00")
        assert "ann@example.net" in sendable(table, "1 12:00")


def test_a_report_about_no_mail_of_ours_changes_nothing() -> None:
    with spring() as table:
        mail = table.last("Ann")
        for number in range(3):
            forged = returned(mail, "1 11:00").replace(mail.id[1:5].encode(), b"abc%d" % (number + 2))
            table.deliver(forged, "1 11:00")
            assert table.letter().note == "auto-submitted: a report about no mail of ours"
        assert "ann@example.net" in sendable(table, "1 12:00")


def test_a_mail_that_was_forwarded_comes_back_under_another_address() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3, to="ann.home@example.com")
        assert "ann@example.net" not in sendable(table, "1 12:00")


def test_a_proven_letter_revives_the_address_and_what_waited_goes_out_in_order() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Max", "moderate m1\nannounce Where is Ann?", "1 12:00")
        assert sendable(table, "1 13:00").count("ann@example.net") == 0
        waiting = table.mails("Ann")
        table.write("Ann", "status", "1 14:00")
        with table.desk.books() as book:
            sent = [parcel for parcel in book.claim_parcels(moment("1 15:00"), limit=1000)]
        mine = [parcel.message_id for parcel in sent if parcel.to == "ann@example.net"]
        assert mine == [mail.id for mail in table.mails("Ann")]
        assert len(mine) == len(waiting) + 1


def test_after_a_revival_earlier_bounces_count_no_more() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Ann", "status", "1 12:00")
        bounce(table, "Ann", "1 13:00", count=2)
        assert "ann@example.net" in sendable(table, "1 14:00")
        bounce(table, "Ann", "1 15:00")
        assert "ann@example.net" not in sendable(table, "1 16:00")
        assert len(alerts(table, "Max")) == 2


def test_what_comes_back_in_the_second_of_a_revival_counts_anew() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Ann", "status", "1 12:00")
        bounce(table, "Ann", "1 12:00", count=2)
        assert len(alerts(table, "Max")) == 1
        bounce(table, "Ann", "1 12:00")
        assert len(alerts(table, "Max")) == 2


@pytest.mark.parametrize("headers", [{"vouched": False}, {"extra": {"Auto-Submitted": "auto-replied"}}])
def test_neither_an_unproven_letter_nor_a_machine_revives_it(headers: dict[str, Any]) -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Ann", "status", "1 12:00", **headers)
        assert "ann@example.net" not in sendable(table, "1 13:00")


def test_a_moderator_sees_what_waits_for_a_suspended_address() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Max", "moderate m1\nresend\nletters", "1 12:00")
        with table.desk.books() as book:
            (suspended,) = book.suspended()
        assert (suspended.address, suspended.since) == ("ann@example.net", moment("1 11:00"))
        assert suspended.waiting == len(table.mails("Ann"))
        # The report is written before the displays that `resend` asks for are posted.
        assert f"Ann: {suspended.waiting - 1} mails wait" in " ".join(
            table.last("Max", "receipt").text.split()
        )


def test_without_a_moderator_who_can_be_told_the_operator_is() -> None:
    with spring() as table:
        for _ in range(3):
            table.write("Max", "moderate m1\nshow", "1 11:00")
            table.deliver(returned(table.last("Max"), "1 11:00"), "1 11:00")
        assert "max@example.org" not in sendable(table, "1 12:00")
        (told,) = alerts(table, "operator@example.org")
        assert "3 mails to max@example.org came back within a week" in told


def test_the_operator_s_own_address_is_never_suspended() -> None:
    with spring(operator={"address": "max@example.org"}) as table:
        for _ in range(4):
            table.write("Max", "moderate m1\nshow", "1 11:00")
            table.deliver(returned(table.last("Max"), "1 11:00"), "1 11:00")
        assert "max@example.org" in sendable(table, "1 12:00")


def test_an_erased_address_is_suspended_no_more() -> None:
    with spring() as table, table.desk.books() as book:
        book.suspend(address_of("Ann"), moment("1 11:00"))
        book.erase(address_of("Ann"))
        assert book.suspended() == ()


SAMPLES = [path.read_bytes() for path in BOUNCES]


@settings(deadline=None)
@given(st.sampled_from(SAMPLES), st.integers(0, 3000), st.integers(0, 200), st.binary(max_size=80))
def test_a_mangled_report_is_read_or_is_none(raw: bytes, at: int, cut: int, put: bytes) -> None:
    letter = READ(raw[:at] + put + raw[at + cut :])
    assert letter.bounce is None or letter.bounce.permanent | letter.bounce.temporary


def referee(table: Table, *words: str) -> str:
    """What the command says over the table's database."""
    config = table.file.with_suffix(".toml")
    lines = ["[mail]", f'address = "{REFEREE}"', "[database]", f'url = "sqlite:///{table.file}"']
    config.write_text("\n".join(lines))
    result = CliRunner().invoke(app, [*words, "--config", str(config)])
    return f"{result.output} {result.exception or ''}"


def test_the_operator_sees_what_is_kept_and_can_send_it() -> None:
    with spring() as table:
        bounce(table, "Ann", "1 11:00", count=3)
        table.write("Max", "moderate m1\nresend Ann", "1 12:00")
        assert "kept (mails came back)" in referee(table, "outbox")
        assert "What waits for Ann@example.net is sent." in referee(table, "revive", "Ann@example.net")
        assert "ann@example.net" in sendable(table, "1 13:00")
        assert "bob@example.net is not suspended" in referee(table, "revive", "bob@example.net")
