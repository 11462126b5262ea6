"""A moderator's overrides of a match that is being played live, by letter, as its pages see them."""

import pytest

from referee.web.paintfield.wire import IN
from tests.live.pace import HeldPace
from tests.live.site import Live, match_of, served
from tests.live.test_room import SLOW, all_ready, is_right


async def override(live: Live, command: str) -> None:
    """Max's command, confirmed if it waits for that, and the rooms hear of it."""
    table = live.table
    to = table.seat_address("Max", role="moderator")
    table.write("Max", f"moderate m1\n{command} because of the weather", "1 12:00", to=to)
    if table.letter().status == "held":
        table.answer(table.last("Max", "confirm"), "confirm", "1 12:00:30")
    assert table.letters("quarantined") == ()
    await live.web.rooms.look()


@pytest.mark.parametrize(("words", "winners"), [("end no winner", []), ("end won by Bob", ["Bob"])])
async def test_a_match_that_a_moderator_ends_in_the_middle_of_a_round_is_over(
    words: str, winners: list[str]
) -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            _, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(5)
            await override(live, words)
            await live.over()
            await bob.phase("over")
            assert bob.state["result"]["winners"] == winners
            assert table.row().status == "over"
            assert len(table.mails("Ann", "result")) == 1


async def test_whom_a_moderator_removes_is_off_the_field_from_the_next_tick() -> None:
    with match_of("Ann", "Bob", "Cid", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            _, bob, _ = await all_ready(live, "Ann", "Bob", "Cid")
            await live.ticks(5)
            await override(live, "remove Cid")
            await live.tick()
            assert not bob.seat(2)[1] & IN
            await live.over()
            assert "Cid" in table.match().gone
            assert is_right(live)


async def test_a_clock_that_a_moderator_stops_keeps_no_round_from_the_books() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            _, bob = await all_ready(live, "Ann", "Bob")
            await live.ticks(5)
            await override(live, "pause")
            await live.over()
            await bob.phase("over")
            assert table.row().status == "over"
            assert is_right(live)


async def test_a_round_that_a_moderator_takes_back_is_played_again() -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            await all_ready(live, "Ann", "Bob")
            await live.play(lambda: len(table.state().rounds) == 1)
            taken = next(e.number for e in table.log() if "round" in e.data)
            await override(live, f"void {taken}")
            assert table.state().rounds == ()
            await live.over()
            assert table.row().status == "over"
            assert is_right(live)
