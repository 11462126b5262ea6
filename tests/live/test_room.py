"""A live match over real sockets: rounds on time, who resigns, restarts, the log.

Where it matters when something happens, the rooms' clock stands still until the test moves it.
"""

import asyncio
import json
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy import event

from referee.app.live import resign
from referee.verifying import verify_match
from referee.web.paintfield import rooms
from referee.web.paintfield.wire import IN
from tests.live.pace import HeldPace
from tests.live.site import QUICK, SLOW, START, at_play, match_of, open_match, served


async def test_a_whole_match_is_played_recorded_told_by_mail_and_verifies() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await live.all_ready("Ann", "Bob")
            await ann.phase("playing")
            await live.tick()
            facing = ann.seat(0)[1] & 3
            await ann.turn((facing + 1) % 4, 7)
            await ann.turn((facing + 2) % 4, 8, 4)
            await ann.heard()
            await live.over()
            await bob.phase("over")
            assert live.is_right()
            assert {mail.to for mail in table.mails(kind="result")} >= {"ann@example.net", "bob@example.net"}
            kinds = [entry.kind for entry in table.log()]
            assert kinds.count("played") == 2 * len(table.state().rounds)
            turned = [json.loads(line) for line in table.state().log if '"turns"' in line]
            assert [(told["k"], [*told["turns"]]) for told in turned] == [(2, ["0"]), (4, ["0"])]
        with table.desk.books() as book:
            assert verify_match(book, "m1").is_right


async def test_a_match_by_the_real_clock_comes_to_its_end() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            _, bob = await live.all_ready("Ann", "Bob")
            await bob.phase("over")
            assert live.is_right()


async def test_a_turn_acts_on_the_next_tick_and_its_number_comes_back() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await live.ticks(10)
        facing = ann.seat(0)[1] & 3
        await ann.turn((facing + 2) % 4, 9)
        await ann.heard()
        await live.tick()
        assert ann.seat(0)[3] == 9
        assert ann.seat(0)[1] & 3 == (facing + 2) % 4


async def test_ticks_come_at_their_time_and_none_is_left_out() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await live.ticks(100)
        start = live.room().starts_at
        await live.tick(late=0.004)  # a slow machine: it is late for this one
        await live.ticks(99)
        assert [int.from_bytes(tick[:2], "big") for tick in ann.ticks] == [*range(1, 201)]
        assert live.held.time == pytest.approx(start + 200 * 0.01)
        assert sum(late > 1e-9 for late in live.room().lateness) == 1


async def test_the_bell_rings_when_ticks_times_their_length_have_gone_by() -> None:
    async with at_play("Ann", "Bob", options=QUICK) as (live, (ann, _)):
        start = live.room().starts_at
        await live.ticks(40)
        assert ann.tick == 40
        assert live.held.time == pytest.approx(start + 40 * 0.01)


async def test_nothing_begins_before_all_are_ready() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            ann, bob = await live.player("Ann"), await live.player("Bob")
            await ann.say("ready")
            await bob.until(lambda: bool(bob.told) and bob.state["seats"][0]["ready"])
            assert bob.state["phase"] == "lobby"
            assert table.state().begun == 0
            await bob.say("ready")
            await bob.phase("playing")


async def test_at_the_agreed_time_it_begins_with_whoever_is_there() -> None:
    with match_of("Ann", "Bob", more="at = 2026-12-01T12:00Z") as table:
        now = datetime(2026, 12, 1, 12, 0, 1, tzinfo=UTC)
        async with served(table, now=now, pace=HeldPace()) as live:
            await live.player("Ann")
            await live.over()
            assert live.is_right()
            assert any('"away":1' in line for line in table.state().log)


async def test_opening_a_link_twice_makes_the_older_page_watch() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            first = await live.player("Ann")
            second = await live.player("Ann")
            await first.until(lambda: any(told["t"] == "newer" for told in first.told))
            await first.until(lambda: first.state["you"] is None)
            await second.until(lambda: bool(second.told) and second.state["you"] == 0)


async def test_an_onlooker_sees_what_players_see_and_steers_nobody() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        watcher = await live.player("")
        await watcher.until(lambda: bool(watcher.told))
        for way in range(4):
            await watcher.turn(way)
            await watcher.heard()
            await live.tick()
        await watcher.until(lambda: watcher.tick == 4)
        assert watcher.state["you"] is None
        assert watcher.ticks == ann.ticks
        assert not any('"turns"' in line for line in live.round().lines)


async def test_who_resigns_in_a_round_of_two_loses_at_once() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
        await live.ticks(20)
        await ann.say("resign")
        await ann.heard()
        await live.over()
        await bob.phase("over")
        assert bob.state["result"]["winners"] == ["Bob"]
        assert json.loads(live.table.state().log[-2])["stopped"] == 20
        assert live.is_right()


async def test_at_three_the_match_goes_on_without_who_resigned() -> None:
    async with at_play("Ann", "Bob", "Cid", options=QUICK) as (live, (ann, _, _)):
        await live.ticks(5)
        await ann.say("resign")
        await ann.heard()
        await live.over()
        assert live.table.match().gone == {"Ann"}
        assert '{"resign":0,"k":6}' in live.table.state().log
        assert live.is_right()


async def test_after_a_restart_the_round_is_played_again_under_a_new_number() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await live.all_ready("Ann", "Bob")
            await ann.phase("playing")
            await live.ticks(20)
        assert table.state().begun == 1
        later = datetime(2026, 12, 1, 12, 1, tzinfo=UTC)
        async with served(table, holder="http://two.example", now=later, pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await ann.phase("playing")
            await live.tick()
            assert ann.state["round"]["n"] == 2
            assert ann.state["played"] == 0
            assert '"again":true' in live.round().lines[0]
            assert ann.state["again"] == {"n": 1, "why": "restart"}
            await live.over()
            told = " ".join(table.last("Ann", "result").text.split())
            assert "1 – – cut off" in told
            assert "Round 1 was cut off when the referee was restarted" in told
            assert live.is_right()


async def test_rubbish_hurts_nobody() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            ann = await live.player("Ann")
            for rubbish in (b"", b"\x01", b"\xff" * 600, "[]", "{", '{"t": 3}', b"\x01\x09\x00\x00\x00"):
                await ann.socket.send(rubbish)
            await ann.say("ready")
            await ann.until(lambda: bool(ann.told) and ann.state["seats"][0]["ready"])


async def test_many_rooms_run_beside_each_other() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table) as live:
            open_match(table, "Ann", "Bob", options=SLOW, match="m2")
            first = await live.all_ready("Ann", "Bob")
            second = await live.all_ready("Ann", "Bob", match="m2")
            await asyncio.gather(
                first[0].until(lambda: first[0].tick > 50), second[0].until(lambda: second[0].tick > 50)
            )


async def test_who_resigns_by_letter_in_the_middle_of_a_round_is_off_the_field() -> None:
    async with at_play("Ann", "Bob", "Cid") as (live, (ann, bob, _)):
        await live.ticks(5)
        resign(live.table.desk, "m1", "Cid", START)
        await live.web.rooms.look()
        await live.tick()
        assert not bob.seat(2)[1] & IN
        await ann.say("resign")
        await ann.heard()
        await live.over()
        await bob.phase("over")
        assert bob.state["result"]["winners"] == ["Bob"]
        assert live.is_right()


async def test_a_match_that_ends_by_letter_ends_on_the_pages() -> None:
    async with at_play("Ann", "Bob") as (live, (_, bob)):
        await live.ticks(5)
        resign(live.table.desk, "m1", "Ann", START)
        await live.web.rooms.look()
        await live.over()
        await bob.phase("over")
        assert bob.state["result"]["winners"] == ["Bob"]


async def test_a_letter_costs_one_question_to_the_books_however_many_rooms_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "LOOKS_EVERY", 3600.0)  # they look by themselves too, and that is not counted
    with match_of("Ann", "Bob", options=SLOW) as table:
        for match in ("m2", "m3"):
            open_match(table, "Ann", "Bob", options=SLOW, match=match)
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await live.all_ready("Ann", "Bob")
            await ann.phase("playing")
            others = [await live.player("Ann", match) for match in ("m2", "m3")]
            for other in others:
                await other.until(partial(bool, other.told))
            asked: list[str] = []
            event.listen(table.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
            await live.web.rooms.look()
            assert len([text for text in asked if "FROM matches" in text]) == 1
            assert not any("matches.state" in text for text in asked)
