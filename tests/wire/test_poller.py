"""Every waiting letter is handed over once done with, whatever breaks in between."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio

from referee.app.ports import Fetched
from referee.config import Imap
from referee.mail.imap import CommandRefused, Disconnected, LoginRefused, Mailbox
from referee.mail.poller import Poller
from tests.wire.conftest import EmbeddedInbox, Inbox, letter, plain_server, scripted, subjects, through
from tests.wire.proxy import Proxy

START = datetime(2026, 12, 1, tzinfo=UTC)


class Desk:
    """Takes what the poller tells, and moves each letter to Processed as the referee would.

    Its clock goes on by a second at each look; its pauses take no time. `file` may raise.
    """

    def __init__(self, imap: Imap, **options: Any) -> None:
        self.seen: list[Fetched] = []
        self.batches: list[int] = []
        self.reads: list[datetime] = []
        self.troubles: list[tuple[Exception, datetime]] = []
        self.waits: list[float] = []
        self.file: Callable[[Fetched], None] = self.seen.append
        self._changed = asyncio.Event()
        self._at = START
        self._may_wait = asyncio.Event()
        self._may_wait.set()
        self.poller = Poller(
            lambda: Mailbox(imap, timeout=60, pause=self.pause),
            self.now,
            self.on_batch,
            on_read=self.on_read,
            on_trouble=self.on_trouble,
            pause=self.pause,
            **options,
        )

    def now(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at

    async def pause(self, until: asyncio.Event, seconds: float) -> None:
        self.waits.append(seconds)
        self._changed.set()
        await asyncio.sleep(0)

    async def on_batch(self, letters: list[Fetched], mailbox: Mailbox) -> None:
        self.batches.append(len(letters))
        for each in letters:
            self.file(each)
            await mailbox.move(each.uid, "Processed")

    async def on_read(self, at: datetime) -> None:
        self.reads.append(at)
        self._changed.set()

    async def on_trouble(self, error: Exception, since: datetime) -> None:
        self.troubles.append((error, since))
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds; looked at whenever something was told."""
        async with asyncio.timeout(120):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    @property
    def subjects(self) -> list[int]:
        return subjects([each.raw for each in self.seen])


@asynccontextmanager
async def at_work(desk: Desk) -> AsyncIterator[Desk]:
    running = asyncio.create_task(desk.poller.run())
    try:
        yield desk
    finally:
        desk.poller.stop()
        await asyncio.wait_for(running, 120)


@pytest_asyncio.fixture
async def proxy(inbox: Inbox) -> AsyncIterator[Proxy]:
    async with Proxy(inbox.imap.port) as relaying:
        yield relaying


async def test_waiting_letters_come_in_batches_and_then_the_mailbox_is_read(inbox: Inbox) -> None:
    for number in range(7):
        await inbox.deliver(letter(number))
    async with at_work(Desk(inbox.imap, batch=3)) as desk:
        await desk.until(lambda: bool(desk.reads))
    assert desk.subjects == list(range(7))
    assert desk.batches == [3, 3, 1]
    assert len(await inbox.messages("Processed")) == 7


async def test_a_mailbox_counts_as_read_at_the_time_when_the_last_look_began(inbox: Inbox) -> None:
    await inbox.deliver(letter())
    async with at_work(Desk(inbox.imap)) as desk:
        await desk.until(lambda: bool(desk.reads))
    assert desk.reads[0] == START + timedelta(seconds=2)


async def test_new_mail_is_read_as_soon_as_the_server_tells(inbox: Inbox, proxy: Proxy) -> None:
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        await proxy.idles()
        await inbox.deliver(letter(8))
        await desk.until(lambda: len(desk.reads) > 1)
    assert desk.subjects == [8]


async def test_it_reads_when_woken(inbox: Inbox, proxy: Proxy) -> None:
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        await proxy.idles()
        desk.poller.wake()
        await desk.until(lambda: len(desk.reads) > 1)


async def test_without_idle_it_reads_every_poll(embedded: EmbeddedInbox) -> None:
    imap = embedded.imap.model_copy(update={"idle": False})
    async with at_work(Desk(imap, poll=timedelta(seconds=45))) as desk:
        await desk.until(lambda: len(desk.reads) > 2)
    assert set(desk.waits) == {45.0}


async def test_a_connection_cut_in_idle_is_made_again(inbox: Inbox, proxy: Proxy) -> None:
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        await proxy.idles()
        await proxy.cut()
        await proxy.idles(2)
        await inbox.deliver(letter(3))
        await desk.until(lambda: len(desk.reads) > 2)
    assert desk.subjects == [3]
    assert desk.waits == [1.0]
    assert isinstance(desk.troubles[0][0], Disconnected)


async def test_a_connection_cut_in_fetch_loses_and_doubles_no_letter(inbox: Inbox, proxy: Proxy) -> None:
    for number in range(20):
        await inbox.deliver(letter(number, "x" * 900))
    proxy.cut_within(12_000)
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        await desk.until(lambda: bool(desk.reads))
    assert desk.subjects == list(range(20))
    assert len(desk.troubles) == 1


@pytest.mark.parametrize("heard", [False, True])
async def test_a_connection_cut_in_move_loses_no_letter(inbox: Inbox, proxy: Proxy, heard: bool) -> None:
    for number in range(3):
        await inbox.deliver(letter(number))
    (proxy.cut_after if heard else proxy.cut_before)(b"MOVE")
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        await desk.until(lambda: bool(desk.reads))
    # What was handed over and not moved comes once more, under the same UID.
    assert {(each.uidvalidity, each.uid) for each in desk.seen} == {
        (desk.seen[0].uidvalidity, uid) for uid in {each.uid for each in desk.seen}
    }
    assert sorted(set(desk.subjects)) == [0, 1, 2]
    assert await inbox.messages() == []
    assert sorted(await inbox.messages("Processed")) == [letter(number) for number in range(3)]


async def test_cuts_at_any_moment_lose_no_letter_and_leave_none_behind(
    inbox: Inbox, proxy: Proxy, share: int
) -> None:
    draw = random.Random(7)
    for number in range(60):
        await inbox.deliver(letter(number, "x" * draw.randrange(3000)))
    desk = Desk(through(inbox.imap, proxy.port), batch=10)
    cuts = iter(range(200 // share))

    async def cut_again(error: Exception, since: datetime) -> None:
        if next(cuts, None) is not None:
            proxy.cut_within(draw.randrange(100, 12_000))

    desk.poller._on_trouble = cut_again
    proxy.cut_within(2000)
    async with at_work(desk):
        await desk.until(lambda: next(cuts, None) is None and bool(desk.reads))
    assert sorted(set(desk.subjects)) == list(range(60))
    assert await inbox.messages() == []
    assert sorted(subjects(await inbox.messages("Processed"))) == list(range(60))


async def test_waits_double_up_to_five_minutes_and_the_first_failure_is_remembered() -> None:
    imap = Imap.model_validate({"host": "127.0.0.1", "port": 1, "tls": "none", "user": "u"})
    async with at_work(Desk(imap)) as desk:
        await desk.until(lambda: len(desk.waits) > 10)
    assert desk.waits[:11] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert {since for _, since in desk.troubles} == {START + timedelta(seconds=1)}


async def test_waits_begin_anew_after_a_good_read(inbox: Inbox, proxy: Proxy) -> None:
    async with at_work(Desk(through(inbox.imap, proxy.port))) as desk:
        for times in (1, 2):
            await proxy.idles(times)
            await proxy.cut()
        await proxy.idles(3)
    assert desk.waits == [1.0, 1.0]
    assert desk.troubles[0][1] < desk.troubles[1][1]


async def test_a_refused_login_is_told_and_not_tried_often(inbox: Inbox) -> None:
    wrong = inbox.imap.model_copy(update={"password": type(inbox.imap.password)("wrong")})
    async with at_work(Desk(wrong)) as desk:
        await desk.until(lambda: len(desk.waits) > 1)
    assert set(desk.waits) == {300.0}
    assert isinstance(desk.troubles[0][0], LoginRefused)


async def test_what_filing_raises_is_told_and_the_letter_comes_again(
    inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    await inbox.deliver(letter(1))
    await inbox.deliver(letter(2))
    desk = Desk(inbox.imap)
    failures = [OSError("disk full")]

    def file(each: Fetched) -> None:
        if subjects([each.raw]) == [2] and failures:
            raise failures.pop()
        desk.seen.append(each)

    desk.file = file
    async with at_work(desk):
        await desk.until(lambda: bool(desk.reads))
    assert desk.subjects == [1, 2]
    assert "Reading the mailbox failed; trying again in 1 s." in caplog.text


async def test_a_folder_that_is_full_stops_nothing_for_good(embedded: EmbeddedInbox) -> None:
    await embedded.deliver(letter())
    desk = Desk(embedded.imap)
    refusals = [CommandRefused("quota")]

    def file(each: Fetched) -> None:
        desk.seen.append(each)
        if refusals:
            raise refusals.pop()

    desk.file = file
    async with at_work(desk):
        await desk.until(lambda: bool(desk.reads))
    assert desk.subjects == [1, 1]


async def test_trouble_that_can_t_be_told_stops_nothing(embedded: EmbeddedInbox) -> None:
    async with Proxy(embedded.imap.port) as proxy:
        desk = Desk(through(embedded.imap, proxy.port))

        async def lost(error: Exception, since: datetime) -> None:
            raise RuntimeError("the database is locked")

        desk.poller._on_trouble = lost
        async with at_work(desk):
            await desk.until(lambda: bool(desk.reads))
            await proxy.cut()
            await desk.until(lambda: len(desk.reads) > 1)


async def test_letters_that_stay_in_place_are_not_fetched_again_after_a_new_connection(
    inbox: Inbox, proxy: Proxy
) -> None:
    for number in range(3):
        await inbox.deliver(letter(number))
    seen: list[Fetched] = []
    highest = lambda uidvalidity: max((each.uid for each in seen), default=0)  # noqa: E731
    desk = Desk(through(inbox.imap, proxy.port), after=highest)

    async def leave(letters: list[Fetched], mailbox: Mailbox) -> None:
        seen.extend(letters)

    desk.poller._on_batch = leave
    async with at_work(desk):
        await desk.until(lambda: bool(desk.reads))
        await proxy.cut()
        await desk.until(lambda: len(desk.reads) > 1)
    assert subjects([each.raw for each in seen]) == [0, 1, 2]


async def test_after_a_change_of_uidvalidity_letters_bear_the_new_one() -> None:
    validities = [7, 8]
    asked: list[int] = []

    def server(command: str) -> list[str]:
        if command.startswith("SELECT"):
            return [f"OK [UIDVALIDITY {validities.pop(0)}] valid", "OK done"]
        if command.startswith("UID SEARCH"):
            return ["SEARCH 5", "OK done"] if "UID 1:*" in command else ["SEARCH", "OK done"]
        if "SIZE" in command:
            return ['1 FETCH (UID 5 INTERNALDATE "01-Dec-2026 09:30:00 +0000" RFC822.SIZE 0)', "OK done"]
        return ['1 FETCH (UID 5 BODY[] "")', "OK done"] if "BODY" in command else plain_server(command)

    def after(uidvalidity: int) -> int:
        asked.append(uidvalidity)
        return 0

    async with scripted(server) as imap, Proxy(imap.port) as proxy:
        desk = Desk(through(imap, proxy.port), after=after)

        async def leave(letters: list[Fetched], mailbox: Mailbox) -> None:
            desk.seen.extend(letters)
            if len(desk.seen) == 1:
                await proxy.cut()

        desk.poller._on_batch = leave
        async with at_work(desk):
            await desk.until(lambda: bool(desk.reads))
    assert [(each.uidvalidity, each.uid) for each in desk.seen] == [(7, 5), (8, 5)]
    assert asked == [7, 8]


async def test_stopping_ends_after_the_batch_in_hand(inbox: Inbox) -> None:
    for number in range(9):
        await inbox.deliver(letter(number))
    desk = Desk(inbox.imap, batch=3)

    def file(each: Fetched) -> None:
        desk.seen.append(each)
        desk.poller.stop()

    desk.file = file
    await asyncio.wait_for(desk.poller.run(), 120)
    assert desk.subjects == [0, 1, 2]
    assert desk.reads == []
