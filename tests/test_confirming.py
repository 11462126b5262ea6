"""Confirmations by reply: held letters, joins, orders about authority."""

from collections.abc import Iterator

import pytest

from tests.table import MAX, Mail, Table, moment, open_table, spring

NOON = "1 12:00"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob."""
    with spring() as running:
        yield running


@pytest.fixture
def lobby() -> Iterator[Table]:
    """An open match m1 for three, in which nobody has a seat yet."""
    with open_table() as table:
        table.write(MAX, 'open paprika "Spring"\nseats = 3', "1 10:00")
        table.new()
        yield table


def held(table: Table, text: str = "move n", at: str = NOON) -> Mail:
    """The question that a letter brings which only pretends to be Ann's."""
    assert table.write("Ann", text, at, vouched=False) == "held"
    return table.last("Ann", "confirm")


def declared(table: Table) -> list[str]:
    """What was declared so far."""
    return [f"{entry.by}: {entry.text}" for entry in table.log() if entry.kind == "declared"]


def join(table: Table, name: str, at: str = NOON) -> str:
    """A letter that asks for a seat, and the confirmation of its address."""
    table.write(name, f"join m1 as {name}", at)
    return table.answer(table.last(name, "confirm"), "confirm", at)


@pytest.mark.parametrize("word", ["confirm", "Confirm.", "CONFIRM!", "  confirm"])
def test_confirm_as_the_first_line_carries_out_what_was_held(table: Table, word: str) -> None:
    table.answer(held(table), word, "1 13:00")
    assert declared(table) == ["Ann: move n"]
    assert table.letter(2).status == "done"


@pytest.mark.parametrize(
    "text", ["That wasn't me!", "ok\nconfirm", "I confirm", "confirm it, please", "", "?"]
)
def test_anything_else_does_nothing(table: Table, text: str) -> None:
    asked = held(table)
    table.new()
    table.answer(asked, text, "1 13:00")
    assert declared(table) == []
    assert table.new() == []
    table.answer(asked, "confirm", "1 14:00")
    assert declared(table) == ["Ann: move n"]


def test_deny_throws_it_away(table: Table) -> None:
    asked = held(table)
    table.answer(asked, "deny", "1 13:00")
    assert table.letter(2).status == "denied"
    table.answer(asked, "confirm", "1 14:00")
    assert declared(table) == []


def test_a_question_can_be_answered_once(table: Table) -> None:
    asked = held(table)
    table.answer(asked, "confirm", "1 13:00")
    table.answer(asked, "confirm", "1 13:01")
    assert declared(table) == ["Ann: move n"]
    assert "answered already" in table.last("Ann").text


def test_only_who_was_asked_can_answer(table: Table) -> None:
    asked = held(table)
    assert table.answer(asked, "confirm", "1 13:00", sender="Bob") == "refused"
    assert table.answer(asked, "confirm", "1 13:00", sender="eve@example.com") == "refused"
    assert declared(table) == []


def test_an_answer_needs_the_questions_own_token(table: Table) -> None:
    asked = held(table)
    table.write("Ann", "confirm", "1 13:00", vouched=False, in_reply_to=asked.id)
    assert declared(table) == []


def test_the_question_names_neither_token_of_the_seat_nor_text_of_the_letter(table: Table) -> None:
    asked = held(table, "move n\nBUY MY PILLS")
    assert "PILLS" not in asked.text + asked.html
    assert table.token("Ann").encode() not in asked.raw


def test_a_question_ends_with_the_deadline(table: Table) -> None:
    asked = held(table)
    table.answer(asked, "confirm", "2 00:00:00")
    table.tick_to("2 00:01")
    assert declared(table) == []
    assert "too late" in table.last("Ann", "receipt").text
    assert "deadline" in table.last("Max", "alert").text
    table.answer(asked, "confirm", "2 09:00")
    assert declared(table) == []


def test_a_letter_held_in_time_and_confirmed_in_time_counts(table: Table) -> None:
    table.answer(held(table), "confirm", "1 23:59:59")
    table.tick_to("2 00:01")
    assert table.state().history[0].actions == {"Ann": "move n"}


def test_a_letter_that_comes_after_midnight_is_asked_about_when_the_turn_is_closed(table: Table) -> None:
    assert table.write("Ann", "move n", "2 00:00:10", vouched=False) == "waiting"
    assert not table.mails("Ann", "confirm")
    table.tick_to("2 00:01")
    table.answer(table.last("Ann", "confirm"), "confirm", "2 09:00")
    assert table.state().declared == {"Ann": "move n"}


def test_a_question_without_a_deadline_lasts_seven_days(table: Table) -> None:
    table.write(MAX, "moderate m1\npause because of a holiday", "1 11:00")
    asked = held(table)
    table.answer(asked, "confirm", "9 12:00")
    assert declared(table) == []
    assert "too late" in table.last("Ann", "receipt").text


def test_an_extended_deadline_extends_the_question(table: Table) -> None:
    asked = held(table)
    table.write(MAX, "moderate m1\nextend 24h because of a holiday", "1 13:00")
    table.answer(asked, "confirm", "2 09:00")
    assert declared(table) == ["Ann: move n"]


def test_resigning_is_confirmed(table: Table) -> None:
    assert table.write("Ann", "resign", NOON, to=table.seat_address("Ann")) == "done"
    assert table.match().gone == frozenset()
    table.answer(table.last("Ann", "confirm"), "confirm", "1 13:00")
    assert table.match().gone == {"Ann"}
    assert table.log()[-1].kind == "resigned"
    assert "Ann" in table.last("Bob", "left").text


def test_resigning_twice_in_one_letter_asks_once(table: Table) -> None:
    assert table.write("Ann", "resign\nresign", NOON) == "done"
    assert len(table.mails("Ann", "confirm")) == 1


def test_a_resignation_confirmed_at_midnight_waits_for_the_turn(table: Table) -> None:
    table.write("Ann", "resign", NOON)
    table.answer(table.last("Ann", "confirm"), "confirm", "2 00:00:10")
    table.tick_to("2 00:01")
    kinds = [entry.kind for entry in table.log()]
    assert kinds[-2:] == ["closed", "resigned"]


def test_forfeit_is_to_resign(table: Table) -> None:
    table.write("Ann", "forfeit", NOON)
    table.answer(table.last("Ann", "confirm"), "confirm", "1 13:00")
    assert table.match().gone == {"Ann"}


def test_a_new_address_is_confirmed_at_the_old_one(table: Table) -> None:
    table.write("Ann", "addresses add ann@work.example.com", NOON)
    assert table.last().to == "ann@example.net"
    assert table.write("ann@work.example.com", "move n", "1 12:30") != "done" or declared(table) == []
    table.answer(table.last("Ann", "confirm"), "confirm", "1 13:00")
    assert table.write("ann@work.example.com", "move n", "1 14:00") == "done"
    assert declared(table) == ["Ann: move n"]


def test_an_address_can_be_forgotten_again(table: Table) -> None:
    table.write("Ann", "addresses add ann@work.example.com", NOON)
    table.answer(table.last("Ann", "confirm"), "confirm", "1 13:00")
    table.write("Ann", "addresses remove ann@work.example.com", "1 14:00")
    table.answer(table.last("Ann", "confirm"), "confirm", "1 14:30")
    table.write("ann@work.example.com", "move n", "1 15:00")
    assert declared(table) == []
    table.write("Ann", "addresses", "1 16:00")
    assert "work" not in table.last("Ann").text


@pytest.mark.parametrize("address", ["bob@example.net", "ann@example.net"])
def test_a_registered_address_cannot_be_added(table: Table, address: str) -> None:
    table.write("Ann", f"addresses add {address}", NOON)
    assert not table.mails("Ann", "confirm")


def test_the_address_that_mails_go_to_stays(table: Table) -> None:
    table.write("Ann", "addresses remove ann@example.net", NOON)
    assert not table.mails("Ann", "confirm")
    assert "stays" in table.last("Ann").text


def test_a_renewed_token_makes_the_old_one_void(table: Table) -> None:
    old = table.seat_address("Ann")
    table.write("Ann", "token renew", NOON, to=old)
    table.answer(table.last("Ann", "confirm"), "confirm", "1 13:00")
    assert table.seat_address("Ann") != old
    assert table.write("Ann", "move n", "1 14:00", to=old, vouched=False) == "held"
    assert table.write("Ann", "move e", "1 15:00", to=table.seat_address("Ann"), vouched=False) == "done"


def test_a_question_to_a_replaced_player_does_nothing_to_the_new_one(table: Table) -> None:
    table.write("Ann", "resign\ntoken renew\naddresses add ann@work.example.com", NOON)
    questions = table.mails("Ann", "confirm")
    table.write(MAX, "moderate m1\nreplace Ann with cid@example.net because she asked", "1 13:00")
    table.answer(table.last("Max", "confirm"), "confirm", "1 13:01")
    token = table.token("Ann")
    for question in questions:
        table.answer(question, "confirm", "1 14:00")
    assert len(questions) == 3
    assert table.match().gone == frozenset()
    assert table.token("Ann") == token
    with table.desk.books() as book:
        cid = book.person_at("cid@example.net")
        assert cid is not None
        assert book.addresses_of(cid.id) == ("cid@example.net",)


def test_joining_is_confirmed_by_the_address(lobby: Table) -> None:
    assert lobby.write("Ann", "join m1 as Ann", NOON) == "held"
    assert lobby.match().seats == ()
    asked = lobby.last("Ann")
    assert asked.kind == "mail/confirm"
    lobby.answer(asked, "confirm", "1 13:00")
    assert lobby.match().seats == ("Ann",)
    assert lobby.last("Ann", "joined").to == "ann@example.net"
    assert "Ann" in lobby.last("Max", "alert").text


def test_joining_unproven_is_confirmed_likewise(lobby: Table) -> None:
    assert lobby.write("Ann", "join m1", NOON, vouched=False) == "held"
    lobby.answer(lobby.last("Ann"), "confirm", "1 13:00", vouched=False)
    assert lobby.match().seats == ("Ann",)


def test_the_name_is_the_first_word_of_the_display_name(lobby: Table) -> None:
    lobby.write("Ann van Dyk <ann@example.net>", "Join m1.", NOON)
    lobby.answer(lobby.last("Ann"), "confirm", "1 13:00")
    assert lobby.match().seats == ("Ann",)


def test_a_full_match_starts_by_itself(lobby: Table) -> None:
    for name in ("Ann", "Bob"):
        join(lobby, name)
        assert lobby.match().status == "open"
    join(lobby, "Cid", "1 14:00")
    assert lobby.match().status == "running"
    assert lobby.match().seats == ("Ann", "Bob", "Cid")
    assert [m.to for m in lobby.mails(kind="start")] == [f"{n}@example.net" for n in ("ann", "bob", "cid")]
    assert lobby.log()[-1].at == moment("1 14:00")


def test_a_name_is_taken_once_without_regard_to_case(lobby: Table) -> None:
    join(lobby, "Ann")
    assert lobby.write("Bob", "join m1 as ANN", "1 13:00") == "done"
    assert "taken" in lobby.last("Bob").text
    assert lobby.match().seats == ("Ann",)


@pytest.mark.parametrize(
    "name",
    [
        "true",
        "north",
        "Move",
        "1st",
        "A" * 17,
        "two words",
        "nw",
        "status",
        "resign",
        "<b>",
        "nday",
        "forfeit",
    ],
)
def test_a_name_that_cannot_be_borne_is_refused(lobby: Table, name: str) -> None:
    lobby.write("Ann", f"join m1 as {name}", NOON)
    assert lobby.match().seats == ()
    assert not lobby.mails("Ann", "confirm")


def test_a_name_taken_while_the_question_waited_is_refused_then(lobby: Table) -> None:
    lobby.write("Ann", "join m1 as Gus", NOON)
    lobby.write("Bob", "join m1 as gus", NOON)
    lobby.answer(lobby.last("Bob", "confirm"), "confirm", "1 13:00")
    lobby.answer(lobby.last("Ann", "confirm"), "confirm", "1 14:00")
    assert lobby.match().seats == ("gus",)
    assert "taken" in lobby.last("Ann").text


def test_one_address_holds_one_seat(lobby: Table) -> None:
    join(lobby, "Ann")
    lobby.write("Ann", "join m1 as Anna", "1 13:00")
    assert lobby.match().seats == ("Ann",)
    assert "one seat" in lobby.last("Ann").text


def test_a_second_address_of_a_player_gets_no_second_seat(lobby: Table) -> None:
    join(lobby, "Ann")
    lobby.write("Ann", "addresses add ann@work.example.com", "1 13:00")
    lobby.answer(lobby.last("Ann", "confirm"), "confirm", "1 13:01")
    lobby.write("ann@work.example.com", "join m1 as Anna", "1 14:00")
    assert lobby.match().seats == ("Ann",)


def test_who_moderates_a_sealed_match_cannot_join_it(lobby: Table) -> None:
    lobby.write("Max", "join m1 as Max", NOON)
    assert "moderate" in lobby.last("Max").text
    lobby.write("Max", "moderate m1\nseat Max max@example.org", "1 13:00")
    assert lobby.match().seats == ()


def test_a_moderator_plays_in_a_practice_match_only() -> None:
    seats = "seat Max max@example.org\nseat Ann ann@example.net"
    with open_table() as table:
        table.write("Max", f'open paprika "Spring"\npractice = on\n{seats}', NOON)
        assert table.match().seats == ("Max", "Ann")
        table.write("Max", "moderate m1\noption practice = off", "1 13:00")
        assert "practice" in table.last("Max").text
        assert table.match().options["practice"] == "on"


def test_nobody_joins_after_the_start(table: Table) -> None:
    assert table.write("Cid", "join m1 as Cid", NOON) == "done"
    assert table.match().seats == ("Ann", "Bob")
    assert "started" in table.last("Cid").text


def test_a_seat_left_before_the_start_can_be_taken_again(lobby: Table) -> None:
    join(lobby, "Ann")
    lobby.write("Ann", "resign", "1 13:00")
    lobby.answer(lobby.last("Ann", "confirm"), "confirm", "1 13:01")
    assert lobby.match().seats == ()
    lobby.new()
    join(lobby, "Ann", "1 14:00")
    assert lobby.match().seats == ("Ann",)
    assert lobby.letters("quarantined") == ()
    join(lobby, "Bob", "1 15:00")
    join(lobby, "Cid", "1 15:00")
    assert [m.to for m in lobby.mails(kind="start")] == [f"{n}@example.net" for n in ("ann", "bob", "cid")]


def test_a_closed_network_seats_at_once() -> None:
    with open_table(identity={"trust_from": True}, moderation={"confirm": "never"}) as table:
        table.write("Max", 'open paprika "Spring"\nseats = 2', "1 10:00")
        assert table.write("Ann", "join m1 as Ann", NOON, vouched=False) == "done"
        assert table.write("Bob", "join m1", NOON, vouched=False) == "done"
        assert table.match().seats == ("Ann", "Bob")
        assert table.match().status == "running"


def test_no_match_no_seat(lobby: Table) -> None:
    lobby.write("Ann", "join m9 as Ann", NOON)
    assert "no match m9" in lobby.last("Ann").text


def test_who_is_unproven_is_not_told_why_a_seat_is_refused(lobby: Table) -> None:
    join(lobby, "Ann")
    lobby.new()
    lobby.write("Bob", "join m1 as Ann", "1 13:00", vouched=False)
    assert lobby.new() == []


def test_never_in_answer_to_a_question_blocks_the_address(lobby: Table) -> None:
    lobby.write("eve@example.com", "join m1 as Eve", NOON, vouched=False)
    lobby.answer(lobby.last("eve@example.com"), "never", "1 13:00")
    lobby.new()
    lobby.write("eve@example.com", "join m1 as Eve", "1 14:00", vouched=False)
    lobby.write("eve@example.com", "hello", "1 15:00")
    assert lobby.new() == []


def test_a_held_letter_is_carried_out_after_the_one_before_it_was_answered(table: Table) -> None:
    held(table, "move n")
    table.write("Ann", "status", "1 12:05", vouched=False)
    assert len(table.mails("Ann", "confirm")) == 1
    table.answer(table.last("Ann", "confirm"), "deny", "1 13:00")
    assert len(table.mails("Ann", "confirm")) == 2
    table.answer(table.last("Ann", "confirm"), "confirm", "1 14:00")
    assert [filed.status for filed in table.letters()[1:3]] == ["denied", "done"]


def test_a_question_about_no_match_bears_none_in_its_subject(table: Table) -> None:
    table.write(MAX, 'open paprika "Two"\nseat Ann ann@example.net\nseat Cid cid@example.net\nstart', NOON)
    asked = held(table)
    assert asked.subject.startswith("Please confirm")
    assert asked.reply_to.startswith("referee+m.")
    table.answer(asked, "confirm", "1 13:00")
    assert "m1, m2" in table.last("Ann").text


def test_the_moderator_is_told_whose_letter_was_confirmed_too_late(table: Table) -> None:
    asked = held(table)
    table.tick_to("2 00:01")
    table.answer(asked, "confirm", "2 09:00")
    assert "A letter of Ann was confirmed only after the deadline" in table.last("Max", "alert").text
