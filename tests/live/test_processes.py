"""Two real `referee run` over one SQLite file: one holds a match, and is no more in the middle of a round."""

from pathlib import Path

import pytest

from referee.verifying import verify_match
from referee.web.paintfield.rooms import LEASE
from tests.live.processes import town
from tests.soak.world import stop

LONG = "ticks = 480\ntick_ms = 250\ncountdown_ms = 100\npause_ms = 50"
"""A round of two minutes, so that it is cut off however slow the machine."""
HELD = "SELECT holder = ? FROM leases WHERE name = 'room/m1'"
OVER = "SELECT count(*) FROM matches WHERE status = 'over'"
ROUNDS = "SELECT data FROM entries WHERE data LIKE '%\"round\"%'"
RESULTS = (
    "SELECT count(*) FROM outbox WHERE kind LIKE '%/result' AND \"to\" LIKE '%1@example.net' GROUP BY \"to\""
)


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "stopped"])
async def test_of_two_processes_one_holds_a_match_and_the_other_takes_it_on_by_itself(
    tmp_path: Path, is_killed: bool
) -> None:
    async with town(tmp_path) as built:
        built.open_match(LONG)
        first, second = await built.run(), await built.run()
        ann, _ = await first.all_ready()
        sent = await second.get("/m1/play", "Ann")
        assert sent.headers["location"] == f"{first.base}/s/{built.tokens['Ann']}"
        guest = await second.player("Bob")
        await guest.until(lambda: bool(guest.told))
        assert guest.told == [{"t": "moved", "to": first.base}]
        await ann.until(lambda: ann.tick >= 4)
        if is_killed:
            await first.kill()
            assert built.world.ask(HELD, first.base) == [(1,)]
            built.later(LEASE.total_seconds())
        else:
            await stop(first.process)
        await ann.task
        await built.world.until(HELD, second.base, process=second.process)
        again = await second.player("Ann")
        await again.phase("playing")
        assert (again.state["round"]["n"], again.state["again"]) == (2, {"n": 1, "why": "restart"})
        await again.until(lambda: again.tick >= 4)
        await again.say("resign")
        await again.phase("over")
        assert again.state["result"]["winners"] == ["Bob"]
        await built.world.until(OVER, process=second.process)
        assert len(built.world.ask(ROUNDS)) == 1
        assert built.world.ask(RESULTS) == [(1,), (1,)]
        with built.world.desk().books() as book:
            assert verify_match(book, "m1").is_right
        await stop(second.process)
