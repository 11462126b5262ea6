"""How Paintfield's page feels: keys, swipes, prediction, score, sound, words, motion."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.paintfield import (
    LONG,
    Gate,
    no_errors,
    opened,
    phase,
    reached,
    ready,
    steered,
    swipe,
    to_the_bell,
)
from tests.live.pace import HeldPace, settled
from tests.live.site import Live, match_of, served

SECONDS = "ticks = 60\ntick_ms = 1000\ncountdown_ms = 300\npause_ms = 400"
"""A tick a second, so that a round's minute is sixty ticks."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PRESS = """(made) => {
  const main = document.getElementById('main');
  const before = main.dataset.steered;
  window.dispatchEvent(new KeyboardEvent('keydown', made));
  return main.dataset.steered !== before;
}"""
"""Presses a key; gives whether the page sent a turn for it."""
AT_REST = """async () => {
  const canvas = document.getElementById('field');
  let before = '';
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = canvas.toDataURL();
    if (now === before) return;
    before = now;
  }
}"""
"""Nothing moves on the field any more."""
NEXT_FRAME = """async (made) => {
  const canvas = document.getElementById('field');
  const before = canvas.toDataURL();
  for (const code of made) {
    window.dispatchEvent(new KeyboardEvent('keydown', {code}));
    if (document.getElementById('main').dataset.steered) break;
  }
  await new Promise((done) => requestAnimationFrame(done));
  return canvas.toDataURL() !== before;
}"""
"""Steers; gives whether the next frame looks different."""
PREDICTED = """async (delay) => {
  const { Game } = await import('/static/paintfield/game.js');
  const game = new Game(0);
  const field = '.'.repeat(784);
  const start = performance.now();
  game.take({n: 1, ticks: 480, tick: 10, field, painters: [[400, 8 + 1, 0], [100, 8 + 1, 0]]});
  game.delay = delay;
  game.steer(2, game.heardAt);
  const told = [];
  for (const cell of [401, 402, 403, 404, 405, 406]) {
    const { path, facing } = game.expected(start + 1);
    told.push({path, facing});
    const view = new DataView(new ArrayBuffer(14));
    view.setUint16(0, game.round.tick + 1);
    view.setUint16(2, cell);
    view.setUint8(4, 8 + 1);
    view.setUint16(8, 100);
    view.setUint8(10, 8 + 1);
    game.ticked(view);
  }
  const view = new DataView(new ArrayBuffer(14));
  view.setUint16(0, game.round.tick + 1);
  view.setUint16(2, 434);
  view.setUint8(4, 8 + 2);
  view.setUint8(7, 1);
  view.setUint16(8, 100);
  view.setUint8(10, 8 + 1);
  game.ticked(view);
  return {told, after: game.expected(start + 1), cell: game.round.painters[0].cell};
}"""
"""What is expected of a turn south at (8, 14) while the answers to it come late, and after the answer."""
SHADES = """async () => {
  const { Board } = await import('/static/paintfield/canvas.js');
  const { CELLS } = await import('/static/paintfield/engine.js');
  const canvas = document.createElement('canvas');
  const board = new Board(canvas);
  const at = (field, ahead, marks) => {
    board.draw(Int8Array.from(field), marks, ahead);
    const size = canvas.width / 28;
    return [...canvas.getContext('2d').getImageData(5.5 * size, 5.1 * size, 1, 1).data].slice(0, 3);
  };
  const bare = new Array(CELLS).fill(-1);
  const painted = bare.with(5 * 28 + 5, 0);
  const mark = (light) => [{x: 5, y: 5, facing: 1, seat: 0, own: true, light}];
  return {
    bare: at(bare, [], []), expected: at(bare, [{cell: 145, seat: 0}], []), confirmed: at(painted, [], []),
    light: at(bare, [], mark(true)), sure: at(bare, [], mark(false)),
  };
}"""
"""The colour within a cell that is bare, only expected, and confirmed; and of a painter in it."""


async def playing(browser: Browser, live: Live, name: str = "Ann", rival: str = "Bob", **how: Any) -> Page:
    """That seat's page in a round in which it has seen three ticks."""
    page, other = await opened(browser, live, name, **how), await live.player(rival)
    await other.say("ready")
    await ready(page)
    await live.ticks(3)
    await reached(page, 3)
    return page


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_the_frame_after_a_key_looks_different_though_the_server_is_silent(
    browser: Browser, motion: str
) -> None:
    gate = Gate()
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live, gate=gate, reduced_motion=motion)
            gate.is_shut = True
            await ann.evaluate(AT_REST)
            assert await ann.evaluate(NEXT_FRAME, ["ArrowLeft", "ArrowUp"])
            gate.open()
            no_errors(ann)


@pytest.mark.parametrize("delay", [0, 100, 200, 300, 5000])
async def test_a_turn_is_foreseen_for_three_ticks_at_most_and_then_it_is_as_the_server_says(
    browser: Browser, delay: int
) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann")
            found = await ann.evaluate(PREDICTED, delay)
            assert all(1 <= len(told["path"]) <= 3 for told in found["told"])
            assert all(told["facing"] == 2 for told in found["told"])
            assert all(
                told["path"][-1] == told["path"][-2] + 28 for told in found["told"] if told["path"][1:]
            )
            assert len(found["told"][0]["path"]) == min(3, 1 + delay // 125)
            assert (found["after"], found["cell"]) == (None, 434)


async def test_what_is_only_expected_is_lighter_than_what_the_server_has_said(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await opened(browser, live, "Ann", color_scheme="light")
            seen = await ann.evaluate(SHADES)
            assert sum(seen["bare"]) > sum(seen["expected"]) > sum(seen["confirmed"])
            assert sum(seen["bare"]) > sum(seen["light"]) > sum(seen["sure"])


async def test_keys_go_by_their_place_and_not_by_what_is_printed_on_them(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            for heading, code, printed in (
                (0, "KeyW", "z"),
                (3, "KeyA", "q"),
                (2, "KeyS", "s"),
                (1, "KeyD", "в"),
            ):
                if live.round().state.painters[0].facing == heading:
                    continue
                assert not await ann.evaluate(PRESS, {"code": "KeyZ", "key": code[-1].lower()})
                assert not await ann.evaluate(PRESS, {"code": code, "key": printed, "ctrlKey": True})
                assert not await ann.evaluate(PRESS, {"code": code, "key": printed, "repeat": True})
                assert await ann.evaluate(PRESS, {"code": code, "key": printed})
                assert await steered(live, 0) == heading
                await live.tick()
                await reached(ann, live.round().state.tick)


async def test_two_quick_keys_are_for_two_ticks(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            first = (live.round().state.painters[0].facing + 1) % 4
            codes = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
            for heading in (first, (first + 1) % 4):
                assert await ann.evaluate(PRESS, {"code": codes[heading]})
            await settled(lambda: len(live.round().waiting.get(0, ())) == 2)
            seen = []
            while live.round().waiting[0]:
                await live.tick()
                seen.append(live.round().state.painters[0].facing)
            assert [heading for at, heading in enumerate(seen) if [heading] != seen[at - 1 : at]][-2:] == [
                first,
                (first + 1) % 4,
            ]


async def test_a_swipe_is_24_pixels_along_the_axis_that_it_mostly_follows(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live, **PHONE)
            box = await ann.locator("#field").bounding_box()
            assert box is not None
            x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
            touch = await ann.context.new_cdp_session(ann)
            steps = {0: (-9, -24), 1: (24, -9), 2: (9, 24), 3: (-24, 9)}
            first = live.round().state.painters[0].facing
            await swipe(touch, "touchStart", x, y)
            for heading in ((first + 1) % 4, (first + 2) % 4, (first + 3) % 4):
                dx, dy = steps[heading]
                short = {24: 23, -24: -23}
                sent = await ann.locator("main").get_attribute("data-steered")
                await swipe(touch, "touchMove", x + short.get(dx, dx), y + short.get(dy, dy))
                assert await ann.locator("main").get_attribute("data-steered") == sent
                x, y = x + dx, y + dy
                await swipe(touch, "touchMove", x, y)
                assert await steered(live, 0) == heading
                await live.tick()
                await reached(ann, live.round().state.tick)
            await swipe(touch, "touchEnd")
            assert await ann.evaluate("() => window.scrollY") == 0


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
            takes = "takes the round" if won(table) else "Nobody"
            await expect(ann.get_by_role("status")).to_contain_text(takes)
            await expect(ann.get_by_text("Last 15 seconds")).to_be_hidden()
            said = await ann.evaluate("() => window.said")
            assert len(said) <= 8, said  # it does not talk all the time
            assert not [words for words in said if words.endswith(" .")], said
            no_errors(ann)


def won(table: Any) -> bool:
    """Whether anybody has taken the last round."""
    return table.state().rounds[-1].winner is not None


async def test_ticks_are_acknowledged_though_no_timer_runs_and_nothing_is_drawn(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=LONG) as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live)
            await ann.evaluate(
                """() => {
                  window.requestAnimationFrame = window.setTimeout = window.setInterval = () => 0;
                  for (let id = 1; id < 10000; id += 1) {
                    clearTimeout(id);
                    cancelAnimationFrame(id);
                  }
                }"""
            )
            await live.ticks(20)  # each waits until the page has acknowledged it
            assert live.round().away == set()
            no_errors(ann)


async def test_painters_glide_between_cells_and_with_reduced_motion_they_don_t(browser: Browser) -> None:
    assert await _stages(browser, "no-preference") == 6
    assert await _stages(browser, "reduce") == 1


async def _stages(browser: Browser, motion: str) -> int:
    """In how many ways a tick is drawn until the painters have arrived, with the page's time held."""
    with match_of("Ann", "Bob", options="ticks = 800\ntick_ms = 2000\ncountdown_ms = 300") as table:
        async with served(table, pace=HeldPace()) as live:
            ann = await playing(browser, live, reduced_motion=motion)
            await ann.clock.install()
            now = datetime.fromtimestamp(await ann.evaluate("() => Date.now() / 1000"), UTC)
            await ann.clock.pause_at(now + timedelta(hours=1))
            await live.tick()
            await reached(ann, live.round().state.tick)
            seen = set()
            for _ in range(6):
                await ann.clock.run_for(300)
                seen.add(await ann.evaluate("() => document.getElementById('field').toDataURL()"))
            no_errors(ann)
            return len(seen)
