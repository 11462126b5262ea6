"""Decided proposals: the latest one by one, the older ones by the shelf."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.games.nomic.packing import SHELF, pack, pack_many, unpack, unpack_many
from referee.games.nomic.play import Play
from referee.games.nomic.state import State


def find(state: State, number: int) -> dict[str, Any] | None:
    """What is kept of that proposal, None if it is not decided."""
    if number in state.past:
        return unpack(state.past[number])
    if number > max(state.past, default=0):  # the highest number is never put on a shelf
        return None
    for first in sorted((first for first in state.shelves if first <= number), reverse=True):
        row = next((row for row in unpack_many(state.shelves[first]) if row["number"] == number), None)
        if row is not None:
            return row
    return None


def get(state: State, number: int) -> dict[str, Any]:
    """What is kept of a proposal that is decided."""
    row = find(state, number)
    assert row is not None
    return row


def every(state: State) -> Iterator[dict[str, Any]]:
    """All decided proposals, in no order."""
    for shelf in state.shelves.values():
        yield from unpack_many(shelf)
    for text in state.past.values():
        yield unpack(text)


def keep(play: Play, row: Mapping[str, Any]) -> None:
    """Keeps the proposal as it is now."""
    number, state = int(row["number"]), play.state
    if number not in state.past and find(state, number) is not None:
        _replace(play, number, row)
        return
    past = {**state.past, number: pack(row)}
    if len(past) >= 2 * SHELF:
        oldest = sorted(past)[:SHELF]
        shelf = pack_many([unpack(past[old]) for old in oldest])
        play.change(shelves={**state.shelves, oldest[0]: shelf})
        past = {number: text for number, text in past.items() if number not in oldest}
    play.change(past=past)


def _replace(play: Play, number: int, row: Mapping[str, Any]) -> None:
    """Keeps another version of a proposal that lies on a shelf."""
    shelves = dict(play.state.shelves)
    for first, shelf in shelves.items():
        rows = unpack_many(shelf)
        if any(old["number"] == number for old in rows):
            shelves[first] = pack_many([row if old["number"] == number else old for old in rows])
    play.change(shelves=shelves)


def latest(state: State, count: int) -> list[dict[str, Any]]:
    """The last few by number, the highest first."""
    numbers = sorted(state.past, reverse=True)[:count]
    return [unpack(state.past[number]) for number in numbers]
