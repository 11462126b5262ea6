"""What a moderator's commands change, as lines of a preview."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.calendar import rfc3339
from referee.engine.match import Match
from referee.engine.said import said

LIMIT = 60


def differences(before: Match | None, after: Match, limit: int | None = LIMIT) -> tuple[str, ...]:
    """Every value that differs, `path: old → new`, and every entry that can't stand any more."""
    has_begun = before is not None and before.state is not None
    old = {path: told for path, told in _leaves(_picture(before, has_begun)) if told}
    new = {path: told for path, told in _leaves(_picture(after, has_begun)) if told}
    changed = [
        f"{path}: {old.get(path, '–')} → {new.get(path, '–')}"
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path)
    ]
    dropped = [
        said("{name}: {text} – falls away: {why}", name=entry.by, text=entry.text, why=why)
        for entry, why in after.dropped
    ]
    lines: list[str] = [*dropped, *changed]
    if limit is not None and len(lines) > limit:
        lines = [*lines[:limit], said("and {count} more", count=len(lines) - limit)]
    return tuple(lines)


def _picture(match: Match | None, has_begun: bool) -> Mapping[str, Any]:
    """What can be changed; of a start that is only previewed nothing drawn, for it is drawn again."""
    if match is None:
        return {}
    picture: dict[str, Any] = {
        "status": match.status,
        "players": list(match.seats),
        "options": dict(match.options),
    }
    if match.state is not None and has_begun:
        picture["next deadline"] = "" if match.due is None else rfc3339(match.due)
        picture["winners"] = [] if match.result is None else list(match.result.winners)
        picture |= match.game.reveal(match.state)
    picture.pop("seed", None)  # an end that is only previewed must not tell it
    for long in ("history", "log"):  # said by the rest
        picture.pop(long, None)
    return {key: _without_lines(value) for key, value in picture.items()}


def _without_lines(value: Any) -> Any:
    """A field as text, and the log of a round in hand, are said by the rest too."""
    if not isinstance(value, Mapping):
        return value
    return {k: v for k, v in value.items() if k not in ("rows", "lines") or not isinstance(v, list | tuple)}


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        for name, inner in zip(_names(value), value, strict=True):
            yield from _leaves(inner, f"{path}.{name}")
    elif isinstance(value, list | tuple):
        yield path, ", ".join(str(item) for item in value)
    else:
        yield path, "" if value is None else str(value)


def _names(rows: Sequence[Any]) -> Sequence[Any]:
    """What tells the rows from each other: their number or name where each has its own, else the place."""
    for key in ("number", "name"):
        found = [row.get(key) for row in rows if isinstance(row, Mapping)]
        if len(found) == len(rows) and None not in found and len({*map(str, found)}) == len(rows):
            return found
    return range(len(rows))
