"""`referee demo paintfield`: a shortened match over mails, pages and the real WebSocket server."""

import io
from pathlib import Path

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
