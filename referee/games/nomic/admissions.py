"""Joining a running match (N19): closed, open, or a vote of those who play, by `adoption`."""

from dataclasses import replace

from referee.engine.said import said
from referee.errors import NotLegal, NotYourTurn
from referee.games.nomic.clocks import DAY, falls, started
from referee.games.nomic.membership import admit, seat_name
from referee.games.nomic.play import Play
from referee.games.nomic.settings import span
from referee.games.nomic.state import Applicant, State
from referee.games.nomic.tally import AGAINST, FOR, Tally, decider, is_adopted

LONGEST = 7 * DAY
"""How long the vote on a newcomer lasts where votes have no limit."""


def join(play: Play, wish: str, is_given: bool) -> str:
    """Somebody wants a seat (`GIVEN SURNAME`), or a moderator gives one; what came of it. NotLegal."""
    name, how = seat_name(wish), play.force["joining"]
    _refuse_name(play.state, name, is_given)
    if is_given or how == "open":
        play.change(applicants=tuple(one for one in play.state.applicants if one.name != name))
        admit(play, name, wish)
        return said("{name} plays; the first turn comes in the next circuit", name=name)
    if how == "closed":
        raise NotLegal(said("Nobody can join now: only the moderator, or a rule, lets newcomers in."))
    return _apply(play, name, wish)


def _refuse_name(state: State, name: str, is_given: bool) -> None:
    names = [player.name for player in state.players]
    names += [] if is_given else [one.name for one in state.applicants]
    if any(other.casefold() == name.casefold() for other in names):
        raise NotLegal(said("{name} plays or has played here, or asks to; choose another name.", name=name))


def _apply(play: Play, name: str, wish: str) -> str:
    clock = started(play.state, play.at, span(play.force, "vote_limit") or LONGEST)
    play.change(applicants=(*play.state.applicants, Applicant(name, wish, clock)))
    until = falls(play.state, clock)
    play.tell("applied", name=name, wish=wish, closes=until, decides=decider(play.state) or "")
    return said(
        "Those who play decide about it until {until} UTC; you will get a mail.",
        until=until,
    )


def voters(state: State, applicant: Applicant) -> tuple[str, ...]:
    """Who decides about the newcomer: those who play and are not dormant, or the one who decides alone."""
    alone = decider(state)
    if alone is not None:
        return (alone,)
    return tuple(
        player.name
        for player in state.players
        if not player.is_gone and (player.name in applicant.ballots or not player.is_dormant)
    )


def missing(state: State, applicant: Applicant) -> list[str]:
    """Who has not said yet whether the newcomer may join."""
    return [name for name in voters(state, applicant) if name not in applicant.ballots]


def cast(play: Play, seat: str, name: str, word: str) -> str:
    """A ballot on a newcomer; the last one before the close counts."""
    applicant = next((one for one in play.state.applicants if one.name.casefold() == name.casefold()), None)
    if applicant is None:
        asked = ", ".join(one.name for one in play.state.applicants)
        raise NotLegal(
            said(
                "Nobody called {name} asks to join; there is {asked}.",
                name=name,
                asked=asked or said("nobody"),
            )
        )
    if decider(play.state) not in (None, seat):
        raise NotYourTurn(said("{who} decides.", who=decider(play.state)))
    _put(play, replace(applicant, ballots={**applicant.ballots, seat: word}))
    return said("{ballot} on letting {name} join.", ballot=word.upper(), name=applicant.name)


def _put(play: Play, applicant: Applicant) -> None:
    known = play.state.applicants
    play.change(applicants=tuple(applicant if one.name == applicant.name else one for one in known))


def decide_complete(play: Play) -> None:
    """Decides about newcomers on whom everybody has voted."""
    for applicant in play.state.applicants:
        if applicant.ballots and not missing(play.state, applicant):
            decide(play, applicant)


def decide(play: Play, applicant: Applicant) -> None:
    """The vote is over: by `adoption`, with the silent as `silence` has them."""
    eligible = voters(play.state, applicant)
    silent = dict.fromkeys(eligible, play.force["silence"])
    cast = {name: word for name, word in applicant.ballots.items() if name in eligible}
    tally = Tally(silent | cast, eligible)
    play.change(applicants=tuple(one for one in play.state.applicants if one.name != applicant.name))
    counts = {"in_favour": tally.count(FOR), "against": tally.count(AGAINST)}
    if is_adopted(tally, play.force, entrenched=False):
        play.tell("admitted", name=applicant.name, **counts)
        admit(play, applicant.name, applicant.wish)
    else:
        play.tell("unwelcome", name=applicant.name, **counts)
