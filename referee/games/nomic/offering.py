"""What a seat may write now, and the ballots that it is offered."""

from typing import Any

from referee.engine.said import said
from referee.games.nomic.rules import in_logical_order
from referee.games.nomic.state import Ballot, Proposal, State
from referee.games.nomic.tally import decider, eligible

ALWAYS = (
    said("invoke judgment: QUESTION"),
    said("say TEXT"),
    said("rules"),
    said("proposals"),
    said("who"),
)


def ballot_words(ballot: Ballot | None) -> str:
    """A ballot in words, "" for none."""
    if ballot is None:
        return ""
    if ballot.word == "if":
        number, event, then, otherwise = ballot.name.split(" ")
        return f"{then.upper()} if {number} {event}, otherwise {otherwise.upper()}"
    return f"{ballot.word.upper()} {ballot.name}".strip()


def ballots(state: State, seat: str | None) -> list[dict[str, Any]]:
    """The open votes of that seat, each with a line below which one word is an answer."""
    if decider(state) is not None:
        return []
    return [
        {
            "number": number,
            "title": one.title,
            "line": ballot_line(one),
            "yours": ballot_words(one.ballots.get(seat or "")),
        }
        for number, one in sorted(state.live.items())
        if one.status == "open" and (seat is None or seat in eligible(state, one))
    ]


def ballot_line(one: Proposal) -> str:
    """The line of a mail below which one word answers."""
    title = one.title.replace('"', "'").replace("(", "[").replace(")", "]")[:60]
    named = f" ({title})" if title else ""
    return said("Ballot {number}{named}: for, against or abstain?", number=one.number, named=named)


def can(state: State, seat: str) -> tuple[str, ...]:
    """What that seat may write now, one form each."""
    if state.ending is not None or seat not in state.playing:
        return ()
    forms = [*_proposing(state, seat), *_voting(state, seat), *_judging(state, seat)]
    forms += [
        said("object to {number}", number=claim.number)
        for claim in state.claims
        if claim.status == "announced"
    ]
    return (*forms, *_admitting(state, seat), *ALWAYS)


def _admitting(state: State, seat: str) -> list[str]:
    """Ballots on newcomers; where one player decides alone, nobody else has any."""
    if decider(state) not in (None, seat):
        return []
    forms: list[str] = []
    for one in state.applicants:
        forms += [said("admit {name}", name=one.name), said("refuse to admit {name}", name=one.name)]
    return forms


def _proposing(state: State, seat: str) -> list[str]:
    turn, who = state.turn, state.proposes
    may = who in ("anyone", seat) or (who == "mover" and (turn is None or turn.mover == seat))
    current = state.live.get(turn.proposal or 0) if turn else None
    forms: list[str] = []
    if may and (turn is None or (turn.gate is None and (current is None or current.status == "board"))):
        forms += [said("propose to enact a new rule: TEXT"), *_amending(state)]
    if sum(one.by == seat for one in state.pending) == 1:
        forms += [said("retract my proposal"), said("revise my proposal: …")]
    for number, one in state.live.items():
        if one.status == "debate" and (one.opener or one.by) == seat:
            forms.append(said("open the vote on {number}", number=number))
        if one.status == "debate" and one.by == seat:
            forms += [said("revise {number}: …", number=number), said("withdraw {number}", number=number)]
    return forms


def _amending(state: State) -> list[str]:
    """How a rule is amended, by the example of one that can be: 206, else the first that is mutable."""
    mutable = [rule for rule in in_logical_order(state.book.rules) if not rule.is_immutable]
    found = next((rule for rule in mutable if rule.id == "206"), mutable[0] if mutable else None)
    if found is None:
        return []
    return [said("propose to amend rule {number} to read: TEXT", number=str(found.number))]


def _voting(state: State, seat: str) -> list[str]:
    alone = decider(state)
    if alone is not None:
        numbers = [number for number in state.live if alone == seat]
        return [said("decide {number}: adopted because REASON", number=number) for number in numbers]
    live = [number for number, one in state.live.items() if one.status in ("open", "debate")]
    return [said("{number}: FOR, AGAINST or ABSTAIN", number=number) for number in sorted(live)]


def _judging(state: State, seat: str) -> list[str]:
    forms: list[str] = []
    for one in state.judgments:
        if one.status == "open" and one.judge == seat:
            forms.append(said("judge {number}: ANSWER", number=one.number))
        elif one.status == "open":
            forms.append(said("dismiss {number}", number=one.number))
        elif one.judge != seat:
            forms.append(said("overrule {number}", number=one.number))
    return [*forms, *([said("consent")] if state.judgments and state.turn is not None else [])]
