"""Paintfield's pages as tests open, play and read them."""

import asyncio
import base64
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, Page, WebSocketRoute, expect

from tests.live.pace import settled
from tests.live.site import Live

CLOCK = "ticks = 80\ntick_ms = 40\ncountdown_ms = 600\npause_ms = 300\nrounds = 3"
LONG = "ticks = 800\ntick_ms = 50\ncountdown_ms = 300\npause_ms = 400"
PATIENCE = 120_000
"""Milliseconds after which something is wrong, however slow the machine."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Two frames have been drawn since."""
SEEN = """() => {
  const canvas = document.getElementById('field');
  const pen = canvas.getContext('2d');
  const size = canvas.width / 28;
  const colours = ['230,159,0', '86,180,233', '0,158,115', '204,121,167'];
  const told = [];
  for (let cell = 0; cell < 784; cell += 1) {
    const [x, y] = [(cell % 28) * size, Math.floor(cell / 28) * size];
    const data = pen.getImageData(x, y, size, size).data;
    const held = [0, 0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const seat = colours.indexOf(`${data[at]},${data[at + 1]},${data[at + 2]}`);
      if (seat >= 0) held[seat] += 1;
    }
    const most = Math.max(...held);
    told.push(most > size * size / 4 ? String(held.indexOf(most)) : '.');
  }
  return told.join('');
}"""


ERRORS: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()
"""What each page that was opened complained of."""


class Gate:
    """Between a page and the server: it can hold back what the server says, lose it, or be cut."""

    def __init__(self) -> None:
        self.is_shut = self.is_cut = False
        self._dead: set[WebSocketRoute] = set()
        self._sides: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []

    async def connect(self, page_side: WebSocketRoute) -> None:
        if self.is_cut:
            await page_side.close()
            return
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda said: self._hear(page_side, said))
        self._sides.append((page_side, server_side))

    async def cut(self) -> None:
        """Every connection ends, and none can be opened, until it is mended."""
        self.is_cut, sides, self._sides = True, self._sides, []
        for page_side, server_side in sides:
            await server_side.close()
            await page_side.close()

    def mend(self) -> None:
        """Connections can be opened again."""
        self.is_cut = False

    def kill(self) -> None:
        """Nothing comes through the present connections any more, though none is closed."""
        self._dead |= {page_side for page_side, _ in self._sides}

    def open(self) -> None:
        """What was held goes on, in its order."""
        self.is_shut = False
        waiting, self._waiting = self._waiting, []
        for page_side, said in waiting:
            page_side.send(said)

    def _hear(self, page_side: WebSocketRoute, said: str | bytes) -> None:
        if page_side in self._dead:
            return
        if self.is_shut:
            self._waiting.append((page_side, said))
        else:
            page_side.send(said)


async def opened(
    browser: Browser,
    live: Live,
    name: str,
    path: str = "",
    match: str = "m1",
    gate: Gate | None = None,
    **context: Any,
) -> Page:
    """A page of its own browser context; errors on it fail the test."""
    made = await browser.new_context(**{"viewport": {"width": 1000, "height": 800}, **context})
    page = await made.new_page()
    page.set_default_timeout(PATIENCE)
    if gate is not None:
        await page.route_web_socket("**/*", gate.connect)
    errors = ERRORS[page] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    await page.goto(f"{live.base}{path or '/s/' + live.table.token(name, match)}")
    return page


def no_errors(*pages: Page) -> None:
    assert [ERRORS[page] for page in pages] == [[] for _ in pages]


async def phase(page: Page, name: str) -> None:
    await expect(page.locator(f"main[data-phase={name}]")).to_be_attached()


async def ready(*pages: Page) -> None:
    for page in pages:
        await page.get_by_role("button", name="I am ready").click()
    for page in pages:
        await phase(page, "playing")


async def playing(browser: Browser, live: Live, name: str = "Ann", rival: str = "Bob", **how: Any) -> Page:
    """That seat's page in a round in which it has seen three ticks."""
    page, other = await opened(browser, live, name, **how), await live.player(rival)
    await other.say("ready")
    await ready(page)
    await live.ticks(3)
    await reached(page, 3)
    return page


async def reached(page: Page, tick: int) -> None:
    """Waits until the page shows that tick."""
    await expect(page.locator("main")).to_have_attribute("data-tick", str(tick))


async def steered(live: Live, seat: int) -> int:
    """The heading of the turn that the page has sent and that waits for its tick."""
    waiting = live.round().waiting
    await settled(lambda: bool(waiting.get(seat)))
    return waiting[seat][-1].heading


def facing(live: Live, seat: int) -> int:
    """The heading of the seat's painter."""
    return live.round().state.painters[seat].facing


async def hold_time(page: Page) -> None:
    """From now on the page's time goes only as far as `page.clock` is run."""
    await page.clock.install()
    now = datetime.fromtimestamp(await page.evaluate("() => Date.now() / 1000"), UTC)
    await page.clock.pause_at(now + timedelta(hours=1))


async def to_the_bell(live: Live) -> None:
    """Plays the round to its end; the pause after it has begun then."""
    while live.room().phase == "playing":
        if live.room().live is not None and not live.round().is_over:
            await live.tick()
        await asyncio.sleep(0.001)
    assert live.room().phase in ("pause", "over")


def replay_of(log: str) -> str:
    """The address of a replay whose log is in the link itself."""
    return "/replay#z=" + base64.urlsafe_b64encode(zlib.compress(log.encode(), 9)).decode().rstrip("=")


async def tab_to(page: Page, id: str) -> None:
    """Moves the focus with Tab until it is there."""
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await page.evaluate("() => document.activeElement.id") == id:
            return
    raise AssertionError(f"Tab never comes to {id}")


async def swipe(touch: Any, kind: str, x: float = 0, y: float = 0) -> None:
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
