"""Mails in a real browser: on a phone, in the dark, without images, without colour."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from tests.browser.screens import AXE
from tests.games.rithmomachia import oracle
from tests.table import spring

PHONE: ViewportSize = {"width": 320, "height": 640}
CONTRAST = "() => axe.run({runOnly: ['color-contrast']})"
"""What axe says of the contrast of every text."""
OVERHANG = """() => {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > width + 0.5)
    .map((each) => each.outerHTML.slice(0, 120));
}"""
"""What stands out over the right edge of the screen."""
LIGHT = """() => {
  const colour = getComputedStyle(document.querySelector('.sheet')).backgroundColor;
  return colour.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((all, one) => all + one);
}"""
"""Red, green and blue of the background, added up."""
GLYPHS = {"White": "◇○△□◇", "Black": "◆●▲■◆"}
"""By how many ones the value has."""


@cache
def mails() -> list[tuple[str, str]]:
    """The longest HTML of each kind of mail in a match of each game that is played by letter alone."""
    told: dict[str, str] = {}
    for kind, html in (*_paprika(), *_rithmomachia()):
        told[kind] = max(told.get(kind, ""), html, key=len)
    return sorted(told.items())


def _paprika() -> Iterator[tuple[str, str]]:
    options = "practice = on\nreminders = on\ncolumns = 8\nrows = 12"
    with spring("Ann", "Bob", "Cid", "Dee", options=options, moderation={"confirm": "never"}) as table:
        table.write("Ann", "status\ndisplay\nhelp move\nrules\nhistory", "1 11:00")
        table.write("Bob", "freeze n", "1 12:00")
        table.tick_to("1 18:00")
        table.tick_to("2 00:01")
        table.write("Max", "moderate m1\nplace wall a9 because it is dull\nshow", "2 09:00")
        table.write("Max", "moderate m1\nend won by Ann because of rain", "2 10:00")
        for mail in table.mails():
            yield mail.kind, mail.html


def _rithmomachia() -> Iterator[tuple[str, str]]:
    with spring(game="rithmomachia", options="white = Ann") as table:
        for number, line in enumerate(("1c2-1b2>2b3", "4c2-3c2\noffer draw", "1b3-2b3>3a2", "resign")):
            name = ("Ann", "Bob")[number % 2]
            table.write(name, line, f"1 1{number}:30", to=table.seat_address(name))
        table.write("Bob", "confirm", "1 15:00", to=table.last("Bob", "confirm").reply_to)
        table.write("Ann", "show\nlegal 1a1\nrecord", "1 16:00", to=table.seat_address("Ann"))
        for mail in table.mails():
            yield mail.kind.replace("mail/", "rithmomachia/"), mail.html


async def shown(page: Page, html: str) -> None:
    """The mail as a mail program shows it; whatever it reaches for fails the test."""
    await page.set_content(html)
    assert await page.evaluate("() => performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_mail_can_be_read_on_a_phone_by_day_and_in_the_dark(
    browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    found = mails()
    assert {"paprika/turn", "paprika/result", "rithmomachia/move", "rithmomachia/result"} <= {
        k for k, _ in found
    }
    context = await browser.new_context(viewport=PHONE, color_scheme=scheme, is_mobile=True)
    page = await context.new_page()
    for kind, html in found:
        await shown(page, html)
        assert await page.evaluate("() => document.documentElement.clientWidth") == PHONE["width"], kind
        assert await page.evaluate(OVERHANG) == [], kind
        assert (await page.evaluate(LIGHT) < 150) == (scheme == "dark"), kind
        await page.evaluate(AXE)
        told = await page.evaluate(CONTRAST)
        assert [one["nodes"][0]["html"] for one in told["violations"]] == [], kind
        assert told["passes"], kind


async def test_a_field_of_rithmomachia_tells_every_piece_without_colour(browser: Browser) -> None:
    page = await (await browser.new_context(viewport=PHONE, forced_colors="active")).new_page()
    await shown(page, dict(mails())["rithmomachia/start"])
    seen = {}
    for cell in await page.locator("td[aria-label]").all():
        if words := (await cell.inner_text()).split():
            seen[await cell.get_attribute("aria-label")] = (words[0], words[1], words[2])
    assert seen == {
        oracle.name(cell): (GLYPHS[side][bin(value).count("1")], f"{value:X}", f"{value:04b}")
        for cell, (side, value) in oracle.start().items()
    }
