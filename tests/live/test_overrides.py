"""A moderator's overrides of a match that is being played live, by letter, as its pages see them."""

import pytest

from referee.web.paintfield.room import VOID
from referee.web.paintfield.silence import IDLE
from referee.web.paintfield.wire import IN
from tests.live.moderator import override, take_back_round
from tests.live.pace import HeldPace, settled
from tests.live.site import QUICK, SLOW, Live, at_play, match_of, served


@pytest.mark.parametrize(("words", "winners"), [("end no winner", []), ("end won by Bob", ["Bob"])])
async def test_a_match_that_a_moderator_ends_in_the_middle_of_a_round_is_over(
    words: str, winners: list[str]
) -> None:
    async with at_play("Ann", "Bob") as (live, (_, bob)):
        await live.ticks(5)
        await override(live, words)
        await live.over()
        await bob.phase("over")
        assert bob.state["result"]["winners"] == winners
        assert live.table.row().status == "over"
        assert len(live.table.mails("Ann", "result")) == 1


async def test_whom_a_moderator_removes_is_off_the_field_from_the_next_tick() -> None:
    async with at_play("Ann", "Bob", "Cid") as (live, (_, bob, _)):
        await live.ticks(5)
        await override(live, "remove Cid")
        await live.tick()
        assert not bob.seat(2)[1] & IN
        await live.over()
        assert "Cid" in live.table.match().gone
        assert live.is_right()


async def test_a_moderator_stops_the_clock_after_the_round_in_hand_and_lets_it_go_on() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await live.ticks(5)
        await override(live, "pause")
        await ann.until(lambda: ann.state["stopped"])
        assert ann.state["phase"] == "playing"
        assert "goes on to its bell" in live.table.last("Ann", "paused").text
        await live.play(lambda: live.room().phase == "waiting")
        assert [told.number for told in live.table.state().rounds] == [1]
        await nothing_begins(live, IDLE + 10)
        await override(live, "resume")
        await live.play(lambda: live.room().phase == "playing")
        await ann.until(lambda: ann.state["phase"] == "playing" and not ann.state["stopped"])
        assert ann.state["round"]["tick"] == 0
        assert ann.state["round"]["starts_in"] > 0
        await live.over()
        assert live.table.row().status == "over"
        assert not live.table.state().ending.is_abandoned
        assert live.is_right()


async def nothing_begins(live: Live, seconds: float) -> None:
    """So long the clock goes, and the room waits."""
    until = live.held.time + seconds
    while live.held.time < until:
        await live.held.on()
        await settled(lambda: bool(live.held.waiting))
        assert live.room().phase in ("lobby", "waiting")


async def test_a_lobby_whose_clock_is_stopped_begins_nothing_though_all_are_ready() -> None:
    with match_of("Ann", "Bob", options=SLOW, more="at = 2026-12-01T11:00Z") as table:
        async with served(table, pace=HeldPace()) as live:
            await override(live, "pause")
            ann, bob = await live.player("Ann"), await live.player("Bob")
            await ann.until(lambda: bool(ann.told) and ann.state["stopped"])
            for player in (ann, bob):
                await player.say("ready")
                await player.heard()
            await nothing_begins(live, 5)
            assert table.state().begun == 0
            await override(live, "resume")
            await live.play(lambda: live.room().phase == "playing")
            await ann.phase("playing")


async def test_a_round_that_a_moderator_takes_back_is_played_again() -> None:
    async with at_play("Ann", "Bob") as (live, _):
        await live.play(lambda: len(live.table.state().rounds) == 1)
        await take_back_round(live)
        assert live.table.state().rounds == ()
        await live.over()
        assert live.table.row().status == "over"
        assert live.is_right()


async def in_the_second_round(live: Live) -> None:
    """The first is over, and five ticks of the second."""
    await live.play(lambda: live.room().live is not None and live.round().number == 2)
    await live.ticks(5)


async def test_a_round_in_hand_whose_beginning_is_taken_back_begins_again() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await in_the_second_round(live)
        begun = next(e.number for e in live.table.log() if e.data.get("begun") == 2)
        await override(live, f"void {begun}")
        await live.play(lambda: live.room().live is not None)
        await ann.until(lambda: bool(ann.state["round"]) and ann.state["round"]["tick"] == 0)
        assert ann.state["round"]["n"] == 2
        assert ann.state["again"] is None
        await live.over()
        assert live.is_right()


async def test_a_match_whose_first_round_never_began_is_in_its_lobby_again() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
        await live.ticks(5)
        await override(live, "undo")
        await live.play(lambda: live.room().phase == "lobby")
        await ann.phase("lobby")
        assert not any(seat["ready"] for seat in ann.state["seats"])
        for player in (ann, bob):
            await player.say("ready")
            await player.heard()
        await live.over()
        await bob.phase("over")
        assert live.is_right()


async def test_the_score_follows_at_once_when_a_round_before_the_one_in_hand_is_taken_back() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        await in_the_second_round(live)
        await take_back_round(live)
        await ann.until(lambda: ann.state["played"] == 0 and ann.state["last"] is None)
        await live.play(lambda: live.room().live is not None)
        await ann.until(lambda: bool(ann.state["round"]))
        assert ann.state["round"]["n"] == 3
        assert ann.state["again"] == {"n": 2, "why": "moderator"}
        await live.over()
        assert "The moderator took round 1 back" in live.table.last("Ann", "result").text
        assert "taken back" in live.table.last("Ann", "result").text
        assert live.is_right()


@pytest.mark.parametrize("is_taken_back", [True, False])
async def test_the_round_in_hand_goes_on_when_one_long_before_it_is_taken_back(is_taken_back: bool) -> None:
    async with at_play("Ann", "Bob", options=QUICK) as (live, (ann, _)):
        await live.play(lambda: live.room().live is not None and live.round().number == 3)
        await live.ticks(5)
        await take_back_round(live)
        await ann.until(lambda: ann.state["played"] == 1)
        if not is_taken_back:
            await override(live, "undo")
            await ann.until(lambda: ann.state["played"] == 2)
        await live.tick()
        assert (live.round().number, live.round().state.tick) == (3, 6)
        await live.over()
        assert live.is_right()


async def test_a_preview_of_a_round_taken_back_can_be_read() -> None:
    async with at_play("Ann", "Bob", options=QUICK) as (live, _):
        await live.play(lambda: live.room().live is not None and live.round().number == 2)
        await take_back_round(live)
        told = live.table.last("Max", "confirm").text
        assert "rounds.1.number: 1 → –" in told
        assert '"match"' not in told
        assert "field.rows" not in told


async def test_an_end_that_a_moderator_takes_back_is_played_on() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, bob)):
        await live.ticks(5)
        await override(live, "end won by Bob")
        await live.over()
        await bob.phase("over")
        await override(live, "undo")
        await live.play(lambda: live.room().phase == "playing")
        await ann.until(lambda: ann.state["phase"] == "playing" and bool(ann.state["round"]))
        assert ann.state["result"] is None
        await live.over()
        assert live.is_right()


async def test_a_resignation_that_is_taken_back_lets_the_player_play_on() -> None:
    async with at_play("Ann", "Bob", "Cid") as (live, (_, bob, _)):
        await live.ticks(5)
        await override(live, "remove Cid")
        await live.tick()
        assert not bob.seat(2)[1] & IN
        await override(live, "undo")
        await live.play(lambda: live.room().live is not None)
        await live.tick()
        assert bob.seat(2)[1] & IN
        await live.over()
        assert "Cid" not in live.table.match().gone
        assert live.is_right()


async def test_whose_seat_a_moderator_gives_to_another_is_let_go_and_the_other_plays() -> None:
    async with at_play("Ann", "Bob") as (live, (_, bob)):
        await live.ticks(5)
        await override(live, "replace Bob with eve@example.net")
        await bob.socket.wait_closed()
        assert bob.socket.close_code == VOID
        await settled(lambda: 1 not in live.room().seats)
        eve = await live.player("Bob")
        await eve.until(lambda: bool(eve.told))
        assert eve.state["you"] == 1
        await live.over()
        assert live.is_right()


async def test_rooms_find_out_by_themselves_what_a_letter_in_another_process_has_changed() -> None:
    async with at_play("Ann", "Bob") as (live, (ann, _)):
        to = live.table.seat_address("Max", role="moderator")
        live.table.write("Max", "moderate m1\npause because of the weather", "1 12:00", to=to)
        await ann.until(lambda: ann.state["stopped"])
