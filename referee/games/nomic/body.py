"""A proposal as mailed: its header lines and its changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.nomic.amending import Change
from referee.games.nomic.proposed import dump_changes, load_changes


@dataclass(frozen=True, slots=True)
class Body:
    """What stands in a proposal; `fault`: why it can't be read, "" where it can."""

    changes: tuple[Change, ...] = ()
    title: str = ""
    author: str = ""
    coauthors: tuple[str, ...] = ()
    index: str = ""
    fault: str = ""


def dump_body(body: Body) -> dict[str, Any]:
    """The body as JSON."""
    return {
        "changes": dump_changes(body.changes),
        "title": body.title,
        "author": body.author,
        "coauthors": list(body.coauthors),
        "index": body.index,
        "fault": body.fault,
    }


def load_body(row: Mapping[str, Any]) -> Body:
    """The body from its JSON."""
    return Body(
        load_changes(row["changes"]),
        row["title"],
        row["author"],
        tuple(row["coauthors"]),
        row["index"],
        row["fault"],
    )
