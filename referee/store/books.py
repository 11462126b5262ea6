"""The books: one unit of work, rolled back unless committed."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from referee.config import SQLITE
from referee.errors import BooksUnavailable
from referee.store.erasure import ErasurePart
from referee.store.ledger import LedgerPart
from referee.store.matchbook import MatchPart
from referee.store.outbox import OutboxPart
from referee.store.register import RegisterPart
from referee.store.statistics import StatisticsPart
from referee.store.suspensions import SuspensionPart

PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""What SQLite says when the disk or somebody else is in the way."""
PRAGMAS = ("journal_mode=WAL", "busy_timeout=30000", "foreign_keys=ON")


def open_engine(url: str, *, is_durable: bool = True) -> Engine:
    """The database behind the URL; SQLite gets WAL, full durability and BEGIN IMMEDIATE.

    `is_durable=False` is for databases that are thrown away.
    """
    if not url.startswith("sqlite"):
        return create_engine(url)
    if url.startswith(SQLITE) and not url.endswith(":memory:"):
        make_private(Path(url.removeprefix(SQLITE)))
    engine = create_engine(url, connect_args={"check_same_thread": False})
    pragmas = (*PRAGMAS, "synchronous=FULL" if is_durable else "synchronous=OFF")
    event.listen(engine, "connect", lambda connection, _: _on_connect(connection, pragmas))
    event.listen(engine, "begin", _on_begin)
    return engine


def make_private(file: Path) -> None:
    """A new file that only its owner can read: letters, tokens and secrets will lie in it."""
    with suppress(OSError):  # what is wrong with the folder, the database says itself
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


def _on_connect(connection: Any, pragmas: tuple[str, ...]) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Book(
    LedgerPart,
    MatchPart,
    OutboxPart,
    RegisterPart,
    SuspensionPart,
    StatisticsPart,
    ErasurePart,
):
    """One transaction over all that the referee keeps."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @contextmanager
    def trial(self) -> Iterator[Callable[[], None]]:
        """A part of the transaction that can be taken back: call what it yields to do so."""
        with self.connection.begin_nested() as savepoint:
            yield savepoint.rollback

    def commit(self) -> None:
        """Makes all of it lasting, at once."""
        self.connection.commit()


class Books:
    """Opens books: `with books() as book: …; book.commit()`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def __call__(self) -> Iterator[Book]:
        try:
            with self.engine.connect() as connection:
                yield Book(connection)  # leaving without commit rolls back
        except DBAPIError as error:
            trouble = _trouble(error)
            if trouble is None:
                raise
            raise BooksUnavailable(f"The database can't be used now: {trouble}.") from error


def _trouble(error: BaseException | None) -> str | None:
    """What is wrong with the database or its disk; None for a fault of ours."""
    while error is not None:
        cause = error.orig if isinstance(error, DBAPIError) else None
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in PASSING:
            return str(cause)
        if isinstance(error, OperationalError | InterfaceError) and not isinstance(cause, sqlite3.Error):
            return " ".join(str(cause).split())
        error = error.__context__
    return None
