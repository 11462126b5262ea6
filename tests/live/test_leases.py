"""A match has one process at a time: what is killed, stopped or overtaken gives it to another."""

import json
from datetime import datetime

import pytest
from sqlalchemy import text

from referee.app import live as books
from referee.games.paintfield.draws import corners
from referee.web.paintfield.rooms import LEASE
from tests.live.browsing import get
from tests.live.killed import played_until
from tests.live.pace import HeldPace, settled
from tests.live.site import QUICK, START, later, match_of, open_match, served
from tests.table import Table

ONE_ROUND = f"{QUICK}\nrounds = 1"


def held_by(table: Table, holder: str, now: datetime = START) -> str:
    """Who holds the match after that process has asked for it."""
    with table.desk.books() as book:
        held = book.take_lease("room/m1", holder, now, now + LEASE)
        book.commit()
    return held


async def test_a_round_that_was_cut_off_does_not_count_among_those_of_the_match() -> None:
    with match_of("Ann", "Bob", options=ONE_ROUND) as table:
        async with served(table, pace=HeldPace()) as live:
            await live.all_ready("Ann", "Bob")
            await live.play(lambda: live.room().phase == "playing")
            cut_off = json.loads(live.round().lines[0])
            await live.ticks(20)
        async with served(table, pace=HeldPace()) as live:
            await live.player("Ann")
            await live.over()
        state = table.state()
        assert [told.number for told in state.rounds] == [2]
        assert state.score.played == 1
        assert json.loads(state.log[1])["corners"] == list(corners(bytes.fromhex(state.seed), 2, 2))
        assert cut_off["corners"] == list(corners(bytes.fromhex(state.seed), 1, 2))
        assert live.is_right()


async def test_a_match_is_held_by_one_process_and_others_send_there() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as first, served(table, holder="http://two.example") as second:
            await first.player("Ann")
            ann = await second.player("Ann")
            await ann.until(lambda: bool(ann.told))
            assert ann.told[0] == {"t": "moved", "to": "http://one.example"}


async def test_who_stops_gives_its_rooms_back_at_once() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, holder="one/1") as live:
            await live.player("Ann")
            await settled(lambda: "m1" in live.web.rooms.rooms)
        async with served(table, holder="two/2") as live:
            ann = await live.player("Ann")
            await ann.until(lambda: bool(ann.told))
            assert ann.told[0]["t"] == "state"


async def test_a_match_that_a_killed_process_holds_goes_on_when_its_lease_has_run_out() -> None:
    with match_of("Ann", "Bob", options=ONE_ROUND) as table:
        books.record(table.desk, "m1", {"begun": 1}, "round 1 begins", START)
        held_by(table, "killed/7")
        async with served(table, holder="two/2", pace=HeldPace()) as live:
            await live.web.rooms.sweep()
            assert live.web.rooms.rooms == {}
            later(live, START + LEASE)
            await live.web.rooms.sweep()
            await live.web.rooms.sweep()
            assert set(live.web.rooms.rooms) == {"m1"}


async def test_a_process_whose_lease_another_has_taken_lets_the_room_and_its_pages_go() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, holder="one/1", pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await ann.until(lambda: bool(ann.told))
            held_by(table, "two/2", START + LEASE)
            await live.web.rooms.sweep()
            assert live.web.rooms.rooms == {}
            await ann.task
            again = await live.player("Ann")
            await again.until(lambda: bool(again.told))
            assert again.told[0] == {"t": "moved", "to": "two/2"}


async def test_a_lease_that_is_renewed_is_not_taken() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, holder="one/1", pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await ann.until(lambda: bool(ann.told))
            later(live, START + LEASE * 0.9)
            await live.web.rooms.sweep()
            assert held_by(table, "two/2", START + LEASE * 1.5) == "one/1"


async def test_a_seat_is_taken_along_to_the_process_that_holds_the_match() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as first, served(table, holder="http://two.example") as second:
            first.web.rooms.holder = first.base
            bob = await first.player("Bob")
            await bob.until(lambda: bool(bob.told))
            token = table.token("Ann")
            sent = await get(second, "/m1/play", f"seat-m1={token}")
            assert sent.headers["location"] == f"{first.base}/s/{token}"
            come = await get(first, f"/s/{token}")
            assert come.headers["location"] == "/m1/play"
            assert come.headers["set-cookie"].partition(";")[0] == f"seat-m1={token}"
            sent = await get(second, "/m1/watch")
            assert sent.headers["location"] == f"{first.base}/m1/watch"


@pytest.mark.parametrize(("moment", "numbers"), [("tick", [2]), ("bell", [2]), ("written", [1])])
async def test_a_match_whose_process_is_killed_is_played_to_its_end_by_the_next(
    moment: str, numbers: list[int]
) -> None:
    with match_of("Ann", "Bob", options=ONE_ROUND) as table:
        played_until(table, moment)
        assert held_by(table, "two/2") == "killed/7"
        async with served(table, holder="two/2", now=START + LEASE, pace=HeldPace()) as live:
            if moment != "written":
                await live.player("Ann")
                await live.over()
        state = table.state()
        assert [told.number for told in state.rounds] == numbers
        assert table.match().status == "over"
        assert len(table.mails("Ann", "result")) == len(table.mails("Bob", "result")) == 1
        assert live.is_right()


def broken(table: Table, match: str) -> None:
    """The books have something of that match which nobody can read."""
    with table.engine.begin() as connection:
        connection.execute(text("UPDATE matches SET state = '{' WHERE id = :id"), {"id": int(match[1:])})


async def test_a_match_that_cannot_be_read_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    with match_of("Ann", "Bob") as table:
        open_match(table, "Ann", "Bob")
        books.record(table.desk, "m2", {"begun": 1}, "round 1 begins", START)
        broken(table, "m2")
        async with served(table, holder="one/1", pace=HeldPace()) as live:
            assert "match m2 can't be read" in caplog.text
            with table.desk.books() as book:
                book.take_lease("room/m2", "killed/7", START - LEASE, START)
                book.commit()
            ann, _ = await live.all_ready("Ann", "Bob")
            await live.play(lambda: live.room().phase == "playing")
            await live.web.rooms.sweep()
            await live.web.rooms.sweep()
            assert "room m2 can't be opened" in caplog.text
            await live.ticks(3)
            assert ann.tick >= 3
            table.write("Max", "moderate m1\npause because of the rain", "1 12:00")
            broken(table, "m1")
            await live.web.rooms.look()
            assert "room m1 can't read its match" in caplog.text
            assert live.web.rooms.rooms == {}
