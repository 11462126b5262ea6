"""The state as cases, simulations and exports print it."""

from typing import Any

from referee.engine.calendar import rfc3339
from referee.games.nomic import past
from referee.games.nomic.deadlines import next_deadline
from referee.games.nomic.order import in_order_of_turns
from referee.games.nomic.packing import unshelved
from referee.games.nomic.play import judgment_row
from referee.games.nomic.rules import Rule, in_logical_order
from referee.games.nomic.settings import shown
from referee.games.nomic.state import Proposal, State
from referee.games.nomic.tally import ABSTAIN, AGAINST, FOR, cast, settled_words

PRINTED = ("number", "by", "status", "for", "against", "abstain", "points")
ASKED = ("number", "by", "turn", "judge", "question", "answer", "status")


def report(state: State) -> dict[str, Any]:
    """Everything that the case format prints, but the replies."""
    due = next_deadline(state)
    return {
        "turn": state.turn.number if state.turn else max(state.turns, 1),
        "circuit": state.turn.circuit if state.turn else max(state.circuits, 1),
        "mover": state.turn.mover if state.turn else None,
        "phase": phase(state),
        "deadline": rfc3339(due.at) if due is not None else None,
        "scores": dict(state.scores),
        "rules": [rule_row(rule) for rule in in_logical_order(state.book.rules)],
        "proposals": proposals(state),
        "judgments": judgments(state),
        "winner": state.winners[0] if state.winners else None,
    }


def phase(state: State) -> str:
    """Where the game stands: proposing, debate, voting, judgment or over."""
    if state.ending is not None:
        return "over"
    waits = state.turn is not None and state.turn.gate is not None
    if waits or any(one.status == "open" for one in state.judgments):
        return "judgment"
    statuses = {one.status for one in state.live.values()}
    if "open" in statuses:
        return "voting"
    return "debate" if "debate" in statuses else "proposing"


def rule_row(rule: Rule) -> dict[str, Any]:
    """A rule as cases print it."""
    return {
        "number": rule.number.shown,
        "was": [number.shown for number in rule.was],
        "class": rule.kind,
        "title": rule.title,
        "text": rule.text,
        "settings": {name: shown(name, value) for name, value in rule.settings.items()},
    }


def proposals(state: State) -> list[dict[str, Any]]:
    """All numbered proposals, by ascending number."""
    rows = {kept["number"]: {key: kept[key] for key in PRINTED} for kept in past.every(state)}
    rows |= {number: live_row(state, proposal) for number, proposal in state.live.items()}
    return [rows[number] for number in sorted(rows)]


def live_row(state: State, proposal: Proposal) -> dict[str, Any]:
    """A proposal that is not decided; its lists are filled while the vote is open."""
    lists = ballot_lists(state, proposal) if proposal.status == "open" else {}
    return {
        "number": proposal.number,
        "by": proposal.by,
        "status": "withdrawn" if proposal.status == "board" else proposal.status,
        "for": lists.get(FOR, []),
        "against": lists.get(AGAINST, []),
        "abstain": lists.get(ABSTAIN, []),
        "points": {},
    }


def ballot_lists(state: State, proposal: Proposal) -> dict[str, list[str]]:
    """Who has voted how up to now, in the order of turns."""
    words = cast(state, proposal)
    if any(ballot.word in ("endorse", "if") for ballot in proposal.ballots.values()):
        words = settled_words(proposal.ballots, {})
    return {
        word: in_order_of_turns(state, [name for name, cast_word in words.items() if cast_word == word])
        for word in (FOR, AGAINST, ABSTAIN)
    }


def judgments(state: State) -> list[dict[str, Any]]:
    """All questions, by ascending number."""
    rows = [{key: kept[key] for key in ASKED} for kept in unshelved(state.settled)]
    rows += [judgment_row(judgment) for judgment in state.judgments]
    return sorted(rows, key=lambda row: int(row["number"]))
