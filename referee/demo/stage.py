"""The stage of a demonstration: a folder, a mail server, the people, the referee and a clock of their own."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from referee.app.desk import Desk
from referee.bootstrap import build_desk, open_database
from referee.clock import now
from referee.config import Settings, load_settings
from referee.demo.office import Office
from referee.demo.people import MailProgram, accounts
from referee.demo.story import MODERATOR, PLAYERS, REFEREE, Cue, Story
from referee.demo.telling import Teller
from referee.mail.embedded import EmbeddedMail
from referee.secrecy import SimulatedSecrets

AUTHSERV_ID = "mail.example.org"
EVERY = timedelta(hours=3)
"""How often the referee makes a round when nothing happens; it would be every minute if time were real."""
SETTLED = timedelta(seconds=61)
"""When after midnight the mail from before it is sure to be there."""


@dataclass(slots=True)
class Clock:
    """The story's time, and the real one once it is released."""

    time: datetime
    is_real: bool = False

    def __call__(self) -> datetime:
        """What the clock shows."""
        return now() if self.is_real else self.time


@dataclass(slots=True)
class Stage:
    """All that takes part, connected."""

    folder: Path
    settings: Settings
    desk: Desk
    server: EmbeddedMail
    clock: Clock
    office: Office
    programs: dict[str, MailProgram] = field(default_factory=dict)

    async def perform(self, story: Story, teller: Teller) -> None:
        """Plays the story from its first letter to its last Turn."""
        first, day = self.clock.time, 0
        for cue in story.cues:
            await self._pass_until(cue.at(first), story, teller)
            if cue.day != day:
                day = cue.day
                teller.heading(f"Day {day} · {cue.at(first):%A %d %B %Y}")
            await self._letter(cue, story, teller)
        await self._pass_until(first + timedelta(days=story.days) + EVERY, story, teller)

    async def _letter(self, cue: Cue, story: Story, teller: Teller) -> None:
        if cue.aside:
            teller.say(cue.aside)
        teller.letter(self.clock.time, cue)
        await self.programs[cue.who].write(cue)
        await self._round(story, teller)

    async def _pass_until(self, at: datetime, story: Story, teller: Teller) -> None:
        """Lets time go by; the referee makes its rounds."""
        while (stop := next_stop(self.clock.time, self._due())) < at:
            self.clock.time = stop
            await self._round(story, teller)
        self.clock.time = at

    async def _round(self, story: Story, teller: Teller) -> None:
        """The referee works; if it has sent anything, everybody looks into their mailbox."""
        done = await self.office.round()
        if done.closed:
            teller.turn(self.clock.time, story.secret(self._state()))
        if not done.sent:
            return
        new = [(name, mail) for name, program in self.programs.items() for mail in await program.read()]
        teller.mails(new)
        for name, mail in new:
            for shown in story.shown:
                if shown.who == name and shown.subject in mail.subject:
                    teller.whole(mail, shown)

    def _due(self) -> datetime | None:
        with self.desk.books() as book:
            row = book.match_row("m1")
            return row.due if row else None

    def _state(self) -> Mapping[str, Any]:
        with self.desk.books() as book:
            row = book.match_row("m1")
            assert row is not None
            match = book.load_match(row, self.desk.games[row.game])
            return match.game.public_state(match.state)


def next_stop(at: datetime, due: datetime | None = None) -> datetime:
    """The next time at which the referee makes a round of its own accord; `due`: the match's deadline."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    stops = [midnight + SETTLED, *(midnight + EVERY * number for number in range(1, 9))]
    if due is not None and due + SETTLED > at:
        stops = sorted([*stops, due + SETTLED])
    return next((stop for stop in stops if stop > at), midnight + timedelta(days=1) + SETTLED)


@asynccontextmanager
async def staged(
    folder: Path, first: datetime, key: bytes, ports: tuple[int, int] = (0, 0)
) -> AsyncIterator[Stage]:
    """A stage on which it is midnight before the first day; everything drawn there follows from the key.

    `ports` of SMTP and IMAP; 0 is a free one.
    """
    clock = Clock(first)
    users = {person.address: person.password for person in (REFEREE, MODERATOR, *PLAYERS)}
    async with AsyncExitStack() as stack:
        server = EmbeddedMail(
            users,
            clock,
            smtp_port=ports[0],
            imap_port=ports[1],
            require_login=True,
            authserv_id=AUTHSERV_ID,
        )
        await stack.enter_async_context(server)
        settings = load_settings(write_configuration(folder, server))
        engine = open_database(settings)
        stack.callback(engine.dispose)
        desk = build_desk(settings, engine, SimulatedSecrets(key))
        office = await stack.enter_async_context(Office(desk, settings, clock))
        stage = Stage(folder, settings, desk, server, clock, office)
        for person in (MODERATOR, *PLAYERS):
            program = MailProgram(person, *accounts(server, person), clock)
            stage.programs[person.name] = await stack.enter_async_context(program)
        yield stage


def write_configuration(folder: Path, server: EmbeddedMail) -> Path:
    """The configuration of the demonstration's referee, for every command of `referee`."""
    file = folder / "referee.toml"
    file.write_text(
        f"""# The referee of a demonstration, on mail servers that live as long as it runs.
[mail]
address = "{REFEREE.address}"
[imap]
host = "{server.host}"
port = {server.imap_port}
tls = "none"
user = "{REFEREE.address}"
password = "{REFEREE.password}"
poll = "3s"
[smtp]
host = "{server.host}"
port = {server.smtp_port}
tls = "none"
user = "{REFEREE.address}"
password = "{REFEREE.password}"
[identity]
authserv_id = "{AUTHSERV_ID}"
[moderation]
moderators = ["{MODERATOR.shown}"]
[limits]
letters_per_hour = 0
receipts_per_10_minutes = 0
sends_per_minute = 0
""",
        encoding="utf-8",
    )
    return file
