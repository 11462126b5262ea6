"""The words of mails: every template renders, in both forms, with the same facts."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from selectolax.lexbor import LexborHTMLParser

from referee.app.ports import Rendered
from referee.display import text
from referee.display.languages import when
from referee.display.render import Templates, packaged
from tests.sample_mails import DUE, GENERIC, OPEN, SECRET, context, receipt

TEMPLATES = Templates()
SAMPLES = [(name, number) for name, datas in GENERIC.items() for number in range(len(datas))]


def render(name: str, number: int = 0, **others: object) -> Rendered:
    return TEMPLATES(name, context(GENERIC[name][number], **others))


def read(html: str) -> str:
    """What a reader of the HTML sees, as one line."""
    body = LexborHTMLParser(html).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


def letters(words: str) -> str:
    """The words without what only one of the forms has: blanks, marks and rules."""
    return re.sub(r"[^\w“”@]", "", words)


def facts(rendered: Rendered) -> list[str]:
    """The paragraphs of the text form, each as its letters alone."""
    lines = map(unmarked, rendered.text.splitlines())
    return [letters(line) for line in lines if letters(line)]


def unmarked(line: str) -> str:
    """The line without the mark of a list or a quotation."""
    return re.sub(r"^\s*(> |\* |\d+\. )?", "", line)


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_no_line_of_a_mail_is_wider_than_72_columns(name: str, number: int) -> None:
    for line in render(name, number).text.splitlines():
        assert text.width(line) <= 72
        assert line == line.rstrip()


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_the_html_says_everything_that_the_text_says(name: str, number: int) -> None:
    rendered = render(name, number)
    seen = letters(read(rendered.html))
    assert [fact for fact in facts(rendered) if fact not in seen] == []


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_html_reaches_for_nothing_outside_itself(name: str, number: int) -> None:
    html = render(name, number).html
    assert not re.search(r"<img|<script|https?://|url\(|src=|<link", html)
    assert 'name="viewport"' in html
    assert "prefers-color-scheme: dark" in html
    assert 'name="color-scheme" content="light dark"' in html


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_html_has_no_width_that_a_phone_lacks(name: str, number: int) -> None:
    html = render(name, number).html
    assert [found for found in re.findall(r"[; \"](?:min-)?width:(\d+)px", html) if int(found) > 360] == []


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_a_subject_is_one_line_of_words(name: str, number: int) -> None:
    subject = render(name, number, title="Spring\r\nBcc: ann@example.org").subject
    assert subject
    assert subject == " ".join(subject.split())


@pytest.mark.parametrize(("name", "number"), SAMPLES)
def test_every_mail_renders_with_overrides_and_in_utc(name: str, number: int) -> None:
    rendered = render(name, number, overrides=[OPEN, SECRET], zone="UTC")
    assert "Sao_Paulo" not in rendered.text + rendered.html


def test_every_template_of_mails_has_a_sample() -> None:
    shared = {f"mail/{name}.{form}" for name in ("frame", "bare", "marks") for form in ("txt", "html")}
    found = {f"mail/{path.name.removesuffix('.j2')}" for path in (packaged() / "mail").glob("*.j2")}
    assert found - shared - {"mail/lists"} == set(GENERIC)


def test_every_template_is_explained_in_the_readme() -> None:
    told = (packaged() / "README.md").read_text(encoding="utf-8")
    assert [name for name in GENERIC if f"`{name}`" not in told] == []


@pytest.mark.parametrize("name", GENERIC)
def test_every_word_that_a_mail_is_told_is_explained_in_the_readme(name: str) -> None:
    told = (packaged() / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in told.splitlines() if line.startswith(f"| `{name}` |")]
    used = re.findall(r"\bdata\.([a-z_]+)", (packaged() / f"{name}.j2").read_text(encoding="utf-8"))
    assert {word for word in used if f"`{word}`" not in row} == set()


def test_titles_and_words_are_escaped_in_html_only() -> None:
    rendered = TEMPLATES("mail/announce", context({"by": "Max", "text": "1 < 2 & 3"}))
    assert "<script>alert(1)</script> & friends" in rendered.text
    assert "1 < 2 & 3" in rendered.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; friends" in rendered.html
    assert "1 &lt; 2 &amp; 3" in rendered.html


def test_a_missing_word_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(UndefinedError):
        TEMPLATES("mail/announce", context({"by": "Max"}))


@pytest.mark.parametrize(
    ("orders", "refused", "preview", "subject"),
    [
        (3, 1, False, "3 orders, 1 refused"),
        (3, 0, False, "3 orders, all accepted"),
        (1, 0, False, "1 order, accepted"),
        (1, 1, False, "1 order, refused"),
        (0, 0, False, "No order understood"),
        (3, 1, True, "Preview: 3 orders, 1 would be refused"),
        (1, 0, True, "Preview: 1 order"),
        (0, 0, True, "Preview: no order understood"),
    ],
)
def test_the_subject_of_a_receipt_counts(orders: int, refused: int, preview: bool, subject: str) -> None:
    data = receipt(orders=orders, refused=refused, preview=preview)
    assert TEMPLATES("mail/receipt", context(data)).subject == subject


def test_a_secret_override_is_told_by_its_number_alone() -> None:
    rendered = TEMPLATES("mail/override", context(SECRET))
    assert rendered.subject == "The moderator made an override (no. 2)"
    assert "published" in rendered.text
    assert "Max" not in rendered.text


def test_a_time_is_told_in_utc_and_in_the_readers_zone() -> None:
    assert when(DUE, "UTC") == "Tue 1 Dec 2026, 00:00 UTC"
    assert when(DUE, "America/Sao_Paulo") == "Tue 1 Dec 2026, 00:00 UTC (Mon 30 Nov, 21:00 America/Sao_Paulo)"
    assert when(datetime(2026, 7, 1, 12, 30, tzinfo=UTC), "Mars/Base") == "Wed 1 Jul 2026, 12:30 UTC"


def test_a_site_can_replace_a_mail_in_one_form_or_in_both(tmp_path: Path) -> None:
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / "paused.txt.j2").write_text("{% set subject %}Break{% endset %}Tea, {{ you }}!")
    templates = Templates(tmp_path)
    rendered = templates("mail/paused", context({"reason": None, "live": False}))
    assert (rendered.subject, rendered.text) == ("Break", "Tea, Ann!\n")
    assert "The clock is stopped" in rendered.html
    (tmp_path / "mail" / "left.j2").write_text("{% set subject %}Bye{% endset %}{{ p(title) }}")
    assert "Spring <script>" in Templates(tmp_path)("mail/left", context()).text
    assert "Spring &lt;script&gt;" in Templates(tmp_path)("mail/left", context()).html


def test_a_mail_in_a_receipt_keeps_its_form_and_loses_its_frame() -> None:
    body = TEMPLATES.inline("mail/matches", context(GENERIC["mail/matches"][0]))
    rendered = TEMPLATES("mail/receipt", context(receipt(lines=[asked(body)])))
    assert body in rendered.text
    assert '<table class="grid"' in rendered.html
    assert body.count("To answer") == 0
    assert rendered.html.count("<!DOCTYPE") == 1


def asked(answer: str) -> dict[str, object]:
    return {"line": "matches", "ok": None, "answer": answer, "kind": ""}


def test_templates_tell_whether_there_is_such_a_mail() -> None:
    assert "mail/receipt" in TEMPLATES
    assert "mail/nothing" not in TEMPLATES


def test_wide_letters_take_two_columns_each() -> None:
    wrapped = text.wrap("五" * 40 + "。好", "* ")
    assert [text.width(line) for line in wrapped.splitlines()] == [72, 16]


@pytest.mark.parametrize("before", range(64, 73))
def test_marks_of_a_wide_text_stay_with_what_they_belong_to(before: int) -> None:
    first, *others = text.wrap("x" * before + " 写“deny”，或“五”。UTC，（五）").splitlines()
    assert first[-1] not in "“（"
    assert others
    assert all(line[0] not in "”，。）" for line in others)


def test_a_line_keeps_its_own_indentation_when_it_is_wrapped() -> None:
    wrapped = text.wrap_lines("    " + "word " * 20, "> ", "> ")
    assert all(line.startswith(">     word") for line in wrapped.splitlines())


def test_rows_too_wide_for_a_table_are_told_cell_by_cell() -> None:
    told = text.table(("A", "B"), [("x" * 60, "y")])
    assert told.splitlines() == ["- A: " + "x" * 60, "  B: y"]
