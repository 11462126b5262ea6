"""How Paintfield's page feels: keys, swipes, prediction, motion."""

import pytest
from playwright.async_api import Browser

from tests.browser.paintfield import (
    LONG,
    Gate,
    facing,
    hold_time,
    no_errors,
    opened,
    playing,
    reached,
    steered,
    swipe,
)
from tests.browser.screens import PHONE
from tests.live.pace import HeldPace, settled
from tests.live.site import match_of, served

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
                if facing(live, 0) == heading:
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
            first = (facing(live, 0) + 1) % 4
            codes = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
            for heading in (first, (first + 1) % 4):
                assert await ann.evaluate(PRESS, {"code": codes[heading]})
            await settled(lambda: len(live.round().waiting.get(0, ())) == 2)
            seen = []
            while live.round().waiting[0]:
                await live.tick()
                seen.append(facing(live, 0))
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
            first = facing(live, 0)
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
                await live.ticks(2)
                await reached(ann, live.round().state.tick)
                assert facing(live, 0) == heading
            await swipe(touch, "touchEnd")
            assert await ann.evaluate("() => window.scrollY") == 0


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
            await hold_time(ann)
            await live.tick()
            await reached(ann, live.round().state.tick)
            seen = set()
            for _ in range(6):
                await ann.clock.run_for(300)
                seen.add(await ann.evaluate("() => document.getElementById('field').toDataURL()"))
            no_errors(ann)
            return len(seen)
