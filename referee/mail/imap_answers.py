"""What an IMAP server says about letters."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

FETCH = re.compile(rb"\d+ FETCH \(")
UID = re.compile(rb"\bUID (\d+)")
BODY = re.compile(rb"[ (]BODY\[")
SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
RECEIVED = re.compile(rb'\bINTERNALDATE "([^"]+)"')

Lines = Sequence[bytes | bytearray]
"""An answer: lines as bytes, literals as bytearrays, the tagged line last."""


class Found(NamedTuple):
    """A waiting letter before its bytes are fetched."""

    uid: int
    size: int
    received_at: datetime


def letters(lines: Lines) -> list[Found]:
    """The letters whose size and time are told."""
    found = [_letter(attributes) for attributes, _ in _messages(lines)]
    return [letter for letter in found if letter is not None]


def bodies(lines: Lines) -> dict[int, bytes]:
    """The bytes that are told, by UID."""
    told = [(UID.search(head), body) for head, body in _messages(lines) if BODY.search(head)]
    return {int(uid[1]): body for uid, body in told if uid is not None}


def _messages(lines: Lines) -> list[tuple[bytes, bytes]]:
    """The attributes and the literal of each message in the answer to a FETCH."""
    found: list[tuple[bytes, bytes]] = []
    for line in lines[:-1]:
        if FETCH.match(line) and isinstance(line, bytes):
            found.append((line, b""))
        elif found:
            head, body = found[-1]
            found[-1] = (head, bytes(line)) if isinstance(line, bytearray) else (head + b" " + line, body)
    return found


def _letter(attributes: bytes) -> Found | None:
    """The letter that these attributes are of; None for mere flags."""
    uid, size, at = (pattern.search(attributes) for pattern in (UID, SIZE, RECEIVED))
    if uid is None or size is None or at is None:
        return None
    received = parsedate_to_datetime(text(at[1]).replace("-", " ", 2))
    return Found(int(uid[1]), int(size[1]), received.astimezone(UTC))


def text(told: bytes | bytearray) -> str:
    """What the server says, to be shown."""
    return told.decode("utf-8", "replace").strip()
