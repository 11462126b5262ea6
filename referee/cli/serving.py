"""Commands that let the referee work: run, tick, demo, and the database's tables."""

from typing import Annotated

import typer

from referee.cli.app import Config, opened
from referee.errors import ConfigError

db_app = typer.Typer(help="The database's tables.", no_args_is_help=True)


def run(config: Config = None) -> None:
    """Reads the mailbox, makes Turns and sends mails, until it is stopped."""
    import asyncio
    import logging

    from referee.bootstrap import build_desk, open_database
    from referee.clock import now
    from referee.config import load_settings, require_mail
    from referee.service import Service
    from referee.web.serving import be_prompt

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")  # of libraries, what is wrong
    logging.getLogger("referee").setLevel(logging.INFO)
    settings = load_settings(config)
    require_mail(settings)
    desk = build_desk(settings, open_database(settings))

    async def serve() -> None:
        service = Service(desk, settings, now, is_apart=True)
        be_prompt()
        await service.run()

    asyncio.run(serve())


def tick(
    at: Annotated[str, typer.Option("--now", help="The time to take for now; default: the clock.")] = "",
    config: Config = None,
) -> None:
    """Closes what is due once, and ends; mails are sent by `referee run`."""
    from referee.app.turns import tick as close_due
    from referee.bootstrap import build_desk
    from referee.clock import now
    from referee.engine.calendar import parse_rfc3339

    try:
        moment = parse_rfc3339(at) if at else now()
    except ValueError:
        raise ConfigError(f"{at!r} is no time; write 2026-12-08T00:00:00Z.") from None
    with opened(config) as (settings, engine):
        closed = close_due(build_desk(settings, engine), moment, is_read=bool(at))
    typer.echo(f"{closed} deadline{'' if closed == 1 else 's'} closed.")


@db_app.command("upgrade")
def upgrade_database(config: Config = None) -> None:
    """Brings the database to this version's tables."""
    from referee.store.upgrade import version

    with opened(config) as (_, engine):
        typer.echo(f"The database is at {version(engine)[0]}.")


def demo(
    game: Annotated[str, typer.Argument(help="Which game to show.")] = "paprika",
    stay: Annotated[bool, typer.Option("--stay", help="Keeps the mail servers, with a new match.")] = False,
) -> None:
    """Shows a match over mail servers of its own, on real letters, within a minute."""
    import asyncio

    from referee.demo import play

    asyncio.run(play(game, stay=stay))
