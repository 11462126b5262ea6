"""The frame of the command line: version, configuration, and errors that are one line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from referee import __version__
from referee.errors import ConfigError, RefereeError

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from referee.config import Settings
    from referee.store.books import Book

app = typer.Typer(
    name="referee",
    help="Referees games by mail: reads a mailbox, keeps every match, mails each player a private view.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,  # plain help: rich would double the time it takes
    context_settings={"help_option_names": ["-h", "--help"]},
)

Config = Annotated[
    Path | None,
    typer.Option(
        "--config", "-c", envvar="REFEREE_CONFIG", help="The configuration; default: referee.toml here."
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Prints the version.")
    ] = False,
) -> None:
    """Referees games by mail."""


def main() -> None:
    """Runs the command line; an error on purpose is one line on stderr and exit code 2."""
    try:
        app()
    except RefereeError as error:
        fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; that is no fault


@contextmanager
def opened(config: Path | None) -> Iterator[tuple["Settings", "Engine"]]:
    """The configuration and its database, which is let go at the end."""
    from referee.bootstrap import open_database
    from referee.config import load_settings

    settings = load_settings(config)
    engine = open_database(settings)
    try:
        yield settings, engine
    finally:
        engine.dispose()


@contextmanager
def opened_book(config: Path | None) -> Iterator["Book"]:
    """The books of the configured database, at one transaction; it is let go at the end."""
    from referee.store.books import Books

    with opened(config) as (_, engine), Books(engine)() as book:
        yield book


def known_folder(folder: Path) -> Path:
    """The folder; ConfigError if there is none."""
    if not folder.is_dir():
        raise ConfigError(f"There is no folder {folder}.")
    return folder


def fail(text: str) -> NoReturn:
    """Prints one line on stderr and ends with exit code 2."""
    line = " ".join(text.split()).encode("utf-8", "backslashreplace").decode("utf-8")
    print(f"referee: {line}", file=sys.stderr)
    raise SystemExit(2)
