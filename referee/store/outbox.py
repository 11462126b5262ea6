"""Mails to send: posted with the effect that they tell of, sent afterwards, under one Message-ID."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, insert, or_, select, update

from referee.app.ports import Parcel
from referee.app.records import Posted
from referee.store.ids import match_id, row_id
from referee.store.leases import LeasePart
from referee.store.suspensions import suspended_addresses
from referee.store.tables import leases, outbox

LEASE = timedelta(minutes=10)
"""How long a claimed parcel is left to who claimed it, and the post to who held it last."""

POST = "post"
"""The lease of who sends: one process at a time, so that no mail overtakes another."""

FURTHEST = timedelta(hours=5)
"""No parcel waits longer for its next try; a later one was noted by a clock that has been put back since."""


def _is_ready(now: datetime) -> ColumnElement[bool]:
    return or_(outbox.c.next_try <= now, outbox.c.next_try > now + FURTHEST)


class OutboxPart(LeasePart):
    """The durable outbox."""

    def post(
        self,
        message_id: str,
        to: str,
        raw: bytes,
        at: datetime,
        kind: str,
        about: str = "",
        match: str | None = None,
        member: int | None = None,
    ) -> None:
        """Queues a mail; a Message-ID that is there already raises IntegrityError."""
        self.connection.execute(
            insert(outbox).values(
                message_id=message_id,
                to=to,
                raw=raw,
                posted_at=at,
                next_try=at,
                kind=kind,
                about=about,
                match=row_id(match),
                member=member,
                tries=0,
                error="",
            )
        )

    def posted(self, message_id: str) -> Posted | None:
        """Our mail with that Message-ID."""
        row = self.connection.execute(select(outbox).where(outbox.c.message_id == message_id)).first()
        return None if row is None else Posted(row.member, match_id(row.match), row.kind, row.about)

    def claim_parcels(self, now: datetime, limit: int = 50) -> tuple[Parcel, ...]:
        """Parcels to send now, in the order posted; they are this caller's for ten minutes.

        What goes to a suspended address stays where it is.
        """
        ready = (
            select(outbox.c.id)
            .where(outbox.c.sent_at.is_(None), outbox.c.failed_at.is_(None), _is_ready(now))
            .where(outbox.c.to.not_in(suspended_addresses()))
            .order_by(outbox.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        ids = [row.id for row in self.connection.execute(ready)]
        if not ids:
            return ()
        self.connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(next_try=now + LEASE))
        rows = self.connection.execute(select(outbox).where(outbox.c.id.in_(ids)).order_by(outbox.c.id))
        return tuple(Parcel(r.id, r.to, r.message_id, r.raw, r.tries) for r in rows)

    def hold_post(self, holder: str, now: datetime, is_gone: Callable[[str], bool]) -> bool:
        """Whether that process is the one that sends: it takes the post if it is free, and renews it.

        What a process had claimed that is gone, or silent for too long, is ready again at once.
        """
        query = select(leases).where(leases.c.name == POST).with_for_update()
        row = self.connection.execute(query).first()
        if row is not None and row.holder != holder:
            if now < row.until <= now + 2 * LEASE and not is_gone(row.holder):
                return False
            self._free_claimed(now)
            self.drop_lease(POST, row.holder)
        return self.take_lease(POST, holder, now, now + LEASE) == holder

    def leave_post(self, holder: str) -> None:
        """Lets another process send."""
        self.drop_lease(POST, holder)

    def _free_claimed(self, now: datetime) -> None:
        """Parcels that were claimed and not yet tried are ready."""
        waits = (outbox.c.sent_at.is_(None), outbox.c.failed_at.is_(None), outbox.c.next_try > now)
        self.connection.execute(update(outbox).where(*waits, outbox.c.tries == 0).values(next_try=now))

    def note_sent(self, parcel: int, at: datetime) -> None:
        """The server has taken the parcel."""
        self._set(parcel, sent_at=at, next_try=None, error="")

    def last_sent(self) -> datetime | None:
        """When the server took a parcel last."""
        at: datetime | None = self.connection.execute(select(func.max(outbox.c.sent_at))).scalar_one()
        return at

    def note_deferred(self, parcel: int, next_try: datetime, error: str) -> None:
        """The server would not take it now; it is tried again."""
        tries = outbox.c.tries + 1
        self._set(parcel, next_try=next_try, tries=tries, error=error[:1000])

    def give_back(self, parcel: int, at: datetime, wait: timedelta, error: str = "") -> None:
        """The parcel was claimed and not tried, which is no try of it: it is ready again after that wait."""
        still_claimed = (outbox.c.sent_at.is_(None), outbox.c.next_try > at + LEASE / 2)
        values = {"next_try": at + wait, "error": error[:1000]} if error else {"next_try": at + wait}
        self.connection.execute(update(outbox).where(outbox.c.id == parcel, *still_claimed).values(**values))

    def note_failed(self, parcel: int, at: datetime, error: str) -> None:
        """The server refused it for good, or it was tried for too long."""
        self._set(parcel, failed_at=at, next_try=None, error=error[:1000])

    def unsent(self, limit: int = 100) -> tuple[dict[str, Any], ...]:
        """What still lies in the outbox or has failed, oldest first."""
        fields = (outbox.c.id, outbox.c.to, outbox.c.kind, outbox.c.posted_at, outbox.c.next_try)
        query = (
            select(*fields, outbox.c.tries, outbox.c.failed_at, outbox.c.error, outbox.c.match)
            .where(or_(outbox.c.sent_at.is_(None), outbox.c.failed_at.is_not(None)))
            .order_by(outbox.c.id)
            .limit(limit)
        )
        rows = self.connection.execute(query)
        return tuple({**row._mapping, "match": match_id(row.match)} for row in rows)

    def all_mails(self) -> tuple[bytes, ...]:
        """Every mail ever posted, in order."""
        return tuple(row[0] for row in self.connection.execute(select(outbox.c.raw).order_by(outbox.c.id)))

    def count_unsent(self) -> int:
        """How many parcels wait."""
        query = select(outbox.c.id).where(outbox.c.sent_at.is_(None), outbox.c.failed_at.is_(None))
        return len(self.connection.execute(query).all())

    def _set(self, parcel: int, **values: Any) -> None:
        self.connection.execute(update(outbox).where(outbox.c.id == parcel).values(**values))
