"""What stands around a demonstration: who takes part, and what is left when it is over."""

from pathlib import Path

from referee.demo.stage import Stage
from referee.demo.story import MODERATOR, PLAYERS, REFEREE, Story
from referee.demo.telling import Teller
from referee.verifying import verify_match

SEEN_TO = ("INBOX", "Processed", "Quarantine")


def introduce(stage: Stage, story: Story, teller: Teller) -> None:
    """Says what runs and who is there."""
    names = ", ".join(person.name for person in PLAYERS)
    game = stage.desk.games[story.game].title
    teller.heading(f"{game}: {story.title}")
    teller.say(
        f"An SMTP server listens on {stage.server.host}:{stage.server.smtp_port} and an IMAP server on "
        f"{stage.server.host}:{stage.server.imap_port}. {names} play and {MODERATOR.name} moderates, all by "
        f"letters over these servers. Their days pass by a clock of their own; what is drawn is the same in "
        "every demo."
    )


def conclude(stage: Stage, teller: Teller) -> None:
    """Checks the match, and says how it ended and where everything is."""
    with stage.desk.books() as book:
        row = book.match_row("m1")
        assert row is not None
        result = book.load_match(row, stage.desk.games[row.game]).result
        report = verify_match(book, "m1")
    teller.heading("The result")
    teller.lines([result.text if result else "The match is not over."])
    teller.heading("referee verify m1")
    teller.lines(report.lines)
    teller.heading("What is left")
    teller.lines(
        [
            f"database       {stage.folder / 'referee.db'}",
            f"mailboxes      {stage.folder / 'mailboxes'} (one folder a person, one .eml file a mail)",
            f"configuration  {stage.folder / 'referee.toml'}",
            f"Try: referee match log m1 --config {stage.folder / 'referee.toml'}",
        ]
    )


async def keep_mailboxes(stage: Stage) -> Path:
    """Writes every mailbox to files, which stay when the servers are gone."""
    root = stage.folder / "mailboxes"
    for person in (REFEREE, MODERATOR, *PLAYERS):
        for folder in SEEN_TO:
            mails = await stage.server.messages(person.address, folder)
            place = root / person.address if folder == "INBOX" else root / person.address / folder
            for number, raw in enumerate(mails, start=1):
                place.mkdir(parents=True, exist_ok=True)
                (place / f"{number:03}.eml").write_bytes(raw)
    return root
