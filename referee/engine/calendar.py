"""Durations as people write them, and midnights."""

import re
from datetime import UTC, datetime, timedelta

from referee.engine.said import said

UNITS = {"m": "minutes", "min": "minutes", "minute": "minutes", "h": "hours", "hour": "hours"}
UNITS |= {"d": "days", "day": "days", "w": "weeks", "week": "weeks", "s": "seconds", "second": "seconds"}
DURATION = re.compile(r"\s*(\d{1,6})\s*([a-z]+?)s?\s*", re.IGNORECASE)


def duration(text: str) -> timedelta:
    """`24h`, `24 hours`, `3d`, `3 days`, `60 s` as a timedelta; ValueError otherwise."""
    found = DURATION.fullmatch(text)
    unit = UNITS.get(found[2].lower()) or UNITS.get(found[2].lower() + "s") if found else None
    if found is None or unit is None:
        raise ValueError(said("{text!r} is no duration; write 24h, 24 hours, 3d or 3 days.", text=text))
    return timedelta(**{unit: int(found[1])})


def midnight_after(at: datetime, least: timedelta = timedelta(0)) -> datetime:
    """The first 00:00 UTC at or after `at + least`, and after `at` itself."""
    earliest = at.astimezone(UTC) + least
    day = earliest.replace(hour=0, minute=0, second=0, microsecond=0)
    return day if day >= earliest and day > at else day + timedelta(days=1)


def rfc3339(at: datetime) -> str:
    """`2026-12-01T00:00:00Z`, to the second, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_rfc3339(text: str) -> datetime:
    """An aware UTC time from RFC 3339; ValueError when malformed or without a zone."""
    at = datetime.fromisoformat(text.strip())
    if at.tzinfo is None:
        raise ValueError(said("{text!r} has no time zone; write 2026-12-01T00:00:00Z.", text=text))
    return at.astimezone(UTC)
