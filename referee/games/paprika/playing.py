"""A match from nday to nday: declaring, the Turn, leaving, the end."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from referee.engine.draws import Draws
from referee.engine.game import Notice, Step
from referee.engine.said import said
from referee.errors import NotLegal, OutOfDate
from referee.games.paprika.actions import Action, known
from referee.games.paprika.calendar import AFTERMATH, next_deadline
from referee.games.paprika.endings import ending, told_ending
from referee.games.paprika.notices import display_notices, practice_notices, result_notice
from referee.games.paprika.opening import draw_waking
from referee.games.paprika.reading import Declaration
from referee.games.paprika.state import Nday, State
from referee.games.paprika.turn import Ground, Turned, turn


def ground(state: State) -> Ground:
    """The field, how far dreams reach, and who has left."""
    return Ground(state.field, state.options.dreams_reach, state.gone)


def declared(state: State, seat: str, declaration: Declaration, at: datetime) -> Step[State]:
    """The state with the declaration recorded or withdrawn; raises NotLegal and OutOfDate."""
    refuse_late(state, declaration, at)
    if state.ending is not None or seat in state.gone:
        has_left = said("{name} has left the match.", name=seat)
        raise NotLegal(said("The match is over.") if state.ending else has_left)
    if declaration.action is None:
        return withdrawn(state, seat)
    if seat in state.declared and not state.options.revisable:
        raise NotLegal(
            said(
                "You have declared “{action}” for nday {nday} already; there is one action in each nday, "
                "and the first one counts.",
                action=state.declared[seat],
                nday=state.nday,
            )
        )
    recorded = {**state.declared, seat: declaration.action.text}
    reply = said("recorded for nday {nday}", nday=state.nday)
    return Step(replace(state, declared=recorded), reply=reply)


def withdrawn(state: State, seat: str) -> Step[State]:
    """The state without that seat's declaration."""
    if not state.options.revisable:
        raise NotLegal(said("In this match the first declaration counts; none can be taken back."))
    if seat not in state.declared:
        raise NotLegal(said("You have declared nothing for nday {nday}.", nday=state.nday))
    left = {name: action for name, action in state.declared.items() if name != seat}
    return Step(replace(state, declared=left), reply=said("withdrawn for nday {nday}", nday=state.nday))


def refuse_late(state: State, declaration: Declaration, at: datetime) -> None:
    """Raises OutOfDate for what was written for another nday than the running one."""
    if declaration.nday is not None:
        if declaration.nday != state.nday:
            raise OutOfDate(
                said(
                    "That was written for nday {written}, and this is nday {nday}.",
                    written=declaration.nday,
                    nday=state.nday,
                )
            )
        return
    about, turned = declaration.about, state.turned
    if about is not None and turned is not None and about < state.nday and at <= turned + AFTERMATH:
        raise OutOfDate(
            said(
                "that was written for nday {written}; say it again for nday {nday}",
                written=about,
                nday=state.nday,
            )
        )


def closed(state: State, at: datetime, draws: Draws) -> Step[State]:
    """The Turn: what was declared is taken, and the next nday begins or the match ends."""
    if state.ending is not None:
        raise NotLegal(said("The match is over."))
    turned = turn(
        ground(state), state.true, state.perceived, state.waking, declared_actions(state), state.history[-2:]
    )
    after = turned_state(state, turned, at)
    if how := ending_of(after, turned.winners):
        return finished(after, turned.winners, how)
    opened = next_nday(after, at, draws)
    notices = (*display_notices(opened), *practice_notices(opened))
    return Step(opened, notices, said("nday {nday} is over", nday=state.nday))


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
        raise NotLegal(said("{name} does not play in this match.", name=seat))
    after = replace(state, gone=(*state.gone, seat))
    if after.playing or after.ending is not None:
        reply = said("{name} has left the match; the avatar stays on the field", name=seat)
        return Step(after, reply=reply)
    return finished(after, (), "nobody-left")


def back(state: State, seat: str) -> Step[State]:
    """The state with a seat that was left taken over by somebody else."""
    if seat not in state.gone:
        raise NotLegal(said("{name} has not left the match.", name=seat))
    after = replace(state, gone=tuple(name for name in state.gone if name != seat))
    return Step(after, (Notice("turn", seat),), said("{name} plays again", name=seat))


def ending_of(state: State, winners: tuple[str, ...]) -> str:
    """How the match ends after this Turn, empty if it goes on."""
    if winners:
        return "goal"
    is_last = state.options.max_ndays is not None and state.nday >= state.options.max_ndays
    return "last-nday" if is_last else ""


def ended(state: State, winners: tuple[str, ...]) -> Step[State]:
    """The state after a moderator ended the match."""
    for name in winners:
        if name not in state.players:
            raise NotLegal(
                said("There is no player {name}; there are {names}.", name=name, names=state.players)
            )
    return finished(state, tuple(sorted(winners)), "moderator")


def finished(state: State, winners: tuple[str, ...], how: str) -> Step[State]:
    """The state with the match over, and the mail that reveals everything."""
    over = replace(state, ending=ending(state, winners, how), deadline=None)
    return Step(over, (result_notice(over),), told_ending(over))
