"""Who writes into the books what live rooms have played."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from referee.app import live as books
from referee.app.desk import Desk
from referee.engine.match import Match
from referee.worker import InWorker


class Clerk(Protocol):
    """Records a room's entries; BooksUnavailable says that nothing is certain, and to ask again later."""

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        """The match after what was played; NotLegal: it can't have been."""
        ...

    async def resign(self, match: str, name: str) -> Match:
        """The match after that seat left it."""
        ...


@dataclass(frozen=True, slots=True)
class HouseClerk:
    """Records in the books' own thread."""

    desk: Desk
    in_worker: InWorker
    now: Callable[[], datetime]

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        """The match after what was played."""
        return await self.in_worker(lambda: books.record(self.desk, match, data, text, self.now()))

    async def resign(self, match: str, name: str) -> Match:
        """The match after that seat left it."""
        return await self.in_worker(lambda: books.resign(self.desk, match, name, self.now()))
