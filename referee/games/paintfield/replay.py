"""A match played again from its log alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.errors import CaseError
from referee.games.paintfield.lines import (
    Event,
    Head,
    Line,
    is_end,
    is_whole,
    parse,
    read_event,
    read_head,
    read_opening,
    read_seed,
    read_turns,
)
from referee.games.paintfield.round import Round, open_round, tick, without

COVERED = (5, 6)
"""The share of a round that the bot must have played for a seat to count as absent."""

Turns = Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Played:
    """One round of a log: its lines read, and its states from the opening on."""

    number: int
    corners: tuple[int, ...]
    seats: tuple[int, ...]
    again: bool
    states: tuple[Round, ...]
    outcomes: tuple[str, ...]
    turns: Turns
    events: tuple[Event, ...]
    ending: Line

    @property
    def last(self) -> Round:
        """The round when it ended."""
        return self.states[-1]

    @property
    def is_whole(self) -> bool:
        """Whether it came to its bell."""
        return "bell" in self.ending

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that left in it."""
        return tuple(event.seat for event in self.events if event.is_leaving)

    def covered(self, seat: int) -> int:
        """For how many ticks the bot played for the seat."""
        since, total = None, 0
        for event in self.events:
            if event.seat == seat and event.kind == "away" and since is None:
                since = event.k
            elif event.seat == seat and event.kind != "away" and since is not None:
                total, since = total + event.k - since, None
        return total + (self.last.tick + 1 - since if since is not None else 0)

    def absent(self, bots: Iterable[int]) -> tuple[int, ...]:
        """The people's seats that the bot played at least five sixths of the round for."""
        share, of = COVERED
        people = [seat for seat in self.seats if seat not in bots]
        return tuple(seat for seat in people if self.covered(seat) * of >= share * self.last.tick)


@dataclass(slots=True)
class Reading:
    """A log as it is read: the match line, the rounds and who left between them in order, the seed."""

    head: Head
    told: list[Played | Event] = field(default_factory=list)
    seed: bytes | None = None

    @property
    def rounds(self) -> list[Played]:
        """The rounds, in order."""
        return [one for one in self.told if isinstance(one, Played)]


def read_log(text: str) -> Reading:
    """The match that a log tells, played again; raises CaseError when a line can't be carried out."""
    return read_lines(parse(text))


def read_lines(lines: Sequence[Line]) -> Reading:
    """The match that the lines tell, played again; raises CaseError when one can't be carried out."""
    reading = Reading(read_head(lines))
    at = 1
    while at < len(lines):
        if reading.seed is not None:
            raise CaseError("The log goes on after its seed.")
        if "round" in lines[at]:
            end = _end(lines, at)
            reading.told.append(read_round(lines[at : end + 1], len(reading.head.seats), reading.head.ticks))
            at = end
        elif "seed" in lines[at]:
            reading.seed = read_seed(lines[at])
        else:
            reading.told.append(_between(lines[at], len(reading.head.seats)))
        if len(reading.rounds) > reading.head.rounds:
            raise CaseError(f"The log has more than the {reading.head.rounds} rounds of its match line.")
        at += 1
    return reading


def _end(lines: Sequence[Line], start: int) -> int:
    """Where the round ends that begins there."""
    for at in range(start + 1, len(lines)):
        if is_end(lines[at]):
            return at
        if "round" in lines[at]:
            break
    raise CaseError(f"Round {lines[start]['round']!r} of the log has no end.")


def _between(told: Line, players: int) -> Event:
    """Who leaves between two rounds."""
    try:
        event = read_event(told, players)
    except (ValueError, StopIteration):
        raise CaseError("The log has a line outside its rounds that belongs into one.") from None
    if not event.is_leaving or event.k:
        raise CaseError("The log has a line outside its rounds that belongs into one.")
    return event


def read_round(lines: Sequence[Line], players: int, ticks: int) -> Played:
    """One round from its opening line to its last; raises CaseError."""
    try:
        first, last = read_opening(lines[0], players), lines[-1]
        end = last["bell"] if "bell" in last else last["stopped"]
        if not is_whole(end) or not 0 <= end <= ticks or not all(map(is_whole, last["counts"])):
            raise ValueError(last)
        turns, events = _inside(lines[1:-1], players, end)
    except (ValueError, TypeError, KeyError, IndexError, StopIteration):
        raise CaseError(f"Round {_number(lines)!r} of the log can't be read.") from None
    states, outcomes = play(open_round(first.corners, first.seats), turns, events, end)
    return Played(
        first.number, first.corners, first.seats, first.again, states, outcomes, turns, events, last
    )


def _number(lines: Sequence[Line]) -> Any:
    return lines[0].get("round") if lines else None


def _inside(lines: Sequence[Line], players: int, end: int) -> tuple[Turns, tuple[Event, ...]]:
    """The turns and events of a round, which come in order of their ticks, events before turns."""
    turns: dict[int, dict[int, int]] = {}
    events: list[Event] = []
    now = 1
    for told in lines:
        if "turns" in told:
            k, turns_of_k = read_turns(told, players)
            turns[k], after, most = turns_of_k, k + 1, end
        else:
            event = read_event(told, players)
            k, after, most = event.k, event.k, end + 1
            events.append(event)
        if not now <= k <= most:
            raise ValueError(told)
        now = after
    return turns, tuple(events)


def play(
    opening: Round, turns: Turns, events: Iterable[Event], end: int
) -> tuple[tuple[Round, ...], tuple[str, ...]]:
    """Every state from the opening to the end, and every tick's outcomes."""
    leaving: dict[int, list[int]] = {}
    for event in events:
        if event.is_leaving:
            leaving.setdefault(event.k, []).append(event.seat)
    states, outcomes = [opening], []
    for k in range(1, end + 1):
        state, letters = tick(without(states[-1], leaving.get(k, ())), turns.get(k, {}))
        states.append(state)
        outcomes.append(letters)
    states[-1] = without(states[-1], leaving.get(end + 1, ()))
    return tuple(states), tuple(outcomes)


def idle_turns(played: Played) -> Iterator[tuple[int, int]]:
    """Tick and seat of each written turn that changed no heading of a painter on the field."""
    for k, given in played.turns.items():
        before, after = played.states[k - 1], played.states[k]
        for seat, way in given.items():
            if not after.painters[seat].is_in or before.painters[seat].facing == way:
                yield k, seat


def unfounded(played: Played) -> Iterator[Event]:
    """The events of seats that were not in, that were away already, or that were back and had not gone."""
    inside, away = set(played.seats), set[int]()
    for event in played.events:
        is_back = event.kind == "back"
        if event.seat not in inside or (not event.is_leaving and is_back != (event.seat in away)):
            yield event
        away = away - {event.seat} if is_back else away | {event.seat}
        inside -= {event.seat} if event.is_leaving else set()
