"""A table to play at: a desk over a throw-away SQLite file, letters in, mails out, a clock by hand."""

import functools
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.app.records import Filed, MatchRow
from referee.app.turns import BEAT, tick
from referee.bootstrap import build_desk
from referee.config import Settings
from referee.display.render import Templates
from referee.engine.game import Game
from referee.engine.match import Entry, Match
from referee.secrecy import SimulatedSecrets
from referee.store.books import open_engine
from referee.store.tables import outbox
from referee.store.upgrade import upgrade

REFEREE = "referee@example.org"
AUTHSERV = "mx.example.org"
MAX = "Max <max@example.org>"
SEED = bytes(32)
MODERN = policy.default.clone(raise_on_defect=False)


def moment(text: str | datetime) -> datetime:
    """`3 18:00` is 18:00 UTC on 3 December 2026; seconds may follow."""
    if isinstance(text, datetime):
        return text
    day, _, time = text.partition(" ")
    hour, minute, second = (int(part) for part in f"{time}:0".split(":")[:3])
    start = datetime(2026, 12, 1, hour, minute, second, tzinfo=UTC)
    return start + timedelta(days=int(day) - 1)


def address_of(name: str) -> str:
    """`Ann` writes from ann@example.net, `Max` from max@example.org; an address is itself."""
    if "@" in name:
        return parseaddr(name)[1].lower()
    return f"{name.lower()}@example.{'org' if name == 'Max' else 'net'}"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that the referee has posted."""

    raw: bytes
    to: str
    kind: str
    posted_at: datetime
    message: EmailMessage = field(repr=False)

    @property
    def text(self) -> str:
        """Its plain text."""
        return self._part("plain")

    @property
    def html(self) -> str:
        """Its HTML."""
        return self._part("html")

    def _part(self, subtype: str) -> str:
        body = self.message.get_body((subtype,))
        return "" if body is None else str(body.get_content())

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.message["Subject"])

    @property
    def id(self) -> str:
        """Its Message-ID."""
        return str(self.message["Message-ID"])

    @property
    def reply_to(self) -> str:
        """The address that an answer goes to."""
        return parseaddr(str(self.message["Reply-To"]))[1]

    @property
    def quoted(self) -> str:
        """Its text as mail programs quote it below an answer."""
        return "\n".join(f"> {line}" for line in self.text.splitlines())


@dataclass(slots=True)
class Table:
    """A desk and a clock. Letters are handled when they come; `tick_to` reads the mailbox and ticks."""

    desk: Desk
    engine: Engine
    file: Path
    settings: Settings
    uid: int = 0
    seen: int = 0

    def write(
        self,
        sender: str,
        text: str,
        at: str | datetime,
        *,
        now: str | datetime | None = None,
        **headers: Any,
    ) -> str:
        """A letter comes in at that time and is handled at `now`; gives what became of it."""
        received = moment(at)
        return self.deliver(raw_letter(sender, text, received, self.uid + 1, **headers), received, now)

    def deliver(self, raw: bytes, at: str | datetime, now: str | datetime | None = None) -> str:
        """Some bytes come in as a letter."""
        self.uid += 1
        fetched = Fetched("INBOX", 1, self.uid, moment(at), raw)
        return receive(self.desk, fetched, moment(now or at))

    def answer(self, mail: Mail, text: str, at: str | datetime, *, sender: str = "", **headers: Any) -> str:
        """A reply to one of the referee's mails, above its quoted text, as mail programs write it."""
        said = f"{text}\n\nOn Tue, 1 Dec 2026, the referee <{REFEREE}> wrote:\n{mail.quoted}\n"
        usual = {"to": mail.reply_to, "in_reply_to": mail.id, "subject": f"Re: {mail.subject}"}
        return self.write(sender or mail.to, said, at, **(usual | headers))

    def tick(self, at: str | datetime, *, is_read: bool = False) -> int:
        """The clock strikes; nothing was read."""
        return tick(self.desk, moment(at), is_read=is_read)

    def read(self, at: str | datetime) -> None:
        """The mailbox has been read to its end at that time."""
        with self.desk.books() as book:
            book.note_read(self.desk.policy.mailbox, moment(at))
            book.commit()

    def tick_to(self, at: str | datetime) -> int:
        """The mailbox is read to its end and the clock strikes, as it has done all the time before."""
        self.read(at)
        with self.desk.books() as book:
            book.beat(BEAT, moment(at) - timedelta(minutes=1))
            book.commit()
        return self.tick(at)

    def mails(self, to: str = "", kind: str = "") -> list[Mail]:
        """Every mail posted (to that address, of that kind), in order."""
        query = select(outbox).order_by(outbox.c.id)
        wanted = address_of(to) if to else ""
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Mail(r.raw, r.to, r.kind, r.posted_at, parsed(r.raw))
            for r in rows
            if wanted in ("", r.to) and kind in ("", r.kind, r.kind.partition("/")[2])
        ]

    def last(self, to: str = "", kind: str = "") -> Mail:
        """The newest mail (to that address, of that kind)."""
        return self.mails(to, kind)[-1]

    def new(self) -> list[Mail]:
        """The mails posted since this was last asked."""
        found = self.mails()
        fresh, self.seen = found[self.seen :], len(found)
        return fresh

    def letter(self, number: int | None = None) -> Filed:
        """The letter with that id, the newest without one."""
        with self.desk.books() as book:
            filed = book.letter(number) if number else book.letters_by(limit=1)[0]
        assert filed is not None
        return filed

    def letters(self, status: str | None = None) -> tuple[Filed, ...]:
        """The letters of that status, oldest first."""
        with self.desk.books() as book:
            return book.letters_by(status, limit=10_000)[::-1]

    def row(self, match: str = "m1") -> MatchRow:
        """The match as it is kept."""
        with self.desk.books() as book:
            row = book.match_row(match)
        assert row is not None
        return row

    def match(self, match: str = "m1") -> Match:
        """The match as a value."""
        with self.desk.books() as book:
            row = book.match_row(match)
            assert row is not None
            return book.load_match(row, self.desk.games[row.game])

    def state(self, match: str = "m1") -> Any:
        """The match's state."""
        return self.match(match).state

    def log(self, match: str = "m1") -> tuple[Entry, ...]:
        """The match's entries."""
        with self.desk.books() as book:
            return book.entries(match)

    def texts(self, match: str = "m1") -> list[str]:
        """The entries in words: `declared Ann: move n`."""
        return [f"{e.kind} {e.by}: {e.text}" for e in self.log(match)]

    def token(self, name: str, match: str = "m1", role: str = "seat") -> str:
        """The token of a seat or a moderator."""
        with self.desk.books() as book:
            return next(m.token for m in book.members(match, role) if m.name == name)

    def seat_address(self, name: str, match: str = "m1", role: str = "seat") -> str:
        """The referee's address with that member's token."""
        local, _, host = REFEREE.partition("@")
        return f"{local}+{match}.{self.token(name, match, role)}@{host}"

    def reopened(self) -> "Table":
        """The same files after the process has died: nothing in memory is left."""
        self.engine.dispose()
        engine = open_engine(f"sqlite:///{self.file}", is_durable=False)
        desk = build_desk(self.settings, engine, self.desk.secrets)
        return replace(self, engine=engine, desk=replace(desk, games=self.desk.games, render=templates()))


def parsed(raw: bytes) -> EmailMessage:
    """A mail taken apart."""
    message = message_from_bytes(raw, policy=MODERN)
    assert isinstance(message, EmailMessage)
    return message


def raw_letter(
    sender: str,
    text: str,
    at: datetime,
    number: int = 1,
    *,
    to: str = REFEREE,
    subject: str = "Game",
    message_id: str | None = "",
    vouched: bool = True,
    date: datetime | None = None,
    in_reply_to: str = "",
    extra: Mapping[str, str] | None = None,
) -> bytes:
    """The bytes of a letter as the operator's server keeps it; `vouched`: it says who sent it."""
    address = address_of(sender)
    name = parseaddr(sender)[0] if "@" in sender else sender
    fields = {
        "Authentication-Results": f"{AUTHSERV}; dmarc=pass header.from={address.partition('@')[2]}",
        "Received": f"from sender.example by {AUTHSERV}; {format_datetime(at)}",
        **(extra or {}),
        "From": f"{name} <{address}>" if name else address,
        "To": to,
        "Subject": subject,
        "Date": format_datetime(date or at),
        "Message-ID": f"<letter{number}@example.net>" if message_id == "" else message_id,
        "In-Reply-To": in_reply_to,
        "Content-Type": 'text/plain; charset="utf-8"',
        "Content-Transfer-Encoding": "8bit",
    }
    if not vouched:
        del fields["Authentication-Results"]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"{head}\r\n{text}".replace("\r\n", "\n").replace("\n", "\r\n").encode()


def settings_with(**sections: Mapping[str, Any]) -> Settings:
    """Settings of a referee that believes its own server's Authentication-Results."""
    usual: dict[str, dict[str, Any]] = {
        "mail": {"address": REFEREE},
        "identity": {"authserv_id": AUTHSERV},
        "moderation": {"moderators": [MAX]},
        "operator": {"address": "operator@example.org"},
        "limits": {"letters_per_hour": 0, "receipts_per_10_minutes": 0},
    }
    for name, section in sections.items():
        usual[name] = {**usual.get(name, {}), **section}
    return Settings.model_validate(usual)


@functools.cache
def templates() -> Templates:
    """The referee's own templates, compiled once for all tables."""
    return Templates()


@functools.cache
def _blank() -> bytes:
    """The bytes of a database with all tables and nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        engine = open_engine(f"sqlite:///{file}", is_durable=False)
        upgrade(engine)
        with engine.connect() as connection:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("BEGIN")
        engine.dispose()
        return file.read_bytes()


@contextmanager
def open_table(
    file: Path | None = None,
    *,
    seed: bytes = SEED,
    games: Mapping[str, Game[Any, Any]] | None = None,
    **sections: Mapping[str, Any],
) -> Iterator[Table]:
    """A table over a new database; `games` besides those that there are."""
    folder = Path(tempfile.mkdtemp())
    file = file or folder / "referee.db"
    file.write_bytes(_blank())
    settings = settings_with(**sections)
    engine = open_engine(f"sqlite:///{file}", is_durable=False)
    desk = build_desk(settings, engine, SimulatedSecrets(seed))
    desk = replace(desk, games={**desk.games, **(games or {})}, render=templates())
    table = Table(desk, engine, file, settings)
    try:
        yield table
    finally:
        table.engine.dispose()
        engine.dispose()
        shutil.rmtree(folder)


OPENED = "1 10:00"
"""When the usual match starts; its first Turn is on 2 December, 00:00."""


@contextmanager
def spring(*names: str, options: str = "", game: str = "paprika", **others: Any) -> Iterator[Table]:
    """A running match m1 that Max has opened and started, with those seats (Ann and Bob)."""
    with open_table(**others) as table:
        begin(table, *names, options=options, game=game)
        table.new()
        yield table


def begin(table: Table, *names: str, options: str = "", game: str = "paprika", at: str = OPENED) -> None:
    """Max opens a match, seats the players and starts it."""
    seats = [f"seat {name} {address_of(name)}" for name in names or ("Ann", "Bob")]
    lines = [f'open {game} "Spring"', *options.splitlines(), *seats, "start"]
    assert table.write("Max", "\n".join(lines), at) == "done"
    assert table.match().status == "running", table.last("Max").text


@contextmanager
def joined(file: Path, **sections: Mapping[str, Any]) -> Iterator[Table]:
    """Another process at the same files."""
    settings = settings_with(**sections)
    engine = open_engine(f"sqlite:///{file}", is_durable=False)
    desk = build_desk(settings, engine, SimulatedSecrets(SEED))
    try:
        yield Table(replace(desk, render=templates()), engine, file, settings)
    finally:
        engine.dispose()
