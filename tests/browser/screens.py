"""The screens that pages are looked at on, and what looks right on all of them."""

from typing import Any

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.async_api import Page

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
AXE = AXE_FILE_PATH.read_text("utf-8")
SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
CUT = """() => [...document.querySelectorAll('.card, .part b, button, #status, #number, #late, #clock')]
  .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What has less room than its words need."""
OVER = """() => {
  const [stage, card] = ['#stage', '#lobby'].map((at) => document.querySelector(at).getBoundingClientRect());
  return !card.height || (card.top >= stage.top - 1 && card.bottom <= stage.bottom + 1);
}"""
"""The rules lie within the field."""


async def looks_right(page: Page, how: dict[str, Any]) -> None:
    """Nothing overflows, nothing is cut, a phone needs no scrolling, and axe finds nothing serious."""
    wide, high = await page.evaluate(SIZE)
    size = how["viewport"]
    assert wide <= size["width"]
    assert size["width"] == 320 or high <= size["height"]
    assert await page.evaluate(CUT) == []
    assert await page.evaluate(OVER)
    assert await axe(page) == []


async def axe(page: Page) -> list[str]:
    """The serious and critical violations on the page."""
    await page.evaluate(AXE)
    found = await page.evaluate("() => axe.run()")
    return [
        f"{one['id']}: {one['nodes'][0]['html']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
