"""Joining a running match (N19): closed, open, or a vote of those who play; as play and by mail."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.errors import NotLegal
from referee.games.nomic import GAME
from tests.games.nomic.match import Table as Play
from tests.games.nomic.match import at, begun
from tests.moderator import order
from tests.table import Table, open_table, spring

NOON = "1 12:00"
QUICK = "debate_least = 0 hours"


def joining(how: str) -> Play:
    """A match that has just started, with that setting."""
    return begun(settings=f"{QUICK}, joining = {how}")


def test_n19_nobody_joins_where_joining_is_closed() -> None:
    table = joining("closed")
    assert GAME.may_join(table.match.state) == "closed"
    with pytest.raises(NotLegal, match="Nobody can join now"):
        table.take("joined", at(1.5), "Dee", **{"as": "Dee Dogwood"})


def test_n19_a_newcomer_has_no_points_and_a_turn_in_the_next_circuit() -> None:
    table = joining("open")
    table.take("joined", at(1.5), "Abe", **{"as": "Abe Abel"})
    state = table.match.state
    assert table.match.seats == ("Ann", "Bob", "Cid", "Abe")
    assert (state.scores["Abe"], state.turn.order) == (0, ("Ann", "Bob", "Cid"))
    table.tick(at(26))
    assert table.match.state.turn.order == ("Abe", "Ann", "Bob", "Cid")
    assert table.again().state == table.match.state


def test_n19_a_newcomer_votes_from_the_next_proposal_on() -> None:
    table = joining("open")
    table.letter("Ann", at(1.1), "I propose to repeal rule 210.\nI open the vote.")
    table.take("joined", at(1.2), "Dee", **{"as": "Dogwood, Dee"})
    table.letter("Dee", at(1.3), "301: FOR")
    assert "You joined after 301 was proposed" in table.refused[-1]
    for name in ("Ann", "Bob", "Cid"):
        table.letter(name, at(1.4), "301: FOR")
    table.letter("Bob", at(1.5), "I propose to repeal rule 211.\nI open the vote.")
    table.letter("Dee", at(1.6), "302: AGAINST")
    assert table.match.state.live[302].ballots["Dee"].word == "against"


def test_n19_with_ask_the_players_decide_by_adoption() -> None:
    table = joining("ask")
    table.take("joined", at(1.5), "Dee", **{"as": "Dee Dogwood"})
    assert "Dee" not in table.match.seats
    assert "admit Dee" in GAME.can(table.match.state, "Ann")
    for name in ("Ann", "Bob", "Cid"):
        table.letter(name, at(1.6), "I vote to admit Dee.")
    assert table.match.seats == ("Ann", "Bob", "Cid", "Dee")
    assert table.match.state.player("Dee").surname == "Dogwood"
    assert table.again().seats == table.match.seats


def test_n19_unanimity_is_prevented_by_one_who_refuses_or_is_silent() -> None:
    table = joining("ask")
    table.take("joined", at(1.5), "Dee", **{"as": "Dee"})
    table.take("joined", at(1.5), "Eve", **{"as": "Eve"})
    for name in ("Ann", "Bob"):
        table.letter(name, at(1.6), "admit Dee\nadmit Eve")
    table.letter("Cid", at(1.7), "I refuse to admit Eve")
    assert [one.name for one in table.match.state.applicants] == ["Dee"]
    table.tick(at(5))
    assert table.match.state.applicants == ()
    assert table.match.seats == ("Ann", "Bob", "Cid")


def test_n19_a_majority_is_enough_where_it_adopts() -> None:
    table = begun(settings=f"{QUICK}, adoption = majority, until_circuit = 0")
    table.take("joined", at(1.5), "Dee", **{"as": "Dee"})
    table.letter("Ann", at(1.6), "admit Dee")
    table.tick(at(5))
    assert "Dee" in table.match.seats


def test_n19_a_ballot_on_nobody_is_refused() -> None:
    table = joining("ask")
    table.letter("Ann", at(1.6), "admit Zoe")
    assert table.refused == ["Nobody called Zoe asks to join; there is nobody."]


def test_a_name_is_one_word_and_no_word_of_the_settings() -> None:
    assert GAME.seat_name("Dee Dogwood") == GAME.seat_name("Dogwood, Dee") == "Dee"
    assert GAME.is_name_allowed("Dee")
    assert not any(GAME.is_name_allowed(name) for name in ("mover", "Dee Dogwood", "3d", "D" * 17))


@contextmanager
def mailed(how: str) -> Iterator[Table]:
    """A running match of Ann and Bob by mail."""
    options = f"settings = {QUICK}, joining = {how}"
    with spring("Ann", "Bob", game="nomic", options=options, moderation={"confirm": "never"}) as table:
        yield table


def asks(table: Table, name: str = "Dee", words: str = "join m1 as Dee Dogwood") -> None:
    """Somebody asks for a seat and confirms it."""
    table.write(name, words, NOON)
    table.answer(table.last(name, "confirm"), "confirm", NOON)


def said(table: Table, to: str, kind: str = "") -> str:
    return " ".join(table.last(to, kind).text.split())


def write(table: Table, name: str, text: str, when: str) -> str:
    return table.write(name, text, when, to=table.seat_address(name))


def test_by_mail_an_open_match_seats_the_newcomer_at_once() -> None:
    with mailed("open") as table:
        asks(table)
        assert "Welcome! From now on you play in “Spring” as Dee." in said(table, "Dee", "welcome")
        assert "Dee plays from now on" in said(table, "Ann", "news")
        assert "Dee plays from now on" in said(table, "Dee", "news")
        assert write(table, "Dee", "I say hello", "1 13:00") == "done"
        assert "hello" in said(table, "Ann", "say")


def test_by_mail_a_closed_match_says_so() -> None:
    with mailed("closed") as table:
        table.write("Dee", "join m1 as Dee", NOON)
        assert "The match has started, so nobody can join it any more." in said(table, "Dee")


def test_by_mail_the_players_let_a_newcomer_in() -> None:
    with mailed("ask") as table:
        asks(table)
        assert "Those who play decide about it until 2026-12-05 00:00 UTC" in said(table, "Dee", "receipt")
        assert "Dee asks to join" in table.last("Ann", "news").subject
        write(table, "Ann", "admit Dee", "1 13:00")
        write(table, "Bob", "I vote to admit Dee.", "1 14:00")
        assert table.match().seats == ("Ann", "Bob", "Dee")
        assert "Welcome!" in said(table, "Dee", "welcome")
        assert "Dee may join: 2 for, 0 against." in said(table, "Dee", "news")
        assert write(table, "Dee", "who", "1 15:00") == "done"


def test_by_mail_who_is_not_let_in_is_told() -> None:
    with mailed("ask") as table:
        asks(table)
        table.write("Dee", "join m1 as Dora", "1 12:30")
        assert "You have asked for a seat already" in said(table, "Dee")
        write(table, "Ann", "admit Dee", "1 13:00")
        table.tick_to("5 00:05")
        assert "have not let you in" in said(table, "Dee", "dismissed")
        assert table.match().seats == ("Ann", "Bob")


def test_by_mail_a_moderator_gives_a_seat_where_joining_is_closed() -> None:
    with mailed("closed") as table:
        order(table, "seat Dee dee@example.net because a rule says so", at=NOON)
        assert table.match().seats == ("Ann", "Bob", "Dee")
        assert "Welcome!" in said(table, "Dee", "welcome")


def test_by_mail_a_surname_given_before_the_start_counts() -> None:
    with open_table() as table:
        table.write("Max", f'open nomic "Spring"\nsettings = {QUICK}\nseats = 2', "1 10:00")
        asks(table, "Ann", "join m1 as Zoe, Ann")
        asks(table, "Bob", "join m1 as Bob Birch")
        assert table.state().turn.order == ("Bob", "Ann")
        assert [player.surname for player in table.state().players] == ["Zoe", "Birch"]
