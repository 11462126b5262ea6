"""Where tokens and seeds come from: the system's randomness, or a simulation's seed."""

import hashlib
import hmac
import secrets
from base64 import b32encode
from dataclasses import dataclass


def _base32(data: bytes) -> str:
    return b32encode(data).decode("ascii").lower()


class SystemSecrets:
    """Unguessable: nothing is derived from anything."""

    def token(self, label: str) -> str:
        """16 random base32 characters."""
        return _base32(secrets.token_bytes(10))

    def seed(self, match: str) -> bytes:
        """32 random bytes."""
        return secrets.token_bytes(32)


@dataclass(frozen=True, slots=True)
class SimulatedSecrets:
    """Everything follows from one key (spec/mail.md, Simulations)."""

    key: bytes

    def token(self, label: str) -> str:
        """The first ten bytes of HMAC-SHA256(key, label) in base32."""
        return _base32(self._digest(label)[:10])

    def seed(self, match: str) -> bytes:
        """HMAC-SHA256(key, `match/m1`)."""
        return self._digest(f"match/{match}")

    def _digest(self, label: str) -> bytes:
        return hmac.new(self.key, label.encode("utf-8"), hashlib.sha256).digest()
