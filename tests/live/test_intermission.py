"""A process that is killed between two rounds: what was played stays, and the next one goes on from there."""

import pytest

from referee.web.paintfield.rooms import LEASE
from tests.live.killed import played_until
from tests.live.pace import HeldPace
from tests.live.site import START, match_of, served


@pytest.mark.parametrize(
    ("moment", "next_number"), [("pause", 2), ("pauses end", 2), ("begun", 3), ("countdown", 3), ("go", 3)]
)
async def test_a_match_whose_process_is_killed_between_rounds_goes_on_after_the_last_bell(
    moment: str, next_number: int
) -> None:
    with match_of("Ann", "Bob") as table:
        played_until(table, moment)
        bell = table.state().log[-1]
        assert [told.number for told in table.state().rounds] == [1]
        async with served(table, holder="two/2", now=START + LEASE, pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await live.play(lambda: live.room().phase == "playing")
            await ann.phase("playing")
            assert (ann.state["round"]["n"], ann.state["played"]) == (next_number, 1)
            assert ann.state["again"] == ({"n": 2, "why": "restart"} if next_number == 3 else None)
            await live.over()
            assert live.is_right()
        rounds = [told.number for told in table.state().rounds]
        assert rounds == [1, *range(next_number, next_number + len(rounds) - 1)]
        assert table.state().score.played == len(rounds)
        assert table.state().log.count(bell) == 1
        assert len(table.mails("Ann", "result")) == len(table.mails("Bob", "result")) == 1
