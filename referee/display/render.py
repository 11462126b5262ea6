"""Templates to the words of a mail: the same facts as plain text and as HTML.

`<name>.txt.j2` and `<name>.html.j2` are the two forms of one mail; a single `<name>.j2`, written with
the macros of `mail/marks`, serves for both. Its top level sets `subject`. A site's folder comes first.
What the context has as `language` says in which language a mail is told.
"""

from collections.abc import Mapping
from gettext import NullTranslations
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound

from referee.app.ports import Body, Rendered
from referee.display import board, text
from referee.display.languages import ENGLISH, Language, Languages


def packaged() -> Path:
    """The folder of the program's own templates, in an installed wheel or in a source tree."""
    installed = Path(__file__).parents[1] / "_templates"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "templates"


class Templates:
    """Renders mails by name; every template is compiled once for each language and kept."""

    def __init__(
        self, site: Path | None = None, language: str = ENGLISH, words: NullTranslations | None = None
    ) -> None:
        """`language`: of those who chose none; ConfigError if there is no catalogue of it.

        `words`: what sentences of that language are looked up in, instead of its catalogues.
        """
        self._folders = [folder for folder in (site, packaged()) if folder is not None]
        self._languages = Languages.of(self._folders, language)
        if words is not None:
            self._languages.default.words = words
        self._environments: dict[tuple[str, str], Environment] = {}
        self._compiled: dict[tuple[str, str, str], Template] = {}

    def __call__(self, name: str, context: Mapping[str, Any]) -> Rendered:
        """Subject, text and HTML of that mail; jinja2.UndefinedError if the context lacks a word."""
        language, context = self._told(context)
        plain = self._template("txt", name, language).make_module(context)
        subject = " ".join(str(cast(Any, plain).subject).split())
        html = self._template("html", name, language).render(context)
        return Rendered(subject, text.fit(str(plain)), html)

    def inline(self, name: str, context: Mapping[str, Any]) -> Body:
        """The body of that mail without its frame, for a place in another: text, and HTML in an HTML mail."""
        language, context = self._told(context)
        told = {
            form: self._template(form, name, language).render({**context, "frame": f"mail/bare.{form}.j2"})
            for form in FORMS
        }
        return Body(text.fit(told["txt"]).strip("\n"), told["html"])

    def __contains__(self, name: str) -> bool:
        """Whether there is such a mail."""
        try:
            default = self._languages.default
            return bool(self._template("txt", name, default) and self._template("html", name, default))
        except TemplateNotFound:
            return False

    def language(self, wish: str) -> str | None:
        """The code of the language that is called so, in any of the languages; None if there is none."""
        return self._languages.find(wish)

    @property
    def languages(self) -> Mapping[str, str]:
        """What those who speak it call each language, by its code."""
        return {code: language.name for code, language in self._languages.known.items()}

    def check(self) -> None:
        """Raises ConfigError if a catalogue can't be used."""
        for language in self._languages.known.values():
            _ = language.words

    def _told(self, context: Mapping[str, Any]) -> tuple[Language, dict[str, Any]]:
        language = self._languages[context.get("language", "")]
        return language, {**language.told(context), "language": language.code}

    def _template(self, form: str, name: str, language: Language) -> Template:
        key = (form, name, language.code)
        if key not in self._compiled:
            names = [f"{name}.{form}.j2", f"{name}.j2"]
            self._compiled[key] = self._environment(form, language).select_template(names)
        return self._compiled[key]

    def _environment(self, form: str, language: Language) -> Environment:
        key = (form, language.code)
        if key not in self._environments:
            self._environments[key] = _environment(form, self._folders, language)
        return self._environments[key]


FORMS = ("txt", "html")


def _environment(form: str, folders: list[Path], language: Language) -> Environment:
    """One form's templates in one language; only that of HTML escapes what it is given."""
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
    cast(Any, environment).install_gettext_translations(language.words, newstyle=True)
    environment.globals["_"] = environment.globals["gettext"]
    environment.filters |= FILTERS | {"when": language.when}
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


FILTERS = {"wrap72": text.wrap, "wrap_lines": text.wrap_lines, "width": text.width}
