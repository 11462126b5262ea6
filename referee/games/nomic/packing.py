"""What is settled, kept short: JSON, compressed where that pays."""

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Mapping
from typing import Any

WORTH = 240
"""Shorter texts are not compressed."""


def pack(thing: Mapping[str, Any]) -> str:
    """One settled thing as a short text."""
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    if len(text) < WORTH:
        return text
    return "~" + b85encode(zlib.compress(text.encode("utf-8"), 6)).decode("ascii")


def unpack(text: str) -> dict[str, Any]:
    """The thing that was packed."""
    if text.startswith("~"):
        text = zlib.decompress(b85decode(text[1:])).decode("utf-8")
    thing: dict[str, Any] = json.loads(text)
    return thing
