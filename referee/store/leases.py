"""Leases: a name is held by one holder until a time; who asks again in time keeps it."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from referee.store.tables import leases


class LeasePart:
    """Who holds what."""

    connection: Connection

    def take_lease(self, name: str, holder: str, now: datetime, until: datetime) -> str:
        """Takes or renews the lease if it is free, run out or one's own; gives who holds it now."""
        row = self.connection.execute(select(leases).where(leases.c.name == name).with_for_update()).first()
        if row is None:
            self.connection.execute(self._new_lease(name, holder, until))
        elif row.holder == holder or row.until <= now:
            self.connection.execute(
                update(leases).where(leases.c.name == name).values(holder=holder, until=until)
            )
        return str(self.connection.execute(select(leases.c.holder).where(leases.c.name == name)).scalar_one())

    def _new_lease(self, name: str, holder: str, until: datetime) -> sqlite.Insert | postgresql.Insert:
        insert = sqlite.insert if self.connection.dialect.name == "sqlite" else postgresql.insert
        return insert(leases).values(name=name, holder=holder, until=until).on_conflict_do_nothing()

    def renew_leases(self, prefix: str, holder: str, until: datetime) -> tuple[str, ...]:
        """Renews all that the holder holds whose names begin so; gives their names."""
        own = (leases.c.name.startswith(prefix, autoescape=True), leases.c.holder == holder)
        renewed = update(leases).where(*own).values(until=until).returning(leases.c.name)
        return tuple(row.name for row in self.connection.execute(renewed))

    def lapsed_leases(self, prefix: str, now: datetime) -> frozenset[str]:
        """The names that begin so and that somebody held until a time that is over."""
        lapsed = (leases.c.name.startswith(prefix, autoescape=True), leases.c.until <= now)
        return frozenset(self.connection.execute(select(leases.c.name).where(*lapsed)).scalars())

    def drop_lease(self, name: str, holder: str) -> None:
        """Gives one's own lease back."""
        self.connection.execute(delete(leases).where(leases.c.name == name, leases.c.holder == holder))
