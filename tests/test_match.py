"""A match is the fold of its entries."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.engine.match import Entry, Match, dump_order, dump_state, load_state, replay, take, voided
from referee.engine.orders import Order, read_line
from referee.errors import NotLegal, OrderError
from referee.games.paprika import GAME
from tests.table import moment

START = moment("1 10:00")


def entry(
    match: Match, number: int, kind: str, by: str | None = None, day: str = "1 12:00", **data: Any
) -> Entry:
    """An entry as it would be written now."""
    return Entry(number, moment(day), kind, by, epoch=match.epoch, data=data)


def declares(match: Match, number: int, name: str, line: str, day: str = "1 12:00") -> Entry:
    """A player's declaration."""
    order = read_line(line, GAME.verbs)
    assert isinstance(order, Order)
    return entry(match, number, "declared", name, day, order=dump_order(order))


def blank(options: Mapping[str, str] | None = None) -> Match:
    """A match before its first entry."""
    return Match(GAME, "m1", "Spring", options or {}, seed=bytes(32))


class Log:
    """A log that is taken while it is written."""

    def __init__(self, **options: str) -> None:
        self.match, self.entries = blank(options), list[Entry]()
        for name in ("Ann", "Bob"):
            self.write("joined", name)
        self.write("started")

    def write(self, kind: str, by: str | None = None, day: str = "1 10:00", **data: Any) -> None:
        """Takes one more entry."""
        self.add(entry(self.match, len(self.entries) + 1, kind, by, day, **data))

    def say(self, name: str, line: str, day: str = "1 12:00") -> None:
        """Takes a declaration."""
        self.add(declares(self.match, len(self.entries) + 1, name, line, day))

    def add(self, one: Entry) -> None:
        """Takes the entry."""
        self.match = take(self.match, one).match
        self.entries.append(one)

    def take_back(self, *numbers: int, verb: str = "void") -> None:
        """Voids entries and folds the log again."""
        one = entry(self.match, len(self.entries) + 1, "overridden", "Max", verb=verb, numbers=list(numbers))
        self.entries.append(one)
        self.match = replay(blank(), self.entries)


def test_taking_an_entry_leaves_the_old_match_as_it_was() -> None:
    log = Log()
    before, dumped = log.match, dump_state(log.match)
    log.say("Ann", "move n")
    assert dump_state(before) == dumped
    assert log.match.state.declared == {"Ann": "move n"}


def test_a_refused_entry_changes_nothing() -> None:
    log = Log()
    log.say("Ann", "move n")
    before = log.match
    with pytest.raises(OrderError):
        log.say("Ann", "move e")
    assert log.match is before


def test_replay_is_play() -> None:
    log = Log()
    log.say("Ann", "move n")
    log.write("closed", day="2 00:00")
    log.say("Bob", "freeze w", "2 12:00")
    log.write("resigned", "Bob", "2 13:00")
    assert replay(blank(), log.entries) == log.match


def test_replay_does_not_mind_the_order_of_reading() -> None:
    log = Log()
    log.say("Ann", "move n")
    log.write("closed", day="2 00:00")
    assert replay(blank(), reversed(log.entries)) == log.match


def test_a_voided_entry_counts_no_more_and_a_voided_void_restores_it() -> None:
    log = Log()
    log.say("Ann", "move n")
    log.take_back(4)
    assert log.match.state.declared == {}
    log.take_back(5)
    assert log.match.state.declared == {"Ann": "move n"}
    assert voided(log.entries) == {5}


def test_what_stood_on_a_voided_entry_falls_away_with_its_reason() -> None:
    log = Log(revisable="on")
    log.say("Ann", "move n")
    log.say("Ann", "withdraw")
    log.match = replace(log.match, options={"revisable": "on"})
    one = entry(log.match, 6, "overridden", "Max", verb="void", numbers=[4])
    again = replay(blank({"revisable": "on"}), [*log.entries, one])
    [(dropped, why)] = again.dropped
    assert dropped.number == 5
    assert "declared nothing" in why


def test_declarations_of_a_later_nday_wait_for_it_when_a_turn_is_undone() -> None:
    log = Log()
    log.write("closed", day="2 00:00")
    log.say("Ann", "move e", "2 12:00")
    log.take_back(4, verb="undo")
    assert (log.match.epoch, log.match.state.nday, log.match.state.declared) == (0, 1, {})
    assert [held.number for held in log.match.held] == [5]
    log.say("Ann", "move n", "2 13:00")
    log.write("closed", day="2 13:30")
    assert (log.match.epoch, log.match.held) == (1, ())
    assert log.match.state.history[0].actions == {"Ann": "move n"}
    assert log.match.state.declared == {"Ann": "move e"}
    assert replay(blank(), log.entries) == log.match


def test_later_turns_are_made_again_in_their_order() -> None:
    log = Log()
    for day in (2, 3, 4):
        log.say("Ann", "duck", f"{day - 1} 12:00")
        log.write("closed", day=f"{day} 00:00")
    before = log.match
    log.take_back(5, verb="undo")
    assert log.match.state.nday == 1
    log.write("closed", day="2 00:00")
    assert log.match.state.true == before.state.true
    assert log.match.state.nday == 4
    assert log.match.epoch == 3


def test_an_entry_of_a_match_that_is_over_meanwhile_falls_away() -> None:
    log = Log(max_ndays="1")
    log.write("closed", day="2 00:00")
    assert log.match.status == "over"
    late = Entry(5, moment("2 12:00"), "declared", "Ann", epoch=1, data={"order": {}})
    assert replay(blank({"max_ndays": "1"}), [*log.entries, late]).dropped


def test_a_match_without_a_seed_draws_nothing() -> None:
    with pytest.raises(NotLegal):
        _ = Match(GAME, "m1", "Spring", {}).draws


def test_a_state_is_loaded_as_it_was_dumped_and_nothing_else_is() -> None:
    log = Log()
    text = dump_state(log.match)
    assert text is not None
    assert load_state(GAME, text) == log.match.state
    with pytest.raises(ValueError, match="extra"):
        load_state(GAME, text.replace('"nday":1', '"nday":1,"extra":1', 1))


def test_the_seed_decides_everything_drawn() -> None:
    one, other = Log().match, Log().match
    assert one == other
    third = take(replace(blank(), seed=b"\1" * 32, seats=("Ann", "Bob")), entry(blank(), 3, "started")).match
    assert third.state.opening != one.state.opening
