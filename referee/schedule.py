"""APScheduler wakes `tick`: at 00:00 UTC, at start-up, and every minute. The database decides what is due."""

from collections.abc import Awaitable, Callable
from datetime import UTC

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

Wake = Callable[[], Awaitable[None]]


def start_schedule(wake: Wake) -> AsyncIOScheduler:
    """A running scheduler in the current loop that calls `wake`; jobs live in memory only.

    A wake-up that is missed or late is made up for once: `tick` looks at the database, not at the clock
    of the job.
    """
    scheduler = AsyncIOScheduler(
        timezone=UTC, job_defaults={"coalesce": True, "misfire_grace_time": None, "max_instances": 1}
    )
    scheduler.add_job(wake, CronTrigger(hour=0, minute=0, timezone=UTC), id="midnight")
    scheduler.add_job(wake, IntervalTrigger(minutes=1, timezone=UTC), id="minute")
    scheduler.add_job(wake, id="start")
    scheduler.start()
    return scheduler
