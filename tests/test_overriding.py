"""What a moderator can do to a running match: its clock, its log, its true state."""

from collections.abc import Iterator

import pytest

from referee.engine.match import replay
from tests.moderator import NOON, order, running
from tests.table import Table, moment


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


# the clock


def test_pause_and_resume_stop_and_start_the_clock(table: Table) -> None:
    order(table, "pause because of a holiday")
    assert table.row().due is None
    assert "a holiday" in table.last("Bob", "paused").text
    assert "of a holiday" not in table.last("Bob", "paused").text
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


IMPOSSIBLE = """
set true.avatars.Ann.at = z99
set true.avatars.Eve.at = c9
set nday = 7
set seed = 00
set true.objects.c5 = tree
set true.avatars.Ann.frozen = 9
set
set true.priority = Ann, Ann, Bob
as Eve: move n
as Ann: dance
as Ann: move
place wall b5
place tree c7
clear c7
priority Ann
wake Eve
void 99
void 1
void x
undo 1
undo turn
end won by Eve
end
replace Ann with nobody
replace Eve with eve@example.com
replace Ann with bob@example.net
replace Ann with max@example.org
remove Eve
extend 0h
extend never
show Eve
log x
retry 77
outage close
resume
seat Dee dee@example.net
start
option rows = 9
columns = 9
"""


@pytest.mark.parametrize("command", IMPOSSIBLE.strip().splitlines())
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


COMMANDS = """
as Bob: move n
wake Bob
void 7
undo
place wall c7
close
undo turn
pause
resume
extend 24h
remove Cid
undo turn redraw
set true.objects.c6 = hole
close
undo 9
"""


def test_the_fold_of_the_log_is_the_snapshot_after_every_command(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    for minute, command in enumerate(COMMANDS.strip().splitlines()):
        order(free, f"{command} because of a test", at=f"1 12:{minute:02}")
        match = free.match()
        first = dict(free.log()[0].data["options"])
        again = replay(type(match)(match.game, "m1", match.title, first, seed=match.seed), free.log())
        assert again.state == match.state, command
        assert (again.status, again.due, again.overrides) == (match.status, match.due, match.overrides), (
            command
        )
        assert again.held == match.held, command


def test_a_match_that_turns_out_to_be_won_is_told_to_everybody(free: Table) -> None:
    order(free, "set true.avatars.Ann.at = a12 because of a test", at="1 12:00")
    order(free, "set true.avatars.Ann.at = a1 because of a slip", at="1 12:10")
    slip = free.log()[-1].number
    free.tick_to("2 00:01")
    assert free.match().status == "running"
    free.write("Bob", "move n", "2 09:00")
    order(free, f"void {slip} because it was none", at="2 12:00")
    result = free.match().result
    assert result is not None
    assert result.winners == ("Ann",)
    told = [mail.to for mail in free.mails(kind="result")]
    assert told[:3] == [f"{name}@example.net" for name in ("ann", "bob", "cid")]
    assert free.log()[-1].kind == "ended"


def test_what_changes_nothing_of_the_result_brings_no_second_result_mail(free: Table) -> None:
    free.write("Bob", "move n", "1 11:00")
    number = free.log()[-1].number
    order(free, "end won by Ann because of a test", at="1 12:00")
    order(free, f"void {number} because it was a slip", at="1 13:00")
    assert free.match().status == "over"
    assert len(free.mails("Ann", "result")) == 1
