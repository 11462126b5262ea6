"""The replay page: any tick of any round, what is marked along it, pictures; links without scripts."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from referee.games.paintfield.round import Round
from referee.web.paintfield.pictures import rounds
from tests.browser.paintfield import CLOCK, SEEN, hold_time, no_errors, opened
from tests.browser.screens import PHONE, SIZE, SMALL, axe
from tests.live.pace import HeldPace
from tests.live.site import Live, match_of, served

SET = """(value) => {
  const slider = document.getElementById('tick');
  slider.value = String(value);
  slider.dispatchEvent(new Event('input', {bubbles: true}));
}"""
INKED = """() => {
  const track = document.getElementById('marks');
  const data = track.getContext('2d').getImageData(0, 0, track.width, track.height).data;
  const rows = new Set();
  for (let at = 3; at < data.length; at += 4) if (data[at]) rows.add(Math.floor(at / 4 / track.width));
  return [...rows];
}"""
"""The rows of the marks that anything is drawn in."""
PHONE_SHARES = """() => {
  window.shared = [];
  navigator.canShare = (what) => what.files.length === 1;
  navigator.share = async (what) => {
    const [file] = what.files;
    const head = [...new Uint8Array(await file.slice(1, 4).arrayBuffer())];
    window.shared.push([file.name, file.type, String.fromCharCode(...head), what.title]);
    if (window.shared.length > 1) throw new DOMException('no', 'AbortError');
  };
}"""
"""A browser with a sheet for sharing, which is dismissed the second time."""


async def played(live: Live) -> list[list[Round]]:
    """A match of two people who don't steer and two bots, to its end; gives the states of its rounds."""
    await live.all_ready("Ann", "Bob")
    await live.over()
    return [list(one.states) for one in rounds("\n".join(live.table.state().log) + "\n")]


@pytest.mark.parametrize("how", [PHONE, SMALL], ids=["phone", "small"])
async def test_the_slider_shows_any_tick_of_any_round_with_its_counts(
    browser: Browser, how: dict[str, Any]
) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            states = await played(live)
            page = await opened(browser, live, "", "/m1/replay?round=1&tick=30", **how)
            for number, tick in ((1, 30), (1, 0), (1, 80), (2, 17)):
                if tick != 30:
                    await page.locator("#round").select_option(f"Round {number}")
                    await page.evaluate(SET, tick)
                state = states[number - 1][tick]
                await expect(page.locator("#told")).to_contain_text(f"Tick {tick} of 80,")
                counts = [str(count) for count in state.counts]
                await expect(page.locator("#seats .cells")).to_have_text(counts)
                await expect(page.locator("#seats .name")).to_have_text(["Ann", "Bob", "Bot", "Bot2"])
                field = state.field.decode()
                seen = await page.evaluate(SEEN)
                near = near_painters(state)
                assert not [at for at in range(784) if at not in near and seen[at] != field[at]]
            assert (await page.evaluate(SIZE))[0] <= how["viewport"]["width"]
            assert await axe(page) == []
            no_errors(page)


def near_painters(state: Round) -> set[int]:
    """The cells that a painter's disc reaches into."""
    return {cell + dx + 28 * dy for cell in state.stood for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


async def test_steals_and_the_lead_are_marked_and_the_round_plays_by_itself(browser: Browser) -> None:
    options = CLOCK.replace("ticks = 80", "ticks = 240")
    with match_of("Ann", "Bob", options=options, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            await played(live)
            told = rounds("\n".join(table.state().log) + "\n")
            number, thieves = next(
                (one.number, [seat for seat in range(4) if any(tick[seat] == "S" for tick in one.outcomes)])
                for one in told
                if "S" in "".join(one.outcomes)
            )
            page = await opened(browser, live, "", f"/m1/replay?round={number}")
            await expect(page.locator("main[data-loaded]")).to_be_attached()
            rows = await page.evaluate(INKED)
            assert sorted({row // 6 for row in rows if row < 25}) == thieves
            assert [row for row in rows if row >= 27]  # somebody led
            await page.get_by_label("Speed").select_option("8")
            await page.get_by_role("button", name="Play").click()
            await expect(page.locator("#told")).to_contain_text("Tick 240 of 240,")
            await expect(page.get_by_role("button", name="Play")).to_be_visible()
            no_errors(page)


async def test_a_replay_runs_at_the_speed_that_was_chosen(browser: Browser) -> None:
    options = CLOCK.replace("ticks = 80", "ticks = 240")
    with match_of("Ann", "Bob", options=options, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            await played(live)
            page = await opened(browser, live, "", "/m1/replay?round=1&tick=0")
            await expect(page.locator("main[data-loaded]")).to_be_attached()
            await hold_time(page)
            for speed, ticks in (("0.5", 5), ("1", 10), ("2", 20), ("8", 80)):
                await page.evaluate(SET, 0)
                await page.get_by_label("Speed").select_option(speed)
                await page.get_by_role("button", name="Play").click()
                await page.clock.run_for(400)  # ten ticks of 40 ms
                await page.get_by_role("button", name="Pause").click()
                shown = int(await page.locator("#tick").input_value())
                assert ticks - 3 <= shown <= ticks, speed  # at most a frame of 16 ms behind
            no_errors(page)


async def test_the_field_that_is_shown_can_be_taken_along_as_a_picture(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            await played(live)
            page = await opened(browser, live, "", "/m1/replay")
            async with page.expect_download() as download:
                await page.get_by_role("button", name="Share a picture").click()
            saved = await (await download.value).path()
            assert saved.read_bytes().startswith(b"\x89PNG")
            no_errors(page)


async def test_a_phone_hands_the_picture_to_its_own_sheet_for_sharing(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            await played(live)
            page = await opened(browser, live, "", "/m1/replay", **PHONE)
            await expect(page.locator("main[data-loaded]")).to_be_attached()
            await page.evaluate(PHONE_SHARES)
            for count in (1, 2):
                await page.get_by_role("button", name="Share a picture").click()
                await page.wait_for_function("(count) => window.shared.length === count", arg=count)
            shared = await page.evaluate("window.shared")
            assert shared == [["paintfield.png", "image/png", "PNG", await page.title()]] * 2
            no_errors(page)


async def test_without_scripts_a_replay_goes_step_by_step_by_links(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            states = await played(live)
            page = await opened(browser, live, "", "/m1/replay", java_script_enabled=False, **PHONE)
            steps = page.locator("noscript a")
            assert await page.locator("noscript h2").inner_text() == f"Round {len(states)}, tick 80 of 80"
            for name, told in (("Begin", 0), ("+80", 80), ("−8", 72), ("−1", 71), ("+1", 72), ("End", 80)):
                href = await steps.evaluate_all(
                    "(links, name) => links.find((link) => link.textContent === name).href", name
                )
                await page.goto(href)
                heading = await page.locator("noscript h2").inner_text()
                assert heading == f"Round {len(states)}, tick {told} of 80"
                drawn = await page.locator("noscript img").evaluate("(image) => image.naturalWidth")
                assert drawn == 448
            for path in ("?round=9&tick=7", "?round=1&tick=9999", "?round=x&tick=-1", "?tick=²"):
                answer = await page.goto(f"{live.base}/m1/replay{path}")
                assert answer is not None
                assert answer.status == 200
            for name in ("field-1-81.png", "field-9-0.png"):
                answer = await page.goto(f"{live.base}/m1/{name}")
                assert answer is not None
                assert answer.status == 404
