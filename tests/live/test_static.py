"""Only what lies in the folder of stylesheets and scripts is had from there, whatever the address says."""

import pytest

from tests.live.browsing import get
from tests.live.site import match_of, served

ELSEWHERE = [
    "/static/../app.py",
    "/static/../../../pyproject.toml",
    "/static/..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static/paintfield/..%2f..%2fapp.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/style.css%00.js",
    "/static/paintfield",
    "/static/",
    "/static/" + "x" * 5000,
    "/static/..\\app.py",
]


async def test_nothing_but_stylesheets_and_scripts_is_had_from_their_folder(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            assert (await get(live, "/static/style.css")).status == 200
            for path in ELSEWHERE:
                answer = await get(live, path)
                assert (path, answer.status) == (path, 404)
                assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert caplog.text == ""
