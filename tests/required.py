"""What some tests need beside the project; the one place that skips a test for want of a program."""

import os
import shutil
from typing import NoReturn

import pytest


def unavailable(told: str) -> NoReturn:
    """Skip the test, or fail it where REFEREE_REQUIRE=all says that everything is there."""
    if os.environ.get("REFEREE_REQUIRE") == "all":
        pytest.fail(told)
    pytest.skip(told)


def require(*programs: str) -> None:
    """Do without the test where a program is missing."""
    path = f"{os.environ['PATH']}:/usr/sbin"
    missing = [name for name in programs if shutil.which(name, path=path) is None]
    if missing:
        unavailable(f"{', '.join(missing)} is not installed")
