"""Every word that a mail of Paprika says is in a message that a catalogue can translate."""

from dataclasses import replace
from typing import Any

import pytest

from referee.display import board, text
from referee.display.render import Templates
from referee.games.paprika import GAME
from referee.games.paprika.endings import ending
from referee.games.paprika.notices import result_data
from referee.games.paprika.state import State
from referee.games.paprika.verbs import VERBS
from referee.games.paprika.view import view
from tests.pseudo import Pseudo, english, retold, words
from tests.sample_fields import MAP, NAMES, crowded, match, played
from tests.sample_mails import context
from tests.test_render import read

TEMPLATES = Templates(words=Pseudo())
TYPED = words("nday move push ne dig duck Bob")
"""Orders as they can be typed."""
VALUES = words("waking public none Spring")
"""Values of options, which are typed as well, and the title of the match."""
CUT = words("Anto Elis Don Franci Xavier Fran")
"""Names as a small square or the pattern of a word has them."""
KNOWN = (
    TYPED | VALUES | CUT | frozenset(NAMES) | frozenset(word for name in NAMES for word in name.split("_"))
)


def story() -> State:
    """A match of practice with every action in its last nday, somebody gone, all avatars on one square."""
    rows = {
        "Ann": "move n",
        "Bob": "freeze w",
        "Cid": "cut the line",
        "Dee": "duck",
        "Max": "tilt se",
        "Anton": "focus",
        "Anna": "push w Cid",
        "Bo": "dig n",
        "Don-2": "build ne",
        "Elisabeth": "clear sw",
        "Gus": "leapfrog e",
    }
    state = played(match(12, map=MAP, practice=True), rows, rows, waking=NAMES[:9])
    return replace(crowded(state, "b3"), gone=("Francis_Xavier_1",))


def plain_story() -> State:
    return played(match(4, map=MAP), {"Ann": "move n"}, waking=("Ann",))


def over(how: str, winners: tuple[str, ...]) -> State:
    return replace(story(), ending=ending(story(), winners, how), deadline=None)


def told(name: str, state: State | None, you: str | None = "Ann", **others: Any) -> str:
    """The mail in both forms, its subject first; what a reader sees of it."""
    seen = view(state, you) if state else {}
    others = {"title": "Spring", "zone": "UTC", "view": seen, **others}
    mail = TEMPLATES(f"paprika/{name}", retold(context(others.pop("data", {}), you=you, **others)))
    return "\n".join((mail.subject, mail.text, read(mail.html)))


@pytest.mark.parametrize(
    "name", ["start", "turn", "display", "practice", "reminder", "status", "rules", "help"]
)
def test_a_mail_of_a_running_match_says_nothing_outside_of_messages(name: str) -> None:
    for state in (story(), plain_story(), match(4, press="none"), replace(story(), deadline=None)):
        assert english(told(name, state), KNOWN) == set()


@pytest.mark.parametrize("topic", [verb for verb in VERBS if verb not in ("withdraw", "nday")])
def test_the_help_on_an_action_says_nothing_outside_of_messages(topic: str) -> None:
    assert english(told("help", None, data={"topic": topic}), KNOWN) == set()


HEX = frozenset(("abcdef",))
"""A part of the sample's seed."""
ENDS = [
    ("goal", ("Ann",)),
    ("goal", ("Ann", "Bob", "Cid")),
    ("last-nday", ()),
    ("nobody-left", ()),
    ("moderator", ()),
    ("moderator", ("Ann", "Bob")),
]


@pytest.mark.parametrize(("how", "winners"), ENDS)
def test_an_end_is_told_in_the_reader_s_language(how: str, winners: tuple[str, ...]) -> None:
    state = over(how, winners)
    for name in ("display", "status"):
        assert english(told(name, state), KNOWN) == set()
    assert english(told("result", state, data=result_data(state)), KNOWN | HEX) == set()


def test_what_a_moderator_is_shown_says_nothing_outside_of_messages() -> None:
    state = replace(story(), declared={"Ann": "move n"})
    for seen in ({**GAME.view(state, None), **GAME.reveal(state)}, GAME.reveal(state)):
        assert english(told("show", state, None, view=seen), KNOWN) == set()


@pytest.mark.parametrize("ends", [("início", "chegada"), ("起点在这里", "终点"), ("base", "meta")])
def test_a_field_with_other_words_beside_it_fits_and_its_columns_stand_in_line(ends: tuple[str, str]) -> None:
    for state in (story(), match(12, 26, 26), match(4)):
        place = view(state, "Ann")
        signs = board.signs(place["avatars"])
        lines = board.field_lines(place["columns"], place["rows"], signs, ends).splitlines()
        assert max(map(text.width, lines)) <= 72
        beside = [text.width(line[: len(line) - len(line.lstrip())] + line.split()[0]) for line in lines]
        assert len(set(beside[1:-2])) == 1
        assert text.width(f"{lines[-1].split()[0]}") <= beside[1]
