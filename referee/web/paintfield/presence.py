"""Whether a seat's own player is there: by the ticks that the page acknowledges."""

from dataclasses import dataclass, field

PATIENCE = 0.5
"""Seconds without an acknowledged tick, after which the bot steers."""
FRESH = 0.25
"""How old a tick may be whose acknowledgement brings the player back."""

REMEMBERED = 64
"""So many ticks back an acknowledgement still says that somebody is there."""


@dataclass(slots=True)
class Presence:
    """The clock of one round: when each of the last ticks was sent, and when each seat saw one of them."""

    started: float
    sent: dict[int, float] = field(default_factory=dict)
    heard: dict[int, float] = field(default_factory=dict)

    def ticked(self, tick: int, at: float) -> None:
        """That tick was sent then."""
        self.sent[tick] = at
        self.sent.pop(tick - REMEMBERED, None)

    def acknowledged(self, seat: int, tick: int, now: float) -> bool:
        """Notes that the seat's page has seen the tick; gives whether that tick is fresh."""
        at = self.sent.get(tick)
        if at is None:
            return False
        self.heard[seat] = max(self.heard.get(seat, 0.0), now)
        return now - at <= FRESH

    def is_silent(self, seat: int, now: float) -> bool:
        """Whether nothing was heard of the seat for half a second."""
        return now - max(self.heard.get(seat, 0.0), self.started) > PATIENCE

    def forgive(self, delay: float) -> None:
        """We were late ourselves: nobody is held silent for it."""
        self.started += delay
        self.heard = {seat: at + delay for seat, at in self.heard.items()}
