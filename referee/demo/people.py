"""People at their mail programs: they send over SMTP and read over IMAP, as anybody does."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from types import TracebackType
from typing import Self

from referee.app.ports import Parcel
from referee.config import Imap, Smtp
from referee.demo.letters import Mail, letter, opened, reply
from referee.demo.story import Cue, Person
from referee.mail.embedded import EmbeddedMail
from referee.mail.imap import Mailbox
from referee.mail.smtp import Sender


def accounts(server: EmbeddedMail, person: Person) -> tuple[Imap, Smtp]:
    """How a person reaches the server, as a configuration has it."""
    login = {"host": server.host, "tls": "none", "user": person.address, "password": person.password}
    return (
        Imap.model_validate({**login, "port": server.imap_port}),
        Smtp.model_validate({**login, "port": server.smtp_port}),
    )


class MailProgram:
    """One person's mail program, connected while the context is open."""

    def __init__(self, person: Person, imap: Imap, smtp: Smtp, now: Callable[[], datetime]) -> None:
        self.person, self._now = person, now
        self._mailbox, self._sender = Mailbox(imap), Sender(smtp)
        self._seen, self._written = 0, 0
        self.inbox: list[Mail] = []

    async def __aenter__(self) -> Self:
        await self._mailbox.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._mailbox.close()
        await self._sender.close()

    async def read(self) -> list[Mail]:
        """The mails that have come since the last look."""
        new: list[Mail] = []
        while fetched := await self._mailbox.fetch_after(self._seen):
            self._seen = fetched[-1].uid
            new += [opened(each.raw) for each in fetched]
        self.inbox += new
        return new

    async def wait(self) -> None:
        """Waits until the server says that a mail has come, but not for long."""
        await self._mailbox.idle(5, asyncio.Event())

    async def write(self, cue: Cue) -> EmailMessage:
        """Writes and sends the letter of the cue."""
        self._written += 1
        now, number = self._now(), self._written
        if cue.how == "new":
            made = letter(self.person, now, cue.text, number)
        else:
            answered = self.newest(cue.to)
            quoting = cue.how == "quoting"
            made = reply(self.person, now, cue.text, number, answered, quoting=quoting, under=cue.under)
        for _ in range(2 if cue.how == "twice" else 1):
            await self._send(made)
        return made

    def newest(self, words: str) -> Mail:
        """The newest mail with these words in its subject."""
        found = [mail for mail in self.inbox if words.casefold() in mail.subject.casefold()]
        if not found:
            raise LookupError(f"{self.person.name} has no mail with {words!r} in its subject.")
        return found[-1]

    async def _send(self, made: EmailMessage) -> None:
        to = made["To"].addresses[0].addr_spec
        parcel = Parcel(0, to, str(made["Message-ID"]), made.as_bytes())
        await self._sender.send(parcel, self.person.address)
