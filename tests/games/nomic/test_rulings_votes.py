"""Votes and scores: N9, N11, N13, N14, N15, 204 to 208, as play."""

from typing import Any

from tests.games.nomic.table import Letter, Result, oks, play, proposal, rule, turn_of

REPEAL = "repeal rule 210."


def vote(
    votes: str, players: str = "Ann Bob Cid", until: str = "2", text: str = REPEAL, **settings: Any
) -> Result:
    """Ann's proposal 301 with these ballots."""
    return play(turn_of("Ann", "1 10", text, votes, 301), until, players, **settings)


def status(result: Result) -> str:
    """What became of 301."""
    return str(proposal(result, 301)["status"])


def test_n9_an_abstention_takes_part_and_prevents_unanimity_of_the_eligible() -> None:
    assert status(vote("Ann+ Bob+ Cid0")) == "defeated"
    assert proposal(vote("Ann+ Bob+ Cid0"), 301)["abstain"] == ["Cid"]


def test_the_last_ballot_before_the_close_counts() -> None:
    letters = [
        *turn_of("Ann", "1 10", REPEAL, "Ann+ Bob-", 301),
        ("Bob", "1 11", "change my vote on 301 to for"),
    ]
    assert status(play([*letters, ("Cid", "1 12", "301: y")], "2")) == "adopted"


def test_a_vote_closes_after_the_letter_with_which_all_have_voted() -> None:
    letters = turn_of("Ann", "1 10", REPEAL, "Ann+ Bob+", 301)
    letters += [("Cid", "1 11", "301: yes\n301: no"), ("Cid", "1 12", "301: yes")]
    result = play(letters, "2")
    assert (status(result), proposal(result, 301)["against"]) == ("defeated", ["Cid"])
    assert oks(result)[-1] == ("vote", False)


def test_a_ballot_can_be_retracted() -> None:
    letters = [
        *turn_of("Ann", "1 10", REPEAL, "Ann+ Bob+", 301),
        ("Bob", "1 11", "I retract my vote on 301."),
    ]
    result = play([*letters, ("Cid", "1 12", "301: for")], "2")
    assert (status(result), proposal(result, 301)["for"]) == ("open", ["Ann", "Cid"])


def test_proposing_is_not_voting_unless_the_setting_says_so() -> None:
    assert status(vote("Bob+ Cid+", until="3")) == "open"
    assert status(vote("Bob+ Cid+", until="3", proposer_votes="for")) == "adopted"
    assert status(vote("Bob+ Cid+ Ann-", until="3", proposer_votes="for")) == "adopted"


def test_n11_unanimity_of_the_cast_needs_for_from_more_than_half_of_the_eligible() -> None:
    four = "Ann Bob Cid Dee"
    assert status(vote("Ann+ Bob+", four, "5", unanimity="cast")) == "defeated"
    assert status(vote("Ann+ Bob+ Cid+", four, "5", unanimity="cast")) == "adopted"
    assert status(vote("Ann+ Bob+ Cid+ Dee-", four, "5", unanimity="cast")) == "defeated"


def test_n11_majority_is_more_for_than_against() -> None:
    four = "Ann Bob Cid Dee"
    assert status(vote("Ann+ Bob- Cid0 Dee0", four, adoption="majority")) == "defeated"
    assert status(vote("Ann+ Bob0 Cid0 Dee0", four, adoption="majority")) == "adopted"
    assert status(vote("Ann0 Bob0 Cid0 Dee0", four, adoption="majority")) == "defeated"


def test_n11_a_fraction_is_of_for_and_against() -> None:
    assert status(vote("Ann+ Bob+ Cid-", adoption="2/3")) == "adopted"
    assert status(vote("Ann+ Bob+ Cid-", adoption="3/4")) == "defeated"
    assert status(vote("Ann0 Bob0 Cid0", adoption="2/3")) == "defeated"


def test_n11_109_asks_all_eligible_voters_also_after_203_has_switched() -> None:
    text = "transmute rule 116"
    assert status(vote("Ann+ Bob+ Cid0", text=text, adoption="majority", unanimity="cast")) == "defeated"
    assert status(vote("Ann+ Bob+ Cid+", text=text, adoption="majority")) == "adopted"


def test_n13_204_pays_dissent_by_the_settings_before_the_change() -> None:
    text = "repeal rule 204"
    result = vote("Ann+ Bob+ Cid-", text=text, adoption="majority")
    assert proposal(result, 301)["points"] == {"Ann": 7, "Cid": 10}


def test_n13_206_takes_by_the_settings_before_and_202_pays_by_those_after() -> None:
    text = "amend rule 202 to read:\nThe base is 281.\nSettings: share_base = 281"
    assert vote("Ann+ Bob+ Cid+", text=text)["scores"]["Ann"] == 20
    assert vote("Ann+ Bob+ Cid-", text=text)["scores"]["Ann"] == 7 - 10


def test_n14_a_defeated_proposal_scores_202_as_well_unless_set_otherwise() -> None:
    assert vote("Ann+ Bob+ Cid-")["scores"]["Ann"] == -3
    assert vote("Ann+ Bob+ Cid-", defeat_scores="penalty")["scores"]["Ann"] == -10


def test_n13_who_has_the_points_after_a_scoring_step_wins_also_by_a_changed_208() -> None:
    text = "amend rule 208 to read:\nTen points win.\nSettings: points_to_win = 10"
    result = vote("Ann+ Bob+ Cid+", text=text)
    assert (result["winner"], result["phase"], result["deadline"]) == ("Ann", "over", None)


def test_a_match_that_goes_on_after_a_win_has_a_winner_and_a_next_turn() -> None:
    result = vote("Ann+ Bob+ Cid+", points_to_win=10, after_win="continue")
    assert (result["winner"], result["phase"], result["mover"]) == ("Ann", "proposing", "Bob")


def test_n15_several_crossing_in_the_same_step_are_for_a_judgment() -> None:
    result = vote("Ann+ Bob+ Cid-", adoption="majority", points_to_win=7)
    assert (result["winner"], result["phase"]) == (None, "judgment")
    asked = result["judgments"][0]
    assert (asked["by"], asked["judge"], asked["status"]) == ("referee", "Cid", "open")
    letters: list[Letter] = [
        *turn_of("Ann", "1 10", REPEAL, "Ann+ Bob+ Cid-", 301),
        ("Cid", "1 12", "I judge 1: Ann"),
    ]
    assert play(letters, "2", adoption="majority", points_to_win=7)["winner"] is None
    assert play(letters, "3", adoption="majority", points_to_win=7)["winner"] == "Ann"


def test_205_a_change_may_take_effect_when_the_turn_ends() -> None:
    letters = turn_of("Ann", "1 10", REPEAL, "Ann+ Bob+ Cid+", 301)
    question: Letter = ("Bob", "1 9", "I invoke judgment: well?")
    held = play([question, *letters], "1 12", effective="turn end")
    assert any(row["number"] == 210 for row in held["rules"])
    done = play(letters, "1 12", effective="turn end")
    assert not any(row["number"] == 210 for row in done["rules"])


def test_a_ballot_for_what_is_closed_or_not_proposed_is_refused() -> None:
    letters = turn_of("Ann", "1 10", REPEAL, "Ann+ Bob+ Cid+", 301)
    letters += [("Bob", "1 12", "301: for\n302: for\n3 x FOR 301\nvote fro 301")]
    assert oks(play(letters, "2"))[-4:] == [("vote", False)] * 3 + [("unknown", False)]


def test_a_number_and_a_title_that_disagree_refuse_the_line() -> None:
    letters: list[Letter] = [("Ann", "1 10", "Proposal: Hats\nrepeal rule 210.\n\nI open the vote.")]
    letters += [("Bob", "1 11", '301 "Coats": for'), ("Cid", "1 11", 'vote FOR 301 "hats"')]
    result = play(letters, "2")
    assert oks(result)[-2:] == [("vote", False), ("vote", True)]


def test_for_all_is_one_ballot_for_each_open_proposal() -> None:
    letters = turn_of("Ann", "1 10", REPEAL, "Ann+", 301)
    result = play([*letters, ("Bob", "1 11", "vote FOR all of the above")], "2")
    assert proposal(result, 301)["for"] == ["Ann", "Bob"]
    assert oks(play([("Bob", "1 11", "vote FOR all")], "2")) == [("vote", False)]


def test_a_vote_may_have_no_limit() -> None:
    assert vote("Ann+", vote_limit="never", until="60")["deadline"] is None


def test_a_change_of_a_duration_counts_for_what_begins_to_run_after_it() -> None:
    text = "amend rule 201 to read:\nTurns last 2 days.\nSettings: turn_limit = 2 days"
    result = vote("Ann+ Bob+ Cid+", text=text)
    assert (result["mover"], result["deadline"]) == ("Bob", "2026-12-04T00:00:00Z")
    assert rule(result, 301)["settings"]["turn_limit"] == "2 days"


def test_three_votes_in_one_word_are_refused_aloud_also_in_reply_to_the_ballot() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", f"I propose to {REPEAL}\nI open the vote."),
        ("Bob", "1 11", "3 x FOR", 301),
    ]
    result = play(letters, "1 12")
    assert (oks(result)[-1], proposal(result, 301)["for"]) == (("vote", False), [])
