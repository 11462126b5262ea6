"""What a room tells its pages about itself."""

from collections.abc import Collection
from typing import Any

from referee.engine.match import Match
from referee.games.paintfield.live import LiveRound
from referee.games.paintfield.state import State
from referee.web.paintfield.wire import flags_of, told


def seats(state: State, present: Collection[int], ready: Collection[int]) -> list[dict[str, Any]]:
    """Who sits where, who is there, who is ready."""
    return [
        {
            "name": name,
            "bot": seat in state.bots,
            "gone": seat in state.score.gone,
            "won": state.score.won[seat],
            "present": seat in present,
            "ready": seat in ready,
        }
        for seat, name in enumerate(state.players)
    ]


def round_now(live: LiveRound | None, starts_in: float) -> dict[str, Any] | None:
    """The whole field as it stands: what a page needs that comes in, or missed something."""
    if live is None:
        return None
    state = live.state
    return {
        "n": live.number,
        "ticks": live.course.ticks,
        "tick": state.tick,
        "starts_in": round(1000 * starts_in),
        "field": state.field.decode("ascii"),
        "painters": [
            [p.cell, flags_of(p, live.letters[seat : seat + 1], seat in live.away), live.applied.get(seat, 0)]
            for seat, p in enumerate(state.painters)
        ],
    }


def whole(
    match: Match,
    phase: str,
    you: int | None,
    who: list[dict[str, Any]],
    now_playing: dict[str, Any] | None,
    at: str,
) -> str:
    """Everything that a page shows."""
    state: State = match.state
    last = state.rounds[-1] if state.rounds else None
    again = next((lost for lost in state.lost if lost.number == state.begun - 1), None)
    return told(
        "state",
        match=match.id,
        phase=phase,
        you=you,
        now=at,
        at=state.options.at and state.options.at.isoformat(),
        tick_ms=state.options.tick_ms,
        pause_ms=state.options.pause_ms,
        most_rounds=state.options.rounds,
        played=state.score.played,
        seats=who,
        round=now_playing,
        stopped=match.status == "paused",
        again=again and {"n": again.number, "why": again.why},
        last=last and {"n": last.number, "counts": list(last.counts), "winner": last.winner},
        result=state.ending and {"text": state.ending.text, "winners": list(state.ending.winners)},
    )
