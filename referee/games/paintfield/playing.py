"""A match from round to round: rounds that were played live, leaving, the end."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.engine.game import Step
from referee.engine.said import all_of, said, said_of
from referee.errors import CaseError, NotLegal
from referee.games.paintfield import score as scores
from referee.games.paintfield.draws import corners
from referee.games.paintfield.lines import parse
from referee.games.paintfield.log import event_line, round_line, seed_line, stopped_line
from referee.games.paintfield.notices import result_notice
from referee.games.paintfield.opening import LINGERS
from referee.games.paintfield.replay import Played, read_round
from referee.games.paintfield.round import winner, without
from referee.games.paintfield.score import Outcome
from referee.games.paintfield.state import Ending, Leg, State, Told

IDLE = said("Nothing happened for five minutes, so the match is abandoned.")


def played(state: State, data: Mapping[str, Any], at: datetime) -> Step[State]:
    """What the live server recorded: a round that was begun, one that was played, or that it was given up."""
    if state.ending is not None:
        raise NotLegal(said("The match is over."))
    match data:
        case {"begun": int(number)} if number == state.begun + 1:
            cut_off = (*state.cut_off, state.begun) if "cut_off" in data else state.cut_off
            return Step(replace(state, begun=number, deadline=at + LINGERS, cut_off=cut_off))
        case {"round": list(lines)}:
            return round_played(state, lines, at)
        case {"abandoned": str(text)}:
            return finished(state, Ending((), IDLE if text == IDLE else text, is_abandoned=True))
    raise NotLegal(said("That is no round of this match."))


def round_played(state: State, lines: Sequence[str], at: datetime) -> Step[State]:
    """The match after a round: counted from its own lines, never from what somebody says of them."""
    told = checked(state, lines)
    is_again = told.number - state.score.number > 1  # a moderator may have taken a round back since, or not
    lines = (round_line(told.number, told.corners, told.seats, again=is_again), *lines[1:])
    after = scored(replace(state, log=with_round(state, told, lines), deadline=at + LINGERS), told)
    ended = outcome_of(after)
    if ended is not None:
        return finished(after, ended)
    return Step(after, reply=said("round {number} was played", number=told.number))


def with_round(state: State, told: Played, lines: Sequence[str]) -> tuple[str, ...]:
    """The log with the round; who left before it is told before it, who left unseen by it after it."""
    before = [seat for seat in untold(state) if seat not in told.seats]
    after = [seat for seat in untold(state) if seat in told.seats and seat not in told.left]
    return (*state.log, *map(_resigned, before), *lines, *map(_resigned, after))


def untold(state: State) -> tuple[int, ...]:
    """The seats that have left and of which no line of the log says so, in the order of their leaving."""
    told = [json.loads(row) for row in state.log if row.startswith(('{"resign"', '{"forfeit"'))]
    known = {row.get("resign", row.get("forfeit")) for row in told}
    return tuple(seat for seats in state.score.out for seat in seats if seat not in known)


def _resigned(seat: int) -> str:
    return event_line("resign", seat, 0)


def checked(state: State, lines: Sequence[str]) -> Played:
    """The round that the lines tell; NotLegal if it can't be one of this match."""
    try:
        told = read_round(parse("\n".join(lines)), len(state.players), state.options.ticks)
    except (CaseError, TypeError) as wrong:
        raise NotLegal(said("These lines are no round: {wrong}", wrong=str(wrong))) from None
    drawn = corners(bytes.fromhex(state.seed), told.number, len(state.players))
    length = told.last.tick == state.options.ticks or not told.is_whole
    is_told = any(row.number == told.number for row in state.rounds)
    if is_told or told.number != state.begun or told.corners != drawn or not length:
        raise NotLegal(said("That is not round {number} of this match.", number=state.begun))
    return told


def scored(state: State, told: Played) -> State:
    """The state with the round in its score: round, match, then forfeits."""
    score = scores.without(state.score, told.left)
    if not told.is_whole:
        return _kept(replace(state, score=replace(score, number=told.number)), told, None)
    first = winner(told.last)
    first = None if first in score.gone else first
    score = scores.after_bell(score, told.number, first, told.absent(state.bots))
    after = _kept(replace(state, score=score), told, first)
    return after if scores.outcome(score, state.options.rounds) else forfeited(after)


def _kept(state: State, told: Played, first: int | None) -> State:
    row = Told(told.number, told.corners, told.last.counts, first, told.is_whole)
    return replace(state, rounds=(*state.rounds, row), last=told.last)


def forfeited(state: State) -> State:
    """The state without the seats that forfeit at this bell."""
    seats = scores.forfeiting(state.score)
    lines = tuple(event_line("forfeit", seat, 0) for seat in seats)
    return replace(state, score=scores.without(state.score, seats), log=(*state.log, *lines))


def left(state: State, name: str) -> Step[State]:
    """The state after a seat resigned; with one seat left it wins at once."""
    if name not in state.players:
        raise NotLegal(said("{name} does not play in this match.", name=name))
    seat = state.seat(name)
    if state.ending is not None or seat in state.score.gone:
        return Step(state, reply=said("{name} has left the match already", name=name))
    after = replace(state, score=scores.without(state.score, (seat,)))
    ended = outcome_of(after)
    if ended is not None and state.leg is not None:
        return finished(replace(after, log=(*state.log, *cut_short(after, state.leg))), ended)
    if not is_in_round(state):
        after = replace(after, log=(*state.log, _resigned(seat)))
    return (
        finished(after, ended) if ended else Step(after, reply=said("{name} has left the match", name=name))
    )


def is_in_round(state: State) -> bool:
    """Whether a round has begun that is not yet told; its own lines say who leaves in it."""
    return state.begun != state.last_told


def cut_short(state: State, leg: Leg) -> tuple[str, ...]:
    """By letter: the lines of a round in hand that stops because one seat is left; none if bots are."""
    leaving = [seat for seat in leg.round.active if seat in state.score.gone]
    stopped = without(leg.round, leaving)
    if len(stopped.active) > 1:
        return ()
    lines = (event_line("resign", seat, leg.round.tick + 1) for seat in leaving)
    return (*leg.lines, *lines, stopped_line(stopped))


def outcome_of(state: State) -> Ending | None:
    """How the match has ended, None while it goes on; bots don't play on without people."""
    ended = scores.outcome(state.score, state.options.rounds)
    if ended is not None:
        return told_outcome(state, ended)
    if not state.people:
        return Ending((), said("All people have left, so the match ends without a winner."))
    return None


def told_outcome(state: State, ended: Outcome) -> Ending:
    """The outcome in names and in words."""
    names = tuple(sorted(state.players[seat] for seat in ended.winners))
    won = state.score.won[ended.winners[0]] if ended.winners else 0
    rounds = said_of("{count} round", "{count} rounds", won)
    match ended.why:
        case "rounds":
            return Ending(
                names, said("{name} has taken {rounds} and wins the match.", name=names[0], rounds=rounds)
            )
        case "most":
            return Ending(
                names,
                said("{name} has taken the most rounds, {won}, and wins the match.", name=names[0], won=won),
            )
        case "alone":
            return Ending(names, said("{name} is the only one left and wins the match.", name=names[0]))
        case "draw":
            return Ending(
                (),
                said("The match is a draw: {names} have {rounds} each.", names=all_of(names), rounds=rounds),
            )
    return Ending((), said("Nobody is left, so the match ends without a winner."))


def given_up(state: State) -> Step[State]:
    """The state after a live match that nobody came to play."""
    text = said("Nobody has played for a long time, so the match is abandoned.")
    return finished(state, Ending((), text, is_abandoned=True))


def ended_by(state: State, winners: tuple[str, ...]) -> Step[State]:
    """The state after a moderator ended the match."""
    for name in winners:
        if name not in state.players:
            raise NotLegal(
                said(
                    "There is no player {name}; there are {players}.", name=name, players=list(state.players)
                )
            )
    text = said("The moderator ended the match without a winner.")
    if winners:
        text = said("The moderator ended the match: won by {names}.", names=all_of(sorted(winners)))
    return finished(state, Ending(tuple(sorted(winners)), text))


def finished(state: State, ending: Ending) -> Step[State]:
    """The state with the match over, its seed published, and the result mails."""
    log = (*state.log, *map(_resigned, untold(state)), seed_line(bytes.fromhex(state.seed)))
    over = replace(state, ending=ending, deadline=None, leg=None, log=log)
    return Step(over, (result_notice(over),), ending.text)
