"""All rooms of this process; a match is held by one process at a time, through a lease."""

import asyncio
import itertools
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

from referee.app import live as books
from referee.engine.match import Match
from referee.errors import BooksUnavailable
from referee.web.paintfield.pace import LoopPace, Pace
from referee.web.paintfield.room import Room
from referee.web.site import Site

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
LOOKS_EVERY = 1.0
"""Seconds after which the rooms look again what letters that another process heard have changed."""
RENEWED_EVERY = 3
"""So many looks later the leases are renewed."""
GAME = "paintfield"
Standing = tuple[str, frozenset[str], int]
"""A match's status, who has left it, and how many overrides it has seen: all that a letter can change."""
JUST_RUNS: Standing = ("running", frozenset(), 0)


class Rooms:
    """Opens a room when its first page comes, and renews what it holds.

    `holder`: how browsers reach this process, or any name of its own.
    """

    def __init__(self, site: Site, holder: str, pace: Pace | None = None) -> None:
        self.site, self.holder, self.pace = site, holder, pace or LoopPace()
        self.rooms: dict[str, Room] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._lapsed: frozenset[str] = frozenset()
        self._opening = asyncio.Lock()

    async def room(self, match: str) -> Room | str | None:
        """The match's room; the holder where another process has it; None if it isn't played live."""
        async with self._opening:
            if match in self.rooms:
                return self.rooms[match]
            holder, kept = await self.site.in_worker(lambda: self._take(match))
            if kept is None:
                return None
            if holder != self.holder:
                return holder
            return self._opened(kept)

    def _take(self, match: str) -> tuple[str, Match | None]:
        kept = books.load(self.site.desk, match)
        if kept is None or kept.game.key != GAME or kept.state is None or not kept.state.options.is_live:
            return "", None
        now = self.site.now()
        with self.site.desk.books() as book:
            holder = book.take_lease(f"room/{match}", self.holder, now, now + LEASE)
            book.commit()
        return holder, books.load(self.site.desk, match)  # who held it before may have written meanwhile

    def _opened(self, match: Match) -> Room:
        room = Room(self.site, match, self.pace)
        self.rooms[match.id] = room
        self.tasks[match.id] = asyncio.get_running_loop().create_task(room.run())
        return room

    async def run(self) -> None:
        """Looks at the books, renews the leases and closes rooms that are done, until cancelled."""
        try:
            for count in itertools.count(1):
                await asyncio.sleep(LOOKS_EVERY)
                try:
                    await self._look_at_matches()
                    if count % RENEWED_EVERY == 0:
                        await self.sweep()
                except BooksUnavailable as trouble:
                    log.warning("leases wait: %s", trouble)
                except Exception:  # a fault of ours: what is being played goes on
                    log.exception("the rooms could not be looked after")
        finally:
            for task in self.tasks.values():
                task.cancel()

    async def sweep(self) -> None:
        """Renews the leases, closes what is done, held by others or played by void tokens, and takes over."""
        for id in [id for id, task in self.tasks.items() if task.done()]:
            self._told_why(id, self.tasks[id])
            self._close(id)
            await self.site.in_worker(partial(self._drop, id))
        held = tuple(self.rooms)
        if held:
            kept = await self.site.in_worker(self._renew)
            for id in set(held) - kept:
                log.warning("room %s is held by another process now", id)
                self._close(id)
            await self._dismiss()
        await self._take_over()

    async def _take_over(self) -> None:
        """Opens what a process that is gone has left behind.

        Twice in a row its lease must have lapsed: one that was only held up renews it between two sweeps.
        """
        before, self._lapsed = self._lapsed, await self.site.in_worker(self._lapsed_now)
        for id in before & self._lapsed:
            await self._resumed(id)

    async def _resumed(self, id: str) -> None:
        with told_if_faulty("room %s can't be opened", id):
            await self.room(id)

    def _lapsed_now(self) -> frozenset[str]:
        with self.site.desk.books() as book:
            names = book.lapsed_leases("room/", self.site.now())
        return frozenset(name.removeprefix("room/") for name in names)

    async def close(self) -> None:
        """Lets every lease lapse now: whoever is asked first, or sweeps next, has the room."""
        ids = tuple(self.rooms)
        for id in ids:
            self._close(id)
        if ids:
            await self.site.in_worker(lambda: self._renew(timedelta(0)))

    async def _dismiss(self) -> None:
        """Lets pages go that play by a token which was renewed."""
        played = tuple(id for id, room in self.rooms.items() if room.seats)
        if not played:
            return
        tokens = await self.site.in_worker(lambda: self._tokens(played))
        for id in played:
            if id in self.rooms:
                self.rooms[id].dismiss(tokens)

    def _tokens(self, ids: tuple[str, ...]) -> frozenset[str]:
        with self.site.desk.books() as book:
            return book.seat_tokens(ids)

    def _told_why(self, id: str, task: asyncio.Task[None]) -> None:
        """A room that a bug has ended is told of, and takes no other with it; its pages open it again."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("room %s", id, exc_info=error)

    def _close(self, id: str) -> None:
        if id not in self.rooms:
            return
        room, task = self.rooms.pop(id), self.tasks.pop(id)
        task.cancel()
        room.silence.stop()
        for connection in tuple(room.connections):
            connection.close()

    def _renew(self, lasting: timedelta = LEASE) -> set[str]:
        """Lets all leases of this process last so long from now; gives the matches that it still holds."""
        with self.site.desk.books() as book:
            names = book.renew_leases("room/", self.holder, self.site.now() + lasting)
            book.commit()
        return {name.removeprefix("room/") for name in names}

    def _drop(self, match: str) -> None:
        with self.site.desk.books() as book:
            book.drop_lease(f"room/{match}", self.holder)
            book.commit()

    async def resume(self) -> None:
        """Opens the rooms of matches that were being played when a process stopped, and that none has now."""
        for match in await self.site.in_worker(self._begun):
            await self._resumed(match)

    def _begun(self) -> list[str]:
        with self.site.desk.books() as book:
            rows = [row for row in book.match_rows("running") if row.game == GAME]
        return [row.id for row in rows if self._has_begun(row.id)]

    def _has_begun(self, id: str) -> bool:
        kept = None
        with told_if_faulty("match %s can't be read", id):
            kept = books.load(self.site.desk, id)
        return kept is not None and kept.state.options.is_live and kept.state.begun > 0

    async def look(self) -> None:
        """A letter was handled: every room looks whether its match, or a token, has changed by it."""
        if not self.rooms:
            return
        await self._dismiss()
        await self._look_at_matches()

    async def _look_at_matches(self) -> None:
        """Every room whose match stands otherwise than it knows reads it again."""
        ids = tuple(self.rooms)
        if not ids:
            return
        standings = await self.site.in_worker(lambda: self._standings(ids))
        for id in ids:
            room = self.rooms.get(id)
            if room is not None and standings.get(id, JUST_RUNS) != _standing(room.match):
                await self._looked(id, room)

    async def _looked(self, id: str, room: Room) -> None:
        """The room reads its match again; one that can't is closed."""
        is_read = False
        with told_if_faulty("room %s can't read its match", id):
            await room.look()
            is_read = True
        if not is_read:
            self._close(id)

    def _standings(self, ids: tuple[str, ...]) -> Mapping[str, Standing]:
        with self.site.desk.books() as book:
            return book.standings(ids)

    def drifts(self) -> list[float]:
        """By how much each of the last rounds' ends missed its time, in seconds, in order."""
        return sorted(drift for room in self.rooms.values() for drift in room.drifts)

    def lateness(self) -> list[float]:
        """How late the last ticks of all rooms were, in seconds, in order."""
        return sorted(late for room in self.rooms.values() for late in room.lateness)


@contextmanager
def told_if_faulty(trouble: str, match: str) -> Iterator[None]:
    """A fault of ours with this match is in the log, and holds up no other match."""
    try:
        yield
    except BooksUnavailable:  # that is nobody's fault, and all have to wait
        raise
    except Exception:
        log.exception(trouble, match)


def _standing(match: Match) -> Standing:
    return match.status, match.gone, match.overrides
