"""What can be set for a match, as raw words of a mail or as values; each error is one sentence."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from referee.engine.calendar import duration, parse_rfc3339
from referee.engine.said import said
from referee.errors import NotUnderstood

TIMING = ("ticks", "tick_ms", "rounds", "countdown_ms", "pause_ms")
USUAL = (480, 125, 5, 3000, 5000)
BY_MAIL = re.compile(r"\bby (?:mail|letter|post)\b[,.]?", re.IGNORECASE)
AT = re.compile(
    r"\bat (\d{4}-\d\d-\d\d),?[ T](\d\d:\d\d)(?::00)?( ?UTC| ?GMT|Z)?[,.]?(?!\S)", re.IGNORECASE | re.ASCII
)
UNREAD = re.compile(r"\b(?:at|on|with|by)\b(?! *=)[^=,;]*", re.IGNORECASE)
"""Words that begin like a wish and were not read as one."""
WITH_BOTS = re.compile(r"\bwith (?:(a|[1-3]) )?bots?\b[,.]?", re.IGNORECASE)


class Options(BaseModel):
    """The options of a match of Paintfield."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: Literal["live", "mail"] = Field(
        "live", description="How it is played: live in the browser, or by mail with sealed orders."
    )
    at: datetime | None = Field(
        None, description="The agreed time, such as 2026-12-04T20:00Z; the match starts then at the latest."
    )
    bots: int = Field(0, description="How many bots play from the start, from 0 to 3; the match is casual.")
    seats: int | None = Field(None, description="How many people the match is for, from 1 to 4.")
    leg: timedelta = Field(
        timedelta(hours=24), description="By mail: how long each leg is open, from 1h to 30 days."
    )
    ticks: int = Field(480, description="How many ticks a round has, from 40 to 4800.")
    tick_ms: int = Field(125, description="How long a tick lasts, in milliseconds, from 10 to 2000.")
    rounds: int = Field(5, description="How many rounds there are at most, from 1 to 9.")
    countdown_ms: int = Field(3000, description="The countdown before a round, from 0 to 60000 ms.")
    pause_ms: int = Field(5000, description="The pause after a round, from 0 to 60000 ms.")

    @model_validator(mode="before")
    @classmethod
    def _known_names(cls, given: Any) -> Any:
        for name in given if isinstance(given, Mapping) else ():
            if name not in cls.model_fields:
                raise _refusal(
                    said(
                        "There is no option {name!r}; the options are {options}.",
                        name=name,
                        options=list(cls.model_fields),
                    )
                )
        return given

    @field_validator("*", mode="before")
    @classmethod
    def _readable(cls, value: Any, info: ValidationInfo) -> Any:
        read, allowed = READERS[info.field_name or ""]
        try:
            return read(value)
        except (ValueError, TypeError):
            shown = " ".join(str(value).split())[:60]
            raise _refusal(
                said(
                    "{name} = {given} is not allowed; it is {allowed}.",
                    name=info.field_name,
                    given=shown,
                    allowed=allowed,
                )
            ) from None

    @property
    def is_live(self) -> bool:
        """Whether it is played in the browser."""
        return self.by == "live"

    @property
    def timing(self) -> dict[str, int]:
        """What the log's match line says of the clock."""
        return {name: getattr(self, name) for name in TIMING}

    @property
    def is_casual(self) -> bool:
        """Whether the match has bots or another clock than the usual one."""
        return self.bots > 0 or tuple(self.timing.values()) != USUAL


def _refusal(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("option", "{sentence}", {"sentence": sentence})


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not re.fullmatch(r"\s*\d{1,6}\s*", str(value), re.ASCII):
            raise ValueError(value)
        if not least <= int(value) <= most:
            raise ValueError(value)
        return int(value)

    return read


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None or str(value).strip().casefold() == "none" else read(value)


def _way(value: Any) -> str:
    return {"live": "live", "mail": "mail", "letter": "mail"}.get(str(value).strip().casefold(), str(value))


def _time(value: Any) -> datetime:
    if isinstance(value, datetime):
        return value
    text = str(value).strip().strip("\"'").upper()
    text = re.sub(r"^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?\s*(?:Z|UTC)?$", _with_seconds, text)
    return parse_rfc3339(text)


def _with_seconds(found: re.Match[str]) -> str:
    return f"{found[1]}T{found[2]}{found[3] or ':00'}Z"


def _leg(value: Any) -> timedelta:
    span = value if isinstance(value, timedelta) else duration(_span_text(str(value)))
    if not timedelta(hours=1) <= span <= timedelta(days=30):
        raise ValueError(value)
    return span


def _span_text(text: str) -> str:
    """`P1DT…` is what a dumped state says."""
    found = re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", text)
    if found is None:
        return text
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return f"{((days * 24 + hours) * 60 + minutes) * 60 + seconds}s"


READERS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "by": (_way, "live or mail"),
    "at": (_or_none(_time), "a time such as 2026-12-04T20:00Z"),
    "bots": (_whole(0, 3), "a whole number from 0 to 3"),
    "seats": (_or_none(_whole(1, 4)), "a whole number from 1 to 4"),
    "leg": (_leg, "a duration from 1h to 30 days"),
    "ticks": (_whole(40, 4800), "a whole number from 40 to 4800"),
    "tick_ms": (_whole(10, 2000), "a whole number from 10 to 2000"),
    "rounds": (_whole(1, 9), "a whole number from 1 to 9"),
    "countdown_ms": (_whole(0, 60_000), "a whole number from 0 to 60000"),
    "pause_ms": (_whole(0, 60_000), "a whole number from 0 to 60000"),
}


def wishes(text: str, people: int, zone: str) -> tuple[dict[str, str], str]:
    """The options that words of a challenge give (`at 2026-12-04 20:00 with bots`), and the other words."""
    options: dict[str, str] = {}
    if BY_MAIL.search(text):
        options["by"], text = "mail", BY_MAIL.sub(" ", text, count=1)
    if found := WITH_BOTS.search(text):
        count = {"a": 1, None: 4 - people}.get(found[1] and found[1].casefold())
        options["bots"] = str(max(1, count if count is not None else int(found[1])))
        text = WITH_BOTS.sub(" ", text, count=1)
    if found := AT.search(text):
        options["at"] = _agreed(found, zone)
        text = AT.sub(" ", text, count=1)
    if found := UNREAD.search(text):
        words = " ".join(found[0].split())
        raise NotUnderstood(
            said(
                "{words!r} is not understood; write “at 2026-12-04 20:00” (in your own time zone), "
                "“with bots”, “with 2 bots” or “by mail”.",
                words=words,
            )
        )
    return options, " ".join(text.split())


def _agreed(found: re.Match[str], zone: str) -> str:
    """The agreed time in UTC; NotUnderstood for a day or an hour that there isn't."""
    try:
        local = datetime.fromisoformat(f"{found[1]}T{found[2]}")
        moment = local.replace(tzinfo=UTC if found[3] else ZoneInfo(zone or "UTC"))
        return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError):
        words = said("There is no time {time!r}.", time=f"{found[1]} {found[2]}")
        raise NotUnderstood(words) from None
