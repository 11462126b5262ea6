"""The mail server inside the process keeps to what a real one does, with a clock of its own."""

import asyncio
import imaplib
import smtplib
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from referee.mail.embedded import EmbeddedMail

AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
LETTER = b"From: Ann <ann@example.org>\r\nTo: referee@example.org\r\nSubject: x\r\n\r\nI move north.\r\n"
USERS = {"referee@example.org": "sesame", "ann@example.org": "ann's", "bob@example.net": "bob's"}


@pytest_asyncio.fixture
async def mail() -> AsyncIterator[EmbeddedMail]:
    async with EmbeddedMail(USERS, lambda: AT) as running:
        yield running


def send(
    port: int, recipients: list[str], login: tuple[str, str] | None = None
) -> dict[str, tuple[int, bytes]]:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        if login:
            client.login(*login)
        return client.sendmail("ann@example.org", recipients, LETTER)


async def test_a_mail_sent_arrives_with_the_time_of_the_server_s_clock(mail: EmbeddedMail) -> None:
    await asyncio.to_thread(send, mail.smtp_port, ["referee@example.org"])
    (arrived,) = await mail.messages("referee@example.org")
    assert arrived.startswith(b"Return-Path: <ann@example.org>\r\nReceived: ")
    assert arrived.endswith(LETTER)


async def test_an_address_with_an_extension_reaches_its_user(mail: EmbeddedMail) -> None:
    await asyncio.to_thread(send, mail.smtp_port, ["Referee+m1.abc@Example.org", "bob@example.net"])
    assert len(await mail.messages("referee@example.org")) == 1
    assert len(await mail.messages("bob@example.net")) == 1


async def test_an_unknown_address_is_refused(mail: EmbeddedMail) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        await asyncio.to_thread(send, mail.smtp_port, ["nobody@example.org"])


async def test_a_mail_can_be_delivered_at_any_time_and_read_with_imap(mail: EmbeddedMail) -> None:
    await mail.deliver("ann@example.org", LETTER, AT)

    def read() -> list[bytes]:
        with imaplib.IMAP4("127.0.0.1", mail.imap_port, timeout=60) as client:
            client.login("ann@example.org", "ann's")
            client.select()
            _, lines = client.fetch("1", "(INTERNALDATE BODY.PEEK[])")
            return [part for line in lines if isinstance(line, tuple) for part in line]

    head, body = await asyncio.to_thread(read)
    assert b'"01-Dec-2026 09:30:00 +0000"' in head
    assert body == LETTER


async def test_a_wrong_password_is_refused(mail: EmbeddedMail) -> None:
    def login() -> None:
        with imaplib.IMAP4("127.0.0.1", mail.imap_port, timeout=60) as client:
            client.login("ann@example.org", "bob's")

    with pytest.raises(imaplib.IMAP4.error):
        await asyncio.to_thread(login)


async def test_sending_may_need_a_login() -> None:
    async with EmbeddedMail(USERS, lambda: AT, require_login=True) as mail:
        with pytest.raises(smtplib.SMTPSenderRefused):
            await asyncio.to_thread(send, mail.smtp_port, ["bob@example.net"])
        with pytest.raises(smtplib.SMTPAuthenticationError):
            await asyncio.to_thread(send, mail.smtp_port, ["bob@example.net"], ("ann@example.org", "no"))
        login = ("ann@example.org", "ann's")
        assert await asyncio.to_thread(send, mail.smtp_port, ["bob@example.net"], login) == {}


async def test_a_folder_that_is_not_there_is_empty(mail: EmbeddedMail) -> None:
    assert await mail.messages("ann@example.org", "Processed") == []


async def test_open_connections_end_with_the_server() -> None:
    async with EmbeddedMail(USERS, lambda: AT) as mail:
        imap, to_imap = await asyncio.open_connection("127.0.0.1", mail.imap_port)
        smtp, to_smtp = await asyncio.open_connection("127.0.0.1", mail.smtp_port)
        assert (await imap.readline()).startswith(b"* OK")
        assert (await smtp.readline()).startswith(b"220 ")
    await asyncio.wait_for(asyncio.gather(imap.read(), smtp.read()), 120)
    for client in (to_imap, to_smtp):
        client.close()
        await client.wait_closed()
