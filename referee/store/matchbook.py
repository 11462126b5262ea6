"""Matches with their snapshots, and the log of their entries."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, insert, not_, select, update
from sqlalchemy.exc import IntegrityError

from referee.app.records import MatchRow
from referee.engine.game import Game
from referee.engine.match import Entry, Match, dump_state, load_state
from referee.engine.said import dump_said, load_said
from referee.errors import TakenAlready
from referee.store.ids import match_id, row_id
from referee.store.tables import entries, matches

A_MOMENT = timedelta(microseconds=1)
JUST_RUNS = and_(
    matches.c.status == "running",
    matches.c.table["overrides"].as_integer() == 0,
    func.json_array_length(matches.c.table["gone"]) == 0,
)
"""Asked of the database, so that hundreds of live matches with nothing to tell cost no row each."""


class MatchPart:
    """The matches, each with its log; (match, number) is the key, and that is also the lock."""

    connection: Connection

    def add_match(self, match: Match, entry: Entry, letter: int | None) -> Match:
        """Opens a match under the next number and gives it with its id."""
        row = self.connection.execute(
            insert(matches)
            .values(
                game=match.game.key,
                version=match.game.version,
                title=match.title,
                status=match.status,
                options=dict(match.options),
                table=_table(match),
                number=entry.number,
                opened_at=entry.at,
            )
            .returning(matches.c.id)
        ).scalar_one()
        self._write_entries(match_id(int(row)), [entry], letter)
        return replace(match, id=match_id(int(row)))

    def note_challenger(self, match: str, person: int) -> None:
        """The match was opened by a player's challenge."""
        self.connection.execute(
            update(matches).where(matches.c.id == row_id(match)).values(challenger=person)
        )

    def count_challenges(self, person: int, since: datetime) -> int:
        """How many matches the person has opened by challenges since then."""
        where = (matches.c.challenger == person, matches.c.opened_at > since)
        return int(
            self.connection.execute(select(func.count()).select_from(matches).where(*where)).scalar_one()
        )

    def match_row(self, match: str) -> MatchRow | None:
        """The match as it is kept, locked until the end of the transaction."""
        query = select(matches).where(matches.c.id == row_id(match)).with_for_update()
        row = self.connection.execute(query).first()
        return None if row is None else _row(row)

    def match_rows(self, status: str | None = None) -> tuple[MatchRow, ...]:
        """All matches (of that status), in order of opening."""
        query = select(matches).order_by(matches.c.id)
        if status is not None:
            query = query.where(matches.c.status == status)
        return tuple(_row(row) for row in self.connection.execute(query))

    def standings(self, ids: Iterable[str]) -> dict[str, tuple[str, frozenset[str], int]]:
        """The status of these matches, who has left and how many overrides there were; none that just run."""
        is_one = matches.c.id.in_(bindparam("ids", expanding=True))
        query = select(matches.c.id, matches.c.status, matches.c.table).where(is_one, not_(JUST_RUNS))
        rows = self.connection.execute(query, {"ids": [row_id(id) for id in ids]})
        return {
            match_id(row.id): (row.status, frozenset(row.table["gone"]), row.table["overrides"])
            for row in rows
        }

    def load_match(self, row: MatchRow, game: Game[Any, Any]) -> Match:
        """The match as a value, from its snapshot."""
        held_numbers = set(row.table["held"])
        held = tuple(e for e in self.entries(row.id) if e.number in held_numbers) if held_numbers else ()
        return Match(
            game=game,
            id=row.id,
            title=row.title,
            options=row.options,
            seed=row.seed,
            seats=tuple(row.table["seats"]),
            gone=frozenset(row.table["gone"]),
            status=row.status,
            state=load_state(game, row.state),
            epoch=row.table["epoch"],
            overrides=row.table["overrides"],
            closed_at=row.closed_at,
            held=held,
        )

    def record(self, match: Match, new: Iterable[Entry], letter: int | None = None) -> None:
        """Writes the new entries and the snapshot after them; TakenAlready if a number is taken."""
        written = list(new)
        try:
            self._write_entries(match.id, written, letter)
        except IntegrityError as conflict:
            raise TakenAlready(f"{match.id} has gone on meanwhile.") from conflict
        values: dict[str, Any] = {
            "status": match.status,
            "title": match.title,
            "options": dict(match.options),
            "seed": match.seed,
            "table": _table(match),
            "state": dump_state(match),
            "due": match.due,
        }
        if written:
            values["number"] = written[-1].number
        where = matches.c.id == row_id(match.id)
        old = self.connection.execute(select(matches.c.due, matches.c.reminder).where(where)).one()
        if old.due != match.due:  # one for each deadline, whoever writes meanwhile
            values["reminder"] = _reminder(match, written[-1] if written else None, old.reminder)
        self.connection.execute(update(matches).where(where).values(**values))

    def _write_entries(self, match: str, new: list[Entry], letter: int | None) -> None:
        for entry in new:
            self.connection.execute(
                insert(entries).values(
                    match=row_id(match),
                    number=entry.number,
                    at=entry.at,
                    kind=entry.kind,
                    by=entry.by,
                    text=str.__str__(entry.text),
                    reason=entry.reason and str.__str__(entry.reason),
                    epoch=entry.epoch,
                    data=dict(entry.data),
                    said=_said(entry),
                    letter=letter,
                )
            )

    def entries(self, match: str) -> tuple[Entry, ...]:
        """The log, in order."""
        query = select(entries).where(entries.c.match == row_id(match)).order_by(entries.c.number)
        return tuple(
            Entry(r.number, r.at, r.kind, r.by, *_told(r), r.epoch, r.data)
            for r in self.connection.execute(query)
        )

    def due_matches(self, now: datetime, *, asked: bool) -> tuple[str, ...]:
        """The matches whose deadline is at or before now, the earliest first: those about which the
        moderator is asked, or the others."""
        query = select(matches.c.id).where(matches.c.due <= now)
        query = query.where(matches.c.asked.is_not(None) if asked else matches.c.asked.is_(None))
        rows = self.connection.execute(query.order_by(matches.c.due, matches.c.id))
        return tuple(match_id(row.id) for row in rows)

    def next_moment(self, until: datetime) -> datetime | None:
        """The earliest deadline or reminder at or before then."""
        moments = select(matches.c.due).where(matches.c.due <= until, matches.c.asked.is_(None))
        reminders = select(matches.c.reminder).where(matches.c.reminder <= until)
        first = self.connection.execute(moments.order_by(matches.c.due).limit(1)).scalar()
        second = self.connection.execute(reminders.order_by(matches.c.reminder).limit(1)).scalar()
        return min((moment for moment in (first, second) if moment is not None), default=None)

    def reminders_due(self, now: datetime) -> tuple[tuple[str, datetime], ...]:
        """The matches whose reminders are due and whose deadline is not, with the time of the reminders."""
        query = select(matches.c.id, matches.c.reminder).where(matches.c.reminder <= now, matches.c.due > now)
        rows = self.connection.execute(query.order_by(matches.c.id))
        return tuple((match_id(row.id), row.reminder) for row in rows)

    def note_reminded(self, match: str, next: datetime | None) -> None:
        """The reminders of that time are posted; the next ones are due then (None: no more)."""
        self.connection.execute(update(matches).where(matches.c.id == row_id(match)).values(reminder=next))

    def ask(self, match: str, at: datetime | None) -> None:
        """Notes since when the moderator is asked about an outage (None: not any more)."""
        self.connection.execute(update(matches).where(matches.c.id == row_id(match)).values(asked=at))


def _said(entry: Entry) -> dict[str, Any] | None:
    """What the sentences of the entry were made of."""
    parts = {"text": dump_said(entry.text), "reason": dump_said(entry.reason or "")}
    made = {name: part for name, part in parts.items() if part is not None}
    return made or None


def _told(row: Any) -> tuple[str, str | None]:
    """Text and reason of a kept entry, as sentences where they were."""
    said = row.said or {}
    reason = row.reason and load_said(row.reason, said.get("reason"))
    return load_said(row.text, said.get("text")), reason


def _table(match: Match) -> dict[str, Any]:
    return {
        "seats": list(match.seats),
        "gone": sorted(match.gone),
        "epoch": match.epoch,
        "overrides": match.overrides,
        "closed_at": None if match.closed_at is None else match.closed_at.isoformat(),
        "held": [entry.number for entry in match.held],
    }


def _reminder(match: Match, last: Entry | None, unposted: datetime | None) -> datetime | None:
    """When the next reminders are due; those that a letter was quicker than still are.

    A reminder that falls at the instant of a close waits for it, and what the close made pointless is gone.
    """
    if match.status != "running":
        return None
    is_close = last is not None and last.kind == "closed"
    if unposted is not None and last is not None and not is_close and unposted <= last.at:
        return unposted
    after = None if last is None else last.at - (A_MOMENT if is_close else timedelta(0))
    reminders = match.game.reminders(match.state, after)
    return None if reminders is None else reminders[0]


def _row(row: Any) -> MatchRow:
    closed_at = row.table["closed_at"]
    return MatchRow(
        id=match_id(row.id),
        game=row.game,
        version=row.version,
        title=row.title,
        status=row.status,
        seed=row.seed,
        options=row.options,
        table=row.table,
        state=row.state,
        number=row.number,
        due=row.due,
        asked=row.asked,
        closed_at=None if closed_at is None else datetime.fromisoformat(closed_at),
    )
