"""A budget of time for all moves of a match, and how it is written."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pydantic import TypeAdapter

from referee.engine.calendar import duration


@dataclass(frozen=True, slots=True)
class Budget:
    """The time that a player has for all moves, and what each move adds."""

    total: timedelta
    increment: timedelta = timedelta(0)


def read_budget(value: Any) -> Budget:
    """`30 days`, `30 days + 12 hours`, or a dumped budget; ValueError otherwise."""
    if not isinstance(value, str):
        return TypeAdapter(Budget).validate_python(value)
    total, _, increment = value.partition("+")
    budget = Budget(duration(total), duration(increment) if increment.strip() else timedelta(0))
    if not timedelta(minutes=1) <= budget.total <= timedelta(days=3650):
        raise ValueError(value)
    return budget
