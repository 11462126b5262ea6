"""From a match's log to pictures of it."""

import json

from referee.display.painting import Scene, gif, png, text
from referee.games.paintfield.field import place
from referee.games.paintfield.replay import Played, read_log, read_round
from referee.games.paintfield.round import Round

A_SECOND = 8
"""Ticks between two scenes of an animation, to begin with."""


def scene(state: Round) -> Scene:
    """The state of a round as it is drawn."""
    painters = tuple((*place(p.cell), p.facing) if p.is_in else None for p in state.painters)
    return Scene(state.field.decode("ascii"), painters)


def rounds(log: str) -> list[Played]:
    """The rounds of a log; one that is still being played counts up to its last tick."""
    lines = [line for line in log.splitlines() if line.strip()]
    starts = [at for at, line in enumerate(lines) if line.startswith('{"round"')]
    if not starts:
        return []
    if any(line.startswith(('{"bell"', '{"stopped"')) for line in lines[starts[-1] :]):
        return read_log(log).rounds
    players = len(json.loads(lines[0])["seats"])
    told = [json.loads(line) for line in lines[starts[-1] :]]
    ticks = int(json.loads(lines[0])["ticks"])
    last = max((int(one.get("k", 0)) for one in told), default=0)
    quarter = max(ticks // 4, 1)
    told.append({"stopped": -(-last // quarter) * quarter, "counts": []})
    return [*read_log("\n".join(lines[: starts[-1]])).rounds, read_round(told, players)]


def log_png(log: str) -> bytes:
    """The last field of a log."""
    return png(scene(rounds(log)[-1].last))


def log_text(log: str) -> str:
    """The last field of a log in lines of signs."""
    return text(scene(rounds(log)[-1].last))


def log_gif(log: str) -> bytes:
    """The whole match, the last field first."""
    played = rounds(log)
    states = [state for one in played for state in (*one.states[:-1:A_SECOND], one.last)]
    return gif([scene(state) for state in states], scene(states[-1]))


def drawn(name: str, log: str) -> bytes:
    """The content of an attachment by that name."""
    return log_gif(log) if name.endswith(".gif") else log_png(log)
