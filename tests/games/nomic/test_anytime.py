"""The ruleset `anytime`: distribution, quorum, index, strengths, endorsements, conditions, errors."""

from datetime import datetime
from typing import Any

import pytest

from referee.engine.game import Command
from referee.errors import NotLegal
from referee.games.nomic import GAME
from referee.games.nomic.state import State
from tests.games.nomic.match import at, begun
from tests.games.nomic.table import Letter, Result, numbers, oks, proposal, rule, turn_of, when
from tests.games.nomic.table import play as played

HATS = "Proposal: Hats\nenact a new rule:\nHats."
OFFER: Letter = ("Ann", "1 10", HATS)


def play(letters: list[Letter], until: str, players: str = "Ann Bob Cid Dee Max", **more: Any) -> Result:
    """What the letters come to under `anytime`."""
    return played(letters, until, players, ruleset="anytime", **more)


def vote(*ballots: str, until: str = "9", **more: Any) -> Result:
    """Ann's proposal of the first day, with ballots like `Bob for 301` on the third."""
    letters: list[Letter] = [OFFER]
    letters += [(ballot.split(" ", 1)[0], "3 10", ballot.split(" ", 1)[1]) for ballot in ballots]
    return play(letters, until, **more)


def status(result: Result, number: int = 301) -> str:
    """What became of the proposal."""
    return str(proposal(result, number)["status"])


def test_a_proposal_is_numbered_when_it_is_distributed() -> None:
    assert play([OFFER], "1 23")["proposals"] == []
    result = play([OFFER], "2")
    assert (status(result), result["mover"], result["deadline"]) == ("open", None, "2026-12-09T00:00:00Z")


def test_numbers_go_by_the_time_of_mailing() -> None:
    letters: list[Letter] = [("Bob", "1 9", HATS), OFFER, ("Cid", "1 11", HATS)]
    assert [row["by"] for row in play(letters, "2")["proposals"]] == ["Bob", "Ann", "Cid"]


def test_a_proposal_may_be_withdrawn_and_revised_before() -> None:
    letters: list[Letter] = [OFFER, ("Ann", "1 11", "I retract my proposal."), ("Ann", "1 12", HATS)]
    letters += [("Ann", "1 13", "I revise my proposal: enact a new rule: Coats.")]
    result = play(letters, "2")
    assert [ok for _, ok in oks(result)] == [True] * 4
    assert [row["number"] for row in result["proposals"]] == [301]
    assert oks(play([OFFER, ("Ann", "3 10", "I withdraw 301")], "4"))[-1] == ("withdraw", False)


def test_distribution_may_be_at_once() -> None:
    assert status(play([OFFER], "1 10", distribute="now")) == "open"


def test_only_so_many_may_be_pending() -> None:
    letters: list[Letter] = [("Ann", f"1 1{at}", HATS) for at in range(6)]
    assert [ok for _, ok in oks(play(letters, "2"))] == [True] * 5 + [False]


def test_there_is_no_early_close() -> None:
    ballots = [f"{name} for 301" for name in ("Ann", "Bob", "Cid", "Dee", "Max")]
    assert status(vote(*ballots, until="8 23")) == "open"
    assert status(vote(*ballots)) == "adopted"


def test_the_first_quorum_is_two() -> None:
    assert status(vote("Ann for 301")) == "failed-quorum"
    result = vote("Ann for 301", "Bob present 301")
    assert (status(result), proposal(result, 301)["abstain"]) == ("adopted", ["Bob"])
    assert rule(result, 301)["title"] == "Hats"


def test_later_quorums_are_two_thirds_of_the_ballots_on_the_last_one() -> None:
    letters: list[Letter] = [OFFER, *[(n, "3 10", "301: for") for n in ("Ann", "Bob", "Cid", "Dee", "Max")]]
    letters += [("Bob", "9 10", HATS), ("Ann", "11 10", "302: for"), ("Bob", "11 10", "302: for")]
    # two thirds of five ballots are 3.33, so three are needed
    assert status(play(letters, "17"), 302) == "failed-quorum"
    assert status(play([*letters, ("Cid", "12 10", "302: for")], "17"), 302) == "adopted"


def test_a_vote_without_quorum_may_be_extended_once_and_keeps_its_ballots() -> None:
    result = vote("Ann for 301", until="10", extend_once="yes")
    assert (status(result), proposal(result, 301)["for"]) == ("open", ["Ann"])
    assert result["deadline"] == "2026-12-16T00:00:00Z"
    letters: list[Letter] = [OFFER, ("Ann", "3 10", "301: for"), ("Bob", "11 10", "301: for")]
    assert status(play(letters, "16", extend_once="yes")) == "adopted"
    assert status(play(letters[:2], "16", extend_once="yes")) == "failed-quorum"


def test_more_for_than_against_and_at_least_the_index() -> None:
    assert status(vote("Ann for 301", "Bob against 301")) == "defeated"
    assert status(vote("Ann for 301", "Bob for 301", "Cid against 301")) == "adopted"
    assert status(vote("Ann for 301", "Bob for 301", "Cid against 301", default_index="2.5")) == "defeated"
    assert status(vote("Ann present 301", "Bob present 301")) == "defeated"


def test_a_proposal_may_name_its_index() -> None:
    letters: list[Letter] = [("Ann", "1 10", "Proposal: Hats\nAI: 3.0\nenact a new rule:\nHats.")]
    letters += [("Ann", "3 10", "301: for"), ("Bob", "3 10", "301: for"), ("Cid", "3 10", "301: against")]
    assert status(play(letters, "9")) == "defeated"


def test_core_rules_need_the_core_index() -> None:
    letters: list[Letter] = [("Ann", "1 10", "Proposal: X\nrepeal rule 108")]
    assert oks(play(letters, "2")) == [("propose", False)]
    letters = [("Ann", "1 10", "Proposal: X\nAI: 3\nrepeal rule 108")]
    assert oks(play(letters, "2")) == [("propose", True)]


def test_strengths_are_summed_at_the_close() -> None:
    ballots = ("Ann for 301", "Bob against 301", "Cid against 301")
    assert status(vote(*ballots)) == "defeated"
    assert status(vote(*ballots, strengths={"Ann": 3})) == "adopted"
    assert status(vote(*ballots, strengths={"Ann": 2})) == "defeated"


def test_an_endorsement_is_as_that_ballot_finally_is() -> None:
    result = vote("Ann endorse Bob on 301", "Cid for 301", "Bob for 301", "Bob against 301")
    assert proposal(result, 301)["against"] == ["Ann", "Bob"]
    result = vote("Ann endorse Bob on 301", "Cid endorse Ann on 301", "Dee for 301")
    assert proposal(result, 301)["abstain"] == ["Ann", "Cid"]


@pytest.mark.parametrize(
    "ballots", [("Ann endorse Bob on 301", "Bob endorse Ann on 301"), ("Ann endorse Ann on 301",)]
)
def test_a_circle_of_endorsements_is_present(ballots: tuple[str, ...]) -> None:
    row = proposal(vote(*ballots, "Cid for 301", "Dee for 301"), 301)
    assert (row["for"], row["abstain"]) == (["Cid", "Dee"], [ballot.split()[0] for ballot in ballots])


def test_a_conditional_ballot_follows_an_earlier_result() -> None:
    letters: list[Letter] = [OFFER, ("Bob", "1 11", HATS)]
    letters += [
        (name, "3 10", "301: for\n302: for if 301 passes, otherwise against") for name in ("Ann", "Bob")
    ]
    letters += [("Cid", "3 10", "301: for if 302 passes, otherwise against")]
    result = play(letters, "9")
    assert proposal(result, 302)["for"] == ["Ann", "Bob"]
    assert proposal(result, 301)["abstain"] == ["Cid"]
    letters[2:4] = [
        (name, "3 10", "301: against\n302: for if 301 passes, otherwise against") for name in ("Ann", "Bob")
    ]
    assert proposal(play(letters, "9"), 302)["against"] == ["Ann", "Bob"]


def test_what_is_resolved_at_one_midnight_is_applied_by_ascending_number() -> None:
    letters: list[Letter] = [
        ("Bob", "1 9", "Proposal: A\namend rule 202 to read:\nA."),
        ("Ann", "1 10", "Proposal: B\namend rule 202 to read:\nB."),
    ]
    letters += [(name, "3 10", "301: for\n302: for") for name in ("Ann", "Bob")]
    result = play(letters, "9")
    assert rule(result, 202)["text"] == "B."
    assert 302 not in numbers(result)


def test_an_amended_rule_keeps_its_number() -> None:
    letters: list[Letter] = [("Bob", "1 9", "Proposal: A\namend rule 202 to read:\nA.")]
    letters += [(name, "3 10", "301: for") for name in ("Ann", "Bob")]
    assert (rule(play(letters, "9"), 202)["text"], rule(play(letters, "9"), 202)["was"]) == ("A.", [])


def test_an_error_may_be_claimed_and_a_drawn_judge_decides_if_asked() -> None:
    letters: list[Letter] = [OFFER, ("Ann", "3 10", "301: for"), ("Bob", "3 10", "301: against")]
    letters += [
        ("Cid", "10 10", "I claim an error in 301: Bob meant for."),
        ("Dee", "10 11", "I object to 1"),
    ]
    result = play(letters, "11")
    judge = result["judgments"][0]["judge"]
    assert judge in ("Dee", "Max")
    letters += [(judge, "11 10", "I judge 1: upheld.\nEffect:\nballot Bob FOR 301")]
    result = play(letters, "14")
    assert status(result) == "adopted"
    assert rule(result, 301)["text"] == "Hats."


def test_an_error_is_claimed_within_7_days() -> None:
    letters: list[Letter] = [
        OFFER,
        ("Ann", "3 10", "301: for"),
        ("Cid", "17 10", "I claim an error in 301: so."),
    ]
    assert oks(play(letters, "18"))[-1] == ("claim", False)


def test_turns_may_begin_by_a_rule_change() -> None:
    change = "amend rule 103 to read:\nTurns.\nSettings: mode = turns, proposes = mover"
    letters: list[Letter] = [("Ann", "1 10", f"Proposal: Turns\nAI: 3\n{change}")]
    letters += [(name, "3 10", "301: for") for name in ("Ann", "Bob")]
    result = play(letters, "9")
    assert (result["mover"], result["turn"], result["circuit"]) == ("Ann", 1, 1)


def test_109_asks_all_eligible_voters_without_turns_too() -> None:
    change = "amend rule 201 to read:\nAny time.\nSettings: mode = anytime, proposes = anyone"
    votes = "Ann+ Bob+ Cid+"
    letters = turn_of("Ann", "1 10", change, votes, 301)
    letters += [
        ("Bob", "2 10", "Proposal: X\ntransmute rule 116"),
        ("Cid", "2 11", "Proposal: Y\nrepeal rule 210"),
    ]
    letters += [("Ann", "4 10", "302: for\n303: for"), ("Bob", "4 10", "302: for\n303: for")]
    result = played(letters, "30", "Ann Bob Cid", adoption="majority")
    assert [status(result, number) for number in (302, 303)] == ["defeated", "adopted"]


def test_when_the_only_proposer_has_left_the_others_propose() -> None:
    change = "Proposal: X\nAI: 3\namend rule 103 to read:\nCid.\nSettings: proposes = Cid"
    letters: list[Letter] = [("Ann", "1 10", change)]
    letters += [(name, "3 10", "301: for") for name in ("Ann", "Bob")]
    letters += [("Ann", "9 10", HATS), ("Cid", "9 11", "I forfeit the game."), ("Ann", "9 12", HATS)]
    assert [ok for _, ok in oks(play(letters, "10"))][-3:] == [False, True, True]


def corrected(*commands: Command) -> tuple[State, list[str]]:
    """301 adopted by Ann and Bob (as Ann), 302 by who follows 301; then an error is claimed and mended."""
    table = begun(("Ann", "Bob", "Cid", "Dee"), ruleset="anytime", settings="")
    table.letter("Ann", at(1.4), HATS)
    table.letter("Ann", at(1.5), "Proposal: Caps\nenact a new rule:\nCaps.")
    table.letter("Ann", at(3), "301: FOR\n302: PRESENT")
    table.letter("Bob", at(3), "301: endorse Ann\n302: FOR if 301 passes, otherwise AGAINST")
    table.letter("Cid", at(3), "301: AGAINST")
    told = []
    table.letter("Dee", at(9.1), "I claim an error in 301: Ann wrote AGAINST")
    state = table.match.state
    for command in commands:
        step = GAME.override(state, command, at(9.2), table.match.draws)
        state = step.state
        told.append(step.reply)
    return state, told


def test_a_correction_folds_endorsements_conditions_and_outright_changes_again() -> None:
    fault = "it mends a fault"
    state, told = corrected(
        Command("enact", "a new rule: Gloves.", fault),
        Command("ballot", "Ann AGAINST 301", fault),
        Command("answer", "301 accepted", fault),
    )
    assert {str(rule.number) for rule in state.book.rules}.isdisjoint({"301", "302"})
    assert "Gloves." in {rule.text for rule in state.book.rules}
    assert (
        "301: for nobody; against Ann, Bob, Cid; abstained nobody; 301 is defeated, not adopted" in told[-1]
    )
    assert "302: for nobody; against Bob; abstained Ann; 302 is defeated, not adopted" in told[-1]


def test_a_denied_error_changes_nothing() -> None:
    state, _ = corrected(Command("answer", "301 denied", "no rule speaks against it"))
    assert {"301", "302"} <= {str(rule.number) for rule in state.book.rules}


def test_a_result_of_turns_is_not_folded_again_so_no_error_is_claimed_in_it() -> None:
    table = begun()
    for letter in turn_of("Ann", "1 10", "repeal rule 210.", "Ann+ Bob+ Cid+", 301):
        table.letter(letter[0], datetime.fromisoformat(when(letter[1])), letter[2])
    table.letter("Bob", at(1.6), "I claim an error in 301: really")
    assert "put it to a Judge" in table.refused[-1]
    with pytest.raises(NotLegal, match="301 is decided, and stays so"):
        GAME.override(
            table.match.state, Command("ballot", "Bob AGAINST 301", "a fault"), at(2), table.match.draws
        )
