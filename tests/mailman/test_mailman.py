"""A Mailman list between a player and the referee: what comes through it has no effect."""

import asyncio
import os
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.mailman.server import LIST, Mailman, mailman
from tests.soak.world import REFEREE, World, address, stop, world
from tests.table import raw_letter

BEGIN = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
FILED = "select count(*) >= ? from letters where mailbox = 'INBOX'"


@pytest.fixture
def program() -> Path:
    found = Path(os.environ.get("REFEREE_MAILMAN", ".venv-mailman/bin/mailman")).absolute()
    assert found.exists(), f"{found} is missing: scripts/test --mailman installs it"
    return found


def arrived(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def written(town: World, name: str) -> bytes:
    """A letter to the list and to the referee."""
    to, id = f"{LIST}, {REFEREE}", f"<{name}@example.net>"
    sender = f"{name} <{address(name, 1)}>"
    return raw_letter(sender, "move n", town.clock(), to=to, subject="my move", message_id=id)


async def plays(town: World, list: Mailman) -> None:
    """The same letter through the list and directly; Ann's comes directly first, Bob's through the list."""
    process = await town.start()
    hers, his = written(town, "Ann"), written(town, "Bob")
    await town.arrives(hers)
    await town.until(FILED, 1, process=process)
    await asyncio.to_thread(list.post, address("Ann", 1), hers)
    await town.until(FILED, 2, process=process)
    await asyncio.to_thread(list.post, address("Bob", 1), his)
    await town.until(FILED, 3, process=process)
    await town.arrives(his)
    await town.until(FILED, 4, process=process)
    await town.is_done(process)
    await stop(process)


async def test_a_letter_that_comes_directly_and_through_a_list_acts_once(
    program: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("mailman")
    async with world(tmp_path, BEGIN, 1, 1, every=0) as town:
        town.open_match(town.desk(), 1, "paprika", BEGIN)
        entries = len(town.ask("select 1 from entries"))
        manager = mailman(program, folder, town.server.smtp_port)
        list = await asyncio.to_thread(manager.__enter__)
        try:
            await asyncio.to_thread(list.subscribe, REFEREE, address("Ann", 1), address("Bob", 1))
            await plays(town, list)
        finally:
            await asyncio.to_thread(manager.__exit__, None, None, None)
        direct, listed, first_listed, then_direct = [
            arrived(raw) for raw in await town.server.messages(REFEREE, "Processed")
        ]
        for post in (listed, first_listed):
            assert post["From"].addresses[0].addr_spec == LIST
            assert post["Subject"] == "[Games] my move"
            assert post["List-Id"]
            assert LIST in str(post.get_content())
        assert direct["Message-ID"] == listed["Message-ID"]
        assert first_listed["Message-ID"] == then_direct["Message-ID"]
        told = town.ask("select status from letters where mailbox = 'INBOX' order by id")
        assert [row[0] for row in told] == ["done", "machine", "machine", "done"]
        assert len(town.ask("select 1 from entries")) == entries + 2
        receipts = town.ask("select \"to\" from outbox where kind = 'mail/receipt' order by id")
        assert [row[0] for row in receipts[-2:]] == [address("Ann", 1), address("Bob", 1)]
        assert not town.ask('select 1 from outbox where "to" = ?', LIST)
