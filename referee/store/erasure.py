"""A person's data is removed; the logs of matches name seats only, and stay."""

from sqlalchemy import ColumnElement, Connection, Table, delete, select, update

from referee.store.tables import addresses, confirms, letters, members, outbox, people, strangers, suspensions

ERASED = b"(erased)"


class ErasurePart:
    """`referee erase ADDRESS`."""

    connection: Connection

    def erase(self, address: str) -> int:
        """Empties every letter and mail of the person at that address, and forgets the addresses.

        Gives how many letters and mails were emptied; 0 if nothing of that address is kept.
        """
        known = select(addresses.c.person).where(addresses.c.address == address)
        person = self.connection.execute(known).scalar_one_or_none()
        every = {address, *self._addresses(person)}
        received = self._empty(letters, letters.c.sender.in_(every), {"sender": None, "message_id": None})
        sent = self._empty(outbox, outbox.c.to.in_(every), {"to": "erased@invalid"})
        self.connection.execute(delete(confirms).where(confirms.c.address.in_(every)))
        self.connection.execute(delete(suspensions).where(suspensions.c.address.in_(every)))
        self.connection.execute(delete(strangers).where(strangers.c.address.in_(every)))
        self.connection.execute(delete(addresses).where(addresses.c.address.in_(every)))
        if person is not None:
            watching = (members.c.person == person, members.c.role == "observer")
            self.connection.execute(update(members).where(*watching).values(is_gone=True))
            anonymous = {"name": "", "address": f"erased-{person}@invalid"}
            self.connection.execute(update(people).where(people.c.id == person).values(**anonymous))
        return received + sent

    def _addresses(self, person: int | None) -> list[str]:
        rows = self.connection.execute(select(addresses.c.address).where(addresses.c.person == person))
        return [row[0] for row in rows]

    def _empty(self, table: Table, where: ColumnElement[bool], values: dict[str, str | None]) -> int:
        statement = update(table).where(where).values(raw=ERASED, **values)
        return int(self.connection.execute(statement).rowcount)
