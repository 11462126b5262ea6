"""Matches of Paprika in the middle of play, for their mails."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from referee.games.paprika.actions import FORMS, Action, strict
from referee.games.paprika.gamestate import KINDS, Avatar, Gamestate, Kind
from referee.games.paprika.options import Options
from referee.games.paprika.state import Nday, Opening, State
from referee.games.paprika.turn import Ground, turn

NAMES = (
    "Ann",
    "Bob",
    "Cid",
    "Dee",
    "Max",
    "Anton",
    "Anna",
    "Bo",
    "Don-2",
    "Elisabeth",
    "Francis_Xavier_1",
    "Gus",
)
STARTED = datetime(2026, 11, 23, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 12, 1, tzinfo=UTC)
SEED = "0123456789abcdef" * 4
MAP: Mapping[str, Kind] = {
    "b3": "hole",
    "c6": "hole",
    "d4": "springboard",
    "g10": "springboard",
    "e6": "wall",
    "f2": "wall",
}


def match(players: int = 4, columns: int = 8, rows: int = 12, **options: Any) -> State:
    """A match that has just started, its objects on every fifth square or so, or as given."""
    lots = random.Random(f"{players} {columns} {rows}")
    names = NAMES[:players]
    placed = options.get("map") or _scattered(lots, columns, rows)
    homes = {name: f"{chr(97 + at % columns)}1" for at, name in enumerate(names)}
    priority = tuple(lots.sample(names, players))
    start = Gamestate({name: Avatar(homes[name]) for name in names}, placed, priority)
    return State(
        players=names,
        options=Options.model_validate({"columns": columns, "rows": rows, "map": placed, **options}),
        opening=Opening(homes, placed, priority),
        commitment="c0" * 32,
        seed=SEED,
        started=STARTED,
        waking=names[::2],
        true=start,
        perceived=dict.fromkeys(names, start),
        declared={},
        deadline=DEADLINE,
    )


def _scattered(lots: random.Random, columns: int, rows: int) -> dict[str, Kind]:
    squares = [f"{chr(97 + at)}{row}" for row in range(2, rows) for at in range(columns)]
    return {square: lots.choice(KINDS) for square in sorted(lots.sample(squares, len(squares) // 5))}


def played(state: State, *ndays: Mapping[str, str], waking: tuple[str, ...] = ()) -> State:
    """The match after those ndays, with `waking` awake in each of them."""
    for written in ndays:
        state = _turned(state, {name: strict(text, state.players) for name, text in written.items()}, waking)
    return state


def _turned(state: State, actions: Mapping[str, Action], waking: tuple[str, ...]) -> State:
    ground = Ground(state.field, state.options.dreams_reach, state.gone)
    now = turn(ground, state.true, state.perceived, waking, actions, state.history)
    texts = {name: action.text for name, action in actions.items()}
    return replace(
        state,
        nday=state.nday + 1,
        true=now.true,
        perceived=now.perceived,
        history=(*state.history, Nday(waking, texts, now.outcomes)),
    )


def crowded(state: State, square: str) -> State:
    """The match with all avatars of every gamestate on one square, one of them frozen and ducking."""
    avatars = {name: Avatar(square) for name in state.players}
    avatars[state.players[-1]] = Avatar(square, 2, True)
    true = replace(state.true, avatars=avatars)
    return replace(state, true=true, perceived=dict.fromkeys(state.players, true))


def wild(state: State, ndays: int) -> State:
    """The match after random ndays in which everybody acts."""
    lots = random.Random(7)
    for _ in range(ndays):
        written = {name: _some_action(lots, state.players) for name in state.players}
        state = played(state, written, waking=tuple(name for name in state.players if lots.random() < 0.5))
    return state


def _some_action(lots: random.Random, names: tuple[str, ...]) -> str:
    form = lots.choice(list(FORMS.values()))
    direction = lots.choice(["n", "ne", "e", "se", "s", "sw", "w", "nw"])
    return form.replace("DIR", direction).replace("[NAME]", lots.choice(names))
