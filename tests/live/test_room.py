"""A live match over real sockets: rounds on time, leaving and coming back, the bot, restarts, the log.

Where it matters when something happens, the rooms' clock stands still until the test moves it.
"""

import asyncio
import json
from datetime import UTC, datetime
from functools import partial

import pytest
import websockets
from sqlalchemy import event

from referee.app.live import resign
from referee.games.paintfield.bots import heading
from referee.games.paintfield.verifying import verify
from referee.verifying import verify_match
from referee.web.paintfield import rooms
from referee.web.paintfield.room import IDLE
from referee.web.paintfield.wire import AWAY, IN
from tests.live.pace import HeldPace, settled
from tests.live.site import START, Live, Player, match_of, served

SLOW = "ticks = 400\ntick_ms = 10\ncountdown_ms = 50\npause_ms = 20"


async def all_ready(live: Live, *names: str) -> list[Player]:
    """Everybody is there and ready, and the first round has begun."""
    players = [await live.player(name) for name in names]
    for player in players:
        await player.say("ready")
    await players[0].phase("playing")
    return players


def is_right(live: Live) -> bool:
    return all(check.is_right for check in verify("\n".join(live.table.state().log)))


async def test_a_whole_match_is_played_recorded_told_by_mail_and_verifies() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            await live.tick()
            facing = ann.seat(0)[1] & 3
            await ann.turn((facing + 1) % 4, 7)
            await ann.turn((facing + 2) % 4, 8, 4)
            await ann.heard()
            await live.over()
            await bob.phase("over")
            assert is_right(live)
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
            _, bob = await all_ready(live, "Ann", "Bob")
            await bob.phase("over")
            assert is_right(live)


async def test_a_turn_acts_on_the_next_tick_and_its_number_comes_back() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await all_ready(live, "Ann", "Bob")
            await live.ticks(10)
            facing = ann.seat(0)[1] & 3
            await ann.turn((facing + 2) % 4, 9)
            await ann.heard()
            await live.tick()
            assert ann.seat(0)[3] == 9
            assert ann.seat(0)[1] & 3 == (facing + 2) % 4


async def test_ticks_come_at_their_time_and_none_is_left_out() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await all_ready(live, "Ann", "Bob")
            await live.ticks(100)
            start = live.room().starts_at
            await live.tick(late=0.004)  # a slow machine: it is late for this one
            await live.ticks(99)
            assert [int.from_bytes(tick[:2], "big") for tick in ann.ticks] == [*range(1, 201)]
            assert live.held.time == pytest.approx(start + 200 * 0.01)
            assert sum(late > 1e-9 for late in live.room().lateness) == 1


async def test_the_bell_rings_when_ticks_times_their_length_have_gone_by() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await all_ready(live, "Ann", "Bob")
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
            assert is_right(live)
            assert any('"away":1' in line for line in table.state().log)


async def test_opening_a_link_twice_makes_the_older_page_watch() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            first = await live.player("Ann")
            second = await live.player("Ann")
            await first.until(lambda: any(told["t"] == "newer" for told in first.told))
            await first.until(lambda: first.state["you"] is None)
            await second.until(lambda: bool(second.told) and second.state["you"] == 0)


async def test_who_comes_back_gets_the_whole_field_and_plays_again() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(20)
            await ann.socket.close()
            await settled(lambda: 0 not in live.room().seats)
            await live.tick()
            assert bob.seat(0)[1] & AWAY
            again = await live.player("Ann")
            await again.until(lambda: bool(again.told))
            assert len(again.state["round"]["field"]) == 784
            assert again.state["round"]["tick"] == 21
            await live.ticks(2)
            assert not again.seat(0)[1] & AWAY


async def test_half_a_second_without_an_acknowledged_tick_brings_the_bot() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(20)
            ann.acknowledges = False
            await live.ticks(50, silent=[0])
            assert not bob.seat(0)[1] & AWAY
            await live.ticks(2, silent=[0])
            assert bob.seat(0)[1] & AWAY
            ann.acknowledges = True
            await live.ticks(2)
            assert not bob.seat(0)[1] & AWAY


async def test_seeing_an_old_tick_brings_nobody_back() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            ann.acknowledges = False
            await live.ticks(80, silent=[0])
            assert bob.seat(0)[1] & AWAY
            await ann.socket.send(b"\x00" + (80 - 26).to_bytes(2, "big"))
            await ann.heard()
            await live.tick(silent=[0])
            assert bob.seat(0)[1] & AWAY
            await ann.socket.send(b"\x00" + (81 - 25).to_bytes(2, "big"))
            await ann.heard()
            await live.tick(silent=[0])
            assert not bob.seat(0)[1] & AWAY


async def test_an_onlooker_sees_what_players_see_and_steers_nobody() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await all_ready(live, "Ann", "Bob")
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
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(20)
            await ann.say("resign")
            await ann.heard()
            await live.over()
            await bob.phase("over")
            assert bob.state["result"]["winners"] == ["Bob"]
            assert json.loads(table.state().log[-2])["stopped"] == 20
            assert is_right(live)


async def test_at_three_the_match_goes_on_without_who_resigned() -> None:
    with match_of("Ann", "Bob", "Cid") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _, _ = await all_ready(live, "Ann", "Bob", "Cid")
            await live.ticks(5)
            await ann.say("resign")
            await ann.heard()
            await live.over()
            assert table.match().gone == {"Ann"}
            assert '{"resign":0,"k":6}' in table.state().log
            assert is_right(live)


async def a_round_steered_well(live: Live, *steering: tuple[int, Player]) -> None:
    """A whole round in which these seats are steered as the strongest bot would."""
    await live.play(lambda: live.room().phase == "playing")
    playing = live.round()
    while not playing.is_over:
        for seat, player in steering:
            await player.turn(heading(playing.state, seat, 3, playing.course.ticks))
            await player.heard()
        await live.tick()
    await settled(lambda: live.room().phase != "playing")


async def test_two_rounds_away_that_others_won_forfeit_the_seat() -> None:
    longer = "ticks = 80\ntick_ms = 125\ncountdown_ms = 50\npause_ms = 20"
    with match_of("Ann", "Bob", "Cid", options=longer, more="at = 2026-12-01T11:00Z") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await live.player("Ann"), await live.player("Bob")
            await a_round_steered_well(live, (0, ann), (1, bob))
            await a_round_steered_well(live, (1, bob))
            state = table.state()
            assert [told.winner for told in state.rounds] == [0, 1]
            assert state.score.gone == {2}
            assert state.log[-1] == '{"forfeit":2,"k":0}'
            await live.play(lambda: live.room().phase == "playing")
            await live.tick()
            assert not ann.seat(2)[1] & IN
            await live.over()
            assert is_right(live)


async def test_after_a_restart_the_round_is_played_again_under_a_new_number() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            await all_ready(live, "Ann", "Bob")
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
            assert is_right(live)


async def test_a_match_is_held_by_one_process_and_others_send_there() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as first, served(table, holder="http://two.example") as second:
            await first.player("Ann")
            ann = await second.player("Ann")
            await ann.until(lambda: bool(ann.told))
            assert ann.told[0] == {"t": "moved", "to": "http://one.example"}


async def test_five_minutes_without_anything_abandon_the_match() -> None:
    with match_of("Ann", "Bob", options=SLOW.replace("pause_ms = 20", "pause_ms = 60000")) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            begun = live.held.time
            for player in (ann, bob):
                await player.socket.close()
            await live.over()
            assert begun + IDLE < live.held.time < begun + IDLE + 2
            assert table.state().ending.is_abandoned
            assert table.match().game.view(table.state(), None)["casual"]


async def test_a_match_is_abandoned_in_the_middle_of_a_round_though_the_pages_are_open() -> None:
    with match_of("Ann", "Bob", options=SLOW.replace("tick_ms = 10", "tick_ms = 2000")) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, _ = await all_ready(live, "Ann", "Bob")
            begun = live.held.time
            await live.ticks(10)
            await ann.turn(2)
            await ann.heard()
            await live.over()
            assert begun + 20 + IDLE < live.held.time < begun + 20 + IDLE + 5
            await ann.phase("over")
            assert table.state().ending.is_abandoned
            assert is_right(live)


async def test_a_page_of_another_site_can_open_no_socket() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            with pytest.raises(websockets.InvalidStatus):
                await live.player("Ann", origin="http://evil.example")


async def test_a_wrong_cookie_watches_and_rubbish_hurts_nobody() -> None:
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
            seats = "\n".join(f"seat {name} {name.lower()}@example.net" for name in ("Ann", "Bob"))
            table.write("Max", f'open paintfield "Two"\n{SLOW}\n{seats}\nstart', "1 09:10")
            first = await all_ready(live, "Ann", "Bob")
            second = [await live.player(name, "m2") for name in ("Ann", "Bob")]
            for player in second:
                await player.say("ready")
            await asyncio.gather(
                first[0].until(lambda: first[0].tick > 50), second[0].until(lambda: second[0].tick > 50)
            )


async def test_who_resigns_by_letter_in_the_middle_of_a_round_is_off_the_field() -> None:
    with match_of("Ann", "Bob", "Cid", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob, _ = await all_ready(live, "Ann", "Bob", "Cid")
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
            assert is_right(live)


async def test_a_match_that_ends_by_letter_ends_on_the_pages() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            _, bob = await all_ready(live, "Ann", "Bob")
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
        seats = "seat Ann ann@example.net\nseat Bob bob@example.net"
        for title in ("Two", "Three"):
            table.write("Max", f'open paintfield "{title}"\n{SLOW}\n{seats}\nstart', "1 09:10")
        async with served(table, pace=HeldPace()) as live:
            await all_ready(live, "Ann", "Bob")
            others = [await live.player("Ann", match) for match in ("m2", "m3")]
            for ann in others:
                await ann.until(partial(bool, ann.told))
            asked: list[str] = []
            event.listen(table.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
            await live.web.rooms.look()
            assert len([text for text in asked if "FROM matches" in text]) == 1
            assert not any("matches.state" in text for text in asked)


async def test_when_all_people_are_silent_the_next_round_waits_for_one_of_them() -> None:
    with match_of("Ann", "Bob", options=SLOW.replace("ticks = 400", "ticks = 100")) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(20)
            ann.acknowledges = bob.acknowledges = False
            await live.ticks(80, silent=[0, 1])  # connected, but asleep
            await live.play(lambda: live.room().phase == "waiting")
            assert len(table.state().rounds) == 1
            await bob.heard()
            bob.acknowledges = True
            await live.play(lambda: live.room().phase == "playing")
            await live.tick(silent=[0])
            await live.tick(silent=[0])
            assert bob.seat(0)[1] & AWAY
            assert not bob.seat(1)[1] & AWAY
