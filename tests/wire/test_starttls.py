"""Encryption that is asked for is had, or nothing is said: no password goes out in the clear."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from referee.app.ports import Parcel
from referee.config import Imap, Smtp
from referee.mail.imap import Disconnected, LoginRefused, Mailbox
from referee.mail.smtp import Refused, Sender, Unreachable
from tests.wire.conftest import opened
from tests.wire.proxy import Proxy
from tests.wire.servers import PASSWORD, Authority, Dovecot, Postfix

pytestmark = pytest.mark.xdist_group("servers")
MAIL = b"From: referee@example.org\r\nTo: ann@example.org\r\nMessage-ID: <s1@example.org>\r\n\r\nHello.\r\n"


def imap_of(server: Dovecot, **others: object) -> Imap:
    usual = {"host": "localhost", "port": server.imap, "tls": "starttls", "user": "tls", "password": PASSWORD}
    return Imap.model_validate({**usual, "ca_file": server.authority.ca, **others})


def smtp_of(server: Postfix, **others: object) -> Smtp:
    usual = {"host": "localhost", "port": server.smtp, "tls": "starttls", "user": "u", "password": PASSWORD}
    return Smtp.model_validate({**usual, "ca_file": server.dovecot.authority.ca, **others})


def hiding(words: bytes, port: int) -> Proxy:
    """A relay that takes those words out of what the server offers, as somebody in between does."""
    return Proxy(port, lambda said: said.replace(words, b"X" * len(words)))


@pytest_asyncio.fixture
async def imap_relay(dovecot_server: Dovecot) -> AsyncIterator[Proxy]:
    async with Proxy(dovecot_server.imap) as relay:
        yield relay


async def test_imap_is_encrypted_before_the_login(dovecot_server: Dovecot, imap_relay: Proxy) -> None:
    async with opened(imap_of(dovecot_server, port=imap_relay.port)) as mailbox:
        assert await mailbox.fetch_after(0) == []
    assert b"STARTTLS" in imap_relay.said
    assert b"LOGIN" not in imap_relay.said
    assert PASSWORD.encode() not in imap_relay.said


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_a_certificate_of_an_unknown_authority_ends_the_connection_before_the_login(
    dovecot_server: Dovecot, authority: Authority, tls: str
) -> None:
    port = dovecot_server.imap if tls == "starttls" else dovecot_server.imaps
    async with Proxy(port) as relay:
        imap = imap_of(dovecot_server, port=relay.port, tls=tls, ca_file=authority.ca)
        with pytest.raises(Disconnected, match=r"certificate verify failed.*ca_file"):
            await Mailbox(imap).connect()
        assert PASSWORD.encode() not in relay.said


async def test_whoever_hides_starttls_of_imap_learns_no_password(dovecot_server: Dovecot) -> None:
    async with hiding(b"STARTTLS", dovecot_server.imap) as relay:
        async with opened(imap_of(dovecot_server, port=relay.port)) as mailbox:
            assert await mailbox.fetch_after(0) == []
        assert b"LOGIN" not in relay.said
        assert PASSWORD.encode() not in relay.said


async def test_a_server_that_wants_tls_refuses_a_login_without_it_and_no_password_is_sent(
    dovecot_server: Dovecot,
) -> None:
    said = b"IMAP4rev1"
    async with Proxy(dovecot_server.imap, lambda told: told.replace(said, said + b" LOGINDISABLED")) as relay:
        with pytest.raises(LoginRefused, match="without TLS"):
            await Mailbox(imap_of(dovecot_server, port=relay.port, tls="none")).connect()
        assert PASSWORD.encode() not in relay.said


async def sent(smtp: Smtp) -> None:
    """One mail is handed over."""
    sender = Sender(smtp, timeout=20)
    try:
        await sender.send(Parcel(1, "ann@example.org", "<s1@example.org>", MAIL), "referee@example.org")
    finally:
        await sender.close()


async def test_a_certificate_of_an_unknown_authority_gets_no_mail(
    servers: Postfix, authority: Authority
) -> None:
    async with Proxy(servers.smtp) as relay:
        with pytest.raises(Unreachable, match=r"certificate verify failed.*ca_file"):
            await sent(smtp_of(servers, port=relay.port, ca_file=authority.ca))
        assert b"AUTH" not in relay.said
        assert b"MAIL" not in relay.said


async def test_an_smtp_server_that_hides_starttls_gets_neither_password_nor_mail(servers: Postfix) -> None:
    async with hiding(b"STARTTLS", servers.smtp) as relay:
        with pytest.raises(Unreachable, match="STARTTLS"):
            await sent(smtp_of(servers, port=relay.port))
        assert b"AUTH" not in relay.said
        assert b"MAIL" not in relay.said


async def test_a_mail_larger_than_the_server_takes_comes_back_at_once_and_alone(servers: Postfix) -> None:
    sender = Sender(smtp_of(servers, user="", password=""))
    huge = MAIL + b"x" * 70 + (b"\r\n" + b"x" * 70) * 450_000
    with pytest.raises(Refused, match="552") as refused:
        await sender.send(Parcel(1, "ann@example.org", "<big@example.org>", huge), "referee@example.org")
    assert refused.value.code == 552
    await sender.send(Parcel(2, "ann@example.org", "<s2@example.org>", MAIL), "referee@example.org")
    await sender.close()
