"""What is settled, kept short: JSON, compressed where that pays, by the shelf where there is much."""

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WORTH = 240
"""Shorter texts are not compressed."""

SHELF = 64
"""So many things are kept one by one before they are put away together."""


def pack(thing: Mapping[str, Any]) -> str:
    """One settled thing as a short text."""
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    if len(text) < WORTH:
        return text
    return "~" + _squeezed(text)


def unpack(text: str) -> dict[str, Any]:
    """The thing that was packed."""
    if text.startswith("~"):
        text = zlib.decompress(b85decode(text[1:])).decode("utf-8")
    thing: dict[str, Any] = json.loads(text)
    return thing


def shelved(texts: Sequence[str], thing: Mapping[str, Any]) -> tuple[str, ...]:
    """The packed things with one more; when there are many, the older ones share one text."""
    loose = [text for text in texts if not text.startswith("=")]
    full = [text for text in texts if text.startswith("=")]
    if len(loose) >= 2 * SHELF:
        full.append(pack_many([unpack(text) for text in loose[:SHELF]]))
        loose = loose[SHELF:]
    return (*full, *loose, pack(thing))


def unshelved(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """All things that were packed, in order."""
    for text in texts:
        if text.startswith("="):
            yield from unpack_many(text)
        else:
            yield unpack(text)


def pack_many(things: Sequence[Mapping[str, Any]]) -> str:
    """Many settled things as one text, which begins with `=`."""
    return "=" + _squeezed(json.dumps(list(things), ensure_ascii=False, separators=(",", ":")))


def unpack_many(text: str) -> list[dict[str, Any]]:
    """The things that were packed together."""
    things: list[dict[str, Any]] = json.loads(zlib.decompress(b85decode(text[1:])).decode("utf-8"))
    return things


def latest(texts: Sequence[str], count: int) -> list[dict[str, Any]]:
    """The last few of the packed things (at most a shelf), in order."""
    return [unpack(text) for text in texts[-min(count, SHELF) :] if not text.startswith("=")]


def _squeezed(text: str) -> str:
    return b85encode(zlib.compress(text.encode("utf-8"), 6)).decode("ascii")
