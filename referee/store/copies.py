"""Backups of the SQLite database: a consistent copy while the referee goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.errors import ConfigError

SQLITE = "sqlite:///"


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


def copy_from(url: str, source: Path, *, force: bool = False) -> None:
    """Puts the copy in the database's place; ConfigError if one is there and `force` isn't given."""
    target = _file(url)
    if not source.is_file() or not _is_database(source):
        raise ConfigError(f"{source} is no backup of a referee.")
    if target.exists() and not force:
        raise ConfigError(f"There is a database at {target}; stop the referee and say --force to replace it.")
    for rest in ("", "-wal", "-shm"):
        Path(f"{target}{rest}").unlink(missing_ok=True)
    _copy(source, target)


def _is_database(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
            return bool(rows.fetchone()[0])
    except sqlite3.DatabaseError:
        return False


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
