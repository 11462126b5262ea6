"""Paintfield as a game that the referee can play: live rounds are recorded, legs by letter are closed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from referee.engine.calendar import duration, parse_rfc3339
from referee.engine.draws import Draws
from referee.engine.game import Command, Game, Notice, Result, Step, Table
from referee.engine.orders import Order, Reading
from referee.engine.reply import ReplyText
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood
from referee.games.paintfield import byletter, cases, notices, options, playing, reading, view
from referee.games.paintfield.draws import commitment
from referee.games.paintfield.opening import BOT, LINGERS, bot_names, open_match
from referee.games.paintfield.options import Options
from referee.games.paintfield.plans import read_plan
from referee.games.paintfield.state import LEGS, State
from referee.games.paintfield.verifying import verify

REMINDER = timedelta(hours=6)
SHORTLY = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Steering:
    """An order once parsed: the text of a plan, or None to withdraw it."""

    text: str | None


class Paintfield(Game[State, Steering]):
    """Two to four painters share one field, live or by letter."""

    key = "paintfield"
    title = "Paintfield"
    version = 1
    seats = range(2, 5)
    sealed = True
    options = Options
    state = State
    verbs = reading.VERBS

    def setup(self, table: Table, draws: Draws) -> Step[State]:
        """The lobby with a link for each seat; by letter the first leg."""
        state = open_match(table, draws)
        told = notices.start_notices(state) if state.options.is_live else notices.leg_notices(state)
        return Step(state, told, said("the match has begun"))

    def parse(self, state: State, seat: str, order: Order) -> Steering:
        """A plan of which every word is understood; raises NotUnderstood."""
        if order.verb == "withdraw":
            if order.rest.casefold() not in reading.ORDERS:
                raise NotUnderstood(said("“withdraw” stands alone on its line."))
            return Steering(None)
        read_plan(order.rest)
        return Steering(order.rest)

    def apply(self, state: State, seat: str, action: Steering, at: datetime, draws: Draws) -> Step[State]:
        """The plan sealed for this leg, or withdrawn."""
        if action.text is None:
            return byletter.withdrawn(state, seat, at)
        return byletter.ordered(state, seat, action.text, at)

    def play(self, state: State, data: Mapping[str, Any], at: datetime, draws: Draws) -> Step[State]:
        """What the live server recorded of a round, counted again from its lines."""
        return playing.played(state, data, at)

    def describe(self, state: State, seat: str, action: Steering) -> str:
        """The plan, numbered."""
        if action.text is None:
            return "withdraw"
        return read_plan(action.text).words

    def deadline(self, state: State) -> datetime | None:
        """By letter the end of the leg; live, when a match that nobody plays is given up."""
        return state.deadline

    def close(self, state: State, at: datetime, draws: Draws) -> Step[State]:
        """The leg is played; a live match that nobody played is abandoned."""
        if state.ending is not None:
            raise NotLegal(said("The match is over."))
        return byletter.closed(state, at) if state.leg else playing.given_up(state)

    def leave(self, state: State, seat: str, at: datetime) -> Step[State]:
        """The state without that seat; its paint stays."""
        return byletter.left(playing.left(state, seat), at)

    def end(self, state: State, winners: tuple[str, ...], at: datetime, draws: Draws) -> Step[State]:
        """The match ended by a moderator."""
        return playing.ended_by(state, winners)

    def override(self, state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
        """The deadline moved, stopped or started; nothing else of a match can be set."""
        match command.verb:
            case "extend":
                return Step(_extended(state, command.rest), reply=said("the deadline is moved"))
            case "pause":
                return Step(state, reply=said("the clock is stopped"))
            case "resume":
                return Step(_resumed(state, at), reply=said("the clock runs again"))
            case "skip":
                return Step(_skipped(state, command.rest), reply=said("the deadline is moved"))
        raise NotLegal(
            said("“{verb}” can't be used here: a round follows from its log alone.", verb=command.verb)
        )

    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """What that seat may know (view.py tells the shape)."""
        return view.view(state, seat)

    def result(self, state: State) -> Result | None:
        """Who won and how; None while it runs."""
        return Result(state.ending.winners, state.ending.text) if state.ending else None

    def reveal(self, state: State) -> Mapping[str, Any]:
        """Everything; the seed only once it is over, for it holds what is still to be drawn."""
        shown = view.public(state, None)
        leg = {"orders": dict(state.leg.orders), "lines": list(state.leg.lines)} if state.leg else None
        deadline = state.deadline and state.deadline.isoformat()
        at = state.options.at and state.options.at.isoformat()
        return shown | {"deadline": deadline, "at": at, "leg_in_hand": leg, "log": list(state.log)}

    def adjudicate(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result of a case; raises CaseError."""
        return cases.adjudicate(case)

    def can(self, state: State, seat: str) -> tuple[str, ...]:
        """What that seat may still send."""
        if state.leg is None or state.ending is not None:
            return ()
        sent = (said("withdraw orders"),) if seat in state.leg.orders else ()
        forms = (said("E12 S6 W* N"), said("if blocked turn left"), said("go to most bare in 6"))
        return (*forms, *sent)

    def reminders(
        self, state: State, after: datetime | None = None
    ) -> tuple[datetime, tuple[Notice, ...]] | None:
        """By letter 6 hours or a quarter before a leg ends, to who has sent nothing.

        Live shortly before the agreed time, unless the start mail, which tells the same, is as late.
        """
        if state.leg is not None and state.deadline is not None:
            return state.deadline - min(REMINDER, state.options.leg / 4), byletter.reminders(state)
        at = state.options.at
        if at is None or state.begun or state.ending is not None or at - SHORTLY <= state.started:
            return None
        return at - SHORTLY, notices.reminder_notices(state)

    def read(self, reply: ReplyText, re: str) -> tuple[Reading, ...]:
        """The lines of a letter; all its steps and rules are one plan."""
        return reading.read(reply, re)

    def answer(self, state: State, seat: str | None, order: Order) -> str:
        """The field as it stands."""
        shown = view.view(state, seat)["field"]
        return "\n".join(shown["rows"]) if shown else said("Nothing is painted yet.")

    def about(self, state: State) -> str:
        """Round and leg."""
        return f"{state.begun}.{state.leg.at + 1}" if state.leg else str(state.begun)

    def closing(self, state: State) -> str:
        """What the next close is."""
        if state.leg is None:
            return said("given up")
        return said(
            "leg {leg} of {legs} in round {round}", leg=state.leg.at + 1, legs=LEGS, round=state.begun
        )

    def house_seat(self, options: Any) -> str | None:
        """The first bot's seat, if bots play."""
        return next(iter(bot_names(options)), None)

    def rematch(self, options: Mapping[str, str], state: State) -> Mapping[str, str]:
        """The same again, at once."""
        return {key: value for key, value in options.items() if key != "at"}

    def wishes(self, text: str, people: int, zone: str) -> tuple[Mapping[str, str], str]:
        """`at 2026-12-04 20:00`, `with bots`, `by mail` in a challenge."""
        return options.wishes(text, people, zone)

    def checks(self, state: State) -> tuple[tuple[str, bool], ...]:
        """Every bell of the log played again, and at the end the draws against the seed."""
        found = verify("\n".join(state.log))
        return tuple(
            (check.what, check.is_right) for check in found if state.ending or "seed" not in check.what
        )

    def is_live(self, options: Any) -> bool:
        """Unless it is played by letter."""
        return bool(options.is_live)

    def agreed(self, options: Any) -> datetime | None:
        """The agreed time; by letter the first leg begins then."""
        at: datetime | None = options.at
        return at

    def without(self, options: Mapping[str, str], missing: int) -> Mapping[str, str]:
        """A bot for each who is missing."""
        bots = min(3, int(options.get("bots", 0)) + missing)
        return {**options, "bots": str(bots)} if missing > 0 else options

    def promise(self, draws: Draws) -> str:
        """The commitment."""
        return commitment(draws.seed)

    def event(
        self, options: Any, players: tuple[str, ...], key: str, *, is_off: bool = False
    ) -> tuple[tuple[str, str], ...]:
        """The agreed time of a live match."""
        return notices.event(options, players, key, notices.OFF if is_off else notices.INVITED)

    def is_name_allowed(self, name: str) -> bool:
        """Whether the name is a word and none of a bot's."""
        is_bot = name.casefold().startswith(BOT.casefold()) and name[len(BOT) :].isdecimal()
        return 0 < len(name) <= 32 and name.casefold() != BOT.casefold() and not is_bot and name.isprintable()


def _extended(state: State, rest: str) -> State:
    if state.deadline is None:
        raise NotLegal(said("There is no deadline to move."))
    try:
        return replace(state, deadline=state.deadline + duration(rest))
    except ValueError as wrong:
        raise NotUnderstood(str(wrong)) from None


def _resumed(state: State, at: datetime) -> State:
    if state.deadline is None or state.deadline > at:
        return state
    return replace(state, deadline=at + (state.options.leg if state.leg else LINGERS))


def _skipped(state: State, rest: str) -> State:
    try:
        return _resumed(state, parse_rfc3339(rest))
    except ValueError as wrong:
        raise NotUnderstood(str(wrong)) from None
