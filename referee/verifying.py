"""Whether a match is what its log says: folded again, entry by entry, from its seed."""

from dataclasses import dataclass

from referee.app.shelf import Book
from referee.app.sitting import first_options
from referee.engine.match import Match, dump_state, is_override, replay
from referee.errors import ConfigError
from referee.games import games


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in lines for a reader, and whether all of it is right."""

    lines: tuple[str, ...]
    is_right: bool


def verify_match(book: Book, id: str) -> Report:
    """The match folded again against its snapshot; ConfigError for a match that isn't there."""
    row = book.match_row(id) if id[:1] == "m" and id[1:].isdecimal() else None
    if row is None:
        raise ConfigError(f"There is no match {id}; `referee match list` lists them.")
    game = games()[row.game]
    kept, log = book.load_match(row, game), book.entries(id)
    again = replay(Match(game, id, row.title, first_options(log), seed=row.seed), log)
    committed = next((e.data.get("commitment") for e in log if e.kind == "started"), None)
    checks = {
        "the entries are numbered without a gap": [e.number for e in log] == list(range(1, len(log) + 1)),
        f"{len(log)} entries fold to the state that is kept": dump_state(again) == dump_state(kept),
        "status and deadline follow from it": (again.status, again.due) == (kept.status, kept.due),
        "the seed is the one committed to": row.seed is None or again.draws.commitment == committed,
    }
    if kept.state is not None:
        checks |= dict(game.checks(kept.state))
    lines = [f"{'ok  ' if right else 'WRONG'} {what}" for what, right in checks.items()]
    for entry in filter(is_override, log):
        why = f" (because {entry.reason})" if entry.reason else ""
        lines.append(f"override {entry.number} by {entry.by}: {entry.text}{why}")
    if row.seed is not None and row.status == "over":
        lines.append(f"seed {row.seed.hex()}")
    return Report(tuple(lines), all(checks.values()))
