"""What Paintfield's pages show and ask for: the countdown, a pattern for each seat, nobody else's site."""

from itertools import combinations
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, expect

from tests.browser.paintfield import CLOCK, hold_time, no_errors, opened, ready
from tests.live.pace import HeldPace
from tests.live.site import match_of, served

PATTERNS = """() => {
  const canvas = document.getElementById('field');
  const pen = canvas.getContext('2d');
  const size = canvas.width / 28;
  const colours = ['230,159,0', '86,180,233', '0,158,115', '204,121,167'];
  const masks = [[], [], [], []];
  for (let cell = 0; cell < 784; cell += 1) {
    const data = pen.getImageData((cell % 28) * size, Math.floor(cell / 28) * size, size, size).data;
    const seen = [];
    for (let at = 0; at < data.length; at += 4) seen.push(`${data[at]},${data[at + 1]},${data[at + 2]}`);
    const seat = colours.findIndex((colour) => seen.filter((one) => one === colour).length > seen.length / 4);
    if (seat >= 0) masks[seat].push(seen.map((one) => (one === colours[seat] ? '.' : '#')).join(''));
  }
  return masks.map((all) => {
    const counts = new Map();
    for (const mask of all) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0][0];
  });
}"""
"""For each seat where its cells are not of its plain colour: the mask that most of them have."""


async def test_the_countdown_shows_each_second_in_figures(browser: Browser) -> None:
    options = "ticks = 800\ntick_ms = 50\ncountdown_ms = 3000"
    with match_of("Ann", "Bob", options=options) as table:
        async with served(table, pace=HeldPace()) as live:
            ann, bob = await opened(browser, live, "Ann"), await live.player("Bob")
            await bob.say("ready")
            await hold_time(ann)
            await ready(ann)
            figure = ann.locator("#countdown")
            for shown in ("3", "2", "1", ""):
                await ann.clock.run_for(50)
                await expect(figure).to_have_text(shown)
                await ann.clock.run_for(950)
            no_errors(ann)


async def test_each_seat_has_a_pattern_of_its_own_beside_its_colour(browser: Browser) -> None:
    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            await live.all_ready("Ann", "Bob")
            await live.over()
            page = await opened(browser, live, "", "/m1/replay")
            await expect(page.locator("main[data-loaded]")).to_be_attached()
            masks = await page.evaluate(PATTERNS)
            for one, other in combinations(masks, 2):
                differing = sum(a != b for a, b in zip(one, other, strict=True))
                assert differing > len(one) / 10, (one, other)


async def test_no_page_asks_anything_of_another_site(browser: Browser) -> None:
    asked: list[str] = []

    def watch(context: BrowserContext) -> None:
        context.on("request", lambda request: asked.append(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: asked.append(socket.url)))

    with match_of("Ann", "Bob", options=CLOCK, more="bots = 2") as table:
        async with served(table, pace=HeldPace()) as live:
            context = await browser.new_context()
            watch(context)
            page = await context.new_page()
            for path in ("/", "/m1", f"/s/{table.token('Ann')}", "/m1/watch", "/m1/replay", "/nowhere"):
                await page.goto(f"{live.base}{path}")
                await page.wait_for_load_state("networkidle")
            kinds = {urlsplit(url).scheme for url in asked}
            assert {urlsplit(url).netloc for url in asked} == {urlsplit(live.base).netloc}
            assert kinds == {"http", "ws"}
