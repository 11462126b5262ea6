"""The outbox over a real SMTP server: what is refused for good counts as come back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TypeVar

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.sending import Sending
from tests.table import Table, moment, spring
from tests.wire.test_smtp import Post, sending, serving

Answer = TypeVar("Answer")
START = "1 11:00"


async def at_once(work: Callable[[], Answer]) -> Answer:
    """Database work where it is asked for."""
    return work()


class Clock:
    """A clock that is put by hand."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@asynccontextmanager
async def outbox(table: Table, post: Post, clock: Clock) -> AsyncIterator[Sending]:
    """The table's outbox before that server."""
    async with serving(post), sending(post.smtp) as sender:
        yield Sending(table.desk, sender, at_once, clock)


class Choosy(Post):
    """A server that refuses some recipients for good."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self.refused = refused

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refused:
            return "550 5.1.1 unknown"
        return await super().handle_RCPT(server, session, envelope, address, options)

    def new(self) -> list[str]:
        """Whom it has taken mails for since this was last asked."""
        taken = [each for envelope in self.got if envelope.content for each in envelope.rcpt_tos]
        self.got.clear()
        return taken


async def test_three_refusals_for_good_suspend_the_address_until_a_letter_revives_it() -> None:
    post = Choosy("ann@example.net")
    with spring() as table:
        async with outbox(table, post, Clock(moment(START))) as emptying:
            await emptying.send_ready()
            assert set(post.new()) == {"bob@example.net", "max@example.org"}
            table.write("Max", "moderate m1\nresend", START)
            await emptying.send_ready()
            assert "3 mails to Ann came back" in " ".join(table.last("Max", "alert").text.split())
            post.refused = ()
            table.write("Max", "moderate m1\nresend", START)
            await emptying.send_ready()
            assert "ann@example.net" not in post.new()
            table.write("Ann", "status", START)
            await emptying.send_ready()
            assert post.new() == ["ann@example.net"] * 2


async def test_mails_go_out_so_many_a_minute_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, post, moved, went = asyncio.get_running_loop(), Choosy(), [0.0], list[tuple[str, float]]()
    real = loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + moved[0])

    async def pause(until: asyncio.Event, seconds: float) -> None:
        went.extend((to, moved[0]) for to in post.new())
        moved[0] += seconds

    with spring("Ann", "Bob", "Cid", "Dee") as table:
        async with serving(post), sending(post.smtp) as sender:
            emptying = Sending(table.desk, sender, at_once, Clock(moment(START)), per_minute=2, pause=pause)
            await emptying.send_ready()
            went.extend((to, moved[0]) for to in post.new())
        assert [to for to, _ in went] == [mail.to for mail in table.mails()]
    minutes = [round(at / 60) for _, at in went]
    assert minutes == [number // 2 for number in range(len(went))]


async def test_the_operator_is_told_once_when_no_mail_could_be_sent_for_15_minutes() -> None:
    clock = Clock(moment(START))
    with spring() as table:
        async with outbox(table, Post(), clock) as emptying:
            pass  # the server is gone
        for _ in range(8):
            await emptying.send_ready()
            clock.wait(minutes=5)
        (told,) = table.mails("operator@example.org")
        assert "No mail could be sent since 2026-12-01 11:00 UTC" in " ".join(told.text.split())
        assert told.posted_at == moment("1 11:15")


async def test_after_a_server_was_down_everything_goes_out_in_order() -> None:
    clock, post = Clock(moment(START)), Choosy()
    with spring() as table:
        async with outbox(table, Post(), clock) as emptying:
            pass
        await emptying.send_ready()
        async with outbox(table, post, clock) as emptying:
            assert await emptying.send_ready() == 0  # not at once
            clock.wait(minutes=1)
            await emptying.send_ready()
        assert post.new() == [mail.to for mail in table.mails()]
