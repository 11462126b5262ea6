"""One letter at work: who wrote it, the match on the table, and the transcript that grows."""

from dataclasses import dataclass, field
from datetime import datetime

from referee.app.desk import Desk
from referee.app.receipts import Transcript
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting


@dataclass(slots=True)
class Hand:
    """What handling one letter needs and collects.

    `at`: the letter's time. `re`: what the mail that it answers was about. `is_confirmed`: its writer
    has confirmed it. `trial`: the match as a preview would change it. `late`: the deadline that the letter
    was in time for and that is closed by now. `is_asked`: the moderator is deciding about an outage, so
    orders are only noted. `is_silent`: they were, so only refusals are told again. `problem`: why the
    letter's text can't be read.
    """

    desk: Desk
    book: Book
    letter: int
    at: datetime
    person: Person | None = None
    member: Member | None = None
    sitting: Sitting | None = None
    trial: Sitting | None = None
    re: str = ""
    answers: tuple[str, ...] = ()
    is_confirmed: bool = False
    late: datetime | None = None
    is_asked: bool = False
    is_silent: bool = False
    problem: str = ""
    transcript: Transcript = field(default_factory=Transcript)
    displays: list[Member] = field(default_factory=list)
    confirming: list[str] = field(default_factory=list)
    """Lines that wait for the writer's own confirmation."""
