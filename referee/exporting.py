"""A match as plain files: its game's own, and the log."""

import json
from collections.abc import Mapping

from referee.app.shelf import Book
from referee.engine.calendar import rfc3339
from referee.errors import ConfigError
from referee.games import games


def export_match(book: Book, id: str) -> Mapping[str, str]:
    """Every file by its path; ConfigError for a match that isn't there or has not started."""
    row = book.match_row(id) if id[:1] == "m" and id[1:].isdecimal() else None
    if row is None or row.state is None:
        raise ConfigError(f"There is no match {id} that has started; `referee match list` lists them.")
    game = games()[row.game]
    match = book.load_match(row, game)
    log = [
        {
            "number": e.number,
            "at": rfc3339(e.at),
            "kind": e.kind,
            "by": e.by,
            "text": e.text,
            "reason": e.reason,
        }
        for e in book.entries(id)
    ]
    files = {"log.json": json.dumps(log, ensure_ascii=False, indent=1) + "\n"}
    return {**files, **game.export(match.state, match.title)}
