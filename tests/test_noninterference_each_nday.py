"""What a seat receives through a whole match, for every seat: two worlds that it can't tell apart.

While the seat is awake, what others declare is the same in both worlds, as it perceives that; while it
sleeps, all of it differs. Everything else that it can't perceive differs in every nday.
"""

import random
from contextlib import ExitStack
from dataclasses import replace

import pytest

from referee.games.paprika.gamestate import Gamestate
from referee.games.paprika.state import State
from tests.table import MAX, OPENED, Table, address_of, moment, open_table
from tests.test_noninterference import (
    MAP,
    NAMES,
    NDAYS,
    Event,
    declaration,
    hidden,
    others_letters,
    own_letters,
    perception,
    play_nday,
    received,
)

SQUARES = [f"{column}{row}" for column in "abcd" for row in range(2, 6)]
OPTIONS = f"press = private\nreminders = on\ncolumns = 4\nrows = 12\n{MAP}"
ACTS = {"plain", "twice", "token", "late"}
"""The kinds of letters in which a declaration counts."""
VERBS = {"move", "leapfrog", "cut", "clear", "dig", "build", "push", "freeze", "duck", "tilt", "focus"}


def declares(event: Event) -> bool:
    """Whether the letter declares an action."""
    return event.kind in ACTS and event.text.partition(" ")[0] in VERBS


def own(rng: random.Random, seat: str, nday: int) -> list[Event]:
    """What the seat writes; a Focus would show the truth, which differs."""
    written = own_letters(rng, seat, nday)
    return [replace(event, text=event.text.replace("focus", "duck")) for event in written]


def secret(lots: random.Random, seat: str, nday: int, state: State) -> Event:
    """A secret override of others' waking, of the true field or of another's display; one that is allowed."""
    name, other = lots.sample([each for each in NAMES if each != seat], 2)
    shown = (state.true, state.perceived[other])
    square = lots.choice([each for each in SQUARES if all(is_free(one, each) for one in shown)])
    command = lots.choice(
        (
            f"wake {name}",
            f"sleep {name}",
            f"set true.avatars.{name}.at = {square}",
            f"set true.objects.{square} = {lots.choice(('hole', 'wall', 'none'))}",
            f"set true.avatars.{seat}.frozen = {lots.choice('12')}",
            f"set perceived.{other}.avatars.{name}.at = {square}",
        )
    )
    return Event(moment(f"{nday} 11:00"), MAX, f"moderate m1\n{command} because of a test", f"max{nday}")


def is_free(gamestate: Gamestate, square: str) -> bool:
    """Whether nobody and no wall stands there."""
    is_walled = gamestate.objects.get(square) == "wall"
    return not is_walled and all(avatar.at != square for avatar in gamestate.avatars.values())


def letters(lots: random.Random, seat: str, nday: int, world: str, is_awake: bool) -> list[Event]:
    """What others write in one world; only while the seat sleeps do they declare what they like there."""
    written = [*others_letters(lots, seat, nday, world), *others_letters(lots, seat, nday, f"more{world}")]
    if is_awake:
        return [each for each in written if not declares(each)]
    sender = lots.choice([name for name in NAMES if name != seat])
    return [*written, Event(moment(f"{nday} 12:30"), sender, declaration(lots), f"noon{world}{nday}")]


def worlds(stack: ExitStack, seed: bytes) -> list[Table]:
    """Two matches that begin alike."""
    seats = "\n".join(f"seat {name} {address_of(name)}" for name in NAMES)
    made = []
    for _ in range(2):
        table = open_table(seed=seed, moderation={"moderators": [MAX], "confirm": "never"})
        made.append(stack.enter_context(table))
        made[-1].write(MAX, f'open paprika "Spring"\n{OPTIONS}\n{seats}\nstart', OPENED)
    return made


def compared(seat: str, number: int) -> tuple[int, int, int]:
    """How many ndays were played, in how many the worlds truly differed, in how many the seat was awake."""
    rng, differed, awake = random.Random(f"{seat} {number}"), 0, 0
    with ExitStack() as stack:
        pair = worlds(stack, rng.randbytes(32))
        for nday in range(1, NDAYS + 1):
            is_awake = seat in pair[0].state().waking
            awake += is_awake
            common = own(rng, seat, nday)
            if is_awake:
                common += [each for each in others_letters(rng, seat, nday, "both") if declares(each)]
            for name, table in zip(("first", "second"), pair, strict=True):
                lots = random.Random(f"{name} {seat} {number} {nday}")
                told = [
                    *common,
                    *letters(lots, seat, nday, name, is_awake),
                    secret(lots, seat, nday, table.state()),
                ]
                play_nday(table, sorted(told, key=lambda event: event.at), nday)
            for _ in range(2):
                assert perception(pair[0], seat) == perception(pair[1], seat), (seat, number, nday)
                assert received(pair[0], seat) == received(pair[1], seat), (seat, number, nday)
                for table in pair:
                    table.tick_to(moment(f"{nday + 1} 00:01"))
            differed += hidden(pair[0], seat) != hidden(pair[1], seat)
            if any(table.match().status == "over" for table in pair):
                return nday, differed, awake
    return NDAYS, differed, awake


@pytest.mark.full
@pytest.mark.parametrize("seat", NAMES)
def test_every_seat_receives_the_same_bytes_through_every_nday(seat: str, share: int) -> None:
    told = [compared(seat, number) for number in range(20 // share)]
    ndays, differed, awake = (sum(numbers) for numbers in zip(*told, strict=True))
    assert ndays >= len(told) * (NDAYS - 1)
    assert differed == ndays
    assert 0 < awake < ndays
