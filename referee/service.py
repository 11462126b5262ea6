"""`referee run`: one asyncio process that reads, turns and sends; database work in one worker thread."""

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.app.posting import tell_operator
from referee.app.turns import tick
from referee.config import Account, Settings
from referee.errors import BooksUnavailable
from referee.mail.imap import CommandRefused, LoginRefused, Mailbox, Pause, pause
from referee.mail.oauth import Tokens
from referee.mail.poller import Poller
from referee.mail.smtp import Sender
from referee.recorder import Recorder
from referee.schedule import start_schedule
from referee.sending import Sending
from referee.web.serving import Web
from referee.web.studio import Studio

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
ALERT_AFTER = timedelta(minutes=15)


class Service:
    """Poller, sender and scheduler around one desk. `pause` waits between tries.

    `is_apart`: what live rooms play is recorded in a process of its own, over the settings' database.
    """

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        now: Callable[[], datetime],
        pause: Pause = pause,
        *,
        is_apart: bool = False,
    ) -> None:
        self._studio = Studio() if settings.web.listen else None
        desk = replace(desk, attach=self._studio) if self._studio else desk
        self._recorder = Recorder(settings, self._studio, now) if self._studio and is_apart else None
        self.is_stopping = False
        self._desk, self._settings, self._now = desk, settings, now
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="books")
        self._tokens = Tokens(settings.oauth, now)
        self._sender = Sender(settings.smtp, tokens=self._tokens_for(settings.smtp))
        pace = settings.limits.sends_per_minute
        self._sending = Sending(desk, self._sender, self._in_worker, now, pace, pause)
        self._poller = Poller(
            self._new_mailbox,
            now,
            self._on_batch,
            on_read=self._on_read,
            on_trouble=self._on_trouble,
            after=self._done_with,
            poll=settings.imap.poll,
            pause=pause,
        )
        self._web = Web.of(desk, settings, self._in_worker, now, self._sending.wake, self._recorder)

    def _new_mailbox(self) -> Mailbox:
        imap, size = self._settings.imap, self._settings.limits.letter_size
        return Mailbox(imap, letter_size=size, tokens=self._tokens_for(imap))

    def _tokens_for(self, account: Account) -> Tokens | None:
        return self._tokens if self._settings.oauth.serves(account) else None

    async def run(self) -> None:
        """Runs until `stop`, or until SIGTERM or SIGINT."""
        self._listen_to_signals()
        listen = self._settings.web.listen
        log.info(
            "started: %s is read%s", self._settings.mail.address, f", pages are at {listen}" if listen else ""
        )
        scheduler = start_schedule(self._tick_or_warn)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._poller.run())
                group.create_task(self._sending.run())
                if self._web is not None:
                    group.create_task(self._web.run())
        finally:
            scheduler.shutdown(wait=False)
            await self._sender.close()
            self._worker.shutdown()
            if self._recorder is not None:
                self._recorder.close()
            if self._studio is not None:
                self._studio.close()
            log.info("stopped")

    def stop(self) -> None:
        """Ends `run` after what is in hand."""
        self.is_stopping = True
        self._sending.stop()
        self._poller.stop()
        if self._web is not None:
            self._web.stop()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)

    async def _in_worker(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _tick_or_warn(self) -> None:
        try:
            await self.tick()
        except BooksUnavailable as error:
            log.warning("Nothing is closed: %s", error)

    async def tick(self) -> None:
        """Closes what is due; BooksUnavailable when the database can't be used."""
        closed = await self._in_worker(lambda: tick(self._desk, self._now()))
        if closed:
            log.info("deadlines closed: %d", closed)
        self._sending.wake()

    def _done_with(self, uidvalidity: int) -> int:
        """The last UID that is filed, where letters are left in place; else 0, and filed ones move again."""
        if self._settings.imap.processed:
            return 0
        with self._desk.books() as book:
            return book.last_uid(self._settings.imap.mailbox, uidvalidity)

    async def _on_batch(self, letters: list[Fetched], mailbox: Mailbox) -> None:
        for fetched in sorted(letters, key=lambda letter: (letter.received_at, letter.uid)):
            await self._one_letter(fetched, mailbox)

    async def _one_letter(self, fetched: Fetched, mailbox: Mailbox) -> None:
        status = await self._in_worker(lambda: receive(self._desk, fetched, self._now()))
        log.info("letter %s/%s: %s", fetched.uidvalidity, fetched.uid, status)
        self._sending.wake()
        if self._web is not None:
            await self._web.rooms.look()
        imap = self._settings.imap
        folder = imap.quarantine if status == "quarantined" else imap.processed
        if folder:
            try:
                await mailbox.move(fetched.uid, folder)
            except CommandRefused as refused:  # it is filed; only the mailbox stays untidy
                log.warning("letter %s could not be moved to %s: %s", fetched.uid, folder, refused)

    async def _on_read(self, at: datetime) -> None:
        await self._in_worker(lambda: self._note_read(at))
        await self.tick()

    def _note_read(self, at: datetime) -> None:
        with self._desk.books() as book:
            book.note_read(self._settings.imap.mailbox, at)
            book.commit()

    async def _on_trouble(self, error: Exception, since: datetime) -> None:
        # Waiting does not help against a refused login, so that is told at once.
        if isinstance(error, LoginRefused) or self._now() - since >= ALERT_AFTER:
            text = f"The mailbox could not be read since {since:%Y-%m-%d %H:%M} UTC: {error}"
            await self._in_worker(lambda: self._alert(text, f"imap/{since.isoformat()}"))
            self._sending.wake()

    def _alert(self, text: str, key: str) -> None:
        with self._desk.books() as book:
            tell_operator(self._desk, book, text, self._now(), key)
            book.commit()
