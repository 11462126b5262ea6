"""Ballots (203, 207): cast, changed and retracted; and when all are in."""

from dataclasses import dataclass, replace

from referee.engine.said import said
from referee.errors import NotLegal
from referee.games.nomic import past
from referee.games.nomic.acts import who
from referee.games.nomic.offering import ballot_words
from referee.games.nomic.order import folded
from referee.games.nomic.play import Play
from referee.games.nomic.state import Ballot, Proposal, State
from referee.games.nomic.tally import decider, is_complete
from referee.games.nomic.terms import status_word


@dataclass(frozen=True, slots=True)
class Vote:
    """A ballot as written: for which proposal (0: all that are open), and the title that stood there.

    `word`: for, against, abstain, endorse, if. `name`: whose ballot is endorsed, or the condition.
    """

    number: int
    word: str
    name: str = ""
    title: str = ""
    fault: str = ""


def cast(play: Play, seat: str, vote: Vote) -> str:
    """One ballot on one proposal; the last one before the close counts."""
    if vote.fault:
        raise NotLegal(vote.fault)
    proposal = votable(play.state, seat, vote.number, vote.title)
    ballot = _ballot(play, seat, proposal, vote)
    play.put(replace(proposal, ballots={**proposal.ballots, seat: ballot}))
    word = ballot_words(ballot)
    if proposal.status == "debate":
        return said(
            "{word} on {number}; it counts when the vote opens, unless the text is revised.",
            word=word,
            number=proposal.number,
        )
    return said("{word} on {number}.", word=word, number=proposal.number)


def _ballot(play: Play, seat: str, proposal: Proposal, vote: Vote) -> Ballot:
    if vote.word in ("endorse", "if") and proposal.turn:
        raise NotLegal(
            said("Endorsements and conditions are for votes without turns; write for, against or abstain.")
        )
    name = who(play.state, vote.name) if vote.word == "endorse" else vote.name
    return Ballot(vote.word, name, proposal.version)


def votable(state: State, seat: str, number: int, title: str = "") -> Proposal:
    """The proposal that the seat can vote on now; NotLegal says why it can't."""
    alone = decider(state)
    if alone is not None:
        raise NotLegal(said("{who} decides; there is no vote.", who=alone))
    proposal = state.live.get(number)
    if proposal is None or proposal.status == "board":
        raise NotLegal(_why_not(state, number, proposal))
    if title and folded(title) != folded(proposal.title):
        named = said("“{title}”", title=proposal.title) if proposal.title else said("without a title")
        raise NotLegal(
            said(
                "{number} is {named}, not “{title}”: number and title disagree.",
                number=number,
                named=named,
                title=title,
            )
        )
    if state.player(seat).since > proposal.mailed:
        raise NotLegal(
            said(
                "You joined after {number} was proposed; your votes count from the next proposal on.",
                number=number,
            )
        )
    return proposal


def _why_not(state: State, number: int, proposal: Proposal | None) -> str:
    if proposal is not None:
        return said("{number} is withdrawn.", number=number)
    kept = past.find(state, number)
    if kept is not None:
        return said(
            "The vote on {number} is closed: {status}.", number=number, status=status_word(kept["status"])
        )
    if number >= state.next_number:
        return said("{number} is not proposed yet.", number=number)
    return said("There is no proposal {number}.", number=number)


def open_numbers(state: State) -> list[int]:
    """The numbers of the proposals that are open."""
    return sorted(number for number, one in state.live.items() if one.status == "open")


def retract(play: Play, seat: str, number: int | None) -> str:
    """Takes a ballot back; with one ballot in, its number may be left out."""
    own = [one for one in play.state.live.values() if seat in one.ballots]
    if number is not None:
        votable(play.state, seat, number)
        own = [one for one in own if one.number == number]
    if len(own) != 1:
        several = ", ".join(str(one.number) for one in own)
        raise NotLegal(
            said("You have ballots on {several}; say which.", several=several)
            if own
            else said("You have no ballot to retract.")
        )
    left = {name: ballot for name, ballot in own[0].ballots.items() if name != seat}
    play.put(replace(own[0], ballots=left))
    return said("Your ballot on {number} is taken back.", number=own[0].number)


def mark_ripe(play: Play) -> None:
    """Notes the moment with which every eligible voter has voted: the vote closes after that letter."""
    is_vote = decider(play.state) is None
    for proposal in tuple(play.state.live.values()):
        if proposal.status != "open" or not proposal.turn:
            continue
        complete = is_complete(play.state, proposal) and is_vote
        ripe = (proposal.ripe or play.at) if complete else None
        if ripe != proposal.ripe:
            play.put(replace(proposal, ripe=ripe))


def wake(play: Play, seat: str) -> None:
    """A letter wakes its writer at once, also for the running vote."""
    if play.state.player(seat).is_dormant:
        play.put_player(seat, is_dormant=False, missed=0)
    if play.force["decides"] == seat:
        play.change(heard=play.at)
