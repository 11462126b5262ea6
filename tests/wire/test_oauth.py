"""Gmail and Microsoft want access tokens: asked for in time, shown to both servers, refused in one way."""

import asyncio
import base64
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from referee.config import Imap, Smtp
from referee.mail.imap import Disconnected, LoginRefused, Mailbox
from referee.mail.oauth import TokenRefused, Tokens, TokenUnavailable
from referee.mail.smtp import Sender, Unreachable
from referee.service import Service
from tests.table import open_table, parsed
from tests.wire.conftest import AT, REFEREE, opened, plain_server, scripted, served
from tests.wire.servers import HERE, dovecot
from tests.wire.test_smtp import Post, parcel, serving
from tests.wire.tokens import Endpoint, endpoint, refusal


@pytest.fixture
def here() -> Iterator[Endpoint]:
    with endpoint() as running:
        yield running


class Clock:
    """A clock that is put by hand."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


async def test_the_form_is_that_of_a_refresh(here: Endpoint) -> None:
    tokens = Tokens(here.settings(scope="https://mail.google.com/"), Clock())
    assert await tokens.token() == "token1"
    assert here.asked == [
        {
            "grant_type": "refresh_token",
            "client_id": "referee",
            "client_secret": "hush",
            "refresh_token": "again",
            "scope": "https://mail.google.com/",
        }
    ]


async def test_a_client_without_secret_and_scope_sends_none(here: Endpoint) -> None:
    await Tokens(here.settings(client_secret=""), Clock()).token()
    assert sorted(here.asked[0]) == ["client_id", "grant_type", "refresh_token"]


async def test_a_token_is_kept_until_shortly_before_its_end(here: Endpoint) -> None:
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    assert await asyncio.gather(*(tokens.token() for _ in range(5))) == ["token1"] * 5
    clock.wait(minutes=54)
    assert await tokens.token() == "token1"
    clock.wait(minutes=1)
    assert await tokens.token() == "token2"
    assert here.given == 2


@pytest.mark.parametrize(
    ("life", "used"), [(60, 30), ("3599", 3299), (None, 3300), (-5, 3300), (10**30, 3300)]
)
async def test_short_and_untold_lives_are_lived_with(here: Endpoint, life: object, used: int) -> None:
    here.extra = {} if life is None else {"expires_in": life}
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    await tokens.token()
    clock.wait(seconds=used - 1)
    assert await tokens.token() == "token1"
    clock.wait(seconds=1)
    assert await tokens.token() == "token2"


async def test_a_clock_that_is_put_back_keeps_no_token(here: Endpoint) -> None:
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    await tokens.token()
    clock.wait(days=-30)
    assert await tokens.token() == "token2"


async def test_a_refusal_says_why_and_is_not_repeated_at_once(here: Endpoint) -> None:
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    here.answers = [(400, refusal())] * 3
    for _ in range(3):
        with pytest.raises(TokenRefused, match=r"refuses a token: invalid_grant Token has been expired or"):
            await tokens.token()
    assert here.given == 1
    clock.wait(minutes=1)
    with pytest.raises(TokenRefused):
        await tokens.token()
    clock.wait(minutes=1)
    with pytest.raises(TokenRefused):
        await tokens.token()
    assert here.given == 2
    clock.wait(minutes=1)
    here.answers.clear()
    assert await tokens.token() == "token3"


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b"oops"),
        (503, refusal("temporarily_unavailable")),
        (400, refusal("temporarily_unavailable")),
        (200, b"[]"),
        (200, b"{}"),
        (200, b'{"access_token": "two\\nlines"}'),
        (200, b'{"access_token": 7}'),
        (302, b"{}"),
    ],
)
async def test_nonsense_and_troubles_of_the_endpoint_pass(here: Endpoint, status: int, body: bytes) -> None:
    here.answers = [(status, body)]
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    with pytest.raises(TokenUnavailable):
        await tokens.token()
    clock.wait(minutes=1)
    assert await tokens.token() == "token2"


async def test_an_endpoint_out_of_reach_is_told() -> None:
    with endpoint() as gone:
        settings = gone.settings()
    with pytest.raises(TokenUnavailable, match="can't be reached"):
        await Tokens(settings, Clock()).token()


async def test_a_renewed_refresh_token_is_used_and_kept_in_its_file(here: Endpoint, tmp_path: Path) -> None:
    file = tmp_path / "refresh"
    file.write_text("again\n")
    settings = here.settings(refresh_token="", refresh_token_file=file)
    here.extra = {"refresh_token": "newer", "expires_in": 3600}
    clock = Clock()
    tokens = Tokens(settings, clock)
    await tokens.token()
    assert file.read_text() == "newer\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    clock.wait(hours=1)
    await tokens.token()
    await Tokens(settings, clock).token()
    assert [form["refresh_token"] for form in here.asked] == ["again", "newer", "newer"]


async def test_a_renewed_refresh_token_without_a_file_is_used_as_long_as_the_process_lives(
    here: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    here.extra = {"refresh_token": "newer", "expires_in": 3600}
    clock = Clock()
    tokens = Tokens(here.settings(), clock)
    await tokens.token()
    clock.wait(hours=1)
    await tokens.token()
    assert here.asked[1]["refresh_token"] == "newer"
    assert "name a refresh_token_file" in caplog.text
    assert "newer" not in caplog.text


@asynccontextmanager
async def gmail(
    here: Endpoint, *, inline: bool = True, after: str = "NO"
) -> AsyncIterator[tuple[Imap, list[str]]]:
    """An IMAP server that takes good tokens; before it refuses one, it explains itself in a challenge.

    `after`: what follows the answer to the challenge: NO, or nothing (it hangs up).
    """
    said: list[str] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"* OK ready\r\n")
        while line := (await reader.readline()).decode():
            tag, _, command = line.strip().partition(" ")
            said.append(command)
            if command.startswith("AUTHENTICATE XOAUTH2"):
                await authenticate(tag, command, reader, writer)
                continue
            *untagged, result = plain_server(command)
            if command == "CAPABILITY":
                untagged = [f"CAPABILITY IMAP4rev1 AUTH=XOAUTH2{' SASL-IR' if inline else ''}"]
            writer.write(
                "".join(f"* {each}\r\n" for each in untagged).encode() + f"{tag} {result}\r\n".encode()
            )

    async def authenticate(
        tag: str, command: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        shown = command.removeprefix("AUTHENTICATE XOAUTH2").strip()
        if not shown:
            writer.write(b"+ \r\n")
            shown = (await reader.readline()).decode().strip()
        user, bearer = base64.b64decode(shown).decode().rstrip("\1").split("\1")
        said.append(f"{user} {bearer}")
        if here.is_good(bearer.removeprefix("auth=Bearer ")):
            writer.write(f"{tag} OK welcome\r\n".encode())
            return
        writer.write(b"+ " + base64.b64encode(b'{"status":"400"}') + b"\r\n")
        assert await reader.readline() == b"\r\n"
        if after == "NO":
            writer.write(f"{tag} NO [AUTHENTICATIONFAILED] invalid credentials\r\n".encode())
        else:
            writer.close()

    async with served(talk) as port:
        yield Imap.model_validate({"host": HERE, "port": port, "tls": "none", "user": REFEREE}), said


@pytest.mark.parametrize("inline", [True, False])
async def test_a_token_is_shown_to_the_imap_server(here: Endpoint, inline: bool) -> None:
    tokens = Tokens(here.settings(), Clock())
    async with gmail(here, inline=inline) as (imap, said), opened(imap, tokens=tokens) as mailbox:
        assert mailbox.uidvalidity == 7
    assert f"user={REFEREE} auth=Bearer token1" in said
    assert not any(command.startswith("LOGIN") for command in said)


@pytest.mark.parametrize("after", ["NO", "nothing"])
async def test_a_refused_token_is_a_refused_login_and_the_next_try_has_a_new_one(
    here: Endpoint, after: str
) -> None:
    tokens = Tokens(here.settings(), Clock())
    here.revoked = {"token1"}
    async with gmail(here, after=after) as (imap, _):
        with pytest.raises(LoginRefused, match=f"refuses the (login|token) of {REFEREE}"):
            await Mailbox(imap, tokens=tokens).connect()
        async with opened(imap, tokens=tokens):
            assert here.given == 2


async def test_no_token_is_shown_to_a_server_that_does_not_want_one(here: Endpoint) -> None:
    async with scripted(plain_server) as imap:
        with pytest.raises(LoginRefused, match="takes no access tokens"):
            await Mailbox(imap, tokens=Tokens(here.settings(), Clock())).connect()
    assert here.given == 0


async def test_without_a_token_there_is_no_login(here: Endpoint) -> None:
    here.answers = [(400, refusal()), (500, b"")]
    async with gmail(here) as (imap, said):
        with pytest.raises(LoginRefused, match="invalid_grant"):
            await Mailbox(imap, tokens=Tokens(here.settings(), Clock())).connect()
        with pytest.raises(Disconnected, match="answers 500"):
            await Mailbox(imap, tokens=Tokens(here.settings(), Clock())).connect()
    assert "AUTHENTICATE" not in " ".join(said)


async def test_dovecot_takes_a_good_token_and_no_other(here: Endpoint) -> None:
    with dovecot(tokens=f"http://{HERE}:{here.port}/about?access_token=") as server:
        imap = Imap.model_validate({"host": HERE, "port": server.imap, "tls": "none", "user": "referee"})
        tokens = Tokens(here.settings(), Clock())
        async with opened(imap, tokens=tokens) as mailbox:
            assert await mailbox.fetch_after(0) == []
        here.revoked = {"token1"}
        with pytest.raises(LoginRefused, match="refuses the login of referee"):
            await Mailbox(imap, tokens=tokens).connect()
        async with opened(imap, tokens=tokens):
            assert here.given == 2


class GmailSmtp(Post):
    """An SMTP server that takes good tokens."""

    def __init__(self, here: Endpoint) -> None:
        super().__init__()
        self.here, self.shown = here, list[str]()

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:
        user, bearer = base64.b64decode(args[1]).decode().rstrip("\1").split("\1")
        self.shown.append(f"{user} {bearer}")
        if self.here.is_good(bearer.removeprefix("auth=Bearer ")):
            return AuthResult(success=True)
        await server.challenge_auth('{"status":"400"}')
        return AuthResult(success=False, handled=False)


@asynccontextmanager
async def submission(here: Endpoint) -> AsyncIterator[tuple[GmailSmtp, Smtp]]:
    async with serving(GmailSmtp(here), auth_require_tls=False) as post:
        assert isinstance(post, GmailSmtp)
        yield post, post.smtp.model_copy(update={"user": REFEREE})


async def test_a_token_is_shown_to_the_smtp_server_at_each_connection(here: Endpoint) -> None:
    clock = Clock()
    async with submission(here) as (post, smtp):
        sender = Sender(smtp, timeout=60, tokens=Tokens(here.settings(), clock))
        await sender.send(parcel(1), REFEREE)
        post.hang_up()
        clock.wait(hours=2)
        await sender.send(parcel(2), REFEREE)
        await sender.close()
    assert post.shown == [f"user={REFEREE} auth=Bearer token{number}" for number in (1, 2)]
    assert post.texts == [parcel(1).raw, parcel(2).raw]


async def test_mails_wait_while_there_is_no_token_that_the_smtp_server_takes(here: Endpoint) -> None:
    here.revoked = {"token1"}
    clock = Clock()
    async with submission(here) as (post, smtp):
        sender = Sender(smtp, timeout=60, tokens=Tokens(here.settings(), clock))
        with pytest.raises(Unreachable, match="535"):
            await sender.send(parcel(), REFEREE)
        here.answers = [(400, refusal())]
        with pytest.raises(Unreachable, match="invalid_grant"):
            await sender.send(parcel(), REFEREE)
        clock.wait(minutes=1)
        await sender.send(parcel(), REFEREE)
        await sender.close()
    assert post.texts == [parcel().raw]


class Office(Post):
    """The post of the operator: it rings when a mail comes."""

    def __init__(self) -> None:
        super().__init__()
        self.rung = asyncio.Event()

    def _answer(self, stage: str) -> str:
        if stage == "DATA":
            self.rung.set()
        return super()._answer(stage)


async def test_a_referee_that_gets_no_token_tells_its_operator_at_once(here: Endpoint) -> None:
    here.answers = [(400, refusal())] * 5
    with open_table() as table:
        async with gmail(here) as (imap, _), serving(Office()) as post:
            assert isinstance(post, Office)
            settings = table.settings.model_copy(
                update={"imap": imap, "smtp": post.smtp, "oauth": here.settings()}
            )
            service = Service(table.desk, settings, lambda: AT)
            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                group.create_task(service.run())
                await post.rung.wait()
                service.stop()
    (envelope,) = post.got
    assert envelope.rcpt_tos == ["operator@example.org"]
    assert isinstance(envelope.content, bytes)
    told = parsed(envelope.content).get_body(("plain",))
    assert told is not None
    assert "The token endpoint refuses a token: invalid_grant" in " ".join(told.get_content().split())
