"""Hostile letters: who writes them, what stands in them, and what none of them may do.

Whoever chooses (Hypothesis in tests/test_fuzz.py, atheris in scripts/fuzz) gives a `Choice`.
"""

import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.header import Header
from email.utils import parseaddr
from pathlib import Path
from typing import Protocol

from tests.table import Table, address_of, moment, open_table, raw_letter

SAMPLES = sorted((Path(__file__).parent / "letters").glob("*.eml"))
SERVER = "mx-5b3a.example.org"
"""The operator's own server, by a name that no hostile letter guesses."""

EVE = "Eve <eve@evil.example>"


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


NINES = ("9" * 9, "9" * 30, "9" * 4301, "-1", "0", "1e9", "0x10", "٣", "½", "10**400", "1_000", "99:99")
SIGNS = (
    "\x00",
    "\ud800",
    "\u202e",
    "\u200f",
    "\u2066",
    "\ufeff",
    "e\u0301" * 40,
    "\u200d",
    "\U0001f46a",
    "ﷺ",
)
WORDS = words_of(
    "Ann Bob Eve Max ann@example.net eve@evil.example m1 m2 m999999999 paprika nomic because turn all on off "
    "from to with as because at in now not if maybe please ? ! . : ; , = { } [ ] ( ) *** {{{ }}} ``` > | -- "
    "n ne east a1 z99 wall move push vote for against 301 2026-12-24 0000-00-00 9999-12-31 24:00 "
    "Europe/Lisbon ../../etc/passwd Etc/GMT+99 pt zh_CN xx 北 投票 mover empurrar"
)
VERBS = words_of(
    "help games matches join observe resign forfeit status display history rules language timezone absent "
    "say tell ignore addresses token unsubscribe challenge accept decline rematch confirm deny never preview "
    "end stop moderate open start pause resume close extend as void undo set seat replace remove announce "
    "resend show log letters retry outage wanted redraw rejoin priority place option move push vote propose "
    "nday ballot judge declare plan claim call"
)
SHAPES = (
    "{verb} {word} {number}",
    "nday {number}: {verb} {word}",
    "history {number}",
    "log {number}",
    "undo {number} because {word}",
    "void {number} because {word}",
    "retry {number}",
    "extend {number} {word}",
    "absent from {number} to {number}",
    "absent from 24 December {number} to {word}",
    "timezone {word}/{number}",
    "set {word}.{word} = {number} because {word}",
    "as {word}: {verb} {number} because {word}",
    "challenge {word}, {number} to {word} seats = {number}",
    "join m{number} as {word}",
    'open {word} "{text}" rows = {number}',
    "{verb} {word}: {text}",
    "I hereby {verb}, {text}",
)


class Choice(Protocol):
    """Where a letter's pieces come from."""

    def of(self, things: Sequence[str]) -> str:
        """One of the things."""

    def text(self) -> str:
        """Any short text."""

    def count(self, most: int) -> int:
        """A number from 0 to `most`."""


def line(choice: Choice) -> str:
    """An order that nobody should give."""
    parts = {"verb": choice.of(VERBS), "word": choice.of(WORDS), "number": choice.of(NINES)}
    written = choice.of(SHAPES).format(**parts, text=choice.text())
    return written + choice.of(("", "", "", *SIGNS))


def body(choice: Choice, first: str = "") -> str:
    """A few such lines."""
    lines = [line(choice) for _ in range(1 + choice.count(3))]
    return "\n".join(((first,) if first else ()) + tuple(lines))


def head(choice: Choice) -> dict[str, str]:
    """Fields that pretend something about who wrote it."""
    name = choice.of((*WORDS, choice.text(), "Ann via Forum", '"Ann" <ann@example.net>'))
    encoded = Header(name.encode("utf-8", "replace"), "utf-8").encode(linesep=" ")
    sender = choice.of(("ann@example.net", "eve@evil.example", "bob@example.net", "max@example.org"))
    return {
        "Authentication-Results": "mx.example.org; dmarc=pass header.from=example.net",
        "Sender": sender,
        "Reply-To": sender,
        "From": choice.of((EVE, f"{encoded} <{sender}>", f"{sender}, {EVE}", f"{name} <{sender}>")),
        "To": choice.of(("referee@example.org", f"referee+m1.{'a' * 16}@example.org", "", name)),
        "Subject": choice.of(("[m1] hello", "Re: [m2]", encoded, name)),
    }


def forged(choice: Choice) -> bytes:
    """A letter of Eve's that claims to be anybody's."""
    fields = {name: one_line(value) for name, value in head(choice).items()}
    lines = [f"{name}: {value}" for name, value in fields.items()]
    return "\r\n".join((*lines, "", body(choice))).encode("utf-8", "replace")


def mutated(choice: Choice) -> bytes:
    """A real letter with a piece of it replaced by something hostile."""
    path = SAMPLES[choice.count(len(SAMPLES) - 1)]
    raw = path.read_bytes()
    at = choice.count(max(len(raw) - 1, 0))
    cut = choice.count(40)
    return raw[:at] + line(choice).encode("utf-8", "replace") + raw[at + cut :]


def one_line(value: str) -> str:
    """The value as far as it can stand in a field."""
    return " ".join(value.split())


@dataclass(slots=True)
class Siege:
    """A match of Ann, Bob and Eve on which hostile letters fall."""

    table: Table
    most_seconds: float = 1.0
    most_bytes: int = 200 << 20
    peak: int = field(default_factory=lambda: peak_memory())

    @property
    def at(self) -> datetime:
        """When the next letter comes: some hundred come before the first midnight."""
        return moment("1 10:00") + timedelta(minutes=self.table.uid)

    def from_eve(self, raw: bytes) -> str:
        """Eve's server sent these bytes: the operator's says so, on top, whatever they claim."""
        seen = f"Authentication-Results: {SERVER}; dkim=pass header.d=evil.example\r\n"
        seen += f"Received: from evil.example by {SERVER}; Tue, 1 Dec 2026 12:00:00 +0000\r\n"
        return self.falls(seen.encode() + raw, "Eve")

    def from_proven(self, writer: str, text: str) -> str:
        """A letter that the operator's server vouches for."""
        result = f"{SERVER}; dmarc=pass header.from={address_of(writer).partition('@')[2]}"
        extra = {"Authentication-Results": result}
        raw = raw_letter(writer, printable(text), self.at, self.table.uid + 1, extra=extra)
        return self.falls(raw, parseaddr(writer)[0] or writer)

    def falls(self, raw: bytes, writer: str) -> str:
        """The letter is handled within the limits, and nothing is done in anybody else's name."""
        log = len(self.table.log())
        began = time.process_time()
        status = self.table.deliver(raw, self.at)
        took = time.process_time() - began
        assert status != "quarantined", self.table.letter().note
        names = {entry.by for entry in self.table.log()[log:]} - {writer}
        assert not names, names
        assert took < self.most_seconds, took
        assert peak_memory() - self.peak < self.most_bytes
        return status


def printable(text: str) -> str:
    """The text as bytes of UTF-8 can hold it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def peak_memory() -> int:
    """The most that the process ever took, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@contextmanager
def siege(most_seconds: float = 1.0, game: str = "paprika") -> Iterator[Siege]:
    """A match to be besieged."""
    with open_table(identity={"authserv_id": SERVER}) as table:
        besieged = Siege(table, most_seconds)
        seats = "seat Ann ann@example.net\nseat Bob bob@example.net\nseat Eve eve@evil.example"
        options = {"paprika": "press = private\n", "paintfield": "by = letter\n"}
        text = f'open {game} "Spring"\n{options.get(game, "")}{seats}\nstart'
        extra = {"Authentication-Results": f"{SERVER}; dmarc=pass header.from=example.org"}
        table.deliver(raw_letter("Max", text, besieged.at, extra=extra), besieged.at)
        assert table.match().status == "running", table.last("Max").text
        yield besieged
