"""`referee demo` plays a whole match over mail servers of its own."""

import asyncio
import io
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.app import main
from referee.config import load_settings
from referee.demo import demonstrated, first_day, play, story_of
from referee.demo.letters import opened, reply
from referee.demo.stage import next_stop, staged
from referee.demo.staying import answered, stay_open, usual_ports
from referee.demo.story import PLAYERS, Cue
from referee.demo.telling import Teller, excerpt
from referee.store.books import Book, Books, open_engine

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
ANN = PLAYERS[0]


@dataclass(frozen=True)
class Played:
    """A demonstration that is over: what it printed, and the folder that it left."""

    text: str
    folder: Path

    def mails(self, address: str) -> list[str]:
        """The texts of the mails in somebody's kept mailbox."""
        files = sorted((self.folder / "mailboxes" / address).rglob("*.eml"))
        return [_text(file.read_bytes()) for file in files]


def _text(raw: bytes) -> str:
    mail = opened(raw)
    return f"{mail.subject}\n{mail.text}"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo")
    told = io.StringIO()
    asyncio.run(play("paprika", stay=False, console=Console(file=told, width=100), folder=folder))
    return Played(told.getvalue(), folder)


@pytest.fixture
def book(played: Played) -> Iterator[Book]:
    engine = open_engine(load_settings(played.folder / "referee.toml").database.url)
    with Books(engine)() as book:
        yield book
    engine.dispose()


def test_somebody_wins_in_the_seventh_nday(played: Played, book: Book) -> None:
    assert "Dee stood on the top row and wins." in played.text
    assert sum(entry.kind == "closed" for entry in book.entries("m1")) == 8  # one of them was undone


def test_two_players_seem_to_have_won_two_days_before(played: Played) -> None:
    (display,) = [mail for mail in played.mails(ANN.address) if mail.startswith("[m1] Nday 6")]
    assert "* Ann (@), you: d12" in display
    (display,) = [mail for mail in played.mails("dee@example.net") if mail.startswith("[m1] Nday 6")]
    assert "* Dee (@), you: h12" in display


def test_a_mistyped_order_is_not_guessed(played: Played) -> None:
    assert any("> freeeze east\n  Not carried out." in mail for mail in played.mails("bob@example.net"))


def test_a_reply_above_a_quote_is_read_up_to_the_quote(played: Played) -> None:
    letters = played.mails("referee@example.org")
    assert any(letter.startswith("Re: [m1] Nday 3\nfocus\n\nOn ") for letter in letters)
    assert any("> focus\n  recorded for nday 3" in mail for mail in played.mails("cid@example.org"))


def test_a_letter_that_comes_twice_is_answered_once(played: Played, book: Book) -> None:
    assert len(book.letters_by("duplicate")) == 1
    assert sum("recorded for nday 2" in mail for mail in played.mails(ANN.address)) == 1


def test_a_late_letter_counts_for_neither_nday(played: Played) -> None:
    assert any("say it again for nday 4" in mail for mail in played.mails("dee@example.net"))


def test_the_moderator_s_override_waits_for_a_word(played: Played, book: Book) -> None:
    assert any("What it would change" in mail for mail in played.mails("max@example.org"))
    overrides = [entry for entry in book.entries("m1") if entry.kind == "overridden"]
    assert [entry.text for entry in overrides] == ["undo: Turn of nday 3", "as Dee: move n"]
    assert all(entry.by == "Max" and entry.reason for entry in overrides)


def test_the_match_is_verified(played: Played) -> None:
    assert "fold to the state that is kept" in played.text
    assert "WRONG" not in played.text


def test_nothing_failed_and_nothing_is_left_unsent(played: Played, book: Book) -> None:
    assert {letter.status for letter in book.letters_by()} == {"done", "duplicate"}
    assert book.count_unsent() == 0


def test_a_display_is_shown_as_its_reader_sees_it(played: Played) -> None:
    assert "│    12 .     .     .     .@    .     .     .     .      12 goal" in played.text


def test_the_readme_shows_what_ann_got(played: Played) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    picture = readme.partition("```text\n")[2].partition("```")[0]
    assert any(picture in mail for mail in played.mails(ANN.address))


def test_it_says_where_everything_is(played: Played) -> None:
    flat = played.text.replace("\n", "")
    for name in ("referee.db", "mailboxes", "referee.toml"):
        assert str(played.folder / name) in flat
        assert (played.folder / name).exists()


def test_other_commands_work_on_what_is_left(
    played: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = str(played.folder / "referee.toml")
    monkeypatch.setattr("sys.argv", ["referee", "verify", "m1", "--config", config])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "ok   status and deadline follow from it" in capsys.readouterr().out


def test_a_game_without_a_demo_is_answered_with_those_that_have_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["referee", "demo", "chess"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "There is no demo of 'chess'" in (told := capsys.readouterr().err)
    assert "paprika" in told
    assert "paprika" in demonstrated()


def test_the_story_ends_at_the_last_midnight() -> None:
    assert first_day(NOON, 7) == datetime(2026, 11, 24, tzinfo=UTC)
    assert first_day(datetime(2026, 12, 1, 0, 2, tzinfo=UTC), 7) == datetime(2026, 11, 23, tzinfo=UTC)


def test_the_referee_looks_again_a_minute_after_midnight() -> None:
    midnight = datetime(2026, 12, 2, tzinfo=UTC)
    stops = [NOON]
    while len(stops) < 6:
        stops.append(next_stop(stops[-1]))
    assert stops[4:] == [midnight, midnight.replace(minute=1, second=1)]


MAIL = (
    b"From: Referee <referee@example.org>\r\nReply-To: Referee <referee+m1.abc@example.org>\r\n"
    b"Message-ID: <1@example.org>\r\nSubject: [m1] Nday 2\r\nDate: Tue, 01 Dec 2026 00:00:00 +0000\r\n\r\n"
    b"Spring (m1)\r\n\r\nIt is nday 2.\r\n"
)


def test_an_answer_goes_to_where_the_mail_asks_for_it_and_may_quote_it() -> None:
    answer = reply(ANN, NOON, "move n", 1, opened(MAIL), quoting=True)
    assert answer["To"] == "Referee <referee+m1.abc@example.org>"
    assert answer["In-Reply-To"] == "<1@example.org>"
    assert "move n\n\nOn Tue, 01 Dec 2026 at 00:00, Referee" in answer.get_content()
    assert "> It is nday 2." in answer.get_content()


def test_of_a_receipt_the_transcript_is_told() -> None:
    text = "Spring (m1)\n\nThis is what was read.\n\n> move n\n  recorded for nday 1\n\nWhat\n----\n\n* x\n"
    assert excerpt(text) == "> move n\n  recorded for nday 1"


def test_of_another_mail_its_beginning_is_told() -> None:
    assert excerpt("Spring (m1)\n\nAnn has a seat.\n\nTo answer, reply to this mail.\n") == "Ann has a seat."


async def test_a_newcomer_takes_the_free_seat_of_a_demo_that_stays(tmp_path: Path) -> None:
    told = io.StringIO()
    story = story_of("paprika")
    teller = Teller(Console(file=told, width=100), story.gist)
    async with staged(tmp_path, NOON, story.key) as stage:
        staying = asyncio.create_task(stay_open(stage, story, teller))
        ann = stage.programs["Ann"]
        try:
            async with asyncio.timeout(120):
                while "Ctrl-C ends it." not in told.getvalue():
                    await asyncio.sleep(0)
                await answered(ann, Cue(1, "12:00", "Ann", "join m1 as Ann", "new"))
                await answered(ann, Cue(1, "12:01", "Ann", "confirm", to="confirm"))
                while "The match has started" not in ann.inbox[-1].subject:
                    await ann.wait()
                    await ann.read()
        finally:
            staying.cancel()
            await asyncio.wait({staying})
    assert "Bob, Cid, Dee have joined match m1; a seat is free for you, Ann." in told.getvalue()
    for words in ("ann@example.org   ann-plays", f"port {stage.server.imap_port}", "join m1 as Ann"):
        assert words in told.getvalue()


def test_a_port_that_is_taken_is_left_to_whoever_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr("referee.demo.staying.PORTS", (taken.getsockname()[1], 0))
        assert usual_ports()[0] == 0
