"""Who comes back overrules the bot; who is away in two rounds, and there in between, forfeits the seat."""

from referee.games.paintfield.bots import heading
from referee.web.paintfield.wire import AWAY
from tests.live.pace import HeldPace, settled
from tests.live.player import Player
from tests.live.site import Live, at_play, match_of, served
from tests.live.steering import TEN_SECONDS, a_round_steered_well


def bots_heading(live: Live, seat: int) -> int:
    """Where the bot that covers the seat turns on the next tick."""
    playing = live.round()
    return heading(playing.state, seat, playing.level, playing.course.ticks)


def another_way(live: Live, seat: int) -> int:
    """A heading that is neither the seat's nor what its bot wants."""
    facing = live.round().state.painters[seat].facing
    return next(way for way in range(4) if way not in (facing, bots_heading(live, seat)))


def flags_in(tick: bytes) -> int:
    """Heading and flags of the first seat in what a tick told."""
    return tick[4]


async def asleep(live: Live, ann: Player) -> None:
    """Ann's page sees nothing until the bot covers her."""
    ann.acknowledges = False
    await live.ticks(60, silent=[0])
    assert ann.seat(0)[1] & AWAY


async def test_who_is_back_overrules_the_bot_from_the_tick_of_the_next_turn() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await asleep(live, ann)
        way, wanted = another_way(live, 0), set()
        await ann.socket.send(b"\x00" + live.round().state.tick.to_bytes(2, "big"))
        await ann.turn(way, 5)
        await ann.heard()
        ann.acknowledges = True
        for _ in range(30):
            await live.tick()
            assert (ann.seat(0)[1] & 3, ann.seat(0)[1] & AWAY, ann.seat(0)[3]) == (way, 0, 5)
            wanted.add(bots_heading(live, 0))
        assert wanted != {way}, "the bot would have turned"
        assert live.round().lines[-2:] == ['{"back":0,"k":61}', f'{{"k":61,"turns":{{"0":"{"NESW"[way]}"}}}}']


async def test_who_is_back_and_does_not_turn_keeps_the_heading() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await asleep(live, ann)
        ann.acknowledges = True
        await live.tick()
        await live.tick()
        way = ann.seat(0)[1] & 3
        await live.ticks(30)
        assert (ann.seat(0)[1] & 3, ann.seat(0)[1] & AWAY) == (way, 0)


async def test_a_turn_of_one_who_is_still_away_acts_on_its_tick_and_the_bot_goes_on_after_it() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
        await asleep(live, ann)
        way = another_way(live, 0)
        await ann.turn(way, 5)
        await ann.heard()
        await live.tick(silent=[0])
        await bob.until(lambda: bob.tick == 61)
        assert (bob.seat(0)[1] & 3, bob.seat(0)[3]) == (way, 5)
        await live.ticks(40, silent=[0])
        await bob.until(lambda: bob.tick == 101)
        later = {flags_in(tick) for tick in bob.ticks[-40:]}
        assert all(flags & AWAY for flags in later)
        assert {flags & 3 for flags in later} != {way}
        ann.acknowledges = True
        await live.over()
        assert live.is_right()


async def test_two_rounds_away_forfeit_the_seat_though_it_was_there_in_between() -> None:
    with match_of("Ann", "Bob", "Cid", options=TEN_SECONDS, more="at = 2026-12-01T11:00Z") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await live.player("Ann"), await live.player("Bob")
            await a_round_steered_well(live, (0, ann), (1, bob))
            cid = await live.player("Cid")
            await a_round_steered_well(live, (2, cid))
            assert table.state().score.absent == (0, 0, 1)
            assert not table.state().score.gone
            await cid.socket.close()
            await settled(lambda: 2 not in live.room().seats)
            await a_round_steered_well(live, (0, ann), (1, bob))
            state = table.state()
            assert [told.winner for told in state.rounds] == [0, 2, 1]
            assert state.score.gone == {2}
            assert state.log[-1] == '{"forfeit":2,"k":0}'
            await live.over()
            assert live.is_right()
