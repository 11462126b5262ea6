"""Judgment: N17, N18, 212 and 213, as play."""

from tests.games.nomic.table import Letter, Result, numbers, oks, play, proposal, rule, turn_of

ASK: Letter = ("Bob", "1 9", "I invoke judgment: may Ann do that?")
FOUR = "Ann Bob Cid Dee"
TURN = turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid+", 301)


def judgment(result: Result, number: int = 1) -> dict[str, object]:
    """The question of that number."""
    return next(row for row in result["judgments"] if row["number"] == number)


def test_the_judge_is_the_player_before_the_mover_in_turn_1_the_last() -> None:
    assert judgment(play([ASK], "1 10", FOUR))["judge"] == "Dee"
    letters: list[Letter] = [("Dee", "9 9", "CFJ: well?")]
    assert judgment(play(letters, "9 10", FOUR))["judge"] == "Ann"


def test_only_the_judge_answers_and_once() -> None:
    letters: list[Letter] = [
        ASK,
        ("Ann", "1 10", "I judge 1: yes"),
        ("Cid", "1 11", "I judge 1: No.\nAs 116 says."),
    ]
    result = play([*letters, ("Cid", "1 12", "I judge 1: yes")], "1 13")
    assert [ok for _, ok in oks(result)] == [True, False, True, False]
    row = judgment(result)
    assert (row["status"], row["answer"]) == ("answered", "No.\nAs 116 says.")


def test_an_answer_is_carried_out_when_it_has_stood() -> None:
    letters: list[Letter] = [ASK, ("Cid", "1 11", "I judge 1: Void.\n\nEffect:\naward Ann 10\nrepeal 210")]
    assert play(letters, "2 23")["scores"]["Ann"] == 0
    result = play(letters, "3")
    assert (result["scores"]["Ann"], judgment(result)["status"]) == (10, "final")
    assert 210 not in numbers(result)
    assert proposal(result, 301)["by"] == "moderator"


def test_an_effect_that_is_no_act_refuses_the_answer() -> None:
    letters: list[Letter] = [ASK, ("Cid", "1 11", "I judge 1: Void.\nEffect:\nmake Ann king")]
    assert oks(play(letters, "2"))[-1] == ("judge", False)


def test_ballot_and_mover_are_effects() -> None:
    letters: list[Letter] = [
        ("Ann", "1 8", "I propose to repeal rule 210.\nI open the vote."),
        ASK,
        (
            "Cid",
            "1 10",
            "I judge 1: Yes.\nEffect:\nballot Bob FOR 301\nballot Ann FOR 301\nballot Cid FOR 301",
        ),
    ]
    assert proposal(play(letters, "3"), 301)["status"] == "adopted"
    letters = [ASK, ("Cid", "1 10", "I judge 1: Yes.\nEffect:\nmover Cid")]
    assert play(letters, "3")["mover"] == "Cid"


def test_all_others_together_depose_the_judge() -> None:
    letters: list[Letter] = [ASK, ("Dee", "1 10", "I judge 1: No."), ("Ann", "1 11", "I overrule 1")]
    letters += [("Bob", "1 12", "I overrule 1")]
    assert judgment(play(letters, "1 13", FOUR))["status"] == "answered"
    result = play([*letters, ("Cid", "1 14", "I overrule 1.")], "1 15", FOUR)
    row = judgment(result)
    assert (row["status"], row["judge"], row["answer"]) == ("open", "Cid", None)


def test_when_all_but_the_mover_have_been_judge_the_question_closes() -> None:
    first = [
        ASK,
        ("Cid", "1 10", "I judge 1: No."),
        ("Ann", "1 11", "I overrule 1"),
        ("Bob", "1 11", "I overrule 1"),
    ]
    second = [
        ("Bob", "1 12", "I judge 1: No."),
        ("Ann", "1 13", "I overrule 1"),
        ("Cid", "1 13", "I overrule 1"),
    ]
    row = judgment(play([*first, *second], "1 14"))
    assert (row["status"], row["answer"]) == ("closed", None)


def test_with_two_players_the_judge_can_not_be_deposed() -> None:
    letters: list[Letter] = [
        ("Ann", "1 9", "CFJ: well?"),
        ("Bob", "1 10", "I judge 1: No."),
        ("Ann", "1 11", "I overrule 1"),
    ]
    result = play(letters, "1 12", "Ann Bob")
    assert (oks(result)[-1], judgment(result)["status"]) == (("overrule", False), "answered")


def test_a_judge_who_is_silent_is_passed_over() -> None:
    assert judgment(play([ASK], "4 23", FOUR))["judge"] == "Dee"
    assert judgment(play([ASK], "5", FOUR))["judge"] == "Cid"
    assert judgment(play([ASK], "8", FOUR))["judge"] == "Bob"
    assert judgment(play([ASK], "11", FOUR))["status"] == "closed"


def test_one_open_question_per_player_and_more_than_half_of_the_others_dismiss_it() -> None:
    letters: list[Letter] = [ASK, ("Bob", "1 10", "CFJ: and this?"), ("Ann", "1 11", "I dismiss 1")]
    result = play(letters, "1 12", FOUR)
    assert (oks(result)[1], judgment(result)["status"]) == (("invoke", False), "open")
    result = play([*letters, ("Cid", "1 13", "I dismiss 1")], "1 14", FOUR)
    assert (judgment(result)["status"], result["phase"]) == ("dismissed", "proposing")


def test_n17_the_next_turn_waits_while_a_question_is_open() -> None:
    result = play([ASK, *TURN], "1 12")
    assert (result["turn"], result["mover"], result["phase"]) == (1, "Ann", "judgment")
    assert proposal(result, 301)["status"] == "adopted"


def test_n17_and_until_its_answer_has_stood() -> None:
    letters: list[Letter] = [ASK, *TURN, ("Cid", "1 12", "I judge 1: yes")]
    assert play(letters, "2 23")["phase"] == "judgment"
    result = play(letters, "3")
    assert (result["turn"], result["phase"], judgment(result)["status"]) == (2, "proposing", "final")


def test_n17_more_than_half_of_the_players_other_than_the_next_mover_let_it_begin() -> None:
    letters: list[Letter] = [ASK, *TURN, ("Bob", "1 12", "I consent"), ("Ann", "1 13", "I consent")]
    assert play(letters, "1 14")["phase"] == "judgment"
    result = play([*letters, ("Cid", "1 15", "I consent.")], "1 16")
    assert (result["turn"], judgment(result)["status"]) == (2, "lapsed")


def test_n17_a_consent_counts_from_the_moment_a_question_is_put() -> None:
    letters: list[Letter] = [("Ann", "1 8", "I consent"), ASK, ("Ann", "1 9:30", "I consent"), *TURN]
    result = play([*letters, ("Cid", "1 12", "I consent")], "1 13")
    assert oks(result)[0] == ("consent", False)
    assert result["turn"] == 2


def test_n18_the_gate_holds_no_longer_than_the_two_limits() -> None:
    # 14 days and 1 day from ten o'clock of day 1, so at the midnight after day 16
    assert play([ASK, *TURN], "16 23", judge_limit="14 days")["turn"] == 1
    result = play([ASK, *TURN], "17", judge_limit="14 days")
    assert (result["turn"], judgment(result)["status"]) == (2, "lapsed")


def test_n18_deadlines_stand_still_and_go_on_at_the_answer() -> None:
    letters: list[Letter] = [("Bob", "2 12", "CFJ: well?"), ("Cid", "4 0:30", "I judge 1: yes")]
    # the turn would end on day 8 at 00:00; it stood still for 36 and a half hours
    assert play(letters, "4 1")["deadline"] == "2026-12-06T00:00:00Z"
    assert play(letters, "9 23")["turn"] == 1
    assert play(letters, "10")["turn"] == 2


def test_n18_they_stand_still_no_longer_than_the_judges_time_in_each_turn() -> None:
    letters: list[Letter] = [("Bob", "2 12", "CFJ: well?")]
    # the turn passes after 7 days and the 3 for which it stood still; then the question holds the gate
    assert play(letters, "11 23", FOUR)["phase"] == "judgment"
    result = play(letters, "12", FOUR)
    assert (result["turn"], result["mover"], judgment(result)["status"]) == (2, "Bob", "closed")


def test_n18_debate_least_stands_still_too_but_ballots_go_on() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210.\nI open the vote."),
        ("Bob", "1 12", "CFJ: well?"),
        ("Bob", "1 13", "301: for"),
        ("Cid", "1 18", "I judge 1: yes"),
    ]
    # six hours of the 24 were lost to the question
    result = play(letters, "2 15:59", debate_least="24 hours")
    assert (result["phase"], result["deadline"]) == ("debate", "2026-12-02T16:00:00Z")
    assert proposal(play(letters, "2 16", debate_least="24 hours"), 301)["for"] == ["Bob"]


def test_n18_a_vote_for_which_all_ballots_are_in_closes_in_spite_of_a_question() -> None:
    assert proposal(play([ASK, *TURN], "1 11"), 301)["status"] == "adopted"


def test_213_the_claim_that_play_can_not_go_on_opens_a_judgment() -> None:
    letters: list[Letter] = [
        ("Bob", "1 9", "I claim that play cannot go on: rules 1 and 2 forbid each other."),
        ("Cid", "1 10", "I judge 1: upheld: Bob"),
    ]
    assert play(letters, "2")["winner"] is None
    result = play(letters, "3")
    assert (result["winner"], result["phase"]) == ("Bob", "over")
    letters[1] = ("Cid", "1 10", "I judge 1: Upheld.")
    assert play(letters, "3")["winner"] == "Ann"
    letters[1] = ("Cid", "1 10", "I judge 1: It can go on.")
    assert play(letters, "3")["winner"] is None


def test_at_one_instant_the_judges_deadline_comes_before_the_rest() -> None:
    letters: list[Letter] = [("Bob", "5", "CFJ: well?")]
    # the Judge's time and the turn's end on the same midnight: the question has a new Judge first
    result = play(letters, "8", FOUR)
    assert judgment(result)["judge"] == "Cid"
    assert result["turn"] == 1


def voided(text: str) -> Result:
    """A proposal that is adopted in turn 1 and voided by a Judgment in turn 2."""
    letters = [
        *turn_of("Ann", "1 10", text, "Ann+ Bob+ Cid+", 301),
        ("Bob", "1 12", "CFJ: was it proper?"),
        ("Ann", "1 13", "I judge 1: No.\nEffect:\nvoid 301"),
    ]
    return play(letters, "3")


def test_a_void_transmutation_is_turned_back_and_the_rule_stays() -> None:
    made_mutable = voided("transmute rule 116.")
    assert rule(made_mutable, 302) | {"text": ""} == {
        "number": 302, "was": [116, 301], "class": "immutable",
        "title": "What no rule governs", "text": "", "settings": {},
    }  # fmt: skip
    assert rule(voided("transmute rule 209."), 302)["class"] == "mutable"


def test_a_void_amendment_is_taken_back_and_a_void_rule_goes() -> None:
    assert rule(voided("amend rule 209 by appending: So be it."), 302)["was"] == [209, 301]
    gone = voided("enact a new rule:\nCats may vote.")
    assert gone["scores"] == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert 301 not in numbers(gone)


def test_n17_where_all_are_dormant_consent_is_counted_without_the_one_who_really_moves_next() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210.\nI open the vote."),
        ("Bob", "5 10", "I propose to repeal rule 209.\nI open the vote."),
        ("Bob", "6 10", "CFJ: and now?"),
        ("Ann", "6 11", "I judge 1: Well."),
        ("Ann", "6 12", "I consent"),
        ("Bob", "6 12", "I consent"),
    ]
    result = play(letters, "9", overrule_window="7 days")
    assert (result["turn"], result["mover"], judgment(result)["status"]) == (3, "Cid", "final")


def test_213_a_name_after_upheld_is_a_player_or_the_answer_is_refused() -> None:
    stuck: Letter = ("Bob", "1 9", "I claim that play cannot go on: we are stuck.")
    result = play([stuck, ("Cid", "1 10", "I judge 1: upheld: Zoe")], "3")
    assert (oks(result)[-1], result["winner"]) == (("judge", False), None)
    assert play([stuck, ("Cid", "1 10", "I judge 1: Upheld.\nNobody can move.")], "3")["winner"] == "Ann"
    assert play([stuck, ("Cid", "1 10", "I judge 1: upheld: bob, who must.")], "3")["winner"] == "Bob"


def test_n15_an_answer_that_names_the_winner_ends_the_game_before_its_other_effects() -> None:
    letters: list[Letter] = [
        *turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 301),
        ("Cid", "1 11", "I judge 1: Ann, who has more friends.\nEffect:\naward Ann 1"),
    ]
    result = play(letters, "3", adoption="majority", points_to_win=7)
    assert (result["winner"], result["scores"]["Ann"]) == ("Ann", 7)
    assert [row["status"] for row in result["judgments"]] == ["final"]


def test_a_void_repeal_enacts_the_rule_again_with_its_settings() -> None:
    result = voided("repeal rule 206.")
    assert (rule(result, 302)["title"], rule(result, 302)["settings"]) == (
        "Penalty for defeat",
        {"defeat_penalty": 10, "defeat_scores": "both"},
    )
    assert 206 not in numbers(result)


def test_213_only_upheld_ends_the_game_and_only_a_colon_names_another() -> None:
    claim: Letter = ("Bob", "1 10", "I claim that play cannot go on: stuck")
    answers = {
        "upheld": "Ann",
        "upheld. Bob is right.": "Ann",
        "It is upheld, since nobody can move": "Ann",
        "Upheld: Bob": "Bob",
        "Upheld Bob": "Bob",
        "Yes, Bob is right.": None,
        "valid": None,
        "Not upheld": None,
    }
    for answer, winner in answers.items():
        assert play([claim, ("Cid", "1 11", f"I judge 1: {answer}")], "3")["winner"] == winner, answer


def test_a_claim_holds_by_any_word_that_says_so() -> None:
    letters: list[Letter] = [
        ("Bob", "1 10", "I claim 5 points under rule 206: why not"),
        ("Ann", "1 11", "I object"),
    ]
    answers = {
        "upheld": 5, "Yes.": 5, "valid": 5, "Granted, alas": 5, "it holds": 5, "sim": 5, "成立": 5,
        "no": 0, "yesterday it might have": 0, "denied": 0, "不成立": 0, "invalid": 0,
    }  # fmt: skip
    for answer, points in answers.items():
        result = play([*letters, ("Cid", "1 12", f"I judge 1: {answer}")], "3")
        assert result["scores"]["Bob"] == points, answer
