"""Every mail of the game: it renders in every state, fits, and says the same in text and HTML."""

from functools import cache
from html import unescape
from typing import Any

import pytest

from referee.app.ports import Rendered
from referee.display.render import Templates
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import Session
from tests.sample_mails import context

TEMPLATES = Templates()


def mail(name: str, match: Session, you: str | None, data: Any = None, **others: Any) -> Rendered:
    seen = {"view": match.view(you), "title": "Cubes", "game": "rithmomachia"}
    return TEMPLATES(f"rithmomachia/{name}", context(data or {}, you=you, **(seen | others)))


@cache
def states() -> dict[str, Session]:
    """Matches in every phase, each with what its last step told."""
    begun = Session.start().play("1c2-1b2>2b3", "4c2-3c2")
    sealed = Session.start(setup="sealed", equations="sealed", budget="30 days + 12 hours")
    placing = Session.start(setup="alternate", equations="NOR").say("Ann", "place 12 at 1a2")
    waiting = begun.play("1b3-2b3>3a2").say("Ann", "if 4b3-3a2>3a1 then 1b2-2b2")
    return {
        "start": Session.start(),
        "start of a house": Session.start("Ann", "Referee", opponent="1", white="Referee"),
        "start of a sealed one": sealed,
        "sealed, one is in": sealed.say("Ann", "equations NOT XOR"),
        "setup": placing,
        "setup at its deadline": placing.turn(),
        "begin": placing.turn().turn(),
        "move": begun,
        "waiting": waiting,
        "offer made": begun.say("Bob", "offer draw"),
        "offer declined": begun.say("Bob", "offer draw").say("Ann", "decline"),
        "offer accepted": begun.say("Bob", "offer takeback").say("Ann", "accept"),
        "overstepped": begun.turn(),
        "paused": begun.override("pause"),
        "claimable": Session.start(noprogress="1").play("1a1-2a1"),
        "result": waiting.play("4b3-3a2>3a1"),
        "result by resignation": begun.leave("Ann"),
        "result before the first move": sealed.leave("Ann"),
    }


LASTING = ("display", "status", "rules", "help")


@cache
def every_mail() -> list[tuple[str, str, Rendered]]:
    found = []
    for told, match in states().items():
        for you in (*match.state.players, None):
            for notice in match.notices:
                found.append((told, notice.kind, mail(notice.kind, match, you, notice.data)))
            found += [(told, name, mail(name, match, you)) for name in LASTING]
        reveal = {**match.view(None), **GAME.reveal(match.state)}
        found.append((told, "show", mail("show", match, None, view=reveal)))
        reminder = GAME.reminders(match.state)
        for notice in reminder[1] if reminder else ():
            found.append((told, "reminder", mail("reminder", match, notice.to, notice.data)))
    return found


def test_every_kind_of_mail_is_among_those_that_are_tried() -> None:
    kinds = {kind for _, kind, _ in every_mail()}
    notices = {"start", "begin", "setup", "move", "offer", "reminder", "overstepped", "result"}
    assert kinds == notices | {*LASTING, "show"}


def test_no_line_of_text_is_wider_than_72_columns() -> None:
    for told, kind, rendered in every_mail():
        assert max(map(len, rendered.text.splitlines())) <= 72, (told, kind)


def test_every_mail_has_a_subject_of_one_line() -> None:
    for told, kind, rendered in every_mail():
        assert rendered.subject.strip(), (told, kind)
        assert "\n" not in rendered.subject


def test_html_shows_each_piece_by_shape_digit_and_bits() -> None:
    html = mail("display", states()["start"], "Ann").html
    for glyph in "○△□◇●▲■◆":
        assert glyph in html
    assert html.count("<small>1011</small>") == 2
    assert html.count("<u>B</u>") == 1


def test_a_move_mail_tells_captures_with_bits_in_both_forms() -> None:
    match = states()["move"]
    rendered = mail("move", match, "Ann", match.data)
    for form in (" ".join(rendered.text.split()), rendered.html):
        assert "2b3, triangle 5: 0000 NOR 1010 = 0101, filtering with 4c3" in form
    assert rendered.subject == "4c2-3c2: It is your move (ply 3)."


def test_conditional_moves_stand_in_nobody_elses_mail() -> None:
    match = states()["waiting"]
    for name in LASTING:
        assert "4b3-3a2" not in mail(name, match, "Bob").text
        assert "4b3-3a2" not in mail(name, match, None).text
    assert "if 4b3-3a2>3a1 then 1b2-2b2" in mail("display", match, "Ann").text


def test_the_end_tells_the_missed_captures_and_the_seed() -> None:
    match = states()["result by resignation"]
    text = " ".join(mail("result", match, "Bob", match.data).text.split())
    assert "Congratulations, Bob!" in text
    assert match.state.seed in text
    assert match.state.seed not in mail("start", states()["start"], "Ann").text
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a1=3", dead="off")
    match = match.play("1a1-1a2", "4d4-4d3").leave("Bob")
    rendered = mail("result", match, "Ann", match.data)
    for form in (" ".join(rendered.text.split()), unescape(rendered.html)):
        assert "Ply 1, White: 1a1-1a2; 1a1-2b2>1a1 would have captured 3c3." in form
        assert "Ply 2, Black: 4d4-4d3; 4d4-3c3>2b3 would have captured 2b2." in form


def test_a_tame_set_of_equations_is_warned_of_in_the_start_mail() -> None:
    match = Session.start(equations="AND")
    assert "nobody can lose both pyramids" in " ".join(mail("start", match, "Ann").text.split())


@pytest.mark.parametrize(
    "topic", ["move", "preview", "legal", "why", "if", "offer", "claim", "equations", "arrange", "place"]
)
def test_help_explains_single_words(topic: str) -> None:
    assert len(mail("help", states()["start"], "Ann", {"topic": topic}).text) > 200


def test_the_rules_state_every_ruling() -> None:
    text = TEMPLATES("rithmomachia/rules", context(game="rithmomachia", you=None)).text
    for number in range(1, 16):
        assert f"R{number}" in text
    for option in GAME.options.model_fields:
        if option not in ("opponent", "white"):
            assert option in text
