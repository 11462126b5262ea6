"""Rule-changes: N4 to N8, N16, and what 103, 108, 110 and 114 say, as play."""

from typing import Any

import pytest

from tests.games.nomic.table import Letter, Result, numbers, oks, play, proposal, rule, turn_of

ALL = "Ann+ Bob+ Cid+"


def adopt(*texts: str, until: str = "20", **settings: Any) -> Result:
    """Adopts the changes one after the other, a turn a day."""
    letters: list[Letter] = []
    for at, text in enumerate(texts):
        letters += turn_of(("Ann", "Bob", "Cid")[at % 3], f"{at + 1} 10", text, ALL, 301 + at)
    return play(letters, f"{len(texts)} 12" if until == "20" else until, **settings)


def refused(text: str, **settings: Any) -> bool:
    """Whether the mover's proposal is refused when it is mailed."""
    return oks(play([("Ann", "1 10", f"I propose to {text}")], "1 11", **settings)) == [("propose", False)]


def test_n4_several_changes_apply_in_order() -> None:
    result = adopt("repeal rule 210\nand to repeal rule 209")
    assert {209, 210}.isdisjoint(numbers(result))


def test_n4_a_text_is_followed_by_a_blank_line_before_the_next_change() -> None:
    result = adopt("enact a new rule:\nHats are worn.\n\nand to enact a new rule:\nHats are blue.")
    assert [rule(result, n)["text"] for n in (301, "301.2")] == ["Hats are worn.", "Hats are blue."]
    assert refused("enact a new rule:\nHats are worn.\nand to enact a new rule:\nHats are blue.")


def test_n4_one_bad_change_refuses_the_whole() -> None:
    assert refused("repeal rule 210\nand to repeal rule 101")


def test_n4_each_change_is_checked_against_what_those_before_it_leave() -> None:
    assert refused("repeal rule 210\nand to amend rule 210 to read:\nHats.")
    assert not refused("transmute rule 116\nand to repeal rule 116")


def test_n4_a_transmutation_of_an_immutable_rule_makes_the_whole_need_unanimity() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 210\nand to transmute rule 116", "Ann+ Bob+ Cid-", 301)
    assert proposal(play(letters, "2", adoption="majority"), 301)["status"] == "defeated"
    letters = turn_of("Ann", "1 10", "repeal rule 210\nand to transmute rule 206", "Ann+ Bob+ Cid-", 301)
    assert proposal(play(letters, "2", adoption="majority"), 301)["status"] == "adopted"


def test_n5_replacing_joins_white_space_and_leaves_the_rest_alone() -> None:
    text = (
        'amend rule 206 by replacing "loses  10 points" with "loses 5 points"\nSettings: defeat_penalty = 5'
    )
    result = adopt(text)
    words = rule(result, 301)["text"]
    assert words == "When a proposed rule-change is defeated, the player who proposed it loses 5 points."
    assert rule(result, 301)["settings"]["defeat_penalty"] == 5


@pytest.mark.parametrize(
    "text",
    [
        'amend rule 206 by replacing "Loses 10 points" with "loses"',
        'amend rule 206 by deleting "e"',
        'amend rule 206 by replacing "nowhere" with "here"',
        "amend rule 206 to read:",
        "amend rule 206 by appending:",
        "amend rule 299 to read:\nHats.",
        "amend rule 101 to read:\nHats.",
        "repeal rule 101",
        "enact a new immutable rule:\nHats.",
        "enact a new rule:",
        "transmute rule 101 to immutable",
        "transmute rule 201 to mutable",
        "transmute rule 400",
        "repeal amendment 301",
        "amend rule 206 to read:\nHats.\nSettings: hats = 3",
        "amend rule 206 to read:\nHats.\nSettings: defeat_penalty = many",
        "amend rule 206 to read:\nHats.\nSettings: defeat_penalty = 1001",
        "amend rule 206 to read:\nHats.\nSettings: points_to_win = 100",
        "repeal rule 206\nSettings: defeat_penalty = 5",
        "transmute rule 206\nSettings: defeat_penalty = 5",
        "amend rule 206 to read:\nA.\nSettings: defeat_penalty = 1\n\nand to enact a new rule:\nB.\n"
        "Settings: defeat_penalty = 2",
        "amend rule 202 to read:\nHats.\nSettings: debate_least = 5 days",
    ],
)
def test_n6_a_proposal_with_a_fault_is_refused_at_once(text: str) -> None:
    assert refused(text)


def test_n5_deleting_and_appending() -> None:
    result = adopt(
        'amend rule 208 by deleting ", on the positive side,"', "amend rule 208 by appending:\nHooray."
    )
    assert rule(result, 302)["text"] == "The first player to reach 200 points wins.\nHooray."


def test_n5_the_repeal_of_an_amendment_restores_text_and_settings() -> None:
    change = "amend rule 208 to read:\nThe first to reach 150 points wins.\nSettings: points_to_win = 150"
    result = adopt(change, "repeal amendment 301")
    new = rule(result, 302)
    assert new["text"] == "The first player to reach 200 points, on the positive side, wins."
    assert (new["settings"]["points_to_win"], new["was"]) == (200, [208, 301])


def test_n5_an_amendment_that_was_changed_since_can_not_be_repealed() -> None:
    letters = turn_of("Ann", "1 10", "amend rule 208 to read:\nA 200.", ALL, 301)
    letters += turn_of("Bob", "2 10", "amend rule 208 to read:\nB 200.", ALL, 302)
    letters += [("Cid", "3 10", "I propose to repeal amendment 301")]
    assert oks(play(letters, "4"))[-1] == ("propose", False)


def test_n6_the_limit_of_209_is_a_warning_and_the_enactment_has_no_effect() -> None:
    result = adopt("enact a new rule:\nHats.", mutable_limit=13)
    assert proposal(result, 301)["status"] == "adopted"
    assert 301 not in numbers(result)


def test_n6_while_112_is_immutable_the_points_to_win_stay() -> None:
    change = "amend rule 208 to read:\nNobody wins.\nSettings: points_to_win = never"
    assert rule(adopt(change), 301)["settings"]["points_to_win"] == 200
    letters = turn_of("Ann", "1 10", "repeal rule 208", ALL, 301)
    assert play(letters, "2", points_to_win=10)["winner"] == "Ann"


def test_n6_a_successor_of_208_in_the_same_proposal_takes_its_place() -> None:
    change = "repeal rule 208\nand to enact a new rule:\nAt 30 points one wins.\nSettings: points_to_win = 30"
    assert rule(adopt(change), 301)["settings"] == {"points_to_win": 30}


def test_n8_a_change_that_can_not_be_applied_has_no_effect_and_the_others_apply() -> None:
    letters: list[Letter] = [
        ("Ann", "1 10", "I propose to repeal rule 210\nand to repeal rule 209\n\nI invoke judgment: may I?"),
        ("Cid", "1 11", "I judge 1: No.\nEffect:\nrepeal 210"),
        ("Ann", "3 10", "I open the vote."),
        *[(name, "3 11", "301: for") for name in ("Ann", "Bob", "Cid")],
    ]
    result = play(letters, "4")
    assert proposal(result, 301)["status"] == "adopted"
    assert proposal(result, 302)["by"] == "moderator"
    assert {209, 210}.isdisjoint(numbers(result))


@pytest.mark.parametrize("meanwhile", ["Hats, and no more.", "25 hats, 25 coats."], ids=["gone", "twice"])
def test_n8_a_passage_that_is_not_found_once_when_the_change_is_applied_has_no_effect(meanwhile: str) -> None:
    written = "amend rule 209 by replacing “25” with “30”\nand to repeal rule 210"
    letters: list[Letter] = [
        ("Ann", "1 10", f"I propose to {written}\n\nI invoke judgment: may I?"),
        ("Cid", "1 11", f"I judge 1: No.\nEffect:\namend 209 to read: {meanwhile}"),
        ("Ann", "3 10", "I open the vote."),
        *[(name, "3 11", "301: for") for name in ("Ann", "Bob", "Cid")],
    ]
    result = play(letters, "4")
    assert proposal(result, 301)["status"] == "adopted"
    assert (rule(result, 302)["text"], rule(result, 302)["was"]) == (meanwhile, [209])
    assert 210 not in numbers(result)


def test_n16_an_amended_rule_takes_the_proposals_number_and_keeps_its_old_ones() -> None:
    result = adopt("amend rule 206 to read:\nA.", "transmute rule 206", "transmute rule 301 to mutable")
    new = rule(result, 303)
    assert new["was"] == [206, 301, 302]
    assert (new["class"], new["text"]) == ("mutable", "A.")


def test_n16_the_second_rule_of_a_proposal_gets_a_part() -> None:
    result = adopt("amend rule 206 to read:\nA.\n\nand to transmute rule 207\nand to repeal rule 210\nand to "
                   "enact a new rule:\nB.")  # fmt: skip
    assert [rule(result, n)["was"] for n in (301, "301.2", "301.3")] == [[206], [207], []]
    listed = numbers(result)
    assert listed.index("301.2") < listed.index(201)
    assert listed.index("301.3") == listed.index(301) + 1


def test_n16_a_rule_changed_twice_by_a_proposal_keeps_the_first_number() -> None:
    result = adopt("amend rule 206 to read:\nA.\n\nand to transmute rule 206\nand to transmute rule 207")
    assert rule(result, 301)["was"] == [206]
    assert rule(result, "301.2")["was"] == [207]


def test_an_enacted_rule_without_a_title_has_none_and_a_form_gives_it_one() -> None:
    assert rule(adopt("enact a new rule:\nHats."), 301)["title"] == ""
    letters: list[Letter] = [
        ("Ann", "1 10", "Proposal: Hats\n\nenact a new rule:\nHats.\n\nI open the vote.")
    ]
    letters += [(name, "1 11", "301: for") for name in ("Ann", "Bob", "Cid")]
    assert rule(play(letters, "2"), 301)["title"] == "Hats"


def test_repealing_a_rule_returns_its_settings_to_the_silent_defaults() -> None:
    letters = turn_of("Ann", "1 10", "repeal rule 204\nand to repeal rule 206", ALL, 301)
    letters += turn_of("Bob", "2 10", "repeal rule 210", "Ann- Bob+ Cid-", 302)
    result = play(letters, "3", adoption="majority")
    assert result["scores"] == {"Ann": 10, "Bob": 4, "Cid": 0}


def test_repealing_201_leaves_the_turns_as_they_were() -> None:
    result = adopt("repeal rule 201")
    assert (result["mover"], result["deadline"]) == ("Bob", "2026-12-16T00:00:00Z")


def test_a_setting_that_nobody_holds_may_be_set_by_any_rule() -> None:
    result = adopt("enact a new rule:\nThe door is open.\nSettings: joining = open")
    assert rule(result, 301)["settings"] == {"joining": "open"}


def test_an_amendment_without_settings_keeps_the_old_ones() -> None:
    result = adopt("amend rule 206 to read:\nNo penalty.")
    assert rule(result, 301)["settings"]["defeat_penalty"] == 10


def test_103_an_immutable_rule_is_transmuted_first() -> None:
    result = adopt("transmute rule 101", "amend rule 101 to read:\nHats.")
    assert rule(result, 302)["was"] == [101, 301]


def turned_meanwhile(number: int, written: str, *later: Letter) -> list[Letter]:
    """Ann mails a transmutation; a Judgment that turns the same rule stands from the third day on."""
    return [
        ("Ann", "1 10", f"I propose to {written}\n\nI invoke judgment: what is {number}?"),
        ("Cid", "1 11", f"I judge 1: The other thing.\nEffect:\ntransmute {number}"),
        *later,
        ("Ann", "3 11", "I open the vote."),
        *[(name, "3 12", "301: for") for name in ("Ann", "Bob", "Cid")],
    ]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("number", "to"), [(116, "mutable"), (209, "immutable")])
def test_n8_a_transmutation_to_the_class_that_the_rule_has_by_then_has_no_effect(
    number: int, to: str, named: bool
) -> None:
    written = f"transmute rule {number}{f' to {to}' if named else ''}"
    result = play(turned_meanwhile(number, written), "4")
    assert [proposal(result, n)["status"] for n in (301, 302)] == ["adopted", "adopted"]
    assert (rule(result, 302)["was"], rule(result, 302)["class"]) == ([number], to)


def test_n8_each_version_is_to_the_class_that_the_rule_has_not_when_it_is_mailed() -> None:
    revised: Letter = ("Ann", "3 10", "I revise 301: transmute rule 116")
    result = play(turned_meanwhile(116, "transmute rule 116", revised), "4")
    assert (rule(result, 301)["was"], rule(result, 301)["class"]) == ([116, 302], "immutable")


def test_n4_unanimity_is_asked_by_the_class_that_was_mailed() -> None:
    letters = turned_meanwhile(209, "transmute rule 209")[:-1]
    result = play([*letters, ("Cid", "3 12", "301: against")], "4", adoption="majority")
    assert proposal(result, 301)["status"] == "adopted"
    letters = turned_meanwhile(116, "transmute rule 116")[:-1]
    result = play([*letters, ("Cid", "3 12", "301: against")], "4", adoption="majority")
    assert proposal(result, 301)["status"] == "defeated"
