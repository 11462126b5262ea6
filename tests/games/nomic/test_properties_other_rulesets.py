"""Properties of random games of `anytime`, `dictator` and `suber-table`: sums, folds, numbers, replay."""

from collections.abc import Callable
from random import Random

import pytest

from referee.engine.match import dump_state, load_state
from referee.games.nomic import GAME
from referee.games.nomic.past import every
from referee.games.nomic.state import State
from tests.games.nomic.match import Table, at, begun
from tests.games.nomic.test_properties import (
    NAMES,
    check,
    folded_rules,
    on_the_way,
    rules_of,
    some_command,
    some_line,
)

GAMES = 60
Lines = Callable[[Random, State], str]
OPTIONS = {
    "anytime": {"settings": "extend_once = yes, points_to_win = 60, joining = ask", "strengths": "Ann = 2"},
    "dictator": {"settings": "points_to_win = 60", "dictator": "Bob"},
    "suber-table": {"settings": "debate_least = 0 hours, adoption = majority, points_to_win = 12"},
}


def anytime_line(random: Random, state: State) -> str:
    """A line that somebody might write where anybody proposes and votes at any time."""
    rule, other = random.choice(state.book.rules), random.choice(NAMES)
    number = random.choice([*state.live, 300, state.next_number - 1])
    head = random.choice(("", "AI: 3.0\n", "AI: 1.5\nCo-authors: Cid\n", "AI: 12\n"))
    return random.choice(
        (
            f"Proposal: Hats\n{head}enact a new rule:\nHats {state.next_number}.",
            f"Proposal: Hats\n{head}repeal rule {rule.number}",
            f"Proposal: Hats\n{head}amend rule {rule.number} by appending:\nHats {state.next_number}.",
            f"I revise my proposal:\n{head}repeal rule {rule.number}",
            "I retract my proposal.",
            *(f"{number}: {word}" for word in ("for", "for", "for", "present", "against")),
            f"{number}: endorse {other}",
            f"{number}: FOR if {number - 1} passes, otherwise AGAINST",
            f"I claim an error in {number}: so",
            "I object",
            some_line(random, state),
        )
    )


def dictator_line(random: Random, state: State) -> str:
    """A line that somebody might write where one decides; often a decision."""
    if not state.book.rules:
        return "I propose to enact a new rule:\nHats."
    number = random.choice([*state.live, state.next_number])
    word = random.choice(("adopted", "adopted", "defeated"))
    return random.choice(
        (f"I decide {number}: {word} because so", anytime_line(random, state), some_line(random, state))
    )


def correction(random: Random, state: State) -> str:
    """What a moderator might answer to a claim of an error."""
    number = random.choice([one.amount for one in state.claims if one.what == "error"] or [301])
    words = (
        f"answer {number} accepted",
        f"answer {number} denied",
        f"ballot {random.choice(NAMES)} FOR {number}",
    )
    return random.choice(
        (*words, f"ballot {random.choice(NAMES)} AGAINST {number}", f"decide {number} adopted")
    )


LINES: dict[str, Lines] = {"anytime": anytime_line, "dictator": dictator_line, "suber-table": some_line}


def random_match(random: Random, ruleset: str) -> Table:
    """A match of some weeks of that ruleset, with a moderator who commands at times."""
    table = begun(NAMES, ruleset=ruleset, **OPTIONS[ruleset])
    day = 1.0
    while day < 40 and table.match.status == "running":
        day += random.choice((0.05, 0.1, 0.3, 1.5))
        name = random.choice([n for n in NAMES if n not in table.match.gone])
        if random.random() < 0.15 and table.match.state.book.rules:
            command = some_command(random, table.match.state)
            if random.random() < 0.5:
                verb, _, rest = correction(random, table.match.state).partition(" ")
                command = type(command)(verb, rest, command.reason)
            table.override(at(round(day, 2)), command)
        table.letter(name, at(round(day, 2)), LINES[ruleset](random, table.match.state))
    return table


@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_what_must_hold_holds_in_random_matches_of_it_at_any_time(ruleset: str, share: int) -> None:
    random = Random(1792)
    decided = 0
    for _ in range(GAMES // share):
        table = random_match(random, ruleset)
        first = begun(NAMES, ruleset=ruleset, **OPTIONS[ruleset]).match.state
        for state in on_the_way(table):
            check(state)
            assert folded_rules(state, first) == rules_of(state)
        decided += sum(1 for _ in every(table.match.state))
        assert load_state(GAME, dump_state(table.match)) == table.match.state
        assert table.again().state == table.match.state
    assert decided > GAMES // share
