"""The mailbox is read right over real connections, and fails in one way when they break."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from referee.config import Imap
from referee.errors import ConfigError
from referee.mail.imap import Disconnected, LoginRefused, Mailbox
from referee.mail.imap_client import folder_name
from tests.wire.conftest import AT, DovecotInbox, EmbeddedInbox, Inbox, letter, opened, subjects, through
from tests.wire.proxy import Proxy
from tests.wire.servers import Authority, Dovecot


@pytest_asyncio.fixture
async def mailbox(inbox: Inbox) -> AsyncIterator[Mailbox]:
    async with opened(inbox.imap) as connected:
        yield connected


def without(*capabilities: bytes) -> Proxy:
    """A proxy (its port still to be set) that hides capabilities."""

    def hide(said: bytes) -> bytes:
        for name in capabilities:
            said = said.replace(b" " + name, b"")
        return said

    return Proxy(0, hide)


async def test_letters_come_with_uid_time_size_and_bytes(inbox: Inbox, mailbox: Mailbox) -> None:
    await inbox.deliver(letter(1), AT)
    await inbox.deliver(letter(2), AT + timedelta(hours=1))
    first, second = await mailbox.fetch_after(0)
    assert (first.raw, first.size, first.received_at) == (letter(1), len(letter(1)), AT)
    assert (second.raw, second.received_at) == (letter(2), AT + timedelta(hours=1))
    assert first.uid < second.uid
    assert (first.mailbox, first.uidvalidity) == ("INBOX", mailbox.uidvalidity)


async def test_only_letters_above_the_given_uid_come(inbox: Inbox, mailbox: Mailbox) -> None:
    await inbox.deliver(letter(1))
    (first,) = await mailbox.fetch_after(0)
    assert await mailbox.fetch_after(first.uid) == []
    await inbox.deliver(letter(2))
    (second,) = await mailbox.fetch_after(first.uid)
    assert second.raw == letter(2)


async def test_reading_marks_nothing_as_read(inbox: Inbox, mailbox: Mailbox) -> None:
    await inbox.deliver(letter())
    await mailbox.fetch_after(0)
    assert len(await mailbox.fetch_after(0)) == 1


async def test_thousands_of_waiting_letters_come_in_batches_oldest_first(
    inbox: Inbox, mailbox: Mailbox
) -> None:
    for number in range(3000):
        await inbox.deliver(letter(number))
    seen: list[int] = []
    after = 0
    while batch := await mailbox.fetch_after(after, 250):
        assert len(batch) == 250
        seen += subjects([each.raw for each in batch])
        after = batch[-1].uid
    assert seen == list(range(3000))


async def test_a_letter_of_twenty_megabytes_comes_whole(inbox: Inbox, mailbox: Mailbox) -> None:
    line = "a ) {12} * 3 EXISTS\r\n"
    raw = letter(1, line * (20_000_000 // len(line)))
    await inbox.deliver(raw)
    await inbox.deliver(letter(2))
    big, small = await mailbox.fetch_after(0)
    assert big.raw == raw
    assert small.raw == letter(2)


async def test_of_a_letter_that_is_too_large_only_the_headers_come(inbox: Inbox) -> None:
    raw = letter(1, "x" * 70 + "\r\n" + "y" * 2000)
    await inbox.deliver(raw)
    await inbox.deliver(letter(2))
    async with opened(inbox.imap, letter_size=1000) as mailbox:
        large, small = await mailbox.fetch_after(0)
    assert large.size == len(raw)
    assert large.raw == raw[: raw.index(b"\r\n\r\n") + 4]
    assert small.raw == letter(2)


async def test_many_large_letters_are_asked_for_in_commands_of_bounded_size(inbox: Inbox) -> None:
    raw = letter(1, ("z" * 70 + "\r\n") * 20_000)
    for _ in range(6):
        await inbox.deliver(raw)
    async with Proxy(inbox.imap.port) as proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        assert [each.raw == raw for each in await mailbox.fetch_after(0)] == [True] * 6
    assert proxy.said.count(b"BODY.PEEK[]") == 3


@pytest.mark.parametrize("folder", ["Processed", "Quarantäne & Müll", "待/处理", 'with "quotes"'])
async def test_a_letter_is_moved_to_a_folder_that_is_created(
    inbox: Inbox, mailbox: Mailbox, folder: str
) -> None:
    for number in (1, 2):
        await inbox.deliver(letter(number))
    for each in await mailbox.fetch_after(0):
        await mailbox.move(each.uid, folder)
    assert await inbox.messages() == []
    assert sorted(await inbox.messages(folder)) == [letter(1), letter(2)]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ([], [b"MOVE"]),
        ([b"MOVE"], [b"COPY", b"STORE", b"UID EXPUNGE"]),
        ([b"MOVE", b"UIDPLUS"], [b"COPY", b"STORE", b" EXPUNGE\r\n"]),
    ],
)
async def test_a_server_without_move_or_uidplus_moves_all_the_same(
    inbox: Inbox, missing: list[bytes], said: list[bytes]
) -> None:
    await inbox.deliver(letter(1))
    await inbox.deliver(letter(2))
    proxy = without(*missing)
    proxy.target = inbox.imap.port
    async with proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        first, _ = await mailbox.fetch_after(0)
        await mailbox.move(first.uid, "Processed")
    assert await inbox.messages() == [letter(2)]
    assert await inbox.messages("Processed") == [letter(1)]
    assert all(words in proxy.said for words in said)


async def test_moving_a_letter_that_is_gone_or_to_no_folder_does_nothing(
    inbox: Inbox, mailbox: Mailbox
) -> None:
    await inbox.deliver(letter())
    (only,) = await mailbox.fetch_after(0)
    await mailbox.move(only.uid, "")
    assert len(await inbox.messages()) == 1
    await mailbox.move(only.uid, "Processed")
    await mailbox.move(only.uid, "Processed")
    assert len(await inbox.messages("Processed")) == 1


async def test_idle_ends_when_mail_arrives(inbox: Inbox) -> None:
    async with Proxy(inbox.imap.port) as proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        idling = asyncio.create_task(mailbox.idle(30, asyncio.Event()))
        await proxy.idles()
        await inbox.deliver(letter())
        await asyncio.wait_for(idling, 120)
        assert len(await mailbox.fetch_after(0)) == 1


async def test_idle_ends_when_told_to_or_when_the_time_is_over(mailbox: Mailbox) -> None:
    until = asyncio.Event()
    idling = asyncio.create_task(mailbox.idle(30, until))
    until.set()
    await asyncio.wait_for(idling, 120)
    await asyncio.wait_for(mailbox.idle(0.01, asyncio.Event()), 120)
    await mailbox.noop()


@pytest.mark.parametrize("setting", [True, False])
async def test_without_idle_it_waits(embedded: EmbeddedInbox, setting: bool) -> None:
    waited: list[float] = []

    async def pause(until: asyncio.Event, seconds: float) -> None:
        waited.append(seconds)

    proxy = without(b"IDLE") if setting else Proxy(0)
    proxy.target = embedded.imap.port
    async with proxy:
        imap = through(embedded.imap, proxy.port).model_copy(update={"idle": setting})
        async with opened(imap, pause=pause) as mailbox:
            await mailbox.idle(60, asyncio.Event())
    assert waited == [60]
    assert b"IDLE" not in proxy.said


async def test_a_wrong_password_is_a_refused_login(inbox: Inbox) -> None:
    wrong = inbox.imap.model_copy(update={"password": type(inbox.imap.password)("wrong")})
    with pytest.raises(LoginRefused, match="refuses the login of"):
        await Mailbox(wrong).connect()


async def test_a_port_where_nobody_listens_is_a_disconnect() -> None:
    imap = Imap.model_validate({"host": "127.0.0.1", "port": 1, "tls": "none", "user": "u"})
    with pytest.raises(Disconnected, match=r"127\.0\.0\.1 can't be reached"):
        await Mailbox(imap).connect()


async def test_a_connection_cut_in_idle_is_told_at_once(inbox: Inbox) -> None:
    async with Proxy(inbox.imap.port) as proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        idling = asyncio.create_task(mailbox.idle(600, asyncio.Event()))
        await proxy.idles()
        await proxy.cut()
        with pytest.raises(Disconnected):
            await asyncio.wait_for(idling, 120)
        with pytest.raises(Disconnected):
            await mailbox.noop()
        with pytest.raises(Disconnected):
            await mailbox.idle(600, asyncio.Event())


async def test_a_connection_cut_in_fetch_is_told_at_once(inbox: Inbox) -> None:
    await inbox.deliver(letter(1, "x" * 60 + "\r\n" + "y" * 200_000))
    async with Proxy(inbox.imap.port) as proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        proxy.cut_within(50_000)
        with pytest.raises(Disconnected):
            await asyncio.wait_for(mailbox.fetch_after(0), 120)


@pytest.mark.parametrize("heard", [False, True])
async def test_a_connection_cut_in_move_loses_no_letter(inbox: Inbox, heard: bool) -> None:
    await inbox.deliver(letter())
    async with Proxy(inbox.imap.port) as proxy, opened(through(inbox.imap, proxy.port)) as mailbox:
        (only,) = await mailbox.fetch_after(0)
        await mailbox.move(0xFFFF, "Processed")
        (proxy.cut_after if heard else proxy.cut_before)(b"MOVE")
        with pytest.raises(Disconnected):
            await asyncio.wait_for(mailbox.move(only.uid, "Processed"), 120)
        async with opened(through(inbox.imap, proxy.port)) as again:
            for waiting in await again.fetch_after(0):
                await again.move(waiting.uid, "Processed")
    assert await inbox.messages() == []
    assert await inbox.messages("Processed") == [letter()]


async def test_a_server_that_falls_silent_is_a_disconnect(embedded: EmbeddedInbox) -> None:
    async with (
        Proxy(embedded.imap.port) as proxy,
        opened(through(embedded.imap, proxy.port)) as mailbox,
    ):
        proxy.mute()
        mailbox.timeout = 0.05
        with pytest.raises(Disconnected, match="has said nothing"):
            await mailbox.noop()


async def test_a_server_that_falls_silent_before_idle_is_a_disconnect(embedded: EmbeddedInbox) -> None:
    async with (
        Proxy(embedded.imap.port) as proxy,
        opened(through(embedded.imap, proxy.port)) as mailbox,
    ):
        proxy.mute()
        mailbox.timeout = 0.05
        with pytest.raises(Disconnected, match="doesn't answer to IDLE"):
            await mailbox.idle(600, asyncio.Event())


async def test_who_stops_waiting_closes_the_connection(embedded: EmbeddedInbox) -> None:
    async with (
        Proxy(embedded.imap.port) as proxy,
        opened(through(embedded.imap, proxy.port)) as mailbox,
    ):
        idling = asyncio.create_task(mailbox.idle(600, asyncio.Event()))
        await proxy.idles()
        idling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await idling
        with pytest.raises(Disconnected):
            await mailbox.noop()


@pytest.mark.xdist_group("servers")
@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_tls_is_verified_with_the_authority(dovecot_server: Dovecot, tls: str) -> None:
    inbox = DovecotInbox(dovecot_server, f"tls-{tls}")
    await inbox.deliver(letter())
    port = dovecot_server.imaps if tls == "implicit" else dovecot_server.imap
    secured = {"tls": tls, "port": port, "ca_file": dovecot_server.authority.ca, "host": "localhost"}
    async with opened(inbox.imap.model_copy(update=secured)) as mailbox:
        assert len(await mailbox.fetch_after(0)) == 1
    for wrong in ({"ca_file": None}, {"host": "127.0.0.2"}):
        with pytest.raises(Disconnected, match="can't be reached"):
            await Mailbox(inbox.imap.model_copy(update=secured | wrong)).connect()


def test_an_unusable_authority_is_told_at_the_start(authority: Authority) -> None:
    imap = Imap.model_validate({"host": "localhost", "ca_file": authority.folder / "none.pem"})
    with pytest.raises(ConfigError, match=r"none\.pem can't be used"):
        Mailbox(imap)


@pytest.mark.parametrize(
    ("name", "travels"),
    [
        ("INBOX", '"INBOX"'),
        ("Two words", '"Two words"'),
        ("A&B", '"A&-B"'),
        ("été", '"&AOk-t&AOk-"'),
        ("台北", '"&U,BTFw-"'),
        ("~peter/mail/台北/日本語", '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'),
    ],
)
def test_folder_names_travel_in_modified_utf7(name: str, travels: str) -> None:
    assert folder_name(name) == travels
