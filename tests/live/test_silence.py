"""Five minutes without any player: pages, letters, rounds that are played out, books that can't be asked."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from referee.engine.match import Match
from referee.web.paintfield.silence import IDLE
from tests.live.clerks import Between
from tests.live.pace import HeldPace, settled
from tests.live.player import Player
from tests.live.site import SLOW, START, Live, at_play, match_of, served
from tests.test_faults import locked

LONG = SLOW.replace("tick_ms = 10", "tick_ms = 2000")
"""A round of 800 seconds, far longer than the silence that ends a match."""


def site_by_held_clock(live: Live) -> None:
    """The hour of day goes with the clock that the test moves."""
    kept, since = live.room().kept, live.held.time

    def now() -> datetime:
        return START + timedelta(seconds=live.held.time - since)

    kept.site = replace(kept.site, now=now)


def writes(live: Live, name: str, text: str, **more: str) -> None:
    """A letter of theirs comes in now."""
    at = live.room().kept.site.now()
    live.table.write(name, text, at, **{"to": live.table.seat_address("Ann"), **more})


async def go(live: Live, *pages: Player) -> None:
    """These pages are closed, and the room has seen it."""
    for page in pages:
        await page.socket.close()
    await settled(lambda: not live.room().seats)


async def test_a_players_letter_counts_as_much_as_a_turn() -> None:
    async with at_play("Ann", "Bob") as (live, pages):
        site_by_held_clock(live)
        begun = live.held.time
        await go(live, *pages)
        await live.play(lambda: live.held.time > begun + IDLE - 60)
        writes(live, "Ann", "say Bob, my browser is broken. One moment, please!")
        written = live.held.time
        await live.over()
        assert written + IDLE < live.held.time < written + IDLE + 2
        assert live.table.state().ending.is_abandoned


async def test_a_letter_of_one_who_does_not_play_or_is_not_proven_changes_nothing() -> None:
    async with at_play("Ann", "Bob") as (live, pages):
        site_by_held_clock(live)
        begun = live.held.time
        await go(live, *pages)
        writes(live, "Cid", "observe m1", to="referee@example.org")
        await live.play(lambda: live.held.time > begun + IDLE - 60)
        writes(live, "Cid", "say Where is everybody?", to=live.table.seat_address("Cid", role="observer"))
        to = live.table.seat_address("Max", role="moderator")
        writes(live, "Max", "moderate m1\nannounce Where is everybody?", to=to)
        live.table.write("Ann", "say Here!", live.room().kept.site.now(), vouched=False)
        assert [letter.status for letter in live.table.letters()][-3:] == ["done", "done", "held"]
        await live.over()
        assert begun + IDLE < live.held.time < begun + IDLE + 2


async def test_a_round_that_all_have_gone_away_from_is_played_out_before_the_match_is_abandoned() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, pages):
        begun = live.held.time
        await live.ticks(5)
        await go(live, *pages)
        await live.over()
        assert len(live.table.state().rounds) == 1
        assert live.table.state().ending.is_abandoned
        assert begun + 800 < live.held.time < begun + 801
        assert live.is_right()


async def test_ticks_go_on_while_the_books_are_asked_whether_a_letter_came() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, (_, bob)):
        with locked(live.table):
            await live.ticks(170)
            assert bob.tick == 170
            assert live.room().phase == "playing"
        await live.over()
        assert live.table.state().ending.is_abandoned
        assert not live.table.state().rounds
        assert live.is_right()


class Broken(Between):
    """A clerk with a bug."""

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        """No abandoned match gets into the books."""
        if "abandoned" in data:
            raise ZeroDivisionError
        return await super().record(match, data, text)


async def test_a_bug_in_ending_a_silent_match_ends_its_room_and_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            live.clerk = Broken(live.clerk)
            await live.all_ready("Ann", "Bob")
            await live.play(lambda: live.room().phase == "playing")
            task, silence = live.web.rooms.tasks["m1"], live.room().silence
            while not silence.is_long:
                await live.tick()
            await settled(lambda: not silence.is_ending)
            await live.held.on()
            await settled(task.done)
            await settled(lambda: not live.web.rooms.rooms)
            assert caplog.text.count("room m1") == 1
            assert "raise ZeroDivisionError" in caplog.text


async def test_what_the_referee_itself_has_slept_is_nobodys_silence() -> None:
    async with at_play("Ann", "Bob", options=LONG) as (live, _):
        await live.held.on(late=IDLE + 60)
        since = live.held.time
        await settled(lambda: live.round().next_tick * 2 > IDLE + 60)
        assert live.room().phase == "playing"
        await live.over()
        assert live.table.state().ending.is_abandoned
        assert IDLE - 4 < live.held.time - since < IDLE + 4


async def test_a_pause_that_the_referee_itself_has_slept_through_is_nobodys_silence() -> None:
    options = SLOW.replace("pause_ms = 20", "pause_ms = 60000")
    async with at_play("Ann", "Bob", options=options) as (live, pages):
        await live.play(lambda: live.room().phase == "pause")
        await go(live, *pages)
        await live.held.on(late=IDLE + 60)
        await settled(lambda: bool(live.held.waiting))
        assert live.table.state().ending is None
