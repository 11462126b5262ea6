"""Boolean Rithmomachia as a game of the referee."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, Final

from referee.engine.draws import Draws
from referee.engine.game import Command, Game, Notice, Result, Step, Table, Verb
from referee.engine.orders import Order, Prose, Reading
from referee.engine.reply import Line, ReplyText
from referee.engine.said import said
from referee.games.rithmomachia import asking, bargaining, case, moderating, opening, playing, reading
from referee.games.rithmomachia.finish import awarded_end, ended, result_of
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.orders import (
    Accept,
    Action,
    Arrange,
    Choose,
    ClaimEnd,
    ClaimTime,
    Condition,
    Decline,
    DropConditions,
    Offer,
    Place,
    Play,
)
from referee.games.rithmomachia.record import NAME as RECORD
from referee.games.rithmomachia.record import format_record, over_of, replays
from referee.games.rithmomachia.saying import can, describe
from referee.games.rithmomachia.state import HOUSE, State, without_sealed
from referee.games.rithmomachia.verbs import QUESTION, VERBS
from referee.games.rithmomachia.view import view_of

NAME: Final = re.compile(r"[^\W\d_][\w-]{0,15}")
RESERVED: Final = frozenset({HOUSE.casefold(), "white", "black"})


class Rithmomachia(Game[State, Action]):
    """Two players, 32 pieces worth 0 to 15, captured by equations of their bits."""

    key: ClassVar[str] = "rithmomachia"
    title: ClassVar[str] = said("Boolean Rithmomachia")
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[type[Options]] = Options
    state: ClassVar[type[State]] = State
    verbs: ClassVar[Mapping[str, Verb]] = VERBS

    def setup(self, table: Table, draws: Draws) -> Step[State]:
        """Colours, pieces and the first clock; the referee opens when it has White."""
        state = opening.first_state(table, draws)
        return Step(playing.house_opens(state, table.started, draws), (Notice("start", None),))

    def read(self, reply: ReplyText, re: str) -> tuple[Reading, ...]:
        """As usual, but a question to the referee may end with its mark, and `if you like` is prose."""
        lines = tuple(_without_mark(line) for line in reply.lines)
        readings = super().read(replace(reply, lines=lines), re)
        return tuple(map(_or_prose, readings))

    def parse(self, state: State, seat: str, order: Order) -> Action:
        """The order; NotUnderstood."""
        return reading.read(order)

    def describe(self, state: State, seat: str, action: Action) -> str:
        """How the order was read."""
        return describe(action)

    def apply(self, state: State, seat: str, action: Action, at: datetime, draws: Draws) -> Step[State]:
        """The state after the order; a step that begins the play has the referee's first move too."""
        step = self._applied(state, seat, action, at, draws)
        if not state.is_playing and step.state.is_playing:
            return replace(step, state=playing.house_opens(step.state, at, draws))
        return step

    def _applied(self, state: State, seat: str, action: Action, at: datetime, draws: Draws) -> Step[State]:
        match action:
            case Play(written):
                return playing.play(state, seat, written, at, draws)
            case Condition():
                return playing.condition(state, seat, action)
            case DropConditions():
                return playing.drop_conditions(state, seat)
            case Place():
                return opening.place(state, seat, action, at)
            case Arrange():
                return opening.arrange(state, seat, action, at)
            case Choose():
                return opening.choose(state, seat, action, at)
            case Offer(kind):
                return bargaining.offer(state, seat, kind, at)
            case Accept(kind):
                return bargaining.accept(state, seat, kind, at)
            case Decline(kind):
                return bargaining.decline(state, seat, kind)
            case ClaimEnd():
                return bargaining.claim_end(state, at)
            case ClaimTime():
                return bargaining.claim_time(state, seat, at)

    def answer(self, state: State, seat: str | None, order: Order) -> str:
        """What a question asks for, from what everybody may know."""
        return asking.answer(state, seat, order)

    def can(self, state: State, seat: str) -> tuple[str, ...]:
        """What the seat may write now."""
        return can(state, seat)

    def deadline(self, state: State) -> datetime | None:
        """The end of the running time, and after it the end of the opponent's patience."""
        return None if state.outcome is not None else state.clock.deadline

    def reminders(
        self, state: State, after: datetime | None = None
    ) -> tuple[datetime, tuple[Notice, ...]] | None:
        """The next reminder of the running time after that moment, to who is awaited."""
        when = state.clock.reminder_after(after)
        if when is None or state.outcome is not None:
            return None
        awaited = (state.players[state.to_move],) if state.is_playing else opening.awaited(state)
        return when, tuple(Notice("reminder", name) for name in awaited if name != state.house)

    def close(self, state: State, at: datetime, draws: Draws) -> Step[State]:
        """What the deadline brings."""
        return moderating.close(state, at, draws)

    def closing(self, state: State) -> str:
        """What the next deadline brings, for the log."""
        return moderating.closing(state)

    def leave(self, state: State, seat: str, at: datetime) -> Step[State]:
        """The opponent of who leaves has won."""
        return bargaining.leave(state, seat, at)

    def end(self, state: State, winners: tuple[str, ...], at: datetime, draws: Draws) -> Step[State]:
        """The match over as a moderator says."""
        return ended(awarded_end(state, "moderator", winners, at), "")

    def override(self, state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
        """The state after a moderator's command."""
        return moderating.override(state, command, at, draws)

    def trial(self, state: State, seat: str) -> State:
        """The state with nothing in it that the opponent has sealed."""
        return without_sealed(state, seat)

    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """What that seat may know (see view.py)."""
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        """How it ended, or None."""
        return result_of(state)

    def reveal(self, state: State) -> Mapping[str, Any]:
        """Everything: an onlooker's view, and all that is sealed."""
        conditions = {name: view_of(state, name)["conditions"] for name in state.players}
        return {
            **view_of(state, None),
            "conditions": conditions,
            "chosen": dict(zip(state.players, map(list, state.chosen), strict=True)),
            "placed": dict(zip(state.players, map(dict, state.faces), strict=True)),
        }

    def public_state(self, state: State) -> Mapping[str, Any]:
        """The moves, what is legal, and the end, as `adjudicate` prints them."""
        if not state.start:
            return {"plies": [], "legal": [], "over": over_of(state)}
        return case.report(state.course, over_of(state))

    def adjudicate(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a case comes to; CaseError."""
        return case.adjudicate(given)

    def about(self, state: State) -> str:
        """The ply about to be played."""
        return str(state.ply)

    def export(self, state: State, title: str) -> Mapping[str, str]:
        """The record."""
        return {RECORD: format_record(state)} if state.start else {}

    def checks(self, state: State) -> tuple[tuple[str, bool], ...]:
        """Whether the record replays to the position that is kept."""
        if not state.start:
            return ()
        return (("the record replays to the same position and end", replays(state)),)

    def house_seat(self, options: Options) -> str | None:
        """`Referee`, when the referee plays."""
        return None if options.opponent == "none" else HOUSE

    def rematch(self, options: Mapping[str, str], state: State) -> Mapping[str, str]:
        """The same options with colours exchanged."""
        return {**options, "white": state.players[1]}

    def is_name_allowed(self, name: str) -> bool:
        """Letters, digits, `-` and `_`, at most 16, a letter first; not what the game itself is called by."""
        return NAME.fullmatch(name) is not None and name.casefold() not in RESERVED


def _without_mark(line: Line) -> Line:
    return replace(line, text=MARK.sub(" ", line.text)) if QUESTION.fullmatch(line.text) else line


def _or_prose(reading: Reading) -> Reading:
    """A line that begins as an order of this game often does, and goes on as prose, is prose."""
    if isinstance(reading, Order) and reading.verb in PLAIN and not PLAIN[reading.verb].match(reading.rest):
        return Prose(reading.line)
    return reading


MARK: Final = re.compile("[?？]")
CELL_FIRST: Final = re.compile(r"\s*(?:#\s?\d+\s*:?\s*)?[1-4a-d][a-d][1-4]\b", re.IGNORECASE)
ALONE: Final = re.compile(r"\s*$")
PLAIN: Final = {"if": CELL_FIRST, "why": CELL_FIRST, "show": ALONE, "record": ALONE}
"""What has to follow words that often begin a sentence."""
