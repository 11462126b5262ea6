"""What goes over the socket: ticks, acknowledgements and turns as bytes, the rest as JSON."""

import json
import struct
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from referee.games.paintfield.round import BUMP, STEAL, Painter, Round

TICK = struct.Struct(">H")
SEAT = struct.Struct(">HBHB")
TURN = struct.Struct(">BBBH")
RESTING, IN, AWAY, BUMPED, STOLE = 4, 8, 16, 32, 64
"""Flags beside the heading (its two lowest bits)."""
HIGHEST = 2**53
LARGEST = 512
"""No message of a page is longer."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The page has seen that tick."""

    tick: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The player turns, not before that tick; `number` comes back with the tick that it acts on."""

    heading: int
    number: int
    earliest: int


@dataclass(frozen=True, slots=True)
class Said:
    """A message in words: `ready`, `resign`, `again` (the whole field, please) or `ping`."""

    kind: str
    data: Mapping[str, Any]


def tick_bytes(state: Round, letters: str, away: Set[int], applied: Mapping[int, int]) -> bytes:
    """The tick's number, then per seat: cell, heading and flags, count, the last turn applied."""
    counts = state.counts
    parts = [TICK.pack(state.tick)]
    for seat, painter in enumerate(state.painters):
        flags = flags_of(painter, letters[seat : seat + 1], seat in away)
        parts.append(SEAT.pack(painter.cell, flags, counts[seat], applied.get(seat, 0)))
    return b"".join(parts)


def flags_of(painter: Painter, letter: str, is_away: bool) -> int:
    """Heading and flags in one byte."""
    return (
        painter.facing
        | RESTING * painter.is_resting
        | IN * painter.is_in
        | AWAY * is_away
        | BUMPED * (letter == BUMP)
        | STOLE * (letter == STEAL)
    )


def read_bytes(raw: bytes) -> Ack | Turn | None:
    """What the page says in bytes; None for what is nothing."""
    if len(raw) == 1 + TICK.size and raw[0] == 0:
        return Ack(TICK.unpack_from(raw, 1)[0])
    if len(raw) == TURN.size and raw[0] == 1:
        _, heading, number, earliest = TURN.unpack(raw)
        return Turn(heading, number, earliest) if heading < 4 else None
    return None


def read_text(text: str) -> Said | None:
    """What the page says in JSON; None for what is nothing."""
    if len(text) > LARGEST:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    kind = data.get("t") if isinstance(data, dict) else None
    return Said(kind, data) if isinstance(kind, str) else None


def number_in(data: Mapping[str, Any]) -> float | None:
    """The number that comes back with a `pong`; nothing else of what a page says is repeated to it."""
    n = data.get("n")
    return n if isinstance(n, int | float) and abs(n) < HIGHEST else None


def told(kind: str, **values: Any) -> str:
    """A message to pages in JSON."""
    return json.dumps({"t": kind, **values}, ensure_ascii=False, separators=(",", ":"))
