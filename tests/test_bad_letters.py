"""Letters that are broken: each is filed, answered once or held, and the next letter is read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from email.utils import format_datetime
from typing import Any

import pytest

from referee.app.intake import receive, retry
from referee.app.ports import Fetched
from referee.engine.draws import Draws
from referee.engine.game import Command, Step
from referee.games.paprika.rules import Paprika
from tests.table import AUTHSERV, Table, begin, moment, open_table, spring

NOON = "1 12:00"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob."""
    with spring() as running:
        yield running


def head(number: int = 1, **fields: str) -> bytes:
    """The headers of a good letter of Ann's, some of them replaced or (if empty) left out."""
    usual = {
        "Authentication-Results": f"{AUTHSERV}; dmarc=pass header.from=example.net",
        "Received": f"from x by {AUTHSERV}",
        "From": "Ann <ann@example.net>",
        "To": "referee@example.org",
        "Date": format_datetime(moment(NOON)),
        "Message-ID": f"<bad{number}@example.net>",
    }
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    return "".join(f"{n}: {v}\r\n" for n, v in {**usual, **named}.items() if v).encode("utf-8")


def nested(depth: int) -> bytes:
    """A multipart in a multipart in a multipart …"""
    opened = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth)
    )
    return opened + b"Content-Type: text/plain\r\n\r\nmove n\r\n"


BAD: Mapping[str, bytes] = {
    "empty": head() + b"\r\n",
    "nothing at all": b"",
    "five megabytes": head() + b"\r\n" + b"move n\r\n" * 655_360,
    "unknown charset": head() + b"Content-Type: text/plain; charset=klingon\r\n\r\nmove n \xe9\xff\r\n",
    "wrong charset": head() + b"Content-Type: text/plain; charset=utf-8\r\n\r\nmove n \xe9\xff\r\n",
    "html only": head() + b"Content-Type: text/html\r\n\r\n<p>move n</p><script>x</script>\r\n",
    "broken html": head() + b"Content-Type: text/html\r\n\r\n" + b"<div>" * 20_000 + b"move n",
    "2,000 nested parts": head() + nested(2_000),
    "2,000 parts beside each other": head()
    + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
    + b"--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n" * 2_000,
    "NUL bytes": head() + b"\r\nmove n\x00\r\n\x00\x00\r\n",
    "NUL bytes in headers": head(Subject="a\x00b") + b"\r\nmove n\r\n",
    "a From without an address": head(From="Ann") + b"\r\nmove n\r\n",
    "no From": head(From="") + b"\r\nmove n\r\n",
    "two From": head() + b"From: Bob <bob@example.net>\r\n\r\nmove n\r\n",
    "two addresses in From": head(From="ann@example.net, bob@example.net") + b"\r\nmove n\r\n",
    "500 parentheses": head(From="(" * 500 + " ann@example.net") + b"\r\nmove n\r\n",
    "500 parentheses in To": head(To="(" * 500 + " referee@example.org") + b"\r\nmove n\r\n",
    "500 parentheses in Authentication-Results": head(Authentication_Results="(" * 500) + b"\r\nmove n\r\n",
    "no Message-ID": head(Message_ID="") + b"\r\nmove n\r\n",
    "a Message-ID of 5,000 signs": head(Message_ID=f"<{'x' * 5000}@y>") + b"\r\nmove n\r\n",
    "no Date": head(Date="") + b"\r\nmove n\r\n",
    "a Date that is none": head(Date="yesterday") + b"\r\nmove n\r\n",
    "a Date in the year 99999": head(Date="Tue, 1 Dec 99999 10:00:00 +0000") + b"\r\nmove n\r\n",
    "no headers": b"\r\nmove n\r\n",
    "only headers": head()[:-2],
    "base64 that is none": head() + b"Content-Transfer-Encoding: base64\r\n\r\n!!!!\r\n",
    "quoted-printable that is none": head()
    + b"Content-Transfer-Encoding: quoted-printable\r\n\r\nmove=n=\r\n",
    "a header without a colon": head() + b"oops\r\n\r\nmove n\r\n",
    "a boundary that never comes": head() + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\nmove n\r\n',
    "attachment only": head()
    + b"Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n%PDF",
    "winmail.dat": head() + b"Content-Type: application/ms-tnef; name=winmail.dat\r\n\r\nx\r\n",
    "encrypted": head() + b'Content-Type: multipart/encrypted; boundary="b"\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n',
    "lone surrogates": head() + b"Content-Type: text/plain; charset=utf-8\r\n\r\n\xed\xa0\x80 move n\r\n",
    "utf-16": head() + b"Content-Type: text/plain; charset=utf-16\r\n\r\n" + "move n\r\n".encode("utf-16"),
    "utf-7": head() + b"Content-Type: text/plain; charset=utf-7\r\n\r\n+AG0-ove n\r\n",
    "a million lines": head() + b"\r\n" + b"\r\n" * 500_000 + b"move n\r\n",
    "one long line": head() + b"\r\n" + b"move " * 200_000,
    "a subject of a megabyte": head(Subject="s" * 1_000_000) + b"\r\nmove n\r\n",
    "bare line feeds": (head() + b"\r\nmove n\r\n").replace(b"\r\n", b"\n"),
    "an encoded word without end": head(Subject="=?utf-8?b?" + "A" * 5000) + b"\r\nmove n\r\n",
    "a name of control signs": head(From='"\x1b[31m\x07" <ann@example.net>') + b"\r\nmove n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_letter_is_filed_and_answered_once_or_held_and_the_next_is_read(
    table: Table, name: str
) -> None:
    table.new()
    status = table.deliver(BAD[name], NOON)
    assert status in ("done", "held")
    assert table.letter().status == status
    posted = table.new()
    assert len(posted) == 1 or status == "held"
    assert {mail.to for mail in posted} <= {"ann@example.net"}
    assert len(posted) <= 1
    assert table.write("Bob", "move e", "1 12:01") == "done"
    assert "Bob" in table.state().declared


@pytest.mark.parametrize("name", BAD)
def test_a_bad_letter_that_comes_again_changes_nothing(table: Table, name: str) -> None:
    table.deliver(BAD[name], NOON)
    log, mails = table.log(), len(table.mails())
    table.uid -= 1
    assert table.deliver(BAD[name], NOON) != "quarantined"
    assert (table.log(), len(table.mails()), len(table.letters())) == (log, mails, 2)


UNREADABLE = ("winmail.dat", "encrypted", "five megabytes", "attachment only")


@pytest.mark.parametrize("name", UNREADABLE)
def test_who_sent_what_cannot_be_read_is_told_how_to_do_better(table: Table, name: str) -> None:
    assert table.deliver(BAD[name], NOON) == "done"
    assert table.last("Ann").kind == "mail/unreadable"


def test_a_letter_of_which_only_the_headers_were_fetched_is_answered_so(table: Table) -> None:
    fetched = Fetched("INBOX", 1, 99, moment(NOON), head() + b"\r\n", size=5_000_000)
    assert receive(table.desk, fetched, moment(NOON)) == "done"
    assert table.last("Ann").kind == "mail/unreadable"
    assert table.state().declared == {}


# faults of ours


class Faulty(Paprika):
    """A Paprika with faults on fields of five columns, which can be mended."""

    def __init__(self, *broken: str) -> None:
        self.broken = broken

    def apply(self, state: Any, seat: str, action: Any, at: datetime, draws: Draws) -> Step[Any]:
        """Fails."""
        if "apply" in self.broken and state.options.columns == 5:
            raise KeyError("a fault of ours")
        return super().apply(state, seat, action, at, draws)

    def close(self, state: Any, at: datetime, draws: Draws) -> Step[Any]:
        """Fails."""
        if "close" in self.broken and state.options.columns == 5:
            raise ZeroDivisionError("a fault of ours")
        if "idle" in self.broken and state.options.columns == 5:
            return Step(state)
        return super().close(state, at, draws)

    def override(self, state: Any, command: Command, at: datetime, draws: Draws) -> Step[Any]:
        """Fails."""
        if "override" in self.broken and state.options.columns == 5:
            raise ZeroDivisionError("a fault of ours")
        return super().override(state, command, at, draws)


@pytest.fixture
def faulty() -> Iterator[Table]:
    """Match m1 has a fault, m2 has none."""
    with open_table(games={"paprika": Faulty("apply", "close")}) as table:
        begin(table, "Ann", "Bob", options="columns = 5")
        seats = "seat Cid cid@example.net\nseat Dee dee@example.net\nstart"
        table.write("Max", f'open paprika "Two"\n{seats}', "1 10:00")
        table.new()
        yield table


def has_faults(table: Table, *broken: str) -> None:
    """Where the game of the tables has a fault from now on; without any, it is mended."""
    game = table.desk.games["paprika"]
    assert isinstance(game, Faulty)
    game.broken = broken


def test_a_letter_that_fails_is_set_aside_with_its_traceback_and_the_operator_told(faulty: Table) -> None:
    before = faulty.log()
    assert faulty.write("Ann", "status\nmove n", NOON, to=faulty.seat_address("Ann")) == "quarantined"
    letter = faulty.letter()
    assert letter.status == "quarantined"
    assert "KeyError" in letter.note
    assert faulty.log() == before
    assert [(mail.to, mail.kind) for mail in faulty.new()] == [("operator@example.org", "mail/quarantine")]
    assert faulty.write("Cid", "move n", "1 12:01") == "done"


def test_a_letter_that_failed_can_be_tried_again(faulty: Table) -> None:
    faulty.write("Ann", "move n", NOON, to=faulty.seat_address("Ann"))
    number = faulty.letter().id
    assert retry(faulty.desk, number, moment("1 12:30")) == "quarantined"
    has_faults(faulty)
    assert retry(faulty.desk, number, moment("1 13:00")) == "done"
    assert faulty.state().declared == {"Ann": "move n"}
    assert faulty.log()[-1].at == moment(NOON)
    assert retry(faulty.desk, number, moment("1 13:01")) == "done"
    assert [e.kind for e in faulty.log()].count("declared") == 1
    assert len(faulty.mails("Ann", "receipt")) == 1


def test_a_moderator_can_have_it_tried_again(faulty: Table) -> None:
    faulty.write("Ann", "move n", NOON, to=faulty.seat_address("Ann"))
    number = faulty.letter().id
    has_faults(faulty)
    faulty.write("Max", f"moderate m1\nletters\nretry {number}", "1 13:00")
    assert "quarantined" in faulty.last("Max").text
    faulty.tick_to("1 13:01")
    assert faulty.state().declared == {"Ann": "move n"}


def test_tried_again_after_the_deadline_it_is_too_late(faulty: Table) -> None:
    faulty.write("Ann", "move n", NOON, to=faulty.seat_address("Ann"))
    number = faulty.letter().id
    has_faults(faulty)
    faulty.tick_to("2 00:01")
    assert retry(faulty.desk, number, moment("2 09:00")) == "done"
    assert faulty.state().declared == {}
    assert "too late" in faulty.last("Ann", "receipt").text


def test_a_turn_that_fails_pauses_that_match_and_the_others_go_on(faulty: Table) -> None:
    assert faulty.tick_to("2 00:01") == 1
    assert faulty.match("m1").status == "paused"
    assert faulty.state("m2").nday == 2
    assert "ZeroDivisionError" in faulty.last("operator@example.org").text
    told = faulty.last("Max", "alert")
    assert "paused" in told.text
    assert "ZeroDivisionError" not in told.text
    faulty.tick_to("2 00:02")
    assert len(faulty.mails("operator@example.org")) == 1


def test_a_match_that_was_paused_by_a_fault_can_be_resumed(faulty: Table) -> None:
    faulty.tick_to("2 00:01")
    has_faults(faulty)
    faulty.write("Max", "moderate m1\nresume because it is mended", "2 09:00")
    faulty.tick_to("3 00:01")
    assert faulty.state().nday == 2


def test_a_turn_that_changes_nothing_would_never_end_and_pauses_its_match(faulty: Table) -> None:
    has_faults(faulty, "idle")
    assert faulty.tick_to("2 00:01") == 1
    assert faulty.match("m1").status == "paused"
    assert faulty.state("m2").nday == 2


def test_where_not_even_pausing_works_the_others_go_on_and_the_operator_is_told_once(faulty: Table) -> None:
    has_faults(faulty, "close", "override")
    assert faulty.tick_to("2 00:01") == 1
    assert faulty.tick_to("2 00:02") == 0
    assert faulty.state("m2").nday == 2
    assert len(faulty.mails("operator@example.org", "alert")) == 1
    has_faults(faulty)
    assert faulty.tick_to("2 00:03") == 1


def test_a_waiting_letter_that_fails_is_set_aside_and_the_next_is_handled(faulty: Table) -> None:
    has_faults(faulty, "apply")
    faulty.write("Ann", "move n", "2 00:00:10", to=faulty.seat_address("Ann"))
    faulty.write("Bob", "status", "2 00:00:20", to=faulty.seat_address("Bob"))
    faulty.tick_to("2 00:01")
    assert [filed.status for filed in faulty.letters()[-2:]] == ["quarantined", "done"]


def test_a_letter_of_a_game_that_is_gone_is_set_aside_and_its_match_waits(faulty: Table) -> None:
    table = replace(faulty, desk=replace(faulty.desk, games={}))
    assert table.write("Ann", "move n", NOON, to=faulty.seat_address("Ann")) == "quarantined"
    assert table.tick_to("2 00:01") == 0
    has_faults(faulty)
    assert faulty.tick_to("2 00:02") == 2
