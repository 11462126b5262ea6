"""Draws that anyone can check: HMAC-SHA256 from a seed committed to at the start."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

SPAN = 1 << 256


@dataclass(frozen=True, slots=True)
class Draws:
    """All draws of a match, each named by a label (spec/paprika.md, Fairness)."""

    seed: bytes

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed's 64 lower-case hex digits, published at the start."""
        return hashlib.sha256(self.seed.hex().encode("ascii")).hexdigest()

    def digest(self, label: str) -> bytes:
        """The 32 bytes that the label draws."""
        return hmac.new(self.seed, label.encode("utf-8"), hashlib.sha256).digest()

    def number(self, label: str) -> int:
        """A whole number in [0, 2^256), big-endian from the digest."""
        return int.from_bytes(self.digest(label), "big")

    def chance(self, label: str, probability: Fraction) -> bool:
        """True with exactly that probability: R · q < p · 2^256."""
        return self.number(label) * probability.denominator < probability.numerator * SPAN

    def order(self, prefix: str, things: Iterable[str]) -> tuple[str, ...]:
        """The things in ascending order of what `prefix/THING` draws."""
        return tuple(sorted(things, key=lambda thing: self.number(f"{prefix}/{thing}")))
