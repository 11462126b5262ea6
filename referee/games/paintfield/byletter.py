"""Play by letter: sealed orders for a leg, and the leg that is played when it closes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from referee.engine.game import Notice, Step
from referee.engine.said import said, said_of
from referee.errors import NotLegal
from referee.games.paintfield import playing
from referee.games.paintfield.draws import lapses
from referee.games.paintfield.field import HEADINGS, place
from referee.games.paintfield.log import bell_line, event_line, stopped_line, turns_line
from referee.games.paintfield.notices import leg_notices
from referee.games.paintfield.opening import next_round
from referee.games.paintfield.plans import Plan, read_plan
from referee.games.paintfield.round import Round, winner, without
from referee.games.paintfield.state import LEGS, Leg, State
from referee.games.paintfield.steering import Course, went_on


def ordered(state: State, name: str, text: str, at: datetime) -> Step[State]:
    """The state with that seat's orders sealed in it; when all are in, the leg closes at once."""
    leg = open_leg(state)
    if state.seat(name) in state.score.gone:
        raise NotLegal(said("You have left this match."))
    plan = read_plan(text)
    after = with_orders(state, leg, {**leg.orders, name: text}, at)
    return Step(after, reply=echoed(state, state.seat(name), plan))


def with_orders(state: State, leg: Leg, orders: Mapping[str, str], at: datetime) -> State:
    """The state with those orders: the leg closes at once if all are in, else when it was to close."""
    until = leg.until or state.deadline
    if all(state.players[seat] in orders for seat in state.people):
        return replace(state, leg=replace(leg, orders=orders, until=until), deadline=at)
    return replace(state, leg=replace(leg, orders=orders, until=None), deadline=until)


def left(step: Step[State], at: datetime) -> Step[State]:
    """What a seat's leaving brings about by letter: those who stay may all be in by now."""
    state = step.state
    if state.leg is None or state.ending is not None:
        return step
    return replace(step, state=with_orders(state, state.leg, state.leg.orders, at))


def open_leg(state: State) -> Leg:
    """The leg that takes orders; NotLegal if none does."""
    if state.ending is not None:
        raise NotLegal(said("The match is over."))
    if state.leg is None:
        raise NotLegal(said("This match is played live: the link in your mail opens it in the browser."))
    return state.leg


def echoed(state: State, seat: int, plan: Plan) -> str:
    """The numbered plan, and where it would lead if nobody else moved."""
    leg = open_leg(state)
    first, last = bounds(state, leg)
    return said(
        "recorded for round {round}, leg {leg} (ticks {first} to {last}): {numbered}. {outcome}",
        round=state.begun,
        leg=leg.at + 1,
        first=first,
        last=last,
        numbered=plan.words,
        outcome=dry_run(state, seat, plan),
    )


def dry_run(state: State, seat: int, plan: Plan) -> str:
    """How the leg would go for that seat with its rivals standing still."""
    leg = open_leg(state)
    first, last = bounds(state, leg)
    course = Course(leg.round, state.options.ticks, plans={seat: plan}, started=first - 1)
    bumps: list[int] = []
    for k in range(first, last + 1):
        course, _, letters = went_on(_held(course, leg.round, seat), {})
        bumps += [k] if letters[seat] == "B" else []
    painter = course.round.painters[seat]
    x, y = place(painter.cell)
    return said(
        "With rivals standing still you would end at ({x}, {y}) facing {facing}, "
        "with {cells} cells and {bumps}.",
        x=x,
        y=y,
        facing=HEADINGS[painter.facing],
        cells=course.round.counts[seat],
        bumps=told_bumps(bumps),
    )


def told_bumps(ticks: Sequence[int]) -> str:
    """How many bumps there are, and the first."""
    if not ticks:
        return said("no bump")
    return said_of(
        "one bump, on tick {tick}", "{count} bumps, the first on tick {tick}", len(ticks), tick=ticks[0]
    )


def _held(course: Course, start: Round, seat: int) -> Course:
    """The course with every rival back where it stood, resting."""
    painters = tuple(
        painter if other == seat or not painter.is_in else replace(start.painters[other], is_resting=True)
        for other, painter in enumerate(course.round.painters)
    )
    return replace(course, round=replace(course.round, painters=painters))


def bounds(state: State, leg: Leg) -> tuple[int, int]:
    """The first and the last tick of the leg."""
    ticks = state.options.ticks
    return ticks * leg.at // LEGS + 1, ticks * (leg.at + 1) // LEGS


def withdrawn(state: State, name: str, at: datetime) -> Step[State]:
    """The state without that seat's orders."""
    leg = open_leg(state)
    if name not in leg.orders:
        raise NotLegal(said("You have sent no orders for this leg."))
    orders = {who: text for who, text in leg.orders.items() if who != name}
    return Step(with_orders(state, leg, orders, at), reply=said("withdrawn; the bot steers if none come"))


def closed(state: State, at: datetime) -> Step[State]:
    """The leg is played: with orders, and with the bot for who sent none; the next leg opens."""
    leg = _without_leavers(state, open_leg(state))
    after = played_leg(state, leg)
    if after.at < LEGS and len(after.round.active) > 1:
        state = replace(state, leg=after, deadline=at + state.options.leg)
        return Step(state, leg_notices(state), said("leg {number} was played", number=leg.at + 1))
    return _rung(state, after, at)


def _without_leavers(state: State, leg: Leg) -> Leg:
    leaving = [seat for seat in leg.round.active if seat in state.score.gone]
    k = leg.round.tick + 1
    lines = tuple(event_line("resign", seat, k) for seat in leaving)
    return replace(leg, round=without(leg.round, leaving), lines=(*leg.lines, *lines))


def played_leg(state: State, leg: Leg) -> Leg:
    """The next leg, with nothing ordered yet."""
    course, away = course_of(state, leg)
    lines = [*leg.lines, *_presence(leg, away)]
    _, last = bounds(state, leg)
    while course.round.tick < last and len(course.round.active) > 1:
        course, turns, _ = went_on(course, {})
        if turns:
            lines.append(turns_line(course.round.tick, turns))
    return Leg(leg.at + 1, course.round, tuple(lines), away)


def course_of(state: State, leg: Leg) -> tuple[Course, tuple[int, ...]]:
    """Who steers each seat on that leg, and the people's seats that the bot steers."""
    plans = {state.seat(name): read_plan(text) for name, text in leg.orders.items()}
    active = leg.round.active
    away = tuple(seat for seat in active if seat not in plans and seat not in state.bots)
    seats = (*away, *(seat for seat in active if seat in state.bots))
    seed, ticks = bytes.fromhex(state.seed), state.options.ticks
    return Course(
        leg.round,
        ticks,
        levels=dict.fromkeys(seats, state.level),
        lapses={seat: lapses(seed, state.begun, seat, ticks) for seat in seats},
        plans=plans,
        started=leg.round.tick,
    ), away


def _presence(leg: Leg, away: tuple[int, ...]) -> list[str]:
    """The log lines of who is away from this leg on, and who is back."""
    k = leg.round.tick + 1
    lines = [event_line("away", seat, k) for seat in away if seat not in leg.away]
    back = (seat for seat in leg.away if seat not in away and seat in leg.round.active)
    return lines + [event_line("back", seat, k) for seat in back]


def _rung(state: State, leg: Leg, at: datetime) -> Step[State]:
    """The round is over: scored, and the next one opens or the match ends."""
    ended = leg.round
    is_whole = len(ended.active) > 1
    last = bell_line(ended, winner(ended)) if is_whole else stopped_line(ended)
    lines = (*leg.lines, last)
    told = playing.checked(state, lines)
    after = playing.scored(replace(state, log=(*state.log, *lines), leg=None), told)
    ending = playing.outcome_of(after)
    if ending is not None:
        return playing.finished(after, ending)
    opened = next_round(after, at)
    return Step(opened, leg_notices(opened), said("round {number} was played", number=told.number))


def reminders(state: State) -> tuple[Notice, ...]:
    """One to each person who has sent nothing for this leg."""
    leg = state.leg
    if leg is None:
        return ()
    names = (state.players[seat] for seat in state.people)
    return tuple(Notice("reminder", name) for name in names if name not in leg.orders)


def plan_of(orders: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The seat's own orders in words."""
    return read_plan(orders[name]).numbered if name in orders else ()
