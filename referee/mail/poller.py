"""The mailbox is read again and again: IDLE as a hint, the clock as the truth, back-off when it fails."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from referee.app.ports import Fetched
from referee.errors import RefereeError
from referee.mail.imap import LoginRefused, Mailbox, Pause, pause

FIRST_WAIT = 1.0
LONGEST_WAIT = 300.0

OnBatch = Callable[[list[Fetched], Mailbox], Awaitable[None]]
OnRead = Callable[[datetime], Awaitable[None]]
OnTrouble = Callable[[Exception, datetime], Awaitable[None]]

log = logging.getLogger(__name__)


async def _nothing(*told: object) -> None:
    return


class Poller:
    """Hands every waiting letter to `on_batch`, oldest first, until `stop`.

    `on_batch` files the letters and moves them; what it raises ends the connection, and the letters come
    again. `on_read(at)` is called when all that had arrived by `at` was handed over. `on_trouble(error,
    since)` is called at every failure with the time of the first in a row. `after(uidvalidity)` is the
    UID up to which all letters are done with (0 where they are moved away).
    """

    def __init__(
        self,
        mailbox: Callable[[], Mailbox],
        now: Callable[[], datetime],
        on_batch: OnBatch,
        *,
        on_read: OnRead = _nothing,
        on_trouble: OnTrouble = _nothing,
        after: Callable[[int], int] = lambda uidvalidity: 0,
        poll: timedelta = timedelta(seconds=60),
        batch: int = 50,
        pause: Pause = pause,
    ) -> None:
        self._new_mailbox, self._now, self._pause = mailbox, now, pause
        self._on_batch, self._on_read, self._on_trouble = on_batch, on_read, on_trouble
        self._after, self._poll, self._batch = after, poll.total_seconds(), batch
        self._wait = FIRST_WAIT
        self._since: datetime | None = None
        self._woken, self._stopped = asyncio.Event(), asyncio.Event()

    async def run(self) -> None:
        """Read until `stop`, whatever happens in between."""
        while not self._stopped.is_set():
            try:
                await self._connection()
            except Exception as error:  # whatever it was, the next connection may do better
                await self._trouble(error)

    def wake(self) -> None:
        """Read now, not only when the server or the clock says so."""
        self._woken.set()

    def stop(self) -> None:
        """End `run` after the batch in hand."""
        self._stopped.set()
        self._woken.set()

    async def _connection(self) -> None:
        """Read over one connection until it fails or all is over."""
        mailbox = self._new_mailbox()
        await mailbox.connect()
        try:
            done = self._after(mailbox.uidvalidity)
            while not self._stopped.is_set():
                self._woken.clear()
                done = await self._read(mailbox, done)
                self._note_progress()
                if not self._stopped.is_set():
                    await mailbox.idle(self._poll, self._woken)
        finally:
            await mailbox.close()

    async def _read(self, mailbox: Mailbox, done: int) -> int:
        """Hand over all that waits; the last UID."""
        at = self._now()
        while letters := await mailbox.fetch_after(done, self._batch):
            await self._on_batch(letters, mailbox)
            self._note_progress()
            done = letters[-1].uid
            if self._stopped.is_set():
                return done
            at = self._now()
        await self._on_read(at)
        return done

    def _note_progress(self) -> None:
        """The next failure is a first one, however much there still is to read."""
        self._wait, self._since = FIRST_WAIT, None

    async def _trouble(self, error: Exception) -> None:
        # A refused login is not tried often: servers lock out who does.
        wait = LONGEST_WAIT if isinstance(error, LoginRefused) else self._wait
        self._wait = min(self._wait * 2, LONGEST_WAIT)
        self._since = self._since or self._now()
        if isinstance(error, RefereeError):
            log.warning("%s Trying again in %d s.", error, wait)
        else:
            log.error("Reading the mailbox failed; trying again in %d s.", wait, exc_info=error)
        try:
            await self._on_trouble(error, self._since)
        except Exception:  # telling may fail for the same reason
            log.exception("The trouble could not be told.")
        await self._pause(self._stopped, wait)
