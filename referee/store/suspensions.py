"""Mails that came back, and the addresses that nothing is sent to meanwhile."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select, update

from referee.app.records import Returned, Suspended
from referee.store.tables import outbox, suspensions


def suspended_addresses() -> Select[tuple[str]]:
    """The addresses that nothing is sent to now."""
    return select(suspensions.c.address).where(suspensions.c.ended_at.is_(None))


class SuspensionPart:
    """Which parcels came back, and which addresses are suspended for it."""

    connection: Connection

    def parcel_of(self, message_id: str) -> Returned | None:
        """The parcel with that Message-ID."""
        query = select(outbox.c.id, outbox.c.to).where(outbox.c.message_id == message_id)
        row = self.connection.execute(query).first()
        return None if row is None else Returned(row.id, row.to)

    def note_bounced(self, parcel: int, at: datetime) -> bool:
        """The parcel came back for good; False if that was known."""
        where = (outbox.c.id == parcel, outbox.c.bounced_at.is_(None))
        return self.connection.execute(update(outbox).where(*where).values(bounced_at=at)).rowcount == 1

    def count_bounced(self, address: str, since: datetime) -> int:
        """How many parcels came back from there since then, and since its last revival.

        Times of letters are whole seconds: what came back in the second of the revival came after it.
        """
        where = [outbox.c.to == address, outbox.c.bounced_at > since]
        last = self.connection.execute(select(suspensions).where(suspensions.c.address == address)).first()
        if last is not None and last.ended_at is not None:
            where += [outbox.c.bounced_at >= last.ended_at, outbox.c.bounced_at > last.suspended_at]
        query = select(func.count()).select_from(outbox).where(*where)
        return int(self.connection.execute(query).scalar_one())

    def is_suspended(self, address: str) -> bool:
        """Whether nothing is sent to that address."""
        query = suspended_addresses().where(suspensions.c.address == address)
        return self.connection.execute(query).first() is not None

    def suspend(self, address: str, at: datetime) -> None:
        """Sends nothing more to that address."""
        values: dict[str, Any] = {"suspended_at": at, "ended_at": None}
        where = suspensions.c.address == address
        if self.connection.execute(update(suspensions).where(where).values(**values)).rowcount == 0:
            self.connection.execute(insert(suspensions).values(address=address, **values))

    def revive(self, address: str, at: datetime) -> None:
        """Sends to that address again; what came back before counts no more."""
        self.connection.execute(
            update(suspensions).where(suspensions.c.address == address).values(ended_at=at)
        )

    def suspended(self) -> tuple[Suspended, ...]:
        """The suspended addresses, each with how many parcels wait for it."""
        waits = (outbox.c.sent_at.is_(None), outbox.c.failed_at.is_(None))
        count = select(func.count()).select_from(outbox)
        waiting = count.where(outbox.c.to == suspensions.c.address, *waits).scalar_subquery()
        query = select(suspensions, waiting.label("waiting")).where(suspensions.c.ended_at.is_(None))
        rows = self.connection.execute(query.order_by(suspensions.c.suspended_at, suspensions.c.address))
        return tuple(Suspended(row.address, row.suspended_at, int(row.waiting)) for row in rows)
