"""A match from nday to nday: declaring, the Turn, leaving, the end."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from referee.engine.draws import Draws
from referee.engine.game import Notice, Step
from referee.errors import NotLegal, OutOfDate
from referee.games.paprika.actions import Action, known
from referee.games.paprika.calendar import AFTERMATH, next_deadline
from referee.games.paprika.notices import display_notices, practice_notices, result_notice
from referee.games.paprika.opening import draw_waking
from referee.games.paprika.reading import Declaration
from referee.games.paprika.state import Ending, Nday, State
from referee.games.paprika.turn import Ground, Turned, turn


def ground(state: State) -> Ground:
    """The field, how far dreams reach, and who has left."""
    return Ground(state.field, state.options.dreams_reach, state.gone)


def declared(state: State, seat: str, declaration: Declaration, at: datetime) -> Step[State]:
    """The state with the declaration recorded or withdrawn; raises NotLegal and OutOfDate."""
    refuse_late(state, declaration, at)
    if state.ending is not None or seat in state.gone:
        raise NotLegal("The match is over." if state.ending else f"{seat} has left the match.")
    if declaration.action is None:
        return withdrawn(state, seat)
    if seat in state.declared and not state.options.revisable:
        raise NotLegal(
            f"You have declared “{state.declared[seat]}” for nday {state.nday} already; there is one action "
            "in each nday, and the first one counts."
        )
    recorded = {**state.declared, seat: declaration.action.text}
    return Step(replace(state, declared=recorded), reply=f"recorded for nday {state.nday}")


def withdrawn(state: State, seat: str) -> Step[State]:
    """The state without that seat's declaration."""
    if not state.options.revisable:
        raise NotLegal("In this match the first declaration counts; none can be taken back.")
    if seat not in state.declared:
        raise NotLegal(f"You have declared nothing for nday {state.nday}.")
    left = {name: action for name, action in state.declared.items() if name != seat}
    return Step(replace(state, declared=left), reply=f"withdrawn for nday {state.nday}")


def refuse_late(state: State, declaration: Declaration, at: datetime) -> None:
    """Raises OutOfDate for what was written for another nday than the running one."""
    if declaration.nday is not None:
        if declaration.nday != state.nday:
            raise OutOfDate(f"That was written for nday {declaration.nday}, and this is nday {state.nday}.")
        return
    about, turned = declaration.about, state.turned
    if about is not None and turned is not None and about < state.nday and at <= turned + AFTERMATH:
        raise OutOfDate(f"that was written for nday {about}; say it again for nday {state.nday}")


def closed(state: State, at: datetime, draws: Draws) -> Step[State]:
    """The Turn: what was declared is taken, and the next nday begins or the match ends."""
    if state.ending is not None:
        raise NotLegal("The match is over.")
    turned = turn(
        ground(state), state.true, state.perceived, state.waking, declared_actions(state), state.history[-2:]
    )
    after = turned_state(state, turned, at)
    ending = ending_of(after, turned.winners)
    if ending is not None:
        return finished(after, ending)
    opened = next_nday(after, at, draws)
    notices = (*display_notices(opened), *practice_notices(opened))
    return Step(opened, notices, f"nday {state.nday} is over")


def declared_actions(state: State) -> Mapping[str, Action]:
    """What was declared for the running nday."""
    return {name: known(text) for name, text in state.declared.items()}


def turned_state(state: State, turned: Turned, at: datetime) -> State:
    """The state right after the Turn, with the nday in its history."""
    nday = Nday(state.waking, state.declared, turned.outcomes, state.draw)
    return replace(
        state,
        true=turned.true,
        perceived=turned.perceived,
        history=(*state.history, nday),
        declared={},
        deadline=next_deadline(state, at),
        turned=at,
    )


def next_nday(state: State, at: datetime, draws: Draws) -> State:
    """The state at the beginning of the next nday."""
    nday = state.nday + 1
    return replace(state, nday=nday, draw=1, waking=draw_waking(state.options, state.players, nday, 1, draws))


def redrawn(state: State, draws: Draws) -> State:
    """The running nday opened anew: nothing declared, waking states drawn again."""
    draw = state.draw + 1
    waking = draw_waking(state.options, state.players, state.nday, draw, draws)
    return replace(state, declared={}, draw=draw, waking=waking)


def left(state: State, seat: str) -> Step[State]:
    """The state after a player left; what was declared still counts, and the avatar stays."""
    if seat not in state.playing:
        raise NotLegal(f"{seat} does not play in this match.")
    after = replace(state, gone=(*state.gone, seat))
    if after.playing or after.ending is not None:
        return Step(after, reply=f"{seat} has left the match; the avatar stays on the field")
    return finished(after, Ending((), "Nobody is left, so the match ends without a winner."))


def back(state: State, seat: str) -> Step[State]:
    """The state with a seat that was left taken over by somebody else."""
    if seat not in state.gone:
        raise NotLegal(f"{seat} has not left the match.")
    after = replace(state, gone=tuple(name for name in state.gone if name != seat))
    return Step(after, (Notice("turn", seat),), f"{seat} plays again")


def ending_of(state: State, winners: tuple[str, ...]) -> Ending | None:
    """How the match ends after this Turn, if it does."""
    if winners:
        wins = "wins" if len(winners) == 1 else "win together"
        return Ending(winners, f"{_and(winners)} stood on the top row and {wins}.")
    if state.options.max_ndays is not None and state.nday >= state.options.max_ndays:
        return Ending((), f"The match ends after nday {state.nday} without a winner.")
    return None


def ended(state: State, winners: tuple[str, ...]) -> Step[State]:
    """The state after a moderator ended the match."""
    for name in winners:
        if name not in state.players:
            raise NotLegal(f"There is no player {name}; there are {', '.join(state.players)}.")
    text = f"The moderator ended the match: won by {_and(winners)}." if winners else ""
    return finished(
        state, Ending(tuple(sorted(winners)), text or "The moderator ended the match without a winner.")
    )


def finished(state: State, ending: Ending) -> Step[State]:
    """The state with the match over, and the mail that reveals everything."""
    over = replace(state, ending=ending, deadline=None)
    return Step(over, (result_notice(over),), ending.text)


def _and(names: tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
