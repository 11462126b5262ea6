"""An agreed time as an iCalendar event. It asks for no answer: one accepts by replying to the mail."""

import json
from datetime import UTC, datetime, timedelta

LASTS = timedelta(minutes=15)


def calendar(told: str) -> str:
    """The event of `{"at": …, "players": […], "key": …}`."""
    data = json.loads(told)
    at = datetime.fromisoformat(data["at"]).astimezone(UTC)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//referee//paintfield//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{data['key']}@paintfield",
        f"DTSTAMP:{_time(at)}",
        f"DTSTART:{_time(at)}",
        f"DTEND:{_time(at + LASTS)}",
        f"SUMMARY:{_text('Paintfield: ' + ', '.join(data['players']))}",
        f"DESCRIPTION:{_text('The link to your seat is in the mail of the referee.')}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Paintfield",
        "TRIGGER:-PT10M",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _time(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return words.replace("\n", "\\n")


def _folded(line: str) -> str:
    """No line is longer than 75 octets."""
    parts, raw = [], line
    while len(raw.encode("utf-8")) > 72:
        cut = next(n for n in range(min(72, len(raw)), 0, -1) if len(raw[:n].encode("utf-8")) <= 72)
        parts.append(raw[:cut])
        raw = raw[cut:]
    return "\r\n ".join([*parts, raw])
