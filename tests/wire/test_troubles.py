"""While the database or a server is in trouble letters wait in the mailbox, and the operator hears of it."""

import asyncio
from contextlib import ExitStack

import pytest
from pydantic import SecretStr

from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.config import Imap
from referee.mail.imap import Mailbox
from referee.mail.poller import Poller
from referee.sending import LOOK_EVERY
from referee.service import Service
from tests.table import Table, moment, open_table, parsed, raw_letter, spring
from tests.test_faults import TROUBLES, Trouble
from tests.wire.conftest import EmbeddedInbox
from tests.wire.servers import HERE, free_ports
from tests.wire.test_oauth import Office
from tests.wire.test_sending import Clock
from tests.wire.test_smtp import serving

NOON = "1 12:00"


class Reading:
    """A poller that hands the letters of a mailbox to the table; the trouble ends at the third try."""

    def __init__(self, table: Table, inbox: EmbeddedInbox, trouble: ExitStack) -> None:
        self.table, self.trouble, self.waits = table, trouble, list[float]()
        self.poller = Poller(
            lambda: Mailbox(inbox.imap), lambda: moment(NOON), self.on_batch, pause=self.pause
        )

    async def on_batch(self, letters: list[Fetched], mailbox: Mailbox) -> None:
        for letter in letters:
            receive(self.table.desk, letter, moment(NOON))
            await mailbox.move(letter.uid, "Processed")
        self.poller.stop()

    async def pause(self, until: asyncio.Event, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == 3:
            self.trouble.close()


@TROUBLES
async def test_letters_wait_in_the_mailbox_while_the_database_is_in_trouble(
    embedded: EmbeddedInbox, trouble: Trouble, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = "move n\n\n" + "What a lovely dream this is, dear referee!\n" * 2000
    await embedded.deliver(raw_letter("Ann", text, moment(NOON), 7), moment(NOON))
    with spring() as table, ExitStack() as stack:
        stack.enter_context(trouble(table))
        reading = Reading(table, embedded, stack)
        async with asyncio.timeout(120):
            await reading.poller.run()
        assert reading.waits == [1, 2, 4]
        assert table.texts()[-1] == "declared Ann: move n"
        assert len(table.letters("done")) == 2
    assert await embedded.messages() == []
    assert len(await embedded.messages("Processed")) == 1
    assert f"can't be used now: {said}. Trying again in 4 s." in caplog.text


class Waiting:
    """Waits between tries take no time; the clock goes on by five minutes at each."""

    def __init__(self) -> None:
        self.clock, self.tries = Clock(moment(NOON)), 0

    async def __call__(self, until: asyncio.Event, seconds: float) -> None:
        if seconds == LOOK_EVERY:
            await until.wait()
            return
        self.tries += 1
        self.clock.wait(minutes=5)
        await asyncio.sleep(0)


async def test_the_operator_is_told_when_the_mailbox_could_not_be_read_for_15_minutes() -> None:
    waiting = Waiting()
    with open_table() as table:
        async with serving(Office()) as post:
            assert isinstance(post, Office)
            imap = Imap(host=HERE, port=free_ports(1)[0], tls="none", user="u", password=SecretStr("p"))
            settings = table.settings.model_copy(update={"imap": imap, "smtp": post.smtp})
            service = Service(table.desk, settings, waiting.clock, waiting)
            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                group.create_task(service.run())
                await post.rung.wait()
                service.stop()
        alerts = table.mails("operator@example.org", "alert")
    assert [alert.posted_at for alert in alerts] == [moment("1 12:15")]
    assert isinstance(post.got[0].content, bytes)
    told = parsed(post.got[0].content).get_body(("plain",))
    assert told is not None
    words = " ".join(told.get_content().split())
    assert "The mailbox could not be read since 2026-12-01 12:00 UTC: 127.0.0.1 can't be reached" in words


async def test_the_operator_is_told_at_once_and_once_that_the_password_is_refused(
    embedded: EmbeddedInbox,
) -> None:
    waiting = Waiting()
    wrong = embedded.imap.model_copy(update={"password": SecretStr("wrong")})
    with open_table() as table:
        async with serving(Office()) as post:
            assert isinstance(post, Office)
            settings = table.settings.model_copy(update={"imap": wrong, "smtp": post.smtp})
            service = Service(table.desk, settings, waiting.clock, waiting)
            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                group.create_task(service.run())
                await post.rung.wait()
                while waiting.tries < 6:
                    await asyncio.sleep(0)
                service.stop()
        (alert,) = table.mails("operator@example.org", "alert")
    assert alert.posted_at == moment(NOON)
    assert "refuses the login of referee@example.org" in " ".join(alert.text.split())
    assert len(post.got) == 1
