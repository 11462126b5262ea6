"""What moderators can do by mail: proven, previewed where it rewrites, confirmed, announced, logged."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.match import replay
from tests.table import MAX, Table, begin, moment, open_table, spring

NOON = "1 12:00"
MAP = "map\nb5 wall\nend"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann, Bob and Cid; what rewrites it must be confirmed."""
    with spring("Ann", "Bob", "Cid", options=MAP) as running:
        yield running


@pytest.fixture
def free() -> Iterator[Table]:
    """The same on a referee where moderators confirm nothing."""
    with spring("Ann", "Bob", "Cid", options=MAP, moderation={"confirm": "never"}) as running:
        yield running


def order(table: Table, *commands: str, at: str = NOON, **fields: Any) -> str:
    """Max writes commands for m1."""
    return table.write("Max", "\n".join(("moderate m1", *commands)), at, **fields)


def confirm(table: Table, at: str = "1 12:30") -> str:
    """Max confirms the newest preview."""
    return table.answer(table.last("Max", "confirm"), "confirm", at)


def told(table: Table) -> list[str]:
    """The announcements that Bob has got, in words."""
    return [
        mail.text
        for mail in table.mails("Bob")
        if mail.kind.startswith("mail/") and "invited" not in mail.kind
    ]


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
        text = 'open paprika "Spring"\nmap\nc5 hole\nd4 wall\nend\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart'
        table.write("Max", text, NOON)
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
    assert "not carried out, because" in text
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


@pytest.mark.parametrize(
    "command",
    ["pause", "close", "extend 24h", "as Ann: move n", "undo", "set true.objects.c5 = hole", "remove Ann",
     "replace Ann with anna@example.net", "end no winner", "place wall c7", "wake Ann", "sleep Ann", "clear b5",
     "priority Ann Bob Cid"],
)  # fmt: skip
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


# the clock


def test_pause_and_resume_stop_and_start_the_clock(table: Table) -> None:
    order(table, "pause because of a holiday")
    assert table.row().due is None
    assert "holiday" in table.last("Bob", "paused").text
    table.tick_to("3 00:01")
    assert table.state().nday == 1
    table.write("Ann", "move n", "3 10:00")
    order(table, "resume because it is over", at="3 11:00")
    assert table.row().due == moment("4 00:00")
    assert table.last("Bob", "resumed").to == "bob@example.net"
    table.tick_to("4 00:01")
    assert table.state().history[0].actions == {"Ann": "move n"}


def test_pausing_twice_is_refused(table: Table) -> None:
    order(table, "pause because of a holiday", "pause because of two")
    assert "stopped already" in table.last("Max").text


def test_extend_skips_whole_midnights(table: Table) -> None:
    order(table, "extend 2 days because of a holiday")
    assert table.row().due == moment("4 00:00")
    assert "holiday" in table.last("Bob", "override").text
    order(table, "extend 5h because of me", at="1 13:00")
    assert table.row().due == moment("4 00:00")


def test_close_makes_the_turn_now(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    order(free, "close because all have declared", at="1 13:00")
    assert free.state().nday == 2
    assert free.row().due == moment("3 00:00")
    assert [m.posted_at for m in free.mails(kind="turn")] == [moment("1 13:00")] * 3
    assert "Turn of nday 1" in free.last("Bob", "override").text


def test_a_close_leaves_twelve_hours_at_least(free: Table) -> None:
    order(free, "close because all have declared", at="1 11:59")
    assert free.row().due == moment("2 00:00")
    order(free, "close because all have declared", at="1 12:01")
    assert free.row().due == moment("3 00:00")


# rewriting


def test_as_gives_an_order_for_a_player(free: Table) -> None:
    order(free, "as ann: Move North because she telephoned")
    assert free.state().declared == {"Ann": "move n"}
    entry = free.log()[-1]
    assert (entry.kind, entry.by, entry.reason) == ("overridden", "Max", "she telephoned")
    free.tick_to("2 00:01")
    assert free.state().history[0].actions == {"Ann": "move n"}


def test_secret_overrides_are_announced_by_number_only(free: Table) -> None:
    for number, command in enumerate(
        ("as Ann: push n", "set true.objects.c5 = hole", "wake Ann", "sleep Bob", "void 6"), start=1
    ):
        order(free, f"{command} because of something", at=f"1 12:{number:02}")
        mail = free.last("Bob")
        assert mail.kind == "mail/override"
        assert f"no. {number}" in mail.subject
        for word in ("push", "c5", "wake", "sleep", "Ann", "something", "void"):
            assert word not in mail.text
    assert len(free.mails("Bob", "override")) == 5


def test_other_overrides_are_announced_in_full(free: Table) -> None:
    for command in ("place wall c7", "clear b5", "priority Cid Bob Ann", "extend 24h"):
        order(free, f"{command} because of fairness", at=NOON)
        mail = free.last("Cid")
        assert command in mail.text
        assert "fairness" in mail.text


def test_overrides_are_published_at_the_end(free: Table) -> None:
    order(free, "set true.objects.c5 = hole because of something")
    order(free, "end no winner because of the weather", at="1 13:00")
    result = free.last("Bob", "result")
    assert "set true.objects.c5 = hole" in result.text
    assert "something" in result.text


def test_set_changes_one_value(free: Table) -> None:
    order(
        free,
        "set true.avatars.Ann.at = c9 because of a test",
        "set perceived.Bob.objects.c5 = wall because of it",
    )
    state = free.state()
    assert state.true.avatars["Ann"].at == "c9"
    assert state.perceived["Bob"].objects["c5"] == "wall"
    assert "c5" not in state.true.objects


@pytest.mark.parametrize(
    "command",
    ["set true.avatars.Ann.at = z99", "set true.avatars.Eve.at = c9", "set nday = 7", "set seed = 00", "set true.objects.c5 = tree",
     "set true.avatars.Ann.frozen = 9", "set", "set true.priority = Ann, Ann, Bob", "as Eve: move n", "as Ann: dance",
     "as Ann: move", "place wall b5", "place tree c7", "clear c7", "priority Ann", "wake Eve", "void 99",
     "void 1", "void x", "undo 1", "undo turn", "end won by Eve", "end", "replace Ann with nobody", "replace Eve with eve@example.com",
     "replace Ann with bob@example.net", "replace Ann with max@example.org", "remove Eve", "extend 0h", "extend never", "show Eve",
     "log x", "retry 77", "outage close", "resume", "seat Dee dee@example.net", "start", "option rows = 9", "columns = 9"],
)  # fmt: skip
def test_a_command_that_cannot_be_carried_out_changes_nothing(free: Table, command: str) -> None:
    before, state = free.log(), free.state()
    assert (
        order(free, f"{command} because of a test" if command not in ("columns = 9",) else command) == "done"
    )
    assert free.log() == before
    assert free.state() == state
    assert {mail.to for mail in free.new()} == {"max@example.org"}


def test_void_takes_a_declaration_out(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    number = free.log()[-1].number
    order(free, f"void {number} because it was a joke")
    assert free.state().declared == {}
    free.write("Ann", "move e", "1 13:00")
    assert free.state().declared == {"Ann": "move e"}


def test_a_voided_void_restores_what_it_took(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    number = free.log()[-1].number
    order(free, f"void {number} because it was a joke", at="1 12:00")
    order(free, "undo because it was none", at="1 12:10")
    assert free.state().declared == {"Ann": "move n"}


def test_undo_takes_back_the_last_entry(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    free.write("Bob", "move n", "1 11:30")
    order(free, "undo because he asked")
    assert free.state().declared == {"Ann": "move n"}


def test_undoing_a_turn_opens_it_again_with_its_deadline(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    order(free, "close because all are here", at="1 12:00")
    free.write("Ann", "move e", "1 12:30")
    order(free, "undo turn because Bob was asleep", at="1 13:00")
    state = free.state()
    assert (state.nday, state.declared, free.row().due) == (1, {"Ann": "move n"}, moment("2 00:00"))
    free.write("Bob", "move n", "1 14:00")
    free.tick_to("2 00:01")
    state = free.state()
    assert state.nday == 2
    assert state.history[0].actions == {"Ann": "move n", "Bob": "move n"}
    assert state.declared == {"Ann": "move e"}  # declared for nday 2, and waited for it


def test_undoing_a_turn_whose_deadline_is_past_resolves_it_at_once(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    free.write("Bob", "move n", "1 11:30")
    number = free.log()[-1].number
    free.tick_to("2 00:01")
    free.write("Cid", "move e", "2 09:00")
    order(free, f"void {number} because it was a forgery", "undo turn because of it", at="2 10:00")
    state = free.state()
    assert state.nday == 2
    assert state.history[0].actions == {"Ann": "move n"}
    assert state.declared == {"Cid": "move e"}
    assert [m.posted_at for m in free.mails("Ann", "turn")] == [moment("2 00:00"), moment("2 10:00")]


def test_undoing_an_earlier_turn_resolves_all_after_it_again(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    free.tick_to("2 00:01")
    closed = free.log()[-1].number
    free.write("Ann", "move e", "2 11:00")
    free.write("Bob", "duck", "2 11:00")
    free.tick_to("3 00:01")
    free.write("Ann", "move w", "3 11:00")
    before = free.state()
    order(free, f"undo {closed} because I want to see", at="3 12:00")
    after = free.state()
    assert (after.nday, after.declared) == (3, {"Ann": "move w"})
    assert [nday.actions for nday in after.history] == [nday.actions for nday in before.history]
    assert after.true == before.true
    assert len([m for m in free.mails("Ann", "turn") if m.posted_at == moment("3 12:00")]) == 1


def test_redrawing_an_nday_clears_its_declarations_and_draws_anew(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    order(free, "close because all are here", at="1 12:00")
    free.write("Ann", "move e", "1 12:30")
    order(free, "undo turn redraw because Bob was asleep", at="1 13:00")
    state = free.state()
    assert (state.nday, state.draw, state.declared) == (1, 2, {})
    draws = free.match().draws
    half = state.options.waking_chance
    assert state.waking == tuple(n for n in state.players if draws.chance(f"waking/1.2/{n}", half))
    free.tick_to("2 00:01")
    assert free.state().declared == {}


def test_undoing_the_last_turn_opens_a_match_that_was_over(free: Table) -> None:
    order(free, "set true.avatars.Ann.at = a12 because of a test")
    order(free, "close because she is there", at="1 13:00")
    assert free.match().status == "over"
    order(free, "undo turn because it was a test", at="1 14:00")
    assert free.match().status == "running"
    assert free.row().due == moment("2 00:00")
    free.tick_to("2 00:01")
    assert free.match().status == "over"
    assert [entry.kind for entry in free.log()].count("ended") == 2


def test_the_fold_of_the_log_is_the_snapshot_after_every_command(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    for minute, command in enumerate(
        ("as Bob: move n", "wake Bob", "void 7", "undo", "place wall c7", "close", "undo turn", "pause", "resume",
         "extend 24h", "remove Cid", "undo turn redraw", "set true.objects.c6 = hole", "close", "undo 9")
    ):  # fmt: skip
        order(free, f"{command} because of a test", at=f"1 12:{minute:02}")
        match = free.match()
        first = dict(free.log()[0].data["options"])
        again = replay(type(match)(match.game, "m1", match.title, first, seed=match.seed), free.log())
        assert again.state == match.state, command
        assert (again.status, again.due, again.overrides) == (match.status, match.due, match.overrides), (
            command
        )
        assert again.held == match.held, command


# seats


def test_a_replaced_player_loses_everything_and_the_new_one_gets_the_display(free: Table) -> None:
    old, address = free.token("Ann"), free.seat_address("Ann")
    order(free, "replace Ann with anna@example.net because she is away")
    assert len(free.mails("anna@example.net", "display")) == 1
    assert free.token("Ann") != old
    assert free.write("Ann", "move n", "1 13:00", to=address) != "done" or free.state().declared == {}
    assert (
        free.write("anna@example.net", "move e", "1 14:00", to=free.seat_address("Ann"), vouched=False)
        == "done"
    )
    assert free.state().declared == {"Ann": "move e"}
    free.new()
    free.tick_to("2 00:01")
    assert "ann@example.net" not in {mail.to for mail in free.new()}


def test_a_replacement_plays_on_for_who_has_left(free: Table) -> None:
    free.write("Ann", "resign", "1 11:00")
    free.answer(free.last("Ann", "confirm"), "confirm", "1 11:01")
    assert free.state().gone == ("Ann",)
    order(free, "replace Ann with anna@example.net because she left")
    assert free.state().gone == ()
    assert free.match().gone == frozenset()
    free.write("anna@example.net", "move e", "1 14:00", to=free.seat_address("Ann"))
    assert free.state().declared == {"Ann": "move e"}


def test_a_refused_replacement_registers_nobody(free: Table) -> None:
    order(free, "replace Eve with eve@example.com because of nothing")
    with free.desk.books() as book:
        assert book.person_at("eve@example.com") is None


def test_a_replacement_is_announced_without_the_address(free: Table) -> None:
    order(free, "replace Ann with anna@example.net because she is away")
    mail = free.last("Bob", "override")
    assert "somebody else" in mail.text
    assert "anna" not in mail.text


def test_a_removed_player_takes_no_more_actions(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    order(free, "remove Ann because of rudeness")
    assert "Ann" in free.last("Bob", "left").text
    free.write("Ann", "move e", "1 13:00")
    assert "left" in free.last("Ann").text
    free.tick_to("2 00:01")
    assert free.state().history[0].actions == {"Ann": "move n"}  # what was declared still counts


def test_the_match_ends_when_nobody_is_left(free: Table) -> None:
    order(
        free, "remove Ann because of a test", "remove Bob because of a test", "remove Cid because of a test"
    )
    assert free.match().status == "over"
    result = free.match().result
    assert result is not None
    assert result.winners == ()


def test_end_ends_the_match_as_it_says(free: Table) -> None:
    order(free, "end won by Bob, ann because they agreed")
    result = free.match().result
    assert result is not None
    assert result.winners == ("Ann", "Bob")
    assert free.last("Cid", "result").message.get_filename() is None
    free.write("Ann", "move n", "1 13:00")
    assert "over" in free.last("Ann").text
    assert [e.kind for e in free.log()].count("ended") == 1


# words and reports


def test_an_announcement_goes_to_the_table_once(free: Table) -> None:
    order(free, "announce Play nicely, because I watch.")
    for name in ("Ann", "Bob", "Cid"):
        assert "Play nicely, because I watch." in free.last(name, "announce").text
    assert len(free.mails("Max", "announce")) == 0


def test_resend_sends_displays_again(free: Table) -> None:
    order(free, "resend Bob")
    order(free, "resend")
    assert [m.to for m in free.mails(kind="display")] == [
        f"{n}@example.net" for n in ("bob", "ann", "bob", "cid")
    ]


def test_reports_tell_the_moderator_alone(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    free.new()
    order(free, "show", "show ann", "log", "log 1", "letters")
    assert {mail.to for mail in free.new()} == {"max@example.org"}
    text = free.last("Max").text
    assert "move n" in text
    assert free.match().overrides == 0


def test_a_report_never_tells_the_seed_of_a_running_match(free: Table) -> None:
    seed = free.match().seed
    assert seed is not None
    order(free, "show", "log", "letters")
    free.write("Max", "preview\nmoderate m1\nend no winner because of a test", "1 13:00")
    for mail in free.mails():
        assert seed.hex().encode() not in mail.raw.replace(b"=\r\n", b"")


def test_a_letter_of_another_match_cannot_be_retried() -> None:
    with spring(moderation={"moderators": [MAX, "Mia <mia@example.org>"]}) as table:
        table.write("Mia <mia@example.org>", 'open paprika "Other"', "1 10:30")
        table.write("Ann", "move n", "1 11:00", vouched=False)
        held = table.letter().id
        table.write("Mia <mia@example.org>", f"moderate m2\nretry {held}", NOON)
        assert table.letter(held).match == "m1"
        assert table.letter(held).status == "held"


def test_a_moderators_letter_after_the_deadline_waits_for_the_turn(free: Table) -> None:
    assert order(free, "as Ann: move n because she asked", at="2 00:00:05") == "waiting"
    free.tick_to("2 00:01")
    assert free.state().nday == 2
    assert free.state().declared == {"Ann": "move n"}
