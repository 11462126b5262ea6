"""What the books keep, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as it is kept: `number` is that of its last entry, `asked` since when the moderator
    is asked about an outage, `closed_at` the last deadline that was closed."""

    id: str
    game: str
    version: int
    title: str
    status: str
    seed: bytes | None
    options: Mapping[str, str]
    table: Mapping[str, Any]
    state: str | None
    number: int
    due: datetime | None
    asked: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with at least one address; mails go to `address`.

    `only_known`: letters with the person's tokens from other addresses are not even asked about.
    `language`: the code of the one that was chosen, "" for none.
    """

    id: int
    name: str
    address: str
    zone: str
    ignores: tuple[str, ...] = ()
    absent_from: datetime | None = None
    absent_until: datetime | None = None
    only_known: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A seat, a moderator or an observer of a match; `parcels` counts the mails of that member alone.

    `wanted_by`: the moderator who looks for somebody to play the seat, which was left.
    """

    id: int
    match: str
    role: str
    name: str
    person: Person
    token: str
    parcels: int
    is_gone: bool
    wanted_by: str | None = None


LETTER_STATUSES = (
    *("new", "waiting", "held", "done", "refused", "machine"),
    *("duplicate", "denied", "quarantined"),
)
"""`waiting` for a deadline, `held` for a confirmation."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A letter in the ledger; `status` is one of LETTER_STATUSES."""

    id: int
    mailbox: str
    uidvalidity: int
    uid: int
    message_id: str | None
    text_hash: str
    sender: str | None
    received_at: datetime
    status: str
    note: str
    match: str | None
    member: int | None
    size: int
    raw: bytes

    @property
    def is_cut(self) -> bool:
        """Whether only its headers were fetched, because it is too large."""
        return self.size > len(self.raw)


@dataclass(frozen=True, slots=True)
class Posted:
    """A mail of ours that somebody answered: whom it went to and what it was about."""

    member: int | None
    match: str | None
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A parcel that a mail system reports about."""

    id: int
    to: str


@dataclass(frozen=True, slots=True)
class Suspended:
    """An address that nothing is sent to since then; `waiting` parcels are kept for it."""

    address: str
    since: datetime
    waiting: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """A confirmation that was asked for.

    `kind`: letter (a held one), join, line (`payload` is the order) or moderate (`payload` is the
    fingerprint of the preview).
    """

    token: str
    kind: str
    address: str
    letter: int
    match: str | None
    member: int | None
    payload: str
    expires_at: datetime
    used_at: datetime | None
