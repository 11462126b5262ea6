"""Who is writing: tokens, answers, authenticated addresses, and what is done about the rest."""

from collections.abc import Iterator

import pytest

from tests.table import AUTHSERV, MAX, REFEREE, Table, moment, open_table, spring

ELSEWHERE = "ann@work.example.com"
NOON = "1 12:00"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob on a referee that believes its server's results only."""
    with spring() as running:
        yield running


def declared(table: Table) -> list[str]:
    """What was declared so far."""
    return [f"{entry.by}: {entry.text}" for entry in table.log() if entry.kind == "declared"]


def test_a_token_proves_the_seat_from_a_registered_address(table: Table) -> None:
    assert table.write("Ann", "move n", NOON, to=table.seat_address("Ann"), vouched=False) == "done"
    assert declared(table) == ["Ann: move n"]


def test_a_tag_line_identifies_also_when_quoted(table: Table) -> None:
    text = f"move n\n\n> [m1.{table.token('Ann')}]"
    assert table.write("Ann", text, NOON, vouched=False) == "done"
    assert declared(table) == ["Ann: move n"]


def test_a_token_of_another_match_proves_nothing(table: Table) -> None:
    to = table.seat_address("Ann").replace("+m1.", "+m2.")
    assert table.write("Ann", "move n", NOON, to=to, vouched=False) == "held"


def test_a_token_from_an_unknown_address_is_held_for_the_seats_confirmation(table: Table) -> None:
    to = table.seat_address("Ann")
    assert table.write(ELSEWHERE, "move n", NOON, to=to) == "held"
    assert declared(table) == []
    asked = table.last()
    assert (asked.to, asked.kind) == ("ann@example.net", "mail/confirm")
    assert not table.mails(ELSEWHERE)


def test_the_address_is_known_once_the_seat_has_confirmed_it(table: Table) -> None:
    table.write(ELSEWHERE, "move n", NOON, to=table.seat_address("Ann"))
    table.answer(table.last("Ann"), "confirm", "1 13:00")
    assert declared(table) == ["Ann: move n"]
    assert table.log()[-1].at == moment(NOON)  # its own time, not that of the confirmation
    assert table.write(ELSEWHERE, "status", "1 14:00", to=table.seat_address("Ann")) == "done"
    assert table.write(ELSEWHERE, "status", "1 14:30") == "done"


def test_receipts_go_to_the_registered_address_only(table: Table) -> None:
    table.write(ELSEWHERE, "move n", NOON, to=table.seat_address("Ann"))
    table.answer(table.last("Ann"), "confirm", "1 13:00")
    table.write(ELSEWHERE, "status", "1 14:00", extra={"Reply-To": "evil@example.com"})
    assert {mail.to for mail in table.new()} == {"ann@example.net"}


def test_a_token_from_another_players_address_is_held_for_its_own_seat(table: Table) -> None:
    assert table.write("Bob", "move n", NOON, to=table.seat_address("Ann")) == "held"
    asked = table.last()
    assert (asked.to, asked.kind) == ("ann@example.net", "mail/confirm")
    table.answer(asked, "confirm", "1 13:00")
    assert declared(table) == ["Ann: move n"]
    table.write("Bob", "move e", "1 14:00")
    assert declared(table) == ["Ann: move n", "Bob: move e"]  # the address stayed Bob's


def test_an_answer_to_a_mail_of_ours_proves_the_seat_with_its_registered_address(table: Table) -> None:
    start = table.last("Ann", "start")
    assert table.write("Ann", "move n", NOON, vouched=False, in_reply_to=start.id) == "done"
    assert table.write("Bob", "move n", NOON, vouched=False, in_reply_to=start.id) == "held"
    assert table.write(ELSEWHERE, "move n", NOON, vouched=False, in_reply_to=start.id) == "refused"
    assert declared(table) == ["Ann: move n"]


def test_an_authenticated_registered_address_counts(table: Table) -> None:
    assert table.write("Ann", "move n", NOON) == "done"
    assert declared(table) == ["Ann: move n"]


@pytest.mark.parametrize(
    "fields",
    [
        {"vouched": False},
        {"date": moment("5 12:00")},
        {"date": moment(NOON).replace(month=11, day=20)},
        {"to": "friends@example.com"},
        {
            "vouched": False,
            "extra": {"Authentication-Results": f"{AUTHSERV}; dkim=fail header.d=example.net"},
        },
        {"vouched": False, "extra": {"Authentication-Results": f"{AUTHSERV}; dkim=pass header.d=evil.com"}},
        {
            "vouched": False,
            "extra": {"Authentication-Results": "mx.evil.com; dmarc=pass header.from=example.net"},
        },
    ],
)
def test_a_from_that_nobody_vouches_for_is_held_and_its_owner_asked(
    table: Table, fields: dict[str, str]
) -> None:
    status = table.write("Ann", "move n", NOON, **fields)
    assert status == "held"
    assert declared(table) == []
    asked = table.last()
    assert (asked.to, asked.kind) == ("ann@example.net", "mail/confirm")


def test_authentication_results_below_the_first_received_prove_nothing(table: Table) -> None:
    forged = (
        f"from evil by {AUTHSERV}\r\nAuthentication-Results: {AUTHSERV}; dmarc=pass header.from=example.net"
    )
    assert table.write("Ann", "move n", NOON, vouched=False, extra={"Received": forged}) == "held"


def test_a_closed_network_believes_a_registered_from() -> None:
    with spring(identity={"trust_from": True, "authserv_id": ""}) as table:
        assert table.write("Ann", "move n", NOON, vouched=False) == "done"
        assert declared(table) == ["Ann: move n"]


def test_a_held_letter_keeps_its_time_when_confirmed_before_the_deadline(table: Table) -> None:
    table.write("Ann", "move n", NOON, vouched=False)
    table.write("Bob", "move n", "1 13:00")
    table.answer(table.last("Ann"), "confirm", "1 23:59:59")
    assert [(e.by, e.at) for e in table.log() if e.kind == "declared"] == [
        ("Bob", moment("1 13:00")),
        ("Ann", moment(NOON)),
    ]


def test_one_confirmation_is_asked_of_an_address_at_a_time(table: Table) -> None:
    for minute in range(5):
        table.write("Ann", f"move n\nhello {minute}", f"1 12:0{minute}", vouched=False)
    assert len(table.mails("Ann", "confirm")) == 1


def test_unproven_letters_do_not_use_up_a_players_budget() -> None:
    with spring(limits={"letters_per_hour": 5, "receipts_per_10_minutes": 5}) as table:
        for number in range(20):
            table.write("Ann", f"move n\nforged {number}", f"1 12:{number:02}", vouched=False)
        assert table.write("Ann", "move e", "1 12:30") == "done"
        assert declared(table) == ["Ann: move e"]


def test_letters_above_the_budget_are_held_with_one_notice() -> None:
    with spring(limits={"letters_per_hour": 3}) as table:
        before = len(table.mails("Ann"))
        told = [table.write("Ann", f"status\nnumber {n}", f"1 12:{n:02}") for n in range(6)]
        assert told == ["done"] * 3 + ["held"] * 3
        assert len(table.mails("Ann")) - before == 4
        assert "hour" in table.last("Ann").text
        assert "Your last letter was not carried out" in table.last("Ann").subject
        assert table.write("Ann", "status", "1 13:10") == "done"


def test_receipts_in_ten_minutes_are_limited() -> None:
    with spring(limits={"receipts_per_10_minutes": 2}) as table:
        told = [table.write("Ann", f"status\nnumber {n}", f"1 12:0{n}") for n in range(4)]
        assert told == ["done", "done", "held", "held"]
        assert table.write("Bob", "status", "1 12:05") == "done"


def test_a_stranger_who_is_proven_gets_one_answer_a_day(table: Table) -> None:
    assert table.write("eve@example.com", "Hello?", NOON) == "done"
    assert table.write("eve@example.com", "Hello??", "1 13:00") == "refused"
    assert [(m.to, m.kind) for m in table.new()] == [("eve@example.com", "mail/stranger")]
    assert table.write("eve@example.com", "Hello???", "2 13:00") == "done"


def test_a_strangers_words_are_never_echoed(table: Table) -> None:
    table.write("eve@example.com", "BUY MY PILLS\nhttp://evil.example.com", NOON, subject="PILLS")
    mail = table.last("eve@example.com")
    assert "PILLS" not in mail.text + mail.html + mail.subject


def test_a_stranger_whom_nobody_vouches_for_gets_none(table: Table) -> None:
    assert table.write("eve@example.com", "Hello?", NOON, vouched=False) == "refused"
    assert table.new() == []


def test_strangers_get_so_many_answers_a_day_in_all() -> None:
    with spring(limits={"strangers_per_day": 3}) as table:
        for number in range(5):
            table.write(f"eve{number}@example.com", "Hello?", f"1 12:0{number}")
        assert len(table.mails(kind="stranger")) == 3


def test_never_in_answer_blocks_a_stranger_for_good(table: Table) -> None:
    table.write("eve@example.com", "Hello?", NOON)
    table.answer(table.last("eve@example.com"), "never", "1 13:00")
    table.new()
    assert table.write("eve@example.com", "Hello?", "9 12:00") == "refused"
    assert table.new() == []


def test_a_banned_address_is_not_read(table: Table) -> None:
    with table.desk.books() as book:
        book.note_stranger("ann@example.net", block=True)
        book.commit()
    assert table.write("Ann", "move n", NOON, to=table.seat_address("Ann")) == "refused"
    assert table.new() == []
    assert declared(table) == []


@pytest.mark.parametrize(
    "extra",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
        {"Return-Path": "<>"},
        {"X-Referee-Loop": REFEREE},
    ],
)
def test_machines_are_kept_and_never_answered(table: Table, extra: dict[str, str]) -> None:
    to = table.seat_address("Ann")
    assert table.write("Ann", "move n", NOON, to=to, extra=extra) == "machine"
    assert table.write("mailer-daemon@example.net", "move n", NOON, to=to) == "machine"
    assert table.new() == []
    assert declared(table) == []


def test_a_machine_confirms_nothing(table: Table) -> None:
    table.write("Ann", "move n", NOON, vouched=False)
    asked = table.last("Ann")
    table.answer(asked, "confirm", "1 13:00", extra={"Auto-Submitted": "auto-replied"})
    assert declared(table) == []
    table.answer(asked, "confirm", "1 14:00")
    assert declared(table) == ["Ann: move n"]


def test_the_referees_own_mails_are_never_answered(table: Table) -> None:
    for mail in table.mails():
        assert table.deliver(mail.raw, NOON) == "machine"
    assert table.new() == []


def test_an_address_of_a_mailing_list_never_becomes_a_players(table: Table) -> None:
    lists = {"List-Id": "<friends.example.com>"}
    to = table.seat_address("Ann")
    assert table.write("friends@example.com", "move n", NOON, to=to, extra=lists) == "held"
    assert table.new() == []
    with table.desk.books() as book:
        assert book.person_at("friends@example.com") is None


def test_a_mailing_list_takes_no_seat() -> None:
    with open_table(identity={"trust_from": True}, moderation={"confirm": "never"}) as table:
        table.write("Max", 'open paprika "Spring"', "1 10:00")
        lists = {"List-Post": "<mailto:friends@example.com>"}
        table.write("Eve via Friends <friends@example.com>", "join m1 as Eve", NOON, extra=lists)
        table.write("Eve via Friends <friends@example.com>", "join m1 as Eve", NOON)
        assert table.match().seats == ()
        with table.desk.books() as book:
            assert book.person_at("friends@example.com") is None


def test_who_plays_in_two_matches_says_which_is_meant(table: Table) -> None:
    table.write(
        "Max", 'open paprika "Two"\nseat Ann ann@example.net\nseat Cid cid@example.net\nstart', "1 10:30"
    )
    assert table.write("Ann", "move n", NOON) == "done"
    assert declared(table) == []
    assert "m1, m2" in table.last("Ann").text
    table.write("Ann", "move n", "1 12:01", subject="Re: [m2] The match has started")
    assert [e.by for e in table.log("m2") if e.kind == "declared"] == ["Ann"]
    table.write("Ann", "move e", "1 12:02", to=table.seat_address("Ann"))
    assert declared(table) == ["Ann: move e"]


def test_tokens_are_stripped_from_what_is_passed_on() -> None:
    with spring(options="press = private") as table:
        secret = table.token("Ann")
        table.write(
            "Ann", f"say look [m1.{secret}] and referee+m1.{secret}@example.org\ntell Bob {secret}", NOON
        )
        for mail in table.mails("Bob"):
            assert secret not in mail.text + mail.html
        for mail in table.mails("Bob", "say"):
            assert mail.text.count("Ann") >= 1


def test_no_mail_bears_another_players_token_or_address(table: Table) -> None:
    table.write("Ann", "move n\nstatus\nhistory\nhelp\ndisplay", NOON)
    table.tick_to("2 00:01")
    secrets = {"Ann": table.token("Ann"), "Bob": table.token("Bob")}
    for name, other in (("Ann", "Bob"), ("Bob", "Ann")):
        for mail in table.mails(name):
            assert secrets[other].encode() not in mail.raw
            assert f"{other.lower()}@example.net".encode() not in mail.raw


def test_the_subject_bears_the_match_and_no_secret(table: Table) -> None:
    table.write("Ann", "move n", NOON)
    for mail in table.mails("Ann"):
        assert mail.subject.startswith("[m1]")
        assert table.token("Ann") not in mail.subject


def test_every_mail_has_one_recipient(table: Table) -> None:
    table.tick_to("2 00:01")
    for mail in table.mails():
        assert mail.message["Cc"] is None
        assert mail.message["Bcc"] is None
        assert str(mail.message["To"]).count("@") == 1


def test_max_is_known_by_the_configuration_only(table: Table) -> None:
    assert table.write("Ann", 'open paprika "Mine"', NOON) == "refused"
    assert table.write(MAX, 'open paprika "Mine"', NOON, vouched=False) == "held"
    with table.desk.books() as book:
        assert book.match_row("m2") is None


def test_of_several_tokens_the_writers_own_counts(table: Table) -> None:
    both = f"{table.seat_address('Ann')}, {table.seat_address('Bob')}"
    assert table.write("Bob", "move n", NOON, vouched=False, to=both) == "done"
    assert declared(table) == ["Bob: move n"]


@pytest.mark.parametrize("delimiter", ["+", "-", "=", "_", "."])
def test_a_token_behind_any_delimiter_proves_the_seat(delimiter: str) -> None:
    with spring(mail={"delimiter": delimiter}) as table:
        to = table.last("Ann").reply_to
        assert to == f"referee{delimiter}m1.{table.token('Ann')}@example.org"
        assert table.write("Ann", "move n", NOON, vouched=False) == "held"
        assert table.write("Ann", "move n", NOON, vouched=False, to=to) == "done"
        assert table.state().declared == {"Ann": "move n"}
