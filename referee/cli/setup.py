"""Commands for whoever sets a referee up: init writes a configuration, doctor looks for what is wrong."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.app import Config
from referee.errors import ConfigError

if TYPE_CHECKING:
    from referee.configuring import Value
    from referee.doctor.findings import Finding

Given = Mapping[str, str | None]
Answers = Mapping[str, str]
ABOUT_TLS = "implicit, starttls or none."
ABOUT_PORT = "Its port; 0 is the usual one."
ABOUT_PASSWORD = "The password; it is safer to let it be asked."


@dataclass(frozen=True, slots=True)
class Question:
    """One setting that is asked for; `usual` gives what an empty answer means, from the answers before."""

    key: str
    words: str
    usual: Callable[[Answers], str | None] = lambda answers: None
    is_secret: bool = False

    @property
    def option(self) -> str:
        """The option that answers it."""
        key = self.key.replace("mail.", "").replace("moderation.", "").replace("operator.address", "operator")
        return "--" + key.replace(".", "-")


def _host(answers: Answers) -> str:
    return answers["mail.address"].partition("@")[2]


QUESTIONS = (
    Question("mail.address", "The referee's address"),
    Question("imap.host", "IMAP server", lambda answers: f"imap.{_host(answers)}"),
    Question("imap.tls", "its encryption (implicit, starttls, none)", lambda _: "implicit"),
    Question("imap.port", "its port (0: the usual one)", lambda _: "0"),
    Question("imap.user", "its user", lambda answers: answers["mail.address"]),
    Question("imap.password", "its password", is_secret=True),
    Question("smtp.host", "SMTP server", lambda answers: f"smtp.{_host(answers)}"),
    Question("smtp.tls", "its encryption (implicit, starttls, none)", lambda _: "implicit"),
    Question("smtp.port", "its port (0: the usual one)", lambda _: "0"),
    Question("smtp.user", "its user (-: no login)", lambda answers: answers["imap.user"]),
    Question("smtp.password", "its password (empty: that of IMAP)", lambda _: "", is_secret=True),
    Question("moderation.moderators", "Who may open matches (Max <max@example.org>, …)"),
    Question("operator.address", "Who is told of faults (-: nobody)", lambda _: "-"),
)


def init(
    file: Annotated[Path, typer.Option("--config", "-c", help="The file to write.")] = Path("referee.toml"),
    address: Annotated[str | None, typer.Option(help="The referee's own address.")] = None,
    imap_host: Annotated[str | None, typer.Option(help="The server that letters are read from.")] = None,
    imap_tls: Annotated[str | None, typer.Option(help=ABOUT_TLS)] = None,
    imap_port: Annotated[str | None, typer.Option(help=ABOUT_PORT)] = None,
    imap_user: Annotated[str | None, typer.Option(help="The name to log in with.")] = None,
    imap_password: Annotated[
        str | None, typer.Option(help=ABOUT_PASSWORD, envvar="REFEREE_IMAP__PASSWORD")
    ] = None,
    smtp_host: Annotated[str | None, typer.Option(help="The server that mails are handed to.")] = None,
    smtp_tls: Annotated[str | None, typer.Option(help=ABOUT_TLS)] = None,
    smtp_port: Annotated[str | None, typer.Option(help=ABOUT_PORT)] = None,
    smtp_user: Annotated[str | None, typer.Option(help="The name to log in with; - for no login.")] = None,
    smtp_password: Annotated[
        str | None, typer.Option(help=ABOUT_PASSWORD, envvar="REFEREE_SMTP__PASSWORD")
    ] = None,
    moderators: Annotated[
        str | None, typer.Option(help='Who may open matches: "Max <max@example.org>, …".')
    ] = None,
    operator: Annotated[str | None, typer.Option(help="Who is told of faults; - for nobody.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replaces a file that is there.")] = False,
    test: Annotated[bool, typer.Option("--test/--no-test", help="Whether to log in on both servers.")] = True,
) -> None:
    """Asks what a referee needs, writes a commented configuration, and tests the connections."""
    from referee.configuring import example, filled, refuse_to_replace, write_private

    refuse_to_replace(file, force=force)
    given = {
        "mail.address": address,
        "imap.host": imap_host,
        "imap.tls": imap_tls,
        "imap.port": imap_port,
        "imap.user": imap_user,
        "imap.password": imap_password,
        "smtp.host": smtp_host,
        "smtp.tls": smtp_tls,
        "smtp.port": smtp_port,
        "smtp.user": smtp_user,
        "smtp.password": smtp_password,
        "moderation.moderators": moderators,
        "operator.address": operator,
    }
    write_private(file, filled(example(), values(answered(given))))
    typer.echo(f"The configuration is in {file}.")
    if test and not _connects(file):
        typer.echo(f"Correct {file}, then see whether `referee doctor -c {file}` is content.")
        raise SystemExit(1)
    typer.echo(f"Next: `referee doctor -c {file}` checks everything, `referee run -c {file}` starts.")


def answered(given: Given) -> Answers:
    """Every question with its answer: the given one, else what is said when it is asked."""
    answers: dict[str, str] = {}
    for question in QUESTIONS:
        told = given.get(question.key)
        if told is None and (question.key, answers.get("smtp.user")) == ("smtp.password", "-"):
            told = ""
        answers[question.key] = checked(question, told) if told is not None else ask(question, answers)
    return answers


def ask(question: Question, answers: Answers) -> str:
    """The answer that somebody types; a bad one is asked for again."""

    def read(text: str) -> str:
        try:
            return checked(question, text)
        except ConfigError as error:
            raise typer.BadParameter(str(error)) from None

    try:
        usual, hidden = question.usual(answers), question.is_secret
        said: str = typer.prompt(
            question.words,
            default=usual,
            hide_input=hidden,
            value_proc=read,
            show_default=not hidden and bool(usual),
        )
    except typer.Abort:
        raise ConfigError(f"{question.option} is missing; answer the question or give the option.") from None
    return said


def checked(question: Question, text: str) -> str:
    """The text, if the setting may have it; ConfigError with what is allowed."""
    from pydantic import BaseModel, ValidationError

    from referee.config import Settings

    section, _, name = question.key.partition(".")
    model = Settings.model_fields[section].annotation
    assert isinstance(model, type)
    assert issubclass(model, BaseModel)
    try:
        model.model_validate({name: _value(question.key, text)})
    except ValidationError:
        allowed = model.model_fields[name].description
        raise ConfigError(f"{question.option} {text!r} is not allowed; it is {allowed}.") from None
    return text


def _value(key: str, text: str) -> "Value":
    """The answer as the configuration has it."""
    text = text.strip()
    match key:
        case "moderation.moderators":
            return tuple(person.strip() for person in text.split(",") if person.strip())
        case "imap.port" | "smtp.port":
            return int(text) if text.isdecimal() else text
        case "smtp.user" | "operator.address" if text == "-":
            return ""
    return text


def values(answers: Answers) -> "dict[str, Value]":
    """What is written into the file."""
    written = {key: _value(key, text) for key, text in answers.items()}
    if written["smtp.user"] and not written["smtp.password"]:
        written["smtp.password"] = written["imap.password"]
    return {key: value for key, value in written.items() if value not in ("", 0)}


def _connects(file: Path) -> bool:
    import asyncio

    from referee.clock import now
    from referee.config import load_settings, require_mail
    from referee.doctor.post import Post

    settings = load_settings(file)
    require_mail(settings)
    post = Post(settings, now, lambda id: None)
    asyncio.run(post.check(probe=False))
    return _shown(post.findings)


def _shown(findings: "list[Finding]") -> bool:
    """Prints the findings; whether none of them is a fault."""
    for found in findings:
        typer.echo(str(found))
    return all(found.level != "FAIL" for found in findings)


def doctor(
    config: Config = None,
    probe: Annotated[
        bool, typer.Option("--probe/--no-probe", help="Whether to send a mail to the referee's own address.")
    ] = True,
) -> None:
    """Checks configuration, database, mail servers, clock and templates, and says what to do."""
    import asyncio

    from referee.clock import now
    from referee.config import FILE_NAME
    from referee.doctor import examine

    file = config or Path(os.environ.get("REFEREE_CONFIG", FILE_NAME))

    async def all_well() -> bool:
        return all([_shown([found]) async for found in examine(file, now, probe=probe)])

    if not asyncio.run(all_well()):
        raise SystemExit(1)
