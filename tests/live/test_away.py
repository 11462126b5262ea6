"""Who has gone, says nothing or comes back: the bot in between, forfeited seats, abandoned matches."""

from referee.web.paintfield.silence import IDLE
from referee.web.paintfield.wire import AWAY, IN
from tests.live.pace import HeldPace, settled
from tests.live.site import SLOW, at_play, match_of, served
from tests.live.steering import TEN_SECONDS, a_round_steered_well


async def test_who_comes_back_gets_the_whole_field_and_plays_again() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
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
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
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
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
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


async def test_two_rounds_away_that_others_won_forfeit_the_seat() -> None:
    with match_of("Ann", "Bob", "Cid", options=TEN_SECONDS, more="at = 2026-12-01T11:00Z") as table:
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
            assert live.is_right()


async def test_five_minutes_without_anything_abandon_the_match() -> None:
    options = SLOW.replace("pause_ms = 20", "pause_ms = 60000")
    async with at_play("Ann", "Bob", options=options) as (live, (ann, bob)):
        begun = live.held.time
        for player in (ann, bob):
            await player.socket.close()
        await live.over()
        assert begun + IDLE < live.held.time < begun + IDLE + 2
        assert live.table.state().ending.is_abandoned
        assert live.table.match().game.view(live.table.state(), None)["casual"]


async def test_a_match_is_abandoned_in_the_middle_of_a_round_though_the_pages_are_open() -> None:
    options = SLOW.replace("tick_ms = 10", "tick_ms = 2000")
    async with at_play("Ann", "Bob", options=options) as (live, (ann, _)):
        begun = live.held.time
        await live.ticks(10)
        await ann.turn(2)
        await ann.heard()
        await live.over()
        assert begun + 20 + IDLE < live.held.time < begun + 20 + IDLE + 5
        await ann.phase("over")
        assert live.table.state().ending.is_abandoned
        assert live.is_right()


async def test_when_all_people_are_silent_the_next_round_waits_for_one_of_them() -> None:
    options = SLOW.replace("ticks = 400", "ticks = 100")
    async with at_play("Ann", "Bob", options=options) as (live, (ann, bob)):
        await live.ticks(20)
        ann.acknowledges = bob.acknowledges = False
        await live.ticks(80, silent=[0, 1])  # connected, but asleep
        await live.play(lambda: live.room().phase == "waiting")
        assert len(live.table.state().rounds) == 1
        await bob.heard()
        bob.acknowledges = True
        await live.play(lambda: live.room().phase == "playing")
        await live.tick(silent=[0])
        await live.tick(silent=[0])
        assert bob.seat(0)[1] & AWAY
        assert not bob.seat(1)[1] & AWAY
