"""Whole matches told in another language: no mail of theirs says anything that no catalogue could."""

import functools
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from referee.app.verbs import GENERAL
from referee.display.render import Templates, packaged
from referee.games import games
from tests.pseudo import WORD, other
from tests.story import Story, read_story, stories, told
from tests.table import Mail, spring

AS_IT_IS = re.compile(r"\[m1\.\w+\]|\b[0-9a-f]{64}\b|\S+@\S+|UTC|Paprika Field Match")
NAMES = [name for game in games() for name in stories(game)]
LOGGED = re.compile(r"\b20\d\d-\d\d-\d\d\b")
OPERATOR = ("mail/summary", "mail/alert", "mail/quarantine")
TYPED = frozenset(["Max", "nday", "ne", "waking", "sleeping", "public", "private", "confirm", "deny"])
"""What is written as it must be typed: an order's parts, values of options, and who moderates."""


@functools.cache
def templates() -> Templates:
    """Mails in a language that has every sentence of the catalogues, for all who chose none."""
    folder = Path(tempfile.mkdtemp())
    with (packaged() / "locale" / "en.po").open("rb") as file:
        known = read_po(file, locale="en")
    catalogue = Catalog(locale="ru")
    catalogue.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    for message in known:
        if isinstance(message.id, str) and message.id:
            catalogue.add(message.id, other(message.id))
        elif message.id:
            catalogue.add(message.id, tuple(map(other, message.id)))
    (folder / "locale").mkdir()
    with (folder / "locale" / "ru.po").open("wb") as file:
        write_po(file, catalogue, width=0)
    return Templates(folder, "ru")


@functools.cache
def mails(name: str) -> tuple[Mail, ...]:
    """Every mail of the story, told in that language."""
    with told(read_story(name)) as (table, happenings):
        table.desk = replace(table.desk, render=templates())
        for _ in happenings:
            pass
        return tuple(mail for mail in table.mails() if mail.kind not in OPERATOR)


def lines(mail: Mail) -> Iterator[str]:
    """What the mail says in words of its own: no line that was written to the referee."""
    yield mail.subject
    yield from (line for line in mail.text.splitlines() if not line.startswith("> "))


def own_words(story: Story) -> frozenset[str]:
    """What players and moderator wrote, and what stands for an order of the game."""
    written = [story.opening, *(line for each in story.happenings for line in each.lines)]
    verbs = " ".join((*GENERAL, *games()[story.game].verbs))
    return TYPED | frozenset(WORD.findall(" ".join((*written, verbs))))


def english(mail: Mail, own: frozenset[str]) -> set[str]:
    """The lines in which English words are left, which nobody has written."""
    return {line for line in lines(mail) if set(WORD.findall(AS_IT_IS.sub("", line))) - own}


@pytest.mark.parametrize("name", ["paprika/race", "paprika/three-ndays"])
def test_every_word_of_a_match_is_told_in_the_reader_s_language(name: str) -> None:
    own = own_words(read_story(name))
    left = {(mail.kind, line) for mail in mails(name) for line in english(mail, own)}
    assert {kind: line for kind, line in left} == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_day_is_written_as_in_a_log(name: str) -> None:
    dated = {(mail.kind, line) for mail in mails(name) for line in lines(mail) if LOGGED.search(line)}
    assert dated == set()
    assert any("2026 г." in line for mail in mails(name) for line in lines(mail))


def test_the_html_of_a_mail_says_its_language() -> None:
    assert all('<html lang="ru">' in mail.html for mail in mails("paprika/race"))


def test_the_mails_of_a_match_of_nomic_say_only_the_ruleset_as_it_was_written() -> None:
    own = own_words(read_story("nomic/ten-points")) | {"No", "conspiring", "or", "judgment", "diff"}
    news = [mail for mail in mails("nomic/ten-points") if mail.kind == "nomic/news"]
    assert news
    assert {line for mail in news for line in english(mail, own)} == set()


FAULTY = (
    "I propose to enact a new rule: Hats are free.\nvote FOR 301",
    "I propose to enact a new rule: Hats are free.\n\nThey are also red.",
    "I propose to enact a new rule: Hats are free.\n> quoted",
    "I propose to enact a new rule: Hats\n{{{\nare free\n}}}",
    "I propose to enact a new rule:\n{{{\nHats are free.",
    "I propose to amend rule 206 to read: Hats.\n\nturn_limit = 5, turn_limit = 6",
    "I propose to amend rule 206 to read: Hats.\n\nhats = 5",
    "I propose to amend rule 206 to read: Hats.\n\nturn_limit = many",
    "Proposal: Hats",
    "I vote for on 301 twice",
    "two votes FOR 301",
    "vote FOR 301 (Hats)",
    "vote FOR 300",
    "vote FOR 999",
    "withdraw 999",
    "judge 4: yes",
    "overrule 4",
    "object to 4",
    "claim 5 hats under rule 999: because",
)
"""Letters that a rule, the form of an order or the state of the game refuses."""


@pytest.mark.parametrize("letter", FAULTY)
def test_why_an_order_of_nomic_is_refused_is_in_a_message(letter: str) -> None:
    with spring("Ann", "Bob", "Cid", game="nomic") as table:
        table.desk = replace(table.desk, render=templates())
        table.write("Ann", "I propose to repeal rule 210.", "1 11:00")
        table.write("Ann", letter, "1 12:00")
        typed = (
            TYPED
            | {"Spring"}
            | frozenset(WORD.findall(" ".join((letter, *GENERAL, *games()["nomic"].verbs))))
        )
        assert not english(table.last("Ann", "receipt"), typed)
