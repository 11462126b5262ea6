"""Matches of Paintfield played without a server: bots, scripts, letters."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.engine.draws import Draws
from referee.engine.game import Step, Table
from referee.engine.match import state_adapter
from referee.engine.orders import Order
from referee.engine.reply import Line, ReplyText
from referee.games.paintfield import GAME
from referee.games.paintfield.live import LiveRound, begin
from referee.games.paintfield.state import State

SEED = bytes(range(32))
START = datetime(2026, 12, 4, 20, 0, tzinfo=UTC)


def opened(*names: str, seed: bytes = SEED, **options: Any) -> State:
    """A match with those seats, just begun."""
    table = Table(names, GAME.options.model_validate(options), START)
    return GAME.setup(table, Draws(seed)).state


def begun(state: State) -> State:
    """The match with its next round noted as begun."""
    return record(state, {"begun": state.begun + 1}).state


def record(state: State, data: Mapping[str, Any]) -> Step[State]:
    """What the live server would record; the state goes through JSON as it does in the books."""
    step = GAME.play(state, json.loads(json.dumps(data)), START, Draws(bytes.fromhex(state.seed)))
    return Step(reloaded(step.state), step.notices, step.reply)


def reloaded(state: State) -> State:
    """The state as it comes back from the books."""
    adapter = state_adapter(GAME.state)
    again: State = adapter.validate_json(adapter.dump_json(state))
    assert again == state
    return again


def played_round(
    state: State,
    turns: Mapping[int, Mapping[int, int]] | None = None,
    covered: tuple[int, ...] = (),
    leave: Mapping[int, int] | None = None,
) -> State:
    """The match after one more round: turns by tick and seat, seats that the bot covers, leavers by tick."""
    state = begun(state)
    live = begin(state)
    for seat in covered:
        live.cover(seat)
    while not live.is_over:
        for seat, heading in (turns or {}).get(live.next_tick, {}).items():
            live.turn(seat, heading)
        for seat, k in (leave or {}).items():
            if k == live.next_tick:
                live.leave(seat)
        if not live.is_over:
            live.step()
    return record(state, {"round": list(live.ended())}).state


def bots_match(seed: bytes, players: int, levels: Mapping[int, int] | None = None) -> State:
    """A whole match among bots, seats covered or held; `levels` overrides the strength by seat."""
    state = opened(*("Ann", "Bob", "Cid", "Dee")[:players], seed=seed)
    while state.ending is None:
        state = begun(state)
        live = begin(state)
        for seat in state.score.active:
            live.cover(seat)
        if levels:
            live.course = _levelled(live, levels)
        while not live.is_over:
            live.step()
        state = record(state, {"round": [line for line in live.ended() if '"away"' not in line]}).state
    return state


def _levelled(live: LiveRound, levels: Mapping[int, int]) -> Any:
    return replace(live.course, levels=dict(levels))


def letter(text: str) -> tuple[Any, ...]:
    """The letter's lines as the game reads them."""
    return GAME.read(ReplyText(tuple(Line(line) for line in text.splitlines())), "")


def send(state: State, name: str, text: str, at: datetime = START) -> Step[State]:
    """The match after that seat's letter, whose orders are all taken."""
    step: Step[State] = Step(state)
    for order in letter(text):
        assert isinstance(order, Order), order
        action = GAME.parse(step.state, name, order)
        step = GAME.apply(step.state, name, action, at, Draws(bytes.fromhex(state.seed)))
    return step


def close(state: State) -> Step[State]:
    """The match after its deadline."""
    assert state.deadline is not None
    step = GAME.close(state, state.deadline, Draws(bytes.fromhex(state.seed)))
    return Step(reloaded(step.state), step.notices, step.reply)


DAY = timedelta(hours=24)
