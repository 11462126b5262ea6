"""From a match's log to pictures of it."""

import re

from referee.display.painting import Scene, gif, png, text
from referee.games.paintfield.field import place
from referee.games.paintfield.lines import Line, is_end, is_whole, parse
from referee.games.paintfield.replay import Played, read_lines, read_round
from referee.games.paintfield.round import Round

OF_A_TICK = re.compile(r"field-(\d+)-(\d+)\.png")
A_SECOND = 8
"""Ticks between two scenes of an animation, to begin with."""


def scene(state: Round) -> Scene:
    """The state of a round as it is drawn."""
    painters = tuple((*place(p.cell), p.facing) if p.is_in else None for p in state.painters)
    return Scene(state.field.decode("ascii"), painters)


def rounds(log: str) -> list[Played]:
    """The rounds of a log; one that is still being played counts up to its last tick."""
    told = parse(log)
    starts = [at for at, one in enumerate(told) if "round" in one]
    if not starts or any(is_end(one) for one in told[starts[-1] :]):
        return read_lines(told).rounds
    before = read_lines(told[: starts[-1]])
    ticks = before.head.ticks
    return [*before.rounds, read_round(cut_off(told[starts[-1] :], ticks), len(before.head.seats), ticks)]


def cut_off(told: list[Line], ticks: int) -> list[Line]:
    """The lines of a round in hand with an end after the leg that its last line is in."""
    quarter = max(ticks // 4, 1)
    last = max((one["k"] for one in told if is_whole(one.get("k"))), default=0)
    return [*told, {"stopped": min(-(-last // quarter) * quarter, ticks), "counts": []}]


def log_png(log: str) -> bytes:
    """The last field of a log."""
    return png(scene(rounds(log)[-1].last))


def tick_png(log: str, number: int, tick: int) -> bytes:
    """The field after that tick of that round."""
    played = next(one for one in rounds(log) if one.number == number)
    return png(scene(played.states[tick]))


def log_text(log: str) -> str:
    """The last field of a log in lines of signs."""
    return text(scene(rounds(log)[-1].last))


def log_gif(log: str) -> bytes:
    """The whole match, the last field first."""
    played = rounds(log)
    states = [state for one in played for state in (*one.states[:-1:A_SECOND], one.last)]
    return gif([scene(state) for state in states], scene(states[-1]))


def drawn(name: str, log: str) -> bytes:
    """The content of an attachment by that name: `field-2-120.png` is round 2 after tick 120."""
    if asked := OF_A_TICK.fullmatch(name):
        return tick_png(log, int(asked[1]), int(asked[2]))
    return log_gif(log) if name.endswith(".gif") else log_png(log)
