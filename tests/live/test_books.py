"""What rooms play gets into the books once, whatever happens to the books meanwhile."""

import asyncio
import json
import multiprocessing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.app import live as books
from referee.engine.match import Match
from referee.errors import BooksUnavailable, NotLegal
from referee.games.paintfield.live import begin
from tests.live.clerks import Between
from tests.live.pace import HeldPace, settled
from tests.live.site import QUICK, START, match_of, office, served


@dataclass
class Unlucky(Between):
    """A clerk whose every entry fails at the first try, before it is written or just after."""

    is_written: bool
    failed: list[str] = field(default_factory=list)

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        if text in self.failed:
            return await self.clerk.record(match, data, text)
        self.failed.append(text)
        if self.is_written:
            await self.clerk.record(match, data, text)
        raise BooksUnavailable("The database can't be used now: disk full.")


@pytest.mark.parametrize("is_written", [False, True])
async def test_books_that_fail_make_a_round_late_and_nothing_is_told_or_counted_twice(
    is_written: bool,
) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            unlucky = Unlucky(live.clerk, is_written)
            live.clerk = unlucky
            ann, bob = await live.all_ready("Ann", "Bob")
            await live.play(lambda: live.room().phase == "playing")
            await live.over()
            await bob.phase("over")
            numbers = [told.number for told in table.state().rounds]
            assert numbers == [*range(1, len(numbers) + 1)]
            assert {f"round {number} was played" for number in numbers} < set(unlucky.failed)
            assert len([entry for entry in table.log() if "round" in entry.data]) == len(numbers)
            phases = [told["phase"] for told in ann.told if told["t"] == "state"]
            assert phases[-1] == "over"


@dataclass
class Slow(Between):
    """A clerk who takes up a round only when he is told to go on."""

    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    is_asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        if "round" in data:
            self.is_asked.set()
            await self.goes_on.wait()
        return await self.clerk.record(match, data, text)


async def test_who_resigns_after_the_bell_while_the_round_is_being_recorded_has_left() -> None:
    with match_of("Ann", "Bob", "Cid") as table:
        async with served(table, pace=HeldPace()) as live:
            slow = Slow(live.clerk)
            live.clerk = slow
            players = await live.all_ready("Ann", "Bob", "Cid")
            await live.play(lambda: live.room().phase == "playing")
            await live.ticks(40)
            await slow.is_asked.wait()
            assert not table.state().rounds
            assert all(player.state["phase"] == "playing" for player in players)
            await players[0].say("resign")
            await players[0].heard()
            slow.goes_on.set()
            await settled(lambda: "Ann" in table.match().gone and len(table.state().rounds) == 1)
            await live.play(lambda: live.room().live is not None and live.round().number == 2)
            assert live.round().state.active == (1, 2)
            await live.over()


def played(match: Match) -> list[str]:
    """The lines of the match's round in hand, steered by bots."""
    live = begin(match.state)
    for seat in (0, 1):
        live.cover(seat)
    while not live.is_over:
        live.step()
    return list(live.ended())


def test_a_round_is_recorded_once() -> None:
    with match_of("Ann", "Bob") as table:
        match = books.record(table.desk, "m1", {"begun": 1}, "round 1 begins", START)
        lines = played(match)
        books.record(table.desk, "m1", {"round": lines}, "round 1 was played", START)
        with pytest.raises(NotLegal, match="not round 1 of this match"):
            books.record(table.desk, "m1", {"round": lines}, "round 1 was played", START)
        assert len(table.state().rounds) == 1


def test_leases_are_renewed_together_and_only_ones_own() -> None:
    with match_of("Ann", "Bob") as table, table.desk.books() as book:
        for name, holder in (("room/m1", "one"), ("room/m2", "two"), ("other", "one")):
            book.take_lease(name, holder, START, START)
        assert book.renew_leases("room/", "one", START) == ("room/m1",)


async def test_the_office_records_rounds_and_posts_the_result_though_its_process_is_killed() -> None:
    with match_of("Ann", "Bob", options=f"{QUICK}\nrounds = 1") as table, office(table) as recorder:
        match = await recorder.record("m1", {"begun": 1}, "round 1 begins")
        for process in multiprocessing.active_children():
            process.kill()
        with pytest.raises(BooksUnavailable, match="started again"):
            await recorder.record("m1", {"abandoned": "No."}, "abandoned")
        lines = played(match)
        with pytest.raises(NotLegal):
            await recorder.record("m1", {"round": lines[1:]}, "round 1 was played")
        match = await recorder.record("m1", {"round": lines}, "round 1 was played")
        assert json.loads(match.state.log[-1]) == {"seed": match.state.seed}
        assert match.status == "over"
        result = table.last("ann@example.net", "result").message
        names = {part.get_filename() for part in result.iter_attachments()}
        assert {"field.png", "match.gif"} <= names


@dataclass
class SlowToBegin(Slow):
    """A clerk who writes a beginning down at once, and answers when told to."""

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        after = await self.clerk.record(match, data, text)
        if "begun" in data:
            self.is_asked.set()
            await self.goes_on.wait()
        return after


async def test_who_resigns_while_a_round_is_beginning_is_not_on_its_field() -> None:
    with match_of("Ann", "Bob", "Cid", options=f"{QUICK}\nrounds = 1") as table:
        async with served(table, pace=HeldPace()) as live:
            clerk = SlowToBegin(live.clerk)
            live.clerk = clerk
            _, _, ann = await live.all_ready("Bob", "Cid", "Ann")
            await clerk.is_asked.wait()
            await ann.say("resign")
            await ann.heard()
            clerk.goes_on.set()
            await ann.until(lambda: ann.state["seats"][0]["gone"])
            await live.play(lambda: live.room().phase == "playing")
            await live.tick()
            assert live.round().state.active == (1, 2)
            await live.over()
            assert live.is_right()
