"""A demonstration as data: who is there, and who writes what, when and how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Literal

How = Literal["new", "reply", "quoting", "twice"]
"""A letter of one's own; a reply; a reply above the quoted mail; a reply that is sent two times."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a mailbox."""

    name: str
    address: str
    password: str

    @property
    def shown(self) -> str:
        """Name and address as a mail has them."""
        return f"{self.name} <{self.address}>"


@dataclass(frozen=True, slots=True)
class Cue:
    """One letter: on which day of the story (the first is 1), at what time of day, by whom.

    `to`: words in the subject of the mail that it answers, the newest such; "" is the newest mail of all.
    `under`: words of a line of that mail; the text is written below it, where the mail is quoted.
    `aside`: what the onlooker is told before it.
    """

    day: int
    time: str
    who: str
    text: str
    how: How = "reply"
    to: str = ""
    aside: str = ""
    under: str = ""

    def at(self, first: datetime) -> datetime:
        """When it is written, if the first day begins at `first`."""
        clock = time.fromisoformat(self.time)
        since = timedelta(hours=clock.hour, minutes=clock.minute, seconds=clock.second)
        return first + timedelta(days=self.day - 1) + since


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail that the onlooker reads whole: whose, words of its subject, and the words at which it is cut."""

    who: str
    subject: str
    until: str


@dataclass(frozen=True, slots=True)
class Story:
    """What the demonstration of one game plays; the match is m1.

    `key` fixes all that is drawn, so that the story goes the same way each time. `gist`: the lines of a
    mail's text that are worth telling, "" for the beginning of it. `secret`: what only the referee knows,
    from the match's public state. `opening`: the letter that opens a match for `--stay`; `first_letters`:
    what a newcomer may write then; `waits`: what the newcomer waits for after that.
    """

    game: str
    title: str
    days: int
    key: bytes
    cues: tuple[Cue, ...]
    shown: tuple[Shown, ...]
    gist: Callable[[str], str]
    secret: Callable[[Mapping[str, Any]], str]
    opening: str
    first_letters: tuple[str, ...]
    waits: str = "The Turn comes at 00:00 UTC."


MODERATOR = Person("Max", "max@example.org", "max-knows")
PLAYERS = (
    Person("Ann", "ann@example.org", "ann-plays"),
    Person("Bob", "bob@example.net", "bob-plays"),
    Person("Cid", "cid@example.org", "cid-plays"),
    Person("Dee", "dee@example.net", "dee-plays"),
)
REFEREE = Person("Referee", "referee@example.org", "referee-reads")
