"""What a player is offered to write is understood as it stands, in the language of the mail."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

import referee
from referee.app.verbs import GENERAL
from referee.display.catalogues import read_catalogue
from referee.engine.orders import Order, read_line
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.reading import read_text

LOCALE = Path(referee.__file__).parents[1] / "templates" / "locale"
CATALOGUES = {code: read_catalogue(LOCALE / f"{code}.po") for code in ("pt_BR", "zh_CN")}
VALUES = {"number": "301", "name": "Bob"}
BALLOTS = "{number}: FOR, AGAINST or ABSTAIN"
OWN_WORDS = re.compile(r"[A-ZÀ-Ý]{4,}")


def offered(catalogue: Catalog) -> dict[str, str]:
    """Every form that Nomic's mails offer, with its translation."""
    return {
        str(message.id): str(message.string)
        for message in catalogue
        if any(file.endswith("nomic/offering.py") for file, _ in message.locations)
        and not str(message.id).startswith("Ballot")
    }


def meaning(line: str) -> list[tuple[str, Any]]:
    """The orders that the line is, to Nomic or to anybody, with the same word where a player's own stand."""
    line = OWN_WORDS.sub("WORD", re.sub("…+", "repeal rule 210", line))
    heard = [(one.verb, one.data) for one in read_text(line) if isinstance(one, Spoken)]
    general = read_line(line, GENERAL)
    return heard or ([(general.verb, {"text": general.rest})] if isinstance(general, Order) else [])


def forms(template: str) -> list[str]:
    """The forms that stand in one line with bars between them, filled in."""
    return [form.format(**VALUES) for form in template.split(" | ")]


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_form_that_is_offered_in_another_language_is_read_as_the_english_one(code: str) -> None:
    told = offered(CATALOGUES[code])
    assert len(told) > 12
    for english, translated in told.items():
        for form in forms(translated):
            if english != BALLOTS:
                assert meaning(form) == meaning(english.format(**VALUES)) != [], form


@pytest.mark.parametrize("code", CATALOGUES)
def test_each_ballot_that_is_offered_is_one(code: str) -> None:
    number, words = re.split("[:：]", offered(CATALOGUES[code])[BALLOTS].format(**VALUES), maxsplit=1)
    ballots = [meaning(f"{number}: {word.strip()}") for word in re.split(", | ou |、|或", words)]
    assert [ballot[0][1]["word"] for ballot in ballots] == ["for", "against", "abstain"]
