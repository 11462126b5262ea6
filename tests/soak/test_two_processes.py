"""Two processes over one database, killed amid a night's Turns; the clock leaps and is put back."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store.types import EPOCH, MICROSECOND
from referee.verifying import verify_match
from tests.soak.test_soak import check_mailboxes
from tests.soak.world import World, kill, stop, world

STARTED = datetime(2026, 12, 1, 10, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
SPEED = 20.0
BEAT = "select at > ? and at < ? from heartbeats where name = 'tick'"
CLOSED = "select count(*) >= ? from entries where kind = 'closed'"


async def night(town: World, count: int) -> int:
    """The first Turn of so many matches by two processes, each killed once; how often that was."""
    first, second = [await town.start() for _ in range(2)]
    await town.until(CLOSED, count // 10)
    await kill(first)
    first = await town.start()
    await town.until(CLOSED, count // 2)
    await kill(second)
    second = await town.start()
    await town.until(CLOSED, count)
    await town.is_done(first)
    for process in (first, second):
        await stop(process)
    return 2


async def strikes(town: World, at: datetime) -> None:
    """Waits until the clock has struck within the hour after that time."""
    await town.until(BEAT, *((time - EPOCH) // MICROSECOND for time in (at, at + HOUR)))


def check_turns(town: World, count: int) -> None:
    """Every match has had one Turn, and every seat one display of it."""
    closed = Counter(row[0] for row in town.ask("select \"match\" from entries where kind = 'closed'"))
    assert closed == {number: 1 for number in range(1, count + 1)}
    told = Counter(
        row[0] for row in town.ask("select member from outbox where kind = 'paprika/turn' and about = '2'")
    )
    with town.desk().books() as book:
        assert all(verify_match(book, row.id).is_right for row in book.match_rows())
    assert told == {row[0]: 1 for row in town.ask("select id from members where role = 'seat'")}


@pytest.mark.full
async def test_two_processes_that_are_killed_make_every_turn_once(tmp_path: Path, share: int) -> None:
    count = 100 if share == 1 else 20
    async with world(tmp_path, STARTED, 1, count, every=0) as town:
        desk = town.desk()
        for number in range(1, count + 1):
            town.open_match(desk, number, "paprika", STARTED)
        town.clock.put(MIDNIGHT.replace(day=1, hour=23, minute=59, second=30), SPEED)
        kills = await night(town, count)
        check_turns(town, count)
        await check_mailboxes(town, [], kills)


@pytest.mark.full
async def test_a_clock_that_leaps_asks_the_moderator_and_one_put_back_closes_nothing_twice(
    tmp_path: Path, share: int
) -> None:
    count = 20 if share == 1 else 4
    async with world(tmp_path, STARTED, 1, count, every=0) as town:
        desk = town.desk()
        for number in range(1, count + 1):
            town.open_match(desk, number, "paprika", STARTED)
        processes = [await town.start() for _ in range(2)]
        await strikes(town, STARTED)
        town.clock.put(MORNING)
        await town.until("select count(*) = ? from matches where asked is not null", count)
        town.clock.put(STARTED)
        await strikes(town, STARTED)
        town.clock.put(MORNING + HOUR)
        await strikes(town, MORNING + HOUR)
        for process in processes:
            await stop(process)
        assert not town.ask("select 1 from entries where kind = 'closed'")
        assert len(town.ask("select 1 from outbox where kind = 'mail/outage'")) == count
