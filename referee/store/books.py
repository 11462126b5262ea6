"""The books: one unit of work, rolled back unless committed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from referee.store.ledger import LedgerPart
from referee.store.matchbook import MatchPart
from referee.store.outbox import OutboxPart
from referee.store.register import RegisterPart

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "foreign_keys=ON")


def open_engine(url: str) -> Engine:
    """The database behind the URL; SQLite gets WAL, full durability and BEGIN IMMEDIATE."""
    if not url.startswith("sqlite"):
        return create_engine(url)
    in_memory = url in ("sqlite://", "sqlite:///:memory:")
    options: dict[str, Any] = {"connect_args": {"check_same_thread": False}}
    engine = create_engine(url, **options, **({"poolclass": StaticPool} if in_memory else {}))
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Book(LedgerPart, MatchPart, OutboxPart, RegisterPart):
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
