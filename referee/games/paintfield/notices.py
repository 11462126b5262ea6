"""What a match has to tell, mail by mail."""

from typing import Any

from referee.engine.game import Notice
from referee.games.paintfield.log import line, stopped_line
from referee.games.paintfield.options import Options
from referee.games.paintfield.state import State
from referee.games.paintfield.verifying import verify

INVITED, STARTED, OFF = 0, 1, 2


def start_notices(state: State) -> tuple[Notice, ...]:
    """The start mail of each person's seat, with the agreed time as a calendar's event."""
    kept = event(state.options, state.players, state.commitment, STARTED)
    return tuple(Notice("start", state.players[seat], attachments=kept) for seat in state.people)


def event(
    options: Options, players: tuple[str, ...], commitment: str, sequence: int
) -> tuple[tuple[str, str], ...]:
    """A file for calendars, where a time was agreed (the web part writes it from this text).

    `sequence`: of the same event the one with the higher number counts. Who posts it fills in the rest.
    """
    if options.at is None or not options.is_live:
        return ()
    told = line(
        at=options.at.isoformat(),
        players=list(players),
        key=commitment[:32],
        sequence=sequence,
        off=sequence == OFF,
        by="{address}",
        made="{at}",
    )
    return (("paintfield.ics", told),)


def leg_notices(state: State) -> tuple[Notice, ...]:
    """By letter: the field as it stands, and the leg that takes orders now."""
    so_far = (*state.leg.lines, stopped_line(state.leg.round)) if state.leg else ()
    picture = (("field.png", "\n".join((*state.log, *so_far))),)
    return tuple(Notice("leg", state.players[seat], attachments=picture) for seat in state.people)


def reminder_notices(state: State) -> tuple[Notice, ...]:
    """A live match's reminder to every person."""
    return tuple(Notice("reminder", state.players[seat]) for seat in state.people)


def result_notice(state: State) -> Notice:
    """The result for everybody, with the log, the last field and the match as pictures.

    An agreed time at which nothing was played is taken out of the calendars.
    """
    log = "\n".join(state.log) + "\n"
    pictures = (("field.png", log), ("match.gif", log)) if state.rounds else ()
    off = () if state.begun else event(state.options, state.players, state.commitment, OFF)
    attachments = (("paintfield-log.jsonl", log), *pictures, *off)
    return Notice("result", None, result_data(state), attachments)


def result_data(state: State) -> dict[str, Any]:
    """What the result mail says beyond the view."""
    return {
        "seed": state.seed,
        "commitment": state.commitment,
        "checked": all(check.is_right for check in verify("\n".join(state.log))),
    }
