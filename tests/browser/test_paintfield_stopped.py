"""What Paintfield's page says of a clock that a moderator stopped, and of rounds that are played again."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser.paintfield import playing
from tests.browser.screens import DESK, LYING, PHONE, looks_right
from tests.live.moderator import override, take_back_round
from tests.live.pace import HeldPace
from tests.live.site import QUICK, match_of, served

STOPPED = "The moderator has stopped the clock."


@pytest.mark.parametrize("how", [PHONE, DESK, LYING], ids=["phone", "desk", "lying"])
async def test_a_stopped_clock_and_a_round_played_again_are_told_within_the_screen(
    browser: Browser, how: dict[str, Any]
) -> None:
    with match_of("Ann", "Bob", options=QUICK) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live, **how)
            await override(live, "pause")
            notice = ann.locator("#told")
            await expect(notice).to_contain_text(f"{STOPPED} This round is played to its bell")
            await looks_right(ann, how)
            await live.play(lambda: live.room().phase == "waiting")
            await expect(notice).to_contain_text(f"{STOPPED} No round begins")
            await looks_right(ann, how)
            await take_back_round(live)
            await override(live, "resume")
            await live.play(lambda: live.room().live is not None)
            await expect(notice).to_contain_text("took round 1 back; it is played again as round 2")
            await looks_right(ann, how)
            await live.over()
            await expect(notice).to_be_hidden()
