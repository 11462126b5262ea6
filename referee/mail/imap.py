"""The referee's mailbox: letters by UID, oldest first; moved when they are done with."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from aioimaplib.aioimaplib import AioImapException

from referee.app.ports import Fetched
from referee.config import Imap
from referee.errors import RefereeError
from referee.mail.imap_answers import Found, Lines, bodies, letters, text
from referee.mail.imap_client import XOAUTH2, Wire, folder_name
from referee.mail.oauth import TokenRefused, Tokens, TokenUnavailable
from referee.mail.tls import advised, tls_context

UIDVALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]")
PERSONAL = re.compile(rb'\(\("((?:[^"\\]|\\.)*)"')
BUSY = re.compile(rb"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG)\b", re.IGNORECASE)
CHUNK = 4 * 1024 * 1024
"""Bytes asked for in one command, unless one letter alone is larger."""

Pause = Callable[[asyncio.Event, float], Awaitable[None]]


class MailboxError(RefereeError):
    """The mailbox can't be used now; a new connection may help."""


class Disconnected(MailboxError):
    """The server can't be reached, hung up, or says nothing."""


class LoginRefused(MailboxError):
    """The server doesn't take the user and password, or there is no token to show."""


class CommandRefused(MailboxError):
    """The server answered NO or BAD."""


async def pause(until: asyncio.Event, seconds: float) -> None:
    """Wait for the event, at most so long."""
    try:
        await asyncio.wait_for(until.wait(), seconds)
    except TimeoutError:
        return


class Mailbox:
    """One connection to the referee's folder; after a Disconnected it is of no more use.

    Of letters above `letter_size` bytes (0: no limit) only the headers are fetched. An answer may take
    `timeout` seconds as long as nothing comes; `pause` waits where the server has no IDLE. With `tokens`
    it logs in with an access token.
    """

    def __init__(
        self,
        imap: Imap,
        *,
        letter_size: int = 0,
        timeout: float = 30.0,
        pause: Pause = pause,
        tokens: Tokens | None = None,
    ) -> None:
        self._imap, self._letter_size, self._pause, self._tokens = imap, letter_size, pause, tokens
        self.timeout = timeout
        self._tls = tls_context(imap)
        self._prefix = ""
        self.name = imap.mailbox
        self.uidvalidity = 0

    async def connect(self) -> None:
        """Log in and open the folder."""
        try:
            async with asyncio.timeout(self.timeout):
                self._wire = await self._open()
        except (OSError, AioImapException) as error:
            raise Disconnected(f"{self._imap.host} can't be reached: {_said(error)}.") from None
        try:
            await self._sign_in()
            await self._find_prefix()
            await self._select()
        except BaseException:
            self._wire.transport.abort()
            raise

    async def fetch_after(self, uid: int, limit: int = 50) -> list[Fetched]:
        """The first letters above that UID, oldest first; none only if there is none."""
        await self.noop()
        self._wire.arrived.clear()
        while uids := (await self._search(uid))[:limit]:
            fetched = await self._letters(await self._look(uids))
            if fetched:
                return fetched
            uid = uids[-1]
        return []

    @property
    def capabilities(self) -> frozenset[str]:
        """What the server says that it can do."""
        return frozenset(self._wire.capabilities)

    async def newest(self) -> int:
        """The UID of the newest letter in the folder, 0 if there is none."""
        return max(await self._search(0), default=0)

    async def move(self, uid: int, folder: str) -> None:
        """Put a letter into a folder, created if need be; "" leaves it, and a letter that is gone is gone."""
        if not folder:
            return
        place = folder_name(self._placed(folder))
        try:
            await self._move(str(uid), place)
        except CommandRefused:
            await self._create(place)
            await self._move(str(uid), place)

    async def idle(self, seconds: float, until: asyncio.Event) -> None:
        """Return when mail arrived, the event is set, or the time is over."""
        if self._imap.idle and "IDLE" in self._wire.capabilities:
            await self._idle(seconds, until)
        else:
            await self._pause(until, seconds)

    async def noop(self) -> None:
        """Hear what is new; Disconnected if there is nobody to say it."""
        await self._ask("NOOP")

    async def close(self) -> None:
        """Log out, if that is still possible."""
        wire = self._wire
        try:
            async with asyncio.timeout(2):
                await wire.execute(wire.command("LOGOUT"))
        except (OSError, AioImapException):
            pass
        finally:
            wire.transport.abort()
        await wire.gone.wait()

    async def _open(self) -> Wire:
        imap, wire = self._imap, Wire()
        implicit = self._tls if imap.tls == "implicit" else None
        await wire.loop.create_connection(lambda: wire, imap.host, imap.usual_port, ssl=implicit)
        try:
            if not (await wire.greeting).startswith((b"* OK", b"* PREAUTH")):
                raise ConnectionError(f"it says {text(await wire.greeting)[:200]!r}")
            if imap.tls == "starttls" and self._tls is not None:
                await wire.start_tls(self._tls, imap.host)
            await wire.capability()
        except BaseException:
            wire.transport.abort()
            raise
        return wire

    async def _sign_in(self) -> None:
        if self._wire.state == "AUTH":
            return
        response = await (self._show_token(self._tokens) if self._tokens else self._tell_password())
        told = text(response.lines[-1])
        if response.result != "OK" and BUSY.search(response.lines[-1]):
            raise Disconnected(f"{self._imap.host} lets nobody in now: {told}")
        if response.result != "OK":
            raise LoginRefused(f"{self._imap.host} refuses the login of {self._imap.user}: {told}")
        self._wire.state = "AUTH"
        # Some servers offer more after the login, and the answer to it is not always parsed well.
        await self._alive(self._wire.capability())

    async def _tell_password(self) -> Any:
        if "LOGINDISABLED" in self._wire.capabilities:
            raise LoginRefused(f"{self._imap.host} takes no password on a connection without TLS.")
        return await self._alive(self._wire.sign_in(self._imap.user, self._imap.secret()))

    async def _show_token(self, tokens: Tokens) -> Any:
        wire, host = self._wire, self._imap.host
        if f"AUTH={XOAUTH2}" not in wire.capabilities:
            raise LoginRefused(f"{host} takes no access tokens ({XOAUTH2}).")
        try:
            token = await tokens.token()
        except TokenRefused as refused:
            raise LoginRefused(str(refused)) from None
        except TokenUnavailable as unavailable:
            raise Disconnected(str(unavailable)) from None
        try:
            response = await self._alive(wire.show_token(self._imap.user, token))
        except Disconnected:
            # Some servers hang or hang up instead of saying NO after they have explained themselves.
            if wire.challenge:
                tokens.forget()
                raise LoginRefused(f"{host} refuses the token of {self._imap.user}.") from None
            raise
        if response.result != "OK":
            tokens.forget()
        return response

    async def _find_prefix(self) -> None:
        """Some servers keep all folders below INBOX."""
        if "NAMESPACE" in self._wire.capabilities:
            found = PERSONAL.match(b"".join(await self._ask("NAMESPACE")))
            self._prefix = text(found[1]) if found else ""

    async def _select(self) -> None:
        lines = await self._ask("SELECT", folder_name(self._placed(self.name)))
        self._wire.state = "SELECTED"
        found = UIDVALIDITY.search(b"\n".join(lines))
        if found is None:
            raise CommandRefused(f"{self._imap.host} tells no UIDVALIDITY of {self.name}.")
        self.uidvalidity = int(found[1])

    def _placed(self, folder: str) -> str:
        inside = folder.upper() == "INBOX" or folder.startswith(self._prefix)
        return folder if inside else self._prefix + folder

    async def _search(self, after: int) -> list[int]:
        lines = await self._ask("SEARCH", "UID", f"{after + 1}:*", uid=True)
        # `n:*` always means at least the last letter, even if its UID is below n.
        uids = {int(uid) for line in lines[:-1] for uid in line.split() if uid.isdigit()}
        return sorted(uid for uid in uids if uid > after)

    async def _look(self, uids: Sequence[int]) -> list[Found]:
        lines = await self._fetch(uids, "(UID INTERNALDATE RFC822.SIZE)")
        return sorted(letter for letter in letters(lines) if letter.uid in uids)

    async def _letters(self, found: Sequence[Found]) -> list[Fetched]:
        raw: dict[int, bytes] = {}
        for part, chunk in self._chunks(found):
            raw |= await self._bodies(chunk, part)
        return [self._fetched(letter, raw[letter.uid]) for letter in found if letter.uid in raw]

    def _chunks(self, found: Sequence[Found]) -> Iterator[tuple[str, list[int]]]:
        """What to ask for, and of which letters, in commands of bounded size."""
        waiting: list[int] = []
        size = 0
        for letter in found:
            if self._letter_size and letter.size > self._letter_size:
                yield "BODY.PEEK[HEADER]", [letter.uid]
                continue
            if waiting and size + letter.size > CHUNK:
                yield "BODY.PEEK[]", waiting
                waiting, size = [], 0
            waiting, size = [*waiting, letter.uid], size + letter.size
        if waiting:
            yield "BODY.PEEK[]", waiting

    async def _bodies(self, uids: Sequence[int], part: str) -> dict[int, bytes]:
        try:
            lines = await self._fetch(uids, f"(UID {part})")
        except CommandRefused:
            return await self._bodies_one_by_one(uids, part)
        return bodies(lines)

    async def _bodies_one_by_one(self, uids: Sequence[int], part: str) -> dict[int, bytes]:
        """A letter that the server can't read is an empty one, and keeps nobody from the others."""
        if len(uids) == 1:
            return {uids[0]: b""}
        raw: dict[int, bytes] = {}
        for uid in uids:
            raw |= await self._bodies([uid], part)
        return raw

    def _fetched(self, letter: Found, raw: bytes) -> Fetched:
        return Fetched(self.name, self.uidvalidity, letter.uid, letter.received_at, raw, letter.size)

    async def _fetch(self, uids: Sequence[int], parts: str) -> Lines:
        return await self._ask("FETCH", ",".join(map(str, uids)), parts, uid=True)

    async def _move(self, uid: str, place: str) -> None:
        if "MOVE" in self._wire.capabilities:
            await self._ask("MOVE", uid, place, uid=True)
            return
        await self._ask("COPY", uid, place, uid=True)
        await self._ask("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)", uid=True)
        # Without UIDPLUS other letters that somebody marked as deleted go too, as they were to.
        by_uid = "UIDPLUS" in self._wire.capabilities
        await self._ask("EXPUNGE", *([uid] if by_uid else []), uid=by_uid)

    async def _create(self, place: str) -> None:
        for name in ("CREATE", "SUBSCRIBE"):
            try:
                await self._ask(name, place)
            except CommandRefused:
                continue

    async def _idle(self, seconds: float, until: asyncio.Event) -> None:
        wire = self._wire
        idling = asyncio.ensure_future(wire.idle())
        try:
            await _first(self.timeout, idling, wire.wait_for_idle_response())
            if not wire._idle_event.is_set() and not idling.done():
                raise Disconnected(f"{self._imap.host} doesn't answer to IDLE.")
            await _first(seconds, idling, wire.arrived.wait(), until.wait())
            if not idling.done():
                wire.idle_done()
            async with asyncio.timeout(self.timeout):
                response = await idling
        except (OSError, AioImapException) as error:
            raise Disconnected(f"{self._imap.host} was lost: {_said(error)}.") from None
        finally:
            if not idling.done() or idling.cancelled():
                idling.cancel()
                wire.transport.abort()
            while not wire.idle_queue.empty():
                wire.idle_queue.get_nowait()
        if response.result != "OK":
            wire.capabilities.discard("IDLE")
            await self._pause(until, seconds)

    async def _ask(self, name: str, *args: str, uid: bool = False) -> Lines:
        """The lines of the answer, the tagged one last."""
        response = await self._alive(self._wire.execute(self._wire.command(name, *args, uid=uid)))
        if response.result != "OK":
            raise CommandRefused(f"{self._imap.host} refuses {name}: {text(response.lines[-1])}")
        lines: Lines = response.lines
        return lines

    async def _alive(self, call: Awaitable[Any]) -> Any:
        """What the call gives, as long as the server goes on talking."""
        wire, task = self._wire, asyncio.ensure_future(call)
        heard = -1
        try:
            while not task.done() and heard != wire.heard:
                heard = wire.heard
                await asyncio.wait({task}, timeout=self.timeout)
            if task.done():
                return task.result()
        except (OSError, AioImapException) as error:
            raise Disconnected(f"{self._imap.host} was lost: {_said(error)}.") from None
        finally:
            if not task.done():
                task.cancel()
                wire.transport.abort()
        raise Disconnected(f"{self._imap.host} has said nothing for {self.timeout:g} seconds.")


async def _first(seconds: float, *events: Awaitable[Any]) -> None:
    """Wait for the first of these, at most so long; the first one given is left running."""
    tasks = [asyncio.ensure_future(event) for event in events]
    try:
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks[1:]:
            task.cancel()


def _said(error: Exception) -> str:
    silent = "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    return advised(" ".join(str(error).split()).rstrip(".")) or silent
