"""A match of Paprika without mail: lines in, states and notices out."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.engine.draws import Draws
from referee.engine.game import Command, Notice, Step, Table
from referee.engine.orders import Order, read_line
from referee.games.paprika import GAME
from referee.games.paprika.state import State

START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Session:
    """A match at a moment: its state, and what the last step told."""

    state: State
    draws: Draws
    at: datetime = START
    notices: tuple[Notice, ...] = ()
    reply: str = ""

    @classmethod
    def start(cls, *names: str, seed: bytes = bytes(32), at: datetime = START, **options: Any) -> "Session":
        """A match begun."""
        draws = Draws(seed)
        table = Table(names or ("Ann", "Bob", "Cid"), GAME.options.model_validate(options), at)
        step = GAME.setup(table, draws)
        return cls(step.state, draws, at, step.notices, step.reply)

    def stepped(self, step: Step[State], at: datetime) -> "Session":
        """The match after a step."""
        return replace(self, state=step.state, notices=step.notices, reply=step.reply, at=at)

    def say(self, name: str, line: str, at: datetime | None = None, re: str = "") -> "Session":
        """A player's line carried out."""
        order = read_line(line, GAME.verbs, re)
        assert isinstance(order, Order), order
        action = GAME.parse(self.state, name, order)
        when = at or self.at
        return self.stepped(GAME.apply(self.state, name, action, when, self.draws), when)

    def turn(self, at: datetime | None = None) -> "Session":
        """The Turn at its deadline, or a moderator's close at another time."""
        when = at or GAME.deadline(self.state)
        assert when is not None
        return self.stepped(GAME.close(self.state, when, self.draws), when)

    def nday(self, **lines: str) -> "Session":
        """A whole nday: what each says, and the Turn."""
        session = self
        for name, line in lines.items():
            session = session.say(name, line)
        return session.turn()

    def override(self, line: str, at: datetime | None = None) -> "Session":
        """A moderator's command carried out."""
        verb, _, rest = line.partition(" ")
        when = at or self.at
        return self.stepped(GAME.override(self.state, Command(verb, rest), when, self.draws), when)

    def leave(self, name: str) -> "Session":
        """A player gone."""
        return self.stepped(GAME.leave(self.state, name, self.at), self.at)

    def view(self, seat: str | None) -> Any:
        """What a seat may know."""
        return GAME.view(self.state, seat)

    @property
    def told(self) -> list[tuple[str, str | None]]:
        """Which mails the last step sent, to whom."""
        return [(notice.kind, notice.to) for notice in self.notices]

    @property
    def truth(self) -> Any:
        """The true gamestate in STATE's form."""
        return GAME.public_state(self.state)["true"]
