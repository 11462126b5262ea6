"""A browser: Debian's Chromium, skipped where there is none (required with REFEREE_REQUIRE=all)."""

import os
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

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
    program = shutil.which("chromium")
    if program is None:
        if os.environ.get("REFEREE_REQUIRE") == "all":
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=program, args=QUIET)
        yield opened
        await opened.close()
