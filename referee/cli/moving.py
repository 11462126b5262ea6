"""Commands that bring games in and out: rulesets, exports, games that were kept by hand."""

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.app import Config, known_folder, opened, opened_book
from referee.engine.names import lowered
from referee.errors import ConfigError, cause

ruleset_app = typer.Typer(help="Rulesets of Nomic.", no_args_is_help=True)


@ruleset_app.command("check")
def check_ruleset(file: Annotated[Path, typer.Argument(help="A ruleset in TOML.")]) -> None:
    """Prints a ruleset's text and settings side by side, or what is wrong with it."""
    from referee.games.nomic.ruleset import check

    typer.echo(check(_text(file), file.name), nl=False)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} can't be read: {cause(error)}.") from None


def export(
    match: Annotated[str, typer.Argument(help="The match, such as m1.")],
    out: Annotated[Path, typer.Option(help="A new folder.")],
    config: Config = None,
) -> None:
    """Writes a match as plain files that can be read without the referee."""
    from referee.exporting import export_match

    with opened_book(config) as book:
        files = export_match(book, match)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out} is not empty; name a new folder for --out.")
    for name, text in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    typer.echo(f"{len(files)} file{'' if len(files) == 1 else 's'} in {out}.")


def import_game(
    game: Annotated[str, typer.Argument(help="Which game, such as nomic.")],
    folder: Annotated[Path, typer.Argument(help="The folder with rules.toml and game.toml.")],
    title: Annotated[str, typer.Option(help="The match's title.")] = "",
    address: Annotated[list[str] | None, typer.Option(help="NAME=ADDRESS, once for each player.")] = None,
    moderator: Annotated[list[str] | None, typer.Option(help="An address that may open matches.")] = None,
    config: Config = None,
) -> None:
    """Takes over a running game that was kept by hand, or exported."""
    from referee.app.takeover import take_over
    from referee.bootstrap import build_desk
    from referee.clock import now

    with opened(config) as (settings, engine):
        desk = build_desk(settings, engine)
        if game not in desk.games:
            raise ConfigError(f"There is no game {game!r}; there are {', '.join(sorted(desk.games))}.")
        files = {path.name: _text(path) for path in sorted(known_folder(folder).glob("*.toml"))}
        listed = {person.address: person.name for person in settings.moderation.moderators}
        chosen = [lowered(one) for one in moderator or listed]
        names = {listed.get(one) or one.partition("@")[0]: one for one in chosen}
        match = take_over(desk, desk.games[game], files, title or folder.name, _pairs(address), names, now())
    typer.echo(f"The game goes on as {match}.")


def _pairs(given: list[str] | None) -> dict[str, str]:
    pairs = {}
    for one in given or ():
        name, equals, address = one.partition("=")
        if not equals or "@" not in address:
            raise ConfigError(f"--address {one}: write NAME=ADDRESS, such as Ann=ann@example.org.")
        pairs[name.strip()] = lowered(address.strip())
    return pairs
