"""A page whose match another process has taken over goes there, and takes its seat along."""

from playwright.async_api import Browser, expect

from referee.web.paintfield.rooms import LEASE
from tests.browser.paintfield import playing
from tests.live.pace import HeldPace, settled
from tests.live.site import SLOW, START, later, match_of, served


async def test_a_page_follows_its_match_to_the_process_that_holds_it_now(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with (
            served(table, pace=HeldPace()) as first,
            served(table, pace=HeldPace()) as second,
        ):
            first.web.rooms.holder, second.web.rooms.holder = first.base, second.base
            ann = await playing(browser, first)
            later(second, START + 2 * LEASE)
            await settled(lambda: "m1" in second.web.rooms.rooms)
            bob = await second.player("Bob")
            await first.web.rooms.sweep()
            await ann.wait_for_url(f"{second.base}/m1/play")
            await expect(ann.locator("main")).to_have_attribute("data-you", "Ann")
            await second.play(lambda: second.room().phase == "playing")
            await bob.until(lambda: bool(bob.state["round"]) and bob.state["seats"][0]["present"])
            assert bob.state["again"] == {"n": 1, "why": "restart"}
            await expect(ann.locator("main")).to_have_attribute("data-phase", "playing")
