"""A match as plain text that can be taken along: files by path, readable without the referee.

README.txt          what is what
rules.txt           the rules in logical order; rules/206.txt each with its history
rules.toml          the same as a ruleset; game.toml players, scores, mover, next number (for `import`)
proposals.csv, .json, proposals/301.txt; ballots.csv; judgments.csv, .json; claims.csv, .json
scores.csv, .json, journal.csv (every entry that the scores are the sum of), acts.csv
"""

from collections.abc import Mapping
from typing import Any

from referee.engine.calendar import rfc3339
from referee.games.nomic.answers import history_of, judgment_lines, live_text, rule_text
from referee.games.nomic.chronicle import judgments_under
from referee.games.nomic.claims import in_words
from referee.games.nomic.packing import unpack, unshelved
from referee.games.nomic.past import every
from referee.games.nomic.proposed import body_text, load_changes
from referee.games.nomic.report import judgments, live_row
from referee.games.nomic.rules import Rule, in_logical_order
from referee.games.nomic.state import State
from referee.games.nomic.tables import csv_text, json_text, rules_toml, toml_string
from referee.games.nomic.tally import WORDS
from referee.games.nomic.terms import INTERVENTIONS

PROPOSAL = ("number", "title", "by", "status", *WORDS, "points", "at")
JUDGMENT = ("number", "by", "turn", "judge", "question", "answer", "status")
CLAIM = ("number", "by", "amount", "what", "rule", "reason", "status", "at")
README = """This folder holds a game of Nomic as its referee kept it.

rules.txt has the rules in force, rules/ each of them with its history, proposals/ every proposal.
The .csv and .json files have proposals, ballots, judgments, claims, scores and acts; journal.csv has
every entry that the scores and ledgers are the sum of. rules.toml and game.toml are what a referee
needs to take the game over (“referee import nomic FOLDER”); you can write them by hand as well.
"""


def export(state: State, title: str = "Nomic") -> Mapping[str, str]:
    """Every file of the export by its path."""
    files = {"README.txt": README, "game.toml": game_toml(state, title)}
    files["rules.toml"] = rules_toml(title, state.book.rules, state.book.loose)
    files["rules.txt"] = "\n\n".join(rule_text(rule) for rule in in_logical_order(state.book.rules)) + "\n"
    files |= {f"rules/{rule.number}.txt": _rule_file(state, rule) for rule in state.book.rules}
    files["history.json"] = json_text(list(unshelved(state.history)))
    return files | _proposals(state) | _matters(state) | _scores(state)


def game_toml(state: State, title: str) -> str:
    """Players, scores, next number and mover."""
    turn = state.turn
    lines = [f"title = {toml_string(title)}", f"next_number = {state.next_number}"]
    if turn is not None:
        lines += [f"turn = {turn.number}", f"circuit = {turn.circuit}", f"mover = {toml_string(turn.mover)}"]
        lines.append("had = [" + ", ".join(toml_string(name) for name in turn.had) + "]")
    for player in state.players:
        if not player.is_gone:
            lines += ["", "[[players]]", f"name = {toml_string(player.name)}"]
            lines += [f"surname = {toml_string(player.surname)}", f"given = {toml_string(player.given)}"]
            lines.append(f"score = {state.scores.get(player.name, 0)}")
    for ledger, rows in state.ledgers.items():
        lines += ["", f"[ledgers.{toml_string(ledger)}]"]
        lines += [f"{toml_string(name)} = {amount}" for name, amount in rows.items() if name in state.playing]
    return "\n".join(lines) + "\n"


def _rule_file(state: State, rule: Rule) -> str:
    rows = history_of(state, rule.number)
    lines = [rule_text(rule), "", "History:", "" if rows else "It is as it was at the start."]
    for row in rows:
        by = f" by {row['proposal']}" if row.get("proposal") else " of itself"
        by = "" if row["event"] in INTERVENTIONS else by
        lines.append(f"{row['at']}: {row['event']}{by}, as {row['number']}")
        if "text" in row:
            lines += [f"    {line}" for line in row["text"].split("\n")]
    if asked := judgment_lines(judgments_under(state, rule)):
        lines += ["", "Judgments:", *asked]
    return "\n".join(lines) + "\n"


def _proposals(state: State) -> dict[str, str]:
    rows = sorted((*every(state), *_live(state)), key=lambda row: int(row["number"]))
    secret = state.book.force["ballots"] == "secret"
    shown = [{**row, **{word: [len(row[word])] for word in WORDS}} if secret else row for row in rows]
    files = {"proposals.csv": csv_text(PROPOSAL, shown), "proposals.json": json_text(shown)}
    ballots = [
        {"number": row["number"], "name": name, "ballot": word.upper()}
        for row in rows
        for word in WORDS
        for name in row[word]
    ]
    files["ballots.csv"] = csv_text(("number", "name", "ballot"), () if secret else ballots)
    files |= {f"proposals/{row['number']}.txt": _proposal_file(state, row) for row in shown}
    return files


def _live(state: State) -> list[dict[str, Any]]:
    """Proposals that are not decided, without ballots that are not public yet."""
    is_public = state.book.force["ballots"] == "open"
    rows = []
    for one in state.live.values():
        row = live_row(state, one) | {
            "title": one.title,
            "at": rfc3339(one.mailed),
            "text": live_text(state, one),
        }
        rows.append(row if is_public else row | {word: [] for word in WORDS})
    return rows


def _proposal_file(state: State, row: Mapping[str, Any]) -> str:
    text = row.get("text") or body_text(load_changes(row.get("changes", [])), state.book)
    lines = [f"Proposal {row['number']} {row.get('title', '')}".rstrip(), f"by {row['by']}: {row['status']}"]
    lines += [f"{word.upper()}: {', '.join(str(one) for one in row[word]) or 'nobody'}" for word in WORDS]
    lines += [f"Points: {name} {paid:+d}" for name, paid in row["points"].items()]
    earlier = [unpack(packed) for packed in row.get("versions", [])]
    versions = [f"\nVersion {one['version']}:\n{one['text']}" for one in earlier]
    return "\n".join([*lines, "", text, "", *row.get("results", []), *versions]) + "\n"


def _matters(state: State) -> dict[str, str]:
    asked = judgments(state)
    claims = [*unshelved(state.decided_claims)]
    claims += [
        {"number": one.number, "by": one.by, "amount": one.amount, "what": one.what, "rule": one.rule,
         "reason": one.reason, "status": one.status, "words": in_words(one)}
        for one in state.claims
    ]  # fmt: skip
    return {
        "judgments.csv": csv_text(JUDGMENT, asked),
        "judgments.json": json_text(asked),
        "claims.csv": csv_text(CLAIM, claims),
        "claims.json": json_text(claims),
        "acts.csv": csv_text(("number", "by", "at", "text"), unshelved(state.acts)),
    }


def _scores(state: State) -> dict[str, str]:
    rows = [{"name": name, "score": score} for name, score in state.scores.items()]
    ledgers = {name: dict(rows) for name, rows in state.ledgers.items()}
    titles = {name: list(held) for name, held in state.titles.items()}
    head = ("at", "kind", "name", "ledger", "title", "amount", "cause")
    return {
        "scores.csv": csv_text(("name", "score"), rows),
        "scores.json": json_text({"scores": dict(state.scores), "ledgers": ledgers, "titles": titles}),
        "journal.csv": csv_text(head, unshelved(state.journal)),
    }
