"""Paprika Field Match as a game that the referee can play."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.engine.draws import Draws
from referee.engine.game import Command, Game, Notice, Result, Step, Table
from referee.engine.orders import Order
from referee.engine.said import said
from referee.games.paprika import cases, moderating, notices, playing, reading, view
from referee.games.paprika.calendar import REMINDER
from referee.games.paprika.endings import told_ending
from referee.games.paprika.gamestate import dump
from referee.games.paprika.names import is_name
from referee.games.paprika.opening import open_match
from referee.games.paprika.options import Options
from referee.games.paprika.reading import Declaration
from referee.games.paprika.state import State
from referee.games.paprika.verbs import VERBS


class Paprika(Game[State, Declaration]):
    """Sealed simultaneous play on a field that nobody sees as it truly is."""

    key = "paprika"
    title = said("Paprika Field Match")
    version = 1
    seats = range(2, 13)
    sealed = True
    options = Options
    state = State
    verbs = VERBS
    commands = moderating.COMMANDS

    def setup(self, table: Table, draws: Draws) -> Step[State]:
        """Nday 1, and the start mail to each seat."""
        state = open_match(table, draws)
        return Step(state, notices.start_notices(state), said("nday 1 has begun"))

    def parse(self, state: State, seat: str, order: Order) -> Declaration:
        """The order as a declaration, every word of it understood; raises NotUnderstood, Ambiguous."""
        return reading.read(order, state.players, state.nday)

    def apply(self, state: State, seat: str, action: Declaration, at: datetime, draws: Draws) -> Step[State]:
        """The declaration recorded; raises NotLegal and OutOfDate."""
        return playing.declared(state, seat, action, at)

    def describe(self, state: State, seat: str, action: Declaration) -> str:
        """The declaration in the strict form."""
        return action.text

    def deadline(self, state: State) -> datetime | None:
        """When the next Turn is; None while the clock is stopped and when the match is over."""
        return state.deadline

    def close(self, state: State, at: datetime, draws: Draws) -> Step[State]:
        """The Turn, and a display to each seat, or the result."""
        return playing.closed(state, at, draws)

    def leave(self, state: State, seat: str, at: datetime) -> Step[State]:
        """The state without that player; the avatar stays."""
        return playing.left(state, seat)

    def end(self, state: State, winners: tuple[str, ...], at: datetime, draws: Draws) -> Step[State]:
        """The match ended by a moderator."""
        return playing.ended(state, winners)

    def override(self, state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
        """The state after a moderator's command; raises NotUnderstood and NotLegal."""
        return moderating.carried_out(state, command, at, draws)

    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """What that seat perceives (view.py tells the shape)."""
        return view.view(state, seat)

    def result(self, state: State) -> Result | None:
        """Who won and how; None while it runs."""
        return Result(state.ending.winners, told_ending(state)) if state.ending else None

    def reveal(self, state: State) -> Mapping[str, Any]:
        """Everything; the seed only once it is over, for it holds what is still to be drawn."""
        history = [notices.told(state, at, nday) for at, nday in enumerate(state.history, 1)]
        shown = {**self.public_state(state), "declared": dict(state.declared), "history": history}
        return shown | {"gone": list(state.gone), "seed": state.seed if state.ending else None}

    def adjudicate(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result of a case; raises CaseError."""
        return cases.adjudicate(case)

    def can(self, state: State, seat: str) -> tuple[str, ...]:
        """The forms of what that seat may still declare in this nday."""
        return view.can(state, seat)

    def reminders(
        self, state: State, after: datetime | None = None
    ) -> tuple[datetime, tuple[Notice, ...]] | None:
        """Where the match has them: 6 hours before the Turn, to those who have not declared."""
        if state.deadline is None or not state.options.reminders:
            return None
        return state.deadline - REMINDER, notices.reminder_notices(state)

    def undeclared(self, state: State) -> tuple[str, ...]:
        """Who has declared nothing for the running nday."""
        return notices.undeclared(state)

    def history(self, state: State, seat: str, count: int) -> list[dict[str, Any]]:
        """The last ndays as that seat perceived them."""
        return view.perceived_before(state, seat, count)

    def about(self, state: State) -> str:
        """The running nday's number."""
        return str(state.nday)

    def closing(self, state: State) -> str:
        """What the next close is."""
        return said("Turn of nday {nday}", nday=state.nday)

    def secret(self, state: State, command: Command) -> bool:
        """Whether the override is published only at the end."""
        return command.verb in moderating.SECRET

    def public_state(self, state: State) -> Mapping[str, Any]:
        """The state as `simulate` prints it."""
        return {
            "nday": state.nday,
            "waking": list(state.waking),
            "true": dump(state.true),
            "perceived": {name: dump(state.perceived[name]) for name in state.players},
        }

    def is_name_allowed(self, name: str) -> bool:
        """Whether the name is none that an order is read by."""
        return is_name(name)
