"""A match of Boolean Rithmomachia without mail: lines in, states and notices out."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from referee.engine.draws import Draws
from referee.engine.game import Command, Notice, Step, Table
from referee.engine.orders import Order
from referee.engine.reply import Line, ReplyText
from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.field import CELLS
from referee.games.rithmomachia.position import COLOURS, compose, format_position
from referee.games.rithmomachia.state import State

START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SNAPSHOT = TypeAdapter(State)


def position(white: str, black: str, turn: str = "White") -> str:
    """The position string of pieces written as in the spec: `1a1=0 2b2=1`."""
    placed = {
        CELLS[cell]: (side, int(value))
        for side, pieces in enumerate((white, black))
        for cell, value in (piece.split("=") for piece in pieces.split())
    }
    return format_position(compose(placed, COLOURS.index(turn)))


def read(line: str) -> Order:
    """The one order of a line."""
    [reading] = GAME.read(ReplyText((Line(line),)), "")
    assert isinstance(reading, Order), reading
    return reading


@dataclass(frozen=True)
class Session:
    """A match at a moment: its state, and what the last step told. Ann has White unless said otherwise."""

    state: State
    draws: Draws
    at: datetime = START
    notices: tuple[Notice, ...] = ()
    reply: str = ""
    states: tuple[State, ...] = field(default=(), repr=False)

    @classmethod
    def start(cls, *names: str, seed: bytes = bytes(32), at: datetime = START, **options: Any) -> "Session":
        """A match begun."""
        options = {"white": "Ann", **options}
        table = Table(names or ("Ann", "Bob"), GAME.options.model_validate(options), at)
        draws = Draws(seed)
        step = GAME.setup(table, draws)
        return cls(step.state, draws, at, step.notices, step.reply)

    @classmethod
    def at_position(cls, white: str, black: str, turn: str = "White", **options: Any) -> "Session":
        """A match that a moderator has set to a position."""
        return cls.start(**options).override(f"set position = {position(white, black, turn)}")

    def stepped(self, step: Step[State], at: datetime) -> "Session":
        """The match after a step, which the snapshot has to survive."""
        assert SNAPSHOT.validate_json(SNAPSHOT.dump_json(step.state)) == step.state
        return replace(
            self,
            state=step.state,
            notices=step.notices,
            reply=step.reply,
            at=at,
            states=(*self.states, self.state),
        )

    def say(self, name: str, line: str, at: datetime | None = None) -> "Session":
        """A player's line carried out."""
        when = at or self.at
        action = GAME.parse(self.state, name, read(line))
        assert GAME.describe(self.state, name, action)
        return self.stepped(GAME.apply(self.state, name, action, when, self.draws), when)

    def ask(self, name: str | None, line: str) -> str:
        """The answer to a question."""
        return GAME.answer(self.state, name, read(line))

    def play(self, *moves: str) -> "Session":
        """Moves in turn, each by who is to move."""
        session = self
        for move in moves:
            session = session.say(session.mover, move)
        return session

    def turn(self, at: datetime | None = None) -> "Session":
        """The close at its deadline, or a moderator's at another time."""
        when = at or GAME.deadline(self.state)
        assert when is not None
        return self.stepped(GAME.close(self.state, when, self.draws), when)

    def override(self, line: str, at: datetime | None = None) -> "Session":
        """A moderator's command carried out."""
        verb, _, rest = line.partition(" ")
        when = at or self.at
        return self.stepped(GAME.override(self.state, Command(verb, rest), when, self.draws), when)

    def leave(self, name: str) -> "Session":
        """A player gone."""
        return self.stepped(GAME.leave(self.state, name, self.at), self.at)

    def view(self, seat: str | None = None) -> Any:
        """What a seat may know."""
        return GAME.view(self.state, seat)

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self.state.players[self.state.to_move]

    @property
    def told(self) -> list[tuple[str, str | None]]:
        """Which mails the last step sent, to whom."""
        return [(notice.kind, notice.to) for notice in self.notices]

    @property
    def data(self) -> Any:
        """What the one notice of the last step tells."""
        [notice] = self.notices
        return notice.data

    @property
    def reason(self) -> str | None:
        """Why the match is over."""
        return self.state.outcome.reason if self.state.outcome else None
