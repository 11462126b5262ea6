"""Whether every line of a log is right: what its rounds come to, who may play them, and what was drawn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.games.paintfield import score as scores
from referee.games.paintfield.draws import commitment, corners
from referee.games.paintfield.lines import Event
from referee.games.paintfield.log import digest
from referee.games.paintfield.replay import Played, Reading, idle_turns, read_log, unfounded
from referee.games.paintfield.round import winner
from referee.games.paintfield.score import Score, new_score


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and whether it is right."""

    what: str
    is_right: bool


def verify(text: str) -> tuple[Check, ...]:
    """Every round played again against its bell and the match so far, the draws against the seed."""
    reading = read_log(text)
    checks = [*_check_match(reading)]
    if reading.seed is None:
        return (*checks, Check("the seed is published", is_right=False))
    right = reading.head.commitment == commitment(reading.seed)
    checks.append(Check("the seed is the one committed to", right))
    players = len(reading.head.seats)
    for played in reading.rounds:
        drawn = corners(reading.seed, played.number, players)
        checks.append(Check(f"round {played.number}: the seed gives its corners", drawn == played.corners))
    return tuple(checks)


def _check_match(reading: Reading) -> Iterator[Check]:
    """Each round by itself and in its place; who left; and the end, once the seed is there."""
    score, due = new_score(len(reading.head.seats)), set[int]()
    for told in reading.told:
        if isinstance(told, Event):
            yield _check_leaving(told, score, due)
            due.discard(told.seat)
            score = scores.without(score, (told.seat,))
            continue
        yield from _check_round(told, reading.head.ticks)
        yield _check_place(told, reading, score, due)
        score = _after(score, told, reading.head.bots)
        due = set() if scores.outcome(score, reading.head.rounds) else set(scores.forfeiting(score))
    if due:
        yield Check(f"{_names(reading, due)} forfeited after the last round", is_right=False)
    if reading.seed is not None:
        yield Check(_told(reading, score), is_right=True)


def _check_leaving(event: Event, score: Score, due: Iterable[int]) -> Check:
    is_right = event.seat in (due if event.kind == "forfeit" else score.active)
    return Check(f"seat {event.seat} left between rounds ({event.kind})", is_right)


def _check_place(played: Played, reading: Reading, score: Score, due: Iterable[int]) -> Check:
    """The round is the next one, it is for the seats that are in, and the match was not over."""
    gap = played.number - score.number
    is_next = gap >= 2 if played.again else gap == 1
    is_open = scores.outcome(score, reading.head.rounds) is None and not due
    is_right = is_next and is_open and played.seats == score.active
    return Check(f"round {played.number}: it follows from what was before it", is_right)


def _after(score: Score, played: Played, bots: Iterable[int]) -> Score:
    score = scores.without(score, played.left)
    if not played.is_whole:
        return replace(score, number=played.number)
    return scores.after_bell(score, played.number, winner(played.last), played.absent(bots))


def _check_round(played: Played, ticks: int) -> Iterator[Check]:
    name, told, last = f"round {played.number}", played.ending, played.last
    yield Check(f"{name}: every turn of it changed a heading", not any(idle_turns(played)))
    yield Check(f"{name}: who was away, came back or left was in it", not any(unfounded(played)))
    yield Check(f"{name}: the counts are {_and(last.counts)}", told.get("counts") == list(last.counts))
    if played.is_whole:
        yield Check(f"{name}: the bell rang after {ticks} ticks", last.tick == ticks)
        yield Check(f"{name}: its winner", told.get("winner") == winner(last))
        yield Check(f"{name}: the field is the one of its bell", told.get("sha256") == digest(last))
    else:
        yield Check(f"{name}: it stopped because one was left", _is_alone_since_the_end(played))
        yield Check(f"{name}: that was before its bell", last.tick < ticks)


def _is_alone_since_the_end(played: Played) -> bool:
    """Whether the tick after its last is the first with only one seat in."""
    leavers = [event for event in played.events if event.is_leaving and event.k == played.last.tick + 1]
    left = len(played.last.active)
    return left < 2 <= left + len(leavers)


def _told(reading: Reading, score: Score) -> str:
    """How the match ended, as far as the log tells."""
    ended = scores.outcome(score, reading.head.rounds)
    if ended is None:
        return f"no seat had won when the match ended; rounds that came to their bell: {score.played}"
    if ended.why == "draw":
        return f"the match is a draw of {_names(reading, ended.winners)}"
    return f"the match is won by {_names(reading, ended.winners)}" if ended.winners else "nobody is left"


def _names(reading: Reading, seats: Iterable[int]) -> str:
    return ", ".join(reading.head.seats[seat] for seat in sorted(seats))


def _and(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
