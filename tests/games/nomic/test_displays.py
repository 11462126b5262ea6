"""Nomic's mails: every event is told, in 72 columns of text and in HTML."""

from random import Random
from typing import Any

from referee.app.ports import Rendered
from referee.display.render import Templates
from referee.display.text import width
from referee.engine.game import Notice
from referee.games.nomic import GAME
from tests.games.nomic.match import Table, at, begun
from tests.games.nomic.test_match import played
from tests.games.nomic.test_properties import NAMES, random_match
from tests.sample_mails import context

TEMPLATES = Templates()


def mail(name: str, view: Any, you: str | None = "Ann", data: Any = None) -> Rendered:
    """That mail of Nomic to that reader; no line of it is too long."""
    rendered = TEMPLATES(f"nomic/{name}", context(data or {}, you=you, view=view, game="nomic"))
    assert max(width(line) for line in rendered.text.splitlines()) <= 72
    assert "<script>alert(1)</script>" not in rendered.html
    return rendered


def posted(table: Table) -> list[Rendered]:
    """Every mail that the match's notices make, to each of its readers."""
    mails = []
    for notice in table.notices:
        for name in NAMES if notice.to is None else (notice.to,):
            if notice.kind != "say":
                mails.append(mail(notice.kind, GAME.view(table.match.state, name), name, notice.data))
    return mails


def test_every_notice_of_random_matches_is_a_mail(share: int) -> None:
    random = Random(3)
    for _ in range(40 // share):
        assert posted(random_match(random))


def test_pages_on_demand_are_told_of_every_state() -> None:
    state = played().match.state
    for you in ("Ann", None):
        for name in ("display", "rules"):
            assert mail(name, GAME.view(state, you), you)
    status: dict[str, Any] = {
        "status": "running",
        "players": list(NAMES),
        "due": None,
        "options": {},
        "commitment": None,
    }
    assert mail("status", GAME.view(state, None), None, status)
    assert mail("help", {})
    assert mail("show", {**GAME.view(state, None), **GAME.reveal(state)}, None)


def news(table: Table) -> str:
    """The text of the latest news to all."""
    notice = next(one for one in reversed(table.notices) if one.kind in ("news", "result"))
    return mail(notice.kind, GAME.view(table.match.state, "Bob"), "Bob", notice.data).text


def test_a_proposal_is_sent_with_settings_above_its_text_and_a_diff() -> None:
    table = begun()
    change = "I propose to amend rule 208 to read:\nThe first player with 150 points wins."
    table.letter("Ann", at(1.4), f"{change}\nSettings: points_to_win = 150")
    text = news(table)
    (setting,) = [line.split() for line in text.splitlines() if line.startswith("points_to_win")]
    assert setting == ["points_to_win", "200", "150"]
    assert text.index("points_to_win") < text.index("The first player with 150 points wins.")
    assert "-The first player to reach 200 points" in text
    assert "by itself at Sat 5 Dec 2026, 00:00 UTC" in " ".join(text.split())


def test_a_proposal_and_its_ballot_are_sent_as_html_too() -> None:
    table = begun()
    change = "I propose to amend rule 208 to read:\nThe first player with 150 points wins & <b>rests</b>."
    table.letter("Ann", at(1.4), f"{change}\nSettings: points_to_win = 150")
    html = mail("news", GAME.view(table.match.state, "Bob"), "Bob", table.notices[-1].data).html
    assert html.index("points_to_win") < html.index("The first player with 150 points wins &amp; &lt;b&gt;")
    assert "<b>rests" not in html
    assert "-The first player to reach 200 points" in html
    table.letter("Ann", at(1.5), "I open the vote.")
    assert (
        "Ballot 301" in mail("news", GAME.view(table.match.state, "Bob"), "Bob", table.notices[-1].data).html
    )


def test_an_amendment_without_settings_says_that_the_referee_goes_on() -> None:
    table = begun()
    table.letter(
        "Ann", at(1.4), "I propose to amend rule 208 to read:\nThe first player with 150 points wins."
    )
    text = " ".join(news(table).split())
    assert "The text changes, what the referee does stays as it was." in text
    assert "The text does not mention 200, which points_to_win is set to." in text


def test_the_opening_of_a_vote_offers_a_ballot_that_one_word_answers() -> None:
    table = begun()
    table.letter("Ann", at(1.4), "Proposal: Hats\nenact a new rule:\nHats.\n\nI open the vote.")
    line = next(line for line in news(table).splitlines() if "Ballot 301" in line)
    table.letter(
        "Bob", at(1.5), f"On Tue, 1 Dec 2026 at 10:00, Referee <r@example.org> wrote:\n> {line}\naye"
    )
    assert table.match.state.live[301].ballots["Bob"].word == "for"


def test_a_result_names_the_voters_and_shows_the_arithmetic() -> None:
    table = begun(("Ann", "Bob", "Cid", "Dee"))
    table.letter("Ann", at(1.4), "I propose to repeal rule 210.\nI open the vote.\n301: for")
    for name, word in (("Bob", "for"), ("Cid", "for"), ("Dee", "against")):
        table.letter(name, at(1.5), f"301: {word}")
    table.tick(at(1.5))
    text = news(table)
    assert "(301 − 291) × 3/4 = 7.5 → 8" in text
    assert "For: Ann, Bob, Cid" in text
    assert "Proposal 301 is defeated" in text


def test_secret_ballots_are_told_as_totals_only() -> None:
    table = begun(settings="debate_least = 0 hours, ballots = secret, adoption = majority")
    table.letter("Ann", at(1.4), "I propose to repeal rule 210.\nI open the vote.\n301: for")
    table.letter("Bob", at(1.5), "301: for")
    table.letter("Cid", at(1.5), "301: against")
    table.tick(at(1.5))
    result = next(e for n in table.notices for e in n.data.get("events", ()) if e["event"] == "result")
    assert (result["counts"], result["voters"]) == ({"for": 2, "against": 1, "abstain": 0}, {})
    assert result["points"][0] == "1 player: +10 each (against an adopted proposal)"
    assert not any("Cid" in line for line in result["points"])


def test_a_returned_ballot_comes_with_the_difference() -> None:
    table = begun()
    table.letter("Ann", at(1.4), "I propose to repeal rule 210.")
    table.letter("Bob", at(1.45), "301: for")
    table.letter("Ann", at(1.5), "I revise 301: repeal rule 209.\nI open the vote.")
    returned = next(one for one in table.notices if one.kind == "returned")
    assert isinstance(returned, Notice)
    assert returned.to == "Bob"
    text = mail("returned", GAME.view(table.match.state, "Bob"), "Bob", returned.data).text
    assert "-repeal rule 210" in text
    assert "+repeal rule 209" in text


def test_the_mails_of_the_other_rulesets_are_told_too() -> None:
    table = begun(NAMES, ruleset="anytime", settings="extend_once = yes")
    table.letter("Ann", at(1.4), "Proposal: Hats\nenact a new rule:\nHats.")
    table.letter("Ann", at(3), "301: for")
    table.letter("Cid", at(17), "I claim an error in 301: so")
    table.tick(at(30))
    assert posted(table)
    table = begun(NAMES, ruleset="dictator", settings="")
    table.letter("Bob", at(1.4), "I propose to enact a new rule:\nHats.")
    table.letter("Ann", at(2), "I decide 301: adopted because I like hats.")
    table.tick(at(40))
    assert posted(table)
