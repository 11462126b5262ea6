"""A match on the table during one transaction: what was taken, what is to be told, what to record."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.app.records import MatchRow
from referee.app.shelf import Book
from referee.engine.game import Game, Notice
from referee.engine.match import Entry, Match, Taken, is_override, refold, take


@dataclass(slots=True)
class Sitting:
    """Collects new entries and notices over a match; `save` writes them.

    `newcomers` and `turned_away`: who was let into the running match, and who was not.
    """

    match: Match
    number: int
    new: list[Entry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    newcomers: list[str] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)

    def take(
        self,
        kind: str,
        at: datetime,
        by: str | None = None,
        text: str = "",
        reason: str | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> str:
        """Takes one more entry and gives the sentence for the receipt; raises OrderError."""
        entry = self._entry(kind, at, by, text, reason, data or {})
        taken = take(self.match, entry)
        counted = replace(taken.match, overrides=self.match.overrides + is_override(entry))
        return self._taken(entry, replace(taken, match=counted))

    def close(self, due: datetime) -> None:
        """Closes the deadline, at that time; a close that changed nothing would go on for ever."""
        before = self.match
        self.take("closed", due, text=before.game.closing(before.state))
        if (self.match.due, self.match.state) == (before.due, before.state):
            raise RuntimeError(f"Closing the deadline of {before.id} changed nothing.")

    def give_seed(self, seed: bytes) -> None:
        """The seed of the match, drawn when it starts."""
        self.match = replace(self.match, seed=seed)

    def refold(self, log: tuple[Entry, ...], entry_of: Mapping[str, Any], at: datetime, by: str) -> None:
        """Takes a void or an undo: the match is folded again from its log without what it voids."""
        text, reason, data = entry_of["text"], entry_of["reason"], entry_of["data"]
        entry = self._entry("overridden", at, by, text, reason, data)
        blank = Match(
            self.match.game, self.match.id, self.match.title, first_options(log), seed=self.match.seed
        )
        taken, before = refold(blank, (*log, *self.new, entry)), self.match.result
        is_news = taken.match.status == "over" and taken.match.result != before
        self._taken(entry, replace(taken, notices=taken.notices if is_news else ()))

    def _entry(
        self,
        kind: str,
        at: datetime,
        by: str | None,
        text: str,
        reason: str | None,
        data: Mapping[str, Any],
    ) -> Entry:
        return Entry(self.number + 1, at, kind, by, text, reason, self.match.epoch, data)

    def _taken(self, entry: Entry, taken: Taken) -> str:
        was_over = self.match.status == "over"
        self._note_newcomers(taken.match)
        self.match, self.number = taken.match, entry.number
        self.new.append(entry)
        self.notices.extend(taken.notices)
        if self.match.status == "over" and not was_over and entry.kind != "ended":
            self._note_end(entry.at)
        return taken.reply

    def _note_newcomers(self, after: Match) -> None:
        before = self.match
        if before.state is None or after.state is None:
            return
        self.newcomers.extend(name for name in after.seats if name not in before.seats)
        waiting = (*after.seats, *after.game.applicants(after.state))
        asked = before.game.applicants(before.state)
        self.turned_away.extend(name for name in asked if name not in waiting)

    def _note_end(self, at: datetime) -> None:
        result = self.match.result
        self.take("ended", at, text="" if result is None else result.text)

    def drop_stale(self, at: datetime) -> None:
        """Leaves out the notices that are no news any more."""
        self.notices = [one for one in self.notices if one.until is None or one.until > at]

    def save(self, book: Book, letter: int | None = None) -> None:
        """Records what is new with the snapshot after it."""
        if self.new:
            book.record(self.match, self.new, letter)


def first_options(log: tuple[Entry, ...]) -> Mapping[str, str]:
    """The options that the match was opened with."""
    return next((dict(e.data.get("options", {})) for e in log if e.kind == "opened"), {})


def sit_down(book: Book, row: MatchRow, game: Game[Any, Any]) -> Sitting:
    """The match as it is kept, on the table."""
    return Sitting(book.load_match(row, game), row.number)


def copy(sitting: Sitting) -> Sitting:
    """The same sitting, for trying something that may be thrown away."""
    return replace(
        sitting,
        new=list(sitting.new),
        notices=list(sitting.notices),
        newcomers=list(sitting.newcomers),
        turned_away=list(sitting.turned_away),
    )
