"""A mail server inside the process: SMTP by aiosmtpd, IMAP by pymap, on loopback, with a clock of its own."""

import asyncio
import logging
import secrets
from argparse import Namespace
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import format_datetime
from types import TracebackType
from typing import Any, Self
from uuid import uuid4
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from proxyprotocol.result import ProxyResultLocal
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, Identity, Login
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.parsing.specials import FetchRequirement
from pymap.user import Passwords, UserMetadata
from pysasl.hashing import BuiltinHash

from referee.mail.addresses import sole_sender
from referee.mail.mime import split

HOST_NAME = "localhost"

# aiosmtpd complains of a property of its own whenever somebody logs in.
logging.getLogger("mail.log").addFilter(lambda record: "login_data" not in str(record.msg))


class LoopbackConfig(Config):
    """pymap's settings, without a look at the network for the greeting."""

    @property
    def greeting(self) -> bytes:
        """What the server says first."""
        return b"Server ready"


class EmbeddedMail:
    """Mailboxes of users {address: password}, reached by SMTP and IMAP while the context is open.

    Mail is dated by `now`. `address+anything@host` reaches `address@host`; other addresses are refused.
    With `require_login` only users that logged in may hand over mail. Port 0 is a free one. With an
    `authserv_id` it vouches, in an Authentication-Results header on top, for who logged in as the From.
    """

    def __init__(
        self,
        users: Mapping[str, str],
        now: Callable[[], datetime],
        *,
        host: str = "127.0.0.1",
        smtp_port: int = 0,
        imap_port: int = 0,
        delimiter: str = "+",
        require_login: bool = False,
        authserv_id: str = "",
    ) -> None:
        self.users = {address.lower(): password for address, password in users.items()}
        self.host, self.smtp_port, self.imap_port = host, smtp_port, imap_port
        self._now, self._delimiter, self._require_login = now, delimiter, require_login
        self._authserv_id = authserv_id
        self._sessions: set[asyncio.Task[None]] = set()
        self._clients: WeakSet[SMTP] = WeakSet()

    async def __aenter__(self) -> Self:
        self._config = LoopbackConfig.from_args(_pymap_arguments(), hash_context=BuiltinHash(rounds=1000))
        self._config.apply_context()
        self._login = Login(self._config)
        for address, password in self.users.items():
            await self._add_user(address, password)
        await self._listen()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._smtp.close()
        self._imap.close()
        for client in self._clients:
            if client.transport is not None:
                client.transport.close()
        for session in self._sessions:
            session.cancel()
        await asyncio.gather(*self._sessions, return_exceptions=True)

    async def deliver(self, address: str, raw: bytes, at: datetime) -> None:
        """Put a mail into somebody's INBOX, received at that time."""
        async with self._identity(self.resolve(address) or address).new_session() as session:
            await session.append_messages("INBOX", [AppendMessage(raw, at)])

    async def messages(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """The mails in somebody's folder, oldest first; none when there is no such folder."""
        async with self._identity(address.lower()).new_session() as session:
            try:
                mailbox = await session.mailbox_set.get_mailbox(folder)
            except KeyError:
                return []
            found = [message async for message in mailbox.messages()]
        loaded = [await message.load_content(FetchRequirement.CONTENT) for message in found]
        return [bytes(message.get_body()) for message in loaded]

    def resolve(self, address: str) -> str | None:
        """The user that an address reaches, if any."""
        local, _, host = address.lower().rpartition("@")
        user = f"{local.split(self._delimiter)[0]}@{host}"
        return next((known for known in (address.lower(), user) if known in self.users), None)

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """aiosmtpd's hook: who sends."""
        if self._require_login and not session.authenticated:
            return "530 5.7.0 Authentication required"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """aiosmtpd's hook: to whom."""
        user = self.resolve(address)
        if user is None:
            return "550 5.1.1 No such user here"
        envelope.rcpt_tos.append(user)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """aiosmtpd's hook: the mail is put into the recipients' mailboxes before it is acknowledged."""
        at = self._now()
        content = envelope.content
        body = content.encode() if isinstance(content, str) else content or b""
        trace = f"Return-Path: <{envelope.mail_from or ''}>\r\n{self._verdict(session, body)}"
        trace += f"Received: from {HOST_NAME} by {HOST_NAME} with ESMTP; {format_datetime(at)}\r\n"
        raw = trace.encode() + body
        for user in envelope.rcpt_tos:
            await self.deliver(user, raw, at)
        return "250 2.0.0 Delivered"

    def _verdict(self, session: Session, mail: bytes) -> str:
        """What the server says of the sender: nothing without a name of its own to say it under."""
        if not self._authserv_id:
            return ""
        login: bytes = getattr(session.auth_data, "login", b"")
        user = login.decode().lower()
        _, sender = sole_sender(split(mail).headers.all("from"))
        if not user or sender is None or self.resolve(sender) != user:
            return f"Authentication-Results: {self._authserv_id}; none\r\n"
        result = f"auth=pass smtp.auth={user}; dmarc=pass header.from={sender.rpartition('@')[2]}"
        return f"Authentication-Results: {self._authserv_id};\r\n {result}\r\n"

    def _authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any
    ) -> AuthResult:
        known = isinstance(given, LoginPassword) and self._knows(given)
        return AuthResult(success=known, handled=False, auth_data=given if known else None)

    def _knows(self, given: LoginPassword) -> bool:
        password = self.users.get(given.login.decode("utf-8", "replace").lower())
        return password is not None and secrets.compare_digest(password.encode(), given.password)

    def _identity(self, address: str) -> Identity:
        return Identity(address, self._login, None, frozenset({"admin"}))

    async def _add_user(self, address: str, password: str) -> None:
        hashed = await Passwords(self._config).hash_password(password)
        await self._identity(address).set(UserMetadata(self._config, address, password=hashed))

    async def _listen(self) -> None:
        self._imap_server = IMAPServer(self._login, self._config)
        self._imap = await asyncio.start_server(self._accept_imap, self.host, self.imap_port)
        loop = asyncio.get_running_loop()
        self._smtp = await loop.create_server(self._smtp_client, self.host, self.smtp_port)
        self.imap_port = self._imap.sockets[0].getsockname()[1]
        self.smtp_port = self._smtp.sockets[0].getsockname()[1]

    def _accept_imap(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # pymap's own service drops its tasks, which Python 3.13 then collects in mid-session.
        session = asyncio.get_running_loop().create_task(self._serve_imap(reader, writer))
        self._sessions.add(session)
        session.add_done_callback(self._sessions.discard)

    async def _serve_imap(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        info = SocketInfo.get(writer, ProxyResultLocal(), unique_id=uuid4().bytes)
        try:
            await self._imap_server(reader, writer, info)
        finally:
            writer.transport.abort()

    def _smtp_client(self) -> SMTP:
        client = SMTP(
            self,
            enable_SMTPUTF8=True,
            hostname=HOST_NAME,
            data_size_limit=None,
            auth_require_tls=False,
            authenticator=self._authenticate,
            loop=asyncio.get_running_loop(),
        )
        self._clients.add(client)
        return client


def _pymap_arguments() -> Namespace:
    return Namespace(
        host=None,
        port=0,
        debug=False,
        cert=None,
        key=None,
        tls=False,
        passlib_cfg=None,
        proxy_protocol="noop",
        inherited_sockets=None,
        demo_data=False,
        demo_user="",
        demo_password="",
    )
