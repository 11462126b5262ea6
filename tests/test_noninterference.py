"""What a seat receives depends on what it perceives, on its own letters and on public facts: on nothing else.

Two worlds share everything that one seat can perceive and differ in the rest: who else is awake, the true
field, others' displays, what others declared that did not reach it, and letters of every kind. As long as
its perception is the same, all that it is mailed is the same: bytes, order and time.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from referee.games.paprika.gamestate import dump
from tests.games.paprika.generator import random_action
from tests.table import MAX, OPENED, Table, address_of, moment, open_table, spring

NAMES = ("Ann", "Bob", "Cid")
NDAYS = 4
HOUR = timedelta(hours=1)
MAP = "map\nb2 hole\nc2 wall\na3 springboard\nb4 wall\nc5 hole\nend"
QUESTIONS = (
    "status",
    "history",
    "help",
    "help move",
    "display",
    "matches",
    "rules",
    "addresses",
    "history 3",
)
CHATTER = (
    "Hi all, what a night!",
    "mvoe north",
    "move",
    "don't move n",
    "push comes to shove",
    "nday 9: duck",
)


@dataclass(frozen=True)
class Event:
    """A letter to come: who writes what, when, and under which Message-ID."""

    at: datetime
    sender: str
    text: str
    id: str
    kind: str = "plain"


def declaration(rng: random.Random, names: tuple[str, ...] = NAMES) -> str:
    """An order that a player may well send."""
    return random_action(rng, list(names))


def own_letters(rng: random.Random, seat: str, nday: int) -> Iterator[Event]:
    """What the watched seat writes in an nday: the same in both worlds."""
    for number in range(rng.randint(1, 4)):
        lines = [rng.choice((declaration(rng), rng.choice(QUESTIONS), rng.choice(CHATTER)))]
        lines += rng.sample(QUESTIONS, rng.randint(0, 2))
        start = ["preview"] if rng.random() < 0.2 else []
        yield _event(rng, nday, seat, "\n".join(start + lines), f"own{nday}.{number}")


def others_letters(rng: random.Random, seat: str, nday: int, world: str) -> Iterator[Event]:
    """What others write: every kind of letter that brings the watched seat nothing."""
    others = [name for name in NAMES if name != seat]
    for number in range(rng.randint(0, 4)):
        sender = rng.choice(others)
        kind, text = _some_kind(rng, sender, others)
        yield replace(_event(rng, nday, sender, text, f"{world}{nday}.{number}"), kind=kind)


def _some_kind(rng: random.Random, sender: str, others: list[str]) -> tuple[str, str]:
    """A kind of letter (how it is sent) and its text."""
    if rng.random() < 0.5:
        return rng.choice(("plain", "plain", "twice", "token", "unproven")), declaration(rng)
    told = next((name for name in others if name != sender), sender)
    return rng.choice(
        [
            ("plain", "\n".join(rng.sample(QUESTIONS, 3))),
            ("plain", "\n".join(rng.sample(CHATTER, 3))),
            ("plain", f"tell {told} I am awake.\nignore {told}"),
            ("plain", "resign\ntoken renew\naddresses add new@example.com\ntimezone Asia/Tokyo"),
            ("plain", "display\ndisplay\ndisplay"),
            ("stranger", "hello\njoin m1 as Eve"),
            ("machine", "I am on holiday."),
            ("empty", ""),
            ("late", declaration(rng)),
            ("moderator", rng.choice(("show", "show Ann", "log", "letters", "log 2"))),
        ]
    )


def _event(rng: random.Random, nday: int, sender: str, text: str, id: str) -> Event:
    start = moment(OPENED) if nday == 1 else moment(f"{nday} 00:05")
    room = moment(f"{nday + 1} 00:00") - start
    return Event(start + room * rng.random(), sender, text, id)


def overrides(rng: random.Random, twin: random.Random, nday: int) -> tuple[Event, Event]:
    """One secret override for each world: what is in them differs, their number does not."""
    at = moment(f"{nday} 11:00") + HOUR * rng.random()
    first, second = (f"moderate m1\n{_secret(lots)} because of a test" for lots in (rng, twin))
    return Event(at, MAX, first, f"max{nday}"), Event(at, MAX, second, f"max{nday}")


def _secret(rng: random.Random) -> str:
    name, other = rng.sample(NAMES, 2)
    square = f"{rng.choice('abcd')}{rng.randint(2, 9)}"
    return rng.choice(
        (
            f"wake {name}",
            f"sleep {name}",
            f"set true.avatars.{name}.at = {square}",
            f"set true.objects.{square} = {rng.choice(('hole', 'wall', 'springboard', 'none'))}",
            f"set true.avatars.{name}.frozen = 2",
            f"set true.priority = {name}, {', '.join(n for n in NAMES if n != name)}",
            f"set perceived.{other}.objects.{square} = wall",
            f"set perceived.{other}.avatars.{name}.at = {square}",
        )
    )


def send(table: Table, event: Event) -> None:
    """The letter comes in as its kind says."""
    fields: dict[str, Any] = {"message_id": f"<{event.id}@example.net>", "now": event.at}
    match event.kind:
        case "twice":
            table.write(event.sender, event.text, event.at, **fields)
        case "token":
            fields["to"] = table.seat_address(event.sender)
        case "unproven":
            fields["vouched"] = False
        case "machine":
            fields["extra"] = {"Auto-Submitted": "auto-replied"}
        case "late":
            fields["now"] = event.at + 20 * HOUR
    sender = {"stranger": "eve@example.com", "moderator": MAX}.get(event.kind, event.sender)
    text = f"moderate m1\n{event.text}" if event.kind == "moderator" else event.text
    table.write(sender, text, event.at, **fields)


def perception(table: Table, seat: str) -> Any:
    """What the seat perceives and what everybody knows, straight from the state."""
    match = table.match()
    state = match.state
    tried = [
        [(actor, nday.actions[actor], how) for actor, how in nday.outcomes[seat]] for nday in state.history
    ]
    public = (match.status, state.nday, state.deadline, state.gone, match.overrides)
    return dump(state.perceived[seat]), tried, state.declared.get(seat), public


def hidden(table: Table, seat: str) -> Any:
    """All the rest: if the worlds don't differ here, a comparison proves nothing."""
    state = table.match().state
    others = {name: dump(state.perceived[name]) for name in NAMES if name != seat}
    return state.waking, dump(state.true), others, state.declared, len(table.letters())


def received(table: Table, seat: str) -> list[tuple[bytes, str, datetime]]:
    """Everything that was posted to the seat's address, in order."""
    return [(mail.raw, mail.kind, mail.posted_at) for mail in table.mails(seat)]


def story(rng: random.Random, twin: random.Random, seat: str, nday: int) -> tuple[list[Event], list[Event]]:
    """The letters of an nday in both worlds."""
    own = list(own_letters(rng, seat, nday))
    common = list(others_letters(rng, seat, nday, "common"))
    kept = [event for event in common if twin.random() < 0.6]
    altered = [replace(event, text=declaration(twin)) if twin.random() < 0.3 else event for event in kept]
    first = [*own, *common, *others_letters(rng, seat, nday, "first")]
    second = [*own, *altered, *others_letters(twin, seat, nday, "second")]
    if rng.random() < 0.7:
        pair = overrides(rng, twin, nday)
        first.append(pair[0])
        second.append(pair[1])
    return sorted(first, key=lambda event: event.at), sorted(second, key=lambda event: event.at)


def play_nday(table: Table, events: list[Event], nday: int) -> None:
    """Letters in order of their time, the clock striking now and then (reminders are due at 18:00)."""
    strikes = [moment(f"{nday} {hour}:00") for hour in (12, 18, 19, 20, 21, 22, 23)]
    for at, event in sorted([*((at, None) for at in strikes), *((e.at, e) for e in events)], key=_time):
        if event is None:
            table.tick_to(at)
        else:
            send(table, event)


def _time(happening: tuple[datetime, Event | None]) -> datetime:
    return happening[0]


def compare(number: int) -> int:
    """Plays two worlds and gives how many comparisons were made in which they truly differed."""
    rng, twin = random.Random(number), random.Random(-number - 1)
    seat = rng.choice(NAMES)
    options = (
        f"dreams_reach = {rng.choice(('waking', 'waking', 'sleeping'))}\npress = private\nreminders = on\n"
        f"revisable = {rng.choice(('on', 'off'))}\ncolumns = 4\nrows = 12\n{MAP}"
    )
    told = 0
    with ExitStack() as stack:
        seed = rng.randbytes(32)
        worlds = [
            stack.enter_context(open_table(seed=seed, moderation={"moderators": [MAX], "confirm": "never"}))
            for _ in range(2)
        ]
        for world in worlds:
            seats = "\n".join(f"seat {name} {address_of(name)}" for name in NAMES)
            world.write(MAX, f'open paprika "Spring"\n{options}\n{seats}\nstart', OPENED)
        for nday in range(1, NDAYS + 1):
            for world, events in zip(worlds, story(rng, twin, seat, nday), strict=True):
                play_nday(world, events, nday)
            told += _same(worlds, seat)
            for world in worlds:
                world.tick_to(moment(f"{nday + 1} 00:01"))
            if perception(worlds[0], seat) != perception(worlds[1], seat):
                return told
            told += _same(worlds, seat)
    return told


def _same(worlds: list[Table], seat: str) -> int:
    """Whether the worlds truly differ; what the seat received must not."""
    if perception(worlds[0], seat) != perception(worlds[1], seat):
        return 0
    assert received(worlds[0], seat) == received(worlds[1], seat)
    return int(hidden(worlds[0], seat) != hidden(worlds[1], seat))


@pytest.mark.full
def test_a_seat_receives_the_same_bytes_whatever_it_cannot_perceive(share: int) -> None:
    pairs = 120 // share
    told = sum(compare(number) for number in range(pairs))
    assert told > pairs  # else nothing was hidden, and the comparison says nothing


def _two_worlds(first: list[str], second: list[str]) -> list[list[tuple[bytes, str, datetime]]]:
    """What Ann receives in two worlds in which Max, Bob and Cid write other things."""
    told = []
    for letters in (first, second):
        with spring(*NAMES, options=f"columns = 4\n{MAP}", moderation={"confirm": "never"}) as table:
            for number, letter in enumerate(letters):
                sender, text = letter.split(": ", 1)
                table.write(sender, text, moment("1 11:00") + number * HOUR)
            table.write("Ann", "status\nhistory\ndisplay", "1 20:00", message_id="<ann@example.net>")
            table.tick_to("2 00:01")
            told.append(received(table, "Ann"))
    return told


def test_whoever_nobody_reached_gets_the_same_bytes_awake_or_asleep() -> None:
    asleep, awake = (f"Max: moderate m1\n{verb} Ann because I test" for verb in ("sleep", "wake"))
    first, second = _two_worlds([asleep], [awake])
    assert first == second


def test_a_sleeper_gets_the_same_bytes_whatever_others_declare() -> None:
    asleep = "Max: moderate m1\nsleep Ann because I test"
    first, second = _two_worlds([asleep], [asleep, "Bob: freeze e", "Cid: tilt n", "Bob: duck"])
    assert first == second


def test_a_moderators_secret_commands_differ_in_nothing_but_their_number() -> None:
    start = ["Max: moderate m1\nsleep Ann because I test", "Bob: move n"]
    void = "Max: moderate m1\nvoid 7 because he asked"
    acting = "Max: moderate m1\nas Cid: move w because he asked me on the telephone"
    first, second = _two_worlds([*start, void], [*start, acting])
    assert first == second
    assert [kind for _, kind, _ in first].count("mail/override") == 2


def test_reminders_tell_nothing_of_who_has_declared() -> None:
    told = []
    for declares in (True, False):
        with spring(*NAMES, options="reminders = on") as table:
            table.tick_to("1 18:00")
            if declares:
                table.write("Bob", "move n", "1 18:30")
            table.tick_to("1 19:00")
            told.append(received(table, "Ann"))
    assert told[0] == told[1]
    assert [kind for _, kind, _ in told[0]].count("paprika/reminder") == 1
