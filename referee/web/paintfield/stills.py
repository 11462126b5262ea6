"""A replay step by step: any tick of any round by links, for browsers without scripts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

STEPS = ((-80, "−80"), (-8, "−8"), (-1, "−1"), (1, "+1"), (8, "+8"), (80, "+80"))


@dataclass(frozen=True, slots=True)
class Still:
    """One tick of one round, and where links lead from there."""

    round: int
    tick: int
    ends: Mapping[int, int]

    @property
    def last(self) -> int:
        """The round's last tick."""
        return self.ends[self.round]

    @property
    def steps(self) -> list[tuple[str, int]]:
        """The ticks that links lead to, by what they are called."""
        near = [(name, self.tick + step) for step, name in STEPS if 0 <= self.tick + step <= self.last]
        return [("Begin", 0), *near, ("End", self.last)]

    @property
    def picture(self) -> str:
        """The file that shows it."""
        return f"field-{self.round}-{self.tick}.png"


def still(log: Sequence[str], number: str, tick: str) -> Still | None:
    """That tick of that round; its end, or the last round, where there is no such one; None before any."""
    ends = ends_of(log)
    if not ends:
        return None
    chosen = _number(number)
    shown = chosen if chosen in ends else max(ends)
    at = _number(tick)
    return Still(shown, ends[shown] if at is None else min(at, ends[shown]), ends)


def ends_of(log: Sequence[str]) -> dict[int, int]:
    """The last tick of each round that has ended."""
    ends, number = {}, 0
    for told in map(json.loads, log):
        number = told.get("round", number)
        if "bell" in told or "stopped" in told:
            ends[number] = told.get("bell", told.get("stopped"))
    return ends


def _number(text: str) -> int | None:
    """A number as links write it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None
