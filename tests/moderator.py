"""Max at his desk: commands for m1, previews confirmed, and the tables that he moderates."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.table import Table, spring

NOON = "1 12:00"
MAP = "map\nb5 wall\nend"


@contextmanager
def running(confirm: str = "rewrites") -> Iterator[Table]:
    """A running match of Ann, Bob and Cid, with one wall on the field."""
    with spring("Ann", "Bob", "Cid", options=MAP, moderation={"confirm": confirm}) as table:
        yield table


def order(table: Table, *commands: str, at: str = NOON, **fields: Any) -> str:
    """Max writes commands for m1."""
    return table.write("Max", "\n".join(("moderate m1", *commands)), at, **fields)


def confirm(table: Table, at: str = "1 12:30") -> str:
    """Max confirms the newest preview."""
    return table.answer(table.last("Max", "confirm"), "confirm", at)
