"""The orders of a match once they are read."""

from dataclasses import dataclass

from referee.games.rithmomachia.notation import Written
from referee.games.rithmomachia.state import OfferKind


@dataclass(frozen=True, slots=True)
class Play:
    """Make that move."""

    written: Written


@dataclass(frozen=True, slots=True)
class Condition:
    """If the opponent plays the first move, answer with the second, and so on."""

    line: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class DropConditions:
    """Forget all conditional moves."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place the piece of that value on that cell (`setup = alternate`)."""

    value: int
    cell: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """The whole arrangement: ranks 4 to 1, files a to d (`setup = sealed`)."""

    ranks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The two equations that one chooses secretly."""

    equations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer to end and count, a draw, or to take back."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept what the opponent offers; `kind`: what was named."""

    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline what the opponent offers; `kind`: what was named."""

    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class ClaimEnd:
    """Claim the end for want of progress."""


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """Claim the match because the opponent's time is overstepped."""


Action = (
    Play
    | Condition
    | DropConditions
    | Place
    | Arrange
    | Choose
    | Offer
    | Accept
    | Decline
    | ClaimEnd
    | ClaimTime
)
