"""A moderator's letter at work: the match on the table, the transcript, what has to be confirmed."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from referee.app.desk import Desk
from referee.app.receipts import Transcript
from referee.app.records import Member
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.engine.game import Notice
from referee.engine.match import Match, told_reason
from referee.engine.said import said
from referee.errors import NotLegal, OrderError


@dataclass(slots=True)
class Bench:
    """A moderator's letter at work."""

    desk: Desk
    book: Book
    letter: int
    at: datetime
    by: str = ""
    member: Member | None = None
    sitting: Sitting | None = None
    before: Match | None = None
    is_asked: bool = False
    must_confirm: bool = False
    has_failed: bool = False
    has_refolded: bool = False
    has_closed: bool = False
    reason: str | None = None
    transcript: Transcript = field(default_factory=Transcript)
    displays: list[Member] = field(default_factory=list)

    @property
    def table(self) -> Sitting:
        """The match on the table."""
        assert self.sitting is not None
        return self.sitting

    def running(self) -> Match:
        """The match, which has started; NotLegal before."""
        if self.table.match.state is None:
            raise NotLegal(said("The match has not started yet."))
        return self.table.match

    def playing(self) -> Match:
        """The match, which has started and is not over; NotLegal otherwise."""
        if self.running().status == "over":
            raise NotLegal(said("The match is over. “undo” can open it again."))
        return self.table.match

    def seat(self, name: str) -> str:
        """The seat of that name in its own spelling; NotLegal if there is none."""
        seats = self.table.match.seats
        found = next((seat for seat in seats if seat.casefold() == name.strip().casefold()), None)
        if found is None:
            if not seats:
                raise NotLegal(said("Nobody here is called {name!r}; there are no players yet.", name=name))
            raise NotLegal(
                said("Nobody here is called {name!r}; there are {names}.", name=name, names=list(seats))
            )
        return found

    def seated(self, name: str) -> Member:
        """Who has that seat."""
        seats = self.book.members(self.table.match.id, "seat")
        return next(member for member in seats if member.name == name)

    def fail(self, line: str, refused: OrderError) -> None:
        """The command was refused: the letter stops."""
        self.transcript.refuse(line, str(refused), refused.kind)
        self.has_failed = True

    def override(self, verb: str, text: str, *, rest: str = "", is_secret: bool = False, **data: Any) -> None:
        """Takes the override into the log and announces it to the table."""
        data = {"verb": verb, "rest": rest, "secret": is_secret, **data}
        self.table.take("overridden", self.at, self.by, text, self.reason, data)
        self.announce(text, is_secret)

    def announce(self, text: str, is_secret: bool, kind: str = "override", **more: Any) -> None:
        """Tells the table of the override, and `more`: in full, or without what it was."""
        data = {
            "no": self.table.match.overrides,
            "at": self.at,
            "by": self.by,
            "text": None if is_secret else text,
            "reason": None if is_secret and self.table.match.is_sealed else told_reason(self.reason),
            **more,
        }
        if self.table.match.state is not None:
            self.table.notices.append(Notice(kind, None, data))
