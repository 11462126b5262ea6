"""Clerks between live rooms and their books; tests put others than the usual one there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine.match import Match
from referee.web.clerk import Clerk


@dataclass
class Between:
    """Hands everything on to another clerk; who stands there for a reason overrides what it is about."""

    clerk: Clerk

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        """The match after what was played."""
        return await self.clerk.record(match, data, text)

    async def resign(self, match: str, name: str) -> Match:
        """The match after that seat left it."""
        return await self.clerk.resign(match, name)
