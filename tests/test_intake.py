"""One letter in: filed once, read line by line, answered once."""

from collections.abc import Iterator

import pytest

from referee.app.intake import receive
from referee.app.ports import Fetched
from tests.table import Table, moment, raw_letter, spring

NOON = "1 12:00"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob."""
    with spring() as running:
        yield running


def told(table: Table, to: str = "Ann") -> str:
    """The newest receipt, on one line."""
    return " ".join(table.last(to, "receipt").text.split())


# filing


def test_a_letter_at_the_same_place_in_the_mailbox_is_the_same_letter(table: Table) -> None:
    table.write("Ann", "move n", NOON)
    table.uid -= 1
    assert table.write("Ann", "move n", NOON) == "done"  # as it was before
    assert len(table.mails("Ann", "receipt")) == 1
    assert len(table.letters()) == 2


def test_after_a_change_of_uidvalidity_a_place_is_another_and_a_letter_is_the_same(table: Table) -> None:
    table.write("Ann", "move n", NOON)
    again = raw_letter("Ann", "move n", moment(NOON), table.uid)
    new = raw_letter("Bob", "move s", moment(NOON), 99)
    for raw, uid, status in ((new, table.uid, "done"), (again, table.uid + 1, "duplicate")):
        assert receive(table.desk, Fetched("INBOX", 2, uid, moment(NOON), raw), moment(NOON)) == status
    assert table.state().declared == {"Ann": "move n", "Bob": "move s"}
    assert len(table.mails("Ann", "receipt")) == len(table.mails("Bob", "receipt")) == 1


def test_a_duplicate_has_no_effect_and_no_second_receipt(table: Table) -> None:
    assert table.write("Ann", "status", NOON, message_id="<a@example.net>") == "done"
    assert table.write("Ann", "status", "1 12:01", message_id="<a@example.net>") == "duplicate"
    assert len(table.mails("Ann", "receipt")) == 1


def test_a_duplicate_with_a_lists_footer_or_other_wrapping_is_one_all_the_same(table: Table) -> None:
    table.write("Ann", "move n\n\n-- \nAnn", NOON, message_id="<a@example.net>")
    text = "move n\n\n-- \nAnn\n_______________\nFriends mailing list\n"
    assert table.write("Ann", text, "1 12:01", message_id="<a@example.net>") == "duplicate"


def test_the_same_message_id_with_another_text_is_held(table: Table) -> None:
    table.write("Ann", "status", NOON, message_id="<a@example.net>")
    assert table.write("Ann", "move n", "1 12:01", message_id="<a@example.net>") == "held"
    assert table.state().declared == {}


def test_letters_without_a_message_id_are_never_duplicates(table: Table) -> None:
    assert table.write("Ann", "status", NOON, message_id=None) == "done"
    assert table.write("Ann", "status", "1 12:01", message_id=None) == "done"
    assert len(table.mails("Ann", "receipt")) == 2


# the receipt


def test_the_receipt_is_a_transcript_in_the_thread(table: Table) -> None:
    table.write("Ann", "Hi all, tough one this week!\nmove n\ndig s", NOON, message_id="<a@example.net>")
    receipt = table.last("Ann")
    assert receipt.subject == "[m1] 2 orders, 1 refused"
    assert str(receipt.message["In-Reply-To"]) == "<a@example.net>"
    assert "<a@example.net>" in str(receipt.message["References"])
    assert str(receipt.message["Auto-Submitted"]) == "auto-replied"
    text = receipt.text
    assert text.index("> move n") < text.index("recorded for nday 1") < text.index("> dig s")
    assert "tough one this week" in text


def test_an_accepted_order_says_only_recorded(table: Table) -> None:
    table.write("Ann", "move n", NOON)
    assert "recorded for nday 1" in told(table)
    assert "Bob" not in told(table)


def test_a_second_declaration_is_refused_with_its_reason(table: Table) -> None:
    table.write("Ann", "move n\nmove e", NOON)
    assert "You have declared “move n” for nday 1 already" in told(table)


def test_a_near_order_is_answered_with_what_was_meant_and_not_carried_out(table: Table) -> None:
    table.write("Ann", "mvoe north", NOON)
    assert "Nothing was done. Did you mean “move north”?" in told(table)
    assert table.state().declared == {}


def test_prose_is_listed_and_not_refused(table: Table) -> None:
    table.write("Ann", "What a night!\nPush comes to shove.\nLet us move along now.", NOON)
    receipt = table.last("Ann")
    assert receipt.subject == "[m1] No order understood" or "refused" in receipt.subject
    assert table.state().declared == {}


@pytest.mark.parametrize(
    "words", ["Regards", "Cheers!", "Stay", "Stay well", "Hello", "Abraços,", "Best regards"]
)
def test_what_a_letter_begins_or_ends_with_is_no_misspelt_order(table: Table, words: str) -> None:
    table.write("Ann", f"{words}\nmove n\n{words}", NOON)
    assert "1 order, accepted" in table.last("Ann", "receipt").subject


def test_who_writes_only_behind_quote_marks_is_told_of_them(table: Table) -> None:
    table.write("Ann", "> move n\n\nSent from my iPhone", NOON)
    assert "Write your orders without the mark." in told(table)
    assert table.state().declared == {}
    table.write("Ann", "What a night.\n> move n", NOON)
    assert "without the mark" not in told(table)


def test_orders_after_the_fifth_near_order_are_not_tried(table: Table) -> None:
    table.write("Ann", "\n".join(["mvoe north"] * 5 + ["move n"]), NOON)
    assert table.state().declared == {}
    assert "not tried" in told(table)


def test_four_near_orders_stop_nothing(table: Table) -> None:
    table.write("Ann", "\n".join(["mvoe north"] * 4 + ["move n"]), NOON)
    assert table.state().declared == {"Ann": "move n"}


def test_no_more_than_fifty_orders_are_carried_out(table: Table) -> None:
    table.write("Ann", "\n".join(["games"] * 60 + ["move n"]), NOON)
    assert table.state().declared == {}
    assert "A letter can hold 50 orders" in told(table)


def test_no_more_than_200_lines_are_read(table: Table) -> None:
    table.write("Ann", "\n".join(["Hello there."] * 200 + ["move n"]), NOON)
    assert table.state().declared == {}
    assert "Only the first 200 lines were read." in told(table)


def test_reading_stops_at_a_signature_an_end_and_a_quote(table: Table) -> None:
    for number, stop in enumerate(
        ("-- ", "end", "On Tue, 1 Dec 2026, Bob <b@x.org> wrote:", "stop"), start=1
    ):
        table.write("Ann", f"status\n{stop}\nmove n", f"1 12:0{number}")
        assert "Where reading stopped" in told(table)
    assert table.state().declared == {}


def test_quoted_lines_never_act(table: Table) -> None:
    table.write("Ann", "> move n\n| move e\nstatus", NOON)
    assert table.state().declared == {}


def test_many_displays_in_one_letter_are_one(table: Table) -> None:
    table.write("Ann", "display\n" * 20, NOON)
    assert len(table.mails("Ann", "display")) == 1


def test_who_has_no_seat_is_told_so(table: Table) -> None:
    table.write("Max", "move n", NOON, to=table.seat_address("Max", role="moderator"))
    assert "You have no seat" in told(table, "Max")


# preview


def test_preview_as_the_first_line_carries_nothing_out(table: Table) -> None:
    table.write("Ann", "preview\nmove to the north east\nresign\nsay hello\ntimezone Asia/Tokyo", NOON)
    assert table.state().declared == {}
    assert "move ne" in told(table)
    assert "preview" in table.last("Ann").subject.lower()
    assert {mail.to for mail in table.new()} == {"ann@example.net"}
    assert not table.mails("Ann", "confirm")


def test_preview_tells_what_would_come_of_each_line_after_those_above_it(table: Table) -> None:
    table.write("Ann", "Preview:\nmove n\nduck", NOON)
    first, second = told(table).split("> ")[1:3]
    assert "It is read as: move n." in first
    assert "You have declared “move n” for nday 1 already" in second
    table.write("Ann", "move e", "1 12:01")
    table.write("Ann", "preview\nmove n", "1 12:02")
    assert "You have declared" in told(table)
    assert table.state().declared == {"Ann": "move e"}


def test_a_preview_of_nomic_sees_the_vote_that_its_own_lines_would_open() -> None:
    with spring("Ann", "Bob", game="nomic", options="settings = debate_least = 0 hours") as table:
        table.write("Ann", "preview\nI propose to repeal rule 210.\nI open the vote.\n301: for", NOON)
        assert told(table).count("It is read as") == 3
        assert "It is read as: I open the vote. Nothing was done." in told(table)
        assert table.state().live == {}
        assert table.mails("Bob", "news") == []


@pytest.mark.parametrize(
    ("options", "one", "other", "tried"),
    [
        ("", "1c2-1b2>2b3", "1c2-1b2>2b3\nif 4c2-3c2 then 1b3-2b3>3a2", "4c2-3c2\n4b3-3a2>3a1"),
        ("equations = sealed", "status", "equations NOT XOR", "equations AND OR\n1c2-1b2>2b3"),
        (
            "setup = sealed",
            "status",
            "arrange D48E/9FAC/3506/712B",
            "arrange D48E 9FAC 3506 712B\n1c2-1b2>2b3",
        ),
    ],
)
def test_a_preview_tells_nothing_of_what_the_opponent_has_sealed(
    options: str, one: str, other: str, tried: str
) -> None:
    told = []
    for sealed in (one, other):
        with spring(game="rithmomachia", options=f"white = Ann\n{options}") as table:
            table.write("Ann", sealed, NOON)
            table.write("Bob", f"preview\n{tried}", "1 12:10")
            told.append(table.last("Bob", "receipt").text)
    assert told[0] == told[1]
    assert "It is read as" in told[0]
    assert "Not carried out" in told[0]


def test_a_preview_does_not_tell_what_the_referee_would_play() -> None:
    with spring("Ann", game="rithmomachia", options="white = Ann\nopponent = 1") as table:
        table.write("Ann", "preview\n1c2-1b2>2b3\n1b3-2b3>3a2", NOON)
        assert "it is Referee's turn" in told(table)


# questions


@pytest.mark.parametrize(
    "question", ["help", "help move", "games", "matches", "status", "rules", "history", "history 2"]
)
def test_questions_are_answered_in_the_receipt(table: Table, question: str) -> None:
    assert table.write("Ann", question, NOON) == "done"
    assert [mail.kind for mail in table.new()] == ["mail/receipt"]
    assert "Not carried out" not in told(table)


def test_a_question_with_words_left_over_is_none(table: Table) -> None:
    table.write("Ann", "status of the war\nhelp me please with my homework\ngames are fun", NOON)
    assert "Nday 1" not in told(table)


def test_status_never_says_who_has_declared(table: Table) -> None:
    table.write("Ann", "status\nmatches", NOON, message_id="<a@x>")
    before = told(table)
    with spring() as other:
        other.write("Bob", "move n", "1 11:00")
        other.write("Ann", "status\nmatches", NOON, message_id="<a@x>")
        assert told(other) == before


def test_history_lists_ones_own_and_what_was_announced(table: Table) -> None:
    table.write("Ann", "move n", "1 11:00")
    table.write("Bob", "duck", "1 11:30")
    table.write("Max", "moderate m1\npause because of rain", "1 11:40")
    table.write("Ann", "history", NOON)
    text = told(table)
    assert "move n" in text
    assert "pause" in text
    assert "duck" not in text


# press, zone


def test_press_is_passed_on_as_the_match_allows() -> None:
    heard = ["bob@example.net", "cid@example.net", "max@example.org"]
    for press, reached in (("public", heard), ("private", [*heard, "bob@example.net"]), ("none", [])):
        with spring("Ann", "Bob", "Cid", options=f"press = {press}") as table:
            table.write("Ann", "say Hello, thanks.\ntell Bob You are next!", NOON)
            assert [m.to for m in table.mails(kind="say")] == reached
            if reached:
                assert "Hello, thanks." in table.mails("Bob", "say")[0].text
            for mail in table.mails("Cid", "say"):
                assert "next" not in mail.text


def test_who_is_ignored_is_not_heard() -> None:
    with spring("Ann", "Bob", "Cid", options="press = private") as table:
        table.write("Bob", "ignore ann", "1 11:00")
        table.write("Ann", "say Hello\ntell Bob Hello", NOON)
        assert [m.to for m in table.mails(kind="say")] == ["cid@example.net", "max@example.org"]
        assert "passed on to Bob" in told(table)  # the ignored is not told


def test_a_zone_changes_how_times_are_shown_and_nothing_else(table: Table) -> None:
    table.write("Ann", "timezone Asia/Tokyo", NOON)
    table.write("Bob", "timezone Mars/Base", NOON)
    assert "A time zone looks like" in told(table, "Bob")
    assert table.row().due == moment("2 00:00")
    table.write("Ann", "move n", "1 12:01")
    assert "09:00" in told(table)


def test_after_the_end_orders_are_refused_and_questions_answered(table: Table) -> None:
    table.write("Max", "moderate m1\nend no winner because of rain", "1 11:00")
    table.answer(table.last("Max", "confirm"), "confirm", "1 11:01")
    table.write("Ann", "move n\nstatus", NOON)
    assert "The match is over." in told(table)


@pytest.mark.parametrize("failed", ["resign at dawn", "addresses add nobody", "token renew please sir"])
def test_a_failed_order_about_authority_stops_the_letter(table: Table, failed: str) -> None:
    table.write("Ann", f"{failed}\nmove n\nstatus", NOON)
    assert table.state().declared == {}
    assert "It was not tried, because the order before it failed." in told(table)


def test_other_failed_orders_stop_nothing(table: Table) -> None:
    table.write("Ann", "timezone Mars/Base\nmove\nmove n", NOON)
    assert table.state().declared == {"Ann": "move n"}


def test_nobody_s_words_are_markup_in_anybody_s_mail() -> None:
    evil = '<img src=x onerror="alert(1)">{{ 7 * 7 }}{% raw %}'
    with spring("Ann", "Bob", options="press = private") as table:
        table.write("Ann", f"say {evil}\ntell Bob {evil}\n{evil}", NOON)
        table.write("Max", f"moderate m1\nannounce {evil}\npause because {evil}", "1 12:10")
        for mail in (mail for mail in table.mails() if mail.posted_at >= moment(NOON)):
            assert "<img" not in mail.html
            assert "49" not in mail.text
        assert "{{ 7 * 7 }}" in table.last("Bob", "say").text


def test_a_subject_or_a_name_adds_no_header(table: Table) -> None:
    name = '"Ann\\\r\n Bcc: eve@example.com" <ann@example.net>'
    table.write("Ann", "status", NOON, subject="x\r\n\tBcc: eve@example.com", extra={"X-Name": name})
    assert table.last("Ann").message["Bcc"] is None
