"""A page that has shown the end follows when a moderator takes it back, with its line or without."""

from playwright.async_api import Browser, Page, Request, expect

from referee.web.paintfield.room import LINGER
from tests.browser.paintfield import no_errors, phase, playing, reached
from tests.live.moderator import override
from tests.live.pace import HeldPace, settled
from tests.live.site import SLOW, Live, match_of, served

MARKED = "() => { window.isThisPage = true; }"
IS_MARKED = "() => window.isThisPage === true"


async def ended(live: Live) -> None:
    """The moderator has ended the match in the middle of its first round."""
    await live.ticks(3)
    await override(live, "end won by Bob")
    await live.over()


async def closed(live: Live, page: Page) -> None:
    """The room has gone, and the page knows."""
    room = live.room()
    live.held.to(live.held.time + LINGER)
    await settled(lambda: room.is_done)
    await live.web.rooms.sweep()
    await expect(page.locator("main")).to_have_attribute("data-connection", "left")


def is_question(request: Request) -> bool:
    return request.method == "HEAD"


async def test_a_page_that_told_the_end_plays_on_when_the_end_is_taken_back(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            await ended(live)
            await phase(ann, "over")
            await expect(ann.locator("#connection")).to_have_text("The match is over.")
            await expect(ann.locator("#over")).to_be_visible()
            await ann.evaluate(MARKED)
            await override(live, "undo")
            await live.play(lambda: live.room().phase == "playing")
            await phase(ann, "playing")
            await expect(ann.locator("#over")).to_be_hidden()
            await live.ticks(3)
            await reached(ann, 3)
            await expect(ann.locator("#connection")).not_to_have_text("The match is over.")
            assert await ann.evaluate(IS_MARKED)
            no_errors(ann)


async def test_a_page_whose_line_has_closed_after_the_end_asks_whether_the_match_goes_on(
    browser: Browser,
) -> None:
    with match_of("Ann", "Bob", options=SLOW) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            await ended(live)
            await phase(ann, "over")
            await ann.clock.install()
            await closed(live, ann)
            async with ann.expect_request_finished(is_question):
                await ann.clock.fast_forward(31_000)
            await expect(ann.locator("#lost")).to_be_hidden()
            await expect(ann.locator("#connection")).to_have_text("The match is over.")
            assert live.web.rooms.rooms == {}, "asking opens no room of a match that is over"
            await override(live, "undo")
            await ann.clock.fast_forward(31_000)
            await settled(lambda: "m1" in live.web.rooms.rooms)
            await live.play(lambda: live.room().phase == "playing")
            await phase(ann, "playing")
            no_errors(ann)
