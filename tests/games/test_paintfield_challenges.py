"""Challenges to Paintfield: what may be wished, and what becomes of an invitation."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.engine.draws import Draws
from referee.engine.game import Step
from referee.engine.game import Table as Seating
from referee.games.paintfield.rules import Paintfield
from referee.games.paintfield.state import State
from tests.games.paintfield.mail import AT, attachments, challenge, event, friends
from tests.table import Mail, Table, moment, raw_letter


@pytest.fixture(name="table")
def known() -> Iterator[Table]:
    """Ann, Bob and Cid know each other from another match."""
    with friends() as table:
        yield table


@pytest.mark.parametrize(
    "words",
    [
        f"Bob to paintfield at {AT}",
        "Bob to paintfield at 2026-12-04T20:00Z",
        f"Bob to paintfield at {AT} UTC",
        f"Bob to paintfield at {AT}, with bots",
        f"Bob to paintfield with bots at {AT}.",
        "Bob to paintfield at = 2026-12-04T20:00Z",
    ],
)
def test_a_time_may_be_written_in_several_ways(table: Table, words: str) -> None:
    challenge(table, words)
    assert event(table.last("Bob", "challenge"))["DTSTART"] == "20261204T200000Z"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("at 2026-12-04 25:00", "There is no time '2026-12-04 25:00'."),
        ("at 2026-02-30 20:00", "There is no time '2026-02-30 20:00'."),
        ("at 0000-01-01 00:00", "There is no time"),
        ("at 9999-99-99 99:99", "There is no time"),
        ("at 20:00", "'at 20:00' is not understood; write “at 2026-12-04 20:00”"),
        ("at 2026-12-04", "write “at 2026-12-04 20:00”"),
        ("at 2026-12-04 8pm", "write “at 2026-12-04 20:00”"),
        (f"at {AT} at {AT}", "is not understood"),
        ("on Friday", "'on Friday' is not understood"),
        ("with 4 bots", "“with 2 bots”"),
        ("with no bots", "is not understood"),
        ("by fax", "“by mail”"),
        ("at 2020-12-04 20:00", "2020-12-04 20:00 UTC is over already"),
        ("at 2026-12-01 10:00 UTC", "is over already"),
        ("bots = 9", "a whole number from 0 to 3"),
        ("maybe", "'maybe' is no option"),
    ],
)
def test_a_wish_that_can_not_be_met_is_refused_with_its_reason(table: Table, words: str, told: str) -> None:
    assert told in challenge(table, f"Bob to paintfield {words}")
    assert table.mails("Bob", "challenge") == []


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"])
@pytest.mark.parametrize("time", ["0001-01-01 00:00", "9999-12-31 23:59", "2027-03-28 02:30"])
def test_no_time_in_any_zone_breaks_a_letter(table: Table, zone: str, time: str) -> None:
    table.write("Ann", f"timezone {zone}", "1 09:30", to=table.seat_address("Ann"))
    challenge(table, f"Bob to paintfield at {time}")


@pytest.mark.parametrize("whom", ["nobody@", "@example.org", "a@b@example.org", "<bob@example.net", "a:b@c"])
def test_what_is_no_address_gets_no_invitation(table: Table, whom: str) -> None:
    assert "is no address" in challenge(table, f"{whom} to paintfield")
    assert {mail.to for mail in table.new()} == {"ann@example.net"}


def reminded(table: Table, at: str) -> set[str]:
    """To whom a reminder to answer goes by then."""
    table.new()
    table.tick_to(at)
    return {mail.to for mail in table.new() if mail.kind == "mail/unanswered"}


def test_who_has_not_answered_is_reminded_once_before_the_agreed_time(table: Table) -> None:
    challenge(table, f"Bob, Cid, dee@example.org to paintfield at {AT}")
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    assert reminded(table, "4 13:59") == set()
    assert reminded(table, "4 14:00") == {"cid@example.net", "dee@example.org"}
    assert reminded(table, "4 14:30") == set()
    mail = table.last("Cid", "unanswered")
    assert "Fri 4 Dec 2026, 20:00 UTC" in " ".join(mail.text.split())
    table.answer(mail, "accept", "4 15:00")
    assert "Cid" in table.match("m2").seats
    assert reminded(table, "4 20:00") == set()


def test_of_a_challenge_at_short_notice_one_is_reminded_when_half_of_the_time_is_over(table: Table) -> None:
    challenge(table, "Bob to paintfield at 2026-12-01 12:00")
    assert reminded(table, "1 10:59") == set()
    assert reminded(table, "1 11:00") == {"bob@example.net"}


def test_nobody_is_reminded_who_is_away_or_wants_to_hear_nothing(table: Table) -> None:
    table.write("Bob", "absent from 2026-12-03 to 2026-12-05", "1 09:30", to=table.seat_address("Bob"))
    challenge(table, f"Bob, Cid, dee@example.org to paintfield at {AT}")
    bans(table, "dee@example.org")
    assert reminded(table, "4 15:00") == {"cid@example.net"}


def bans(table: Table, address: str) -> None:
    """The operator does: nothing is read from there, and nothing sent."""
    with table.desk.books() as book:
        book.note_stranger(address, block=True)
        book.commit()


def test_who_wants_to_hear_nothing_is_not_told_that_a_match_does_not_take_place(table: Table) -> None:
    challenge(table, f"Bob, Cid, dee@example.org to paintfield at {AT}")
    bans(table, "dee@example.org")
    table.answer(table.last("Cid", "challenge"), "decline", "1 11:00")
    assert {mail.to for mail in table.mails(kind="alert")} == {"ann@example.net", "bob@example.net"}


class Faulty(Paintfield):
    """A Paintfield with a fault of ours."""

    def setup(self, table: Seating, draws: Draws) -> Step[State]:
        """Fails."""
        raise ZeroDivisionError("a fault of ours")


def test_a_match_that_can_not_be_started_at_its_time_holds_up_no_other(table: Table) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    challenge(table, "Cid to paintfield at 2026-12-05 20:00")
    table.desk = replace(table.desk, games={**table.desk.games, "paintfield": Faulty()})
    table.tick_to("4 20:01")
    assert "Starting m2 failed" in table.last("operator@example.org").text
    assert reminded(table, "5 14:00") == {"cid@example.net"}


def test_an_answer_counts_until_the_agreed_time(table: Table) -> None:
    challenge(table, f"Bob, cid@example.org to paintfield at {AT}")
    mail = table.last("Bob", "challenge")
    assert "arrives before Fri 4 Dec 2026, 20:00 UTC" in " ".join(mail.text.split())
    table.answer(mail, "accept", "4 20:00")
    assert "Bob" not in table.match("m2").seats


def test_an_invitation_says_when_and_how_it_is_played(table: Table) -> None:
    table.write("Bob", "timezone Europe/Berlin", "1 09:30", to=table.seat_address("Bob"))
    challenge(table, f"Bob to paintfield at {AT}")
    live = " ".join(table.last("Bob", "challenge").text.split())
    assert "live in the browser" in live
    assert "The agreed time is Fri 4 Dec 2026, 20:00 UTC (Fri 4 Dec, 21:00 Europe/Berlin)." in live
    challenge(table, "Bob to paintfield by mail", "1 10:10")
    assert "by mail" in " ".join(table.last("Bob", "challenge").text.split())


def test_an_invitation_says_what_becomes_of_it_without_an_answer(table: Table) -> None:
    challenge(table, f"Bob, Cid to paintfield at {AT}")
    told = "If you do nothing, it begins without you at the agreed time, and a bot has your seat."
    assert told in " ".join(table.last("Bob", "challenge").text.split())
    table.tick_to("4 15:00")
    assert told in " ".join(table.last("Bob", "unanswered").text.split())
    challenge(table, "Bob to paintfield", "4 16:00")
    assert "If you do nothing, nothing happens." in " ".join(table.last("Bob", "challenge").text.split())


def test_a_match_is_announced_shortly_before_its_time_to_those_who_have_their_links(table: Table) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    table.tick_to("4 19:46")
    assert {mail.to for mail in table.mails(kind="paintfield/reminder")} == {
        "ann@example.net",
        "bob@example.net",
    }


def test_a_match_that_starts_at_its_time_is_not_announced_as_soon_to_begin(table: Table) -> None:
    challenge(table, f"Bob, Cid to paintfield at {AT}")
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    table.tick_to("4 20:01")
    assert table.mails("Bob", "start")
    assert table.mails(kind="paintfield/reminder") == []


def test_by_mail_the_first_leg_begins_at_the_agreed_time(table: Table) -> None:
    challenge(table, f"Bob to paintfield by mail at {AT}")
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    assert table.row("m2").due == moment("5 20:00")
    assert attachments(table.last("Bob", "leg")).keys() == {"field.png"}


def test_by_mail_bots_take_the_seats_of_those_who_have_not_accepted_in_time(table: Table) -> None:
    challenge(table, f"Bob, Cid to paintfield by mail at {AT}")
    table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
    table.tick_to("4 20:00")
    assert table.state("m2").players == ("Ann", "Bob", "Bot")
    assert table.row("m2").due == moment("5 20:00")


CALENDARS_WORDS = ("Bob has accepted this invitation.", "", "Accepted: Paintfield")


@pytest.mark.parametrize("text", CALENDARS_WORDS)
def test_the_answer_of_a_calendar_program_alone_accepts_nothing_and_is_told_so(
    table: Table, text: str
) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    mail = table.last("Bob", "challenge")
    table.new()
    table.deliver(reply_of_a_calendar(mail, text), "1 11:00")
    assert table.row("m2").status == "open"
    assert table.letters("quarantined") == ()
    (told,) = table.new()
    assert (told.to, "“accept” to play" in " ".join(told.text.split())) == ("bob@example.net", True)


def test_accept_above_the_answer_of_a_calendar_program_accepts(table: Table) -> None:
    challenge(table, f"Bob to paintfield at {AT}")
    table.deliver(reply_of_a_calendar(table.last("Bob", "challenge"), "accept"), "1 11:00")
    assert table.row("m2").status == "running"


def reply_of_a_calendar(mail: Mail, text: str) -> bytes:
    """What a calendar program sends for Bob: words of its own, and the event with his answer in it."""
    event = attachments(mail)["paintfield.ics"].decode().replace("METHOD:PUBLISH", "METHOD:REPLY")
    answered = event.replace("SUMMARY", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.net\r\nSUMMARY")
    body = (
        f"--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
        f"--b\r\nContent-Type: text/calendar; method=REPLY; charset=utf-8\r\n\r\n{answered}\r\n--b--\r\n"
    )
    raw = raw_letter("Bob", "", moment("1 11:00"), 900, to=mail.reply_to, in_reply_to=mail.id)
    head = (
        raw.decode()
        .partition("\r\n\r\n")[0]
        .replace('text/plain; charset="utf-8"', 'multipart/alternative; boundary="b"')
    )
    return f"{head}\r\n\r\n{body}".encode()


def test_who_answers_a_challenge_in_other_words_is_told_once_how_to_answer(table: Table) -> None:
    challenge(table, "Bob to paintfield")
    asked = table.last("Bob", "challenge")
    table.new()
    for at, words in enumerate(("yes", "Accept, gladly!", "I'd love to\naccept")):
        table.answer(asked, words, f"1 11:0{at}")
    (told,) = table.new()
    assert (told.to, told.kind) == ("bob@example.net", "mail/receipt")
    assert "Your answer was not understood, so nothing has changed." in " ".join(told.text.split())
    assert table.match("m2").seats == ("Ann",)
    table.answer(told, "accept", "1 12:00")
    assert table.match("m2").seats == ("Ann", "Bob")


def test_a_stranger_who_has_the_secret_of_a_challenge_is_told_nothing(table: Table) -> None:
    challenge(table, "Bob to paintfield")
    asked = table.last("Bob", "challenge")
    table.new()
    table.answer(asked, "yes", "1 11:00", sender="eve@evil.example")
    table.answer(asked, "accept", "1 11:01", sender="eve@evil.example")
    assert (table.new(), table.match("m2").seats) == ([], ("Ann",))
