"""A large game and many letters: what a letter costs does not grow, in counts and memory, not in times."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from benchmarks.nomic import NAMES, OPTIONS, ballots, enlarge, open_vote, resident
from tests.table import Table, spring

MEBIBYTE = 1024


@contextmanager
def counted(table: Table) -> Iterator[list[str]]:
    """The statements that the database is given meanwhile."""
    seen: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        seen.append(statement)

    event.listen(table.engine, "before_cursor_execute", note)
    yield seen
    event.remove(table.engine, "before_cursor_execute", note)


def statements(table: Table, number: int) -> int:
    """How many statements the next two ballots take."""
    with counted(table) as seen:
        ballots(table, number, 2)
    return len(seen)


@pytest.mark.full
def test_memory_and_state_stay_flat_over_many_letters(share: int) -> None:
    letters = 10_000 // share
    with spring(*NAMES, game="nomic", options=OPTIONS) as table:
        number = open_vote(table)
        ballots(table, number, letters // 4)
        memory, size, cost = resident(), len(table.row().state or ""), statements(table, number)
        ballots(table, number, letters - letters // 4)
        assert resident() - memory < 8 * MEBIBYTE
        assert abs(len(table.row().state or "") - size) < 100
        assert statements(table, number) == cost
        assert len(table.log()) > letters


def test_a_ballot_costs_no_more_statements_in_a_large_game() -> None:
    with spring(*NAMES, game="nomic", options=OPTIONS) as table:
        number = open_vote(table)
        small = statements(table, number)
    with spring(*NAMES, game="nomic", options=OPTIONS) as table:
        enlarge(table, rules=300, proposals=500)
        number = open_vote(table)
        assert len(table.state().book.rules) == 300
        assert statements(table, number) == small
        assert table.state().live[number].ballots["Cid"].word == "for"
        assert table.last("Cid", "receipt").text
