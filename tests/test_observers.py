"""Observers get what an onlooker may see, and no more; one word or one click ends it."""

from collections.abc import Iterator

import pytest

from referee.app.observing import unsubscribe_by_token
from tests.table import Table, begin, open_table, spring

NOON = "1 12:00"
CID = "cid@example.net"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann and Bob that Cid observes; what was mailed before is forgotten."""
    with spring() as running:
        assert running.write("Cid", "observe m1", "1 11:00") == "done"
        running.new()
        yield running


def said(table: Table, to: str) -> str:
    return " ".join(table.last(to).text.split())


def kinds(table: Table, to: str = "Cid") -> list[str]:
    return [mail.kind for mail in table.new() if mail.to == f"{to.lower()}@example.net"]


def test_a_stranger_whose_address_is_proven_observes_at_once() -> None:
    with spring() as table:
        table.write("Cid", "Observe m1.", NOON)
        mail = table.last("Cid")
        assert mail.kind == "mail/observing"
        assert "what is public of “Spring”" in said(table, "Cid")
        assert mail.message["List-Id"] == "<m1.example.org>"


def test_a_stranger_whose_address_is_not_proven_is_asked_first() -> None:
    with spring() as table:
        assert table.write("Cid", "observe m1", NOON, vouched=False) == "held"
        asked = table.last("Cid")
        assert asked.kind == "mail/confirm"
        table.answer(asked, "confirm", "1 13:00", vouched=False)
        assert table.last("Cid").kind == "mail/observing"


def test_a_mailing_list_can_t_observe() -> None:
    with spring() as table:
        extra = {"List-Id": "<games.example.com>"}
        assert table.write("Cid", "observe m1", NOON, extra=extra) == "held"
        assert table.mails("Cid") == []


@pytest.mark.parametrize("match", ["m2", "m1"])
def test_who_can_t_observe_a_match_gets_the_one_answer_to_a_stranger(match: str) -> None:
    with spring(moderation={"confirm": "never"}) as table:
        table.write("Max", "moderate m1\nend no winner because we are tired", "1 11:00")
        assert table.write("Cid", f"observe {match}", NOON) == "done"
        assert table.write("Cid", f"observe {match}", "1 12:30") == "refused"
        assert [mail.kind for mail in table.mails("Cid")] == ["mail/stranger"]
        assert table.write("Dee", f"observe {match}", NOON, vouched=False) == "held"


def test_who_plays_elsewhere_observes_by_a_line_of_any_letter(table: Table) -> None:
    begin(table, "Cid", "Dee")
    table.write("Dee", "status\nobserve m1", NOON)
    assert "You get what is public of m1 from now on." in said(table, "Dee")
    table.write("Dee", "observe m1", NOON)
    assert "You take part in m1 already." in said(table, "Dee")


def test_players_can_t_observe_their_own_match(table: Table) -> None:
    table.write("Ann", "observe m1", NOON)
    assert "You take part in m1 already." in said(table, "Ann")


def test_an_observer_gets_announcements_and_no_displays(table: Table) -> None:
    table.write("Max", "moderate m1\nannounce Play nicely!", NOON)
    assert kinds(table) == ["mail/announce"]
    table.write("Ann", "move n", NOON)
    table.tick_to("2 00:01")
    assert kinds(table) == []


def test_an_observer_gets_the_result(table: Table) -> None:
    table.write("Max", "moderate m1\nend won by Ann because Bob gave up", NOON)
    table.answer(table.last("Max"), "confirm", "1 12:05")
    assert "paprika/result" in kinds(table)


def test_in_a_sealed_match_an_observer_learns_of_a_secret_override_only_its_number(table: Table) -> None:
    table.write("Max", "moderate m1\nas Ann: move n because she asked", NOON)
    table.answer(table.last("Max"), "confirm", "1 12:05")
    (mail,) = (mail for mail in table.new() if mail.to == CID)
    assert "move" not in mail.text
    assert "Ann" not in mail.text


@pytest.mark.parametrize("game", ["paprika", "nomic", "rithmomachia"])
def test_what_is_said_to_the_match_reaches_all_who_follow_it_but_its_writer(game: str) -> None:
    with spring(game=game) as table:
        table.write("Cid", "observe m1", "1 11:00")
        table.write("Dee", "observe m1", "1 11:00")
        table.write("Dee", "ignore Bob", "1 11:10", to=table.seat_address("Dee", role="observer"))
        table.new()
        table.write("Bob", "say Good evening.", NOON)
        said_to = {
            mail.to for mail in table.new() if "Good evening." in mail.text and mail.kind == "mail/say"
        }
        assert said_to == {"ann@example.net", "max@example.org", CID}
        assert "say your words" not in table.last("Cid", "say").text


@pytest.mark.parametrize("game", ["paprika", "nomic", "rithmomachia"])
def test_press_of_a_player_whom_one_ignores_is_not_passed_on(game: str) -> None:
    with spring(game=game) as table:
        table.write("Ann", "ignore Bob", "1 11:00")
        table.write("Bob", "say Good evening.", NOON)
        assert table.mails("Ann", "say") == []
        assert len(table.mails("Max", "say")) == 1  # who moderates hears it


def test_press_between_players_is_not_for_observers_and_they_have_none() -> None:
    with spring(options="press = private") as table:
        table.write("Cid", "observe m1", "1 11:00")
        table.new()
        table.write("Ann", "tell Bob a secret", NOON)
        assert kinds(table) == []
        table.write("Cid", "say hello", NOON, to=table.seat_address("Cid", role="observer"))
        assert "Observers listen." in said(table, "Cid")
        assert table.mails("Ann", "say") == []


def test_an_observer_who_is_called_like_a_player_is_told_nothing_of_hers() -> None:
    with spring() as table:
        table.write("Ann", "move n", "1 11:00")
        namesake = "Ann <ann@example.com>"
        table.write(namesake, "observe m1", "1 11:30")
        observer = next(m for m in table.mails("ann@example.com") if m.kind == "mail/observing")
        for words in ("history", "display", "status", "move s", "resign", "withdraw"):
            table.answer(observer, words, NOON)
            assert "move n" not in said(table, "ann@example.com")
        assert [entry.by for entry in table.log() if entry.kind == "declared"] == ["Ann"]


def test_unsubscribe_in_reply_ends_it(table: Table) -> None:
    table.write("Max", "moderate m1\nannounce One", NOON)
    table.answer(table.last("Cid"), "unsubscribe", NOON)
    assert "You get nothing more of m1." in said(table, "Cid")
    table.new()
    table.write("Max", "moderate m1\nannounce Two", NOON)
    assert kinds(table) == []
    table.write("Cid", "observe m1", "1 12:30")
    table.write("Max", "moderate m1\nannounce Three", "1 12:45")
    assert "mail/announce" in kinds(table)


def test_who_plays_can_t_unsubscribe(table: Table) -> None:
    table.write("Ann", "unsubscribe", NOON)
    assert "Who plays leaves a match with “resign”." in said(table, "Ann")


def test_one_click_ends_an_observer_s_mails_and_never_a_player_s(table: Table) -> None:
    ann, cid = table.token("Ann"), table.token("Cid", role="observer")
    with table.desk.books() as book:
        assert not unsubscribe_by_token(book, "m1", ann)
        assert not unsubscribe_by_token(book, "m2", cid)
        assert unsubscribe_by_token(book, "m1", cid)
        book.commit()
    table.write("Max", "moderate m1\nannounce Hello", NOON)
    assert kinds(table) == []


@pytest.mark.parametrize(
    ("base_url", "ways"),
    [("", 1), ("http://games.example.org", 1), ("https://games.example.org", 2)],
)
def test_one_click_is_offered_over_https_only(base_url: str, ways: int) -> None:
    with open_table() as table:
        settings = table.settings.model_copy(update={"base_url": base_url})
        table.settings = settings
        table = table.reopened()
        begin(table)
        table.write("Cid", "observe m1", NOON)
        mail = table.last("Cid").message
        assert len(str(mail["List-Unsubscribe"]).split(",")) == ways
        assert (mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click") == (ways == 2)
        assert table.last("Ann").message["List-Unsubscribe"] is None
        table.engine.dispose()


def test_an_erased_observer_gets_no_more_mails(table: Table) -> None:
    with table.desk.books() as book:
        book.erase(CID)
        book.commit()
    before = len(table.mails())
    table.write("Max", "moderate m1\nannounce Hello", NOON)
    assert {mail.to for mail in table.mails()[before:]} <= {
        "ann@example.net",
        "bob@example.net",
        "max@example.org",
    }
