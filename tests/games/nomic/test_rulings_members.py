"""Leaving, joining, claims and ledgers: 113, N19, N20, as play."""

from tests.games.nomic.table import Letter, Result, oks, play, proposal, turn_of

ALL = "Ann+ Bob+ Cid+"
GOLD = "enact a new rule:\nGold is dug.\nSettings: ledger gold = 0, keeper gold = Bob"


def test_113_a_movers_proposal_in_debate_is_withdrawn() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Ann", "1 11", "I forfeit the game."),
    ]
    result = play(letters, "1 12")
    assert (proposal(result, 301)["status"], result["mover"], result["turn"]) == ("withdrawn", "Bob", 2)


def test_113_one_in_vote_is_voted_on_without_points() -> None:
    letters = [
        *turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301),
        ("Ann", "1 11", "I forfeit the game."),
    ]
    result = play([*letters, ("Cid", "1 12", "301: for")], "1 13")
    row = proposal(result, 301)
    assert (row["status"], row["for"], row["points"]) == ("adopted", ["Ann", "Bob", "Cid"], {})


def test_113_ballots_cast_stand_and_the_vote_closes_when_all_others_have_voted() -> None:
    letters = [
        *turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301),
        ("Cid", "1 11", "I forfeit the game."),
    ]
    result = play(letters, "1 12")
    assert (proposal(result, 301)["status"], result["mover"]) == ("adopted", "Bob")


def test_113_with_one_player_left_the_game_ends_and_nobody_wins() -> None:
    result = play([("Ann", "1 10", "I forfeit the game.")], "2", "Ann Bob")
    assert (result["phase"], result["winner"], result["deadline"]) == ("over", None, None)


def test_a_player_who_has_left_is_not_heard() -> None:
    letters: list[Letter] = [("Cid", "1 10", "I forfeit the game."), ("Cid", "1 11", "I act: I come back.")]
    assert oks(play(letters, "2"))[-1] == ("act", False)


def claimed(*more: Letter, until: str = "4") -> Result:
    """A claim of 5 points by Ann on the second day, and what follows."""
    claim: Letter = ("Ann", "2 10", "I claim 5 points under rule 116: nobody forbids it.")
    return play([claim, *more], until)


def test_n20_a_claim_takes_effect_after_its_window() -> None:
    assert claimed(until="3 23")["scores"]["Ann"] == 0
    assert claimed(until="4")["scores"]["Ann"] == 5


def test_n20_an_objection_opens_a_judgment() -> None:
    objection: Letter = ("Bob", "2 12", "I object.")
    result = claimed(objection)
    assert result["scores"]["Ann"] == 0
    asked = result["judgments"][0]
    assert (asked["by"], asked["judge"]) == ("Bob", "Cid")
    assert claimed(objection, ("Cid", "2 13", "I judge 1: upheld."))["scores"]["Ann"] == 5
    assert claimed(objection, ("Cid", "2 13", "I judge 1: denied."))["scores"]["Ann"] == 0


def test_n20_an_objection_needs_a_claim_that_waits() -> None:
    letters: list[Letter] = [("Bob", "1 9", "I object"), ("Ann", "1 10", "I claim 5 gold under rule 116: x")]
    letters += [("Ann", "1 11", "I claim 5 points under rule 300: x"), ("Bob", "1 12", "I object to 7")]
    assert [ok for _, ok in oks(play(letters, "2"))] == [False, False, False, False]


def test_n20_a_rule_makes_a_ledger_and_its_keeper_records() -> None:
    letters = turn_of("Ann", "1 10", GOLD, ALL, 301)
    letters += [
        ("Bob", "2 10", "I record 3 gold to Cid because he dug."),
        ("Cid", "2 11", "record 3 gold to Cid"),
    ]
    letters += [("Ann", "2 12", "I claim 2 gold under rule 301: I dug.")]
    result = play(letters, "4")
    assert [ok for about, ok in oks(result) if about in ("record", "claim")] == [True, False, True]


def test_n20_acts_are_published_and_do_nothing_else() -> None:
    title = "I claim the title Bard under rule 116: I sing."
    letters: list[Letter] = [("Ann", "1 10", "I act: I draw a duck."), ("Ann", "1 11", title)]
    result = play(letters, "3")
    assert oks(result) == [("act", True), ("claim", True)]
    assert result["scores"] == {"Ann": 0, "Bob": 0, "Cid": 0}
