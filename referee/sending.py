"""The outbox is emptied: in order, at most so many a minute, again and again until it is taken."""

import asyncio
import functools
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from referee.app.bounces import note_bounce
from referee.app.desk import Desk
from referee.app.ports import Parcel
from referee.app.posting import tell_operator
from referee.app.shelf import Book
from referee.errors import BooksUnavailable
from referee.mail.imap import Pause, pause
from referee.mail.smtp import Deferred, Interrupted, Refused, Unreachable, next_try
from referee.presence import is_gone, own_name
from referee.worker import InWorker

log = logging.getLogger(__name__)

LOOK_EVERY = 30.0
"""Seconds after which the outbox is looked at even if nothing was posted here."""
ALERT_AFTER = timedelta(minutes=15)
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(minutes=5)
"""How long nothing is sent when the server can't be reached: first, and at most."""


class Postman(Protocol):
    """What sends one parcel (mail.smtp.Sender)."""

    async def send(self, parcel: Parcel, sender: str) -> None: ...


class Sending:
    """Sends parcels in the order posted; each is claimed, sent, and noted as sent.

    Of several processes over the same books one sends at a time, until the outbox is empty.
    """

    def __init__(
        self,
        desk: Desk,
        postman: Postman,
        in_worker: InWorker,
        now: Callable[[], datetime],
        per_minute: int = 0,
        pause: Pause = pause,
    ) -> None:
        self._desk, self._postman, self._in_worker, self._now = desk, postman, in_worker, now
        self._per_minute, self._sent, self._minute = per_minute, 0, 0.0
        self._pause = pause
        self._posted, self._stopping = asyncio.Event(), False
        self._down_since: datetime | None = None
        self._wait, self._resumes, self._error = FIRST_WAIT, datetime.min.replace(tzinfo=UTC), ""
        self._interrupted = 0
        self._name, self._holds_post = own_name(), False

    def wake(self) -> None:
        """Look at the outbox now."""
        self._posted.set()

    def stop(self) -> None:
        """End `run` after the parcel in hand."""
        self._stopping = True
        self._posted.set()

    async def run(self) -> None:
        """Sends until `stop`."""
        while not self._stopping:
            self._posted.clear()
            try:
                await self.send_ready()
            except BooksUnavailable as error:
                log.warning("Nothing is sent: %s", error)
            if not self._stopping:
                await self._pause(self._posted, LOOK_EVERY)

    async def send_ready(self) -> int:
        """Sends all that is ready now, up to a server that can't be reached; gives how many went out."""
        count = 0
        while not self._stopping and (parcels := await self._in_worker(self._claim)):
            for place, parcel in enumerate(parcels):
                if self._stopping or not self._holds_post or not await self._one(parcel):
                    await self._in_worker(functools.partial(self._give_back, parcels[place:]))
                    return count
                count += 1
                await self._keep_pace()
        return count

    def _claim(self) -> tuple[Parcel, ...]:
        held, now = self._holds_post, self._now()
        if now < self._resumes <= now + LONGEST_WAIT:  # else the clock has been put back
            return ()
        with self._desk.books() as book:
            self._keep_post(book)
            parcels = book.claim_parcels(self._now()) if self._holds_post else ()
            if not parcels:
                self._leave_post(book)
            if parcels or held:  # else nothing has changed
                book.commit()
            return parcels

    def _leave_post(self, book: Book) -> None:
        book.leave_post(self._name)
        self._holds_post = False

    def _keep_post(self, book: Book) -> None:
        """Others may have taken the post if this process was asleep for long: then it is theirs."""
        self._holds_post = book.hold_post(self._name, self._now(), is_gone)

    async def _one(self, parcel: Parcel) -> bool:
        """Sends one parcel and notes what came of it; False if the server can't be reached."""
        try:
            await self._postman.send(parcel, self._desk.policy.address)
        except Refused as refused:
            self._note_reached()
            error = str(refused)
            await self._in_worker(lambda: self._note_failed(parcel, error))
        except Deferred as deferred:
            if isinstance(deferred, Unreachable) and not self._is_to_blame(parcel, deferred):
                await self._trouble(str(deferred))
                return False
            self._note_reached()
            error = str(deferred)
            await self._in_worker(lambda: self._note_deferred(parcel, error))
        else:
            self._note_reached()
            await self._in_worker(lambda: self._note_sent(parcel))
        return True

    def _is_to_blame(self, parcel: Parcel, error: Unreachable) -> bool:
        """A mail that the connection is lost over twice must not keep the others from going out."""
        again = isinstance(error, Interrupted) and self._interrupted == parcel.id
        self._interrupted = parcel.id if isinstance(error, Interrupted) else self._interrupted
        return again

    def _note_reached(self) -> None:
        self._down_since, self._wait = None, FIRST_WAIT

    async def _trouble(self, error: str) -> None:
        """Nothing is sent for a while; that counts as no try, so nothing overtakes or is given up."""
        log.warning("Mails can't be sent: %s", error)
        now, wait = self._now(), self._wait
        self._down_since = since = self._down_since or now
        self._resumes, self._wait, self._error = now + wait, min(2 * wait, LONGEST_WAIT), error
        if now - since >= ALERT_AFTER:
            text = f"No mail could be sent since {since:%Y-%m-%d %H:%M} UTC: {error}"
            await self._in_worker(lambda: self._alert(text, f"smtp/{since.isoformat()}"))

    def _alert(self, text: str, key: str) -> None:
        with self._desk.books() as book:
            tell_operator(self._desk, book, text, self._now(), key)
            book.commit()

    def _note_sent(self, parcel: Parcel) -> None:
        with self._desk.books() as book:
            book.note_sent(parcel.id, self._now())
            self._keep_post(book)
            book.commit()

    def _note_failed(self, parcel: Parcel, error: str) -> None:
        with self._desk.books() as book:
            book.note_failed(parcel.id, self._now(), error)
            note_bounce(self._desk, book, parcel.id, parcel.to, self._now())
            self._keep_post(book)
            book.commit()

    def _note_deferred(self, parcel: Parcel, error: str) -> None:
        with self._desk.books() as book:
            wait = next_try(parcel.tries + 1)
            if wait is None:
                book.note_failed(parcel.id, self._now(), f"given up: {error}")
            else:
                book.note_deferred(parcel.id, self._now() + wait, error)
            self._keep_post(book)
            book.commit()

    def _give_back(self, parcels: tuple[Parcel, ...]) -> None:
        """Parcels that were claimed in vain, the one that the server was lost at first."""
        now, error = self._now(), self._error if self._down_since else ""
        with self._desk.books() as book:
            for parcel in parcels if self._holds_post else ():
                book.give_back(parcel.id, now, max(self._resumes - now, timedelta()), error)
                error = ""
            self._leave_post(book)
            book.commit()

    async def _keep_pace(self) -> None:
        """Not more than so many a minute."""
        time = asyncio.get_running_loop().time()
        if time - self._minute >= 60:
            self._minute, self._sent = time, 0
        self._sent += 1
        if self._per_minute and self._sent >= self._per_minute:
            await self._wait_for_minute(60 - (time - self._minute))

    async def _wait_for_minute(self, seconds: float) -> None:
        ends = asyncio.get_running_loop().time() + seconds
        while not self._stopping and (left := ends - asyncio.get_running_loop().time()) > 0:
            self._posted.clear()
            await self._pause(self._posted, left)
