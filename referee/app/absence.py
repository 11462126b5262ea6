"""Somebody is away for some days: reminders stop meanwhile, deadlines don't."""

from calendar import month_name
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.app.records import Member, Person
from referee.engine.game import Notice
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood

LONGEST = timedelta(days=366)
HOW = said("Write “absent from 2026-12-24 to 2027-01-03”, or “absent off” when you are back.")


def read_absence(words: tuple[str, ...], now: datetime, zone: str) -> tuple[date, date]:
    """First and last day of `from DATE to DATE`; NotUnderstood, NotLegal."""
    if words[:1] != ("from",) or "to" not in words:
        raise NotUnderstood(HOW)
    today, middle = now.astimezone(ZoneInfo(zone)).date(), words.index("to")
    first = read_day(words[1:middle], today)
    last = read_day(words[middle + 1 :], first)
    if last < first or last < today:
        raise NotLegal(
            said("That is over already, or ends before it begins. Write the year if it is another one.")
        )
    if last - first > LONGEST or last.year > today.year + 2:
        raise NotLegal(said("An absence lasts a year at most."))
    return first, last


def read_day(words: tuple[str, ...], not_before: date) -> date:
    """`2026-12-24`, `24 December` or `December 24 2026`; without a year the next such day."""
    try:
        if len(words) == 1:
            return date.fromisoformat(words[0])
        day, month = _day_and_month(words[:2])
        if len(words) == 3:
            return date(int(words[2]), month, day)
        this = date(not_before.year, month, day)
        return this if this >= not_before else date(not_before.year + 1, month, day)
    except (ValueError, OverflowError):
        raise NotUnderstood(HOW) from None


def _day_and_month(words: tuple[str, ...]) -> tuple[int, int]:
    """ValueError unless one is a number and the other a month's name or its beginning."""
    one, other = words
    number, name = (one, other) if one[:1].isdecimal() else (other, one)
    name = name.rstrip(".")
    months = [at for at, full in enumerate(month_name) if len(name) > 2 and full.lower().startswith(name)]
    if len(months) != 1:
        raise ValueError(name)
    return int(number.removesuffix(".").removesuffix("th")), months[0]


def span_of(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    """From the first day's beginning to the last one's end, in that zone."""
    begin = datetime.combine(first, time(), ZoneInfo(zone))
    return begin, datetime.combine(last + timedelta(days=1), time(), ZoneInfo(zone))


def is_absent(person: Person, at: datetime) -> bool:
    """Whether the person is away at that time."""
    return (
        person.absent_from is not None
        and person.absent_until is not None
        and person.absent_from <= at < person.absent_until
    )


def without_absent(notices: Iterable[Notice], seats: tuple[Member, ...], at: datetime) -> list[Notice]:
    """The reminders, but for who is away; one for all goes to each of the others."""
    here = {seat.name for seat in seats if not is_absent(seat.person, at)}
    told = [
        replace(notice, to=name)
        for notice in notices
        for name in ([notice.to] if notice.to is not None else [seat.name for seat in seats])
    ]
    return [notice for notice in told if notice.to in here]
