"""The game to 200 points over mail servers: every letter by SMTP, every mail read by IMAP."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from referee.demo.nomic import STORY
from referee.demo.stage import Stage, staged
from referee.demo.story import Cue, Story
from referee.demo.telling import Teller
from tests.games.nomic.test_whole_game import FIVE, game

FIRST = datetime(2026, 11, 1, tzinfo=UTC)
WHOLE, A_THIRD = 41, 14
"""Days of the game: a turn each; on the twelfth the last thing happens that is looked for before the end."""
OPENING = 'open nomic "Hats"\nseats = 5\nsettings = debate_least = 0 hours'
JOINING = tuple(
    cue
    for minute, name in enumerate(FIVE.split())
    for cue in (
        Cue(1, f"09:{minute:02}", name, f"join m1 as {name}", "new"),
        Cue(1, f"09:{minute:02}:30", name, "confirm", to="confirm"),
    )
)


def cues(days: int) -> tuple[Cue, ...]:
    """The letters of so many days, each an answer to the newest mail about the match."""
    written = [(*letter[1].split(), letter[0], letter[2]) for letter in game()]
    turns = [Cue(int(day), f"{time:0>5}", name, text, to="[m1]") for day, time, name, text in written]
    return (Cue(1, "08:30", "Max", OPENING, "new"), *JOINING, *(cue for cue in turns if cue.day < days))


def news(stage: Stage, name: str) -> str:
    """Everything that somebody's mailbox has, on one line."""
    return " ".join(" ".join(mail.text.split()) for mail in stage.programs[name].inbox)


@pytest.mark.full
async def test_five_players_play_to_200_points_over_imap_and_smtp(share: int, tmp_path: Path) -> None:
    days = WHOLE if share == 1 else A_THIRD
    story = Story("nomic", "Hats", days, STORY.key, cues(days), (), STORY.gist, lambda _: "", OPENING, ())
    async with staged(tmp_path, FIRST, story.key) as stage:
        await stage.perform(story, Teller(Console(file=io.StringIO(), width=100), story.gist))
        with stage.desk.books() as book:
            row = book.match_row("m1")
            assert row is not None
            match = book.load_match(row, stage.desk.games["nomic"])
            letters, unsent = book.letters_by(limit=10_000), book.count_unsent()
    assert ({letter.status for letter in letters}, unsent) == ({"done"}, 0)
    for words in (
        "* Cid: -10 (proposal defeated) * Cid: +10 ((303 − 291) × 4/5 = 9.6 → 10)",
        "Circuit 2 is over, so rule 203 changes of itself",
        "* Cid: +10 (against an adopted proposal) * Bob: +17 ((312 − 291) × 4/5 = 16.8 → 17)",
    ):
        assert words in news(stage, "Ann")
    if days == WHOLE:
        assert match.result is not None
        assert match.result.winners == ("Max",)
        assert "Max has won: 203 points" in news(stage, "Ann")
