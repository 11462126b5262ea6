"""Who may vote, what each ballot comes to, and whether a proposal is adopted (203, N10, N11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.games.nomic.state import Ballot, Proposal, State
from referee.games.nomic.values import fraction

FOR, AGAINST, ABSTAIN = "for", "against", "abstain"
WORDS = (FOR, AGAINST, ABSTAIN)


@dataclass(frozen=True, slots=True)
class Tally:
    """The ballots by name, in no order, and who the eligible voters were."""

    words: Mapping[str, str]
    eligible: tuple[str, ...]

    def names(self, word: str) -> list[str]:
        """Who voted so."""
        return [name for name, cast in self.words.items() if cast == word]

    def count(self, word: str) -> int:
        """How many voted so."""
        return sum(cast == word for cast in self.words.values())


def decider(state: State) -> str | None:
    """The player who decides alone, None where a vote does."""
    name: str = state.book.force["decides"]
    return None if name == "vote" else name


def eligible(state: State, proposal: Proposal) -> tuple[str, ...]:
    """Who votes on it: who plays, isn't dormant and had joined, and those gone whose ballot stands."""
    return tuple(
        player.name
        for player in state.players
        if player.name in proposal.ballots
        or not (player.is_gone or player.is_dormant or player.since > proposal.mailed)
    )


def proposer_votes(state: State, proposal: Proposal) -> bool:
    """Whether proposing counts as a ballot FOR of one's own."""
    is_set = state.book.force["proposer_votes"] == "for"
    return is_set and proposal.by in state.playing and proposal.by not in proposal.ballots


def cast(state: State, proposal: Proposal) -> dict[str, str]:
    """The ballots that are in, also the one that proposing is."""
    words = {name: ballot.word for name, ballot in proposal.ballots.items()}
    return words | ({proposal.by: FOR} if proposer_votes(state, proposal) else {})


def is_complete(state: State, proposal: Proposal) -> bool:
    """Whether every eligible voter has voted."""
    words = cast(state, proposal)
    voters = eligible(state, proposal)
    return bool(words) and all(name in words for name in voters)


def tallied(state: State, proposal: Proposal) -> Tally:
    """The ballots at the close: those who are silent do as `silence` says."""
    voters = eligible(state, proposal)
    silent = dict.fromkeys(voters, state.book.force["silence"])
    return Tally(silent | cast(state, proposal), voters)


def is_adopted(tally: Tally, force: Mapping[str, str], entrenched: bool) -> bool:
    """Whether the tally adopts; `entrenched`: 109 asks for unanimity of the eligible."""
    in_favour, against = tally.count(FOR), tally.count(AGAINST)
    if in_favour + against == 0:
        return False
    if entrenched:
        return in_favour == len(tally.eligible)
    adoption = force["adoption"]
    if adoption == "unanimous":
        return _is_unanimous(tally, force["unanimity"])
    if adoption == "majority":
        return in_favour > against
    return Fraction(in_favour, in_favour + against) >= fraction(adoption)


def _is_unanimous(tally: Tally, among: str) -> bool:
    in_favour = tally.count(FOR)
    if among == "eligible":
        return in_favour == len(tally.eligible)
    return tally.count(AGAINST) == 0 and 2 * in_favour > len(tally.eligible)


def settled_words(ballots: Mapping[str, Ballot], passed: Mapping[str, bool]) -> dict[str, str]:
    """Each ballot at the close, endorsements and conditions followed; `passed`: earlier results."""
    return {name: _settled(name, ballots, passed, ()) for name in ballots}


def _settled(
    name: str, ballots: Mapping[str, Ballot], passed: Mapping[str, bool], asked: tuple[str, ...]
) -> str:
    ballot = ballots.get(name)
    if ballot is None or name in asked:
        return ABSTAIN
    if ballot.word == "endorse":
        return _settled(ballot.name, ballots, passed, (*asked, name))
    if ballot.word == "if":
        return _conditional(ballot, passed)
    return ballot.word


def _conditional(ballot: Ballot, passed: Mapping[str, bool]) -> str:
    """`302 passes for against` by the result of 302, if there is one."""
    number, event, then, otherwise = ballot.name.split(" ")
    if number not in passed:
        return ABSTAIN
    return then if passed[number] == (event == "passes") else otherwise
