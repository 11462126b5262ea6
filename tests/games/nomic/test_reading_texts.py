"""The text of a rule in a letter: undelimited, delimited, refused; and ballots below quoted lines."""

import json

import pytest

from referee.engine.orders import Near, Order, Prose
from referee.errors import NotUnderstood
from referee.games.nomic.carrying import understood
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.reading import read_text

ENACT = "I propose to enact a new rule:"


def orders(text: str, re: str = "") -> list[Spoken]:
    """The orders that the letter gives."""
    return [heard for heard in read_text(text, re) if isinstance(heard, Spoken)]


def verbs(text: str, re: str = "") -> list[str]:
    """Their verbs."""
    return [order.verb for order in orders(text, re)]


def taken(text: str) -> str:
    """The text of the only change, or the fault."""
    data = orders(text)[0].data
    return str(data["fault"] or data["changes"][0].get("text", ""))


def fault(text: str) -> str:
    """Why the proposal is refused."""
    return str(orders(text)[0].data["fault"])


def test_one_paragraph_may_follow_its_header() -> None:
    assert taken(f"{ENACT}\nPlayers wear hats\nand gloves.\n") == "Players wear hats\nand gloves."
    assert taken(f"{ENACT}\n\nPlayers wear hats.") == "Players wear hats."
    assert taken(f"{ENACT} Players wear hats\nand gloves.") == "Players wear hats\nand gloves."


def test_an_order_may_follow_after_a_blank_line() -> None:
    letter = f"{ENACT}\nPlayers wear hats.\n\nI open the vote.\nI vote for 301"
    assert verbs(letter) == ["propose", "open", "vote"]
    assert taken(letter) == "Players wear hats."


@pytest.mark.parametrize("fences", ["{{{ }}}", "{ }", "*** ***", "``` ```"])
def test_between_delimiters_nothing_acts_and_nothing_stops_reading(fences: str) -> None:
    opening, closing = fences.split()
    inside = "I vote for 301\n\nend\n> quoted\n| barred\n-- \nOn Tue, 1 Dec 2026, Bob wrote:\n  indented"
    letter = f"{ENACT}\n{opening}\n{inside}\n{closing}\nI open the vote."
    assert taken(letter) == inside
    assert verbs(letter) == ["propose", "open"]


def test_without_the_closing_line_the_proposal_is_refused() -> None:
    assert "closing line" in fault(f"{ENACT}\n{{{{{{\nPlayers wear hats.\n\nI vote for 301\n")
    assert verbs(f"{ENACT}\n{{{{{{\nPlayers wear hats.\n\nI vote for 301\n") == ["propose"]


@pytest.mark.parametrize(
    ("rest", "word"),
    [
        ("A.\n\nB goes on here.", "blank line"),
        ("A.\n> quoted", "Line 2"),
        ("A.\n--\nAnn", "Line 2"),
        ("A.\n-- \nAnn", "Line 2"),
        ("A.\nend", "Line 2"),
        ("A.\nstop", "Line 2"),
        ("A.\nOn Tue, 1 Dec 2026 at 10:00, Bob <bob@example.org> wrote:\n> x", "Line 2"),
        ("A.\nB.\nI vote for 301", "line 3 looks like an order".replace("line", "Line")),
        ("A.\nand to repeal rule 206", "Line 2 looks like an order"),
        ("A.\nI propose to repeal rule 206", "Line 2 looks like an order"),
        ("I vote for 301", "Line 1 looks like an order"),
    ],
)
def test_an_undelimited_text_is_refused_never_shortened(rest: str, word: str) -> None:
    letter = f"{ENACT}\n{rest}"
    assert word in fault(letter)
    assert "vote" not in verbs(letter)


def test_end_alone_after_a_blank_line_ends_the_text_and_reading_goes_on() -> None:
    letter = f"{ENACT}\nA.\n\nend\n\nI open the vote.\n\nend\nI vote for 301"
    assert taken(letter) == "A."
    assert verbs(letter) == ["propose", "open"]


def test_a_signature_or_quote_after_a_blank_line_ends_the_text() -> None:
    assert taken(f"{ENACT}\nA.\n\n-- \nAnn") == "A."
    assert taken(f"{ENACT}\nA.\n\n> what you wrote") == "A."


def test_settings_follow_the_text_they_belong_to() -> None:
    change = orders(
        "I propose to amend rule 208 to read:\nA 150.\nSettings: points_to_win = 150; after_win = end"
    )
    assert change[0].data["changes"][0]["settings"] == {"points_to_win": "150", "after_win": "end"}
    apart = orders(
        f"{ENACT}\n{{{{{{\nA.\n}}}}}}\n\nSettings:\nledger gold = 0\nkeeper gold = Bob\n\nI open the vote."
    )
    assert apart[0].data["changes"][0]["settings"] == {"ledger gold": "0", "keeper gold": "Bob"}
    assert apart[1].verb == "open"


def test_a_line_that_is_no_setting_refuses_the_proposal() -> None:
    assert "no setting" in fault(f"{ENACT}\nA.\nSettings: hats")


def test_changes_without_text_end_with_their_line() -> None:
    letter = 'I propose to amend rule 206 by deleting "10"\nI open the vote.\nThanks, all'
    assert verbs(letter) == ["propose", "open"]


def test_the_form_with_header_lines() -> None:
    letter = (
        "I submit the following proposal:\n\n"
        "Title: Hats and gloves\nAuthor: Ann\nCo-authors: Bob, Cid\nAI: 2.0\n\n"
        "Amend rule 206 to read:\n{{{\nHats.\n\nGloves.\n}}}\n"
        "Repeal rule 210\n\nEnact a new rule:\nBoots."
    )
    data = orders(letter)[0].data
    assert (data["title"], data["author"], data["coauthors"]) == ("Hats and gloves", "Ann", ["Bob", "Cid"])
    assert data["index"] == "2.0"
    assert [change["kind"] for change in data["changes"]] == ["amend", "repeal", "enact"]
    assert data["changes"][0]["text"] == "Hats.\n\nGloves."


def test_a_form_without_a_change_is_refused() -> None:
    assert "no change" in fault("Proposal: let us all be nice")


def test_a_bare_word_answers_the_mail_that_offers_one_ballot() -> None:
    assert orders("Aye!\n\nBob", "301")[0].data["number"] == 301
    assert orders("I abstain", "301")[0].data["word"] == "abstain"
    assert orders("aye, please\nno", "301")[0].data["word"] == "for"
    assert verbs("Hi all\naye", "301") == []
    assert isinstance(read_text("Hi all\naye", "301")[1], Near)
    assert isinstance(read_text("aye, that's it", "301")[0], Prose)


def test_a_word_below_a_quoted_ballot_line_answers_that_ballot() -> None:
    letter = "Here you are:\n\n> Ballot 301: for, against or abstain?\nyes\n> Ballot 302 (Hats): [ ]\nno"
    assert [(o.data["number"], o.data["word"]) for o in orders(letter)] == [(301, "for"), (302, "against")]


def test_so_does_one_below_an_attribution() -> None:
    letter = (
        "On Tue, 1 Dec 2026 at 10:00, Referee <referee@example.org> wrote:\n> Hello\n> 301: ____\naye\n> Bye"
    )
    assert [(o.data["number"], o.data["word"]) for o in orders(letter)] == [(301, "for")]


@pytest.mark.parametrize(
    "above",
    [
        "> Bob: 301 is bad, isn't it?",
        "> I vote for 301",
        ">> 301: ____",
        "> 301: Ann wants to repeal rule 210",
    ],
)
def test_nothing_else_quoted_is_ever_answered(above: str) -> None:
    assert verbs(f"Well.\n{above}\nyes") == []


def test_the_text_of_an_answer_goes_on_to_the_end_of_its_paragraph() -> None:
    letter = "I judge 1: No.\nRule 116 says so,\nI think.\nEffect:\nvoid 301\naward Ann 10\n\nI vote for 301"
    first, second = orders(letter)
    assert first.data["text"] == "No.\nRule 116 says so,\nI think."
    assert first.data["effects"] == ["void 301", "award Ann 10"]
    assert second.verb == "vote"


def test_a_comment_goes_to_the_end_of_the_paragraph() -> None:
    letter = "I say this is good,\nand I vote for 301 soon.\n\nI vote for 301"
    assert [order.verb for order in orders(letter)] == ["say", "vote"]
    assert orders(letter)[0].data["text"] == "this is good,\nand I vote for 301 soon."


def test_blocks_outside_of_a_proposal_never_act() -> None:
    assert verbs("```\nI vote for 301\n```\n301: no") == ["vote"]


def test_in_a_form_a_change_after_a_text_needs_no_and_to() -> None:
    form = (
        "Proposal: Hats\n\nenact a new rule:\nHats.\n\nrepeal rule 210\n\nto repeal 209\n\nI open the vote."
    )
    data = orders(form)[0].data
    assert [change["kind"] for change in data["changes"]] == ["enact", "repeal", "repeal"]
    assert verbs(form) == ["propose", "open"]
    assert "After a blank line" in fault(f"{ENACT}\nHats.\n\nrepeal rule 210")


@pytest.mark.parametrize(
    "fault",
    [
        "Hats.",
        ["Hats.", {"one": "{a:>99999999}", "many": "", "values": {"a": "x"}}],
        ["Hats.", {"one": "{a.__class__}", "many": "", "values": {"a": "x"}}],
        ["Hats.", {"one": 5, "many": "", "values": 5}],
        {"one": "Hats."},
    ],
)
def test_a_fault_that_no_reading_makes_is_not_understood(fault: object) -> None:
    body = {"changes": [], "title": "", "author": "", "coauthors": [], "index": "", "fault": fault}
    with pytest.raises(NotUnderstood):
        understood(Order("propose", "propose", json.dumps(body)))
