"""The whole referee at work: letters over SMTP, the service between two servers, mails read over IMAP."""

import asyncio
import imaplib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio

from referee.bootstrap import build_desk, open_database
from referee.clock import now
from referee.config import Imap, Settings, Smtp
from referee.demo.letters import Mail
from referee.demo.people import MailProgram, accounts
from referee.demo.story import Cue, Person
from referee.mail.embedded import EmbeddedMail
from referee.service import Service
from tests.wire.servers import HERE, PASSWORD, Dovecot, Postfix

MORNING = datetime(2026, 12, 1, 9, tzinfo=UTC)
AUTHSERV_ID = "mx.example.org"
REFEREE = Person("Referee", "referee@example.org", PASSWORD)
ANN, BOB = (Person(name, f"{name.lower()}@example.org", PASSWORD) for name in ("Ann", "Bob"))
MAX = Person("Max", "max@example.org", PASSWORD)
OPEN = 'open paprika "Spring" seats = 2'
Accounts = Callable[[Person], tuple[Imap, Smtp]]


@dataclass(slots=True)
class Clock:
    """A clock that is set by hand."""

    time: datetime = MORNING

    def __call__(self) -> datetime:
        return self.time


@dataclass
class Somebody:
    """A person with a mail program; `gets` waits for a mail that was not yet looked at."""

    program: MailProgram
    waiting: list[Mail] = field(default_factory=list)

    async def writes(self, text: str, *, to: str = "", how: Literal["new", "reply"] = "reply") -> None:
        await self.program.write(Cue(1, "09:00", self.program.person.name, text, how, to))

    async def gets(self, words: str, text: str = "") -> Mail:
        async with asyncio.timeout(120):
            while True:
                for mail in self.waiting:
                    if words in mail.subject and text in mail.text:
                        self.waiting.remove(mail)
                        return mail
                if not (new := await self.program.read()):
                    await self.program.wait()
                self.waiting += new


@dataclass
class Town:
    """Mail servers, the people there, and what the referee needs to work there."""

    settings: Settings
    ann: Somebody
    bob: Somebody
    max: Somebody
    clock: Callable[[], datetime]

    @asynccontextmanager
    async def referee(self) -> AsyncIterator[Service]:
        """A referee at work, from its start to its stop."""
        engine = open_database(self.settings)
        service = Service(build_desk(self.settings, engine), self.settings, self.clock)
        running = asyncio.create_task(service.run())
        try:
            yield service
        finally:
            service.stop()
            await asyncio.wait_for(running, 120)
            engine.dispose()

    async def starts_a_match(self) -> None:
        """Max opens a match, and Ann and Bob join it."""
        await self.max.writes(OPEN, how="new")
        await self.max.gets("1 order, accepted")
        for somebody in (self.ann, self.bob):
            await somebody.writes(f"join m1 as {somebody.program.person.name}", how="new")
            await somebody.gets("Please confirm")
            await somebody.writes("confirm", to="confirm")
            await somebody.gets("You are in")
        for somebody in (self.ann, self.bob):
            await somebody.gets("The match has started")


@asynccontextmanager
async def town(
    accounts: Accounts, moderator: Person, clock: Callable[[], datetime], folder: Path, trust: bool
) -> AsyncIterator[Town]:
    imap, smtp = accounts(REFEREE)
    settings = Settings.model_validate(
        {
            "mail": {"address": REFEREE.address},
            "imap": imap.model_copy(update={"poll": timedelta(seconds=2)}),
            "smtp": smtp,
            "database": {"url": f"sqlite:///{folder / 'referee.db'}"},
            "identity": {"authserv_id": AUTHSERV_ID, "trust_from": trust},
            "moderation": {"moderators": [moderator.shown]},
        }
    )
    async with AsyncExitStack() as stack:
        ann, bob, max_ = [
            Somebody(await stack.enter_async_context(MailProgram(person, *accounts(person), clock)))
            for person in (ANN, BOB, moderator)
        ]
        yield Town(settings, ann, bob, max_, clock)


@pytest_asyncio.fixture
async def village(tmp_path: Path) -> AsyncIterator[Town]:
    """On servers inside the process, with a clock that is set by hand."""
    clock = Clock()
    users = {person.address: PASSWORD for person in (REFEREE, ANN, BOB, MAX)}
    async with (
        EmbeddedMail(users, clock, require_login=True, authserv_id=AUTHSERV_ID) as server,
        town(lambda person: accounts(server, person), MAX, clock, tmp_path, False) as built,
    ):
        yield built


@pytest_asyncio.fixture
async def city(servers: Postfix, tmp_path: Path) -> AsyncIterator[Town]:
    """On Postfix and Dovecot, encrypted, with the real clock; Max has an address of Bob's mailbox."""
    ca = servers.dovecot.authority.ca

    def accounts_of(person: Person) -> tuple[Imap, Smtp]:
        user = person.address.partition("@")[0].partition("+")[0]
        login = {"user": user, "password": PASSWORD, "ca_file": ca, "host": "localhost"}
        imap = Imap.model_validate({**login, "port": servers.dovecot.imaps})
        smtp = {"host": "localhost", "port": servers.smtp, "tls": "starttls", "ca_file": ca}
        return imap, Smtp.model_validate(smtp)

    moderator = Person("Max", "bob+max@example.org", PASSWORD)
    async with town(accounts_of, moderator, now, tmp_path, True) as built:
        yield built
    for person in (ANN, BOB):
        await asyncio.to_thread(_empty, servers.dovecot, person.address.partition("@")[0])


def _empty(server: Dovecot, user: str) -> None:
    with imaplib.IMAP4(HERE, server.imap, timeout=60) as client:
        client.login(user, PASSWORD)
        client.select()
        client.store("1:*", "+FLAGS.SILENT", r"(\Deleted)")
        client.expunge()


async def plays_a_nday(town: Town) -> None:
    """A letter, its receipt, a second thought, the Turn by a moderator's close, the displays."""
    await town.starts_a_match()
    await town.ann.writes("I move north.", to="nday 1")
    receipt = await town.ann.gets("1 order, accepted")
    assert "> I move north.\n  recorded for nday 1" in receipt.text
    await town.max.writes("moderate m1\nclose because we are all here", how="new")
    await town.max.gets("Please confirm", "close because we are all here")
    await town.max.writes("confirm", to="confirm")
    assert "closed: Turn of nday 1" in (await town.max.gets("1 order, accepted")).text
    for somebody in (town.ann, town.bob):
        assert "It is nday 2." in (await somebody.gets("Nday 2")).text


async def test_a_letter_is_answered_and_a_turn_brings_displays_to_the_players_mailboxes(
    village: Town,
) -> None:
    async with village.referee():
        await plays_a_nday(village)


@pytest.mark.xdist_group("servers")
async def test_the_same_happens_over_postfix_and_dovecot(city: Town) -> None:
    async with city.referee():
        await plays_a_nday(city)


async def test_a_deadline_closes_when_the_mailbox_was_read_after_it(village: Town) -> None:
    clock = village.clock
    assert isinstance(clock, Clock)
    async with village.referee() as service:
        await village.starts_a_match()
        await village.ann.writes("move n", to="nday 1")
        await village.ann.gets("accepted")
        for hour in (14, 19, 23):  # it was not down meanwhile
            clock.time = MORNING.replace(hour=hour)
            await service.tick()
        clock.time = MORNING.replace(hour=0) + timedelta(days=1, seconds=30)
        await village.bob.writes("move n", to="nday 1")  # late: it waits for the Turn
        await service.tick()
        clock.time += timedelta(minutes=1)
        await village.max.writes("status", how="new")  # its arrival makes the referee read
        assert "Your own action, move north" in (await village.ann.gets("Nday 2")).text
        assert "You took no action." in (await village.bob.gets("Nday 2")).text
        assert "that was written for nday 1" in (await village.bob.gets("refused")).text


async def test_a_referee_that_was_stopped_goes_on_where_it_was(village: Town) -> None:
    async with village.referee():
        await village.starts_a_match()
        await village.ann.writes("move n", to="nday 1")
        await village.ann.gets("1 order, accepted")
        await village.bob.writes("move n", to="nday 1")  # it may be read before the stop, or after it
    await village.ann.writes("push e", to="nday 1")
    async with village.referee():
        assert "recorded for nday 1" in (await village.bob.gets("1 order, accepted")).text
        assert "there is one action in each nday" in " ".join(
            (await village.ann.gets("1 order, refused")).text.split()
        )
    mails = [str(mail.message["Message-ID"]) for mail in village.ann.program.inbox]
    assert len(mails) == len(set(mails))


async def test_a_moderator_s_own_letter_is_confirmed_in_the_match_that_it_names(village: Town) -> None:
    async with village.referee():
        await village.starts_a_match()
        await village.max.writes('open paprika "Autumn"', how="new")
        await village.max.gets("[m2]")
        await village.max.writes("moderate m1\npriority Bob, Ann because it is dull", to="[m2]")
        await village.max.gets("Please confirm")
        await village.max.writes("confirm", to="confirm")
        assert "priority Bob, Ann" in (await village.ann.gets("override")).text
