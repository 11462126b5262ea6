"""Letters of all kinds, connections that are cut, a process that is killed: all is as if nothing had been.

What should be is what one undisturbed desk makes of the same letters, over a copy of the same books.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.store.tables import entries, letters, matches, outbox
from tests.soak.letters import Sack
from tests.soak.world import OPERATOR, REFEREE, World, kill, memory, stop, world

BEGIN = datetime(2026, 12, 1, 0, 10, tzinfo=UTC)
SPEED = 20.0
"""How much faster the clock runs, for the minutes that mails wait after a cut; midnight is an hour away."""
GAMES = ("paprika", "nomic", "rithmomachia", "paintfield", "paprika", "paprika")
SILENT = (("paintfield", "Cid"), ("nomic", "Cid"))
MATCHES = 24
AHEAD = 120
GROWTH = 30 << 20
"""Bytes that a process may grow by from its first hundreds of letters to its last."""


def prepare(town: World) -> Sack:
    """Matches of all games, questions that wait for an answer, and mails that will come back."""
    desk = town.desk()
    for number in range(1, MATCHES + 1):
        town.open_match(desk, number, GAMES[number % len(GAMES)], town.clock())
    seats = town.seats()
    for seat in seats[::3]:
        town.prepare(desk, seat.address, "status", town.clock(), vouched=False)
    told = town.ask('select message_id, "to" from outbox order by id')
    gone = {seat.address for seat in seats[1::9]}
    asked = town.ask("select address, token from confirms")
    questions = [(address, REFEREE.replace("@", f"+.{token}@")) for address, token in asked]
    # Where everybody has written, a leg begins and a vote ends at once: when exactly depends on the machine.
    writing = [seat for seat in seats if (seat.game, seat.name) not in SILENT]
    return Sack(writing, random.Random(5), [(id, to) for id, to in told if to in gone], questions)


def replay(town: World, file: Path) -> None:
    """An undisturbed desk gets the letters that were filed, at the same times."""
    desk = town.desk(file)
    query = select(letters).where(letters.c.mailbox == "INBOX").order_by(letters.c.id)
    for row in town.rows(query):
        at = Fetched("INBOX", row.uidvalidity, row.uid, row.received_at, row.raw, row.size)
        receive(desk, at, row.filed_at)


def kept(town: World, file: Path | None = None) -> dict[str, list[Any]]:
    """What is in the books, without what is drawn anew and what only a process writes."""
    own = ("mail/daily", "mail/summary", "mail/alert")
    log = town.rows(select(entries).order_by(entries.c.match, entries.c.number), file)
    mails = town.rows(select(outbox).order_by(outbox.c.id), file)
    rows = town.rows(select(matches).order_by(matches.c.id), file)
    filed = town.rows(select(letters).order_by(letters.c.id), file)
    return {
        "entries": [(e.match, e.number, e.at, e.kind, e.by, e.text, e.reason, e.letter) for e in log],
        "mails": [(m.to, m.kind, m.about, m.match) for m in mails if m.to != OPERATOR or m.kind not in own],
        "matches": [(m.id, m.status, m.state, m.number, m.due) for m in rows],
        "letters": [(f.uid, f.message_id, f.status, f.note, f.match, f.member) for f in filed],
    }


def is_as_if_nothing_had_been(here: dict[str, list[Any]], there: dict[str, list[Any]]) -> None:
    """The same is in both books; the first that differs is named."""
    for name, rows in there.items():
        assert [(a, b) for a, b in zip(here[name], rows, strict=False) if a != b][:3] == [], name
        assert len(here[name]) == len(rows), name


def header(raw: bytes, name: str) -> str:
    return str(message_from_bytes(raw, policy=policy.default)[name] or "")


def without_end(raw: bytes) -> bytes:
    """The letter but for the end of its last line, which the embedded server drops where there is no body."""
    return raw.rstrip(b"\r\n")


async def check_mailboxes(town: World, delivered: list[bytes], most_twice: int) -> int:
    """What lies in everybody's mailbox; how many mails came twice."""
    assert await town.server.messages(REFEREE) == []
    assert await town.server.messages(REFEREE, "Quarantine") == []
    processed = await town.server.messages(REFEREE, "Processed")
    assert Counter(map(without_end, processed)) == Counter(map(without_end, delivered))
    suspended = {row[0] for row in town.ask("select address from suspensions where ended_at is null")}
    twice = 0
    for address in town.server.users:
        if address == REFEREE or address in suspended:
            continue
        got = [header(raw, "Message-ID") for raw in await town.server.messages(address)]
        posted = dict(town.ask('select message_id, tries from outbox where "to" = ? order by id', address))
        assert set(got) == set(posted), address
        # What lost its connection twice is put off, and holds nobody up.
        prompt = [id for id in posted if not posted[id]]
        assert [id for id in dict.fromkeys(got) if id in prompt] == prompt, address
        twice += len(got) - len(posted)
    assert twice <= most_twice
    return twice


def check_receipts(town: World) -> int:
    """Every letter that was handled has exactly one receipt; how many there are."""
    kinds = "('mail/receipt', 'mail/unreadable', 'mail/preview')"
    raws = [row[0] for row in town.ask(f"select raw from outbox where kind in {kinds}")]
    answered = Counter(header(raw, "In-Reply-To") for raw in raws)
    assert max(answered[id] for id in answered if id) == 1
    done = "status = 'done' and note = '' and member is not null and message_id is not null"
    accepted = [row[0] for row in town.ask(f"select message_id from letters where {done}")]
    acted = [
        row[0]
        for row in town.ask("select distinct l.message_id from entries e join letters l on l.id = e.letter")
    ]
    missing = [id for id in (*accepted, *acted) if not answered[id] and id]
    assert not missing, missing[:5]
    return len(accepted)


@dataclass
class Run:
    """Letters go in, a process is killed and started again; `sizes` of the last one."""

    town: World
    sack: Sack
    count: int
    ends: list[int]
    delivered: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    async def go(self) -> None:
        """To the end of all letters and mails."""
        process = await self.town.start()
        for goal in range(0, self.count + AHEAD, 25):
            await self._deliver(min(self.count, goal))
            await self.town.is_read(max(0, min(goal, self.count) - AHEAD), process)
            while self.ends and self.ends[0] <= goal - AHEAD:
                self.ends.pop(0)
                await kill(process)
                process = await self.town.start()
            if not self.ends:
                self.sizes.append(memory(process))
        for relay in (self.town.imap, self.town.smtp):
            relay.rest()
        await self.town.is_done(process)
        self.sizes.append(memory(process))
        await stop(process)

    async def _deliver(self, goal: int) -> None:
        while len(self.delivered) < goal:
            self.delivered.append(self.sack.letter(self.town.clock()))
            await self.town.arrives(self.delivered[-1])

    @property
    def growth(self) -> int:
        """By how much it has grown, the first quarter of its letters apart."""
        return self.sizes[-1] - self.sizes[len(self.sizes) // 4]


def report(run: Run, kills: int, receipts: int, twice: int) -> str:
    """The figures."""
    town, sizes = run.town, run.sizes[len(run.sizes) // 4 :]
    mails, acts = (town.ask(f"select count(*) from {table}")[0][0] for table in ("outbox", "entries"))
    return (
        f"{run.count} letters {run.sack.counts}\n"
        f"became {dict(Counter(row[0] for row in town.ask('select status from letters')))}\n"
        f"{receipts} receipts, {mails} mails, {twice} of them twice, {acts} entries\n"
        f"{kills} kills, {town.imap.cuts} + {town.smtp.cuts} cuts (IMAP, SMTP)\n"
        f"memory {min(sizes) >> 20} to {max(sizes) >> 20} MB, grown by {run.growth >> 10} KB"
    )


@pytest.mark.full
async def test_nothing_is_lost_or_done_twice_whatever_is_cut_and_killed(tmp_path: Path, share: int) -> None:
    count, kills = 5000 // share, 20 if share == 1 else 2
    async with world(tmp_path, BEGIN, SPEED, MATCHES, every=150_000) as town:
        sack, before = prepare(town), town.copy()
        ends = sorted(random.Random(9).sample(range(count // 20, count // 2), kills))
        run = Run(town, sack, count, ends)
        await run.go()
        replay(town, before)
        is_as_if_nothing_had_been(kept(town), kept(town, before))
        assert not town.ask("select 1 from letters where status in ('quarantined', 'new')"), town.log()
        twice = await check_mailboxes(town, run.delivered, kills + town.smtp.cuts)
        print(report(run, kills, check_receipts(town), twice))
        assert set(sack.counts) == set(sack.kinds)
        assert run.growth < GROWTH, run.sizes
