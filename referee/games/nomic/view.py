"""What a seat may know of a match of Nomic: nearly everything, but ballots that are not public yet.

view(state, seat), for mails and pages; every key is always there:

seat          "Ann"; None for an onlooker
ruleset       name of the ruleset that the game began with
started       aware UTC time; commitment: SHA-256 of the seed's hex digits
mode          turns | anytime; phase: proposing | debate | voting | judgment | over
turn, circuit numbers; mover: name, None without turns
deadline      aware UTC time of the next deadline, None; due: what is due then, in a word, "" for nothing
gate          aware UTC time until which the next turn waits at most, None
players       [{name, surname, score, dormant, gone, mover, you}] in the order of turns
scores        [{name, score}], the highest first
ledgers       [{name, balances: [{name, amount}]}]; titles: [{name, titles: [words]}]
rules         [RULE] in logical order
settings      [{name, value, rule}] in force; rule: number of the rule that holds it, "" for none
proposals     [PROPOSAL] that are not decided; pending: how many wait to be distributed
decided       [DECIDED], the latest ten, the latest first
ballots       [{number, title, line, yours}] open votes of this seat: `line` can be answered below it
judgments     [{number, by, judge, question, answer, status, due, until, overruled_by, dismissed_by}] open
claims        [{number, by, words, reason, status, until}] open
acts          [{number, by, at, text}], the latest ten
applicants    [{name, wish, until, yours, voted: [names]}] who ask to join; yours: for, against or ""
waiting       sentences: whom the game waits for, and until when
can           forms that this seat may write now
result        None, or {winners: [names], text}

RULE          {number, was: [numbers], class, core, title, text, settings: [{name, value}], note, revision}
PROPOSAL      {number, by, title, coauthors, index, quorum, version, status, text, changes: [words],
              warnings, voted: [names], lists ({for, against, abstain: [names]} or None), yours (words or
              ""), opens, closes (times or None), opener}
DECIDED       {number, by, title, status, counts: {for, against, abstain}, lists or None, points:
              [{name, points}], results: [sentences]}
"""

from collections.abc import Mapping
from typing import Any

from referee.games.nomic import past
from referee.games.nomic.answers import waiting_for
from referee.games.nomic.claims import in_words
from referee.games.nomic.clocks import falls, runs_out
from referee.games.nomic.deadlines import next_deadline
from referee.games.nomic.offering import ballot_words, ballots, can
from referee.games.nomic.order import in_order_of_turns
from referee.games.nomic.packing import latest, unshelved
from referee.games.nomic.proposed import body_text, title_line
from referee.games.nomic.report import ballot_lists, phase, report
from referee.games.nomic.rules import Rule, in_logical_order, precedence_note
from referee.games.nomic.state import Proposal, State
from referee.games.nomic.tally import WORDS, cast

LATEST = 10


def view(state: State, seat: str | None) -> dict[str, Any]:
    """A new value of what that seat may know; None: an onlooker."""
    due = next_deadline(state)
    turn = state.turn
    return {
        "seat": seat,
        "ruleset": state.ruleset,
        "started": state.started,
        "commitment": state.commitment,
        "mode": state.mode,
        "phase": phase(state),
        "turn": turn.number if turn else state.turns,
        "circuit": turn.circuit if turn else state.circuits,
        "mover": turn.mover if turn else None,
        "deadline": due.at if due else None,
        "due": due.what if due else "",
        "gate": turn.gate_until if turn else None,
        "players": players(state, seat),
        "scores": scores(state),
        "ledgers": ledgers(state),
        "titles": [{"name": name, "titles": list(held)} for name, held in state.titles.items()],
        "rules": [rule(one) for one in in_logical_order(state.book.rules)],
        "settings": settings(state),
        "proposals": [proposal(state, one, seat) for _, one in sorted(state.live.items())],
        "pending": len(state.pending),
        "decided": decided(state),
        "ballots": ballots(state, seat),
        "judgments": judgments(state),
        "claims": claims(state),
        "applicants": applicants(state, seat),
        "acts": latest(state.acts, LATEST),
        "waiting": waiting_for(state),
        "can": list(can(state, seat)) if seat is not None else [],
        "result": ending(state),
    }


def ending(state: State) -> dict[str, Any] | None:
    """How it ended, None while it runs."""
    return {"winners": list(state.ending.winners), "text": state.ending.text} if state.ending else None


def players(state: State, seat: str | None) -> list[dict[str, Any]]:
    """Who plays and has played, in the order of turns."""
    mover = state.turn.mover if state.turn else None
    names = in_order_of_turns(state, [player.name for player in state.players])
    return [
        {
            "name": name,
            "surname": state.player(name).surname,
            "score": state.scores.get(name, 0),
            "dormant": state.player(name).is_dormant,
            "gone": state.player(name).is_gone,
            "mover": name == mover,
            "you": name == seat,
        }
        for name in names
    ]


def scores(state: State) -> list[dict[str, Any]]:
    """The scoreboard, the highest first."""
    ranked = sorted(state.scores.items(), key=lambda row: (-row[1], row[0]))
    return [{"name": name, "score": score} for name, score in ranked]


def ledgers(state: State) -> list[dict[str, Any]]:
    """The balances of every ledger."""
    return [
        {"name": name, "balances": [{"name": who, "amount": amount} for who, amount in rows.items()]}
        for name, rows in state.ledgers.items()
    ]


def rule(one: Rule) -> dict[str, Any]:
    """A rule as it is shown: settings above the text."""
    return {
        "number": str(one.number),
        "was": [str(number) for number in one.was],
        "class": one.kind,
        "core": one.is_core,
        "title": one.title,
        "text": one.text,
        "settings": [{"name": name, "value": value} for name, value in one.settings.items()],
        "note": precedence_note(one),
        "revision": one.revision,
    }


def settings(state: State) -> list[dict[str, Any]]:
    """What is in force, and which rule says so."""
    held = {name: str(one.number) for one in state.book.rules for name in one.settings}
    rows = sorted(state.book.force.items())
    return [{"name": name, "value": value, "rule": held.get(name, "")} for name, value in rows]


def proposal(state: State, one: Proposal, seat: str | None) -> dict[str, Any]:
    """A proposal that is not decided: who has voted, and how only where ballots are open."""
    is_public = one.status == "open" and state.book.force["ballots"] == "open"
    voted = in_order_of_turns(state, list(cast(state, one))) if one.status == "open" else []
    debated = one.status == "debate" and one.clock is not None
    return {
        "number": one.number,
        "by": one.by,
        "title": one.title,
        "coauthors": list(one.coauthors),
        "index": one.index,
        "quorum": one.quorum,
        "version": one.version,
        "status": "withdrawn" if one.status == "board" else one.status,
        "text": body_text(one.changes, state.book),
        "changes": [title_line(change, state.book) for change in one.changes],
        "warnings": list(one.warnings),
        "voted": voted if state.book.force["ballots"] != "secret" else [],
        "lists": ballot_lists(state, one) if is_public else None,
        "yours": ballot_words(one.ballots.get(seat or "")),
        "opens": _opens(state, one) if debated else None,
        "closes": falls(state, one.clock) if one.status == "open" and one.clock else None,
        "opener": one.opener or one.by,
    }


def _opens(state: State, one: Proposal) -> Any:
    assert one.clock is not None
    by_itself = falls(state, one.clock)
    return by_itself if one.called is None else min(by_itself, runs_out(state, one.latest))


def decided(state: State) -> list[dict[str, Any]]:
    """The latest results."""
    secret = state.book.force["ballots"] == "secret"
    return [decided_row(kept, secret) for kept in past.latest(state, LATEST)]


def decided_row(kept: Mapping[str, Any], secret: bool) -> dict[str, Any]:
    """A result: with secret ballots only how many voted how."""
    return {
        "number": kept["number"],
        "by": kept["by"],
        "title": kept.get("title", ""),
        "status": kept["status"],
        "counts": {word: len(kept[word]) for word in WORDS},
        "lists": None if secret else {word: kept[word] for word in WORDS},
        "points": [] if secret else [{"name": n, "points": p} for n, p in kept["points"].items()],
        "results": kept.get("results", []),
    }


def judgments(state: State) -> list[dict[str, Any]]:
    """The questions that are not settled."""
    return [
        {
            "number": one.number,
            "by": one.by,
            "judge": one.judge,
            "question": one.question,
            "answer": one.answer,
            "effects": list(one.effects),
            "status": one.status,
            "due": one.due,
            "until": falls(state, one.window) if one.window else None,
            "overruled_by": list(one.overruled_by),
            "dismissed_by": list(one.dismissed_by),
        }
        for one in state.judgments
    ]


def applicants(state: State, seat: str | None) -> list[dict[str, Any]]:
    """Who asks to join, and who has voted on it."""
    secret = state.book.force["ballots"] == "secret"
    return [
        {
            "name": one.name,
            "wish": one.wish,
            "until": falls(state, one.clock),
            "yours": one.ballots.get(seat or "", ""),
            "voted": [] if secret else in_order_of_turns(state, list(one.ballots)),
        }
        for one in state.applicants
    ]


def claims(state: State) -> list[dict[str, Any]]:
    """The claims that are not decided."""
    return [
        {
            "number": one.number,
            "by": one.by,
            "words": in_words(one),
            "reason": one.reason,
            "status": one.status,
            "until": falls(state, one.clock) if one.clock else None,
        }
        for one in state.claims
    ]


def reveal(state: State) -> dict[str, Any]:
    """Everything, for moderators and once it is over; the seed only then."""
    ballots_cast = {
        str(number): {name: ballot_words(ballot) for name, ballot in one.ballots.items()}
        for number, one in state.live.items()
    }
    return report(state) | {
        "ballots": ballots_cast,
        "settings": dict(state.book.force),
        "ledgers": {name: dict(rows) for name, rows in state.ledgers.items()},
        "titles": {name: list(held) for name, held in state.titles.items()},
        "journal": list(unshelved(state.journal)),
        "seed": state.seed if state.ending is not None else None,
    }
