"""Commands over what is kept: matches, letters, the outbox, backups."""

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.app import Config, opened, opened_book
from referee.engine.calendar import rfc3339
from referee.engine.names import lowered
from referee.errors import ConfigError

match_app = typer.Typer(help="Matches: list, show, log.", no_args_is_help=True)
letters_app = typer.Typer(help="Letters that came in: list, show, retry.", no_args_is_help=True)


MatchId = Annotated[str, typer.Argument(help="The match, such as m1.")]
LetterId = Annotated[int, typer.Argument(help="The letter's number in `referee letters list`.")]
Address = Annotated[str, typer.Argument(help="An address, such as ann@example.org.")]


def _table(columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*map(_cell, row))
    Console(width=None if sys.stdout.isatty() else 200).print(table)


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return rfc3339(value)
    return "" if value is None else str(value)


@match_app.command("list")
def list_matches(config: Config = None) -> None:
    """Lists all matches."""
    with opened_book(config) as book:
        rows = [
            (r.id, r.game, r.title, r.status, ", ".join(r.table["seats"]), r.due) for r in book.match_rows()
        ]
    _table(("match", "game", "title", "status", "players", "due"), rows)


@match_app.command("show")
def show_match(match: MatchId, config: Config = None) -> None:
    """Shows a match's true state as JSON. It spoils a sealed match for whoever plays in it."""
    import json

    from referee.games import games

    with opened_book(config) as book:
        row = _row(book, match)
        state = book.load_match(row, games()[row.game]).state
    text = games()[row.game].reveal(state) if state is not None else {"status": row.status}
    typer.echo(json.dumps(text, ensure_ascii=False, indent=2, default=str))


@match_app.command("log")
def log_match(match: MatchId, config: Config = None) -> None:
    """Lists the numbered entries of a match."""
    with opened_book(config) as book:
        _row(book, match)
        rows = [(e.number, e.at, e.kind, e.by, e.text, e.reason) for e in book.entries(match)]
    _table(("no.", "at", "kind", "by", "text", "reason"), rows)


def _row(book: Any, match: str) -> Any:
    row = book.match_row(match) if match[:1] == "m" and match[1:].isdecimal() else None
    if row is None:
        raise ConfigError(f"There is no match {match}; `referee match list` lists them.")
    return row


@letters_app.command("list")
def list_letters(
    status: Annotated[str | None, typer.Option(help="waiting, held, done, quarantined, …")] = None,
    config: Config = None,
) -> None:
    """Lists the newest letters and what became of them."""
    from referee.app.records import LETTER_STATUSES

    if status is not None and status not in LETTER_STATUSES:
        raise ConfigError(f"{status!r} is no status; there are {', '.join(LETTER_STATUSES)}.")
    with opened_book(config) as book:
        found = book.letters_by(status)
    rows = [(f.id, f.received_at, f.sender, f.match, f.status, _last_line(f.note)) for f in found]
    _table(("id", "received", "from", "match", "status", "note"), rows)


def _last_line(note: str) -> str:
    return (note.strip().splitlines() or [""])[-1]


@letters_app.command("show")
def show_letter(letter: LetterId, config: Config = None) -> None:
    """Prints a letter as it came in, and its note or traceback."""
    with opened_book(config) as book:
        filed = book.letter(letter)
    if filed is None:
        raise ConfigError(f"There is no letter {letter}; `referee letters list` lists them.")
    typer.echo(filed.raw.decode("utf-8", "replace"))
    if filed.note:
        typer.echo(filed.note, err=True)


@letters_app.command("retry")
def retry_letter(letter: LetterId, config: Config = None) -> None:
    """Handles a quarantined letter again."""
    from referee.app.intake import retry
    from referee.bootstrap import build_desk
    from referee.clock import now

    with opened(config) as (settings, engine):
        status = retry(build_desk(settings, engine), letter, now())
    typer.echo(f"letter {letter}: {status}")


def outbox(config: Config = None) -> None:
    """Lists mails that wait or could not be delivered."""
    from referee.clock import now

    with opened_book(config) as book:
        kept = {suspended.address for suspended in book.suspended()}
        rows = [
            (p["id"], p["to"], p["kind"], p["match"], p["tries"], _next_try(p, kept, now()), p["error"])
            for p in book.unsent()
        ]
    _table(("id", "to", "kind", "match", "tries", "next try", "error"), rows)


def _next_try(parcel: Mapping[str, Any], kept: set[str], now: datetime) -> object:
    """When it is tried again; what goes to an address that mails came back from is kept."""
    if parcel["next_try"] is None:
        return "failed"
    if parcel["to"] in kept:
        return "kept (mails came back)"
    is_fresh = not parcel["tries"] and not parcel["error"]
    return "in hand" if is_fresh and now < parcel["next_try"] else parcel["next_try"]


def revive(address: Address, config: Config = None) -> None:
    """Sends again to an address that mails came back from. A letter from the person does the same."""
    from referee.clock import now

    with opened_book(config) as book:
        if not book.is_suspended(lowered(address)):
            raise ConfigError(f"{address} is not suspended; `referee outbox` shows what is kept.")
        book.revive(lowered(address), now())
        book.commit()
    typer.echo(f"What waits for {address} is sent.")


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    config: Config = None,
) -> None:
    """Copies the SQLite database to a file, while the referee goes on."""
    from referee.config import load_settings
    from referee.store.copies import copy_to

    copy_to(load_settings(config).database.url, file)
    typer.echo(f"The database is in {file}.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `referee backup` wrote.")],
    force: Annotated[bool, typer.Option("--force", help="Replaces a database that is there.")] = False,
    config: Config = None,
) -> None:
    """Puts a backup in the database's place. Stop the referee first."""
    from referee.config import load_settings
    from referee.store.copies import copy_from

    kept = copy_from(load_settings(config).database.url, file, force=force)
    if kept is not None:
        typer.echo(f"What was there is kept in {kept}.")
    typer.echo("The database is restored; `referee doctor` checks it.")


def ban(address: Address, config: Config = None) -> None:
    """Reads nothing more from that address."""
    from referee.mail.addresses import sole_sender

    if sole_sender((address,))[1] is None:
        raise ConfigError(f"{address} is no address; write it like ann@example.org.")
    with opened_book(config) as book:
        book.note_stranger(lowered(address), block=True)
        book.commit()
    typer.echo(f"{address} is not read any more.")


def erase(address: Address, config: Config = None) -> None:
    """Removes a person's letters, addresses and mails; the logs of their matches stay."""
    with opened_book(config) as book:
        count = book.erase(lowered(address))
        book.commit()
    typer.echo(f"{count} letters and mails of {address} are erased.")
