"""A story without a server: letters from a folder, a frozen clock, mails and matches to a folder."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from pathlib import Path
from typing import Any

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.app.shelf import Book
from referee.app.turns import tick
from referee.bootstrap import simulated_desk
from referee.config import Settings
from referee.engine.calendar import parse_rfc3339, rfc3339
from referee.engine.match import Entry, Match
from referee.errors import ConfigError

RECEIVED = "X-Received-At"
HEADER = re.compile(rb"^X-Received-At:[ \t]*([^\r\n]*)\r?\n", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter of the story and when the server received it."""

    at: datetime
    name: str
    raw: bytes


def read_story(folder: Path) -> list[Arrival]:
    """The letters of the folder in order of their time; ConfigError for one without a time."""
    if not folder.is_dir():
        raise ConfigError(f"{folder} is no folder; it should hold letters as *.eml.")
    arrivals = [_arrival(path) for path in sorted(folder.glob("*.eml"))]
    return sorted(arrivals, key=lambda arrival: (arrival.at, arrival.name))


def _arrival(path: Path) -> Arrival:
    raw = path.read_bytes()
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    message: Message = message_from_bytes(head + b"\n\n", policy=compat32)
    stamp = message.get(RECEIVED)
    if stamp is None:
        raise ConfigError(f"{path.name} has no {RECEIVED} header; write {RECEIVED}: 2026-12-01T10:00:00Z.")
    try:
        at = parse_rfc3339(str(stamp))
    except ValueError:
        raise ConfigError(
            f"{path.name}: {str(stamp)!r} is no time; write {RECEIVED}: 2026-12-01T10:00:00Z."
        ) from None
    return Arrival(at, path.name, HEADER.sub(b"", raw, count=1))


def simulate(folder: Path, settings: Settings, until: datetime, seed: bytes, out: Path) -> int:
    """Plays the story up to and including `until`; writes 0001.eml … and matches.json; counts the mails."""
    story = read_story(folder)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out} is not empty; name a new folder for --out.")
    with simulated_desk(settings, seed) as desk:
        for number, arrival in enumerate(story, start=1):
            if arrival.at <= until:
                _deliver(desk, number, arrival)
        _close_until(desk, until)
        out.mkdir(parents=True, exist_ok=True)
        return _write(desk, out)


def _deliver(desk: Desk, number: int, arrival: Arrival) -> None:
    _close_until(desk, arrival.at)
    receive(desk, Fetched("INBOX", 1, number, arrival.at, arrival.raw), arrival.at)
    _close_until(desk, arrival.at)


def _close_until(desk: Desk, until: datetime) -> None:
    """Everything that is due by then, each at its own time (deadlines, reminders)."""
    while (at := _next_moment(desk, until)) is not None:
        tick(desk, at, is_read=True)
    tick(desk, until, is_read=True)


def _next_moment(desk: Desk, until: datetime) -> datetime | None:
    with desk.books() as book:
        return book.next_moment(until)


def _write(desk: Desk, out: Path) -> int:
    with desk.books() as book:
        mails = book.all_mails()
        for number, raw in enumerate(mails, start=1):
            (out / f"{number:04}.eml").write_bytes(raw)
        text = json.dumps(matches_json(desk, book), ensure_ascii=False, indent=1)
        (out / "matches.json").write_text(text + "\n", encoding="utf-8")
    return len(mails)


def matches_json(desk: Desk, book: Book) -> dict[str, Any]:
    """All matches as matches.json has them."""
    shown = {}
    for row in book.match_rows():
        match = book.load_match(row, desk.games[row.game])
        shown[match.id] = _match_json(match, book.entries(match.id))
    return shown


def _match_json(match: Match, log: tuple[Entry, ...]) -> Mapping[str, Any]:
    result = match.result
    return {
        "game": match.game.key,
        "title": match.title,
        "status": match.status,
        "due": rfc3339(match.due) if match.due is not None else None,
        "result": None if result is None else {"winners": list(result.winners)},
        "seed": match.seed.hex() if match.seed is not None else None,
        "state": None if match.state is None else match.game.public_state(match.state),
        "log": [_entry_json(entry) for entry in log],
    }


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at": rfc3339(entry.at),
        "kind": entry.kind,
        "by": entry.by,
        "text": entry.text,
        "reason": entry.reason,
    }
