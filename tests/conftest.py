"""Options of the test run: `--full` for the whole of the large random runs."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the large random runs whole, not a tenth")
    parser.addoption(
        "--mailman", action="store_true", help="try a Mailman list too (scripts/test installs it)"
    )


@pytest.fixture(scope="session")
def share(request: pytest.FixtureRequest) -> int:
    """What the count of a large random run is divided by: 1 with --full, else 10."""
    return 1 if request.config.getoption("--full") else 10
