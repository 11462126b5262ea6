"""`referee demo paintfield`: a shortened match over mails, pages and the real WebSocket server."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from referee.demo import play


async def test_the_demo_plays_a_whole_match_and_checks_it(tmp_path: Path) -> None:
    told = io.StringIO()
    await play("paintfield", stay=False, console=Console(file=told, width=100), folder=tmp_path)
    text = told.getvalue()
    assert "Round 2:" in text
    assert "attached: match.gif" in text
    assert "WRONG" not in text
    assert "ok   the seed is the one committed to" in text
    assert list((tmp_path / "mailboxes" / "ann@example.org").glob("*.eml"))


@pytest.mark.parametrize(
    ("when", "number"), [("The page is open", signal.SIGTERM), ("Ctrl-C ends it", signal.SIGINT)]
)
def test_a_signal_ends_the_demo_that_stays_cleanly_at_any_time(when: str, number: signal.Signals) -> None:
    start = "from referee.cli.app import main; main()"
    command = [sys.executable, "-c", start, "demo", "paintfield", "--stay"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as demo:
        assert demo.stdout is not None
        assert any(when in line for line in demo.stdout)
        demo.send_signal(number)
        _, errors = demo.communicate(timeout=300)
    assert (demo.returncode, errors) == (0, "")
