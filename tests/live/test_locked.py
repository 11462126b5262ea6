"""A database that another connection holds locked over a bell: ticks go on, and the round is written once."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext
from typing import Any

import pytest

from tests.live.pace import HeldPace
from tests.live.player import Player
from tests.live.site import QUICK, SLOW, Live, match_of, office, open_match, served
from tests.table import Table
from tests.test_faults import pragma

ROUNDS = 'SELECT count(*) FROM entries WHERE "match" = 1 AND data LIKE \'%"round"%\''


@contextmanager
def held(table: Table) -> Iterator[sqlite3.Connection]:
    """Another connection that is writing, and can still read."""
    with closing(sqlite3.connect(table.file)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        yield other
        other.execute("ROLLBACK")


@asynccontextmanager
async def two_matches(clerk: str) -> AsyncIterator[tuple[Live, Player]]:
    """m1 just before its first bell, recorded by that clerk, and m2 in the middle of a long round."""
    with match_of("Ann", "Bob", options=QUICK) as table, office(table) as recorder:
        open_match(table, "Ann", "Bob", options=SLOW, match="m2")
        async with served(table, pace=HeldPace()) as live:
            if clerk == "an office":
                live.clerk = recorder
            for match in ("m2", "m1"):
                pages = await live.all_ready("Ann", "Bob", match=match)
                await pages[0].phase("playing")
            while live.round().next_tick < 40:
                await live.held.on()
            yield live, pages[0]


def impatient(table: Table) -> Any:
    """What waits for the database gives up after a moment instead of half a minute."""
    return pragma(table, "busy_timeout", 1)


@pytest.mark.parametrize("clerk", ["one who gives up", "one who waits", "an office"])
async def test_a_round_whose_bell_finds_the_database_locked_is_written_once_and_no_tick_waits(
    clerk: str,
) -> None:
    async with two_matches(clerk) as (live, ann):
        with impatient(live.table) if clerk == "one who gives up" else nullcontext():
            with held(live.table) as other:
                while not live.room().is_recording:
                    await live.held.on()
                goes_on = live.round("m2").state.tick + 150
                while live.round("m2").state.tick < goes_on:
                    await live.held.on()
                assert other.execute(ROUNDS).fetchone() == (0,)
                assert live.room().is_recording
                assert ann.state["phase"] == "playing"
            while ann.state["phase"] == "playing":
                await live.held.on()
        assert [told.number for told in live.table.state().rounds] == [1]
        with held(live.table) as other:
            assert other.execute(ROUNDS).fetchone() == (1,)
        while live.room().phase != "over":
            await live.held.on()
        assert live.is_right()
