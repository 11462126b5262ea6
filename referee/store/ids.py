"""Matches are `m17` to people and 17 in the tables."""

from typing import overload


@overload
def row_id(match: str) -> int: ...
@overload
def row_id(match: None) -> None: ...
def row_id(match: str | None) -> int | None:
    """17 from `m17`."""
    return None if match is None else int(match.removeprefix("m"))


@overload
def match_id(row: int) -> str: ...
@overload
def match_id(row: None) -> None: ...
def match_id(row: int | None) -> str | None:
    """`m17` from 17."""
    return None if row is None else f"m{row}"
