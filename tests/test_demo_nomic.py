"""`referee demo nomic` plays a whole game by mail, as its story has it."""

import asyncio
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from referee.config import load_settings
from referee.demo import demonstrated, play
from referee.demo.letters import Mail, interleaved, opened
from referee.demo.nomic import gist
from referee.games.nomic import GAME
from referee.store.books import Book, Books, open_engine


@dataclass(frozen=True)
class Played:
    """A demonstration that is over: what it printed, and the folder that it left."""

    text: str
    folder: Path

    def mails(self, address: str) -> list[Mail]:
        """The mails in somebody's kept mailbox."""
        files = sorted((self.folder / "mailboxes" / address).glob("*.eml"))
        return [opened(file.read_bytes()) for file in files]

    def said(self, address: str, subject: str) -> str:
        """The words of the last mail to somebody with that in its subject, on one line."""
        found = [mail for mail in self.mails(address) if subject in mail.subject]
        return " ".join(found[-1].text.split())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo")
    told = io.StringIO()
    asyncio.run(play("nomic", stay=False, console=Console(file=told, width=100), folder=folder))
    return Played(told.getvalue(), folder)


@pytest.fixture
def book(played: Played) -> Iterator[Book]:
    engine = open_engine(load_settings(played.folder / "referee.toml").database.url)
    with Books(engine)() as book:
        yield book
    engine.dispose()


@pytest.fixture
def report(book: Book) -> dict[str, Any]:
    row = book.match_row("m1")
    assert row is not None
    return dict(GAME.public_state(book.load_match(row, GAME).state))


def test_nomic_has_a_demo() -> None:
    assert "nomic" in demonstrated()


def test_dee_wins_in_the_eighth_turn_by_the_points_that_a_rule_has_changed(
    played: Played, report: dict[str, Any]
) -> None:
    assert "Dee has won: 47 points, of 45 needed." in played.text
    assert (report["turn"], report["winner"]) == (8, "Dee")
    assert report["scores"] == {"Ann": 31, "Bob": 43, "Cid": 7, "Dee": 47}


def test_rules_are_enacted_amended_transmuted_and_one_change_is_defeated(report: dict[str, Any]) -> None:
    status = {row["number"]: row["status"] for row in report["proposals"]}
    assert status == {number: "defeated" if number == 303 else "adopted" for number in range(301, 310)}
    rules = {rule["number"]: rule for rule in report["rules"]}
    assert rules[308]["was"] == [105, 304]
    assert (rules[308]["class"], "may take part" in rules[308]["text"]) == ("mutable", True)
    assert rules[307]["was"] == [302, 306]
    assert rules[305]["settings"]["points_to_win"] == 45
    assert 210 not in rules


def test_a_judge_who_pays_herself_is_deposed(played: Played, report: dict[str, Any]) -> None:
    (question,) = report["judgments"]
    assert (question["by"], question["judge"], question["status"]) == ("Cid", "Dee", "final")
    assert "Ann is deposed; Dee judges question 1 now" in played.said("bob@example.net", "Dee judges")
    assert "award Ann 10" in played.text
    assert "Claim 1 of Bob has taken effect" in played.said("cid@example.org", "Turn 7")


def test_a_changed_text_returns_an_early_vote(played: Played) -> None:
    said = played.said("ann@example.org", "early vote on 302")
    assert "+Once in a turn, who mails" in said


def test_a_mistyped_vote_is_not_guessed(played: Played) -> None:
    assert "Did you mean “vote for 301”?" in played.text


def test_a_word_below_the_ballot_line_is_a_vote(played: Played) -> None:
    (mail,) = [mail for mail in played.mails("cid@example.org") if "> yes!" in mail.text]
    assert "FOR on 301." in mail.text


def test_who_is_silent_is_reminded_and_abstains_at_the_deadline(played: Played) -> None:
    assert "You have not voted on 303." in played.said("bob@example.net", "Reminder")
    assert "Abstained: Bob" in played.said("bob@example.net", "303 is defeated")


def test_the_moderator_s_override_names_its_ground_and_waits_for_a_word(played: Played, book: Book) -> None:
    assert "Once in a turn, who mails a verse" in played.said("max@example.org", "Please confirm")
    (override,) = [entry for entry in book.entries("m1") if entry.kind == "overridden"]
    assert override.text.endswith("with consent of all")
    assert "with consent of all" in played.said("dee@example.net", "override")


def test_the_match_is_verified_and_nothing_failed(played: Played, book: Book) -> None:
    assert "fold to the state that is kept" in played.text
    assert "WRONG" not in played.text
    assert {letter.status for letter in book.letters_by()} == {"done"}
    assert book.count_unsent() == 0


def test_no_line_of_a_mail_is_longer_than_72_columns(played: Played) -> None:
    for address in ("ann@example.org", "bob@example.net", "max@example.org"):
        for mail in played.mails(address):
            assert max(len(line) for line in mail.text.splitlines()) <= 72, mail.subject


def test_of_news_only_what_happened_is_told() -> None:
    text = "The verse (m1)\n\n301 is adopted\n-----\n\nFor: Ann\n\nYour vote\n\nWhat you can write now\n"
    assert gist(text) == "301 is adopted\nFor: Ann"
    assert gist("The verse (m1)\n\n> aye\n  FOR on 301.\n") == ""


def test_a_word_is_written_below_a_quoted_line() -> None:
    mail = opened(b"Subject: x\r\n\r\nOne\r\nBallot 301?\r\nTwo\r\n")
    assert interleaved(mail, "aye", "Ballot 301") == "> One\n> Ballot 301?\naye\n> Two"
