"""The outbox over a real SMTP server: what is refused for good counts as come back."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TypeVar

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
