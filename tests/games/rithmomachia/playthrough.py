"""Recorded playthroughs: who says what, and after each line what came of it and what each seat may know.

`python -m tests.games.rithmomachia.playthrough` records them again; read the difference before you keep it.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.errors import OrderError
from referee.games.rithmomachia.state import HOUSE
from tests.games.rithmomachia.session import Session

FOLDER = Path(__file__).parent / "playthroughs"
HIDDEN = ("levels", "commitment", "options", "forms")
"""What a recorded view leaves out: it stands there otherwise, or never changes."""


def lines_of(name: str) -> list[str]:
    """The script of a playthrough: options on the first line, then `Ann: ORDER`, `@turn`, `@COMMAND`."""
    return (FOLDER / f"{name}.script").read_text("utf-8").splitlines()


def scripts() -> list[str]:
    """The names of the playthroughs."""
    return sorted(path.stem for path in FOLDER.glob("*.script"))


def recorded(name: str) -> str:
    """What is kept of a playthrough."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def played(name: str) -> str:
    """The playthrough played now."""
    options, *lines = lines_of(name)
    given: dict[str, Any] = dict(pair.split("=") for pair in options.split("; ") if pair)
    names = ("Ann", HOUSE) if "opponent" in given else ("Ann", "Bob")
    match = Session.start(*names, **given)
    told = [_shown("start", match)]
    for line in lines:
        match, answer = _step(match, line)
        told.append(_shown(f"{line}\n  {answer}", match))
    return "\n".join(told)


def _step(match: Session, line: str) -> tuple[Session, str]:
    """The match after a line, and what its writer is told."""
    who, _, said = line.partition(": ")
    try:
        if line == "@turn":
            return match.turn(), "closed"
        if line.startswith("@"):
            return match.override(line[1:]), "done"
        after = match.say(who, said)
        return after, after.reply
    except OrderError as refused:
        return replace(match, notices=()), f"{refused.kind}: {refused}"


def _shown(head: str, match: Session) -> str:
    notices = ", ".join(f"{notice.kind} to {notice.to or 'all'}" for notice in match.notices)
    return "\n".join([f"== {head}", f"  told: {notices or 'nothing'}", *_views(match), ""])


def _views(match: Session) -> Iterator[str]:
    onlookers = match.view(None)
    for seat in (None, *match.state.players):
        view = match.view(seat)
        kept = {key: value for key, value in view.items() if key not in HIDDEN}
        if seat is not None:
            kept = {key: value for key, value in kept.items() if value != onlookers[key]}
        yield f"  {seat or 'onlooker'}: {json.dumps(kept, default=str, sort_keys=True, ensure_ascii=False)}"


def record_all() -> None:
    """Writes every playthrough as it is played now."""
    for name in scripts():
        (FOLDER / f"{name}.txt").write_text(played(name), "utf-8")


if __name__ == "__main__":
    record_all()
