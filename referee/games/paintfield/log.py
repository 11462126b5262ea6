"""The log of a match: one JSON object a line, from which everything follows."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.paintfield.draws import RULES
from referee.games.paintfield.field import HEADINGS, place
from referee.games.paintfield.round import Round


def line(**values: Any) -> str:
    """One line of the log, as short as JSON can be."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def match_line(seats: Sequence[str], bots: Sequence[int], commitment: str, timing: Mapping[str, int]) -> str:
    """The first line: rules, seats, the bots among them, the commitment, and the timing."""
    return line(match=RULES, seats=list(seats), bots=list(bots), commitment=commitment, **timing)


def round_line(number: int, corners: Sequence[int], seats: Iterable[int], *, again: bool = False) -> str:
    """A round's opening; `again`: it stands for one that was cut off, and counts as that one."""
    values: dict[str, Any] = {"round": number, "corners": list(corners), "in": sorted(seats)}
    return line(**values, again=True) if again else line(**values)


def turns_line(k: int, turns: Mapping[int, int]) -> str:
    """The headings that were changed on tick k."""
    return line(k=k, turns={str(seat): HEADINGS[way] for seat, way in turns.items()})


def event_line(kind: str, seat: int, k: int) -> str:
    """`away`, `back`, `resign` or `forfeit`: from tick k on (0: between rounds)."""
    return line(**{kind: seat, "k": k})


def bell_line(ended: Round, winner: int | None) -> str:
    """The bell: counts, the winner, and the SHA-256 of the field and its painters."""
    return line(bell=ended.tick, counts=list(ended.counts), winner=winner, sha256=digest(ended))


def stopped_line(ended: Round) -> str:
    """The last line of a round that stopped because only one seat was left."""
    return line(stopped=ended.tick, counts=list(ended.counts))


def seed_line(seed: bytes) -> str:
    """The last line of the log."""
    return line(seed=seed.hex())


def fingerprint(ended: Round) -> str:
    """The text whose SHA-256 a bell holds."""
    stands = (
        "{},{},{}".format(*place(painter.cell), HEADINGS[painter.facing]) if painter.is_in else "-"
        for painter in ended.painters
    )
    return f"{ended.field.decode('ascii')}\n{' '.join(stands)}\n"


def digest(ended: Round) -> str:
    """The SHA-256 of the fingerprint, in hex."""
    return hashlib.sha256(fingerprint(ended).encode("ascii")).hexdigest()
