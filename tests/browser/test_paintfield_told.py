"""What Paintfield's page tells while a round is played: the score, sounds, words for who can't see it."""

from playwright.async_api import Browser, expect

from tests.browser.paintfield import (
    LONG,
    no_errors,
    opened,
    phase,
    playing,
    reached,
    ready,
    to_the_bell,
)
from tests.live.pace import HeldPace
from tests.live.site import match_of, served

SECONDS = "ticks = 60\ntick_ms = 1000\ncountdown_ms = 300\npause_ms = 400"
"""A tick a second, so that a round's minute is sixty ticks."""


async def test_the_score_moves_with_every_tick_in_the_bar_in_the_list_and_in_words(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            for _ in range(12):
                await live.tick()
                await reached(ann, live.round().state.tick)
                counts = [str(count) for count in live.round().state.counts]
                assert await ann.locator("#bar .part").all_text_contents() == counts
                assert await ann.locator("#seats .cells").all_text_contents() == counts
                widths = await ann.evaluate(
                    "() => [...document.querySelectorAll('.part')].map((part) => part.style.flexGrow)"
                )
                assert widths == counts
                told = await ann.locator("#bar").get_attribute("aria-label")
                assert told == f"Cells: Ann {counts[0]}, Bob {counts[1]}, Bot {counts[2]}, Bot2 {counts[3]}"
            no_errors(ann)


async def test_there_is_no_sound_until_it_is_switched_on(browser: Browser) -> None:
    with match_of("Ann", "Bob", options="ticks = 40\ntick_ms = 40\nrounds = 3\npause_ms = 40") as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await live.player("Bob")
            await ann.evaluate(
                """() => {
                  window.heard = 0;
                  const start = OscillatorNode.prototype.start;
                  OscillatorNode.prototype.start = function (...how) {
                    window.heard += 1;
                    return start.apply(this, how);
                  };
                }"""
            )
            button = ann.get_by_role("button", name="Sound")
            await expect(button).to_have_attribute("aria-pressed", "false")
            await bob.say("ready")
            await ready(ann)
            await to_the_bell(live)
            await phase(ann, "pause")
            assert await ann.evaluate("() => window.heard") == 0
            await button.click()
            await expect(button).to_have_attribute("aria-pressed", "true")
            assert await ann.evaluate("() => window.heard") == 1
            await live.over()
            await phase(ann, "over")
            assert await ann.evaluate("() => window.heard") > 1
            no_errors(ann)


async def test_a_screen_reader_hears_of_the_round_its_last_seconds_and_its_bell(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=SECONDS) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await live.player("Bob")
            await ann.evaluate(
                """() => {
                  const place = document.querySelector('[role=status]');
                  window.said = [place.textContent];
                  const note = () => window.said.push(place.textContent);
                  new MutationObserver(note).observe(place, {childList: true, characterData: true});
                }"""
            )
            await bob.say("ready")
            await ready(ann)
            for tick in range(1, 60):
                await live.tick()
                await reached(ann, tick)
                if tick in (15, 30, 45):
                    left = f"{60 - tick} seconds left."
                    await expect(ann.get_by_role("status")).to_contain_text(left)
                    await expect(ann.locator("#clock")).to_have_text(f"0:{60 - tick}")
                late = ann.get_by_text("Last 15 seconds")
                await expect(late).to_be_visible(visible=tick >= 45)
            await to_the_bell(live)
            takes = "Nobody" if table.state().rounds[-1].winner is None else "takes the round"
            await expect(ann.get_by_role("status")).to_contain_text(takes)
            await expect(ann.get_by_text("Last 15 seconds")).to_be_hidden()
            said = await ann.evaluate("() => window.said")
            assert len(said) <= 8, said  # it does not talk all the time
            assert not [words for words in said if words.endswith(" .")], said
            no_errors(ann)
