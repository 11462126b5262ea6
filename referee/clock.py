"""The only reader of the system clock."""

from datetime import UTC, datetime


def now() -> datetime:
    """The time, aware, in UTC."""
    return datetime.now(UTC)
