"""Commands of Paintfield: a log checked, or drawn."""

from pathlib import Path
from typing import Annotated

import typer

from referee.errors import CaseError, cause

paintfield_app = typer.Typer(help="Paintfield's logs: verify, render.", no_args_is_help=True)
Log = Annotated[Path, typer.Argument(help="The log of a match, as the result mail brings it.")]


def _read(log: Path) -> str:
    try:
        return log.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{log} can't be read: {cause(error)}") from None


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CaseError(f"{file} can't be written: {cause(error)}") from None


@paintfield_app.command("render")
def render(
    log: Log,
    gif: Annotated[Path | None, typer.Option(help="Writes the match as an animation.")] = None,
    png: Annotated[Path | None, typer.Option(help="Writes the last field as a picture.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Prints the last field as text.")] = False,
) -> None:
    """Draws a match from its log."""
    from referee.web.paintfield import pictures

    told = _read(log)
    if not pictures.rounds(told):
        raise CaseError(f"{log} has no round to draw.")
    if gif is not None:
        _write(gif, pictures.log_gif(told))
    if png is not None:
        _write(png, pictures.log_png(told))
    if text or (gif is None and png is None):
        typer.echo(pictures.log_text(told))


@paintfield_app.command("verify")
def verify(log: Log) -> None:
    """Plays a log again and checks every bell, the corners and the commitment."""
    from referee.games.paintfield.verifying import verify as verify_log

    checks = verify_log(_read(log))
    for check in checks:
        typer.echo(f"{'ok  ' if check.is_right else 'WRONG'} {check.what}")
    if not all(check.is_right for check in checks):
        raise SystemExit(1)
