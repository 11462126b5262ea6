"""The agreed time of a match of Paintfield in people's calendars: as an event, and taken out again."""

from collections.abc import Iterator

import pytest

from tests.games.paintfield.mail import AT, PAGES, attachments, challenge, event, friends, opened, table_with
from tests.moderator import confirm, order
from tests.table import Mail, Table


@pytest.fixture(name="table")
def known() -> Iterator[Table]:
    """Ann, Bob and Cid know each other from another match."""
    with friends() as table:
        yield table


def test_the_event_keeps_its_uid_and_counts_up_and_says_when_it_was_made(table: Table) -> None:
    challenge(table, f"Bob, cid@example.org to paintfield at {AT}")
    invited = [table.last("Bob", "challenge"), table.last("cid@example.org", "challenge")]
    table.answer(invited[0], "accept", "1 11:00")
    table.answer(invited[1], "accept", "1 12:00")
    first, other, started = (event(mail) for mail in (*invited, table.last("Bob", "start")))
    assert first["UID"] == other["UID"] == started["UID"]
    assert [one["SEQUENCE"] for one in (first, other, started)] == ["0", "0", "1"]
    assert [first["DTSTAMP"], started["DTSTAMP"]] == ["20261201T100000Z", "20261201T120000Z"]
    assert first["METHOD"] == "PUBLISH"
    assert first["ORGANIZER;CN=Referee"] == "mailto:referee@example.org"
    assert not [name for name in first if name.startswith("ATTENDEE")]


def test_no_secret_of_a_seat_or_an_invitation_gets_into_a_calendar(table: Table) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    mail = table.last("Bob", "challenge")
    token = mail.reply_to.partition("@")[0].rpartition(".")[2]
    assert token not in attachments(mail)["paintfield.ics"].decode()
    table.answer(mail, "accept", "1 11:00")
    started = attachments(table.last("Bob", "start"))["paintfield.ics"].decode()
    assert table.token("Bob", "m2") not in started


def test_the_part_names_the_method_as_calendar_programs_want_it(table: Table) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    parts = table.last("Bob", "challenge").message.walk()
    (part,) = [part for part in parts if part.get_content_type() == "text/calendar"]
    assert part.get_param("method") == "PUBLISH"
    assert part.get_param("charset") == "utf-8"


def test_a_match_that_is_declined_is_taken_out_of_all_calendars(table: Table) -> None:
    challenge(table, f"Bob, Cid, dee@example.org to paintfield at {AT}")
    uid = event(table.last("Bob", "challenge"))["UID"]
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    table.new()
    table.answer(table.last("Cid", "challenge"), "decline", "1 12:00")
    told = [mail for mail in table.new() if mail.kind == "mail/alert"]
    assert {mail.to for mail in told} == {"ann@example.net", "bob@example.net", "dee@example.org"}
    for mail in told:
        assert "Cid has declined, so the match does not take place." in " ".join(mail.text.split())
        kept = event(mail)
        assert (kept["METHOD"], kept["STATUS"], kept["UID"]) == ("CANCEL", "CANCELLED", uid)
        assert int(kept["SEQUENCE"]) > 1


def called_off(table: Table, mail: Mail) -> bool:
    """Whether the mail takes the event of the start mail out of the calendar."""
    kept, known = event(mail), event(table.last("Bob", "start"))
    assert int(kept["SEQUENCE"]) > int(known["SEQUENCE"])
    return (kept["METHOD"], kept["STATUS"], kept["UID"]) == ("CANCEL", "CANCELLED", known["UID"])


def test_a_match_that_a_moderator_ends_before_it_was_played_is_taken_out_of_all_calendars() -> None:
    with table_with(PAGES) as table:
        opened(table, "at = 2026-12-04T20:00Z")
        order(table, "end no winner because of the snow")
        confirm(table)
        assert all(called_off(table, table.last(name, "result")) for name in ("Ann", "Bob"))


def test_a_match_that_nobody_comes_to_play_is_taken_out_of_all_calendars() -> None:
    with table_with(PAGES) as table:
        opened(table, "at = 2026-12-01T20:00Z")
        table.tick_to("2 20:01")
        assert table.state().ending.is_abandoned
        assert all(called_off(table, table.last(name, "result")) for name in ("Ann", "Bob"))


def test_a_match_without_an_agreed_time_has_nothing_to_take_out_of_calendars() -> None:
    with table_with(PAGES) as table:
        opened(table)
        table.write("Ann", "resign", "1 12:00", to=table.seat_address("Ann"))
        table.answer(table.last("Ann", "confirm"), "confirm", "1 12:01")
        assert set(attachments(table.last("Bob", "result"))) == {"paintfield-log.jsonl"}


def test_a_long_line_is_folded_between_characters(table: Table) -> None:
    challenge(table, f"{'é' * 31}@example.org, {'ü' * 31}@example.org to paintfield at {AT}")
    assert event(table.mails(kind="mail/challenge")[-1])["SUMMARY"].endswith("Ü" + "ü" * 30)
