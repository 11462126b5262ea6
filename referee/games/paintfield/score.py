"""The rounds of a match: who has won how many, who has left, and how it ends."""

from collections.abc import Collection
from dataclasses import dataclass, replace

TO_WIN = 2
COVERED_ROUNDS = 2
"""So many lost rounds in which the bot played most of it forfeit the seat."""


@dataclass(frozen=True, slots=True)
class Score:
    """`won`: rounds by seat. `out`: who left, in order, those who left together as one.

    `absent`: by seat, the rounds that the bot covered and the seat did not win. `played`: rounds that
    count; `number`: that of the last round, played again after a restart or not.
    """

    won: tuple[int, ...]
    out: tuple[tuple[int, ...], ...] = ()
    absent: tuple[int, ...] = ()
    played: int = 0
    number: int = 0

    @property
    def gone(self) -> frozenset[int]:
        """The seats that have left."""
        return frozenset(seat for seats in self.out for seat in seats)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in."""
        return tuple(seat for seat in range(len(self.won)) if seat not in self.gone)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the seats that won (two or more: a draw), and why.

    `why`: `rounds` (first to two), `most` (after the last round), `draw`, `alone` or `empty`.
    """

    winners: tuple[int, ...]
    why: str


def new_score(players: int) -> Score:
    """The score before the first round."""
    return Score((0,) * players, absent=(0,) * players)


def after_bell(score: Score, number: int, winner: int | None, covered: Collection[int]) -> Score:
    """The score after a round was played to its bell; `covered`: seats that the bot played for."""
    won = tuple(count + (seat == winner) for seat, count in enumerate(score.won))
    absent = tuple(count + (seat in covered and seat != winner) for seat, count in enumerate(score.absent))
    return replace(score, won=won, absent=absent, played=score.played + 1, number=number)


def forfeiting(score: Score) -> tuple[int, ...]:
    """The seats that forfeit at this bell."""
    return tuple(seat for seat in score.active if score.absent[seat] >= COVERED_ROUNDS)


def without(score: Score, seats: Collection[int]) -> Score:
    """The score after those seats left, all at once."""
    leaving = tuple(sorted(set(seats) - score.gone))
    return replace(score, out=(*score.out, leaving)) if leaving else score


def outcome(score: Score, most_rounds: int) -> Outcome | None:
    """How the match has ended, None while it goes on."""
    active = score.active
    if len(active) < 2:
        return Outcome(active, "alone" if active else "empty")
    first = next((seat for seat in active if score.won[seat] >= TO_WIN), None)
    if first is not None:
        return Outcome((first,), "rounds")
    if score.played < most_rounds:
        return None
    best = max(score.won[seat] for seat in active)
    top = tuple(seat for seat in active if score.won[seat] == best)
    return Outcome(top, "most" if len(top) == 1 else "draw")


def places(score: Score) -> tuple[int, ...]:
    """Each seat's place: by rounds won, leavers below, who left first last."""
    ranks = {seat: (1, score.won[seat]) for seat in score.active}
    ranks |= {seat: (0, at) for at, seats in enumerate(score.out) for seat in seats}
    return tuple(1 + sum(other > ranks[seat] for other in ranks.values()) for seat in sorted(ranks))
