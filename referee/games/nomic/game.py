"""Nomic as the kernel plays it: the interface of a game over the rules of this folder."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

from referee.engine.draws import Draws
from referee.engine.game import Command, Game, Notice, Result, Step, Table
from referee.engine.orders import Order, Reading
from referee.engine.reply import ReplyText
from referee.engine.said import said
from referee.errors import NotLegal
from referee.games.nomic import admissions, digest, moderating, view
from referee.games.nomic.actions import act_on
from referee.games.nomic.acts import hides_ballot
from referee.games.nomic.answers import answer
from referee.games.nomic.carrying import carried, understood
from referee.games.nomic.cases import adjudicate
from referee.games.nomic.deadlines import (
    close_until,
    let_happen,
    next_deadline,
    next_due,
    settle_down,
)
from referee.games.nomic.export import export
from referee.games.nomic.importing import imported, read_game
from referee.games.nomic.membership import seat_name
from referee.games.nomic.notices import gathered, merged
from referee.games.nomic.offering import can
from referee.games.nomic.opening import Seat, opened
from referee.games.nomic.options import Options, pairs, with_surname
from referee.games.nomic.order import split_name
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.play import Play
from referee.games.nomic.reading import read_letter
from referee.games.nomic.reminding import reminders
from referee.games.nomic.report import report
from referee.games.nomic.scoring import finish
from referee.games.nomic.settings import read_settings
from referee.games.nomic.state import State
from referee.games.nomic.verbs import COMMANDS, VERBS
from referee.games.nomic.voting import open_numbers, wake
from referee.games.nomic.wording import in_words

NAME = re.compile(r"[^\W\d_][\w'-]{0,15}")
RESERVED = frozenset({"mover", "anyone", "vote", "never", "all", "nobody", "referee", "moderator"})


class Nomic(Game[State, Spoken]):
    """A game in which changing the rules is a move."""

    key = "nomic"
    title = "Nomic"
    seats = range(2, 25)
    options = Options
    state = State
    verbs = VERBS
    commands: ClassVar[Mapping[str, Any]] = COMMANDS

    def setup(self, table: Table, draws: Draws) -> Step[State]:
        """The first state: the ruleset with the table's settings, and the first turn."""
        options: Options = table.options
        surnames = pairs(options.surnames)
        seats = [Seat.of(name, *_key(surnames.get(name, ""))) for name in table.seats]
        settings = read_settings(options.settings, table.seats)
        strengths = {f"strength {name}": value for name, value in pairs(options.strengths).items()}
        step = opened(options.source, seats, table.started, draws, settings | strengths, options.dictator)
        return _with_digest(step, table.started)

    def parse(self, state: State, seat: str, order: Order) -> Spoken:
        """The order as understood; raises NotUnderstood."""
        return understood(order)

    def apply(self, state: State, seat: str, action: Spoken, at: datetime, draws: Draws) -> Step[State]:
        """The state after the order; raises NotLegal and its kin."""
        play = Play(state, at, draws)
        reply = act_on(play, seat, action)
        settle_down(play)
        return Step(play.state, gathered(play.notices), reply)

    def describe(self, state: State, seat: str, action: Spoken) -> str:
        """How the order was read."""
        return in_words(action, state)

    def deadline(self, state: State) -> datetime | None:
        """The earliest of all deadlines."""
        due = next_due(state)
        return due.at if due is not None else None

    def until(self, state: State) -> datetime | None:
        """The earliest deadline, without the weekly mail."""
        due = next_deadline(state)
        return due.at if due is not None else None

    def close(self, state: State, at: datetime, draws: Draws) -> Step[State]:
        """All that is due by then, each at its own instant; the next deadline at once if nothing is."""
        play = Play(state, at, draws)
        due = next_due(state)
        if due is not None and due.at > at:
            let_happen(play, next_deadline(state) or due)
        else:
            close_until(play, at)
        return Step(play.state, gathered(play.notices))

    def leave(self, state: State, seat: str, at: datetime) -> Step[State]:
        """The state after a seat forfeited or was removed (113)."""
        return moderating.left(state, seat, at)

    def end(self, state: State, winners: tuple[str, ...], at: datetime, draws: Draws) -> Step[State]:
        """The state after a moderator ended the match so."""
        play = Play(state, at, draws)
        words = said("nobody has won")
        if winners:
            words = said("{names} won", names=_named(winners))
        finish(play, winners, said("The moderator has ended the game: {words}.", words=words))
        return Step(play.state, gathered(play.notices))

    def override(self, state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
        """The state after a moderator's command; raises NotUnderstood and NotLegal."""
        return moderating.carried_out(state, command, at, draws)

    def check_reason(self, state: State, command: Command) -> None:
        """A moderator who is the players' servant names the ground of what rewrites the game; NotLegal."""
        moderating.check_reason(state, command)

    def merged(self, notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
        """One mail to all with what all orders of a letter have brought about."""
        return merged(notices)

    def secret(self, state: State, command: Command) -> bool:
        """A ballot is nobody else's to know before the close (`secret`: ever), whoever entered it."""
        return command.verb == "ballot" and hides_ballot(state, command.rest)

    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """What that seat may know (view.py tells the shape)."""
        return view.view(state, seat)

    def result(self, state: State) -> Result | None:
        """Who won and how; None while it runs."""
        ending = state.ending
        return Result(tuple(sorted(ending.winners)), ending.text) if ending is not None else None

    def reveal(self, state: State) -> Mapping[str, Any]:
        """Everything; the seed only once it is over."""
        return view.reveal(state)

    def adjudicate(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result of a case; raises CaseError."""
        return adjudicate(case)

    def can(self, state: State, seat: str) -> tuple[str, ...]:
        """What that seat may write now."""
        return can(state, seat)

    def reminders(
        self, state: State, after: datetime | None = None
    ) -> tuple[datetime, tuple[Notice, ...]] | None:
        """The next reminder after that moment, to those whom the game waits for."""
        return reminders(state, after)

    def read(self, reply: ReplyText, re: str) -> tuple[Reading, ...]:
        """The letter's lines as orders, near-orders and prose."""
        return tuple(carried(heard, re) for heard in read_letter(reply, re))

    def answer(self, state: State, seat: str | None, order: Order) -> str:
        """The text that answers a question."""
        return answer(state, seat, understood(order))

    def about(self, state: State) -> str:
        """The number of the one proposal that is open, "" if there is none or several."""
        numbers = open_numbers(state)
        return str(numbers[0]) if len(numbers) == 1 else ""

    def closing(self, state: State) -> str:
        """What is due next."""
        due = next_due(state)
        return f"deadline: {due.what} {due.number or ''}".strip() if due is not None else "deadline"

    def ends_turn(self, closing: str) -> bool:
        """Results, passed turns, and the gate; not the weekly mail, or a claim that has ripened."""
        return closing.split(" ")[1:2] in (["vote"], ["turn"], ["gate"])

    def export(self, state: State, title: str) -> Mapping[str, str]:
        """Rules, proposals, ballots, judgments, claims and scores as files."""
        return export(state, title)

    def newcomers(self, files: Mapping[str, str]) -> tuple[str, ...]:
        """The players of a game that is taken over."""
        return read_game(files.get("game.toml", "")).names

    def take_over(self, files: Mapping[str, str], at: datetime, draws: Draws) -> Step[State]:
        """The first state of a game that was kept by hand and goes on here."""
        return _with_digest(imported(files, at, draws), at)

    def heard(self, state: State, seat: str, at: datetime) -> Step[State] | None:
        """Any letter wakes a dormant player, and shows that the one who decides is there."""
        if state.ending is not None or seat not in state.playing:
            return None
        play = Play(state, at, Draws(bytes.fromhex(state.seed)))
        wake(play, seat)
        if play.state == state:
            return None
        settle_down(play)
        return Step(play.state, gathered(play.notices))

    def seat_name(self, wish: str) -> str:
        """The name of the seat of `GIVEN SURNAME` or `SURNAME, GIVEN`."""
        return seat_name(wish)

    def seated(self, options: Mapping[str, str], wish: str) -> Mapping[str, str]:
        """The options with the surname of somebody who took a seat."""
        return with_surname(options, seat_name(wish), wish)

    def is_name_allowed(self, name: str) -> bool:
        """One word of up to 16 signs, and none that settings mean something else by."""
        return NAME.fullmatch(name) is not None and name.casefold() not in RESERVED

    def may_join(self, state: State) -> str:
        """As the setting `joining` has it (N19)."""
        return state.book.force["joining"] if state.ending is None else "closed"

    def join(
        self, state: State, wish: str, at: datetime, draws: Draws, *, is_given: bool = False
    ) -> Step[State]:
        """Somebody asks for a seat, or is given one."""
        if state.ending is not None:
            raise NotLegal(said("The match is over."))
        play = Play(state, at, draws)
        reply = admissions.join(play, wish, is_given)
        settle_down(play)
        return Step(play.state, gathered(play.notices), reply)

    def roster(self, state: State) -> tuple[str, ...]:
        """Those who came after the start."""
        return tuple(player.name for player in state.players if player.since > state.started)

    def applicants(self, state: State) -> tuple[str, ...]:
        """Whom the players decide about."""
        return tuple(one.name for one in state.applicants)

    def public_state(self, state: State) -> Mapping[str, Any]:
        """The state as `adjudicate` prints it, without replies."""
        return report(state)


def _with_digest(step: Step[State], at: datetime) -> Step[State]:
    """The first state, with weekly mails to come."""
    return replace(step, state=replace(step.state, digest=digest.first(at)))


def _key(text: str) -> tuple[str, str]:
    """Surname and given name of an option's `GIVEN SURNAME`."""
    if not text:
        return "", ""
    given, surname = split_name(text)
    return surname, given if given != surname else ""


def _named(names: tuple[str, ...]) -> str:
    """The names, each with an `and` before it but the first."""
    told = names[0]
    for name in names[1:]:
        told = said("{most} and {last}", most=told, last=name)
    return told
