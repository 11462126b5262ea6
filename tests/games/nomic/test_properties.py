"""Properties of random games: published sums, folds, one ballot each, numbers never given twice, replay."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from referee.engine.game import Command
from referee.engine.match import Match, dump_state, load_state, take
from referee.games.nomic import GAME
from referee.games.nomic.packing import unshelved
from referee.games.nomic.past import every
from referee.games.nomic.state import State
from tests.games.nomic.match import Table, at, begun

NAMES = ("Ann", "Bob", "Cid", "Dee")
GAMES = 300
GOLD = "I propose to enact a new rule:\nHats.\nSettings: ledger gold = 3, keeper gold = Ann"


def some_line(random: Random, state: State) -> str:
    """A line that somebody might write now, sensible or not."""
    rule = random.choice(state.book.rules)
    number = random.choice([*state.live, 300, state.next_number])
    question = random.randint(1, state.next_judgment)
    return random.choice(
        (
            f"I propose to repeal rule {rule.number}\nI open the vote.",
            f"I propose to transmute rule {rule.number}\nI open the vote.",
            f"I propose to amend rule {rule.number} by appending:\nHats {state.turns}.\n\nI open the vote.",
            f"{GOLD}\n\nI open the vote.",
            f"I propose to repeal amendment {number - 1}\nand to repeal rule {rule.number}\nI open the vote.",
            f"I revise {number}: repeal rule {rule.number}",
            f"I withdraw {number}",
            "I open the vote.",
            *(f"{number}: {word}" for word in ("for", "for", "for", "against", "abstain")),
            f"retract my vote on {number}",
            "I invoke judgment: well?",
            f"I judge {question}: upheld.\nEffect:\naward Bob 3\nvoid {number}\nmover Cid",
            f"I judge {question}: No.",
            f"I overrule {question}",
            f"I dismiss {question}",
            "I consent",
            f"I claim 4 points under rule {rule.number}: so",
            "I claim 2 gold under rule 116: so\nI claim the title Bard under rule 116: so",
            "I object",
            "record 2 gold to Bob because so",
            "I act: I smile.",
            "I claim that play cannot go on: so",
            *(["I forfeit the game."] if random.random() < 0.05 else []),
        )
    )


def some_command(random: Random, state: State) -> Command:
    """A moderator's command, sensible or not, with a ground."""
    rule, number = random.choice(state.book.rules), random.choice([*state.live, 300, state.next_number])
    verb, _, rest = random.choice(
        (
            "award Bob 3",
            "award Ann -2",
            "award Dee 2 gold",
            "enact a new rule: Caps.",
            f"repeal rule {rule.number}",
            f"amend rule {rule.number} by appending: Caps.",
            f"transmute rule {rule.number}",
            f"strike {random.randint(301, state.next_number)}",
            *(f"ballot {name} FOR {number}" for name in NAMES),
            "mover Cid",
            "set scores.Cid = 4",
            "set ledgers.gold.Bob = 9",
            f"set settings.dissent_points = {random.randint(0, 9)}",
            f"set settings.joining = {random.choice(('closed', 'ask', 'open'))}",
            "extend 24h",
        )
    ).partition(" ")
    return Command(verb, rest, "it mends a fault")


def random_match(random: Random) -> Table:
    """A match of some weeks in which everybody writes at random, and at times the moderator commands."""
    adoption = random.choice(("majority", "unanimous"))
    table = begun(NAMES, settings=f"debate_least = 0 hours, adoption = {adoption}, points_to_win = 60")
    day = 1.0
    while day < 40 and table.match.status == "running":
        day += random.choice((0.05, 0.1, 0.3, 1.5))
        name = random.choice([n for n in NAMES if n not in table.match.gone])
        if day % 1 < 0.3:
            mover = table.match.state.turn.mover
            name = mover if mover not in table.match.gone else name
        if random.random() < 0.1:
            table.override(at(round(day, 2)), some_command(random, table.match.state))
        table.letter(name, at(round(day, 2)), some_line(random, table.match.state))
    return table


def published(state: State) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """The sums of what was published, by name and by ledger and name."""
    points: Counter[str] = Counter()
    ledgers: Counter[tuple[str, str]] = Counter()
    for entry in unshelved(state.journal):
        if entry["kind"] == "points":
            points[entry["name"]] += entry["amount"]
        elif entry["kind"] == "ledger":
            ledgers[entry["ledger"], entry["name"]] += entry["amount"]
    return points, ledgers


def folded_rules(state: State, first: State) -> dict[str, dict[str, Any]]:
    """The rules as the fold of the published history over the initial set."""
    rules = rules_of(first)
    for row in unshelved(state.history):
        if row["event"] in ("repealed", "corrected away"):
            del rules[row["rule"]]
        else:
            known = rules.setdefault(row["rule"], {})
            known.update({key: row[key] for key in ("number", "kind", "text", "settings") if key in row})
    return rules


def on_the_way(table: Table) -> Iterator[State]:
    """The state after every tenth entry, folded from the log, and the last one."""
    match = Match(GAME, table.match.id, table.match.title, table.match.options, table.match.seed)
    for entry in table.log:
        match = take(match, entry).match
        if match.state is not None and entry.number % 10 == 0:
            yield match.state
    yield match.state


def check(state: State) -> None:
    """What holds in every match at any time."""
    points, ledgers = published(state)
    assert {name: points[name] for name in state.scores} == dict(state.scores)
    for ledger, rows in state.ledgers.items():
        assert {name: ledgers[ledger, name] for name in rows} == dict(rows)
    decided = [row["number"] for row in every(state)]
    assert len(set(decided)) == len(decided)
    assert {*decided, *state.live} == set(range(301, state.next_number))
    for row in every(state):
        voters = [*row["for"], *row["against"], *row["abstain"]]
        assert len(set(voters)) == len(voters)
    given = {(str(rule.number), rule.id) for rule in begun(NAMES).match.state.book.rules}
    given |= {(row["number"], row["rule"]) for row in unshelved(state.history)}
    given |= {(str(number), rule.id) for rule in state.book.rules for number in (rule.number, *rule.was)}
    assert len({number for number, _ in given}) == len(given)


def test_what_must_hold_holds_in_random_matches_at_any_time(share: int) -> None:
    random = Random(1790)
    for _ in range(GAMES // share):
        table = random_match(random)
        for state in on_the_way(table):
            check(state)
        assert load_state(GAME, dump_state(table.match)) == table.match.state
        assert table.again().state == table.match.state


def rules_of(state: State) -> dict[str, dict[str, Any]]:
    """The rules in force, as the history tells them."""
    return {
        rule.id: {
            "number": str(rule.number),
            "kind": rule.kind,
            "text": rule.text,
            "settings": dict(rule.settings),
        }
        for rule in state.book.rules
    }


def test_the_rules_are_the_fold_of_their_published_history_at_any_time(share: int) -> None:
    random = Random(1791)
    for _ in range(GAMES // share):
        table = random_match(random)
        first = begun(NAMES, settings=table.match.options["settings"]).match.state
        for state in on_the_way(table):
            assert folded_rules(state, first) == rules_of(state)
