"""The time that rooms live by: seconds that never go back, and waiting for a moment of them."""

import asyncio
import time
from typing import Protocol

COARSE = 0.002
"""Seconds by which a timer of the loop may be late when nothing else is."""


class Pace(Protocol):
    """A clock that can be waited for."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    async def until(self, moment: float, or_when: asyncio.Event | None = None) -> None:
        """Returns at the moment, never before it; or, sooner, when the event happens."""
        ...

    async def exactly(self, moment: float) -> None:
        """As `until`, as close to the moment as can be had for a little work."""
        ...


class LoopPace:
    """The clock of the running loop, whose timers are good to a millisecond or two."""

    def now(self) -> float:
        """Its seconds, read off the same clock: to find the loop first costs a system call each time."""
        return time.monotonic()

    async def until(self, moment: float, or_when: asyncio.Event | None = None) -> None:
        """Returns at the moment, or when the event happens."""
        left = max(0.0, moment - self.now())
        if or_when is None:
            await asyncio.sleep(left)
            return
        try:
            await asyncio.wait_for(or_when.wait(), left)
        except TimeoutError:
            return

    async def exactly(self, moment: float) -> None:
        """Looks at the clock again and again for the last two milliseconds; others go on meanwhile."""
        await self.until(moment - COARSE)
        while self.now() < moment:
            await asyncio.sleep(0)
