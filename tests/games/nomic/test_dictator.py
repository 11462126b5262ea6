"""The rulesets `dictator` and `suber-table`: one who decides, and a die."""

from typing import Any

from referee.engine.draws import Draws
from referee.games.nomic.scoring import die
from tests.games.nomic.table import Letter, Result, numbers, oks, proposal, rule, turn_of
from tests.games.nomic.table import play as played

HATS = "I propose to enact a new rule:\nHats."


def play(letters: list[Letter], until: str, **more: Any) -> Result:
    """What the letters come to under `dictator`."""
    return played(letters, until, "Ann Bob Cid", ruleset="dictator", **more)


def test_anyone_proposes_and_the_dictator_decides() -> None:
    letters: list[Letter] = [
        ("Bob", "1 10", HATS),
        ("Ann", "1 11", "I decide 301: adopted because I like hats."),
    ]
    result = play(letters, "2")
    assert (proposal(result, 301)["status"], rule(result, 301)["text"]) == ("adopted", "Hats.")
    letters[1] = ("Ann", "1 11", "I decide 301: defeated.")
    assert proposal(play(letters, "2"), 301)["status"] == "defeated"


def test_nobody_else_decides_and_nobody_votes() -> None:
    letters: list[Letter] = [
        ("Bob", "1 10", HATS),
        ("Cid", "1 11", "I decide 301: adopted"),
        ("Cid", "1 12", "301: for"),
    ]
    assert oks(play(letters, "2")) == [("propose", True), ("decide", False), ("vote", False)]


def test_what_is_not_decided_within_7_days_is_defeated() -> None:
    assert proposal(play([("Bob", "1 10", HATS)], "8 23"), 301)["status"] == "open"
    assert proposal(play([("Bob", "1 10", HATS)], "9"), 301)["status"] == "defeated"


def test_the_dictators_own_are_decided_at_once() -> None:
    result = play([("Ann", "1 10", HATS)], "1 10")
    assert proposal(result, 301)["status"] == "adopted"


def test_the_option_names_the_dictator() -> None:
    result = play([("Cid", "1 10", HATS)], "1 10", dictator="Cid")
    assert rule(result, 1)["settings"]["decides"] == "Cid"
    assert proposal(result, 301)["status"] == "adopted"


def test_a_silent_dictator_is_succeeded_by_the_next_in_order_of_joining() -> None:
    assert rule(play([], "14 23"), 1)["settings"]["decides"] == "Ann"
    assert rule(play([], "15"), 1)["settings"]["decides"] == "Bob"
    assert rule(play([("Ann", "10 10", "Still here.")], "24"), 1)["settings"]["decides"] == "Ann"


def test_so_is_one_who_forfeits() -> None:
    assert rule(play([("Ann", "1 10", "I forfeit the game.")], "2"), 1)["settings"]["decides"] == "Bob"


def test_a_change_to_votes_brings_the_silent_defaults() -> None:
    text = "I propose to amend rule 1 to read:\nWe vote.\nSettings: decides = vote"
    letters: list[Letter] = [("Ann", "1 10", text), ("Bob", "2 10", HATS)]
    letters += [("Ann", "3 10", "302: for"), ("Bob", "3 10", "302: for"), ("Cid", "3 10", "302: against")]
    result = play(letters, "10")
    assert proposal(result, 302)["status"] == "adopted"
    assert 301 not in numbers(result)


def table(letters: list[Letter], until: str, **more: Any) -> Result:
    """What the letters come to under `suber-table`."""
    return played(letters, until, "Bob Ann Cid", ruleset="suber-table", **more)


def test_at_the_table_the_order_is_that_of_joining() -> None:
    assert table([], "1")["mover"] == "Bob"


def test_the_die_is_thrown_at_the_close_also_after_a_defeat() -> None:
    seed = "07" * 32
    thrown = die(Draws(bytes.fromhex(seed)), 1)
    letters = turn_of("Bob", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid+", 301)
    assert proposal(table(letters, "2", seed=seed), 301)["points"] == {"Bob": thrown}
    letters = turn_of("Bob", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 301)
    assert table(letters, "2", seed=seed)["scores"]["Bob"] == thrown - 10


def test_a_passed_turn_throws_none_and_100_points_win() -> None:
    result = table([], "8")
    assert result["scores"] == {"Bob": 0, "Ann": 0, "Cid": 0}
    assert rule(result, 208)["settings"]["points_to_win"] == 100
