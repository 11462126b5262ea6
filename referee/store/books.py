"""The books: one unit of work, rolled back unless committed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from referee.store.erasure import ErasurePart
from referee.store.leases import LeasePart
from referee.store.ledger import LedgerPart
from referee.store.matchbook import MatchPart
from referee.store.outbox import OutboxPart
from referee.store.register import RegisterPart
from referee.store.suspensions import SuspensionPart

PRAGMAS = ("journal_mode=WAL", "busy_timeout=30000", "foreign_keys=ON")


def open_engine(url: str, *, is_durable: bool = True) -> Engine:
    """The database behind the URL; SQLite gets WAL, full durability and BEGIN IMMEDIATE.

    `is_durable=False` is for databases that are thrown away.
    """
    if not url.startswith("sqlite"):
        return create_engine(url)
    engine = create_engine(url, connect_args={"check_same_thread": False})
    pragmas = (*PRAGMAS, "synchronous=FULL" if is_durable else "synchronous=OFF")
    event.listen(engine, "connect", lambda connection, _: _on_connect(connection, pragmas))
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, pragmas: tuple[str, ...]) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Book(LedgerPart, LeasePart, MatchPart, OutboxPart, RegisterPart, SuspensionPart, ErasurePart):
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
        with self.engine.connect() as connection:
            yield Book(connection)  # leaving without commit rolls back
