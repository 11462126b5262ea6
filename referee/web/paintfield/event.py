"""An agreed time as an iCalendar event. It asks for no answer: one accepts by replying to the mail."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

LASTS = timedelta(minutes=15)
MOST = 75
"""So many octets a line may have."""


def method(told: str) -> str:
    """What the calendar is sent for: to publish an event, or to cancel it."""
    return "CANCEL" if json.loads(told)["off"] else "PUBLISH"


def calendar(told: str) -> str:
    """The event of `{"at", "players", "key", "sequence", "off", "by", "made"}`."""
    data = json.loads(told)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//referee//paintfield//EN",
        f"METHOD:{method(told)}",
        *_event(data),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(data: Mapping[str, Any]) -> list[str]:
    at = datetime.fromisoformat(data["at"])
    return [
        "BEGIN:VEVENT",
        f"UID:{data['key']}@paintfield",
        f"SEQUENCE:{data['sequence']}",
        f"DTSTAMP:{_time(datetime.fromisoformat(data['made']))}",
        f"DTSTART:{_time(at)}",
        f"DTEND:{_time(at + LASTS)}",
        f"ORGANIZER;CN=Referee:mailto:{data['by']}",
        f"SUMMARY:{_text('Paintfield: ' + ', '.join(data['players']))}",
        *(["STATUS:CANCELLED"] if data["off"] else _kept()),
        "END:VEVENT",
    ]


def _kept() -> list[str]:
    return [
        "STATUS:CONFIRMED",
        f"DESCRIPTION:{_text('The link to your seat is in the mail of the referee.')}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Paintfield",
        "TRIGGER:-PT10M",
        "END:VALARM",
    ]


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return words.replace("\n", "\\n")


def _folded(line: str) -> str:
    """No line is longer than 75 octets, and no character is cut."""
    parts, part = [], ""
    for sign in line:
        if len(f" {part}{sign}".encode()) > MOST:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part])
