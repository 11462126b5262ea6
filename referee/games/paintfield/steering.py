"""What turns each seat makes on a tick: written ones, bots' and plans', each from the state before it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.games.paintfield.bots import heading
from referee.games.paintfield.plans import Plan, advanced, turn_of
from referee.games.paintfield.round import Round, tick, without


@dataclass(frozen=True, slots=True)
class Course:
    """A round with whoever steers: bots by level, inattentive at their lapses; plans from after `started`."""

    round: Round
    ticks: int
    levels: Mapping[int, int] = field(default_factory=dict)
    lapses: Mapping[int, frozenset[int]] = field(default_factory=dict)
    plans: Mapping[int, Plan] = field(default_factory=dict)
    started: int = 0


def chosen(course: Course, given: Mapping[int, int]) -> dict[int, int]:
    """The turns of the next tick: a bot's or a plan's seat heeds no other."""
    before, k = course.round, course.round.tick + 1
    turns = dict(given)
    for seat in before.active:
        if seat in course.levels:
            turns.pop(seat, None)
            if k not in course.lapses.get(seat, ()):
                turns[seat] = heading(before, seat, course.levels[seat], course.ticks)
        elif seat in course.plans:
            turns.pop(seat, None)
            planned = turn_of(course.plans[seat], before, seat, k - course.started)
            if planned is not None:
                turns[seat] = planned
    return turns


def changed(before: Round, turns: Mapping[int, int]) -> dict[int, int]:
    """Those of the turns that change a heading, in order of seat."""
    facing = [painter.facing for painter in before.painters]
    return {
        seat: turns[seat]
        for seat in sorted(turns)
        if before.painters[seat].is_in and turns[seat] != facing[seat]
    }


def went_on(
    course: Course, given: Mapping[int, int], leaving: tuple[int, ...] = ()
) -> tuple[Course, dict[int, int], str]:
    """The course one tick later, the headings that changed, and a letter a seat."""
    if leaving:
        course = replace(course, round=without(course.round, leaving))
    turns = changed(course.round, chosen(course, given))
    after, letters = tick(course.round, turns)
    plans = {seat: advanced(plan, letters[seat]) for seat, plan in course.plans.items()}
    return replace(course, round=after, plans=plans), turns, letters
