"""A relay that hangs up at random, in the middle of what either side says."""

import random

from tests.wire.proxy import Cut, Proxy


class Cutting(Proxy):
    """Cuts after a random number of bytes, on average `every`, again and again; `cuts` counts."""

    def __init__(self, port: int, rng: random.Random, every: int) -> None:
        super().__init__(port)
        self._rng, self._every, self.cuts = rng, every, 0
        self._left = self._drawn()

    def rest(self) -> None:
        """Cuts no more."""
        self._every = 0

    def _drawn(self) -> int:
        return self._rng.randint(1, 2 * self._every or 1)

    def _passed(self, said: bytes) -> bytes:
        self.said = b""  # of so much nothing is kept
        self._left -= len(said)
        if self._every and self._left < 0:
            self._left = self._drawn()
            self.cuts += 1
            raise Cut
        return said

    def _from_client(self, said: bytes) -> bytes:
        return self._passed(said)

    def _from_server(self, said: bytes) -> bytes:
        return self._passed(said)
