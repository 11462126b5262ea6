"""Letters, confirmations and how far the mailbox was read."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, func, select, update
from sqlalchemy import insert as plain_insert

from referee.app.ports import Fetched, Letter
from referee.app.records import Confirm, Filed
from referee.store.ids import match_id, row_id
from referee.store.tables import confirms, heartbeats, letters, mailboxes, members, strangers


class LedgerPart:
    """Every letter that ever came in."""

    connection: Connection

    def status_at(self, mailbox: str, uidvalidity: int, uid: int) -> str | None:
        """What became of the letter at that place, None if it is not in the ledger."""
        place = and_(letters.c.mailbox == mailbox, letters.c.uidvalidity == uidvalidity, letters.c.uid == uid)
        return self.connection.execute(select(letters.c.status).where(place)).scalar_one_or_none()

    def file_letter(self, at: Fetched, letter: Letter, received_at: datetime, now: datetime) -> int:
        """Files the letter as new and gives its id."""
        row = self.connection.execute(
            plain_insert(letters)
            .values(
                mailbox=at.mailbox,
                uidvalidity=at.uidvalidity,
                uid=at.uid,
                message_id=letter.message_id,
                text_hash=letter.text_hash,
                sender=letter.sender,
                received_at=received_at,
                filed_at=now,
                status="new",
                note="",
                size=max(at.size, len(at.raw)),
                raw=at.raw,
            )
            .returning(letters.c.id)
        )
        return int(row.scalar_one())

    def letter(self, letter: int) -> Filed | None:
        """The letter with that id."""
        row = self.connection.execute(select(letters).where(letters.c.id == letter)).first()
        return None if row is None else _filed(row)

    def same_letters(self, message_id: str, but: int) -> tuple[Filed, ...]:
        """The other letters with that Message-ID."""
        query = select(letters).where(letters.c.message_id == message_id, letters.c.id != but)
        return tuple(_filed(row) for row in self.connection.execute(query.order_by(letters.c.id)))

    def letters_by(self, status: str | None = None, limit: int = 100) -> tuple[Filed, ...]:
        """Letters of that status (None: of any), the newest first."""
        query = select(letters).order_by(letters.c.id.desc()).limit(limit)
        if status is not None:
            query = query.where(letters.c.status == status)
        return tuple(_filed(row) for row in self.connection.execute(query))

    def letters_noted(self, status: str, note: str) -> tuple[Filed, ...]:
        """Letters of that status with exactly that note, the oldest first."""
        query = select(letters).where(letters.c.status == status, letters.c.note == note)
        return tuple(_filed(row) for row in self.connection.execute(query.order_by(letters.c.id)))

    def last_uid(self, mailbox: str, uidvalidity: int) -> int:
        """The highest UID that is filed from that mailbox, 0 if none is."""
        query = select(func.max(letters.c.uid)).where(
            letters.c.mailbox == mailbox, letters.c.uidvalidity == uidvalidity
        )
        return int(self.connection.execute(query).scalar_one() or 0)

    def last_letter_of_a_seat(self, match: str) -> datetime | None:
        """When the last proven letter of somebody with a seat in that match came in."""
        query = select(func.max(letters.c.received_at)).join(members, members.c.id == letters.c.member)
        is_theirs = (members.c.match == row_id(match), members.c.role == "seat", letters.c.status == "done")
        at: datetime | None = self.connection.execute(query.where(*is_theirs)).scalar_one()
        return at

    def waiting_letters(self, match: str | None = None) -> tuple[int, ...]:
        """The letters that wait for a deadline (of that match, or any), in order of their time."""
        query = select(letters.c.id).where(letters.c.status == "waiting")
        if match is not None:
            query = query.where(letters.c.match == row_id(match))
        rows = self.connection.execute(query.order_by(letters.c.received_at, letters.c.id))
        return tuple(int(row[0]) for row in rows)

    def mark_letter(
        self, letter: int, status: str, note: str = "", match: str | None = None, member: int | None = None
    ) -> None:
        """What became of the letter."""
        values: dict[str, Any] = {"status": status, "note": note}
        if match is not None:
            values["match"] = row_id(match)
        if member is not None:
            values["member"] = member
        self.connection.execute(update(letters).where(letters.c.id == letter).values(**values))

    def count_letters(
        self, like: Filed, span: timedelta, statuses: tuple[str, ...], note: str | None = None
    ) -> int:
        """How many other letters of those statuses (and that note) its sender wrote in the time before."""
        at = letters.c.received_at
        query = select(func.count()).where(
            letters.c.sender == like.sender,
            letters.c.id != like.id,
            at > like.received_at - span,
            at <= like.received_at,
            letters.c.status.in_(statuses),
        )
        if note is not None:
            query = query.where(letters.c.note == note)
        return int(self.connection.execute(query).scalar_one())

    def count_same(self, like: Filed, span: timedelta) -> int:
        """How many other letters with the same text its sender wrote in the time before."""
        at = letters.c.received_at
        query = select(func.count()).where(
            letters.c.sender == like.sender,
            letters.c.text_hash == like.text_hash,
            letters.c.id != like.id,
            at > like.received_at - span,
            at <= like.received_at,
        )
        return int(self.connection.execute(query).scalar_one())

    def count_asked(self, since: datetime) -> int:
        """How many letters of unproven senders were asked about since then."""
        kinds = confirms.c.kind.in_(("letter", "join"))
        query = select(func.count()).where(kinds, confirms.c.posted_at > since)
        return int(self.connection.execute(query).scalar_one())

    def add_confirm(self, confirm: Confirm, posted_at: datetime) -> None:
        """Remembers a confirmation that is asked for."""
        self.connection.execute(
            plain_insert(confirms).values(
                token=confirm.token,
                kind=confirm.kind,
                address=confirm.address,
                letter=confirm.letter,
                match=row_id(confirm.match),
                member=confirm.member,
                payload=confirm.payload,
                posted_at=posted_at,
                expires_at=confirm.expires_at,
            )
        )

    def confirm(self, token: str) -> Confirm | None:
        """The confirmation with that token."""
        row = self.connection.execute(select(confirms).where(confirms.c.token == token)).first()
        return None if row is None else _confirm(row)

    def use_confirm(self, token: str, at: datetime) -> None:
        """Uses the token up."""
        self.connection.execute(update(confirms).where(confirms.c.token == token).values(used_at=at))

    def count_invited(self, match: str) -> int:
        """How many were invited to the match."""
        where = (confirms.c.match == row_id(match), confirms.c.kind == "invite")
        return int(
            self.connection.execute(select(func.count()).select_from(confirms).where(*where)).scalar_one()
        )

    def open_invitations(self, match: str, at: datetime) -> tuple[Confirm, ...]:
        """The invitations to the match that still wait for an answer, in order."""
        query = select(confirms).where(
            confirms.c.match == row_id(match),
            confirms.c.kind == "invite",
            confirms.c.used_at.is_(None),
            confirms.c.expires_at > at,
        )
        rows = self.connection.execute(query.order_by(confirms.c.posted_at, confirms.c.token)).all()
        return tuple(_confirm(row) for row in rows)

    def pending_confirms(self, address: str, at: datetime) -> int:
        """How many confirmations that address still owes."""
        query = select(func.count()).where(
            confirms.c.address == address, confirms.c.used_at.is_(None), confirms.c.expires_at > at
        )
        return int(self.connection.execute(query).scalar_one())

    def stranger(self, address: str) -> tuple[datetime | None, bool]:
        """When the stranger was last answered, and whether the address is blocked."""
        row = self.connection.execute(select(strangers).where(strangers.c.address == address)).first()
        return (None, False) if row is None else (row.answered_at, bool(row.is_blocked))

    def strangers_answered(self, since: datetime) -> int:
        """How many strangers were answered since then."""
        query = select(func.count()).select_from(strangers).where(strangers.c.answered_at > since)
        return int(self.connection.execute(query).scalar_one())

    def note_stranger(self, address: str, *, at: datetime | None = None, block: bool = False) -> None:
        """Remembers that the stranger was answered, or is to be blocked for good."""
        before, blocked = self.stranger(address)
        values = {"answered_at": at or before, "is_blocked": block or blocked}
        self._put(strangers, "address", address, values)

    def note_read(self, mailbox: str, at: datetime) -> None:
        """The mailbox was read to its end at that time."""
        self._put(mailboxes, "name", mailbox, {"read_at": at})

    def read_at(self, mailbox: str) -> datetime | None:
        """When the mailbox was last read to its end."""
        return self.connection.execute(
            select(mailboxes.c.read_at).where(mailboxes.c.name == mailbox)
        ).scalar_one_or_none()

    def beat(self, name: str, at: datetime) -> None:
        """Notes that the part of that name is alive."""
        self._put(heartbeats, "name", name, {"at": at})

    def last_beat(self, name: str) -> datetime | None:
        """When the part of that name was last alive."""
        return self.connection.execute(
            select(heartbeats.c.at).where(heartbeats.c.name == name)
        ).scalar_one_or_none()

    def _put(self, table: Any, key: str, value: str, values: dict[str, Any]) -> None:
        done = self.connection.execute(update(table).where(table.c[key] == value).values(**values))
        if done.rowcount == 0:
            self.connection.execute(plain_insert(table).values({key: value, **values}))


def _filed(row: Any) -> Filed:
    return Filed(
        row.id,
        row.mailbox,
        row.uidvalidity,
        row.uid,
        row.message_id,
        row.text_hash,
        row.sender,
        row.received_at,
        row.status,
        row.note,
        match_id(row.match),
        row.member,
        row.size,
        row.raw,
    )


def _confirm(row: Any) -> Confirm:
    return Confirm(
        row.token,
        row.kind,
        row.address,
        row.letter,
        match_id(row.match),
        row.member,
        row.payload,
        row.expires_at,
        row.used_at,
    )
