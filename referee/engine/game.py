"""The interface of a game: a rules object over a frozen state, pure in every method.

Time (`at`) and draws come in as arguments; what should be told comes out as notices.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from referee.engine.draws import Draws
from referee.engine.orders import Order, Reading, read_orders
from referee.engine.reply import ReplyText
from referee.engine.said import said
from referee.errors import NotLegal, OptionError

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins an order, how it is used, and how it may be written.

    `pattern`: a whole line that matches is an order of this verb (`↗`, `2b1-2b2`).
    `block`: text may follow on further lines. `prose`: the rest of the line is free text.
    `sealed`: an accepted order is only *recorded* until the next close.
    `private`: others learn at most that there was one; their `history` does not have it.
    `query`: a question, answered by `Game.answer`; nothing is recorded.
    `synonyms`: other first words by language (`{"en": ("cut in line",), "pt": ("mover",)}`).
    """

    usage: str
    help: str
    pattern: re.Pattern[str] | None = None
    block: bool = False
    prose: bool = False
    sealed: bool = False
    query: bool = False
    private: bool = False
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what: names in order of seat, validated options, the time of the start."""

    seats: tuple[str, ...]
    options: Any
    started: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: one mail of template `<game>/<kind>` to seat `to` (None: to every seat).

    `data` is added to the view of the reader when the mail is rendered.
    """

    kind: str
    to: str | None
    data: Mapping[str, Any] = field(default_factory=dict)
    attachments: tuple[tuple[str, str], ...] = ()
    """(file name, text) each."""
    until: datetime | None = None
    """When it is no news any more: a referee that was down then does not mail it."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state, what should be told, and one sentence for the receipt of who caused it."""

    state: S
    notices: tuple[Notice, ...] = ()
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A moderator's command that concerns a game's state: verb, the rest of the line, and the reason given.

    The kernel sends every game `extend DURATION`, `pause`, `resume`, `set PATH = VALUE`,
    `skip RFC3339` (after an outage: the next deadline is the first proper one after that time),
    `rejoin NAME` (somebody else plays a seat that was left),
    and the game's own (`Game.commands`).
    """

    verb: str
    rest: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winners in alphabetical order, and one sentence."""

    winners: tuple[str, ...]
    text: str


class Game(ABC, Generic[S, A]):
    """One game's rules. `S` is its frozen state, `A` an order once parsed."""

    key: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[range]
    sealed: ClassVar[bool] = False
    """True when orders and displays are secret; then no one may learn who has declared."""
    options: ClassVar[type[BaseModel]]
    """Options of a match, each with a one-line description; built from raw strings too.

    A model may have a `blocks` class variable: names of options given as `name … end` lines."""
    state: ClassVar[type]
    """The state's type, for `pydantic.TypeAdapter` (extra keys forbidden)."""
    verbs: ClassVar[Mapping[str, Verb]]
    commands: ClassVar[Mapping[str, Verb]] = {}
    """Moderator's commands of this game alone."""

    @abstractmethod
    def setup(self, table: Table, draws: Draws) -> Step[S]:
        """The first state and the start mails (`start` to each seat)."""

    @abstractmethod
    def parse(self, state: S, seat: str, order: Order) -> A:
        """The order as an action; raises NotUnderstood, Ambiguous."""

    @abstractmethod
    def apply(self, state: S, seat: str, action: A, at: datetime, draws: Draws) -> Step[S]:
        """The state after the action; raises NotLegal and its kin."""

    @abstractmethod
    def describe(self, state: S, seat: str, action: A) -> str:
        """How the action was read, in a few words (`move ne (north-east)`), from the seat's view alone."""

    @abstractmethod
    def deadline(self, state: S) -> datetime | None:
        """When `close` is due; None when nothing is."""

    def until(self, state: S) -> datetime | None:
        """The deadline that players are told of, where `deadline` has others besides."""
        return self.deadline(state)

    @abstractmethod
    def close(self, state: S, at: datetime, draws: Draws) -> Step[S]:
        """The Turn, the end of a vote: what happens at the deadline (or at a moderator's close)."""

    @abstractmethod
    def leave(self, state: S, seat: str, at: datetime) -> Step[S]:
        """The state after a seat resigned or was removed."""

    @abstractmethod
    def end(self, state: S, winners: tuple[str, ...], at: datetime, draws: Draws) -> Step[S]:
        """The state after a moderator ended the match so (no winners: none), with its result notices."""

    @abstractmethod
    def override(self, state: S, command: Command, at: datetime, draws: Draws) -> Step[S]:
        """The state after a moderator's command; raises NotUnderstood or NotLegal."""

    def check_reason(self, state: S, command: Command) -> None:
        """Refuses a moderator's command (also one of any game) if its reason is none here; NotLegal."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> Mapping[str, Any]:
        """A new value of what that seat may know; None: an onlooker. Never more."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How it ended, or None while it runs."""

    @abstractmethod
    def reveal(self, state: S) -> Mapping[str, Any]:
        """Everything, for moderators and once it is over."""

    @abstractmethod
    def adjudicate(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result of a case in the game's format; raises CaseError."""

    def play(self, state: S, data: Mapping[str, Any], at: datetime, draws: Draws) -> Step[S]:
        """The state after what a live server recorded (a round at its bell); raises NotLegal."""
        raise NotLegal(said("{title} is not played live.", title=self.title))

    def can(self, state: S, seat: str) -> tuple[str, ...]:
        """What that seat may still write now, one form a line, from its view alone."""
        return tuple(verb.usage for verb in self.verbs.values() if not verb.query)

    def reminders(
        self, state: S, after: datetime | None = None
    ) -> tuple[datetime, tuple[Notice, ...]] | None:
        """When the next reminders before the deadline are due (after that time), and which mails."""
        return None

    def read(self, reply: ReplyText, re: str) -> tuple[Reading, ...]:
        """The lines of a letter as orders of this game, near-orders and prose."""
        return read_orders(reply.lines, self.verbs, re)

    def answer(self, state: S, seat: str | None, order: Order) -> str:
        """The text that answers a query verb, from that seat's view."""
        raise LookupError(order.verb)

    def about(self, state: S) -> str:
        """What a mail sent now is about (`7` for nday 7); a reply carries it as `Order.re`."""
        return ""

    def closing(self, state: S) -> str:
        """What the next close is, for the log (`Turn of nday 7`)."""
        return "deadline"

    def ends_turn(self, closing: str) -> bool:
        """Whether the close that the log tells so is one that `undo turn` takes back."""
        return True

    def export(self, state: S, title: str) -> Mapping[str, str]:
        """The match as files by path, readable without the referee."""
        return {}

    def newcomers(self, files: Mapping[str, str]) -> tuple[str, ...]:
        """The players of a game kept elsewhere, from its files; OptionError names file and key."""
        raise OptionError(said("{title} can't be taken over from files.", title=self.title))

    def take_over(self, files: Mapping[str, str], at: datetime, draws: Draws) -> Step[S]:
        """The first state of a game that was kept elsewhere and goes on here; OptionError."""
        raise OptionError(said("{title} can't be taken over from files.", title=self.title))

    def heard(self, state: S, seat: str, at: datetime) -> Step[S] | None:
        """The state after a proven letter of the seat, whatever it said; None where that changes nothing."""
        return None

    def seat_name(self, wish: str) -> str:
        """The name of the seat that `join MATCH as WISH` asks for."""
        return wish

    def seated(self, options: Mapping[str, str], wish: str) -> Mapping[str, str]:
        """The raw options after somebody took a seat with these words before the start."""
        return options

    def may_join(self, state: S) -> str:
        """Whether a running match takes newcomers: closed, ask (those who play decide) or open."""
        return "closed"

    def join(self, state: S, wish: str, at: datetime, draws: Draws, *, is_given: bool = False) -> Step[S]:
        """The state after somebody asked for a seat of a running match, or a moderator gave one; NotLegal."""
        raise NotLegal(said("The match has started, so nobody can join it any more."))

    def roster(self, state: S) -> tuple[str, ...]:
        """Who plays or has played by the state; those without a seat yet are given one."""
        return ()

    def applicants(self, state: S) -> tuple[str, ...]:
        """Who has asked for a seat and waits for an answer."""
        return ()

    def house_seat(self, options: Any) -> str | None:
        """The name of the seat that the game itself plays with these options, None for none."""
        return None

    def rematch(self, options: Mapping[str, str], state: S) -> Mapping[str, str]:
        """The raw options of a rematch after that match (colours exchanged, for example)."""
        return options

    def wishes(self, text: str, people: int, zone: str) -> tuple[Mapping[str, str], str]:
        """The options that words of a challenge to `people` players give, and what is left of the words."""
        return {}, text

    def checks(self, state: S) -> tuple[tuple[str, bool], ...]:
        """What `referee verify` checks beyond the fold of the entries, and whether each is right."""
        return ()

    def is_live(self, options: Any) -> bool:
        """Whether the match is played in the browser, all at once."""
        return False

    def agreed(self, options: Any) -> datetime | None:
        """When the match starts even if not all who were invited have accepted; None: never so."""
        return None

    def without(self, options: Mapping[str, str], missing: int) -> Mapping[str, str]:
        """The raw options of a match that starts at its agreed time without so many of the invited."""
        return options

    def promise(self, draws: Draws) -> str:
        """What invitations to a match publish of its seed, drawn when it is opened; "" for nothing."""
        return ""

    def event(
        self, options: Any, players: tuple[str, ...], key: str, *, is_off: bool = False
    ) -> tuple[tuple[str, str], ...]:
        """What hangs on an invitation: an agreed time as a calendar's event; `is_off`: that takes it back."""
        return ()

    def secret(self, state: S, command: Command) -> bool:
        """Whether what an override was is not announced until the match is over."""
        return False

    def trial(self, state: S, seat: str) -> S:
        """What a preview of that seat's orders is tried on: the state without what others have sealed."""
        return state

    def merged(self, notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
        """What one letter has brought about, as it is told: several orders need not make several mails."""
        return notices

    def public_state(self, state: S) -> Mapping[str, Any]:
        """The state as `simulate` prints it in matches.json."""
        return self.reveal(state)

    def is_name_allowed(self, name: str) -> bool:
        """Whether a player may bear that name (beyond the kernel's own rules)."""
        return bool(name)
