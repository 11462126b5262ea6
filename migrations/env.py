"""Alembic's environment: the connection comes from the referee, or the URL from `-x url=…`."""

from typing import Any, Literal

from alembic import context
from sqlalchemy import Connection

from referee.store.books import open_engine
from referee.store.tables import metadata
from referee.store.types import Moment


def render_item(kind: str, item: Any, _: Any) -> str | Literal[False]:
    """Migrations name plain types, so that they stay right when ours change."""
    return "sa.BigInteger()" if kind == "type" and isinstance(item, Moment) else False


def migrate(connection: Connection) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection, target_metadata=metadata, render_as_batch=is_sqlite, render_item=render_item
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    url = context.get_x_argument(as_dictionary=True).get("url", "sqlite:///referee.db")
    with open_engine(url).connect() as opened:
        migrate(opened)
        opened.commit()
