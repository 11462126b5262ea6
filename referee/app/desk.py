"""The referee's desk: the parts that every use case works with."""

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from referee.app.ports import Composer, LetterReader, Renderer
from referee.app.shelf import Book
from referee.engine.game import Game
from referee.engine.names import lowered


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator decided (config.py says where; spec/mail.md says what)."""

    address: str
    delimiter: str = "+"
    mailbox: str = "INBOX"
    operator: str = ""
    base_url: str = ""
    """What links to pages begin with, "" where there are none."""
    trust_from: bool = False
    moderate_confirm: str = "rewrites"
    moderators: tuple[tuple[str, str], ...] = ()
    """(name, address) of those who may `open`."""
    lines: int = 200
    orders: int = 50
    letters_per_hour: int | None = 60
    receipts_per_10_minutes: int | None = 10
    unproven_per_hour: int | None = 60
    strangers_per_day: int = 100
    settle: timedelta = timedelta(seconds=60)
    grace: timedelta = timedelta(minutes=30)
    outage: timedelta | None = timedelta(hours=6)
    outage_answer: timedelta = timedelta(hours=24)
    keep_letters: timedelta | None = timedelta(days=400)

    @property
    def host(self) -> str:
        """The host part of the referee's address."""
        return self.address.rpartition("@")[2]

    def is_own(self, address: str) -> bool:
        """Whether mail to that address would come back to the referee itself."""
        (local, _, host), (own, _, here) = (lowered(each).rpartition("@") for each in (address, self.address))
        return (
            host == here and re.fullmatch(re.escape(own) + r"([-+=_.]m\d{0,9}([-.].*)?)?", local) is not None
        )


class Secrets(Protocol):
    """Where tokens and seeds come from: the system's randomness, or a simulation's seed."""

    def token(self, label: str) -> str:
        """16 lower-case base32 characters."""

    def seed(self, match: str) -> bytes:
        """The 32 bytes of a match's seed."""


class Books(Protocol):
    """Opens a book: one transaction, rolled back unless committed."""

    def __call__(self) -> AbstractContextManager[Book]: ...


def as_text(name: str, text: str) -> tuple[str, bytes]:
    """An attachment that is its text."""
    return ("application/json" if name.endswith(".json") else "text/plain"), text.encode("utf-8")


@dataclass(frozen=True, slots=True)
class Desk:
    """All parts together; nothing in it changes while the referee runs."""

    books: Books
    games: Mapping[str, Game[Any, Any]]
    read: LetterReader
    compose: Composer
    render: Renderer
    secrets: Secrets
    policy: Policy
    attach: Callable[[str, str], tuple[str, bytes]] = as_text
    """MIME type and content of an attachment, from its name and the text that a notice gives for it."""
