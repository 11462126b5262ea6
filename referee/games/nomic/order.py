"""Who comes when: the order of turns (N1), the next mover, and the one before (for the Judge)."""

import unicodedata
from collections.abc import Sequence

from referee.games.nomic.state import Player, State


def folded(text: str) -> str:
    """The text without accents and case, for ordering."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().strip()


def surname_key(player: Player) -> tuple[str, str]:
    """By surname, then by given name; those that are equal keep the order of joining."""
    return folded(player.surname), folded(player.given)


def split_name(text: str) -> tuple[str, str]:
    """Given name and surname of `GIVEN SURNAME` or `SURNAME, GIVEN`."""
    if "," in text:
        surname, _, given = text.partition(",")
        return given.strip(), surname.strip()
    given, _, surname = text.strip().rpartition(" ")
    return (given.strip() or surname), surname


def order_of(state: State) -> tuple[str, ...]:
    """The order by the setting `order`, of all who play now."""
    players = [player for player in state.players if not player.is_gone]
    if state.book.force["order"] == "surname":
        players.sort(key=surname_key)
    return tuple(player.name for player in players)


def in_order_of_turns(state: State, names: Sequence[str]) -> list[str]:
    """The names in the order of turns of this circuit, others after them by joining."""
    order = (*(state.turn.order if state.turn else ()), *(player.name for player in state.players))
    return sorted(names, key=order.index)


def following(order: Sequence[str], name: str) -> list[str]:
    """The names after that one, round the table, and itself last."""
    if name not in order:
        return [*order, name]
    at = order.index(name)
    return [*order[at + 1 :], *order[: at + 1]]


def next_in_circuit(state: State) -> str | None:
    """Who has the next turn of this circuit; None when all who are still there have had theirs."""
    turn = state.turn
    assert turn is not None
    had = {*turn.had, turn.mover}
    waiting = (
        name for name in following(turn.order, turn.mover) if name not in had and name in state.playing
    )
    return next(waiting, None)


def before_in_order(state: State, name: str) -> str | None:
    """The player before that one in order who still plays and isn't the mover."""
    order = state.turn.order if state.turn else state.playing
    mover = state.turn.mover if state.turn else ""
    back = reversed(following(order, name)[:-1])
    return next((other for other in back if other != mover and other in state.playing), None)
