"""Sentences of the code keep what they were made of, until a mail tells them in the reader's language."""

import copy
from gettext import NullTranslations
from typing import ClassVar

import pytest

from referee.engine.said import Said, all_of, dump_said, is_sound, load_said, said, said_of, together, told
from referee.errors import NotLegal


class Portuguese(NullTranslations):
    """A catalogue of a few sentences."""

    KNOWN: ClassVar = {
        "There is no rule {number}.": "Não há regra {number}.",
        "forward": "para a frente",
        "You move {how}.": "Você se move {how}.",
        "one vote": "um voto",
        "{most} and {last}": "{most} e {last}",
    }

    def gettext(self, message: str) -> str:
        return self.KNOWN.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return "{count} voto" if n < 2 else "{count} votos"


def test_a_sentence_is_english_by_itself() -> None:
    assert said("There is no rule {number}.", number=304) == "There is no rule 304."
    assert said_of("{count} vote", "{count} votes", 1) == "1 vote"
    assert said_of("{count} vote", "{count} votes", 2) == "2 votes"


def test_a_sentence_is_told_in_the_reader_s_language_with_what_it_holds() -> None:
    moved = said("You move {how}.", how=said("forward"))
    assert told(moved, Portuguese()) == "Você se move para a frente."
    assert told(said_of("{count} vote", "{count} votes", 5), Portuguese()) == "5 votos"


def test_what_a_person_wrote_is_never_translated_nor_filled_in() -> None:
    assert told("forward", Portuguese()) == "forward"
    assert said("No player is called {name}.", name="{number}") == "No player is called {number}."
    assert said("A brace { is a brace.") == "A brace { is a brace."


def test_an_error_keeps_the_sentence_that_it_was_raised_with() -> None:
    with pytest.raises(NotLegal) as raised:
        raise NotLegal(said("There is no rule {number}.", number=7))
    assert told(str(raised.value), Portuguese()) == "Não há regra 7."


def test_a_copy_of_a_sentence_is_the_same_sentence() -> None:
    copied = copy.deepcopy([said("There is no rule {number}.", number=7)])[0]
    assert isinstance(copied, Said)
    assert told(copied, Portuguese()) == "Não há regra 7."


def test_a_list_is_told_with_commas_each_in_its_language() -> None:
    assert told(said("Say {ways}.", ways=["N", said("forward")]), Portuguese()) == "Say N, para a frente."
    assert said("Say {ways}.", ways=["N", "S"]) == "Say N, S."


def test_sentences_in_a_row_are_each_told_by_themselves() -> None:
    both = together([said("There is no rule {number}.", number=7), "{as written}", said("forward")])
    assert both == "There is no rule 7. {as written} forward"
    assert told(both, Portuguese()) == "Não há regra 7. {as written} para a frente"
    assert told(together([]), Portuguese()) == ""


def test_names_have_the_language_s_and_before_the_last() -> None:
    assert all_of(["Ann"]) == "Ann"
    assert all_of(["Ann", "Bob", "Cid"]) == "Ann, Bob and Cid"
    assert told(all_of(["Ann", "Bob", "Cid"]), Portuguese()) == "Ann, Bob e Cid"


def test_a_sentence_comes_back_from_json_as_it_was() -> None:
    line = said("You move {how} on {squares}.", how=said("forward"), squares=["a1", said("b2")])
    again = load_said(line, dump_said(line))
    assert is_sound(again)
    assert told(again, Portuguese()) == told(line, Portuguese())


@pytest.mark.parametrize(
    ("text", "one", "values"),
    [
        ("x", "{a:>99999999}", {"a": "x"}),
        ("x", "{a.__class__}", {"a": "x"}),
        ("x", "{a[0]}", {"a": "x"}),
        ("x", "{}", {"": "x"}),
        ("x", "{a}", {"b": "x"}),
        ("x", "{a", {"a": "x"}),
        ("x", "{a!x}", {"a": "x"}),
        ("Something else.", "There is no rule {number}.", {"number": 7}),
    ],
)
def test_a_sentence_that_somebody_else_made_up_is_not_sound(
    text: str, one: str, values: dict[str, object]
) -> None:
    made_up = load_said(text, {"one": one, "many": "", "values": values})
    assert not is_sound(made_up)
    assert not is_sound(said("{what}", what=made_up))
