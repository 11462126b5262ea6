"""Mails go out over one kept connection; what went wrong is told as deferred or refused."""

import asyncio
import re
from datetime import timedelta

import aiosmtplib
from aiosmtplib import SMTP, SMTPException, SMTPResponseException

from referee.app.ports import Parcel
from referee.config import Smtp
from referee.errors import RefereeError
from referee.mail.oauth import TokenError, Tokens
from referee.mail.tls import advised, tls_context

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=4)
GIVEN_UP_AFTER = timedelta(days=5)
CLOSING = 421
TOO_LARGE = 552
BAD_ADDRESS = 553
SENDABLE = re.compile(r"[^\s<>\x00-\x1f]+@[^\s<>@\x00-\x1f]+")


class Deferred(RefereeError):
    """The mail was not taken now; the same mail may be taken later."""


class Unreachable(Deferred):
    """Nothing can be sent now: no connection, no login, or the referee is refused as a sender."""


class Interrupted(Unreachable):
    """The connection was lost while this mail was handed over: perhaps because of what is in it."""


class BadAddress(Exception):
    """Nothing was said to the server about this recipient."""


class Refused(RefereeError):
    """The mail will never be taken for this recipient."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


def next_try(tries: int) -> timedelta | None:
    """How long to wait after so many failed tries; None when five days are over."""
    waits = [min(FIRST_WAIT * 2 ** min(n, 10), LONGEST_WAIT) for n in range(tries)]
    return waits[-1] if sum(waits[:-1], timedelta()) < GIVEN_UP_AFTER else None


class Sender:
    """Sends parcels one after the other; connects when needed and keeps the connection.

    With `tokens` it logs in with an access token.
    """

    def __init__(self, smtp: Smtp, *, timeout: float = 60.0, tokens: Tokens | None = None) -> None:
        self._settings, self._timeout, self._tokens = smtp, timeout, tokens
        self._tls = tls_context(smtp)
        self._client: SMTP | None = None
        self._lock = asyncio.Lock()

    async def send(self, parcel: Parcel, sender: str) -> None:
        """Hand a parcel over; Deferred, Unreachable or Refused if that failed."""
        async with self._lock:
            lost = Unreachable
            try:
                client = await self._open_envelope(parcel, sender)
                lost = Interrupted
                await client.data(parcel.raw)
            except SMTPResponseException as error:
                self._forget_token(error)
                await self._reset()
                raise _meaning(error) from None
            except (BadAddress, aiosmtplib.SMTPNotSupported) as error:
                raise Refused(BAD_ADDRESS, _one_line(error)) from None
            except (SMTPException, TokenError, OSError) as error:
                self._drop()
                raise lost(_one_line(error)) from None
            except BaseException:
                self._drop()
                raise

    async def check(self) -> None:
        """Nothing if the server lets us in, else Unreachable."""
        async with self._lock:
            try:
                await (await self._connected("localhost")).noop()
            except (SMTPException, TokenError, OSError) as error:
                self._forget_token(error)
                self._drop()
                raise Unreachable(_one_line(error)) from None

    async def close(self) -> None:
        """Say goodbye, if there is a connection."""
        client, self._client = self._client, None
        if client is not None and client.is_connected:
            try:
                await client.quit(timeout=5)
            except (SMTPException, OSError):
                client.close()

    async def _open_envelope(self, parcel: Parcel, sender: str) -> SMTP:
        """A connection that has taken sender and recipient; a kept one that died is renewed once."""
        was_kept = self._client is not None and self._client.is_connected
        try:
            return await self._address(parcel, sender)
        except aiosmtplib.SMTPServerDisconnected:
            self._drop()
            if not was_kept:
                raise
            return await self._address(parcel, sender)

    async def _address(self, parcel: Parcel, sender: str) -> SMTP:
        if not SENDABLE.fullmatch(parcel.to):
            raise BadAddress(f"{parcel.to!r} is no address.")
        client = await self._connected(sender.rpartition("@")[2])
        options, encoding = self._mail_options(client, parcel, sender)
        await client.mail(sender, options=options, encoding=encoding)
        await client.rcpt(parcel.to, encoding=encoding)
        return client

    def _mail_options(self, client: SMTP, parcel: Parcel, sender: str) -> tuple[list[str], str]:
        options = [f"SIZE={len(parcel.raw)}"] if client.supports_extension("size") else []
        if not parcel.raw.isascii() and client.supports_extension("8bitmime"):
            options.append("BODY=8BITMIME")
        if (parcel.to + sender).isascii():
            return options, "ascii"
        if not client.supports_extension("smtputf8"):
            raise aiosmtplib.SMTPNotSupported("The server can't send to addresses that are not ASCII.")
        return [*options, "SMTPUTF8"], "utf-8"

    async def _connected(self, hello: str) -> SMTP:
        if self._client is None or not self._client.is_connected:
            self._drop()
            client = self._new_client(hello)
            await client.connect()
            await client.ehlo()
            self._client = client
        return self._client

    def _new_client(self, hello: str) -> SMTP:
        settings = self._settings
        return SMTP(
            hostname=settings.host,
            port=settings.usual_port,
            username=settings.user or None,
            password=settings.secret() if settings.user and self._tokens is None else None,
            oauth_token_generator=self._tokens.token if self._tokens is not None else None,
            local_hostname=hello if hello.isascii() else "localhost",
            timeout=self._timeout,
            use_tls=settings.tls == "implicit",
            start_tls=settings.tls == "starttls",
            tls_context=self._tls,
        )

    async def _reset(self) -> None:
        """Make the kept connection ready for the next mail, or let it go."""
        try:
            if self._client is not None:
                await self._client.rset()
        except (SMTPException, OSError):
            self._drop()

    def _forget_token(self, error: Exception) -> None:
        """A refused token may have been withdrawn before its time: the next try is with a new one."""
        if self._tokens is not None and isinstance(error, aiosmtplib.SMTPAuthenticationError):
            self._tokens.forget()

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None


def _meaning(error: SMTPResponseException) -> RefereeError:
    """What a negative answer means for this mail and for the others."""
    told = _one_line(f"{error.code} {error.message}")
    match error:
        case aiosmtplib.SMTPRecipientRefused() | aiosmtplib.SMTPDataError() if error.code != CLOSING:
            this_mail = True
        case aiosmtplib.SMTPSenderRefused():
            this_mail = error.code == TOO_LARGE or CLOSING < error.code < 500
        case _:
            this_mail = False
    if not this_mail:
        return Unreachable(told)
    return Refused(error.code, _one_line(error.message)) if error.code >= 500 else Deferred(told)


def _one_line(told: object) -> str:
    if isinstance(told, SMTPResponseException):
        told = f"{told.code} {told.message}"
    return advised(" ".join(str(told).split())) or type(told).__name__
