"""The time that rooms live by: seconds that never go back, and waiting for a moment of them."""

import asyncio
from typing import Protocol


class Pace(Protocol):
    """A clock that can be waited for."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    async def until(self, moment: float, or_when: asyncio.Event | None = None) -> None:
        """Returns at the moment, never before it; or, sooner, when the event happens."""
        ...


class LoopPace:
    """The clock of the running loop."""

    def now(self) -> float:
        """Its seconds."""
        return asyncio.get_running_loop().time()

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
