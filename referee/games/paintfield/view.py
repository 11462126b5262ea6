"""What a reader may know of a match, built from nothing.

VIEW, public: {by, status: lobby|playing|leg|over, players: [PLAYER], rounds: [ROUND], most_rounds,
round, leg, legs, ticks, first, last, deadline, at, casual, commitment, field: FIELD|None, result, seed,
options, lost: [{number, why: restart|moderator}]}. PLAYER: {name, seat, bot, gone, won, place, you, colour}.
ROUND: {number, whole, counts, winner}. FIELD: {rows: [28 signs], counts,
painters: [{name, cells, x, y, facing}]}. A seat's adds {orders, sent}.
"""

from typing import Any

from referee.games.paintfield.byletter import bounds, plan_of
from referee.games.paintfield.field import HEADINGS, SIZE, place
from referee.games.paintfield.round import Round
from referee.games.paintfield.score import places
from referee.games.paintfield.state import LEGS, State

COLOURS = ("orange", "blue", "green", "purple")
ARROWS = "^>v<"


def view(state: State, seat: str | None) -> dict[str, Any]:
    """The view of that seat; None: an onlooker's."""
    shown = public(state, seat)
    if seat is None or seat not in state.players:
        return shown
    orders = state.leg.orders if state.leg else {}
    return shown | {"sent": orders.get(seat, ""), "orders": list(plan_of(orders, seat))}


def public(state: State, seat: str | None) -> dict[str, Any]:
    """What everybody knows."""
    ending = state.ending
    leg = state.leg
    first, last = bounds(state, leg) if leg else (0, 0)
    return {
        "status": status(state),
        "by": state.options.by,
        "players": players(state, seat),
        "rounds": rounds(state),
        "lost": [{"number": one.number, "why": one.why} for one in state.lost],
        "most_rounds": state.options.rounds,
        "round": state.begun,
        "leg": leg.at + 1 if leg else 0,
        "legs": LEGS,
        "ticks": state.options.ticks,
        "first": first,
        "last": last,
        "deadline": state.deadline,
        "at": state.options.at,
        "casual": state.options.is_casual or bool(ending and ending.is_abandoned),
        "commitment": state.commitment,
        "field": shown_field(state, leg.round if leg else state.last),
        "result": ending and {"winners": list(ending.winners), "text": ending.text},
        "seed": state.seed if ending else None,
        "options": state.options.model_dump(mode="json"),
    }


def status(state: State) -> str:
    """Where the match stands, in a word."""
    if state.ending is not None:
        return "over"
    if state.leg is not None:
        return "leg"
    return "playing" if state.begun else "lobby"


def players(state: State, seat: str | None) -> list[dict[str, Any]]:
    """Who plays, in order of seat."""
    ranks = ranked(state)
    return [
        {
            "name": name,
            "seat": number,
            "colour": COLOURS[number],
            "bot": number in state.bots,
            "gone": number in state.score.gone,
            "won": state.score.won[number],
            "place": ranks[number],
            "you": name == seat,
        }
        for number, name in enumerate(state.players)
    ]


def ranked(state: State) -> tuple[int, ...]:
    """Each seat's place; whom a moderator let win is before all others."""
    ranks, winners = places(state.score), state.ending.winners if state.ending else ()
    won = [name in winners for name in state.players]
    keys = [(not first, rank) for first, rank in zip(won, ranks, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def rounds(state: State) -> list[dict[str, Any]]:
    """The rounds that were played, in order."""
    return [
        {
            "number": told.number,
            "whole": told.is_whole,
            "counts": list(told.counts),
            "winner": None if told.winner is None else state.players[told.winner],
        }
        for told in state.rounds
    ]


def shown_field(state: State, shown: Round | None) -> dict[str, Any] | None:
    """A field as lines of signs: `.` bare, 0 to 3 the seats' cells, an arrow where a painter stands."""
    if shown is None:
        return None
    signs = list(shown.field.decode("ascii"))
    painters = []
    for seat in shown.active:
        painter = shown.painters[seat]
        signs[painter.cell] = ARROWS[painter.facing]
        x, y = place(painter.cell)
        told = {"name": state.players[seat], "cells": shown.counts[seat]}
        painters.append({**told, "x": x, "y": y, "facing": HEADINGS[painter.facing]})
    rows = ["".join(signs[at : at + SIZE]) for at in range(0, len(signs), SIZE)]
    return {"rows": rows, "counts": list(shown.counts), "painters": painters}
