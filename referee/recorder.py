"""A process of its own that records what live rooms have played, so that no painter waits for it."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.app import live as books
from referee.app.desk import Desk
from referee.bootstrap import build_desk
from referee.config import Settings
from referee.engine.match import Match
from referee.errors import BooksUnavailable
from referee.store.books import open_engine
from referee.web.apart import settle
from referee.web.attachments import PICTURES, attached
from referee.web.studio import Studio


class _NotDrawn(Exception):
    """Leaves the transaction, and the process, for a picture (name, text) without which no result is told."""


Drawn = Mapping[tuple[str, str], tuple[str, bytes]]


class Recorder:
    """The clerk in the other process. Pictures are drawn in the studio, while nobody holds the books."""

    def __init__(self, settings: Settings, studio: Studio, now: Callable[[], datetime]) -> None:
        self._settings, self._studio, self._now = settings, studio, now
        self._pool = self._opened()

    def _opened(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(1, context, _sit_down, (self._settings,))
        pool.submit(os.getpid)  # it starts at once, not when the first round is over
        return pool

    async def record(self, match: str, data: Mapping[str, Any], text: str) -> Match:
        """The match after what was played; nothing is certain after BooksUnavailable."""
        return await self._done(books.record, match, data, text, self._now())

    async def resign(self, match: str, name: str) -> Match:
        """The match after that seat left it."""
        return await self._done(books.resign, match, name, self._now())

    async def _done(self, work: Callable[..., Match], *given: Any) -> Match:
        drawn: dict[tuple[str, str], tuple[str, bytes]] = {}
        while True:
            try:
                return await self._asked(work, drawn, *given)
            except _NotDrawn as missing:
                name, text = missing.args
                drawn[name, text] = await self._studio.drawn(name, text)

    async def _asked(self, work: Callable[..., Match], drawn: Drawn, *given: Any) -> Match:
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _at_the_desk, work, drawn, *given)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = self._opened()
            raise BooksUnavailable(
                "The process that records rounds has ended; it is started again."
            ) from None

    def close(self) -> None:
        """Ends the process."""
        self._pool.shutdown(cancel_futures=True)


class _Chair:
    """What the other process works with."""

    desk: Desk


def _sit_down(settings: Settings) -> None:
    """Opens the books in the other process, which ends with the one that started it."""
    settle(5)
    _Chair.desk = build_desk(settings, open_engine(settings.database.url))


def _with(drawn: Drawn) -> Desk:
    """The desk with those pictures on it; another one is asked for."""

    def attach(name: str, text: str) -> tuple[str, bytes]:
        if not name.endswith(PICTURES):
            return attached(name, text)
        if (name, text) not in drawn:
            raise _NotDrawn(name, text)
        return drawn[name, text]

    return replace(_Chair.desk, attach=attach)


def _at_the_desk(work: Callable[..., Match], drawn: Drawn, *given: Any) -> Match:
    return work(_with(drawn), *given)
