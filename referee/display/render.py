"""Templates to the words of a mail: the same facts as plain text and as HTML.

`<name>.txt.j2` and `<name>.html.j2` are the two forms of one mail; a single `<name>.j2`, written with
the macros of `mail/marks`, serves for both. Its top level sets `subject`. A site's folder comes first.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound

from referee.app.ports import Rendered
from referee.display import board, text

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def packaged() -> Path:
    """The folder of the program's own templates, in an installed wheel or in a source tree."""
    installed = Path(__file__).parents[1] / "_templates"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "templates"


class Body(str):
    """A part of a mail as text, which templates of HTML take in its HTML form."""

    _html: str

    def __new__(cls, words: str, html: str) -> "Body":
        """The text, with the HTML of the same."""
        body = super().__new__(cls, words)
        body._html = html
        return body

    def __html__(self) -> str:
        """What Jinja takes in place of escaping the text."""
        return self._html


class Templates:
    """Renders mails by name; every template is compiled once and kept."""

    def __init__(self, site: Path | None = None, words: NullTranslations | None = None) -> None:
        folders = [folder for folder in (site, packaged()) if folder is not None]
        self._forms = {form: _environment(form, folders, words or NullTranslations()) for form in FORMS}
        self._compiled: dict[tuple[str, str], Template] = {}

    def __call__(self, name: str, context: Mapping[str, Any]) -> Rendered:
        """Subject, text and HTML of that mail; jinja2.UndefinedError if the context lacks a word."""
        plain = self._template("txt", name).make_module(dict(context))
        subject = " ".join(str(cast(Any, plain).subject).split())
        html = self._template("html", name).render(context)
        return Rendered(subject, text.fit(str(plain)), html)

    def inline(self, name: str, context: Mapping[str, Any]) -> str:
        """The body of that mail without its frame, for a place in another: text, and HTML in an HTML mail."""
        told = {
            form: self._template(form, name).render({**context, "frame": f"mail/bare.{form}.j2"})
            for form in FORMS
        }
        return Body(text.fit(told["txt"]).strip("\n"), told["html"])

    def __contains__(self, name: str) -> bool:
        """Whether there is such a mail."""
        try:
            return bool(self._template("txt", name) and self._template("html", name))
        except TemplateNotFound:
            return False

    def _template(self, form: str, name: str) -> Template:
        key = (form, name)
        if key not in self._compiled:
            names = [f"{name}.{form}.j2", f"{name}.j2"]
            self._compiled[key] = self._forms[form].select_template(names)
        return self._compiled[key]


FORMS = ("txt", "html")


def _environment(form: str, folders: list[Path], words: NullTranslations) -> Environment:
    """One form's templates; only that of HTML escapes what it is given."""
    environment = Environment(
        loader=FileSystemLoader(folders),
        autoescape=form == "html",
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    cast(Any, environment).install_gettext_translations(words, newstyle=True)
    environment.globals["_"] = environment.globals["gettext"]
    environment.filters |= FILTERS
    environment.globals |= {
        "form": form,
        "frame": f"mail/frame.{form}.j2",
        "board": board,
        "text_table": text.table,
    }
    for shared in (f"mail/marks.{form}.j2", "mail/lists.j2"):
        environment.globals |= _macros(environment.get_template(shared))
    return environment


def _macros(template: Template) -> dict[str, Any]:
    """What the template defines for the others."""
    return {name: mark for name, mark in vars(template.module).items() if not name.startswith("_")}


@lru_cache(maxsize=1024)
def when(at: datetime, zone: str = "UTC") -> str:
    """`Tue 1 Dec 2026, 00:00 UTC (Mon 30 Nov, 21:00 America/Sao_Paulo)`."""
    utc = at.astimezone(UTC)
    told = f"{_day(utc)} {utc.year}, {utc:%H:%M} UTC"
    place = _place(zone)
    if place is None:
        return told
    local = at.astimezone(place)
    return f"{told} ({_day(local)}, {local:%H:%M} {zone})"


def _day(at: datetime) -> str:
    return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}"


def _place(zone: str) -> ZoneInfo | None:
    """The zone, None if it is UTC or unknown: a mail doesn't fail for a zone that was renamed."""
    if zone in ("", "UTC", "Etc/UTC"):
        return None
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return None


FILTERS = {"when": when, "wrap72": text.wrap, "wrap_lines": text.wrap_lines, "width": text.width}
