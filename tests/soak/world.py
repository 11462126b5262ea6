"""Mail servers of the test's, relays that cut, matches of all games, and `referee run` in a process."""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Executable

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.bootstrap import build_desk, open_database
from referee.config import load_settings
from referee.mail.embedded import EmbeddedMail
from referee.store.books import open_engine
from tests.soak.clock import FastClock
from tests.soak.cutting import Cutting
from tests.table import raw_letter

REFEREE = "referee@example.org"
MAX = "max@example.org"
OPERATOR = "operator@example.org"
ROOT = Path(__file__).resolve().parents[2]
NAMES = ("Ann", "Bob", "Cid")
OPENINGS = {
    "paprika": "press = private",
    "nomic": "settings = debate_least = 0 hours",
    "rithmomachia": "white = Ann",
    "paintfield": "by = letter\nrounds = 1\nticks = 120\nleg = 3 days",
}
PATIENCE = 600.0
"""Seconds of real time after which something hangs for certain."""


@dataclass(frozen=True)
class Seat:
    """Somebody who plays in one match."""

    match: str
    game: str
    name: str
    address: str
    token: str

    @property
    def to(self) -> str:
        """The referee's address with the seat's token."""
        return REFEREE.replace("@", f"+{self.match}.{self.token}@")


def seats_of(game: str) -> tuple[str, ...]:
    """Who plays it here."""
    return NAMES[:2] if game == "rithmomachia" else NAMES


@dataclass
class World:
    """All that there is, beside the referee's own process."""

    folder: Path
    clock: FastClock
    server: EmbeddedMail
    imap: Cutting
    smtp: Cutting
    uid: int = 0
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / "referee.db"

    def configure(self) -> None:
        """Writes the configuration."""
        (self.folder / "referee.toml").write_text(
            f"""[mail]
address = "{REFEREE}"
[imap]
host = "127.0.0.1"
port = {self.imap.port}
tls = "none"
user = "{REFEREE}"
password = "sesame"
poll = "1s"
[smtp]
host = "127.0.0.1"
port = {self.smtp.port}
tls = "none"
[identity]
authserv_id = "mx.example.org"
[moderation]
moderators = ["Max <{MAX}>"]
[operator]
address = "{OPERATOR}"
[limits]
letters_per_hour = 0
receipts_per_10_minutes = 0
unproven_per_hour = 0
sends_per_minute = 0
""",
            encoding="utf-8",
        )

    def desk(self, file: Path | None = None) -> Desk:
        """The referee's desk in this process; over another file if named."""
        settings = load_settings(self.folder / "referee.toml")
        engine = open_database(settings) if file is None else open_engine(f"sqlite:///{file}")
        return build_desk(settings, engine)

    def prepare(self, desk: Desk, sender: str, text: str, at: datetime, **others: Any) -> str:
        """A letter that was handled before all begins."""
        self.uid += 1
        id = f"<before{self.uid}@example.net>"
        raw = raw_letter(sender, text, at, message_id=id, **others)
        return receive(desk, Fetched("BEFORE", 1, self.uid, at, raw), at)

    def open_match(self, desk: Desk, number: int, game: str, at: datetime) -> None:
        """Max opens and starts match m`number`."""
        seated = [f"seat {name} {address(name, number)}" for name in seats_of(game)]
        lines = [f'open {game} "Match {number}"', OPENINGS[game], *seated, "start"]
        assert self.prepare(desk, f"Max <{MAX}>", "\n".join(lines), at) == "done"

    def seats(self) -> list[Seat]:
        """Who plays in which match."""
        query = (
            'select m."match", x.game, m.name, p.address, m.token from members m '
            'join matches x on x.id = m."match" join people p on p.id = m.person '
            "where m.role = 'seat' order by m.id"
        )
        return [Seat(f"m{row[0]}", *row[1:]) for row in self.ask(query)]

    def ask(self, query: str, *values: object) -> list[Any]:
        """Rows of the referee's database."""
        with closing(sqlite3.connect(self.file, timeout=60)) as connection:
            return connection.execute(query, values).fetchall()

    async def arrives(self, raw: bytes) -> None:
        """A letter lies in the referee's mailbox."""
        await self.server.deliver(REFEREE, raw, self.clock())

    async def start(self, config: str = "referee.toml", *before: str) -> asyncio.subprocess.Process:
        """`referee run`, in a process of its own; `before`: a command that runs it."""
        command = [*before, sys.executable, "-m", "tests.soak.running", str(self.clock.file), "run"]
        command += ["--config", str(self.folder / config)]
        with (self.folder / "log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT)}
            )
        self.processes.append(process)
        return process

    async def until(self, query: str, *values: object, process: Any = None) -> None:
        """Waits until the query's first value is true."""

        async def is_so() -> bool:
            rows = self.ask(query, *values)
            return bool(rows and rows[0][0])

        await self._looks(is_so, process)

    async def _looks(self, holds: Callable[[], Awaitable[bool]], process: Any) -> None:
        """Looks again and again: nothing tells what another process writes but that it has ended."""
        async with asyncio.timeout(PATIENCE):
            while not await holds():
                if process is not None and process.returncode is not None:
                    raise AssertionError(f"it ended:\n{self.log()}")
                await asyncio.sleep(0.02)

    async def is_read(self, count: int, process: Any) -> None:
        """Waits until so many letters of the mailbox are filed."""
        await self.until("select count(*) >= ? from letters where mailbox = 'INBOX'", count, process=process)

    async def is_done(self, process: Any) -> None:
        """Waits until every letter is read and moved, and every mail is sent that can be."""

        async def is_empty() -> bool:
            return not await self.server.messages(REFEREE)

        await self._looks(is_empty, process)
        suspended = "select address from suspensions where ended_at is null"
        unsent = f'sent_at is null and failed_at is null and "to" not in ({suspended})'
        await self.until(f"select count(*) = 0 from outbox where {unsent}", process=process)

    def log(self) -> str:
        """The end of what the processes said."""
        return (self.folder / "log").read_text("utf-8", "replace")[-5000:]

    def rows(self, query: Executable, file: Path | None = None) -> list[Any]:
        """Rows of the referee's database, or of that one, with their types."""
        engine = open_engine(f"sqlite:///{file or self.file}")
        with engine.connect() as connection:
            found = list(connection.execute(query).all())
        engine.dispose()
        return found

    def copy(self) -> Path:
        """The database as it is now, in another file; nobody writes meanwhile."""
        other = self.folder / "copy.db"
        with closing(sqlite3.connect(self.file)) as here, closing(sqlite3.connect(other)) as there:
            here.backup(there)
        return other


def address(name: str, number: int) -> str:
    """The address of that player of that match."""
    return f"{name.lower()}{number}@example.net"


async def kill(process: asyncio.subprocess.Process) -> None:
    """The process is no more, from one moment to the next."""
    process.send_signal(signal.SIGKILL)
    await process.wait()


async def stop(process: asyncio.subprocess.Process) -> None:
    """The process ends by itself."""
    process.terminate()
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == 0


def memory(process: asyncio.subprocess.Process) -> int:
    """Bytes of memory that the process holds."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@asynccontextmanager
async def world(
    folder: Path, begin: datetime, speed: float, matches: int, every: int, seed: int = 1
) -> AsyncIterator[World]:
    """Servers for that many matches' players; connections are cut after about so many bytes (0: never)."""
    users = [address(name, number) for number in range(1, matches + 1) for name in NAMES]
    clock, rng = FastClock(folder / "clock"), random.Random(seed)
    clock.put(begin, speed)
    addresses = (REFEREE, MAX, OPERATOR, "eve@example.com", *users)
    async with (
        EmbeddedMail(dict.fromkeys(addresses, "sesame"), clock) as server,
        Cutting(server.imap_port, rng, every) as imap,
        Cutting(server.smtp_port, rng, every) as smtp,
    ):
        built = World(folder, clock, server, imap, smtp)
        built.configure()
        try:
            yield built
        finally:
            for process in built.processes:
                if process.returncode is None:
                    await kill(process)
            shutil.rmtree(folder, ignore_errors=True)
