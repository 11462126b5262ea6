"""Options of the test run: `--full` for the whole of the large random runs."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the large random runs whole, not a tenth")
    parser.addoption(
        "--mailman", action="store_true", help="try a Mailman list too (scripts/test installs it)"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without --mailman its tests are no part of the run."""
    is_left_out = collection_path.name == "mailman" and not config.getoption("--mailman")
    return True if is_left_out else None


@pytest.fixture(scope="session")
def share(request: pytest.FixtureRequest) -> int:
    """What the count of a large random run is divided by: 1 with --full, else 10."""
    return 1 if request.config.getoption("--full") else 10
