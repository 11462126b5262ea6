"""Servers that can little, refuse much or talk nonsense are lived with, or left in one way."""

import asyncio
from datetime import UTC, datetime

import pytest

from referee.mail.imap import CommandRefused, Disconnected, LoginRefused, Mailbox
from tests.wire.conftest import opened, plain_server, scripted


async def test_a_server_that_greets_with_bye_is_a_disconnect() -> None:
    async with scripted(plain_server, "* BYE too many connections") as imap:
        with pytest.raises(Disconnected, match="too many connections"):
            await Mailbox(imap).connect()


@pytest.mark.parametrize("greeting", ["HTTP/1.1 400 Bad Request", "\udcff\udcfe", "220 mx ESMTP"])
async def test_what_is_no_imap_server_is_a_disconnect(greeting: str) -> None:
    async with scripted(plain_server, greeting) as imap:
        with pytest.raises(Disconnected, match="can't be reached: it says"):
            await Mailbox(imap).connect()


@pytest.mark.parametrize("nonsense", ["\udcff\udcfe", "SEARCH\r\nX9 OK done"])
async def test_a_server_that_talks_nonsense_is_a_disconnect(
    nonsense: str, caplog: pytest.LogCaptureFixture
) -> None:
    def talking(command: str) -> list[str]:
        return [nonsense, "OK done"] if command.startswith("UID SEARCH") else plain_server(command)

    async with scripted(talking) as imap, opened(imap) as mailbox:
        with pytest.raises(Disconnected):
            await mailbox.fetch_after(0)
    assert "Fatal error" not in caplog.text


async def test_a_server_that_knows_us_already_needs_no_login() -> None:
    async with scripted(plain_server, "* PREAUTH welcome back") as imap, opened(imap) as mailbox:
        assert mailbox.uidvalidity == 7


async def test_a_server_that_refuses_to_idle_is_waited_for_from_then_on() -> None:
    waited: list[float] = []

    async def pause(until: asyncio.Event, seconds: float) -> None:
        waited.append(seconds)

    def idling(command: str) -> list[str]:
        if command == "CAPABILITY":
            return ["CAPABILITY IMAP4rev1 IDLE", "OK done"]
        return ["NO not now"] if command == "IDLE" else plain_server(command)

    async with scripted(idling) as imap, opened(imap, pause=pause) as mailbox:
        await mailbox.idle(45, asyncio.Event())
        await mailbox.idle(60, asyncio.Event())
    assert waited == [45, 60]


async def test_a_server_that_is_busy_at_the_login_refuses_nobody() -> None:
    def busy(command: str) -> list[str]:
        return ["NO [UNAVAILABLE] later"] if command.startswith("LOGIN") else plain_server(command)

    async with scripted(busy) as imap:
        with pytest.raises(Disconnected, match="lets nobody in now"):
            await Mailbox(imap).connect()


async def test_no_password_is_sent_where_it_is_not_wanted() -> None:
    said: list[str] = []

    def only_tls(command: str) -> list[str]:
        said.append(command)
        return ["CAPABILITY IMAP4rev1 LOGINDISABLED STARTTLS", "OK done"]

    async with scripted(only_tls) as imap:
        with pytest.raises(LoginRefused, match="without TLS"):
            await Mailbox(imap).connect()
    assert not any(command.startswith("LOGIN") for command in said)


async def test_starttls_that_is_refused_ends_the_connection() -> None:
    def no_tls(command: str) -> list[str]:
        return ["BAD what?"] if command == "STARTTLS" else plain_server(command)

    async with scripted(no_tls) as imap:
        with pytest.raises(Disconnected, match="doesn't offer STARTTLS"):
            await Mailbox(imap.model_copy(update={"tls": "starttls"})).connect()


async def test_a_letter_that_the_server_can_t_read_keeps_nobody_from_the_others() -> None:
    def broken(command: str) -> list[str]:
        if command.startswith("UID SEARCH"):
            return ["SEARCH 4 5", "OK done"]
        if "RFC822.SIZE" in command:
            date = 'INTERNALDATE " 1-Dec-2026 10:30:00 +0100" RFC822.SIZE 3'
            return [f"1 FETCH (UID 4 {date})", "9 FETCH (FLAGS ())", f"2 FETCH (UID 5 {date})", "OK done"]
        if "BODY.PEEK[]" in command:
            whole = "2 FETCH (BODY[] {3}\r\nabc UID 5)"
            return [whole, "OK done"] if command.startswith("UID FETCH 5 ") else ["NO corrupt"]
        return plain_server(command)

    async with scripted(broken) as imap, opened(imap) as mailbox:
        bad, good = await mailbox.fetch_after(0)
    assert (bad.uid, bad.raw, bad.size) == (4, b"", 3)
    assert (good.uid, good.raw, good.received_at) == (5, b"abc", datetime(2026, 12, 1, 9, 30, tzinfo=UTC))


async def test_letters_that_vanish_meanwhile_hide_no_others() -> None:
    def vanishing(command: str) -> list[str]:
        if command.startswith("UID SEARCH"):
            return ["SEARCH 4 5 6" if "UID 1:*" in command else "SEARCH 6", "OK done"]
        if command.startswith("UID FETCH 6 ") and "SIZE" in command:
            date = 'INTERNALDATE "01-Dec-2026 09:30:00 +0000" RFC822.SIZE 0'
            return [f"1 FETCH (UID 6 {date})", "OK done"]
        if command.startswith("UID FETCH 6 "):
            return ['1 FETCH (UID 6 BODY[] "")', "OK done"]
        return plain_server(command)

    async with scripted(vanishing) as imap, opened(imap) as mailbox:
        (last,) = await mailbox.fetch_after(0, 2)
    assert (last.uid, last.raw) == (6, b"")


async def test_a_folder_that_can_t_be_had_is_refused() -> None:
    def full(command: str) -> list[str]:
        return ["NO [OVERQUOTA] full"] if "COPY" in command else plain_server(command)

    async with scripted(full) as imap, opened(imap) as mailbox:
        with pytest.raises(CommandRefused, match="OVERQUOTA"):
            await mailbox.move(1, "Processed")


async def test_new_mail_that_is_told_in_between_ends_the_next_idle_at_once() -> None:
    def idling(command: str) -> list[str]:
        if command == "CAPABILITY":
            return ["CAPABILITY IMAP4rev1 IDLE", "OK done"]
        if command.startswith("UID SEARCH"):
            return ["SEARCH", "OK done"]
        return ["2 EXISTS", "OK done"] if command.startswith("CHECK") else plain_server(command)

    async with scripted(idling) as imap, opened(imap) as mailbox:
        assert await mailbox.fetch_after(0) == []
        await mailbox._ask("CHECK")
        assert mailbox._wire.arrived.is_set()


async def test_names_and_passwords_of_any_letters_can_log_in() -> None:
    said: list[str] = []

    def plain(command: str) -> list[str]:
        said.append(command)
        if command == "CAPABILITY":
            return ["CAPABILITY IMAP4rev1 AUTH=PLAIN", "OK done"]
        return plain_server(command)

    async with scripted(plain) as imap:
        quotes = imap.model_copy(update={"password": type(imap.password)('a"b\\c')})
        async with opened(quotes):
            assert 'LOGIN "u" "a\\"b\\\\c"' in said
        umlauts = imap.model_copy(update={"password": type(imap.password)("süß")})
        async with opened(umlauts):
            assert "AUTHENTICATE PLAIN" in said
