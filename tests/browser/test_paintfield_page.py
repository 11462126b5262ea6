"""Paintfield in a real browser: lobby to replay, prediction, lost connections, phones, accessibility.

The rooms' clock stands still until the test moves it, and pages keep up with it: nothing here depends on
how fast the browser is.
"""

import json

from playwright.async_api import Browser, expect

from referee.web.paintfield.wire import AWAY
from tests.browser.paintfield import (
    CLOCK,
    DRAWN,
    LONG,
    SEEN,
    Gate,
    facing,
    no_errors,
    opened,
    phase,
    reached,
    ready,
    replay_of,
    steered,
    tab_to,
)
from tests.browser.screens import PHONE, SIZE, axe
from tests.games.paintfield.play import SEED, bots_match
from tests.live.pace import HeldPace, settled
from tests.live.site import match_of, served


async def test_two_pages_and_two_bots_play_a_whole_match_from_lobby_to_checked_replay(
    browser: Browser,
) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await opened(browser, live, "Bob")
            assert live.table.token("Ann") not in ann.url
            assert await axe(ann) == []
            await ready(ann, bob)
            await live.ticks(3)
            for arrow, letter in (("ArrowDown", "KeyD"), ("ArrowLeft", "KeyS"), ("ArrowUp", "KeyA")):
                await ann.keyboard.press(arrow)
                await bob.keyboard.press(letter)
                await live.ticks(10)
            await live.over()
            await phase(ann, "over")
            no_errors(ann, bob)
            turned = [json.loads(line)["turns"] for line in table.state().log if '"turns"' in line]
            assert {seat for turns in turned for seat in turns} == {"0", "1", "2", "3"}
            assert not any('"away"' in line for line in table.state().log)
            await ann.get_by_role("link", name="Replay").click()
            await ann.get_by_role("button", name="Verify").click()
            await expect(ann.locator("main")).to_have_attribute("data-verified", "right")
            await expect(ann.locator("#checks .wrong")).to_have_count(0)
            seen = await ann.evaluate(SEEN)
            last = table.state().last.field.decode()
            assert sum(a != b for a, b in zip(seen, last, strict=True)) <= 20  # painters stand on theirs
            assert await axe(ann) == []
            no_errors(ann)


async def test_a_key_is_drawn_in_the_next_frame_before_the_server_has_said_anything(browser: Browser) -> None:
    gate = Gate()
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann", gate=gate), await opened(browser, live, "Bob")
            await ready(ann, bob)
            await live.ticks(6)
            await reached(ann, 6)
            gate.is_shut = True
            drawn = await ann.evaluate(
                """async () => {
                  const main = document.getElementById('main');
                  for (const code of ['ArrowLeft', 'ArrowUp']) {
                    window.dispatchEvent(new KeyboardEvent('keydown', {code}));
                    if (main.dataset.steered) break;
                  }
                  await new Promise((done) => requestAnimationFrame(done));
                  return [main.dataset.expected, main.dataset.steered];
                }"""
            )
            assert drawn[0] != ""
            assert drawn[1] != ""
            assert await ann.locator("main").get_attribute("data-confirmed") is None
            await steered(live, 0)
            await live.tick(silent=[0])
            gate.open()
            await expect(ann.locator("main[data-confirmed]")).to_be_attached()
            no_errors(ann, bob)


async def test_a_lost_connection_is_covered_and_comes_back_in_mid_round(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await live.player("Bob")
            await bob.say("ready")
            await ready(ann)
            await live.ticks(10)
            lost = live.room().seats[0]
            lost.close()
            await settled(lambda: live.room().seats.get(0) is not lost)
            await live.tick()
            assert bob.seat(0)[1] & AWAY
            await settled(lambda: 0 in live.room().seats)
            await live.ticks(2)
            assert not bob.seat(0)[1] & AWAY
            await reached(ann, 13)
            await expect(ann.locator("#connection")).to_contain_text("Connected")


async def test_an_onlookers_canvas_is_the_servers_field(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            watcher = await opened(browser, live, "", "/m1/watch")
            await live.all_ready("Ann", "Bob")
            await phase(watcher, "playing")
            await live.ticks(60)
            await reached(watcher, 60)
            await watcher.evaluate(DRAWN)
            seen = await watcher.evaluate(SEEN)
            stood = live.round().state.stood
            field = live.round().state.field.decode()
            assert [
                (at, a, b)
                for at, (a, b) in enumerate(zip(seen, field, strict=True))
                if a != b and at not in stood
            ] == []
            assert sum(seen.count(digit) for digit in "0123") > 100
            no_errors(watcher)


async def test_everything_can_be_done_with_the_keyboard_alone(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await live.player("Bob")
            await bob.say("ready")
            await expect(ann.get_by_role("button", name="I am ready")).to_be_visible()
            await tab_to(ann, "ready")
            await ann.keyboard.press("Enter")
            await phase(ann, "playing")
            await live.ticks(3)
            await reached(ann, 3)
            for heading, key in ((2, "ArrowDown"), (3, "ArrowLeft"), (0, "ArrowUp"), (1, "ArrowRight")):
                if heading != facing(live, 0):
                    await ann.keyboard.press(key)
                    assert await steered(live, 0) == heading
                    await live.ticks(2)
                    await reached(ann, live.round().state.tick)
                    assert facing(live, 0) == heading
            await tab_to(ann, "resign")
            await ann.keyboard.press("Enter")
            await ann.keyboard.press("Shift+Tab")
            await ann.keyboard.press("Enter")
            await settled(live.is_between_rounds)
            await live.over()
            await bob.phase("over")
            assert table.state().ending.winners == ("Bob",)


async def test_a_refused_websocket_is_said_plainly_before_a_game_is_offered(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            context = await browser.new_context()
            await context.add_init_script(
                "window.WebSocket = class { constructor() { throw new Error('no'); } }"
            )
            page = await context.new_page()
            await page.goto(f"{live.base}/s/{table.token('Ann')}")
            await expect(page.get_by_role("alert")).to_contain_text("refuses live connections")
            await expect(page.get_by_role("button", name="I am ready")).to_be_hidden()
            await expect(page.get_by_text("by letter it works anywhere")).to_be_visible()


async def test_the_pad_is_there_for_who_steers_on_a_touch_screen_and_for_nobody_else(
    browser: Browser,
) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann", **PHONE), await live.player("Bob")
            watcher = await opened(browser, live, "", "/m1/watch", **PHONE)
            await expect(ann.get_by_role("button", name="I am ready")).to_be_visible()
            await expect(ann.locator("#pad")).to_be_hidden()
            await bob.say("ready")
            await ready(ann)
            await live.ticks(3)
            await reached(ann, 3)
            heading = (facing(live, 0) + 1) % 4
            await ann.locator(f"#pad button[data-heading='{heading}']").tap()
            assert await steered(live, 0) == heading
            await reached(watcher, 3)
            await expect(watcher.locator("#pad")).to_be_hidden()
            assert (await ann.evaluate(SIZE))[1] <= 844


async def test_other_pages_are_accessible_and_fit_too(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            await live.all_ready("Ann", "Bob")
            await live.over()
            for path in ("/", "/m1", "/m1/replay"):
                page = await opened(browser, live, "", path, viewport={"width": 320, "height": 640})
                assert await axe(page) == [], path
                assert (await page.evaluate(SIZE))[0] <= 320, path
                no_errors(page)


async def test_a_log_in_the_link_itself_is_replayed_without_the_server_knowing_it(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            address = replay_of("\n".join(bots_match(SEED, 4).log))
            assert len(address) < 12_000
            page = await opened(browser, live, "", address)
            await expect(page.locator("#told")).to_contain_text("Tick 480 of 480")
            await page.get_by_role("button", name="Verify").click()
            await expect(page.locator("main")).to_have_attribute("data-verified", "right")
