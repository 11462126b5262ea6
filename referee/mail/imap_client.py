"""aioimaplib's protocol made safe: no recursion, no silent hang, STARTTLS, names that aren't ASCII."""

import asyncio
import base64
import re
import ssl
from typing import Any

from aioimaplib import aioimaplib
from aioimaplib.aioimaplib import (
    CRLF,
    AioImapException,
    Command,
    FetchCommand,
    IMAP4ClientProtocol,
    IncompleteRead,
)

LITERAL = re.compile(rb".*\{(?P<size>\d+)\}$")
PRINTABLE = re.compile(r"[\x20-\x7e]+|[^\x20-\x7e]+")
PLAIN = "PLAIN"
XOAUTH2 = "XOAUTH2"


def quoted(text: str) -> str:
    """The text as a quoted string of IMAP."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def folder_name(name: str) -> str:
    """A folder's name as it travels: modified UTF-7, quoted."""
    return quoted("".join(map(_utf7_run, PRINTABLE.findall(name))))


def _utf7_run(run: str) -> str:
    if run.isprintable() and run.isascii():
        return run.replace("&", "&-")
    coded = base64.b64encode(run.encode("utf-16-be")).decode().rstrip("=")
    return f"&{coded.replace('/', ',')}-"


class Wire(IMAP4ClientProtocol):
    """One connection; after it is lost every command fails at once."""

    transport: Any
    state: str
    capabilities: set[str]
    incomplete_line: bytes
    current_command: Any
    pending_sync_command: Any

    def __init__(self) -> None:
        super().__init__(asyncio.get_running_loop())
        self.greeting: asyncio.Future[bytes] = self.loop.create_future()
        self.gone = asyncio.Event()
        self.arrived = asyncio.Event()
        """Set when the server has told of new mail; cleared by who then looks."""
        self.heard = 0
        """Bytes received: a command is alive as long as this grows."""
        self._sasl: list[str] = []
        self.challenge = b""
        """What the server asked when it had been shown a token: why it doesn't take it."""

    def data_received(self, data: bytes) -> None:
        """Take what came, in pieces of any size."""
        self.heard += len(data)
        line, command = self.incomplete_line + data, self.current_command
        self.incomplete_line, self.current_command = b"", None
        try:
            self._handle_responses(line, self._handle_line, command)
        except IncompleteRead as rest:
            self.current_command, self.incomplete_line = rest.cmd, rest.data
        except (AioImapException, ValueError):  # nonsense; nothing after it can be trusted
            self.transport.abort()

    def _handle_responses(self, data: bytes, line_handler: Any, current_cmd: Any = None) -> None:
        # The inherited one calls itself for each line and dies of a thousand in one read.
        command = current_cmd
        while data:
            if command is not None and command.wait_literal_data():
                data = command.append_literal_data(data)
                if command.wait_literal_data() or not data:
                    continue
            line, separator, data = data.partition(CRLF)
            if not separator:
                raise IncompleteRead(command, line)
            command = self._after_line(line, line_handler(line, command))
        if self.pending_sync_command is not None:
            self.pending_sync_command.flush()
        if command is not None:
            raise IncompleteRead(command)

    def _after_line(self, line: bytes, command: Any) -> Any:
        """The command that waits for more of this response, if any."""
        literal = LITERAL.match(line)
        if literal:
            command = command or Command("NIL", "unused")
            command.begin_literal_data(int(literal["size"]))
            return command
        return command if command is not None and command.wait_data() else None

    def _untagged_response(self, line: bytes) -> Any:
        if line.endswith(b" EXISTS"):
            self.arrived.set()
        return super()._untagged_response(line)

    async def welcome(self, line: bytes) -> None:
        """Keep the greeting for who connects."""
        self.state = aioimaplib.AUTH if line.startswith(b"* PREAUTH") else aioimaplib.NONAUTH
        if not self.greeting.done():
            self.greeting.set_result(line)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail all that waits for an answer."""
        super().connection_lost(exc)
        self.state = aioimaplib.LOGOUT
        lost = ConnectionResetError(f"the connection was lost{f': {exc}' if exc else ''}")
        for command in [*self.pending_async_commands.values(), self.pending_sync_command]:
            if command is not None:
                command._exception = lost
                command.close(b"", "KO")
        self.pending_async_commands.clear()
        self.pending_sync_command = None
        if not self.greeting.done():
            self.greeting.set_exception(lost)
            self.greeting.exception()
        self.gone.set()

    async def execute(self, command: Any, scrub: str | None = None) -> Any:
        """The response to a command, or an error as soon as there can be none."""
        if self.gone.is_set() or self.transport is None or self.transport.is_closing():
            raise ConnectionResetError("the connection was lost")
        return await super().execute(command, scrub=scrub)

    def command(self, name: str, *args: str, uid: bool = False) -> Any:
        """A command ready to execute, as `UID NAME …` if asked."""
        prefix = "UID" if uid else ""
        if name == "FETCH":
            return FetchCommand(self.new_tag(), *args, prefix=prefix, loop=self.loop)
        answered_as = "FETCH" if name == "STORE" else name
        return Command(
            name, self.new_tag(), *args, prefix=prefix, untagged_resp_name=answered_as, loop=self.loop
        )

    async def start_tls(self, context: ssl.SSLContext, host: str) -> None:
        """Go on encrypted; what was received before doesn't count."""
        response = await self.execute(self.command("STARTTLS"))
        if response.result != "OK" or self.incomplete_line:
            raise ConnectionError("the server doesn't offer STARTTLS")
        self.transport = await self.loop.start_tls(self.transport, self, context, server_hostname=host)
        self.capabilities = set()

    async def sign_in(self, user: str, password: str) -> Any:
        """The response to LOGIN, or to AUTHENTICATE PLAIN where LOGIN can't carry the letters."""
        if (user + password).isascii() or f"AUTH={PLAIN}" not in self.capabilities:
            secret = quoted(password)
            return await self.execute(self.command("LOGIN", quoted(user), secret), scrub=secret)
        self._sasl = [base64.b64encode(f"\0{user}\0{password}".encode()).decode()]
        return await self.execute(self.command("AUTHENTICATE", PLAIN))

    async def show_token(self, user: str, token: str) -> Any:
        """The response to AUTHENTICATE XOAUTH2; a refusal is explained in a challenge first."""
        said = base64.b64encode(f"user={user}\1auth=Bearer {token}\1\1".encode()).decode()
        if "SASL-IR" in self.capabilities:
            self._sasl = [""]
            return await self.execute(self.command("AUTHENTICATE", XOAUTH2, said), scrub=said)
        self._sasl = [said, ""]
        return await self.execute(self.command("AUTHENTICATE", XOAUTH2))

    def _continuation(self, line: bytes) -> None:
        if not self._sasl:
            super()._continuation(line)
            return
        answer = self._sasl.pop(0)
        if not answer:
            self.challenge = line
        self.send(answer, scrub=answer)
