"""One live match: a task on a schedule of its own, the pages that play and watch, the books behind it."""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Any

from referee.engine.match import Match
from referee.errors import NotLegal
from referee.games.paintfield.live import LiveRound, begin
from referee.games.paintfield.state import RESTART, State
from referee.web.paintfield import telling
from referee.web.paintfield.connection import Connection, send_all
from referee.web.paintfield.kept import TRIES_EVERY, Kept
from referee.web.paintfield.pace import Pace
from referee.web.paintfield.presence import Presence
from referee.web.paintfield.silence import Silence
from referee.web.paintfield.wire import (
    Ack,
    Said,
    Turn,
    number_in,
    read_bytes,
    read_text,
    tick_bytes,
    told,
)
from referee.web.site import Site

log = logging.getLogger(__name__)

LOOKS_EVERY = 0.5
"""Seconds after which a waiting room looks at the clock again."""
VOID = 4401
"""The code with which a page is let go whose token was renewed."""
LINGER = 120.0
"""Seconds that a room stays after the end, for pages that come back."""


class Room:
    """The match on the server; all its waiting is done by `pace`.

    `lateness`: of the last ticks, in seconds; `drifts`: by how much the last frames of rounds were late.
    `silent`: the seats whose pages are connected, but had seen no tick for a while when the bell rang.
    """

    def __init__(self, site: Site, match: Match, pace: Pace) -> None:
        self.site, self.pace, self.clock = site, pace, pace.now
        self.kept = Kept(site, match, pace)
        self.connections: set[Connection] = set()
        self.seats: dict[int, Connection] = {}
        self.ready: set[int] = set()
        self.silent: set[int] = set()
        self.phase = "lobby"
        self.live: LiveRound | None = None
        self.last_told = self.dropped = 0
        self.left_by_letter: frozenset[int] = frozenset()
        self.presence = Presence(self.clock())
        self.starts_at = 0.0
        self.silence = Silence(self.kept, self.clock, self._abandoned)
        self.lateness: deque[float] = deque(maxlen=4096)
        self.drifts: deque[float] = deque(maxlen=16)
        self.changed = asyncio.Event()
        self.is_done = self.is_recording = False
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def match(self) -> Match:
        """The match as it is in the books."""
        return self.kept.match

    @property
    def state(self) -> State:
        """The match's state as it is in the books."""
        return self.kept.state

    def has_ended(self) -> bool:
        """Whether the match has ended, as far as the books say."""
        return self.state.ending is not None

    def is_stopped(self) -> bool:
        """Whether a moderator has stopped the clock: the round in hand is played out, no other begins."""
        return self.match.status == "paused"

    # -- pages ---------------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """A page comes in; the newest of a seat plays, and an older one watches from now on."""
        self.connections.add(connection)
        seat = connection.seat
        if seat is None:  # a crowd may come and go: nothing changes for the others
            connection.post(self.told(None), must_arrive=True)
            return
        older = self.seats.get(seat)
        self.seats[seat] = connection
        if older is not None:
            older.seat = None
            older.post(told("newer"), must_arrive=True)
        self.presence.heard[seat] = self.clock()
        self.silent.discard(seat)
        self.tell()

    def leave(self, connection: Connection) -> None:
        """A page has gone."""
        connection.is_open = False
        self.connections.discard(connection)
        seat = connection.seat
        if seat is not None and self.seats.get(seat) is connection:
            del self.seats[seat]
            self.ready.discard(seat)
            if self.live is not None and seat not in self.state.bots:
                self.live.cover(seat)
            self.tell()

    def hear(self, connection: Connection, content: bytes | str) -> None:
        """A page says something."""
        said = read_bytes(content) if isinstance(content, bytes) else read_text(content)
        seat = connection.seat
        if isinstance(said, Said):
            self._answer(connection, said)
        if said is not None and seat is not None:
            self._hear_player(seat, said)

    def _answer(self, connection: Connection, said: Said) -> None:
        if said.kind == "ping":
            connection.post(told("pong", n=number_in(said.data)), must_arrive=True)
        elif said.kind == "again":
            connection.post(self.told(connection.seat), must_arrive=True)

    def _hear_player(self, seat: int, said: Ack | Turn | Said) -> None:
        if seat in self.silent:
            self.silent.discard(seat)
            self.changed.set()
        match said:
            case Ack(tick):
                self._seen(seat, tick)
            case Turn(heading, number, earliest):
                self.silence.broken()
                if self.live is not None:
                    self.live.turn(seat, heading, min(earliest, self.live.next_tick + 2), number)
            case Said("ready"):
                self.silence.broken()
                if seat not in self.ready:
                    self.ready.add(seat)
                    self.tell()
            case Said("resign"):
                self.silence.broken()
                self._resign(seat)

    def _seen(self, seat: int, tick: int) -> None:
        is_fresh = self.presence.acknowledged(seat, tick, self.clock())
        if is_fresh and self.live is not None and seat in self.live.away:
            self.live.uncover(seat)

    def _resign(self, seat: int) -> None:
        if self.live is not None and not self.is_recording:
            self.live.leave(seat)
        else:
            self.ready.add(seat)
            task = asyncio.get_running_loop().create_task(self._resigned(self.state.players[seat]))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _resigned(self, name: str) -> None:
        await self.kept.resign(name)
        if self.live is not None and not self.is_recording:  # a round has begun meanwhile
            self.live.leave(self.state.seat(name))
        self.tell()

    def dismiss(self, tokens: Collection[str]) -> None:
        """Only these tokens stand for seats: who plays by another, which is void, comes in again to watch."""
        for connection in tuple(self.seats.values()):
            if connection.token not in tokens:
                connection.close(VOID)

    async def look(self) -> None:
        """The books have changed by a letter, and what they say now holds here too.

        Who left there leaves the field; a round that is none any more is dropped.
        """
        was_begun = self.state.begun
        if not await self.kept.look():
            return
        if was_begun and not self.state.begun:
            self.ready.clear()
        live = None if self.is_recording else self.live
        if live is not None and self._is_void(live):
            self.dropped, self.live = live.number, None
        elif live is not None:
            for seat in self.state.score.gone:
                live.leave(seat)
            self.left_by_letter = self.state.score.gone
        self.tell()

    def _is_void(self, live: LiveRound) -> bool:
        """Whether the round in hand does not follow from the match any more."""
        state = self.state
        is_next = state.begun == live.number and state.last_told == self.last_told
        return state.ending is not None or not is_next or not self.left_by_letter <= state.score.gone

    def told(self, seat: int | None) -> str:
        """All that a page shows, for the page of that seat, or one that watches."""
        present = {*self.seats, *self.state.bots}
        who = telling.seats(self.state, present, self.ready)
        playing = telling.round_now(self.live, max(0.0, self.starts_at - self.clock()))
        at = self.site.now().isoformat()
        return telling.whole(self.match, self.phase, seat, who, playing, at)

    def tell(self) -> None:
        """Tells every page all of it."""
        self.changed.set()
        self._tell(self.connections, must_arrive=True)

    def _tell(self, connections: Iterable[Connection], *, must_arrive: bool = False) -> None:
        """What those who watch are told is made once, however many they are."""
        watching = []
        for connection in tuple(connections):
            connection.is_stale = False
            if connection.seat is None:
                watching.append(connection)
            else:
                connection.post(self.told(connection.seat), must_arrive=must_arrive)
        if watching:
            send_all(watching, self.told(None), must_arrive=must_arrive)

    # -- the match -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Plays the match to its end, and on if a moderator takes that back.

        What is cut off by a stop is begun again by the next room.
        """
        while not self.is_done:
            try:
                await self._to_its_end()
            except NotLegal as refused:  # a moderator ended it, or took back what it follows from
                log.warning("room %s: %s", self.match.id, refused)
                self.dropped = self.live.number if self.live else self.dropped
                self.live, self.is_recording = None, False
                await self.look()
                await self.pace.until(self.clock() + TRIES_EVERY)

    async def _to_its_end(self) -> None:
        while not self.has_ended():
            await self._one_round()
        self._to("over")
        goes_at = self.clock() + LINGER
        while self.has_ended() and self.clock() < goes_at:
            self.changed.clear()
            await self.pace.until(goes_at, self.changed)
        self.is_done = self.has_ended()

    def _to(self, phase: str) -> None:
        self.phase = phase
        self.tell()

    async def _until(self, holds: Callable[[], bool], by: float = math.inf) -> None:
        """Waits for what pages and the clock bring about; a match that was begun is abandoned in time."""
        while not self.has_ended() and not holds() and self.clock() < by:
            self.changed.clear()
            looks_at = min(by, self.clock() + LOOKS_EVERY)
            await self.pace.until(looks_at, self.changed)
            self.silence.forgive(max(0.0, self.clock() - looks_at))
            if self._is_deserted():
                await self.silence.end()

    def _may_begin(self) -> bool:
        """All people are ready; or it is time, or the match had begun, and somebody is there."""
        if self.is_stopped():
            return False
        people = set(self.state.people)
        if self.state.begun:
            return bool(self._there())
        at = self.state.options.at
        is_time = at is not None and self.site.now() >= at
        return bool(people) and (people <= self.ready or (is_time and bool(people & set(self.seats))))

    def _there(self) -> set[int]:
        """The people's seats whose pages are connected, and have said something since they fell silent."""
        return (set(self.state.people) & set(self.seats)) - self.silent

    def _is_deserted(self) -> bool:
        """Whether nobody has been heard for so long that the match is abandoned, unless by letter."""
        if self.is_stopped():
            self.silence.broken()
        return self.silence.is_long and self.state.begun > 0

    def _is_left_to_bots(self, live: LiveRound) -> bool:
        """Whether all people are away: such a round is played out."""
        return set(self.state.people) & set(live.state.active) <= live.away

    def _abandoned(self) -> None:
        self.live = None

    async def _one_round(self) -> None:
        if not self._may_begin():
            self._to("waiting" if self.state.begun else "lobby")
            await self._until(self._may_begin)
        if self.has_ended():
            return
        live = await self._begun()
        await self._play(live)
        goes_on = self.clock() + self.state.options.pause_ms / 1000
        if self.live is not live:
            return
        await self._recorded(live)
        if not self.has_ended():
            self._to("pause")
            await self._until(lambda: False, goes_on)

    async def _begun(self) -> LiveRound:
        """The next round, once the books have that it has begun, and what became of the one before it."""
        before, number = self.state.begun, self.state.begun + 1
        data: dict[str, Any] = {"begun": number}
        if before != self.state.last_told and before != self.dropped:
            data |= {"cut_off": before} if await self.kept.cut_off_by(before) == RESTART else {}
        await self.kept.record(data, f"round {number} begins", lambda state: state.begun == number)
        self.last_told = self.state.last_told
        self.left_by_letter = self.state.score.gone
        return self._begin(again=self.last_told != number - 1)

    def _begin(self, *, again: bool) -> LiveRound:
        state = self.state
        live = begin(state, again=again)
        for seat in set(state.people) - self._there():
            live.cover(seat)
        self.live = live
        self.starts_at = self.clock() + state.options.countdown_ms / 1000
        self.presence = Presence(self.starts_at)
        self._to("playing")
        return live

    async def _play(self, live: LiveRound) -> None:
        """Every tick at its own time from the start, however late the one before it was."""
        length, people, late = self.state.options.tick_ms / 1000, self.state.people, 0.0
        while self.live is live and self.clock() < self.starts_at + length:
            self.changed.clear()
            await self.pace.until(self.starts_at + length, self.changed)
        while not live.is_over and self.live is live:
            due = self.starts_at + live.next_tick * length
            is_last = live.next_tick == live.course.ticks
            await (self.pace.exactly(due) if is_last else self.pace.until(due))
            before, late = late, self.clock() - due
            if late > max(length, before):
                self.presence.forgive(late - before)
                self.silence.forgive(late - before)
            if self._is_deserted() and not self._is_left_to_bots(live):
                self.silence.end_meanwhile()
            if live.is_stopped or self.live is not live:  # somebody left meanwhile, or a moderator took it
                return
            self.lateness.append(late)
            self._one_tick(live, people)
            if is_last:
                self.drifts.append(self.clock() - due)

    def _one_tick(self, live: LiveRound, people: Collection[int]) -> None:
        now = self.clock()
        for seat in people:
            if seat not in live.away and (seat not in self.seats or self.presence.is_silent(seat, now)):
                live.cover(seat)
        live.step()
        self.presence.ticked(live.state.tick, now)
        content = tick_bytes(live.state, live.letters, live.away, live.applied)
        if behind := [one for one in self.connections if one.is_stale and not one.is_behind]:
            self._tell(behind)
        send_all(self.connections, content)

    async def _recorded(self, live: LiveRound) -> None:
        """The round is an entry of the match before the pages hear of its end."""
        self.is_recording, lines = True, live.ended()
        self.silent = live.away & set(self.seats)
        leavers = [self.state.players[s] for s, p in enumerate(live.state.painters) if not p.is_in]
        data, text = {"round": list(lines)}, f"round {live.number} was played"
        await self.kept.record(
            data, text, lambda state: live.number in [told.number for told in state.rounds]
        )
        self.live, self.is_recording = None, False
        for name in leavers:
            if not self.has_ended() and name not in self.match.gone:
                await self._resigned(name)
