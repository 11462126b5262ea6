"""Mailboxes to read: inside the process everywhere, on Dovecot where it is installed."""

import asyncio
import imaplib
import itertools
import os
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Protocol

import pytest
import pytest_asyncio

from referee.config import Imap
from referee.mail.embedded import EmbeddedMail
from referee.mail.imap import Mailbox
from referee.mail.imap_client import folder_name
from tests.required import require
from tests.wire.servers import (
    HERE,
    PASSWORD,
    Authority,
    Dovecot,
    Postfix,
    dovecot,
    new_authority,
    postfix,
)

AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
REFEREE = "referee@example.org"


def letter(number: int = 1, text: str = "I move north.") -> bytes:
    head = f"From: Ann <ann@example.org>\r\nTo: {REFEREE}\r\nSubject: {number}\r\n"
    return f"{head}Message-ID: <{number}@example.org>\r\n\r\n{text}\r\n".encode()


def subjects(letters: list[bytes]) -> list[int]:
    return [int(raw.split(b"Subject: ")[1].split(b"\r\n")[0]) for raw in letters]


class Inbox(Protocol):
    """A mailbox on some server, seen from outside."""

    imap: Imap

    async def deliver(self, raw: bytes, at: datetime = AT) -> None: ...

    async def messages(self, folder: str = "INBOX") -> list[bytes]: ...


class EmbeddedInbox:
    """The referee's mailbox on the server inside the process."""

    def __init__(self, server: EmbeddedMail) -> None:
        self.server = server
        password = server.users[REFEREE]
        self.imap = Imap.model_validate(
            {"host": HERE, "port": server.imap_port, "tls": "none", "user": REFEREE, "password": password}
        )

    async def deliver(self, raw: bytes, at: datetime = AT) -> None:
        await self.server.deliver(REFEREE, raw, at)

    async def messages(self, folder: str = "INBOX") -> list[bytes]:
        return await self.server.messages(REFEREE, folder)


class DovecotInbox:
    """A new user's mailbox on a Dovecot."""

    def __init__(self, server: Dovecot, user: str) -> None:
        self.server, self.user = server, user
        self._names = itertools.count(1)
        self.imap = Imap.model_validate(
            {"host": HERE, "port": server.imap, "tls": "none", "user": user, "password": PASSWORD}
        )
        with imaplib.IMAP4(HERE, server.imap, timeout=60) as client:
            client.login(user, PASSWORD)
            client.select()

    async def deliver(self, raw: bytes, at: datetime = AT) -> None:
        maildir = self.server.folder / "mail" / self.user
        name = f"{next(self._names):06d}.tests"
        written = maildir / "tmp" / name
        written.write_bytes(raw)
        if os.geteuid() == 0:
            shutil.chown(written, "nobody", "nogroup")
        os.utime(written, (at.timestamp(), at.timestamp()))
        written.rename(maildir / "new" / name)

    async def messages(self, folder: str = "INBOX") -> list[bytes]:
        return await asyncio.to_thread(self._messages, folder)

    def _messages(self, folder: str) -> list[bytes]:
        place = folder if folder == "INBOX" else f"INBOX/{folder}"
        with imaplib.IMAP4(HERE, self.server.imap, timeout=60) as client:
            client.login(self.user, PASSWORD)
            told, count = client.select(folder_name(place), readonly=True)
            if told != "OK" or count == [b"0"]:
                return []
            _, found = client.fetch("1:*", "(BODY.PEEK[])")
        return [part[1] for part in found if isinstance(part, tuple)]


@pytest.fixture(scope="session")
def dovecot_server() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


@pytest.fixture(scope="module")
def servers(dovecot_server: Dovecot) -> Iterator[Postfix]:
    """Postfix in front of it."""
    with postfix(dovecot_server) as running:
        yield running


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    require("openssl")
    return new_authority(tmp_path_factory.mktemp("authority") / "tls")


USERS = itertools.count(1)


@pytest_asyncio.fixture(
    params=["embedded", pytest.param("dovecot", marks=pytest.mark.xdist_group("servers"))]
)
async def inbox(request: pytest.FixtureRequest) -> AsyncIterator[Inbox]:
    if request.param == "dovecot":
        yield DovecotInbox(request.getfixturevalue("dovecot_server"), f"user{next(USERS)}")
        return
    async with EmbeddedMail({REFEREE: PASSWORD}, lambda: AT) as server:
        yield EmbeddedInbox(server)


@pytest_asyncio.fixture
async def embedded() -> AsyncIterator[EmbeddedInbox]:
    """For tests whose point doesn't depend on the server."""
    async with EmbeddedMail({REFEREE: PASSWORD}, lambda: AT) as server:
        yield EmbeddedInbox(server)


@asynccontextmanager
async def opened(imap: Imap, **options: Any) -> AsyncIterator[Mailbox]:
    """A connected mailbox."""
    mailbox = Mailbox(imap, **options)
    await mailbox.connect()
    try:
        yield mailbox
    finally:
        await mailbox.close()


def through(imap: Imap, port: int) -> Imap:
    """The same mailbox by way of another port."""
    return imap.model_copy(update={"port": port})


Script = Callable[[str], list[str]]


def _bytes(said: str) -> bytes:
    return said.encode("utf-8", "surrogateescape")


Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


@asynccontextmanager
async def served(talk: Talk) -> AsyncIterator[int]:
    """The port of a server that talks so with each client."""
    clients: list[asyncio.StreamWriter] = []
    talks: list[asyncio.Task[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        clients.append(writer)
        talks.append(asyncio.get_running_loop().create_task(talk(reader, writer)))

    server = await asyncio.start_server(accept, HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task, client in zip(talks, clients, strict=True):
            task.cancel()
            client.transport.abort()
        await asyncio.gather(*talks, return_exceptions=True)


@asynccontextmanager
async def scripted(answer: Script, greeting: str = "* OK ready") -> AsyncIterator[Imap]:
    """A server that answers each command as told: untagged lines, the last being the result."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(_bytes(f"{greeting}\r\n"))
        while line := await reader.readline():
            tag, _, command = line.decode().strip().partition(" ")
            *untagged, result = answer(command)
            said = [*(f"* {each}" for each in untagged), f"{tag} {result}"]
            writer.write(_bytes("".join(f"{each}\r\n" for each in said)))

    async with served(talk) as port:
        yield Imap.model_validate({"host": HERE, "port": port, "tls": "none", "user": "u", "password": "p"})


def plain_server(command: str) -> list[str]:
    """What a small server without extensions says."""
    match command.split()[0]:
        case "CAPABILITY":
            return ["CAPABILITY IMAP4rev1", "OK done"]
        case "SELECT":
            return ["1 EXISTS", "OK [UIDVALIDITY 7] valid", "OK [READ-WRITE] done"]
        case "LOGOUT":
            return ["BYE", "OK done"]
        case _:
            return ["OK done"]
