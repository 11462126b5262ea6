"""Reminders: to the mover at half time and a day before, to silent voters and Judges a day before."""

from datetime import datetime, timedelta

from referee.engine.game import Notice
from referee.games.nomic.admissions import missing
from referee.games.nomic.clocks import falls
from referee.games.nomic.deadlines import next_due
from referee.games.nomic.state import State
from referee.games.nomic.tally import cast, decider, eligible

DAY = timedelta(days=1)
Reminder = tuple[datetime, tuple[Notice, ...]]


def reminders(state: State, after: datetime | None = None) -> Reminder | None:
    """The next reminders after that moment and before the next deadline, all of one instant together."""
    due = next_due(state)
    if due is None:
        return None
    found = [one for one in _all(state) if one[0] < due.at and (after is None or one[0] > after)]
    if not found:
        return None
    at = min(time for time, _ in found)
    return at, tuple(notice for time, notices in found if time == at for notice in notices)


def _all(state: State) -> list[Reminder]:
    return [
        one
        for one in (*_of_turn(state), *_of_votes(state), *_of_judgments(state), *_of_newcomers(state))
        if one[1]
    ]


def _of_turn(state: State) -> list[Reminder]:
    turn = state.turn
    if turn is None or turn.clock is None or state.book.force["idle"] == "wait":
        return []
    until = falls(state, turn.clock)
    notice = Notice("reminder", turn.mover, {"what": "propose", "number": None, "until": until})
    half = until - turn.clock.length / 2
    times = sorted({half, until - DAY}) if turn.clock.length > DAY else [half]
    return [(time, (notice,)) for time in times]


def _of_votes(state: State) -> list[Reminder]:
    """To who has not voted; where one player decides alone, to that one."""
    alone, what = decider(state), "vote" if decider(state) is None else "decide"
    found: list[Reminder] = []
    for proposal in state.live.values():
        if proposal.status == "open" and proposal.clock is not None and proposal.ripe is None:
            until, voted = falls(state, proposal.clock), cast(state, proposal)
            data = {"what": what, "number": proposal.number, "until": until}
            silent = [name for name in eligible(state, proposal) if name not in voted]
            waited = silent if alone is None else [alone]
            found.append((until - DAY, tuple(Notice("reminder", name, data) for name in waited)))
    return found


def _of_newcomers(state: State) -> list[Reminder]:
    found: list[Reminder] = []
    for one in state.applicants:
        until = falls(state, one.clock)
        data = {"what": "admit", "number": None, "name": one.name, "until": until}
        found.append((until - DAY, tuple(Notice("reminder", name, data) for name in missing(state, one))))
    return found


def _of_judgments(state: State) -> list[Reminder]:
    found: list[Reminder] = []
    for judgment in state.judgments:
        if judgment.status == "open" and judgment.due is not None:
            data = {"what": "judge", "number": judgment.number, "until": judgment.due}
            found.append((judgment.due - DAY, (Notice("reminder", judgment.judge, data),)))
    return found
