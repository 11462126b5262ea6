"""A test is skipped for the want of a program where nobody has promised it, and fails where somebody has."""

import pytest

from tests.required import require

MISSING = "no-such-program"


def test_what_is_missing_skips_a_test_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_REQUIRE", raising=False)
    with pytest.raises(pytest.skip.Exception, match=f"{MISSING} is not installed"):
        require("sh", MISSING)


def test_what_is_missing_fails_a_test_where_all_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_REQUIRE", "all")
    with pytest.raises(pytest.fail.Exception, match=f"{MISSING} is not installed"):
        require("sh", MISSING)


@pytest.mark.parametrize("promised", ["all", ""])
def test_what_is_there_is_used(monkeypatch: pytest.MonkeyPatch, promised: str) -> None:
    monkeypatch.setenv("REFEREE_REQUIRE", promised)
    require("sh")
