"""Leaving (113) and joining (N19)."""

from dataclasses import replace

from referee.engine.said import said
from referee.games.nomic.deciding import succeed
from referee.games.nomic.judgments import recount
from referee.games.nomic.order import split_name
from referee.games.nomic.play import Play
from referee.games.nomic.resolution import file_away, nobody
from referee.games.nomic.scoring import credit, finish
from referee.games.nomic.state import Player, State
from referee.games.nomic.tally import decider
from referee.games.nomic.turns import finish_turn


def leave(play: Play, name: str) -> None:
    """The player is out of the game: the order closes up, ballots cast stand."""
    if name not in play.state.playing:
        return
    play.put_player(name, is_gone=True, is_dormant=False)
    play.change(pending=tuple(one for one in play.state.pending if one.by != name))
    play.tell("gone", name=name)
    if len(play.state.playing) <= 1:
        last = ", ".join(play.state.playing) or said("nobody")
        finish(play, (), said("Only {name} is left, so the game is over; nobody has won.", name=last))
        return
    _proposals_of(play, name)
    recount(play)
    if decider(play.state) == name:
        succeed(play, "gone")
    if play.state.turn is not None and play.turn.mover == name and not _is_voting(play.state):
        finish_turn(play)


def _proposals_of(play: Play, name: str) -> None:
    """What is in debate is withdrawn; what is in vote is voted on without points."""
    for proposal in tuple(play.state.live.values()):
        if proposal.by == name and proposal.status == "open":
            play.put(replace(proposal, is_scoreless=True))
        elif proposal.by == name:
            file_away(play, proposal, "withdrawn", nobody(), {}, [])


def _is_voting(state: State) -> bool:
    turn = state.turn
    current = state.live.get(turn.proposal or 0) if turn else None
    return current is not None and current.status == "open"


def seat_name(wish: str) -> str:
    """The name of the seat of `GIVEN SURNAME` or `SURNAME, GIVEN`: the first given name."""
    given, _ = split_name(wish)
    return next(iter(given.split()), "")


def admit(play: Play, name: str, wish: str) -> None:
    """A newcomer: no points, votes from the next proposal on, a turn in the next circuit."""
    given, surname = split_name(wish)
    player = Player(name, surname, given, play.at)
    play.change(players=(*play.state.players, player), scores={**play.state.scores, name: 0})
    for setting, value in play.force.items():
        if setting.startswith("ledger "):
            credit(play, setting.removeprefix("ledger "), name, int(value), "opening balance")
    play.tell("newcomer", name=name)
