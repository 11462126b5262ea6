"""A room's match as the books have it: what is played is written there, what letters change is read."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from referee.app import live as books
from referee.engine.match import Match
from referee.errors import BooksUnavailable, TakenAlready
from referee.games.paintfield.state import MODERATOR, RESTART, State
from referee.web.paintfield.pace import Pace
from referee.web.site import Site

log = logging.getLogger(__name__)

TRIES_EVERY = 1.0
"""Seconds between two tries at books that can't be used."""


class Kept:
    """The match of the last answer of the books; one question to them at a time, so that it is the newest."""

    def __init__(self, site: Site, match: Match, pace: Pace) -> None:
        self.site, self.match, self.pace = site, match, pace
        self._asking, self._looking = asyncio.Lock(), asyncio.Lock()

    @property
    def state(self) -> State:
        """The match's state."""
        state: State = self.match.state
        return state

    async def record(self, data: Mapping[str, Any], text: str, is_there: Callable[[State], bool]) -> None:
        """Writes what was played; NotLegal: it can't have been, for the match has changed meanwhile."""
        await self._into_books(lambda: self.site.clerk.record(self.match.id, data, text), is_there)

    async def resign(self, name: str) -> None:
        """Writes that the seat has left."""

        def is_there(state: State) -> bool:
            return state.seat(name) in state.score.gone

        await self._into_books(lambda: self.site.clerk.resign(self.match.id, name), is_there)

    async def look(self) -> bool:
        """Reads the match again; gives whether it could: what is being written is no older than that."""
        async with self._looking:
            if self._asking.locked():
                return False
            async with self._asking:
                kept = await self._load()
                self.match = kept or self.match
            return kept is not None

    async def since_last_letter(self) -> float:
        """Seconds since a player's last letter to the match; BooksUnavailable: nobody knows."""
        at = await self.site.in_worker(lambda: books.last_letter(self.site.desk, self.match.id))
        return math.inf if at is None else (self.site.now() - at).total_seconds()

    async def cut_off_by(self, number: int) -> str:
        """Why a round that was begun is not told: a moderator took it back, or the referee was restarted."""
        opening = f'{{"round":{number},'
        while True:
            try:
                taken = await self.site.in_worker(
                    lambda: books.is_taken_back(self.site.desk, self.match.id, opening)
                )
                return MODERATOR if taken else RESTART
            except BooksUnavailable:
                await self.pace.until(self.pace.now() + TRIES_EVERY)

    async def _load(self) -> Match | None:
        return await self.site.in_worker(lambda: books.load(self.site.desk, self.match.id))

    async def _into_books(
        self, work: Callable[[], Awaitable[Match]], is_there: Callable[[State], bool]
    ) -> None:
        """Tries until it is in the books: a full disk or a locked database only makes it late."""
        async with self._asking:
            while True:
                try:
                    self.match = await work()
                    break
                except TakenAlready:  # a mail went first, and the next try comes after it
                    continue
                except BooksUnavailable as trouble:
                    log.warning("room %s waits: %s", self.match.id, trouble)
                await self.pace.until(self.pace.now() + TRIES_EVERY)
                if await self._is_in_books(is_there):
                    break
        self.site.wake()

    async def _is_in_books(self, is_there: Callable[[State], bool]) -> bool:
        """Whether a try whose end is not known has succeeded."""
        try:
            kept = await self._load()
        except BooksUnavailable:
            return False
        if kept is None or not (kept.state.ending is not None or is_there(kept.state)):
            return False
        self.match = kept
        return True
