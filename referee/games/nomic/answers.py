"""Answers to questions: rules, histories, proposals, scores, whom the game waits for, judgments."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.engine.said import said, together
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
from referee.games.nomic.tally import WORDS, cast, decider, eligible
from referee.games.nomic.terms import INTERVENTIONS, event_word, status_word

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
    if asked == rule.number:
        return rule_text(rule)
    moved = said("{asked}: now {number}", asked=str(asked), number=str(rule.number))
    return together([moved, rule_text(rule)], "\n")


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
        told = [rule_text(found), said("It has not been changed.")]
        return together([*told, *([together(asked, "\n")] if asked else [])], "\n\n")
    return together([*history_lines(rows), *asked], "\n")


def history_lines(rows: Iterable[Data]) -> list[str]:
    """What happened to a rule, one line each."""
    return [_happened(row) for row in rows]


def _happened(row: Data) -> str:
    told = {"at": row["at"], "event": event_word(row["event"]), "number": row.get("number", "")}
    if row.get("proposal"):
        return said("{at}: {event}, by {proposal}, as {number}", proposal=row["proposal"], **told)
    if row["event"] in INTERVENTIONS:
        return said("{at}: {event}, as {number}", **told)
    return said("{at}: {event}, of itself, as {number}", **told)


def judgment_lines(rows: Iterable[Data]) -> list[str]:
    """Questions with their answers, one line each."""
    lines: list[str] = []
    for row in rows:
        words = {name: row[name] for name in ("number", "judge", "question")}
        status = status_word(row["status"])
        lines.append(said("Judgment {number} ({status}, Judge {judge}): {question}", status=status, **words))
        lines += [f"  {line}" for line in (row["answer"] or "").split("\n") if line]
    return lines


def _history_rules(state: State, data: Data) -> str:
    """The ruleset by number, with the history of each rule and the Judgments under it."""
    texts = {str(rule.number): rule_text(rule) for rule in state.book.rules}
    parts = []
    for row in chronicle(state):
        told = [*history_lines(row["history"]), *judgment_lines(row["judgments"])]
        parts.append(together([texts[row["number"]], *told], "\n"))
    return together(parts, "\n\n")


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
        raise NotLegal(said("There is no proposal {number}.", number=number))
    return kept


def _proposals(state: State, data: Data) -> str:
    lines = [_listed(row) for row in proposals(state)]
    if state.pending:
        lines.append(said("{count} wait to be distributed", count=len(state.pending)))
    return together(lines, "\n") if lines else said("None yet.")


def _listed(row: Data) -> str:
    status = status_word(row["status"])
    return said("{number} by {name}: {status}", number=row["number"], name=row["by"], status=status)


def _proposal(state: State, data: Data) -> str:
    number = int(data["number"])
    if number in state.live:
        return live_text(state, state.live[number])
    kept = _decided(state, number)
    title, status = f"{number} {kept.get('title', '')}".rstrip(), status_word(kept["status"])
    head = said("{proposal}, by {name}: {status}", proposal=title, name=kept["by"], status=status)
    return together([head, *_tally_lines(state, kept), "", _diff(state, data)], "\n")


def _tally_lines(state: State, kept: Data) -> list[str]:
    if state.book.force["ballots"] == "secret":
        return [_tally(word, str(len(kept[word]))) for word in WORDS]
    return [_tally(word, names_of(kept[word])) for word in WORDS]


def _tally(word: str, votes: str) -> str:
    return said("{word}: {votes}", word=ballot_name(word), votes=votes)


def names_of(names: Iterable[str]) -> str:
    """The names with commas, `nobody` if there are none."""
    told = list(names)
    return said("{names}", names=told) if told else said("nobody")


def ballot_name(word: str) -> str:
    """The word of a ballot, as a list of ballots has it."""
    known = {"for": said("for"), "against": said("against"), "abstain": said("abstain")}
    return known.get(word, word)


def live_text(state: State, proposal: Proposal) -> str:
    """A proposal that is not decided: who has voted, and its text."""
    status = "withdrawn" if proposal.status == "board" else proposal.status
    head = f"{proposal.number} {proposal.title}".rstrip()
    words = {"proposal": head, "version": proposal.version, "name": proposal.by}
    lines: list[str] = [
        said("{proposal}, version {version}, by {name}: {status}", status=status_word(status), **words)
    ]
    if proposal.status == "open" and state.book.force["ballots"] == "open":
        lists = ballot_lists(state, proposal)
        lines += [_tally(word, names_of(names)) for word, names in lists.items()]
    elif proposal.status == "open":
        lines.append(said("voted: {names}", names=names_of(cast(state, proposal))))
    return together([*lines, "", body_text(proposal.changes, state.book)], "\n")


def _scores(state: State, data: Data) -> str:
    lines = [f"{name}: {score}" for name, score in sorted(state.scores.items(), key=lambda row: -row[1])]
    for ledger, balances in state.ledgers.items():
        lines.append(f"{ledger}: " + ", ".join(f"{name} {amount}" for name, amount in balances.items()))
    lines += [
        said("{name} bears {titles}", name=n, titles=list(titles)) for n, titles in state.titles.items()
    ]
    return together(lines, "\n")


def _who(state: State, data: Data) -> str:
    waits = waiting_for(state)
    return together(waits, "\n") if waits else said("The game waits for nobody.")


def waiting_for(state: State) -> list[str]:
    """Whom the game waits for and until when, in sentences."""
    alone = decider(state)
    lines: list[tuple[str, int, str]] = [
        (
            "judge",
            one.number,
            said("{name} is to answer question {number}", name=one.judge, number=one.number),
        )
        for one in state.judgments
        if one.status == "open"
    ]
    for proposal in state.live.values():
        if proposal.status == "debate":
            opener, number = proposal.opener or proposal.by, proposal.number
            words = said("{name} is to open the vote on {number}", name=opener, number=number)
            lines.append(("opening", number, words))
        elif proposal.status == "open" and alone is not None:
            words = said("{name} is to decide {number}", name=alone, number=proposal.number)
            lines.append(("vote", proposal.number, words))
        elif proposal.status == "open":
            voters, voted = eligible(state, proposal), cast(state, proposal)
            missing = [name for name in voters if name not in voted]
            words = said("{names}: to vote on {number}", names=names_of(missing), number=proposal.number)
            lines.append(("vote", proposal.number, words))
    for place, one in enumerate(state.applicants, start=1):
        silent = names_of(admissions.missing(state, one))
        words = said("{names}: to vote on whether {name} may join", names=silent, name=one.name)
        lines.append(("newcomer", place, words))
    turn = state.turn
    if turn is not None and turn.gate is None and (turn.clock is not None or not state.live):
        lines.append(("turn", turn.number, said("{name} is to propose", name=turn.mover)))
    return [_until(state, what, number, words) for what, number, words in lines]


def _until(state: State, what: str, number: int, words: str) -> str:
    """What is waited for, and until when if it has a deadline."""
    at = min((due.at for due in pending(state) if (due.what, due.number) == (what, number)), default=None)
    return words if at is None else said("{what} until {at} UTC", what=words, at=at)


def _judgments(state: State, data: Data) -> str:
    rows = judgments(state)
    lines = [_asked(row) for row in rows]
    lines += [f"  {row['number']}: {row['answer']}" for row in rows if row["answer"]]
    return together(lines, "\n") if lines else said("None yet.")


def _asked(row: Data) -> str:
    words = {name: row[name] for name in ("number", "judge", "question")}
    return said("{number} ({status}, Judge {judge}): {question}", status=status_word(row["status"]), **words)


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
