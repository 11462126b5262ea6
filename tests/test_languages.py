"""Mails are told in the language that their reader chose."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from referee.display.languages import Languages, when
from referee.display.render import Templates, packaged
from referee.engine.said import dump_said, load_said, said, said_of, told
from referee.errors import ConfigError
from tests.table import Table, open_table

LANGUAGES = Languages.of([packaged()])
AT = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("pt", "pt_BR"),
        ("pt_BR", "pt_BR"),
        ("pt-br", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("português", "pt_BR"),
        ("Portugues", "pt_BR"),
        ("Portuguese", "pt_BR"),
        ("葡萄牙语", "pt_BR"),
        ("zh", "zh_CN"),
        ("中文", "zh_CN"),
        ("chinês", "zh_CN"),
        ("简体中文", "zh_CN"),
        ("汉语", "zh_CN"),
        ("EN", "en"),
        ("en-GB", "en"),
        ("inglês", "en"),
        ("英语", "en"),
        ("英文", "en"),
        ("fr", None),
        ("Klingon", None),
        ("", None),
        ("p", None),
        ("../en", None),
    ],
)
def test_a_language_is_found_by_its_code_and_by_its_name_in_any_language(wish: str, code: str | None) -> None:
    assert LANGUAGES.find(wish) == code


def test_times_are_written_as_the_language_writes_them() -> None:
    zone = "America/Sao_Paulo"
    assert when(AT, zone) == "Tue 1 Dec 2026, 00:00 UTC (Mon 30 Nov, 21:00 America/Sao_Paulo)"
    assert (
        when(AT, zone, "pt_BR")
        == "ter., 1 de dez. de 2026 00:00 UTC (seg., 30 de nov. 21:00 America/Sao_Paulo)"
    )
    assert when(AT, zone, "zh_CN") == "2026年12月1日周二 00:00 UTC (11月30日周一 21:00 America/Sao_Paulo)"
    assert when(AT, "Nowhere/Gone", "zh_CN") == "2026年12月1日周二 00:00 UTC"


def test_numbers_with_decimals_and_days_are_written_as_the_language_writes_them() -> None:
    sentence = said("{number} by {day}, {count}.", number=1234.5, day=AT.date(), count=1001)
    assert sentence == "1234.5 by 2026-12-01, 1001."
    assert LANGUAGES["pt_BR"].told(sentence) == "1234,5 by 1 de dez. de 2026, 1001."


def test_a_time_in_a_sentence_is_written_as_the_language_writes_it() -> None:
    sentence = said("The day begins at {at} UTC.", at=AT.astimezone(ZoneInfo("America/Sao_Paulo")))
    assert LANGUAGES["en"].told(sentence) == sentence == "The day begins at 2026-12-01 00:00 UTC."
    in_portuguese = "The day begins at ter., 1 de dez. de 2026 00:00 UTC."
    assert LANGUAGES["pt_BR"].told(sentence) == in_portuguese
    assert LANGUAGES["zh_CN"].told(sentence) == "The day begins at 2026年12月1日周二 00:00 UTC."


def test_a_sentence_is_kept_and_comes_back_as_it_was() -> None:
    inner = said_of("{count} vote", "{count} votes", 2)
    named = {"names": ["a", said("b")], "day": AT.date(), "at": AT}
    sentence = said("{who} has {votes} and {names} on {day} at {at}.", who="Ann", votes=inner, **named)
    again = load_said(str.__str__(sentence), dump_said(sentence))
    assert (again, dump_said(again)) == (sentence, dump_said(sentence))
    assert dump_said("Ann resigned") is None
    assert load_said("Ann resigned", None) == "Ann resigned"


def site(folder: Path, *sentences: tuple[str, str], code: str = "pt_BR") -> Path:
    """A folder of an operator with a catalogue of its own."""
    (folder / "locale").mkdir()
    rows = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in sentences)
    head = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n\n'
    (folder / "locale" / f"{code}.po").write_text(head + rows, "utf-8")
    return folder


def test_a_site_says_better_what_a_catalogue_has_and_the_rest_stays(tmp_path: Path) -> None:
    languages = Languages.of([site(tmp_path, ("The rules", "Regulamento")), packaged()])
    assert languages["pt_BR"].told(said("The rules")) == "Regulamento"
    assert languages["pt_BR"].told(said("The clock runs again")) == LANGUAGES["pt_BR"].told(
        said("The clock runs again")
    )


def test_a_site_adds_a_language(tmp_path: Path) -> None:
    templates = Templates(site(tmp_path, ("The rules", "Les règles"), code="fr"))
    assert templates.language("français") == "fr"
    assert templates.languages["fr"] == "français"


def test_a_site_may_say_it_better_in_english(tmp_path: Path) -> None:
    languages = Languages.of([site(tmp_path, ("The rules", "How it goes"), code="en"), packaged()])
    assert languages["en"].told([said("The rules")]) == ["How it goes"]
    assert LANGUAGES["en"].is_plain
    assert not languages["en"].is_plain


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("There is no rule {number}.", "Não há regra.", "its values are {number}"),
        ("There is no rule {number}.", "Não há regra {numero}.", "the translation has {numero}"),
        ("%(by)s writes:", "%(by) escreve:", "its values are by"),
        ("The rules", "As regras ", "a blank"),
    ],
)
def test_a_catalogue_whose_sentence_would_not_hold_its_values_stops_the_start(
    tmp_path: Path, one: str, other: str, why: str
) -> None:
    with pytest.raises(ConfigError, match=why):
        Templates(site(tmp_path, (one, other))).check()


def test_a_catalogue_of_no_language_and_a_language_without_one_stop_the_start(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there are en, pt_BR, zh_CN"):
        Templates(language="fr")
    with pytest.raises(ConfigError, match="is no language"):
        Templates(site(tmp_path, ("a", "b"), code="nonsense"))


def test_what_was_registered_in_no_language_is_told_in_the_operator_s() -> None:
    languages = Languages.of([packaged()], "pt")
    assert languages[""].code == "pt_BR"
    assert languages["xx"].code == "pt_BR"
    assert told("free words", languages["zh_CN"].words) == "free words"


def seated(table: Table) -> None:
    table.write(
        "Max", 'open paprika "Spring"\nseat Ann ann@example.net\nseat Bob bob@example.net\nstart', "1 10:00"
    )


@pytest.mark.parametrize(
    ("line", "code"), [("language pt", "pt_BR"), ("idioma português", "pt_BR"), ("语言 中文", "zh_CN")]
)
def test_who_chooses_a_language_is_answered_in_it(line: str, code: str) -> None:
    with open_table() as table:
        seated(table)
        table.write("Ann", f"{line}\nmove n", "1 11:00")
        with table.desk.books() as book:
            person = book.person_at("ann@example.net")
        assert person is not None
        assert person.language == code
