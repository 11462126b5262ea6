"""The weekly mail: to all, once a week, never lost and never doubled."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from referee.engine.game import Command
from referee.games.nomic import GAME
from tests.games.nomic.match import at, begun
from tests.table import Table, moment, spring

WAIT = "settings = debate_least = 0 hours, idle = wait, turn_limit = never"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob in which nothing falls due by itself."""
    with spring("Ann", "Bob", game="nomic", options=WAIT) as running:
        yield running


def test_a_digest_goes_to_all_once_a_week(table: Table) -> None:
    for day in range(2, 32):
        table.tick_to(f"{day} 06:30")
        table.tick_to(f"{day} 06:30")
    assert [mail.posted_at.day for mail in table.mails("Ann", "digest")] == [9, 16, 23, 30]
    assert len(table.mails("Bob", "digest")) == len(table.mails("Max", "digest")) == 4


def test_a_digest_tells_rules_scores_and_whom_the_game_waits_for(table: Table) -> None:
    table.tick_to("9 06:30")
    text = " ".join(table.last("Bob", "digest").text.split())
    assert "Week 1 of Nomic" in table.last("Bob", "digest").subject
    for words in ("Ann is to propose", "206 ", "Score", "The rules in force"):
        assert words in text


def test_a_referee_that_was_down_sends_the_digest_late(table: Table) -> None:
    table.tick_to("20 12:00")
    assert [mail.posted_at.day for mail in table.mails("Ann", "digest")] == [16]


def test_after_weeks_of_outage_one_digest_goes_out_and_the_moderator_is_not_asked(table: Table) -> None:
    table.tick_to("2 12:00")
    table.read("30 12:00")
    table.tick("30 12:00")
    assert [mail.posted_at.day for mail in table.mails("Ann", "digest")] == [30]
    assert not table.mails("Max", "outage")
    assert table.match().due == moment("37 06:00")


def test_what_an_outage_overran_is_the_games_deadline_not_the_digest() -> None:
    with spring("Ann", "Bob", game="nomic", options="settings = turn_limit = 9 days") as table:
        table.tick_to("2 12:00")
        table.read("20 12:00")
        table.tick("20 12:00")
        assert "11 Dec 2026" in table.last("Max", "outage").text
        table.write("Max", "moderate m1\noutage close because it is time", "20 12:10")
        turn = table.state().turn
        assert (turn.number, turn.mover) == (2, "Bob")
        table.tick_to("20 12:20")
        assert len(table.mails("Ann", "digest")) == 1


def test_a_letter_just_after_the_instant_does_not_lose_it(table: Table) -> None:
    ann = table.seat_address("Ann")
    assert table.write("Ann", "I propose to repeal rule 210.", "9 06:00:20", to=ann) == "waiting"
    table.tick_to("9 06:01")
    assert len(table.mails("Ann", "digest")) == 1
    assert 301 in table.state().live


def test_receipts_tell_the_games_own_deadline(table: Table) -> None:
    assert table.match().due == moment("9 06:00")
    assert table.match().until is None
    assert GAME.view(table.state(), "Ann")["deadline"] is None


def test_a_moderators_close_is_of_the_games_own_deadline() -> None:
    match = begun(settings="turn_limit = 30 days").match
    assert GAME.deadline(match.state) == at(8) + timedelta(hours=6)
    closed = GAME.close(match.state, at(2), match.draws).state
    assert closed.turn is not None
    assert (closed.turn.mover, closed.digest) == ("Bob", match.state.digest)


def test_a_stopped_match_sends_none_and_goes_on_with_the_week_it_is_in() -> None:
    table = begun()
    paused = GAME.override(table.match.state, Command("pause"), at(2), table.match.draws).state
    assert GAME.deadline(paused) is None
    resumed = GAME.override(paused, Command("resume"), at(20), table.match.draws).state
    assert resumed.digest == at(22) + timedelta(hours=6)


def test_the_digest_has_history_and_judgments_under_each_rule(table: Table) -> None:
    table.write("Ann", "I propose to amend rule 206 to read: Hats.\n\nI open the vote.\n301: FOR", "2 09:00")
    table.write("Bob", "301: FOR", "2 10:00")
    table.write("Ann", "I invoke judgment: does rule 206 need hats?", "2 11:00")
    table.tick_to("9 06:30")
    text = " ".join(table.last("Bob", "digest").text.split())
    assert "what became of the rules, and the Judgments under them" in text
    assert "2026-12-02: amended by 301, now 301" in text
    assert "Judgment 1: does rule 206 need hats?" in text
    table.write("Bob", "history rules", "10 09:00")
    answer = " ".join(table.last("Bob", "receipt").text.split())
    assert "amended, by 301, as 301" in answer
    assert "does rule 206 need hats?" in answer
