"""What hangs on a mail: a notice names files and gives texts; pictures and events are made from these."""

from functools import lru_cache

from referee.web.paintfield.event import calendar, method
from referee.web.paintfield.pictures import drawn

TYPES = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "png": "image/png",
    "gif": "image/gif",
    "ics": "text/calendar",
}
PICTURES = (".png", ".gif")
"""How the files end that take time to make."""


@lru_cache(maxsize=32)
def attached(name: str, text: str) -> tuple[str, bytes]:
    """MIME type and content of the attachment of that name, made from its text."""
    ending = name.rpartition(".")[2]
    kind = TYPES.get(ending, "text/plain")
    if name.endswith(PICTURES):
        return kind, drawn(name, text)
    if ending == "ics":
        return f"{kind}; method={method(text)}", calendar(text).encode("utf-8")
    return kind, text.encode("utf-8")
