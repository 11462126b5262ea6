"""Matches are `m17` to people and 17 in the tables."""

from typing import overload

NO_ROW = 0
"""The id of a match that can't be: rows are counted from 1."""


@overload
def row_id(match: str) -> int: ...
@overload
def row_id(match: None) -> None: ...
def row_id(match: str | None) -> int | None:
    """17 from `m17`."""
    if match is None:
        return None
    digits = match.removeprefix("m")
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else NO_ROW


@overload
def match_id(row: int) -> str: ...
@overload
def match_id(row: None) -> None: ...
def match_id(row: int | None) -> str | None:
    """`m17` from 17."""
    return None if row is None else f"m{row}"
