"""The outbox over a real SMTP server: what is refused for good counts as come back."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TypeVar

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.presence import is_gone, own_name
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


class Allergic(Choosy):
    """A server that hangs up whenever it is to take a mail for that recipient."""

    def __init__(self, to: str) -> None:
        super().__init__()
        self.to = to

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.to in envelope.rcpt_tos:
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
            return "421 gone"
        return await super().handle_DATA(server, session, envelope)


async def test_a_mail_that_the_connection_is_lost_over_twice_lets_the_others_go_first() -> None:
    clock, post = Clock(moment(START)), Allergic("ann@example.net")
    with spring() as table:
        async with outbox(table, post, clock) as emptying:
            await emptying.send_ready()
            assert post.new() == []  # all wait: it may be the server
            clock.wait(minutes=1)
            await emptying.send_ready()
            assert "bob@example.net" in post.new()


async def test_mails_stay_in_order_and_none_is_given_up_however_long_the_server_is_away() -> None:
    clock, post = Clock(moment(START)), Choosy()
    with spring("Ann", "Bob", "Cid", "Dee") as table:
        async with outbox(table, Post(), clock) as emptying:
            pass
        for _ in range(100):
            assert await emptying.send_ready() == 0
            clock.wait(hours=2)
        expected = [mail.to for mail in table.mails() if mail.to != "operator@example.org"]
        async with outbox(table, post, clock) as emptying:
            await emptying.send_ready()
        assert [to for to in post.new() if to != "operator@example.org"] == expected


def claimed_by(table: Table, pid: int) -> None:
    """Another process of this machine has begun to send."""
    machine, own, name = own_name().rsplit("/", 2)
    assert int(own) != pid
    with table.desk.books() as book:
        assert book.hold_post(f"{machine}/{pid}/{name}", moment(START), is_gone)
        assert book.claim_parcels(moment(START))
        book.commit()


async def test_what_a_killed_process_had_in_hand_goes_out_at_once_and_in_order() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    post = Choosy()
    with spring() as table:
        claimed_by(table, ended.pid)
        async with outbox(table, post, Clock(moment(START))) as emptying:
            await emptying.send_ready()
        assert post.new() == [mail.to for mail in table.mails()]


async def test_while_another_process_sends_nothing_overtakes_its_mails() -> None:
    clock, post = Clock(moment(START)), Choosy()
    with spring() as table:
        claimed_by(table, os.getppid())
        table.write("Ann", "status", START)
        async with outbox(table, post, clock) as emptying:
            assert await emptying.send_ready() == 0
            clock.wait(minutes=11)  # it has not been heard of since
            await emptying.send_ready()
        assert post.new() == [mail.to for mail in table.mails()]
