"""The frame of the command line: version, configuration, and errors that are one line."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from referee import __version__
from referee.errors import ConfigError, RefereeError

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
