"""An altered log is found out by the replay page as well, without any server's help."""

from collections.abc import Sequence

from playwright.async_api import Browser, Page, expect

from tests.browser.paintfield import opened, replay_of
from tests.games.test_paintfield_log import LINES
from tests.live.pace import HeldPace
from tests.live.site import Live, match_of, served

STARTS = [at for at, line in enumerate(LINES) if line.startswith('{"round"')]
BELL = next(at for at, line in enumerate(LINES) if line.startswith('{"bell"'))
WRONG: dict[str, Sequence[str]] = {
    "the first round is taken out": (*LINES[: STARTS[0]], *LINES[STARTS[1] :]),
    "a round is played twice": (*LINES[: STARTS[1]], *LINES[STARTS[0] :]),
    "a turn is taken out": (*LINES[: BELL - 1], *LINES[BELL:]),
    "a turn that changes nothing is put in": (
        *LINES[:BELL],
        '{"k":40,"turns":{"0":"S"}}',
        *LINES[BELL:],
    ),
    "the bell is not at the last tick": (LINES[0].replace('"ticks":40', '"ticks":41'), *LINES[1:]),
    "another seed": (*LINES[:-1], '{"seed":"' + "0" * 64 + '"}'),
}
REFUSED: dict[str, Sequence[str]] = {
    "a line of no kind": (LINES[0], LINES[1].replace("round", "rund"), *LINES[2:]),
    "lines out of order": (*LINES[: BELL - 2], LINES[BELL - 1], LINES[BELL - 2], *LINES[BELL:]),
    "a turn twice": (*LINES[:BELL], *LINES[BELL - 1 :]),
    "a heading that there is none": tuple(line.replace('"S"', '"Q"') for line in LINES),
    "a line after the seed": (*LINES, LINES[-1]),
    "a bell at an hour that no round has": tuple(line.replace('"bell":40', '"bell":1e9') for line in LINES),
}


async def shown(browser: Browser, live: Live, lines: Sequence[str]) -> Page:
    """The replay of that log on a page of its own."""
    page = await opened(browser, live, "", replay_of("\n".join(lines)))
    read = page.locator("main[data-loaded]").or_(page.get_by_text("can't be read"))
    await expect(read).to_be_attached()
    return page


async def test_the_replay_page_finds_out_what_was_altered(browser: Browser) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, pace=HeldPace()) as live:
            for what, lines in {"nothing": LINES, **WRONG}.items():
                page = await shown(browser, live, lines)
                await page.get_by_role("button", name="Verify").click()
                verdict = "right" if lines is LINES else "wrong"
                await expect(page.locator("main"), what).to_have_attribute("data-verified", verdict)
                await page.close()
            for what, lines in REFUSED.items():
                page = await shown(browser, live, lines)
                await expect(page.locator("#told"), what).to_contain_text("The log can't be read")
                await page.close()
