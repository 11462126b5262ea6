"""Pages that come in crowds, never read, say rubbish or play by a void token: nobody else notices."""

import asyncio
import json
import socket
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import connect
from websockets.typing import Origin

from referee.web.lines import frame
from referee.web.paintfield.connection import MOST_WAITING
from referee.web.paintfield.room import VOID
from referee.web.paintfield.wire import AWAY
from tests.live.pace import HeldPace, settled
from tests.live.site import QUICK, Live, at_play, match_of, served
from tests.table import Table

LONG = "ticks = 4000\ntick_ms = 100\ncountdown_ms = 50\npause_ms = 20"


async def test_who_comes_to_watch_is_told_alone_and_goes_unnoticed() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, (ann, bob)):
        await ann.heard()
        await bob.heard()
        before = len(ann.told), len(bob.told)
        crowd = [await live.player("") for _ in range(20)]
        for one in crowd:
            await one.phase("playing")
            await one.socket.close()
        await settled(lambda: len(live.room().connections) == 2)
        await ann.heard()
        await bob.heard()
        assert (len(ann.told), len(bob.told)) == (before[0] + 1, before[1] + 1)


async def test_who_says_ready_again_and_again_is_told_to_all_once() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, watcher = await live.player("Ann"), await live.player("")
            await watcher.until(lambda: bool(watcher.told))
            for _ in range(50):
                await ann.say("ready")
            await ann.heard()
            await watcher.heard()
            assert len([told for told in watcher.told if told["t"] == "state"]) == 2


async def test_a_page_that_never_reads_is_cut_off_and_the_others_play_on() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, _):
        deaf = deaf_page(live)
        try:
            await settled(lambda: len(live.room().connections) == 3)
            page = next(one for one in live.room().connections if one.seat is None)
            while page.is_open:
                page.post("x" * (MOST_WAITING // 4), must_arrive=True)
            await settled(lambda: len(live.room().connections) == 2)
            await live.ticks(3)
        finally:
            deaf.close()


def deaf_page(live: Live) -> socket.socket:
    """A page that watches, and reads nothing after its handshake."""
    made = socket.create_connection(("127.0.0.1", live.web.server.port))
    made.sendall(
        f"GET /m1/socket?watch HTTP/1.1\r\nHost: {live.base[7:]}\r\nOrigin: {live.base}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode("ascii")
    )
    return made


async def test_a_page_that_cannot_take_ticks_is_given_the_whole_field_when_it_can_again() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, _):
        watcher = await live.player("")
        await watcher.until(lambda: bool(watcher.told))
        page = next(one for one in live.room().connections if one.seat is None)
        assert page.line is not None
        page.line.pause_writing()  # its buffer is full
        await live.ticks(5)
        assert watcher.ticks == []
        page.line.resume_writing()
        await settled(lambda: not page.is_behind)
        await live.ticks(2)
        await watcher.until(lambda: watcher.tick == 7)
        assert watcher.state["round"]["tick"] == 6
        assert live.round().state.field.decode()[:10] == watcher.state["round"]["field"][:10]


@pytest.mark.parametrize(
    "rubbish", ['"\\ud800"', "NaN", "1e999", "-1e999", "[[]]", '{"a":1}', "null", "9" * 400, '"x"']
)
async def test_a_ping_brings_back_a_number_and_nothing_else(
    rubbish: str, caplog: pytest.LogCaptureFixture
) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await ann.socket.send(f'{{"t":"ping","n":{rubbish}}}')
            await ann.heard()
            assert {"t": "pong", "n": None} in ann.told
            assert caplog.text == ""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x82\x03\x00\x00\x01", 1002),  # not masked
        (b"\xc2\x83\x00\x00\x00\x00abc", 1002),  # compressed, which was not agreed on
        (b"\x83\x80\x00\x00\x00\x00", 1002),
        (b"\x09\x80\x00\x00\x00\x00", 1002),
        (b"\x82\xff\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 1009),
        (b"\x82\x83\x00\x00\x00\x00\x00\x00\x01" * 1000, 4408),  # a thousand acknowledgements at once
    ],
)
async def test_who_breaks_the_protocol_is_let_go_and_the_rest_plays_on(
    data: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, (_, bob)):
        evil = await live.player("")
        await evil.until(lambda: bool(evil.told))
        evil.socket.transport.write(data)
        await evil.task
        assert evil.socket.close_code == code
        await live.ticks(3)
        assert not bob.seat(0)[1] & AWAY
        assert caplog.text == ""


async def test_a_frame_that_comes_byte_by_byte_is_heard() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await ann.until(lambda: bool(ann.told))
            for content in (b"\x00\x00\x01", '{"t":"ready"}'):
                raw = frame(content)
                for byte in (raw[0], raw[1] | 128, 0, 0, 0, 0, *raw[2:]):
                    ann.socket.transport.write(bytes([byte]))
                    await asyncio.sleep(0)
            await settled(lambda: live.room().ready == {0})


async def test_no_deflate_is_agreed_on_though_the_page_asks_for_it() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            url = live.base.replace("http", "ws")
            async with connect(f"{url}/m1/socket", origin=Origin(live.base), compression="deflate") as page:
                assert page.request is not None
                assert "permessage-deflate" in page.request.headers["Sec-WebSocket-Extensions"]
                assert page.response is not None
                assert "Sec-WebSocket-Extensions" not in page.response.headers


async def refused(live: Live, **more: Any) -> int:
    """The status with which a handshake is refused."""
    with pytest.raises(websockets.InvalidStatus) as told:
        await live.player("Ann", **more)
    return told.value.response.status_code


async def test_only_pages_of_the_site_itself_open_sockets() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            forged = (
                None,
                "null",
                "http://",
                "http://evil.example",
                f"{live.base}.evil.example",
                f"{live.base}@evil.example",
                "http://127.0.0.1",
            )
            for origin in forged:
                assert await refused(live, origin=origin) == 403
            assert live.web.rooms.rooms == {}


def renew(table: Table) -> None:
    """Ann gets a new token by mail."""
    table.write("Ann", "token renew", "1 11:00", to=table.seat_address("Ann"))
    table.answer(table.last("Ann", "confirm"), "confirm", "1 11:05")


async def test_who_plays_by_a_token_that_was_renewed_is_let_go_and_comes_back_to_watch() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, (thief, bob)):
        stolen = live.table.token("Ann")
        renew(live.table)
        assert live.table.token("Ann") != stolen
        await live.web.rooms.look()
        await thief.task
        assert thief.socket.close_code == VOID
        await settled(lambda: 0 not in live.room().seats)
        await live.tick()
        assert bob.seat(0)[1] & AWAY
        again = await live.player("Ann", token=stolen)
        await again.until(lambda: bool(again.told))
        assert again.state["you"] is None
        ann = await live.player("Ann")
        await ann.until(lambda: bool(ann.told))
        assert ann.state["you"] == 0


async def test_a_token_renewed_in_another_process_is_found_void_too() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            thief = await live.player("Ann")
            await thief.until(lambda: bool(thief.told))
            renew(table)
            await live.web.rooms.sweep()
            await thief.task
            assert thief.socket.close_code == VOID


async def test_what_comes_before_the_start_and_after_the_end_changes_nothing() -> None:
    with match_of("Ann", "Bob", options=f"{QUICK}\nrounds = 1") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await live.player("Ann"), await live.player("Bob")
            await ann.turn(2, 5)
            await ann.socket.send(b"\x00\xff\xff")
            await ann.heard()
            assert live.room().phase == "lobby"
            await ann.say("ready")
            await bob.say("ready")
            await live.over()
            await ann.phase("over")
            log = table.log()
            await ann.turn(2, 6)
            await ann.say("ready")
            await ann.say("resign")
            await ann.heard()
            await settled(lambda: not live.room()._leaving)
            assert table.log() == log
            assert not any('"turns"' in line for line in table.state().log)


async def test_ticks_that_were_never_sent_bring_nobody_back() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, (ann, bob)):
        ann.acknowledges = False
        for _ in range(10):
            await ann.socket.send(b"\x00" + (live.round().next_tick + 1).to_bytes(2, "big"))
            await ann.socket.send(json.dumps({"t": "ack", "tick": live.round().state.tick}))
            await ann.heard()
            await live.tick(silent=[0])
        assert bob.seat(0)[1] & AWAY
