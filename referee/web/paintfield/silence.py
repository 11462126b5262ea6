"""The dead man's switch: a match of whose players nothing is heard for five minutes is abandoned."""

import asyncio
from collections.abc import Callable

from referee.errors import BooksUnavailable, NotLegal
from referee.games.paintfield.playing import IDLE as ABANDONED
from referee.web.paintfield.kept import TRIES_EVERY, Kept

IDLE = 300.0
"""Seconds without any human's input after which a match that has begun is abandoned."""


class Silence:
    """Since when no player was heard; what pages say breaks it, and a letter counts when it is long."""

    def __init__(self, kept: Kept, clock: Callable[[], float], ended: Callable[[], None]) -> None:
        self._kept, self._clock, self._ended = kept, clock, ended
        self.since = clock()
        self._ending: asyncio.Task[None] | None = None

    @property
    def is_long(self) -> bool:
        """Whether pages have said nothing for so long that the match may be abandoned."""
        return self._clock() - self.since > IDLE

    @property
    def is_ending(self) -> bool:
        """Whether the books are being asked, or told of the end."""
        return self._ending is not None and not self._ending.done()

    def broken(self) -> None:
        """A player was heard."""
        self.since = self._clock()

    def forgive(self, delay: float) -> None:
        """We were not there ourselves so long: that is nobody's silence."""
        self.since += delay

    async def end(self) -> None:
        """Abandons the match unless a letter has come."""
        try:
            letter = self._clock() - await self._kept.since_last_letter()
            self.since = max(self.since, letter)
            if self.is_long:
                await self._kept.record({"abandoned": str(ABANDONED)}, "abandoned", lambda state: False)
                self._ended()
        except BooksUnavailable:
            self.since += TRIES_EVERY  # then they are asked again
        except NotLegal:  # it came to its end meanwhile
            return

    def end_meanwhile(self) -> None:
        """The same, while the ticks go on; what went wrong with it the last time is raised."""
        if self.is_ending:
            return
        if self._ending is not None:
            self._ending.result()
        self._ending = asyncio.get_running_loop().create_task(self.end())

    def stop(self) -> None:
        """Nothing is abandoned any more."""
        if self._ending is not None:
            self._ending.cancel()
