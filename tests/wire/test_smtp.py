"""Mails are handed over once, over one connection, and every failure has one meaning."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from referee.app.ports import Parcel
from referee.config import Smtp
from referee.mail.embedded import EmbeddedMail
from referee.mail.smtp import Deferred, Refused, Sender, Unreachable, next_try
from tests.wire.conftest import AT, REFEREE
from tests.wire.servers import HERE, Authority

ANN = "ann@example.org"


def parcel(number: int = 1, to: str = ANN, text: bytes = b"Your turn.\r\n.\r\n") -> Parcel:
    message_id = f"<{number}@example.org>"
    head = f"From: {REFEREE}\r\nTo: {to}\r\nMessage-ID: {message_id}\r\n\r\n".encode()
    return Parcel(number, to, message_id, head + text)


class Post:
    """An SMTP server of the test's own: what it got, and the next answers instead of `250`.

    An answer of "cut" hangs up instead.
    """

    def __init__(self) -> None:
        self.got: list[Envelope] = []
        self.connections = 0
        self.answers: dict[str, list[str]] = {}
        self.servers: list[SMTP] = []
        self.smtp = Smtp()

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return self._answer("MAIL")

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self._answer("RCPT")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.got.append(envelope)
        return self._answer("DATA")

    def _answer(self, stage: str) -> str:
        answer = (self.answers.get(stage) or ["250 OK"]).pop(0)
        if answer == "cut":
            self.hang_up()
        return answer

    def hang_up(self) -> None:
        for server in self.servers:
            if isinstance(server.transport, asyncio.WriteTransport):
                server.transport.abort()

    @property
    def texts(self) -> list[bytes | str | None]:
        return [envelope.content for envelope in self.got]


@asynccontextmanager
async def serving(
    post: Post, tls: str = "none", authority: Authority | None = None, **options: Any
) -> AsyncIterator[Post]:
    """The server on a free port, reached with that kind of TLS."""
    context = None
    if authority is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(authority.certificate, authority.key)
        if tls == "starttls":
            options |= {"tls_context": context, "require_starttls": True}
    loop = asyncio.get_running_loop()

    def new() -> SMTP:
        post.connections += 1
        server = SMTP(post, hostname="localhost", enable_SMTPUTF8=True, loop=loop, **options)
        post.servers.append(server)
        return server

    listening = await loop.create_server(new, HERE, 0, ssl=context if tls == "implicit" else None)
    port = listening.sockets[0].getsockname()[1]
    ca = authority and authority.ca
    post.smtp = Smtp.model_validate({"host": "localhost", "port": port, "tls": tls, "ca_file": ca})
    try:
        yield post
    finally:
        listening.close()
        post.hang_up()


@asynccontextmanager
async def sending(smtp: Smtp) -> AsyncIterator[Sender]:
    sender = Sender(smtp, timeout=60)
    try:
        yield sender
    finally:
        await sender.close()


async def test_a_parcel_arrives_as_it_is_with_the_referee_as_sender() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        await sender.send(parcel(), REFEREE)
    (envelope,) = post.got
    assert (envelope.mail_from, envelope.rcpt_tos) == (REFEREE, [ANN])
    assert envelope.content == parcel().raw


async def test_one_connection_is_kept_for_all_parcels_one_after_the_other() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        await asyncio.gather(*(sender.send(parcel(number), REFEREE) for number in range(20)))
    assert post.texts == [parcel(number).raw for number in range(20)]
    assert post.connections == 1


async def test_a_kept_connection_that_was_closed_meanwhile_is_renewed() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        await sender.send(parcel(1), REFEREE)
        post.hang_up()
        await sender.send(parcel(2), REFEREE)
        post.answers["MAIL"] = ["cut"]
        await sender.send(parcel(3), REFEREE)
    assert post.texts == [parcel(number).raw for number in (1, 2, 3)]
    assert post.connections == 3


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA"])
async def test_a_temporary_answer_defers_that_mail_and_the_next_one_goes_out(stage: str) -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers[stage] = ["451 4.3.0 try later"]
        with pytest.raises(Deferred, match=r"451 4\.3\.0 try later") as deferred:
            await sender.send(parcel(1), REFEREE)
        assert not isinstance(deferred.value, Unreachable)
        await sender.send(parcel(2), REFEREE)
    assert post.got[-1].content == parcel(2).raw
    assert post.connections == 1


@pytest.mark.parametrize("stage", ["RCPT", "DATA"])
async def test_a_permanent_answer_refuses_that_mail_only(stage: str) -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers[stage] = ["550 5.1.1 no such user"]
        with pytest.raises(Refused) as refused:
            await sender.send(parcel(1), REFEREE)
        await sender.send(parcel(2), REFEREE)
    assert (refused.value.code, refused.value.reason) == (550, "5.1.1 no such user")
    assert post.connections == 1


async def test_a_referee_that_is_refused_as_a_sender_can_send_nothing() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers["MAIL"] = ["550 5.7.1 not you", "552 5.3.4 too large"]
        with pytest.raises(Unreachable, match="not you"):
            await sender.send(parcel(), REFEREE)
        with pytest.raises(Refused, match="too large"):
            await sender.send(parcel(), REFEREE)


async def test_a_server_that_says_it_closes_is_left() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers["RCPT"] = ["421 4.3.2 going down"]
        with pytest.raises(Unreachable, match="going down"):
            await sender.send(parcel(), REFEREE)


async def test_a_connection_cut_after_data_defers_and_the_same_mail_goes_again() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers["DATA"] = ["cut"]
        with pytest.raises(Deferred):
            await sender.send(parcel(), REFEREE)
        await sender.send(parcel(), REFEREE)
    assert post.texts == [parcel().raw] * 2
    assert post.connections == 2


async def test_a_connection_cut_at_the_first_mail_defers_it() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.answers["RCPT"] = ["cut"]
        with pytest.raises(Unreachable):
            await sender.send(parcel(), REFEREE)
    assert post.connections == 1


class StuckAtFirst(Post):
    """A server that never says whether it took the first mail."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if not self.reached.is_set():
            self.reached.set()
            await asyncio.Event().wait()
        return await super().handle_DATA(server, session, envelope)


async def test_who_is_cancelled_in_the_middle_leaves_a_clean_connection() -> None:
    post = StuckAtFirst()
    async with serving(post), sending(post.smtp) as sender:
        sent = asyncio.create_task(sender.send(parcel(1), REFEREE))
        await asyncio.wait_for(post.reached.wait(), 120)
        sent.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sent
        await sender.send(parcel(2), REFEREE)
    assert post.texts == [parcel(2).raw]


async def test_a_port_where_nobody_listens_is_unreachable() -> None:
    smtp = Smtp.model_validate({"host": HERE, "port": 1, "tls": "none"})
    with pytest.raises(Unreachable):
        await Sender(smtp).send(parcel(), REFEREE)
    with pytest.raises(Unreachable):
        await Sender(smtp).check()


@pytest.mark.parametrize("to", ["ann@example.org\r\nRCPT TO:<bob@example.org>", "ännchen@example.org"])
async def test_an_address_that_can_t_be_sent_to_is_refused(to: str) -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        post.servers.clear()
        await sender.check()
        post.servers[0].enable_SMTPUTF8 = False
        assert sender._client is not None
        sender._client.esmtp_extensions.pop("smtputf8")
        with pytest.raises(Refused):
            await sender.send(parcel(to=to), REFEREE)
        await sender.send(parcel(2), REFEREE)
    assert post.texts == [parcel(2).raw]


async def test_an_address_that_is_not_ascii_is_sent_to_where_the_server_can() -> None:
    async with serving(Post()) as post, sending(post.smtp) as sender:
        await sender.send(Parcel(1, "ännchen@example.org", "<1@x>", b"Subject: \xc3\xa4\r\n\r\n"), REFEREE)
    assert post.got[0].rcpt_tos == ["ännchen@example.org"]
    assert {"SMTPUTF8", "BODY=8BITMIME"} <= set(post.got[0].mail_options)


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_tls_is_verified_with_the_authority(authority: Authority, tls: str) -> None:
    async with serving(Post(), tls, authority) as post:
        async with sending(post.smtp) as sender:
            await sender.send(parcel(), REFEREE)
        for wrong in ({"ca_file": None}, {"host": "127.0.0.2"}):
            with pytest.raises(Unreachable):
                await Sender(post.smtp.model_copy(update=wrong), timeout=60).send(parcel(), REFEREE)
    assert len(post.got) == 1


async def test_a_server_without_starttls_gets_nothing_in_the_clear() -> None:
    async with serving(Post()) as post:
        wants_tls = post.smtp.model_copy(update={"tls": "starttls"})
        with pytest.raises(Unreachable, match="STARTTLS"):
            await Sender(wants_tls, timeout=60).send(parcel(), REFEREE)
    assert post.got == []


async def test_it_logs_in_and_a_wrong_password_lets_nothing_out() -> None:
    async with EmbeddedMail({REFEREE: "sesame", ANN: "ann's"}, lambda: AT, require_login=True) as mail:
        login = {"host": HERE, "port": mail.smtp_port, "tls": "none", "user": REFEREE}
        async with sending(Smtp.model_validate(login | {"password": "sesame"})) as sender:
            await sender.check()
            await sender.send(parcel(), REFEREE)
        with pytest.raises(Unreachable, match="535"):
            await Sender(Smtp.model_validate(login | {"password": "wrong"})).send(parcel(), REFEREE)
        assert len(await mail.messages(ANN)) == 1


async def test_a_login_that_can_t_be_checked_now_is_unreachable() -> None:
    def later(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: object
    ) -> AuthResult:
        return AuthResult(success=False, handled=False, message="454 4.7.0 later")

    async with serving(Post(), authenticator=later, auth_require_tls=False) as post:
        smtp = post.smtp.model_copy(update={"user": "u", "password": type(post.smtp.password)("p")})
        with pytest.raises(Unreachable, match="454"):
            await Sender(smtp, timeout=60).send(parcel(), REFEREE)


def test_waits_double_from_a_minute_to_four_hours_for_five_days() -> None:
    waits = [next_try(tries) for tries in range(1, 60)]
    assert waits[:9] == [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8, 16, 32, 64, 128, 240)]
    assert max(wait for wait in waits if wait is not None) == timedelta(hours=4)
    last = waits.index(None)
    assert all(wait is None for wait in waits[last:])
    in_all = sum((wait for wait in waits[:last] if wait is not None), timedelta())
    assert timedelta(days=5) <= in_all < timedelta(days=5, hours=4)
