"""Moves, and what follows them: conditional moves, the referee's own, the end."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from referee.engine.draws import Draws
from referee.engine.game import Notice, Step
from referee.engine.said import said
from referee.errors import NotLegal, NotYourTurn, OutOfDate
from referee.games.rithmomachia.ending import reason_to_end
from referee.games.rithmomachia.finish import counted_end, result_notices
from referee.games.rithmomachia.notation import Written, of_another_ply, resolve
from referee.games.rithmomachia.opponent import reply_move
from referee.games.rithmomachia.orders import Condition
from referee.games.rithmomachia.state import Line, State, move_named
from referee.games.rithmomachia.survey import Move
from referee.games.rithmomachia.words import condition_words, ply_view, summary

MOST_LINES: Final = 20
MOST_PLIES: Final = 10


@dataclass(frozen=True, slots=True)
class Played:
    """A state after some moves, and those moves for templates."""

    state: State
    plies: tuple[dict[str, Any], ...] = ()


def play(state: State, seat: str, written: Written, at: datetime, draws: Draws) -> Step[State]:
    """The state after a player's move and all that follows it; NotYourTurn, NotLegal and their kin."""
    check_playing(state)
    if written.ply is not None and written.ply != state.ply:
        raise OutOfDate(of_another_ply(written, state.ply))
    if state.side(seat) != state.to_move:
        text, other = repr(written.text), state.other(seat)
        raise NotYourTurn(said("{text} can't be played now: it is {name}'s turn.", text=text, name=other))
    move = resolve(written, state.course.survey, state.ply)
    cleared = replace(state, conditions=_without(state.conditions, seat))
    moved = _played(Played(cleared), move, at, "move")
    return _told(_followed(moved, at, draws), summary(moved.state.course.plies[-1]))


def check_playing(state: State) -> None:
    """NotLegal unless moves can be made."""
    if state.outcome is not None:
        raise NotLegal(said("The match is over."))
    if not state.is_playing:
        raise NotLegal(said("The match has not come to the first move yet."))


def _without(conditions: Mapping[str, tuple[Line, ...]], seat: str) -> dict[str, tuple[Line, ...]]:
    return {name: lines for name, lines in conditions.items() if name != seat}


def _played(before: Played, move: Move, at: datetime, how: str) -> Played:
    """One more ply: the other side's clock runs, offers lapse, and the match may be over."""
    state, side = before.state, before.state.to_move
    after = replace(
        state,
        moves=(*state.moves, move.name),
        clock=state.clock.moved(side, at, state.options),
        offers={},
        conditions=_kept(state.conditions, move.name),
    )
    reason = reason_to_end(after.course)
    view = ply_view(after.course.plies[-1], state.ply, how)
    return Played(counted_end(after, reason, at) if reason else after, (*before.plies, view))


def _kept(conditions: Mapping[str, tuple[Line, ...]], move: str) -> dict[str, tuple[Line, ...]]:
    """What is left of the lines that fit the move; a player without any such line has none any more."""
    rests = {
        name: tuple(line[1:] for line in lines if line[0] == move and len(line) > 1)
        for name, lines in conditions.items()
    }
    return {name: lines for name, lines in rests.items() if lines}


def _followed(played: Played, at: datetime, draws: Draws) -> Played:
    """What answers by itself: conditional moves that fit, and the referee's own moves."""
    while (found := _answer(played.state, draws)) is not None:
        move, how = found
        played = _played(played, move, at, how)
    return played


def _answer(state: State, draws: Draws) -> tuple[Move, str] | None:
    if not state.is_playing:
        return None
    seat = state.players[state.to_move]
    if seat == state.house:
        level, course = int(state.options.opponent), state.course
        return reply_move(course.position, course.rules, level, state.ply, draws), "house"
    lines = state.conditions.get(seat, ())
    return (move_named(lines[0][0]), "condition") if lines else None


def _told(played: Played, reply: str) -> Step[State]:
    """One mail for all that was played."""
    state, plies = played.state, list(played.plies)
    if state.outcome is not None:
        return Step(state, result_notices(state, plies), reply)
    return Step(state, (Notice("move", None, {"plies": plies}),), reply)


def house_opens(state: State, at: datetime, draws: Draws) -> State:
    """The state after the referee's own first move, when it has White."""
    return _followed(Played(state), at, draws).state


def condition(state: State, seat: str, order: Condition) -> Step[State]:
    """The state with one more line of conditional moves, each checked on the position that it would meet."""
    check_playing(state)
    if state.side(seat) == state.to_move:
        raise NotYourTurn(said("It is your turn: move first, then say what answers the opponent's moves."))
    lines = state.conditions.get(seat, ())
    if len(order.line) > MOST_PLIES or len(lines) >= MOST_LINES:
        raise NotLegal(
            said(
                "A line has at most {plies} plies, and there are at most {lines} lines.",
                plies=MOST_PLIES,
                lines=MOST_LINES,
            )
        )
    line = _checked(state, order)
    after = replace(state, conditions={**state.conditions, seat: (*lines, line)})
    reply = said("Recorded: {line}. Nobody else learns of it until it acts.", line=condition_words(line))
    return Step(after, (), reply)


def _checked(state: State, order: Condition) -> Line:
    course, names = state.course, []
    for count, written in enumerate(order.line):
        if reason_to_end(course):
            raise NotLegal(said("{text} would come after the end of the match.", text=repr(written.text)))
        move = resolve(written, course.survey, state.ply + count)
        course = course.continued(move)
        names.append(move.name)
    return tuple(names)


def drop_conditions(state: State, seat: str) -> Step[State]:
    """The state without that player's conditional moves."""
    if seat not in state.conditions:
        raise NotLegal(said("You have no conditional moves."))
    return Step(replace(state, conditions=_without(state.conditions, seat)), (), said("They are dropped."))
