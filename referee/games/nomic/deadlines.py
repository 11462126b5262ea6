"""What is due when: at one instant the Judge's deadline comes first, then the gate, then the rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from referee.games.nomic import digest
from referee.games.nomic.admissions import decide, decide_complete
from referee.games.nomic.claims import ripened
from referee.games.nomic.clocks import falls, next_midnight, runs_out, stand_or_go_on
from referee.games.nomic.deciding import silence_ends, succeed
from referee.games.nomic.judgments import pass_on, window_ends
from referee.games.nomic.membership import leave
from referee.games.nomic.play import Play
from referee.games.nomic.pool import decided, distribute_all, resolve
from referee.games.nomic.proposals import open_vote
from referee.games.nomic.resolution import close_vote
from referee.games.nomic.state import Proposal, State
from referee.games.nomic.tally import decider
from referee.games.nomic.turns import finish_turn, first_turn, open_gate, pass_turn, try_gate
from referee.games.nomic.voting import mark_ripe

DIGEST = "weekly mail"


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that happens at an instant; `rank` and `number` order what falls on the same one."""

    at: datetime
    rank: int
    number: int
    what: str
    happens: Callable[[Play], None]


def pending(state: State) -> Iterator[Due]:
    """Everything that has a deadline now."""
    if state.ending is not None or state.is_paused:
        return
    yield from _of_judgments(state)
    yield from _of_turn(state)
    for proposal in state.live.values():
        yield from _of_proposal(state, proposal)
    for claim in state.claims:
        if claim.clock is not None:
            at = falls(state, claim.clock)
            yield Due(at, 3, claim.number, "claim", partial(ripened, claim=claim))
    for place, applicant in enumerate(state.applicants, start=1):
        at = falls(state, applicant.clock)
        yield Due(at, 3, place, "newcomer", partial(decide, applicant=applicant))
    yield from _without_turns(state)
    if state.digest is not None:
        yield Due(state.digest, 9, 0, DIGEST, digest.send)


def _of_judgments(state: State) -> Iterator[Due]:
    for judgment in state.judgments:
        if judgment.due is not None:
            passes = partial(pass_on, judgment=judgment, why="silent")
            yield Due(judgment.due, 0, judgment.number, "judge", passes)
        if judgment.window is not None:
            at = falls(state, judgment.window)
            yield Due(at, 1, judgment.number, "answer", partial(window_ends, judgment=judgment))


def _of_turn(state: State) -> Iterator[Due]:
    turn = state.turn
    if turn is None:
        return
    if turn.gate_until is not None:
        yield Due(turn.gate_until, 2, turn.number, "gate", open_gate)
    if turn.clock is not None and state.book.force["idle"] != "wait":
        yield Due(falls(state, turn.clock), 6, turn.number, "turn", _idle)


def _idle(play: Play) -> None:
    if play.force["idle"] == "remove":
        leave(play, play.turn.mover)
    else:
        pass_turn(play, "late")


def _of_proposal(state: State, proposal: Proposal) -> Iterator[Due]:
    if proposal.status == "debate":
        if proposal.called is not None:
            at = max(proposal.called, runs_out(state, proposal.latest))
            yield Due(at, 4, proposal.number, "opening", partial(open_vote, proposal=proposal))
        if proposal.clock is not None:
            at = max(proposal.revised, falls(state, proposal.clock))
            yield Due(at, 4, proposal.number, "opening", partial(open_vote, proposal=proposal))
    elif proposal.ripe is not None:
        yield Due(proposal.ripe, 5, proposal.number, "vote", partial(_close, proposal=proposal))
    elif proposal.status == "open" and proposal.clock is not None:
        at = falls(state, proposal.clock)
        yield Due(at, 5, proposal.number, "vote", partial(_close, proposal=proposal))


def _close(play: Play, proposal: Proposal) -> None:
    if decider(play.state) is not None:
        decided(play, proposal, "defeated")
    elif proposal.turn:
        close_vote(play, proposal)
    else:
        resolve(play, proposal)


def _without_turns(state: State) -> Iterator[Due]:
    if state.pending:
        at = next_midnight(min(one.mailed for one in state.pending))
        yield Due(at, 7, 0, "distribution", distribute_all)
    silent = silence_ends(state)
    if silent is not None and len(state.playing) > 1:
        yield Due(silent, 8, 0, "silence", partial(succeed, why="silent"))


def next_due(state: State) -> Due | None:
    """What comes next, None when nothing has a deadline."""
    return min(pending(state), key=lambda due: (due.at, due.rank, due.number), default=None)


def next_deadline(state: State) -> Due | None:
    """What comes next and concerns the game itself, the weekly mail left out."""
    dues = (due for due in pending(state) if due.what != DIGEST)
    return min(dues, key=lambda due: (due.at, due.rank, due.number), default=None)


def let_happen(play: Play, due: Due) -> None:
    """Lets it happen, and what follows from it at once."""
    due.happens(play)
    settle_down(play)


def settle_down(play: Play) -> None:
    """What follows from any change at once: clocks stop or go on, votes ripen, the next turn begins."""
    if play.state.ending is not None:
        return
    stand_or_go_on(play)
    decide_complete(play)
    _finish_resolved(play)
    if play.state.ending is None and play.state.turn is None and play.state.mode == "turns":
        first_turn(play)
    mark_ripe(play)
    stand_or_go_on(play)


def _finish_resolved(play: Play) -> None:
    """The turn is over when its proposal is decided."""
    turn = play.state.turn
    if turn is None:
        return
    if turn.gate is not None:
        try_gate(play)
    elif turn.proposal is not None and turn.proposal not in play.state.live:
        finish_turn(play)


def close_until(play: Play, until: datetime) -> None:
    """Lets everything happen that is due by then, each at its own instant."""
    while (due := next_due(play.state)) is not None and due.at <= until:
        play.at = due.at
        let_happen(play, due)
    play.at = until
