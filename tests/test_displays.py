"""Paprika's mails: the field fits, says everything, and comes from what the reader perceives."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError

from referee.app.ports import Rendered
from referee.display import board, text
from referee.display.render import Templates, packaged
from referee.games.paprika import GAME
from referee.games.paprika.notices import result_data
from referee.games.paprika.state import Ending, State
from referee.games.paprika.view import view
from tests.sample_fields import MAP, SEED, crowded, match, played, wild
from tests.sample_mails import OPEN, SECRET, context, receipt
from tests.test_render import letters, read, unmarked

TEMPLATES = Templates()
LEGEND = ("In a square", "wall; the letters", "“start” has")
GOLDEN = Path(__file__).parent / "displays"
SIZES = [(2, 2, 6), (12, 2, 6), (4, 8, 12), (12, 8, 12), (12, 10, 12), (12, 11, 12), (6, 19, 9), (12, 26, 26)]
PRIVATE = ("start", "turn", "display", "reminder", "practice")
PUBLIC = ("status", "rules", "help")


def mail(name: str, state: State | None, you: str | None = "Ann", **others: Any) -> Rendered:
    seen: Mapping[str, Any] = view(state, you) if state else {}
    data = others.pop("data", {})
    return TEMPLATES(f"paprika/{name}", context(data, you=you, view=seen, **others))


@cache
def matches() -> tuple[State, ...]:
    started = [match(players, columns, rows, practice=True) for players, columns, rows in SIZES]
    later = [wild(state, 4) for state in started]
    return (*later, *(crowded(state, "b3") for state in later))


def story() -> State:
    """A short match of four on a given map; Ann and Dee are awake."""
    first = {"Ann": "move n", "Bob": "freeze w", "Cid": "cut the line", "Dee": "duck"}
    second = {"Ann": "move ne", "Bob": "dig n", "Dee": "push w Cid"}
    return played(match(4, map=MAP, practice=True), first, second, waking=("Ann", "Dee"))


def result(state: State, you: str | None = "Ann", **others: Any) -> Rendered:
    over = replace(state, ending=Ending(("Ann",), "Ann has reached the top row."), deadline=None)
    return mail("result", over, you, data=result_data(over), **others)


def show(state: State, *, by_kernel: bool = False) -> Rendered:
    """The moderator's mail, with the field of an onlooker's view or without."""
    seen = {} if by_kernel else GAME.view(state, None)
    return TEMPLATES("paprika/show", context(you=None, view={**seen, **GAME.reveal(state)}))


def widths(rendered: Rendered) -> int:
    return max(map(text.width, rendered.text.splitlines()))


def missing(rendered: Rendered) -> list[str]:
    """What the text says and the HTML doesn't, the drawn field and its legend aside."""
    seen = letters(read(rendered.html))
    return [
        line
        for line in rendered.text.splitlines()
        if letters(unmarked(line)) not in seen and not is_drawn(line) and not line.startswith(LEGEND)
    ]


def is_drawn(line: str) -> bool:
    """Whether the line is one of a drawn field, or of avatars with the signs that only text has."""
    first, last = line.split()[0], line.split()[-1]
    return first in (last, "start", "a") or last == "goal" or bool(re.match(r"\* [\w-]+ \(.\)", line))


@pytest.mark.parametrize("name", PRIVATE)
def test_every_mail_fits_every_field(name: str) -> None:
    for state in matches():
        rendered = mail(name, state)
        assert widths(rendered) <= 72
        assert rendered.subject == " ".join(rendered.subject.split())


@pytest.mark.parametrize("name", PUBLIC)
def test_public_mails_fit_every_field_and_need_no_seat(name: str) -> None:
    for state in matches():
        assert widths(mail(name, state, you=None)) <= 72


@pytest.mark.parametrize("name", [*PRIVATE, *PUBLIC])
def test_the_html_has_no_images_and_reaches_nowhere(name: str) -> None:
    html = mail(name, story()).html
    for outside in ("<img", "<script", "http://", "https://", "url(", "src="):
        assert outside not in html
    assert "prefers-color-scheme: dark" in html


@pytest.mark.parametrize("name", [*PRIVATE, *PUBLIC])
def test_text_and_html_say_the_same(name: str) -> None:
    assert missing(mail(name, story(), overrides=[OPEN, SECRET])) == []


def test_html_shows_every_avatar_and_object_on_its_square() -> None:
    html = mail("turn", story()).html
    field = html[html.index('<table class="f"') :]
    field = field[: field.index("</table>")]
    assert field.count("▼") + field.count("▲") == 4 + 1
    assert field.count("■") == 2
    for name in ("<u>Ann</u>", "Bob", "Cid", "Dee"):
        assert f"<b>{name}</b>" in field


def test_the_result_fits_every_field_and_says_the_same_in_both_forms() -> None:
    for state in matches():
        assert widths(result(state)) <= 72
    assert missing(result(story(), overrides=[OPEN])) == []


def test_the_result_tells_everything_that_was_hidden() -> None:
    told = result(story(), overrides=[OPEN]).text
    for fact in ("Awake: Ann, Dee. Asleep: Bob, Cid.", "Cid's display", SEED, "c0" * 32, "verify m1"):
        assert fact in told
    assert "Bob: freeze west; asleep, so it was a dream." in told
    assert "Reason: I forgot it on the map." in told
    assert "Congratulations, Ann!" in told
    assert "Congratulations" not in result(story(), you=None).text


def test_displays_stand_side_by_side_where_two_fit() -> None:
    assert result(story()).html.count("width:300px;max-width:100%") == 4
    assert "width:300px" not in result(match(4, 14, 12)).html


def test_a_moderator_is_shown_the_truth_and_every_display() -> None:
    state = replace(story(), declared={"Ann": "move n"})
    for rendered in (show(state), show(state, by_kernel=True)):
        assert widths(rendered) <= 72
        assert "Ann: move n" in rendered.text
        assert "As Dee perceives it" in rendered.text
        assert missing(rendered) == []
    assert "12 goal" in show(state).text
    assert widths(show(crowded(match(12, 26, 26), "b3"))) <= 72


def test_a_moderator_who_does_not_play_gets_the_practice_mail_without_a_seat() -> None:
    assert "“show”" in mail("practice", story(), you=None).text


def test_a_display_in_a_receipt_keeps_its_field() -> None:
    body = TEMPLATES.inline("paprika/display", context(view=view(story(), "Ann")))
    line = {"line": "display", "ok": None, "answer": body, "kind": ""}
    rendered = TEMPLATES("mail/receipt", context(receipt(lines=[line])))
    assert body in rendered.text
    assert '<table class="f"' in rendered.html


def test_rules_can_be_read_outside_of_any_match() -> None:
    rendered = mail("rules", None, you=None, match=None, title="")
    for number in range(1, 24):
        assert f"P{number}" in rendered.text
        assert f"P{number}" in rendered.html
    assert "The options of this match" not in rendered.text


def test_help_on_an_action_tells_its_rule() -> None:
    told = mail("help", None, data={"topic": "tilt"}).text
    assert "Every avatar is moved one square" in told
    assert "Finding out whether you were awake" not in told


def test_twelve_avatars_on_one_square_are_counted_on_the_field_and_named_below() -> None:
    told = mail("turn", crowded(match(12, 26, 26), "b3")).text
    assert " .*." in told
    assert "ten or more" in told
    assert "Francis_Xavier_1 (R): b3" in told


def test_an_onlooker_gets_no_display() -> None:
    with pytest.raises(UndefinedError):
        mail("turn", story(), you=None)


def test_a_stopped_clock_is_told_and_no_time_given() -> None:
    told = mail("turn", replace(story(), deadline=None)).text
    assert "the clock is stopped" in told
    assert "UTC" not in told


def test_after_the_end_the_display_says_how_it_ended() -> None:
    state = replace(story(), ending=Ending(("Ann",), "Ann reached the top row."), deadline=None)
    assert "Ann reached the top row." in mail("display", state).text


def test_tilt_and_focus_are_offered_only_when_they_may_work() -> None:
    early, late = mail("turn", story()).text, mail("turn", played(story(), {}, {})).text
    assert "tilt DIR" in early.partition("Not open to you")[2]
    assert "Not open to you" not in late
    assert "focus   " in late


def test_a_declaration_is_told_back_in_the_display() -> None:
    state = replace(story(), declared={"Ann": "move ne", "Bob": "duck"})
    assert "You have declared: move north-east." in mail("display", state).text
    assert "You have not declared" in mail("display", state, you="Cid").text


def test_what_does_not_reach_a_player_changes_no_byte_of_the_display() -> None:
    state = story()
    others = replace(state, waking=(), true=crowded(state, "h9").true, seed="ff" * 32)
    others = replace(others, declared={"Bob": "move n"}, perceived={**others.perceived, "Bob": others.true})
    for name in ("start", "turn", "display", "reminder", "status", "rules"):
        assert mail(name, others) == mail(name, state)


def test_the_practice_mail_is_the_same_for_all() -> None:
    assert mail("practice", story(), "Ann") == mail("practice", story(), "Bob", zone="Asia/Tokyo")


@pytest.mark.parametrize("name", ["turn", "practice", "start", "status", "result"])
def test_the_mail_is_the_one_of_the_book(name: str) -> None:
    state = story() if name != "start" else match(4, map=MAP)
    rendered = result(state, title="Spring") if name == "result" else mail(name, state, title="Spring")
    assert rendered.text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_template_of_paprika_is_explained_in_the_readme() -> None:
    shared = {"field.txt", "field.html", "parts", "actions", "inference"}
    found = {path.name.removesuffix(".j2") for path in (packaged() / "paprika").glob("*.j2")} - shared
    told = (packaged() / "README.md").read_text(encoding="utf-8")
    assert [name for name in sorted(found) if f"`paprika/{name}`" not in told] == []


def test_marks_of_text_are_letters_and_the_readers_own_is_an_at() -> None:
    avatars = view(match(12), "Bob")["avatars"]
    signs = board.signs(avatars)
    assert signs["Bob"] == "@"
    assert len(set(signs.values())) == 12


def test_short_names_differ_even_when_their_beginnings_do_not() -> None:
    names = ["Francine", "Francis", "Franz", "Fran", "FranA"]
    cut = board.short_names(names)
    assert len(set(cut.values())) == 5
    assert all(len(name) <= 4 for name in cut.values())
