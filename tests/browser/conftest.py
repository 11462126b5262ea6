"""A browser: Debian's Chromium, skipped where there is none (required with REFEREE_REQUIRE=all)."""

import shutil
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.required import require

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=120_000)  # a slow machine is no fault


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """A browser of its own for each test."""
    require("chromium")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        yield opened
        await opened.close()
