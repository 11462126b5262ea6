"""People with their addresses, and who sits at which table."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from referee.app.records import Member, Person
from referee.engine.names import lowered
from referee.store.ids import match_id, row_id
from referee.store.tables import addresses, members, people


class RegisterPart:
    """People, addresses, members."""

    connection: Connection

    def person_at(self, address: str) -> Person | None:
        """Who has registered that address."""
        query = select(people).join(addresses, addresses.c.person == people.c.id)
        row = self.connection.execute(query.where(addresses.c.address == lowered(address))).first()
        return None if row is None else _person(row)

    def person(self, id: int) -> Person | None:
        """The person with that id."""
        row = self.connection.execute(select(people).where(people.c.id == id)).first()
        return None if row is None else _person(row)

    def people_called(self, name: str) -> tuple[Person, ...]:
        """Everybody who has a seat of that name somewhere."""
        mine = select(members.c.person).where(
            func.lower(members.c.name) == name.lower(), members.c.role == "seat", members.c.is_gone.is_(False)
        )
        rows = self.connection.execute(select(people).where(people.c.id.in_(mine)).order_by(people.c.id))
        return tuple(_person(row) for row in rows)

    def add_person(self, name: str, address: str) -> Person:
        """Registers somebody new with one address."""
        values = {"name": name, "address": lowered(address), "zone": "UTC", "ignores": []}
        id = int(self.connection.execute(insert(people).values(**values).returning(people.c.id)).scalar_one())
        self.add_address(id, address)
        return Person(id, name, lowered(address), "UTC")

    def add_address(self, person: int, address: str) -> None:
        """Registers one more address of the person; one of somebody else's raises IntegrityError."""
        self.connection.execute(insert(addresses).values(address=lowered(address), person=person))

    def remove_address(self, person: int, address: str) -> None:
        """Forgets an address of the person that mails don't go to."""
        self.connection.execute(
            delete(addresses).where(addresses.c.person == person, addresses.c.address == lowered(address))
        )

    def addresses_of(self, person: int) -> tuple[str, ...]:
        """All registered addresses of the person."""
        query = select(addresses.c.address).where(addresses.c.person == person)
        return tuple(row[0] for row in self.connection.execute(query.order_by(addresses.c.address)))

    def set_person(self, person: int, **values: Any) -> None:
        """Changes what is kept about the person beside the addresses."""
        self.connection.execute(update(people).where(people.c.id == person).values(**values))

    def add_member(self, match: str, role: str, name: str, person: Person, token: str) -> Member:
        """Seats the person, or makes them moderator."""
        count = select(func.count()).where(members.c.match == row_id(match), members.c.role == role)
        values = {
            "match": row_id(match),
            "role": role,
            "name": name,
            "position": int(self.connection.execute(count).scalar_one()),
            "person": person.id,
            "token": token,
            "parcels": 0,
            "is_gone": False,
        }
        id = self.connection.execute(insert(members).values(**values).returning(members.c.id)).scalar_one()
        return Member(int(id), match, role, name, person, token, 0, False)

    def members(self, match: str, role: str) -> tuple[Member, ...]:
        """The members of that role who have not gone, in order of seat."""
        return self._members(
            members.c.match == row_id(match), members.c.role == role, members.c.is_gone.is_(False)
        )

    def memberships(self, person: int) -> tuple[Member, ...]:
        """All that the person takes part in."""
        return self._members(members.c.person == person, members.c.is_gone.is_(False))

    def member(self, id: int) -> Member | None:
        """The member with that id."""
        return next(iter(self._members(members.c.id == id)), None)

    def member_by_token(self, token: str) -> Member | None:
        """Who bears that token."""
        return next(iter(self._members(members.c.token == token, members.c.is_gone.is_(False))), None)

    def seat_tokens(self, matches: Iterable[str]) -> frozenset[str]:
        """The tokens that stand for seats of these matches."""
        is_theirs = members.c.match.in_(bindparam("ids", expanding=True))
        in_one = select(func.aggregate_strings(members.c.token, " "))  # a row each would cost far more
        query = in_one.where(is_theirs, members.c.role == "seat", members.c.is_gone.is_(False))
        found = self.connection.execute(query, {"ids": [row_id(match) for match in matches]})
        return frozenset((found.scalar_one() or "").split())

    def set_member(self, id: int, **values: Any) -> None:
        """Changes token, person, name, whether the member has gone, or who wants the seat filled."""
        self.connection.execute(update(members).where(members.c.id == id).values(**values))

    def count_parcel(self, id: int) -> int:
        """Counts one more mail of that member and gives the count."""
        query = update(members).where(members.c.id == id).values(parcels=members.c.parcels + 1)
        return int(self.connection.execute(query.returning(members.c.parcels)).scalar_one())

    def count_seated(self, match: str, name: str) -> int:
        """How many have had a seat of that name in the match."""
        where = (members.c.match == row_id(match), members.c.role == "seat", members.c.name == name)
        return int(
            self.connection.execute(select(func.count()).select_from(members).where(*where)).scalar_one()
        )

    def _members(self, *where: Any) -> tuple[Member, ...]:
        fields = [column.label(f"person_{column.name}") for column in people.c]
        query = select(members, *fields).join(people, people.c.id == members.c.person).where(*where)
        rows = self.connection.execute(query.order_by(members.c.match, members.c.role, members.c.position))
        return tuple(_member(row) for row in rows)


def _person(row: Any) -> Person:
    return _person_of({column.name: getattr(row, column.name) for column in people.c})


def _person_of(values: dict[str, Any]) -> Person:
    return Person(**values | {"ignores": tuple(values["ignores"]), "only_known": bool(values["only_known"])})


def _member(row: Any) -> Member:
    person = _person_of({column.name: getattr(row, f"person_{column.name}") for column in people.c})
    return Member(
        row.id,
        match_id(row.match),
        row.role,
        row.name,
        person,
        row.token,
        row.parcels,
        bool(row.is_gone),
        row.wanted_by,
    )
