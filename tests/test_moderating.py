"""A moderator's letter: who may open and moderate, what is previewed first, and what confirming does."""

from collections.abc import Iterator

import pytest

from referee.app.verbs import commands_of
from tests.moderator import NOON, confirm, order, running
from tests.table import MAX, Table, begin, open_table, spring


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match; what rewrites it must be confirmed."""
    with running() as match:
        yield match


@pytest.fixture
def free() -> Iterator[Table]:
    """A running match on a referee where moderators confirm nothing."""
    with running("never") as match:
        yield match


# opening and starting


def test_a_listed_moderator_opens_seats_and_starts() -> None:
    with open_table() as table:
        begin(table, "Ann", "Bob", options="columns = 6\nwaking_chance = 1/3")
        assert table.match().seats == ("Ann", "Bob")
        assert table.state().options.columns == 6
        assert [entry.kind for entry in table.log()] == ["opened", "joined", "joined", "started"]
        assert [m.kind for m in table.mails("Ann")] == ["mail/invited", "paprika/start"]


def test_nobody_else_opens() -> None:
    with open_table() as table:
        assert table.write("Ann", 'open paprika "Mine"', NOON) == "refused"
        with table.desk.books() as book:
            assert book.match_rows() == ()


@pytest.mark.parametrize(
    "line",
    [
        'open chess "X"',
        'open paprika "X"\ncolumns = 99',
        'open paprika "X"\ncolour = red',
        'open paprika "X" columns',
    ],
)
def test_a_bad_opening_opens_nothing_and_says_why(line: str) -> None:
    with open_table() as table:
        table.write("Max", line, NOON)
        with table.desk.books() as book:
            assert book.match_rows() == ()
        assert "Not carried out" in table.last("max@example.org").text


def test_a_start_needs_two_players_and_leaves_the_match_open() -> None:
    with open_table() as table:
        table.write("Max", 'open paprika "Spring"\nseat Ann ann@example.net\nstart', NOON)
        assert table.match().status == "open"
        assert table.match().seed is None
        assert "2 players" in table.last("Max").text


def test_options_are_set_before_the_start_and_fixed_after_it() -> None:
    with open_table() as table:
        table.write("Max", 'open paprika "Spring" columns = 6, rows = 8\nseat Ann ann@example.net', "1 09:00")
        order(table, "columns = 5", "option rows = 9", "seat Bob bob@example.net", "start", at="1 10:00")
        assert (table.state().options.columns, table.state().options.rows) == (5, 9)
        assert "override" not in table.last("Ann", "start").text
        assert table.match().overrides == 0
        order(table, "option rows = 12 because I want", at="1 11:00")
        assert table.state().options.rows == 9
        blank = table.match()
        assert blank.options["columns"] == "5"


def test_a_player_can_be_removed_before_the_start_and_seated_again() -> None:
    with open_table() as table:
        table.write(
            "Max", 'open paprika "Spring"\nseat Ann ann@example.net\nseat Bob bob@example.net', "1 09:00"
        )
        order(table, "remove Ann", "seat Ann anna@example.net", "start", at="1 10:00")
        assert table.letters("quarantined") == ()
        assert table.match().seats == ("Bob", "Ann")
        assert [m.to for m in table.mails(kind="start")] == ["bob@example.net", "anna@example.net"]


def test_an_open_match_can_be_ended() -> None:
    with open_table() as table:
        table.write("Max", 'open paprika "Spring"\nseat Ann ann@example.net', "1 09:00")
        order(table, "end no winner because nobody came", at="1 10:00")
        assert table.match().status == "over"
        table.write("Bob", "join m1 as Bob", "1 11:00")
        assert table.match().seats == ("Ann",)


def test_moderators_named_twice_are_moderators_once() -> None:
    with open_table(moderation={"moderators": [MAX, "Mia <mia@example.org>"]}) as table:
        named = "moderators = mia@example.org, max@example.org, mia@example.org"
        assert table.write("Max", f'open paprika "Spring"\n{named}\nseat Ann ann@example.net', NOON) == "done"
        with table.desk.books() as book:
            assert [m.name for m in book.members("m1", "moderator")] == ["Max", "Mia"]
        assert (
            table.write("mia@example.org", "moderate m1\nseat Bob bob@example.net\nstart", "1 13:00")
            == "done"
        )
        assert table.match().status == "running"


def test_a_block_of_options_ends_with_end_and_commands_go_on() -> None:
    with open_table() as table:
        seats = "seat Ann ann@example.net\nseat Bob bob@example.net\nstart"
        table.write("Max", f'open paprika "Spring"\nmap\nc5 hole\nd4 wall\nend\n{seats}', NOON)
        assert table.state().opening.objects == {"c5": "hole", "d4": "wall"}


# who may


def test_only_the_moderator_of_that_match_moderates_it(table: Table) -> None:
    before = table.log()
    assert table.write("Ann", "moderate m1\nclose because I win", NOON) == "refused"
    assert "moderate" in table.last("Ann").text
    assert table.write("eve@example.com", "moderate m1\nclose because I win", NOON) == "refused"
    assert table.log() == before


def test_an_unproven_moderators_letter_is_held_and_then_previewed_all_the_same(table: Table) -> None:
    assert order(table, "pause because of a holiday", vouched=False) == "held"
    assert table.match().status == "running"
    confirm(table)
    assert table.match().status == "paused"
    assert order(table, "as Ann: move n because she asked", at="1 13:00", vouched=False) == "held"
    confirm(table, "1 13:01")
    assert table.state().declared == {}
    confirm(table, "1 13:02")
    assert table.state().declared == {"Ann": "move n"}


def test_an_answer_alone_proves_no_moderator(table: Table) -> None:
    receipt = table.last("Max", "receipt")
    assert order(table, "pause because of me", vouched=False, in_reply_to=receipt.id) == "held"


def test_a_moderators_token_proves_from_the_registered_address(table: Table) -> None:
    to = table.seat_address("Max", role="moderator")
    assert order(table, "pause because of a holiday", vouched=False, to=to) == "done"
    assert table.match().status == "paused"


def test_a_token_never_confirms(table: Table) -> None:
    to = table.seat_address("Max", role="moderator")
    assert order(table, "as Ann: move n because she asked", to=to) == "held"
    assert table.state().declared == {}


def test_a_moderators_token_from_elsewhere_is_held(table: Table) -> None:
    to = table.seat_address("Max", role="moderator")
    assert table.write("max@work.example.com", "moderate m1\npause because I say so", NOON, to=to) == "held"
    assert table.match().status == "running"
    confirm(table)
    assert table.match().status == "paused"


def test_commands_in_a_quote_do_nothing(table: Table) -> None:
    before = table.log()
    table.write("Max", "moderate m1\n> pause because I say so\n> close because I say so", NOON)
    table.write("Max", "> moderate m1\n> pause because I say so", NOON)
    table.write("Max", "Hello\nmoderate m1\npause because I say so", NOON)
    assert table.log() == before


def test_a_forwarded_command_does_nothing(table: Table) -> None:
    table.write("Max", "see below\n\n-------- Original Message --------\nmoderate m1\npause because x", NOON)
    assert table.match().status == "running"


# previews


def test_what_rewrites_is_previewed_and_confirmed(table: Table) -> None:
    assert order(table, "set true.avatars.Ann.at = c5 because of a test") == "held"
    preview = table.last("Max", "confirm")
    assert "set true.avatars.Ann.at = c5" in preview.text
    assert "→ c5" in preview.text
    assert table.state().true.avatars["Ann"].at != "c5"
    assert confirm(table) == "done"
    assert table.state().true.avatars["Ann"].at == "c5"
    assert table.log()[-1].reason == "of a test"


def test_a_preview_can_be_denied(table: Table) -> None:
    order(table, "set true.avatars.Ann.at = c5 because of a test")
    table.answer(table.last("Max", "confirm"), "deny", "1 13:00")
    assert confirm(table, "1 14:00") == "done"
    assert table.state().true.avatars["Ann"].at != "c5"


def test_a_confirmed_preview_is_carried_out_once(table: Table) -> None:
    order(table, "close because we wait for nobody")
    confirm(table)
    confirm(table)
    assert [entry.kind for entry in table.log()].count("closed") == 1


def test_a_fresh_preview_comes_if_what_it_showed_has_changed(table: Table) -> None:
    order(table, "close because we wait for nobody")
    table.write("Ann", "move n", "1 12:10")
    confirm(table)
    assert [entry.kind for entry in table.log()].count("closed") == 0
    assert len(table.mails("Max", "confirm")) == 2
    confirm(table, "1 12:40")
    assert [entry.kind for entry in table.log()].count("closed") == 1


def test_a_preview_that_comes_back_to_what_it_was_can_still_be_confirmed() -> None:
    with spring(options="revisable = on") as table:
        order(table, "close because we wait for nobody")
        table.write("Ann", "move n", "1 12:10")
        confirm(table, "1 12:11")
        table.write("Ann", "withdraw", "1 12:12")
        confirm(table, "1 12:13")
        confirm(table, "1 12:14")
        assert table.letters("quarantined") == ()
        assert [entry.kind for entry in table.log()].count("closed") == 1


def test_a_preview_ends_with_the_deadline(table: Table) -> None:
    order(table, "as Ann: move n because she asked")
    table.tick_to("2 00:01")
    confirm(table, "2 08:00")
    assert table.state().declared == {}
    assert "too late" in table.last("Max").text


def test_a_failing_command_takes_back_what_was_not_confirmed(table: Table) -> None:
    order(table, "as Ann: move n because she asked", "as Bob: fly away because he asked")
    assert table.state().declared == {}
    assert not table.mails("Max", "confirm")
    text = table.last("Max", "receipt").text
    assert "because one of its commands failed" in " ".join(text.split())
    assert "fly away" in text


def test_what_needs_no_confirmation_stays_before_a_failing_command(table: Table) -> None:
    order(table, "pause because of a holiday", "extend 5h because I can", "resume because it is over")
    assert table.match().status == "paused"
    assert "not tried" in table.last("Max").text


def test_preview_as_the_first_line_carries_nothing_out(free: Table) -> None:
    assert (
        free.write("Max", "preview\nmoderate m1\nset true.avatars.Ann.at = c5 because of a test", NOON)
        == "done"
    )
    assert free.state().true.avatars["Ann"].at != "c5"
    assert "→ c5" in free.last("Max").text
    assert "preview" in free.last("Max").subject.lower()


REASONED = """
pause
close
extend 24h
as Ann: move n
undo
set true.objects.c5 = hole
remove Ann
replace Ann with anna@example.net
end no winner
place wall c7
wake Ann
sleep Ann
clear b5
priority Ann Bob Cid
"""


@pytest.mark.parametrize("command", REASONED.strip().splitlines())
def test_every_command_on_a_running_match_needs_a_reason(free: Table, command: str) -> None:
    before = free.log()
    order(free, command)
    assert free.log() == before
    assert "Say why" in free.last("Max").text


def test_under_always_even_an_opening_is_previewed() -> None:
    with open_table(moderation={"confirm": "always"}) as table:
        text = 'open paprika "Spring"\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart'
        assert table.write("Max", text, NOON) == "held"
        with table.desk.books() as book:
            assert book.match_rows() == ()
        assert {mail.to for mail in table.mails()} == {"max@example.org"}
        confirm(table)
        assert table.match().status == "running"
        order(table, "pause because of a holiday", at="1 13:00")
        assert table.match().status == "running"
        confirm(table, "1 13:01")
        assert table.match().status == "paused"


def test_one_letter_closes_one_turn_so_that_all_see_it(free: Table) -> None:
    order(free, "close because all have written", "close because I am in a hurry")
    assert free.state().nday == 2
    assert "One letter closes one turn" in free.last("Max", "receipt").text


def test_help_lists_every_command_of_a_moderator_and_explains_each(free: Table) -> None:
    order(free, "help")
    text = free.last("Max").text
    commands = commands_of(free.match().game)
    for command in commands.values():
        assert command.usage.split(" because")[0].split(" | ")[0] in " ".join(text.split())
    for word in commands:
        order(free, f"help {word}", at="1 13:00")
        assert "There is no help on this word" not in free.last("Max").text
    order(free, "help bogus", at="1 14:00")
    assert "There is no help on this word" in free.last("Max").text


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("end won by Ann because so", ["next deadline: 2026-12-02T00:00:00Z → –", "winners: – → Ann"]),
        ("end no winner because so", ["next deadline: 2026-12-02T00:00:00Z → –", "status: running → over"]),
        ("remove Bob because so", ["gone: – → Bob"]),
        ("close because so", ["next deadline: 2026-12-02T00:00:00Z → 2026-12-03T00:00:00Z"]),
    ],
)
def test_a_preview_writes_times_as_everywhere_and_a_dash_for_what_is_not_there(
    table: Table, command: str, lines: list[str]
) -> None:
    assert order(table, command, at="1 12:30") == "held"
    preview = table.last("Max", "confirm").text
    for line in lines:
        assert line in preview


def test_who_moderates_and_forgets_the_first_line_is_told_of_it(table: Table) -> None:
    asked = table.last("Max")
    table.answer(asked, "close because everybody has declared", "1 12:00")
    assert "begin the letter with the line “moderate m1”" in " ".join(table.last("Max").text.split())
    assert table.state().nday == 1
    table.answer(asked, "Hello there.", "1 12:01")
    assert "moderate m1" not in table.last("Max").text


def test_help_to_who_moderates_has_the_commands(table: Table) -> None:
    asked = table.last("Max")
    table.answer(asked, "help", "1 12:00")
    text = " ".join(table.last("Max").text.split())
    assert "What you can do as the moderator" in text
    assert "moderate m1" in text
    table.answer(asked, "help close", "1 12:01")
    assert "There is no help on this word" not in table.last("Max").text
    table.write("Ann", "help", "1 12:02")
    assert "What you can do as the moderator" not in table.last("Ann").text


def test_a_moderators_own_address_and_secret_word_prove_an_opening_too(table: Table) -> None:
    to, text = table.last("Max").reply_to, 'open paprika "Autumn"\nseat Ann ann@example.net'
    assert table.write("Max", text, "1 12:00", vouched=False, to=to) == "done"
    assert table.match("m2").title == "Autumn"
    seat = table.seat_address("Ann")
    assert table.write("Max", 'open paprika "Winter"', "1 12:01", vouched=False, to=seat) == "held"
