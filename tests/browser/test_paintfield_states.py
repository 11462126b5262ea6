"""Every state that Paintfield's page can be in: what it says and offers, on a phone, in the dark, to all."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.paintfield import (
    LONG,
    Gate,
    no_errors,
    opened,
    phase,
    playing,
    reached,
    ready,
    tab_to,
    to_the_bell,
)
from tests.browser.screens import DESK, LYING, PHONE, SIZE, SMALL, axe, looks_right
from tests.live.pace import HeldPace, settled
from tests.live.site import match_of, served
from tests.table import Table

SHORT = "ticks = 40\ntick_ms = 40\nrounds = 3\ncountdown_ms = 300\npause_ms = 4000"
NEWER = "You have opened this match in another window"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("how", [PHONE, SMALL, DESK, LYING], ids=["phone", "small", "desk", "lying"])
async def test_every_stage_fits_the_screen_and_is_accessible(
    browser: Browser, how: dict[str, Any], scheme: str
) -> None:
    names = ("Ann", "Bob", "Christopher", "Maximiliane")
    with match_of(*names, options=SHORT) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann", color_scheme=scheme, **how)
            watcher = await opened(browser, live, "", "/m1/watch", color_scheme=scheme, **how)
            both = (ann, watcher)
            for page in both:
                await expect(page.get_by_text("How to play")).to_be_visible()
                await looks_right(page, how)
            others = [await live.player(name) for name in names[1:]]
            for other in others:
                await other.say("ready")
            await ready(ann)
            for page in both:
                await phase(page, "playing")
                await looks_right(page, how)
            for tick in range(1, 36):
                await live.tick()
                await reached(watcher, tick)
            for page in both:
                await expect(page.get_by_text("Last ", exact=False).first).to_be_visible()
                await looks_right(page, how)
            await to_the_bell(live)
            for page in both:
                await phase(page, "pause")
                await expect(page.locator("#banner")).to_be_visible()
                await looks_right(page, how)
            await live.over()
            for page in both:
                await phase(page, "over")
                await expect(page.get_by_role("link", name="Replay")).to_be_visible()
                await looks_right(page, how)
            no_errors(*both)


async def test_the_lobby_says_who_is_missing_and_how_it_is_played(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG, more="bots = 1") as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann")
            words = ann.locator("#seats .words")
            await expect(words).to_have_text(["you, not ready", "not here", "bot"])
            await ann.get_by_role("button", name="I am ready").click()
            await expect(ann.get_by_role("status")).to_have_text("Waiting for Bob.")
            await expect(words).to_have_text(["you, ready", "not here", "bot"])
            bob = await live.player("Bob")
            await expect(words).to_have_text(["you, ready", "not ready", "bot"])
            await bob.say("ready")
            await phase(ann, "playing")
            await expect(ann.get_by_text("How to play")).to_be_hidden()
            no_errors(ann)


async def test_the_connection_and_its_delay_are_told_in_words(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann")
            await expect(ann.get_by_text("Connected, ")).to_have_text(re.compile(r"^Connected, \d+ ms\.$"))


@pytest.mark.parametrize("name", ["Ann", ""])
async def test_a_lost_connection_is_said_on_the_field_and_offers_nothing(browser: Browser, name: str) -> None:
    gate = Gate()
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            page = await opened(browser, live, name, "" if name else "/m1/watch", gate=gate)
            await expect(page.get_by_text("Connected")).to_be_visible()
            await gate.cut()
            lost = page.get_by_role("alert").filter(has_text="The connection is lost")
            await expect(lost).to_be_visible()
            await expect(lost).not_to_contain_text("bot")  # nothing is played yet
            await expect(page.get_by_role("button", name="I am ready")).to_be_hidden()
            gate.mend()
            await expect(lost).to_be_hidden()
            await expect(page.get_by_text("Connected")).to_be_visible()
            no_errors(page)


async def test_who_plays_is_told_that_a_bot_steers_while_the_connection_is_lost(browser: Browser) -> None:
    gate = Gate()
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            watcher = await opened(browser, live, "", "/m1/watch")
            ann = await playing(browser, live, gate=gate)
            await gate.cut()
            await expect(ann.get_by_role("alert")).to_contain_text("A bot steers for you until it is back.")
            await settled(lambda: 0 not in live.room().seats)
            await live.tick()
            await expect(watcher.locator("#seats .words").first).to_have_text("bot steers")
            sent = await ann.locator("main").get_attribute("data-steered")
            await ann.keyboard.press("ArrowDown")
            assert await ann.locator("main").get_attribute("data-steered") == sent
            gate.mend()
            await settled(lambda: 0 in live.room().seats)
            await live.ticks(2)
            await expect(watcher.locator("#seats .words").first).to_have_text("")
            await expect(ann.locator("#seats .words").first).to_have_text("you")
            no_errors(ann, watcher)


async def test_a_line_that_is_dead_without_being_closed_is_noticed_and_opened_anew(browser: Browser) -> None:
    gate = Gate()
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann", gate=gate)
            await expect(ann.get_by_text("Connected, ")).to_be_visible()
            await ann.clock.install()
            await ann.reload()
            await expect(ann.get_by_text("Connected, ")).to_be_visible()
            before = live.room().seats[0]
            gate.kill()
            for _ in range(6):
                await ann.clock.run_for(1000)
            await expect(ann.get_by_role("alert")).to_contain_text("The server does not answer.")
            for _ in range(30):
                await ann.clock.run_for(1000)
            await settled(lambda: live.room().seats.get(0) not in (None, before))
            await expect(ann.get_by_text("Connected, ")).to_be_visible()
            await expect(ann.locator("#lost")).to_be_hidden()


@pytest.mark.parametrize("at", ["lobby", "playing"])
async def test_an_older_page_says_that_another_one_plays_and_can_take_it_back(
    browser: Browser, at: str
) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            old = await (playing(browser, live) if at == "playing" else opened(browser, live, "Ann"))
            new = await opened(browser, live, "Ann")
            await phase(new, at)
            await expect(old.get_by_role("alert")).to_contain_text(NEWER)
            for name in ("I am ready", "Resign", "Pad"):
                await expect(old.get_by_role("button", name=name)).to_be_hidden()
            await expect(new.get_by_role("button", name="Resign")).to_be_visible()
            await expect(new.locator("#newer")).to_be_hidden()
            plays = live.room().seats[0]
            older = next(one for one in live.room().connections if one.seat is None)
            older.close()  # it comes back, and still only watches
            rest = 2 if at == "playing" else 1
            await settled(lambda: len(live.room().connections - {plays, older}) == rest)
            assert live.room().seats[0] is plays
            await old.get_by_role("button", name="Play here").click()
            await expect(new.get_by_role("alert")).to_contain_text(NEWER)
            await expect(old.get_by_role("button", name="Resign")).to_be_visible()
            no_errors(old, new)


async def test_a_network_that_refuses_websockets_is_told_of_and_by_letter_is_a_link(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            gate = Gate()
            await gate.cut()
            page = await opened(browser, live, "Ann", gate=gate, **PHONE)
            await expect(page.get_by_role("alert")).to_contain_text("refuses live connections")
            await expect(page.locator("#field")).to_be_hidden()
            await expect(page.get_by_role("button", name="I am ready")).to_be_hidden()
            by_letter = page.get_by_role("link", name="by letter")
            await expect(by_letter).to_have_attribute("href", _mailto(table))
            await looks_right_at_rest(page)
            gate.mend()
            await expect(page.get_by_role("button", name="I am ready")).to_be_visible()
            await expect(page.locator("#refused")).to_be_hidden()


async def looks_right_at_rest(page: Page) -> None:
    """Nothing goes sideways, and axe finds nothing serious."""
    assert (await page.evaluate(SIZE))[0] <= 390
    assert await axe(page) == []


def _mailto(table: Table) -> str:
    address = table.desk.policy.address
    return f"mailto:{address}?body=challenge%20NAME%20to%20paintfield%20by%20mail"


async def test_without_scripts_the_play_page_says_so_and_links_to_play_by_letter(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            page = await opened(browser, live, "Ann", java_script_enabled=False, **PHONE)
            await expect(page.locator("noscript")).to_be_visible()
            assert "Playing live needs JavaScript" in await page.locator("noscript").inner_text()
            await expect(page.locator("noscript a").first).to_have_attribute("href", _mailto(table))
            await expect(page.locator("#field")).to_be_hidden()
            await expect(page.get_by_role("button")).to_have_count(0)


async def test_resigning_is_asked_about_and_can_be_called_off_with_the_keyboard(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            await tab_to(ann, "resign")
            await ann.keyboard.press("Enter")
            await expect(ann.get_by_role("button", name="Play on")).to_be_focused()
            assert await axe(ann) == []
            await ann.keyboard.press("Escape")
            await expect(ann.get_by_role("dialog")).to_be_hidden()
            await live.ticks(2)
            assert live.round().state.painters[0].is_in
