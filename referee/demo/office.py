"""The referee of a demonstration: the real parts, set to work one round at a time by the story's clock."""

from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.turns import tick
from referee.config import Settings
from referee.mail.imap import Mailbox
from referee.mail.smtp import Sender
from referee.sending import Sending

Answer = TypeVar("Answer")


async def at_once(work: Callable[[], Answer]) -> Answer:
    """Database work, done here and now: nothing else waits while the story's clock stands."""
    return work()


class Done(NamedTuple):
    """What came of a round: deadlines closed, mails sent."""

    closed: int
    sent: int


class Office:
    """Reads the mailbox over IMAP, makes the Turns that are due, and sends over SMTP."""

    def __init__(self, desk: Desk, settings: Settings, now: Callable[[], datetime]) -> None:
        self._desk, self._settings, self._now = desk, settings, now
        self._mailbox = Mailbox(settings.imap, letter_size=settings.limits.letter_size)
        self._sender = Sender(settings.smtp)
        self._sending = Sending(desk, self._sender, at_once, now)

    async def __aenter__(self) -> Self:
        await self._mailbox.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._mailbox.close()
        await self._sender.close()

    async def round(self) -> Done:
        """Handles what has arrived, closes what is due and sends what is posted."""
        await self._read()
        with self._desk.books() as book:
            book.note_read(self._desk.policy.mailbox, self._now())
            book.commit()
        closed = tick(self._desk, self._now())
        return Done(closed, await self._sending.send_ready())

    async def _read(self) -> None:
        while letters := await self._mailbox.fetch_after(0):
            for fetched in letters:
                status = receive(self._desk, fetched, self._now())
                imap = self._settings.imap
                folder = imap.quarantine if status == "quarantined" else imap.processed
                await self._mailbox.move(fetched.uid, folder)
