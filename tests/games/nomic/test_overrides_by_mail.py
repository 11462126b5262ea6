"""What a moderator can do to a match of Nomic by mail: every generic command and each of the game's own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.moderator import order
from tests.table import Table, moment, spring

OPTIONS = "settings = debate_least = 0 hours"
FAULT = "because it mends a fault"
Done = Callable[[Table], Any]


@pytest.fixture
def table() -> Iterator[Table]:
    """Ann's vote on 301 is open, and Bob and Ann have voted; moderators confirm nothing."""
    with spring("Ann", "Bob", "Cid", game="nomic", options=OPTIONS, moderation={"confirm": "never"}) as match:
        text = "I propose to repeal rule 210.\nI open the vote.\nI vote for 301"
        match.write("Ann", text, "1 11:00", to=match.seat_address("Ann"))
        match.write("Bob", "301: AGAINST", "1 11:30", to=match.seat_address("Bob"))
        yield match


def ballot(name: str) -> Done:
    return lambda table: getattr(table.state().live[301].ballots.get(name), "word", None)


def numbers(table: Table) -> set[str]:
    return {str(rule.number) for rule in table.state().book.rules}


COMMANDS: tuple[tuple[str, Done, Any], ...] = (
    ("pause", lambda table: table.row().due, None),
    ("extend 24h", lambda table: table.match().until, moment("6 00:00")),
    ("close", lambda table: table.state().turn.mover, "Bob"),
    ("as Cid: invoke judgment: why?", lambda table: len(table.state().judgments), 1),
    ("set scores.Bob = 7", lambda table: table.state().scores["Bob"], 7),
    ("set settings.turn_limit = 3 days", lambda table: table.state().book.force["turn_limit"], "3 days"),
    ("remove Cid", lambda table: table.state().playing, ("Ann", "Bob")),
    ("end no winner", lambda table: table.match().status, "over"),
    ("end won by Ann", lambda table: table.state().winners, ("Ann",)),
    ("enact a new rule: Hats.", lambda table: "302" in numbers(table), True),
    ("amend rule 209 to read: Hats.", lambda table: "302" in numbers(table), True),
    ("repeal rule 209", lambda table: "209" in numbers(table), False),
    ("transmute rule 116", lambda table: "302" in numbers(table), True),
    ("award Ann 10", lambda table: table.state().scores["Ann"], 10),
    ("mover Cid", lambda table: table.state().turn.mover, "Cid"),
    ("strike 301", lambda table: 301 in table.state().live, False),
    ("surname Ann = Ann Zebra", lambda table: table.state().player("Ann").surname, "Zebra"),
)


@pytest.mark.parametrize(("command", "done", "then"), COMMANDS, ids=[command for command, *_ in COMMANDS])
def test_a_command_is_carried_out_and_announced_with_its_ground(
    table: Table, command: str, done: Done, then: Any
) -> None:
    assert done(table) != then
    before = len(table.log())
    table.new()
    order(table, f"{command} {FAULT}", at="1 12:00")
    assert done(table) == then
    assert table.log()[before].reason == "it mends a fault"
    told = {mail.to for mail in table.new() if "it mends a fault" in " ".join(mail.text.split())}
    assert {"ann@example.net", "bob@example.net"} <= told


OF_BALLOTS: tuple[tuple[str, Done, Any], ...] = (
    ("as Cid: vote FOR 301", ballot("Cid"), "for"),
    ("void 9", ballot("Bob"), None),
    ("undo", ballot("Bob"), None),
    ("ballot Bob FOR 301", ballot("Bob"), "for"),
)


@pytest.mark.parametrize(("command", "done", "then"), OF_BALLOTS, ids=[row[0] for row in OF_BALLOTS])
def test_what_would_tell_a_ballot_is_announced_by_its_ground_alone_before_the_close(
    table: Table, command: str, done: Done, then: Any
) -> None:
    assert done(table) != then
    order(table, f"{command} {FAULT}", at="1 12:00")
    assert done(table) == then
    assert table.log()[-1].reason == "it mends a fault"
    told = " ".join(table.last("Ann", "override").text.split())
    assert "The moderator has made an override, number 1 of this match" in told
    assert "The reason that Max gave: it mends a fault" in told
    assert not {"FOR", "AGAINST", "Cid"} & set(told.split())
    table.tick_to("1 12:30")
    table.write("Ann", "status", "1 12:30", to=table.seat_address("Ann"))
    status = " ".join(table.last("Ann", "receipt").text.split())
    assert "it is published at the end. Reason: it mends a fault" in status


def test_a_ballot_that_all_may_see_is_announced_in_full(table: Table) -> None:
    order(table, f"set settings.ballots = open {FAULT}", f"ballot Bob FOR 301 {FAULT}", at="1 12:00")
    assert ballot("Bob")(table) == "for"
    assert "ballot Bob FOR 301" in " ".join(table.last("Ann", "override").text.split())


BOUND = ("as", "void", "undo", "set", "enact", "amend", "repeal", "transmute", "award", "ballot", "strike")


@pytest.mark.parametrize(
    "command", [row[0] for row in (*COMMANDS, *OF_BALLOTS) if row[0].split()[0] in BOUND]
)
def test_without_a_ground_a_servant_touches_no_rule_ballot_or_score(table: Table, command: str) -> None:
    before, state = table.log(), table.state()
    order(table, f"{command} because I like it", at="1 12:00")
    assert (table.log(), table.state()) == (before, state)
    assert "say what this rests on" in " ".join(table.last("Max", "receipt").text.split())


@pytest.mark.parametrize(
    "ground", ["Judgment 3 says so", "rule 116 asks for it", "it mends a fault", "all consent"]
)
def test_each_kind_of_ground_is_enough(table: Table, ground: str) -> None:
    order(table, f"award Ann 10 because {ground}", at="1 12:00")
    assert table.state().scores["Ann"] == 10
    assert ground in " ".join(table.last("Bob", "override").text.split())


def test_a_seat_is_replaced_and_the_newcomer_goes_on(table: Table) -> None:
    order(table, "replace Cid with cid@example.com because he asked for it", at="1 12:00")
    assert table.mails("cid@example.com")
    table.write("cid@example.com", "301: FOR", "1 13:00", to=table.seat_address("Cid"))
    assert table.state().live[301].ballots["Cid"].word == "for"


def test_the_clock_goes_on_and_words_go_to_all(table: Table) -> None:
    order(table, "pause because of a holiday", at="1 12:00")
    order(table, "resume because it is over", "announce Hats are on the table.", "resend Bob", at="2 12:00")
    assert table.match().until == moment("6 00:00")
    assert "Hats are on the table." in " ".join(mail.text for mail in table.mails("Cid"))
    order(table, "show Bob", "log 3", at="2 13:00")
    assert "301" in table.last("Max", "receipt").text
