"""Backups of the SQLite database: a consistent copy while the referee goes on."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from referee.config import SQLITE
from referee.errors import ConfigError
from referee.store.books import make_private


def _file(url: str) -> Path:
    if not url.startswith(SQLITE):
        raise ConfigError("Backups of PostgreSQL are made with pg_dump.")
    return Path(url.removeprefix(SQLITE))


def copy_to(url: str, target: Path) -> None:
    """Copies the database to the file; ConfigError if the file is there or the database isn't."""
    source = _file(url)
    if target.exists():
        raise ConfigError(f"{target} is there already; name another file.")
    if not source.exists():
        raise ConfigError(f"There is no database at {source}; `referee run` makes one.")
    _copy(source, target)


def copy_from(url: str, source: Path, *, force: bool = False) -> Path | None:
    """Puts the copy in the database's place, and gives where the one that was there is kept.

    ConfigError if one is there and `force` isn't given, or if it is in use.
    """
    target = _file(url)
    if not source.is_file() or not _is_database(source):
        raise ConfigError(f"{source} is no backup of a referee.")
    if target.exists() and not force:
        raise ConfigError(f"There is a database at {target}; stop the referee and say --force to replace it.")
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    _copy(source, new)
    kept = _set_aside(target) if target.exists() else None
    new.replace(target)
    return kept


def _set_aside(target: Path) -> Path:
    """Renames the database, with all that its journal holds, to a name that is free."""
    if _is_database(target):
        _check_unused(target)
    kept = next(name for n in count(1) if not (name := target.with_name(f"{target.name}.old{n}")).exists())
    for rest in ("-wal", "-shm"):
        Path(f"{target}{rest}").unlink(missing_ok=True)
    target.rename(kept)
    return kept


def _check_unused(file: Path) -> None:
    """ConfigError if anybody has the database open: only the last one can end its journal."""
    with closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise ConfigError(f"The database at {file} is in use: stop the referee first.") from error


def _is_database(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
            return bool(rows.fetchone()[0])
    except sqlite3.DatabaseError:
        return False


def _copy(source: Path, target: Path) -> None:
    make_private(target)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
