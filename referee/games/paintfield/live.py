"""A round as the live server plays it: turns that wait, seats that a bot covers, the lines of its log."""

from dataclasses import dataclass, field, replace

from referee.games.paintfield.draws import corners, lapses
from referee.games.paintfield.log import bell_line, event_line, round_line, stopped_line, turns_line
from referee.games.paintfield.round import Round, open_round, winner, without
from referee.games.paintfield.state import State
from referee.games.paintfield.steering import Course, went_on

MOST_WAITING = 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """A turn that was received: not before that tick, and its number for the page."""

    heading: int
    earliest: int
    number: int


@dataclass(slots=True)
class LiveRound:
    """One round in the making. Times are ticks; who calls `step` keeps the clock."""

    course: Course
    seed: bytes
    number: int
    level: int
    lines: list[str]
    waiting: dict[int, list[Waiting]] = field(default_factory=dict)
    applied: dict[int, int] = field(default_factory=dict)
    leaving: set[int] = field(default_factory=set)
    away: set[int] = field(default_factory=set)
    letters: str = ""

    @property
    def state(self) -> Round:
        """The round as it stands."""
        return self.course.round

    @property
    def next_tick(self) -> int:
        """The number of the next tick."""
        return self.state.tick + 1

    @property
    def is_over(self) -> bool:
        """Whether the bell has rung, or one seat is left."""
        return self.state.tick >= self.course.ticks or self.is_stopped

    @property
    def is_stopped(self) -> bool:
        """Whether the next tick would have only one seat in."""
        return len(self.state.active) - len(self.leaving) < 2

    def turn(self, seat: int, heading: int, earliest: int = 0, number: int = 0) -> None:
        """Takes a turn; two may wait, a third replaces the later."""
        queue = self.waiting.setdefault(seat, [])
        del queue[MOST_WAITING - 1 :]
        queue.append(Waiting(heading, earliest, number))

    def cover(self, seat: int) -> None:
        """The bot steers for the seat from the next tick on."""
        if seat in self.away or not self._stays(seat):
            return
        self.away.add(seat)
        self.lines.append(event_line("away", seat, self.next_tick))
        drawn = lapses(self.seed, self.number, seat, self.course.ticks)
        levels = {**self.course.levels, seat: self.level}
        self.course = replace(self.course, levels=levels, lapses={**self.course.lapses, seat: drawn})

    def uncover(self, seat: int) -> None:
        """The seat's own player steers again from the next tick on."""
        if seat not in self.away or not self._stays(seat):
            return
        self.away.discard(seat)
        self.lines.append(event_line("back", seat, self.next_tick))
        levels = {other: level for other, level in self.course.levels.items() if other != seat}
        self.course = replace(self.course, levels=levels)

    def leave(self, seat: int) -> None:
        """The seat resigns: it is off the field from the next tick on."""
        if self._stays(seat):
            self.leaving.add(seat)
            self.lines.append(event_line("resign", seat, self.next_tick))

    def _stays(self, seat: int) -> bool:
        return seat in self.state.active and seat not in self.leaving

    def step(self) -> str:
        """Plays the next tick and gives a letter a seat."""
        given = self._due(self.next_tick)
        leaving = tuple(sorted(self.leaving))
        self.leaving.clear()
        overruled = {seat: level for seat, level in self.course.levels.items() if seat not in given}
        levels = self.course.levels
        course = replace(self.course, levels=overruled) if given else self.course
        course, turns, self.letters = went_on(course, given, leaving)
        self.course = replace(course, levels=levels) if given else course
        if turns:
            self.lines.append(turns_line(self.state.tick, turns))
        return self.letters

    def _due(self, k: int) -> dict[int, int]:
        """The turns that act on tick k: of those due the last that came."""
        given = {}
        for seat, queue in self.waiting.items():
            due = [turn for turn in queue if turn.earliest <= k]
            if due:
                given[seat] = due[-1].heading
                self.applied[seat] = due[-1].number
                self.waiting[seat] = [turn for turn in queue if turn.earliest > k]
        return given

    def ended(self) -> tuple[str, ...]:
        """All lines of the round, with its bell, or with where it stopped."""
        if self.is_stopped and self.state.tick < self.course.ticks:
            self.course = replace(self.course, round=without(self.state, self.leaving))
            return (*self.lines, stopped_line(self.state))
        return (*self.lines, bell_line(self.state, winner(self.state)))


def begin(state: State, *, again: bool = False) -> LiveRound:
    """The round that the match has begun last, before its first tick, with its opening line."""
    seed, number, ticks = bytes.fromhex(state.seed), state.begun, state.options.ticks
    seats = state.score.active
    start = corners(seed, number, len(state.players))
    bots = [seat for seat in state.bots if seat in seats]
    course = Course(
        open_round(start, seats),
        ticks,
        levels=dict.fromkeys(bots, state.level),
        lapses={seat: lapses(seed, number, seat, ticks) for seat in bots},
    )
    return LiveRound(course, seed, number, state.level, [round_line(number, start, seats, again=again)])
