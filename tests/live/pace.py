"""A clock that only the test moves, so that nothing depends on how fast the machine is."""

import asyncio
from collections.abc import Callable


async def settled(holds: Callable[[], bool]) -> None:
    """Waits until it is true, however long that takes (two minutes are no machine but a fault)."""
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.001)


class HeldPace:
    """The rooms' clock, standing still until it is moved."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.waiting: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        """Its seconds."""
        return self.time

    async def until(self, moment: float, or_when: asyncio.Event | None = None) -> None:
        """Returns once the test has moved the clock there, or when the event happens."""
        if moment <= self.time:
            await asyncio.sleep(0)
            return
        come = asyncio.Event()
        self.waiting.append((moment, come))
        tasks = [asyncio.ensure_future(event.wait()) for event in (come, or_when) if event is not None]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.waiting = [one for one in self.waiting if one[1] is not come]
            for task in tasks:
                task.cancel()

    async def exactly(self, moment: float) -> None:
        """Returns once the test has moved the clock there."""
        await self.until(moment)

    def to(self, moment: float) -> None:
        """Moves on to that moment."""
        self.time = max(self.time, moment)
        for due, come in self.waiting:
            if due <= self.time:
                come.set()

    async def on(self, late: float = 0.0) -> None:
        """Moves on to the next moment that somebody waits for, or so much after it."""
        await settled(lambda: bool(self.waiting))
        self.to(min(due for due, _ in self.waiting) + late)
        await settled(lambda: not any(come.is_set() for _, come in self.waiting))
