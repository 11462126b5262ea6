"""The turn's own time: it runs while the mover has nothing in debate or vote (N2)."""

from datetime import timedelta

from referee.games.nomic.clocks import left, started
from referee.games.nomic.play import Play

GRACE = timedelta(hours=24)
"""What a mover has at least after a withdrawal, once per turn."""


def pause_turn(play: Play) -> None:
    """The mover has a proposal in debate: the turn's own time stands still."""
    turn = play.turn
    if turn.clock is not None:
        play.put_turn(clock=None, left=left(play.state, turn.clock, play.at))


def resume_turn(play: Play) -> None:
    """The proposal is back on the drafting board: what was left runs on, at least 24 hours once per turn."""
    turn = play.turn
    if turn.left is None:
        return
    boost = turn.left < GRACE and not turn.is_boosted
    rest = GRACE if boost else turn.left
    clock = started(play.state, play.at, rest)
    play.put_turn(clock=clock, left=None, is_boosted=turn.is_boosted or boost)
