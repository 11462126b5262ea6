"""APScheduler only wakes the referee; what is due is the database's business."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import time_machine
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from referee.clock import now
from referee.schedule import start_schedule

EVENING = datetime(2026, 12, 1, 23, 57, 30, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)


@dataclass
class Night:
    """A scheduler at work under a clock that stands still until it is moved."""

    traveller: time_machine.Traveller
    scheduler: AsyncIOScheduler | None = None
    woken: list[datetime] = field(default_factory=list)

    async def wake(self) -> None:
        self.woken.append(now())

    async def at(self, time: datetime) -> None:
        """The clock shows that time; the scheduler notices, and what it starts is done."""
        assert self.scheduler is not None
        self.traveller.move_to(time)
        self.scheduler.wakeup()
        for _ in range(5):
            await asyncio.sleep(0)


@asynccontextmanager
async def night(start: datetime = EVENING) -> AsyncIterator[Night]:
    with time_machine.travel(start, tick=False) as traveller:
        under = Night(traveller)
        under.scheduler = start_schedule(under.wake)
        await under.at(start)
        yield under
        under.scheduler.shutdown(wait=False)


async def test_it_wakes_at_the_start() -> None:
    async with night() as under:
        assert under.woken == [EVENING]


async def test_it_wakes_every_minute() -> None:
    async with night() as under:
        for minutes in (1, 2):
            await under.at(EVENING + timedelta(minutes=minutes))
        assert under.woken[1:] == [EVENING + timedelta(minutes=1), EVENING + timedelta(minutes=2)]


async def test_it_wakes_at_midnight_utc_and_not_only_at_the_minute_after() -> None:
    async with night() as under:
        await under.at(MIDNIGHT - timedelta(seconds=30))
        await under.at(MIDNIGHT)
        assert under.woken[-1] == MIDNIGHT


async def test_it_does_not_wake_in_between() -> None:
    async with night() as under:
        await under.at(EVENING + timedelta(seconds=59))
        assert under.woken == [EVENING]


async def test_nights_that_a_sleeping_machine_missed_wake_it_once() -> None:
    async with night() as under:
        later = MIDNIGHT + timedelta(days=3, hours=7)
        await under.at(later)
        assert set(under.woken[1:]) == {later}
        assert len(under.woken[1:]) <= 2  # the midnights are one wake-up, and so are the minutes


async def test_a_wake_up_that_fails_does_not_end_the_others() -> None:
    with time_machine.travel(EVENING, tick=False) as traveller:
        under = Night(traveller)

        async def fails_first() -> None:
            await under.wake()
            if len(under.woken) == 1:
                raise OSError("the disk is full")

        under.scheduler = start_schedule(fails_first)
        await under.at(EVENING)
        await under.at(EVENING + timedelta(minutes=1))
        under.scheduler.shutdown(wait=False)
    assert len(under.woken) == 2


async def test_it_does_not_start_again_before_it_is_done() -> None:
    with time_machine.travel(EVENING, tick=False) as traveller:
        under, go_on = Night(traveller), asyncio.Event()

        async def long() -> None:
            await under.wake()
            await go_on.wait()

        under.scheduler = start_schedule(long)
        for minutes in range(3):
            await under.at(EVENING + timedelta(minutes=minutes))
        running = len(under.woken)
        go_on.set()
        under.scheduler.shutdown(wait=False)
        await asyncio.sleep(0)
    assert running == 2  # the start's and the first minute's; the second minute's has to wait
