"""Answers to questions: rules, histories, proposals, scores, whom the game waits for, judgments."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.errors import NotLegal
from referee.games.nomic import admissions, past
from referee.games.nomic.chronicle import chronicle, judgments_under
from referee.games.nomic.deadlines import pending
from referee.games.nomic.packing import unshelved
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.proposed import body_text, load_changes
from referee.games.nomic.report import ballot_lists, judgments, proposals
from referee.games.nomic.rulebook import rule_named
from referee.games.nomic.rules import Number, Rule, in_logical_order, parse_number, precedence_note
from referee.games.nomic.state import Proposal, State
from referee.games.nomic.tally import cast, eligible

Data = Mapping[str, Any]


def answer(state: State, seat: str | None, spoken: Spoken) -> str:
    """The text that answers the question; NotLegal when there is no such thing."""
    return QUERIES[spoken.verb](state, spoken.data)


def _rules(state: State, data: Data) -> str:
    return "\n\n".join(rule_text(rule) for rule in in_logical_order(state.book.rules))


def rule_text(rule: Rule) -> str:
    """A rule as it is listed: number, class, title; its settings above its text."""
    note = precedence_note(rule)
    head = f"{rule.number} ({rule.kind}) {rule.title}".rstrip() + (f" [{note}]" if note else "")
    settings = [f"  {name} = {value}" for name, value in rule.settings.items()]
    return "\n".join([head, *settings, rule.text])


def _rule(state: State, data: Data) -> str:
    rule = _named(state, str(data["number"]))
    asked = parse_number(str(data["number"]))
    moved = f"{asked}: now {rule.number}\n" if asked != rule.number else ""
    return moved + rule_text(rule)


def _named(state: State, text: str) -> Rule:
    try:
        return rule_named(state.book, text)
    except ValueError as unknown:
        raise NotLegal(str(unknown)) from None


def _history(state: State, data: Data) -> str:
    number = parse_number(str(data["number"]))
    rows = history_of(state, number)
    rule = state.book.find(number)
    asked = judgment_lines(judgments_under(state, rule)) if rule else []
    if not rows:
        found = _named(state, str(number))
        return "\n\n".join([rule_text(found), "It has not been changed.", *filter(None, ["\n".join(asked)])])
    return "\n".join([*history_lines(rows), *asked])


def history_lines(rows: Iterable[Data]) -> list[str]:
    """What happened to a rule, one line each."""
    return [f"{row['at']}: {row['event']}, {_by(row)}, as {row.get('number', '')}" for row in rows]


def judgment_lines(rows: Iterable[Data]) -> list[str]:
    """Questions with their answers, one line each."""
    lines = []
    for row in rows:
        lines.append(f"Judgment {row['number']} ({row['status']}, Judge {row['judge']}): {row['question']}")
        lines += [f"  {line}" for line in (row["answer"] or "").split("\n") if line]
    return lines


def _history_rules(state: State, data: Data) -> str:
    """The ruleset by number, with the history of each rule and the Judgments under it."""
    texts = {str(rule.number): rule_text(rule) for rule in state.book.rules}
    parts = []
    for row in chronicle(state):
        told = [*history_lines(row["history"]), *judgment_lines(row["judgments"])]
        parts.append("\n".join([texts[row["number"]], *told]))
    return "\n\n".join(parts)


def _by(row: Data) -> str:
    return f"by {row['proposal']}" if row.get("proposal") else "of itself"


def history_of(state: State, number: Number) -> list[dict[str, Any]]:
    """What happened to the rule of that number, the oldest first; also to one that is gone."""
    rows = list(unshelved(state.history))
    rule = state.book.find(number)
    ids = {rule.id} if rule else {row["rule"] for row in rows if row.get("number") == str(number)}
    return [row for row in rows if row["rule"] in ids or (not rule and row["rule"] == str(number))]


def _diff(state: State, data: Data) -> str:
    number = int(data["number"])
    if number in state.live:
        return body_text(state.live[number].changes, state.book)
    return body_text(load_changes(_decided(state, number).get("changes", [])), state.book)


def _decided(state: State, number: int) -> dict[str, Any]:
    kept = past.find(state, number)
    if kept is None:
        raise NotLegal(f"There is no proposal {number}.")
    return kept


def _proposals(state: State, data: Data) -> str:
    lines = [f"{row['number']} by {row['by']}: {row['status']}" for row in proposals(state)]
    waiting = len(state.pending)
    return "\n".join([*lines, *([f"{waiting} wait to be distributed"] if waiting else [])]) or "None yet."


def _proposal(state: State, data: Data) -> str:
    number = int(data["number"])
    if number in state.live:
        return live_text(state, state.live[number])
    kept = _decided(state, number)
    head = f"{number} {kept.get('title', '')}".rstrip() + f", by {kept['by']}: {kept['status']}"
    return "\n".join([head, *_tally_lines(state, kept), "", _diff(state, data)])


def _tally_lines(state: State, kept: Data) -> list[str]:
    if state.book.force["ballots"] == "secret":
        return [f"{word}: {len(kept[word])}" for word in ("for", "against", "abstain")]
    return [f"{word}: {', '.join(kept[word]) or 'nobody'}" for word in ("for", "against", "abstain")]


def live_text(state: State, proposal: Proposal) -> str:
    """A proposal that is not decided: who has voted, and its text."""
    status = "withdrawn" if proposal.status == "board" else proposal.status
    head = f"{proposal.number} {proposal.title}".rstrip()
    lines = [f"{head}, version {proposal.version}, by {proposal.by}: {status}"]
    if proposal.status == "open" and state.book.force["ballots"] == "open":
        lists = ballot_lists(state, proposal)
        lines += [f"{word}: {', '.join(names) or 'nobody'}" for word, names in lists.items()]
    elif proposal.status == "open":
        lines.append(f"voted: {', '.join(cast(state, proposal)) or 'nobody'}")
    return "\n".join([*lines, "", body_text(proposal.changes, state.book)])


def _scores(state: State, data: Data) -> str:
    lines = [f"{name}: {score}" for name, score in sorted(state.scores.items(), key=lambda row: -row[1])]
    for ledger, balances in state.ledgers.items():
        lines.append(f"{ledger}: " + ", ".join(f"{name} {amount}" for name, amount in balances.items()))
    lines += [f"{name} bears {', '.join(titles)}" for name, titles in state.titles.items()]
    return "\n".join(lines)


def _who(state: State, data: Data) -> str:
    waits = waiting_for(state)
    return "\n".join(waits) or "The game waits for nobody."


def waiting_for(state: State) -> list[str]:
    """Whom the game waits for and until when, in sentences."""
    lines = [
        ("judge", one.number, f"{one.judge} is to answer question {one.number}")
        for one in state.judgments
        if one.status == "open"
    ]
    for proposal in state.live.values():
        if proposal.status == "debate":
            said = f"{proposal.opener or proposal.by} is to open the vote on {proposal.number}"
            lines.append(("opening", proposal.number, said))
        elif proposal.status == "open":
            voters, voted = eligible(state, proposal), cast(state, proposal)
            missing = [name for name in voters if name not in voted]
            said = f"{', '.join(missing) or 'nobody'}: to vote on {proposal.number}"
            lines.append(("vote", proposal.number, said))
    for place, one in enumerate(state.applicants, start=1):
        silent = ", ".join(admissions.missing(state, one)) or "nobody"
        lines.append(("newcomer", place, f"{silent}: to vote on whether {one.name} may join"))
    turn = state.turn
    if turn is not None and turn.gate is None and (turn.clock is not None or not state.live):
        lines.append(("turn", turn.number, f"{turn.mover} is to propose"))
    return [f"{said}{_until(state, what, number)}" for what, number, said in lines]


def _until(state: State, what: str, number: int) -> str:
    """Until when that is waited for, if it has a deadline."""
    at = min((due.at for due in pending(state) if (due.what, due.number) == (what, number)), default=None)
    return f" until {at:%Y-%m-%d %H:%M} UTC" if at is not None else ""


def _judgments(state: State, data: Data) -> str:
    rows = judgments(state)
    lines = [f"{row['number']} ({row['status']}, Judge {row['judge']}): {row['question']}" for row in rows]
    lines += [f"  {row['number']}: {row['answer']}" for row in rows if row["answer"]]
    return "\n".join(lines) or "None yet."


QUERIES: Mapping[str, Callable[[State, Data], str]] = {
    "rules": _rules,
    "rule": _rule,
    "history rule": _history,
    "history rules": _history_rules,
    "diff": _diff,
    "proposals": _proposals,
    "proposal": _proposal,
    "scores": _scores,
    "who": _who,
    "judgments": _judgments,
}
