"""The Turn: what was declared is taken in each of the N + 1 gamestates."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from referee.games.paprika.actions import OK, Action
from referee.games.paprika.effects import Fails, effect
from referee.games.paprika.field import Field
from referee.games.paprika.focus import focused
from referee.games.paprika.gamestate import Gamestate
from referee.games.paprika.state import TRUE, Nday

Tried = tuple[tuple[str, str], ...]
PATIENCE: Mapping[str, int] = {"tilt": 1, "focus": 2}
"""How many ndays without an action an action asks for."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is the same at every Turn of a match: the field, who has left, how far dreams reach."""

    field: Field
    dreams_reach: str = "waking"
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What is taken in one gamestate: the actions, whose are tried, who acted how many ndays ago."""

    actions: Mapping[str, Action]
    tried: Container[str]
    recent: tuple[Container[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """One gamestate after a Turn, how each action that was tried went, and who won by it."""

    gamestate: Gamestate
    tried: Tried
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """All gamestates after a Turn."""

    true: Gamestate
    perceived: Mapping[str, Gamestate]
    outcomes: Mapping[str, Tried]
    winners: tuple[str, ...]


def turn(
    ground: Ground,
    true: Gamestate,
    perceived: Mapping[str, Gamestate],
    waking: Container[str],
    actions: Mapping[str, Action],
    earlier: tuple[Nday, ...] = (),
) -> Turned:
    """The true gamestate first, then each perceived one, then what Focus shows."""
    real = resolve_truly(ground, true, Taken(actions, waking, acted(TRUE, earlier)))
    outcomes, seen = {TRUE: real.tried}, {}
    for viewer, before in perceived.items():
        reached = {name: action for name, action in actions.items() if reaches(ground, name, viewer, waking)}
        resolved = resolve(ground.field, before, Taken(reached, reached, acted(viewer, earlier)))
        outcomes[viewer] = resolved.tried
        shows = viewer in reached and reached[viewer].verb == "focus" and (viewer, OK) in resolved.tried
        seen[viewer] = (
            focused(ground.field, resolved.gamestate, real.gamestate, viewer) if shows else resolved.gamestate
        )
    return Turned(real.gamestate, seen, outcomes, real.winners)


def reaches(ground: Ground, actor: str, viewer: str, waking: Container[str]) -> bool:
    """Whether the actor's action reaches the viewer's perceived gamestate."""
    if actor == viewer:
        return True
    if ground.dreams_reach == "sleeping":
        return (actor in waking) == (viewer in waking)
    return viewer in waking


def acted(gamestate: str, earlier: tuple[Nday, ...]) -> tuple[Container[str], ...]:
    """Who took an action in that gamestate in the previous nday, and in the one before it."""
    before = reversed(earlier[-2:])
    if gamestate == TRUE:
        return tuple(tuple(nday.actions) for nday in before)
    return tuple(tuple(name for name, _ in nday.outcomes.get(gamestate, ())) for nday in before)


def resolve(field: Field, before: Gamestate, taken: Taken) -> Resolved:
    """A perceived gamestate: every action that reaches it, in the order of its own Priority List."""
    now, tried = before, []
    for actor in before.priority:
        if actor in taken.actions:
            now, outcome = take(field, now, actor, taken)
            tried.append((actor, outcome))
    return Resolved(now, tuple((actor, outcome) for actor, outcome in tried if outcome))


def resolve_truly(ground: Ground, before: Gamestate, taken: Taken) -> Resolved:
    """The true gamestate: as perceived ones, until somebody stands on the top row."""
    now, tried = sent_back(ground, before), []
    for actor in before.priority:
        if winners(ground, now):
            break
        if actor in taken.actions:
            now, outcome = take(ground.field, now, actor, taken)
            now = sent_back(ground, now)
            tried.append((actor, outcome))
    done = tuple((actor, outcome) for actor, outcome in tried if outcome)
    return Resolved(now, done, winners(ground, now))


def take(field: Field, now: Gamestate, actor: str, taken: Taken) -> tuple[Gamestate, str]:
    """An action taken at its place: a Duck ends, it is tried if it reaches, a Freeze wears off by one.

    How it went is "" when it is only considered to be taken (a sleeper's in the true gamestate).
    """
    now = now.with_avatar(actor, replace(now.avatars[actor], ducking=False))
    outcome = ""
    if actor in taken.tried:
        now, outcome = attempt(field, now, actor, taken)
    avatar = now.avatars[actor]
    return now.with_avatar(actor, replace(avatar, frozen=max(0, avatar.frozen - 1))), outcome


def attempt(field: Field, now: Gamestate, actor: str, taken: Taken) -> tuple[Gamestate, str]:
    """The action's effect, or why it fails: first the frozen avatar, then its own conditions."""
    action = taken.actions[actor]
    if now.avatars[actor].frozen:
        return now, "frozen"
    if any(actor in names for names in taken.recent[: PATIENCE.get(action.verb, 0)]):
        return now, "acted-recently"
    try:
        return effect(field, now, actor, action), OK
    except Fails as failed:
        return now, failed.code


def winners(ground: Ground, now: Gamestate) -> tuple[str, ...]:
    """Who stands on the top row and has not left, in alphabetical order."""
    on_top = (name for name, avatar in now.avatars.items() if ground.field.is_goal(avatar.at))
    return tuple(sorted(name for name in on_top if name not in ground.gone))


def sent_back(ground: Ground, now: Gamestate) -> Gamestate:
    """The gamestate with the avatars of those who left sent home from the top row."""
    back = [name for name in ground.gone if ground.field.is_goal(now.avatars[name].at)]
    homes = ground.field.homes
    return now.with_avatars({name: replace(now.avatars[name], at=homes[name]) for name in back})
