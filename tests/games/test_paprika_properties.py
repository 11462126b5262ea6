"""Laws that hold in every match, and what can't be learned from a view."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from referee.games.paprika import GAME
from referee.games.paprika.cases import adjudicate, case_of
from tests.games.paprika.session import Session

law = settings(max_examples=60, deadline=None)
NAMES = ("Ann", "Bob", "Cid")
COLUMNS, ROWS = 4, 6
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
DIRECTED = ("move", "leapfrog", "clear", "dig", "build", "push", "freeze", "tilt")
ACTIONS = (
    *(f"{verb} {direction}" for verb in DIRECTED for direction in DIRECTIONS),
    *(f"push {direction} {name}" for direction in DIRECTIONS for name in NAMES),
    *("cut the line", "duck", "focus") * 8,
)
STATE = TypeAdapter(GAME.state)


@dataclass(frozen=True)
class Nday:
    """Who is awake, and who declares what."""

    waking: frozenset[str]
    declared: Mapping[str, str]


waking = st.frozensets(st.sampled_from(NAMES))
declared = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(ACTIONS))
ndays = st.lists(st.builds(Nday, waking, declared), min_size=1, max_size=6)
squares = st.sampled_from([f"{letter}{row}" for letter in "abcd" for row in range(2, ROWS)])
maps = st.dictionaries(squares, st.sampled_from(["hole", "springboard", "wall"]), max_size=9)
options = st.fixed_dictionaries(
    {"map": maps, "dreams_reach": st.sampled_from(["waking", "sleeping"])},
).map(lambda drawn: {**drawn, "columns": COLUMNS, "rows": ROWS})
seeds = st.integers(0, 3).map(lambda number: bytes([number]) * 32)


def opened(session: Session, nday: Nday) -> Session:
    """The running nday with these waking states and declarations."""
    for name in NAMES:
        session = session.override(f"{'wake' if name in nday.waking else 'sleep'} {name}")
    for name in sorted(nday.declared):
        session = session.say(name, nday.declared[name])
    return session


def played(start: Session, plan: list[Nday]) -> list[Session]:
    """The match after each Turn, up to a win."""
    sessions = [start]
    for nday in plan:
        sessions.append(opened(sessions[-1], nday).turn())
        if sessions[-1].state.ending:
            break
    return sessions[1:]


def text(session: Session, seat: str) -> str:
    """A view as text, so that the order of things counts too."""
    return json.dumps(session.view(seat), default=str) + repr(GAME.can(session.state, seat))


plays = st.builds(lambda seed, chosen: Session.start(*NAMES, seed=seed, **chosen), seeds, options)


@law
@given(plays, ndays)
def test_laws_of_every_gamestate(start: Session, plan: list[Nday]) -> None:
    homes = start.state.opening.homes
    for session in played(start, plan):
        for gamestate in (session.state.true, *session.state.perceived.values()):
            assert sorted(gamestate.priority) == sorted(NAMES)
            for name, avatar in gamestate.avatars.items():
                assert session.state.field.has(avatar.at)
                assert avatar.frozen in (0, 1, 2)
                if gamestate.objects.get(avatar.at) == "wall":
                    assert avatar.at == homes[name]


@law
@given(plays, ndays)
def test_only_who_stands_on_the_true_top_row_has_won(start: Session, plan: list[Nday]) -> None:
    for session in played(start, plan):
        on_top = {n for n, avatar in session.state.true.avatars.items() if avatar.at.endswith(str(ROWS))}
        ending = session.state.ending
        assert on_top == (set(ending.winners) if ending else set())


@law
@given(plays, ndays)
def test_a_state_survives_being_kept_and_shows_the_same(start: Session, plan: list[Nday]) -> None:
    for session in [start, *played(start, plan)]:
        kept = replace(session, state=STATE.validate_json(STATE.dump_json(session.state)))
        assert kept.state == session.state
        assert [text(kept, seat) for seat in NAMES] == [text(session, seat) for seat in NAMES]


@law
@given(plays, ndays)
def test_the_same_inputs_give_the_same_match(start: Session, plan: list[Nday]) -> None:
    assert [one.state for one in played(start, plan)] == [other.state for other in played(start, plan)]


@law
@given(plays, ndays)
def test_a_step_leaves_the_old_state_untouched(start: Session, plan: list[Nday]) -> None:
    before = STATE.dump_json(start.state)
    played(start, plan)
    assert STATE.dump_json(start.state) == before


@law
@given(plays, ndays)
def test_the_case_of_a_match_comes_to_the_match(start: Session, plan: list[Nday]) -> None:
    last = played(start, plan)[-1]
    result = adjudicate(case_of(last.state))["ndays"][-1]
    state = GAME.public_state(last.state)
    assert (result["true"], result["perceived"]) == (state["true"], state["perceived"])
    assert result["winners"] == list(last.state.ending.winners if last.state.ending else ())


@law
@given(plays, ndays, declared)
def test_before_the_turn_nobody_can_tell_who_has_declared(
    start: Session, plan: list[Nday], more: Mapping[str, str]
) -> None:
    session = [start, *played(start, plan)][-1]
    assume(session.state.ending is None)
    for seat in NAMES:
        others = {name: line for name, line in more.items() if name != seat}
        after = opened(session, Nday(frozenset(), others))
        assert text(after, seat) == text(session, seat)


def reached(seat: str, nday: Nday, dreams: str) -> frozenset[str]:
    """Who among the others is perceived by the seat."""
    if dreams == "sleeping":
        return frozenset(n for n in NAMES if (n in nday.waking) == (seat in nday.waking)) - {seat}
    return frozenset(NAMES) - {seat} if seat in nday.waking else frozenset()


def disguised(seat: str, nday: Nday, other: Nday, dreams: str) -> Nday:
    """The nday with all changed that the seat can't perceive: waking states and declarations."""
    mine = reached(seat, nday, dreams) | {seat}
    states = nday.waking & mine if dreams == "sleeping" else nday.waking & {seat}
    free = frozenset(NAMES) - (mine if dreams == "sleeping" else {seat})
    if dreams == "sleeping":  # those who are not perceived must stay in the other state
        free = free if seat not in nday.waking else frozenset()
        kept = {name: line for name, line in nday.declared.items() if name in mine}
        hidden = {name: line for name, line in other.declared.items() if name not in mine}
        return Nday(states | free, kept | hidden)
    kept = {name: line for name, line in nday.declared.items() if name in mine}
    hidden = {name: line for name, line in other.declared.items() if name not in mine}
    return Nday(states | (other.waking & free), kept | hidden)


@settings(max_examples=200, deadline=None)
@given(plays, ndays, st.lists(st.builds(Nday, waking, declared), min_size=6, max_size=6))
def test_a_view_depends_on_nothing_that_its_seat_does_not_perceive(
    start: Session, plan: list[Nday], others: list[Nday]
) -> None:
    dreams = start.state.options.dreams_reach
    for seat in NAMES:
        unfocused = [
            replace(nday, declared={n: a for n, a in nday.declared.items() if (n, a) != (seat, "focus")})
            for nday in plan
        ]
        changed = [
            disguised(seat, nday, other, dreams) for nday, other in zip(unfocused, others, strict=False)
        ]
        for one, other in zip(played(start, unfocused), played(start, changed), strict=False):
            if one.state.ending or other.state.ending:
                break
            assert text(one, seat) == text(other, seat)


@law
@given(plays, ndays, st.sampled_from(NAMES))
def test_a_player_to_whom_nothing_else_was_declared_sees_the_same_awake_or_asleep(
    start: Session, plan: list[Nday], seat: str
) -> None:
    alone = [Nday(nday.waking, {n: a for n, a in nday.declared.items() if n == seat}) for nday in plan]
    quiet = [
        replace(nday, declared={n: a for n, a in nday.declared.items() if a != "focus"}) for nday in alone
    ]
    turned = [replace(nday, waking=frozenset(NAMES) - nday.waking) for nday in quiet]
    for one, other in zip(played(start, quiet), played(start, turned), strict=False):
        if one.state.ending or other.state.ending:
            break
        assert text(one, seat) == text(other, seat)


@law
@given(plays, ndays)
def test_an_onlooker_learns_nothing_of_the_play(start: Session, plan: list[Nday]) -> None:
    for session in played(start, plan):
        if session.state.ending:
            break
        shown = session.view(None)
        public = {**start.view(None), "nday": session.state.nday, "deadline": session.state.deadline}
        assert shown == public
