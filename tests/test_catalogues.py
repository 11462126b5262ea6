"""The catalogues' own tool: every sentence is found, and what lacks a translation is told."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from referee.display.catalogues import placeholders

SCRIPT = Path(__file__).parents[1] / "scripts" / "catalogues.py"


@pytest.fixture(name="tool")
def loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The tool, at work on a folder with one template, one file of code and a Portuguese catalogue."""
    specification = importlib.util.spec_from_file_location("catalogues_tool", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    tool: ModuleType = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "catalogues_tool", tool)
    specification.loader.exec_module(tool)
    files = {
        "templates/mail/a.j2": '{{ _("The rules") }}'
        "{% trans count=n %}{{ count }} vote{% pluralize %}{{ count }} votes{% endtrans %}",
        "referee/app/b.py": 'said("There is no rule {number}.", number=1)\n'
        'said_of("{count} day", "{count} days", 2)\n',
        "referee/web/c.py": 'said("A page is English.")\n',
        "referee/games/paintfield/d.py": 'said("Later.")\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "LOCALE", tmp_path / "templates" / "locale")
    tool.LOCALE.mkdir()
    head = '"Language: pt_BR\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    (tool.LOCALE / "pt_BR.po").write_text(f'msgid ""\nmsgstr ""\n{head}', "utf-8")
    tool.merge(tool.sentences())
    return tool


def translated(tool: Any, **told: Any) -> list[str]:
    """The complaints once these are translated, by the first word of each sentence."""
    catalogue: Catalog = tool.load("pt_BR")
    for message in catalogue:
        first = message.id if isinstance(message.id, str) else message.id[0] if message.id else ""
        word = next((word for word in told if first.split() and word in first.split()), None)
        if word:
            message.string = told[word]
    tool.write("pt_BR", catalogue)
    return list(tool.complaints("pt_BR", tool.sentences()))


ALL = {
    "rules": "As regras",
    "vote": ("%(count)s voto", "%(count)s votos"),
    "rule": "Não há regra {number}.",
    "day": ("{count} dia", "{count} dias"),
    "Later.": "Depois.",
}


def test_sentences_of_templates_and_code_are_found_in_order_and_pages_are_apart(tool: Any) -> None:
    assert list(tool.sentences()) == [
        "The rules",
        ("%(count)s vote", "%(count)s votes"),
        "There is no rule {number}.",
        ("{count} day", "{count} days"),
        "Later.",
    ]


def test_what_is_not_translated_is_told(tool: Any) -> None:
    assert len(translated(tool)) == 5
    assert translated(tool, **ALL) == []


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"rule": "Não há regra."}, "its values are {number}, the translation has none"),
        ({"vote": ("%(count)s voto", "")}, "a form of it is missing"),
        ({"rules": "As regras\n"}, "a line end or a blank"),
        ({"rules": "As 100%"}, "the translation has %"),
    ],
)
def test_a_translation_that_would_not_hold_its_values_is_told(
    tool: Any, told: dict[str, Any], why: str
) -> None:
    assert [why in complaint for complaint in translated(tool, **{**ALL, **told})] == [True]


def test_what_is_said_no_more_is_set_aside_told_and_forgotten(tool: Any) -> None:
    translated(tool, **ALL)
    (tool.ROOT / "templates/mail/a.j2").write_text('{{ _("The rules") }}', "utf-8")
    tool.merge(tool.sentences())
    assert "is set aside" in "".join(tool.complaints("pt_BR", tool.sentences()))
    tool.merge(tool.sentences(), tidy=True)
    assert list(tool.complaints("pt_BR", tool.sentences())) == []


def test_a_sentence_that_is_not_written_out_is_told(tool: Any) -> None:
    (tool.ROOT / "referee/app/b.py").write_text('said(f"Rule {n}")\n', "utf-8")
    assert list(tool.hidden()) == ["referee/app/b.py:1: the sentence is not written out"]


def test_translations_are_taken_from_a_list_of_what_is_missing(tool: Any, tmp_path: Path) -> None:
    found = tool.sentences()
    text = tool.written(tool.missing("pt_BR", found), "pt_BR").decode("utf-8")
    (tmp_path / "new.po").write_text(
        text.replace('"The rules"\nmsgstr ""', '"The rules"\nmsgstr "As regras"')
    )
    assert tool.fill("pt_BR", tmp_path / "new.po", found) == 0
    assert tool.load("pt_BR").get("The rules").string == "As regras"


def test_the_values_of_a_sentence_are_those_of_either_form() -> None:
    assert placeholders("%(by)s writes {name!r}: 100%%") == {"by", "{name}"}
    assert placeholders("A brace { is a brace.") == frozenset()
