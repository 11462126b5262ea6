"""What a match draws from its seed: corners, the bots' strength, lapses (any program can check them)."""

import hashlib
import hmac
from collections.abc import Iterator

RULES = "paintfield/1"
LAPSE_BELOW = 5


def commitment(seed: bytes) -> str:
    """What is published before the first round: SHA-256 of `paintfield/1/` and the seed, in hex."""
    return hashlib.sha256(f"{RULES}/".encode("ascii") + seed).hexdigest()


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The bytes that a label draws: HMAC-SHA256(seed, `LABEL/COUNTER`), one block after another."""
    counter = 0
    while True:
        yield from hmac.digest(seed, f"{label}/{counter}".encode("ascii"), "sha256")
        counter += 1


def below(drawn: Iterator[int], n: int) -> int:
    """A whole number in [0, n), each equally likely."""
    return next(byte for byte in drawn if byte < 256 - 256 % n) % n


def corners(seed: bytes, number: int, players: int) -> tuple[int, ...]:
    """Which corner each seat gets in that round: 0–3 are NW, NE, SE, SW."""
    order = [0, 1, 2, 3]
    drawn = stream(seed, f"{RULES}/corners/{number}")
    for i in (3, 2, 1):
        j = below(drawn, i + 1)
        order[i], order[j] = order[j], order[i]
    return (order[0], (order[0] + 2) % 4) if players == 2 else tuple(order[:players])


def bot_level(seed: bytes) -> int:
    """How strong the match's bots are: 1, 2 or 3."""
    return 1 + below(stream(seed, f"{RULES}/bot"), 3)


def lapses(seed: bytes, number: int, seat: int, ticks: int) -> frozenset[int]:
    """The ticks of a round on which that seat's bot pays no attention."""
    drawn = hashlib.shake_256(seed + f"{RULES}/lapse/{number}/{seat}".encode("ascii")).digest(2 * ticks)
    lapsed: set[int] = set()
    for k in range(1, ticks + 1):
        if k not in lapsed and drawn[2 * k - 2] < LAPSE_BELOW:
            lapsed.update(range(k, min(k + 4 + drawn[2 * k - 1] % 8, ticks + 1)))
    return frozenset(lapsed)
