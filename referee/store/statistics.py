"""Counts for the operator's daily summary, and the raw mails that are kept for a time only."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, func, select, update

from referee.store.tables import letters, outbox

PURGED = b""


class StatisticsPart:
    """Counts and the yearly tidying."""

    connection: Connection

    def count_by_status(self, since: datetime | None = None) -> dict[str, int]:
        """How many letters (filed since then) have each status, in order of the words."""
        query = select(letters.c.status, func.count()).group_by(letters.c.status)
        if since is not None:
            query = query.where(letters.c.filed_at > since)
        rows = self.connection.execute(query.order_by(letters.c.status))
        return {status: int(count) for status, count in rows}

    def count_parcels(self, since: datetime) -> dict[str, int]:
        """How many mails were sent, failed or came back since then, and how many wait now."""
        waits = (outbox.c.sent_at.is_(None), outbox.c.failed_at.is_(None))
        columns = {"sent": outbox.c.sent_at, "failed": outbox.c.failed_at, "came back": outbox.c.bounced_at}
        counts = {name: self._count(column > since) for name, column in columns.items()}
        return counts | {"waiting": self._count(*waits)}

    def _count(self, *where: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(outbox).where(*where)
        return int(self.connection.execute(query).scalar_one())

    def purge(self, before: datetime) -> int:
        """Empties letters received, and mails sent, before then; gives how many. Their rows stay."""
        old = (letters.c.received_at < before, letters.c.raw != PURGED)
        received = self.connection.execute(update(letters).where(*old).values(raw=PURGED)).rowcount
        gone = (outbox.c.sent_at < before, outbox.c.raw != PURGED)
        return int(
            received + self.connection.execute(update(outbox).where(*gone).values(raw=PURGED)).rowcount
        )
