"""Taking over a game that was kept by hand, or exported: `rules.toml` and `game.toml` to a first state.

game.toml: title, next_number, and where there are turns mover, turn, circuit, had (who had a turn in this
circuit); [[players]] with name, surname, given, score; [ledgers.NAME] with balances by player.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.engine.draws import Draws
from referee.engine.game import Step
from referee.errors import OptionError
from referee.games.nomic.clocks import started
from referee.games.nomic.deadlines import settle_down
from referee.games.nomic.notices import gathered
from referee.games.nomic.opening import Seat
from referee.games.nomic.order import order_of
from referee.games.nomic.play import Play
from referee.games.nomic.ruleset import load
from referee.games.nomic.scoring import credit, score
from referee.games.nomic.settings import span
from referee.games.nomic.state import Player, State, Turn

KEYS = frozenset({"title", "next_number", "mover", "turn", "circuit", "had", "players", "ledgers"})
PLAYER = frozenset({"name", "surname", "given", "score"})


@dataclass(frozen=True, slots=True)
class Kept:
    """What a hand-kept game says of itself."""

    title: str
    seats: tuple[Seat, ...]
    scores: Mapping[str, int]
    next_number: int = 301
    mover: str = ""
    turn: int = 1
    circuit: int = 1
    had: tuple[str, ...] = ()
    ledgers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of joining."""
        return tuple(seat.name for seat in self.seats)


def imported(files: Mapping[str, str], at: datetime, draws: Draws) -> Step[State]:
    """The first state of a game that goes on here; OptionError names file and key."""
    for name in ("rules.toml", "game.toml"):
        if name not in files:
            raise OptionError(f"{name}: the folder has no such file.")
    kept = read_game(files["game.toml"])
    rules = load(files["rules.toml"], "rules.toml", kept.names)
    players = tuple(Player(seat.name, seat.surname, seat.given, at) for seat in kept.seats)
    state = State(
        ruleset=rules.title,
        started=at,
        commitment=draws.commitment,
        seed=draws.seed.hex(),
        players=players,
        book=rules.book,
        turn=None,
        next_number=kept.next_number,
        scores=dict.fromkeys(kept.names, 0),
        heard=at,
    )
    play = Play(state, at, draws)
    play.tell("start", ruleset=kept.title, about=f"It goes on with number {kept.next_number}.")
    _balances(play, kept)
    if state.mode == "turns":
        _turn(play, kept)
    settle_down(play)
    return Step(play.state, gathered(play.notices))


def _balances(play: Play, kept: Kept) -> None:
    """Scores and ledgers as published entries, so that they stay the sum of those."""
    score(play, kept.scores, "taken over")
    for ledger, rows in kept.ledgers.items():
        for name, amount in rows.items():
            credit(play, ledger, name, amount, "taken over")


def _turn(play: Play, kept: Kept) -> None:
    order = order_of(play.state)
    mover = kept.mover or order[0]
    limit = span(play.force, "turn_limit")
    turn = Turn(kept.turn, kept.circuit, mover, order, play.at, kept.had)
    clock = None if limit is None else started(play.state, play.at, limit)
    play.change(turn=replace(turn, clock=clock), turns=kept.turn, circuits=kept.circuit)
    play.tell("turn", number=kept.turn, circuit=kept.circuit, mover=mover)


def read_game(text: str) -> Kept:
    """`game.toml`, every value checked."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"game.toml: not TOML: {error}") from None
    _only(data, KEYS, "game.toml")
    rows = data.get("players")
    if not isinstance(rows, list) or len(rows) < 2:
        raise OptionError("game.toml: players: there must be at least two [[players]] records.")
    seats = tuple(_seat(row, at) for at, row in enumerate(rows, start=1))
    names = tuple(seat.name for seat in seats)
    if len({name.casefold() for name in names}) < len(names):
        raise OptionError("game.toml: players: two have the same name.")
    return Kept(
        title=str(data.get("title", "Nomic")),
        seats=seats,
        scores={seat.name: _whole(row, "score", 0, "players") for seat, row in zip(seats, rows, strict=True)},
        next_number=_whole(data, "next_number", 301, "game.toml"),
        mover=_player(data.get("mover", ""), names, "mover"),
        turn=_whole(data, "turn", 1, "game.toml"),
        circuit=_whole(data, "circuit", 1, "game.toml"),
        had=tuple(_player(name, names, "had") for name in data.get("had", [])),
        ledgers=_ledgers(data.get("ledgers", {}), names),
    )


def _only(row: Mapping[str, Any], keys: frozenset[str], where: str) -> None:
    for key in row:
        if key not in keys:
            raise OptionError(f"{where}: {key}: there is no such key; there are {', '.join(sorted(keys))}.")


def _seat(row: Any, at: int) -> Seat:
    if not isinstance(row, Mapping) or not str(row.get("name", "")).strip():
        raise OptionError(f"game.toml: players: record {at} has no name.")
    _only(row, PLAYER, f"game.toml: players: {row['name']}")
    return Seat.of(str(row["name"]), str(row.get("surname", "")), str(row.get("given", "")))


def _whole(row: Mapping[str, Any], key: str, usual: int, where: str) -> int:
    value = row.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(f"{where}: {key}: {value!r} is no whole number.")
    return value


def _player(value: Any, names: tuple[str, ...], key: str) -> str:
    if value and value not in names:
        raise OptionError(f"game.toml: {key}: {value!r} is no player; there are {', '.join(names)}.")
    return str(value)


def _ledgers(rows: Any, names: tuple[str, ...]) -> dict[str, dict[str, int]]:
    if not isinstance(rows, Mapping):
        raise OptionError("game.toml: ledgers: they are tables of balances by player.")
    return {
        str(ledger): {_player(name, names, f"ledgers.{ledger}"): _whole(row, name, 0, ledger) for name in row}
        for ledger, row in rows.items()
    }
