"""Turns and proposals: N1, N2, N3, N10, N12, as play."""

from referee.games.nomic.cases import adjudicate
from tests.games.nomic.table import Letter, case, oks, play, proposal, rule, turn_of


def test_n1_the_order_is_by_surname_folded_then_given_name_then_joining() -> None:
    named = {
        "game": "nomic",
        "options": {},
        "players": [
            {"name": "Zoe", "surname": "Öz"},
            {"name": "Bob", "surname": "oz"},
            {"name": "Ann", "surname": "Zeta"},
            {"name": "Cid", "surname": "ábaco"},
        ],
        "start": "2026-12-01T00:00:00Z",
        "mail": [],
        "until": "2026-12-01T00:00:00Z",
    }
    movers = []
    for day in ("01", "09", "17", "25"):
        movers.append(adjudicate({**named, "until": f"2026-12-{day}T00:00:00Z"})["mover"])
    assert movers == ["Cid", "Bob", "Zoe", "Ann"]


def test_n1_without_a_surname_the_last_word_of_the_name_counts() -> None:
    assert play([], "1", "Zed Amy")["mover"] == "Amy"


def test_n2_a_mover_who_is_late_loses_the_turn_at_midnight() -> None:
    result = play([], "8")
    assert (result["turn"], result["mover"], result["deadline"]) == (2, "Bob", "2026-12-15T00:00:00Z")
    assert result["scores"] == {"Ann": 0, "Bob": 0, "Cid": 0}


def test_n2_with_wait_nothing_is_due_and_with_remove_the_mover_is_out() -> None:
    assert play([], "30", idle="wait")["deadline"] is None
    result = play([], "8", idle="remove")
    assert result["mover"] == "Bob"
    assert play([], "24", idle="remove")["phase"] == "over"


def test_n2_the_turns_time_stands_still_while_a_proposal_is_in_debate() -> None:
    letters: list[Letter] = [
        ("Ann", "3 12", "I propose to repeal rule 210."),
        ("Ann", "5 12", "I withdraw 301."),
    ]
    # 2.5 days were used before the debate, so 4.5 remain from the withdrawal at noon of day 5
    assert play(letters, "6")["deadline"] == "2026-12-10T00:00:00Z"


def test_n2_after_a_withdrawal_there_are_24_hours_once_per_turn() -> None:
    letters: list[Letter] = [
        ("Ann", "7 23", "I propose to repeal rule 210."),
        ("Ann", "7 23:30", "I withdraw 301."),
    ]
    assert play(letters, "8")["deadline"] == "2026-12-09T00:00:00Z"
    letters += [("Ann", "8 22", "I propose to repeal rule 210."), ("Ann", "8 23", "I retract my proposal.")]
    # an hour and a half is left of the 24 hours, and there are no others
    assert play(letters, "9")["deadline"] == "2026-12-10T00:00:00Z"
    assert play(letters, "10")["mover"] == "Bob"


def test_n2_a_circuit_is_complete_when_all_who_are_still_there_had_a_turn() -> None:
    letters: list[Letter] = [("Bob", "2 10", "I forfeit the game.")]
    result = play(letters, "16", "Ann Bob Cid")
    assert (result["turn"], result["circuit"], result["mover"]) == (3, 2, "Ann")


def test_n3_a_mover_has_one_number_per_turn_and_the_next_one_is_version_2() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Ann", "1 11", "I withdraw 301."),
        ("Ann", "1 12", "I propose to repeal rule 209."),
        ("Ann", "1 13", "I open the vote."),
    ]
    letters += [(name, "1 14", "301: yes") for name in ("Ann", "Bob", "Cid")]
    result = play(letters, "2")
    assert [(row["number"], row["status"]) for row in result["proposals"]] == [(301, "adopted")]
    assert 209 not in [row["number"] for row in result["rules"]]
    assert 210 in [row["number"] for row in result["rules"]]


def test_n3_a_withdrawn_number_is_spent_when_the_turn_ends() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Ann", "1 11", "I withdraw 301."),
        ("Bob", "9 10", "I propose to repeal rule 210."),
    ]
    result = play(letters, "9 11")
    assert [(row["number"], row["status"]) for row in result["proposals"]] == [
        (301, "withdrawn"),
        (302, "debate"),
    ]


def test_n3_a_refused_proposal_takes_no_number() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 101."),
        ("Ann", "1 11", "I propose to repeal rule 210."),
    ]
    result = play(letters, "1 12")
    assert oks(result) == [("propose", False), ("propose", True)]
    assert [row["number"] for row in result["proposals"]] == [301]


def test_n3_only_the_mover_proposes_and_once_at_a_time() -> None:
    letters: list[Letter] = [
        ("Bob", "1 10", "I propose to repeal rule 210."),
        ("Ann", "1 11", "I propose to repeal rule 210."),
        ("Ann", "1 12", "I propose to repeal rule 209."),
    ]
    assert oks(play(letters, "2")) == [("propose", False), ("propose", True), ("propose", False)]


def test_n3_a_vote_called_early_opens_at_that_exact_instant() -> None:
    letters: list[Letter] = [("Ann", "1 10:30", "I propose to repeal rule 210.\nI open the vote.")]
    before = play(letters, "2 10:29", debate_least="24 hours")
    assert (before["phase"], before["deadline"]) == ("debate", "2026-12-02T10:30:00Z")
    after = play(letters, "2 10:30", debate_least="24 hours")
    assert (after["phase"], after["deadline"]) == ("voting", "2026-12-06T00:00:00Z")


def test_n3_a_revision_cancels_the_call() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210.\nI open the vote."),
        ("Ann", "1 20", "I revise 301: repeal rule 209."),
    ]
    result = play(letters, "3", debate_least="24 hours")
    assert (result["phase"], result["deadline"]) == ("debate", "2026-12-05T00:00:00Z")


def test_n3_the_vote_opens_by_itself_at_the_limit_after_the_first_version() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Ann", "4 20", "I revise 301: repeal rule 209."),
    ]
    assert play(letters, "4 23", debate_least="24 hours")["phase"] == "debate"
    result = play(letters, "5", debate_least="24 hours")
    assert (result["phase"], result["deadline"]) == ("voting", "2026-12-08T00:00:00Z")


def test_n3_the_text_is_frozen_when_the_vote_opens() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210.\nI open the vote."),
        ("Ann", "1 11", "I revise 301: repeal rule 209."),
        ("Ann", "1 12", "I withdraw 301."),
    ]
    assert oks(play(letters, "2"))[2:] == [("revise", False), ("withdraw", False)]


def test_n3_an_advance_ballot_counts_unless_the_text_is_revised() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Bob", "1 11", "301: against"),
        ("Cid", "1 12", "301: against"),
        ("Ann", "1 13", "I revise 301: repeal rule 209."),
        ("Cid", "1 14", "301: for"),
    ]
    assert proposal(play(letters, "1 15"), 301)["against"] == []
    opened = play([*letters, ("Ann", "1 16", "I open the vote.")], "1 17")
    row = proposal(opened, 301)
    assert (row["for"], row["against"]) == (["Cid"], [])


def test_n3_a_vote_for_which_all_ballots_are_in_closes_at_the_opening() -> None:
    letters: list[Letter] = [("Ann", "1 10", "I propose to repeal rule 210.")]
    letters += [(name, "1 11", "301: for") for name in ("Ann", "Bob", "Cid")]
    result = play(letters, "5")
    assert proposal(result, 301)["status"] == "adopted"
    assert (result["turn"], result["deadline"]) == (2, "2026-12-12T00:00:00Z")


def test_111_the_judge_ends_the_debate_instead_of_the_proposer_when_asked() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210."),
        ("Bob", "1 11", "I ask the Judge to end the debate."),
        ("Ann", "1 12", "I open the vote."),
        ("Cid", "1 13", "I open the vote."),
    ]
    result = play(letters, "1 14")
    assert [ok for _, ok in oks(result)] == [True, True, False, True]
    assert result["phase"] == "voting"


def test_n10_silence_abstains_and_prevents_unanimity() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301)
    result = play(letters, "5")
    row = proposal(result, 301)
    assert (row["status"], row["abstain"], row["for"]) == ("defeated", ["Cid"], ["Ann", "Bob"])
    assert row["points"] == {}


def test_n10_silence_may_be_for_or_against() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301)
    assert proposal(play(letters, "5", silence="for"), 301)["status"] == "adopted"
    assert proposal(play(letters, "5", silence="against"), 301)["against"] == ["Cid"]


def test_n10_who_misses_two_votes_running_is_dormant_until_the_next_letter() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301)
    letters += turn_of("Bob", "6 10", "repeal rule 210.", "Ann+ Bob+", 302)
    result = play(letters, "12")
    # Cid is dormant after two silent votes, so the turn passes to Ann at once
    assert (result["turn"], result["mover"], result["circuit"]) == (4, "Ann", 2)
    third = [*letters, *turn_of("Ann", "12 10", "repeal rule 210.", "Ann+ Bob+", 303)]
    result = play(third, "13")
    assert proposal(result, 303)["status"] == "adopted"
    assert proposal(result, 303)["abstain"] == []


def test_n10_a_letter_wakes_at_once_also_for_the_running_vote() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+", 301)
    letters += turn_of("Bob", "6 10", "repeal rule 210.", "Ann+ Bob+", 302)
    letters += turn_of("Ann", "12 10", "repeal rule 210.", "Ann+", 303)
    letters += [("Cid", "12 11", "Hello, I am back."), ("Bob", "12 12", "303: yes")]
    result = play(letters, "12 13")
    assert (result["phase"], proposal(result, 303)["status"]) == ("voting", "open")


def test_n10_when_all_are_dormant_the_mover_has_a_normal_turn() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210.\nI open the vote."),
        ("Bob", "6 10", "I propose to repeal rule 210.\nI open the vote."),
    ]
    result = play(letters, "10")
    assert (result["mover"], result["turn"]) == ("Cid", 3)
    assert result["deadline"] == "2026-12-17T00:00:00Z"


def test_n12_at_the_end_of_the_second_circuit_a_majority_is_enough() -> None:
    letters = [*turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 301)]
    letters += turn_of("Bob", "2 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 302)
    letters += turn_of("Cid", "3 10", "repeal rule 210.", "Ann+ Bob- Cid+", 303)
    letters += turn_of("Ann", "4 10", "repeal rule 210.", "Ann+ Bob- Cid+", 304)
    letters += turn_of("Bob", "5 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 305)
    letters += turn_of("Cid", "6 10", "repeal rule 210.", "Ann+ Bob- Cid+", 306)
    result = play(letters, "7")
    assert rule(result, 203)["settings"]["adoption"] == "majority"
    assert (result["circuit"], rule(result, 203)["was"]) == (3, [])
    result = play([*letters, *turn_of("Ann", "7 10", "repeal rule 210.", "Ann+ Bob- Cid+", 307)], "8")
    row = proposal(result, 307)
    assert row["status"] == "adopted"
    assert row["points"] == {"Ann": 11, "Bob": 10}


def test_n12_an_amendment_of_203_stops_the_switch_unless_it_names_it() -> None:
    text = 'amend rule 203 by replacing "simple majority" with "majority"'
    letters = turn_of("Ann", "1 10", text, "Ann+ Bob+ Cid+", 301)
    assert rule(play(letters, "2"), 301)["settings"]["until_circuit"] == 0
    letters = turn_of("Ann", "1 10", f"{text}\nSettings: until_circuit = 1", "Ann+ Bob+ Cid+", 301)
    result = play(letters, "2")
    assert rule(result, 301)["settings"]["until_circuit"] == 1
    result = play(letters, "30")
    assert rule(result, 301)["settings"]["adoption"] == "majority"


def test_n12_a_circuit_already_past_never_fires() -> None:
    text = 'amend rule 203 by replacing "simple majority" with "majority"\nSettings: until_circuit = 1'
    letters: list[Letter] = [*turn_of("Ann", "20 10", text, "Ann+ Bob+ Cid+", 301)]
    late = play(letters, "60", turn_limit="12 hours")
    assert late["circuit"] > 3


def test_n12_switches_also_where_no_rule_holds_the_circuit() -> None:
    rules = """[settings]
adoption = "unanimous"
until_circuit = 1
then = "2/3"
[[rules]]
number = 1
text = "Play."
"""
    letters: list[Letter] = [
        ("Bob", "60", "I propose to enact a new rule: Hats.\n\nI open the vote."),
        ("Ann", "60 1", "301: FOR"),
        ("Bob", "60 1", "301: FOR"),
        ("Cid", "60 1", "301: AGAINST"),
    ]
    result = adjudicate(case(letters, "60 2") | {"options": {"rules": rules}})
    assert (result["circuit"], proposal(result, 301)["status"]) == (2, "adopted")
