"""Random games against the oracle: the same tallies, points, numbers and order of turns."""

from random import Random
from typing import Any

from tests.games.nomic.oracle import Change, Oracle, Rule
from tests.games.nomic.table import Letter, play

NAMES = ("Ann", "Bob", "Cid", "Dee", "Max")
GAMES = 10_000
FREE = ("210", "211", "213", "101", "104", "115", "116")
"""Rules without settings, so that what changes is their numbers alone."""


def initial() -> list[Rule]:
    """The numbers of the initial set."""
    return [Rule(str(n), True) for n in range(101, 117)] + [Rule(str(n), False) for n in range(201, 214)]


def some_changes(random: Random, oracle: Oracle) -> list[Change]:
    """One to three changes of rules that no other of them is about."""
    free = [
        r for r in oracle.rules if r.number in FREE or (r.was and r.was[0] in FREE) or int(r.number[0]) > 2
    ]
    random.shuffle(free)
    changes: list[Change] = []
    for rule in free[: random.choice((0, 1, 1, 1, 2))]:
        kinds = ("transmute",) if rule.immutable else ("amend", "repeal", "transmute")
        changes.append((random.choice(kinds), rule.number))
    if not changes or random.random() < 0.3:
        changes.append(("enact", ""))
    return changes


def written(changes: list[Change], turn: int) -> str:
    """The changes as a player mails them."""
    forms = {
        "amend": f"amend rule {{}} to read:\nAs of turn {turn}.\n",
        "repeal": "repeal rule {}",
        "transmute": "transmute rule {}",
        "enact": f"enact a new rule:\nHats of turn {turn}.\n",
    }
    return "I propose to " + "\nand to ".join(forms[kind].format(number) for kind, number in changes)


def random_game(random: Random) -> tuple[Oracle, dict[str, Any]]:
    """A game of some turns, by the oracle and by the referee."""
    names = list(NAMES[: random.randint(2, 5)])
    settings = {
        "adoption": random.choice(("unanimous", "majority", "2/3", "3/4")),
        "unanimity": random.choice(("eligible", "cast")),
        "silence": random.choice(("abstain", "against", "for")),
        "fraction_of": random.choice(("cast", "eligible")),
        "defeat_scores": random.choice(("both", "penalty")),
    }
    oracle = Oracle(names, settings, initial())
    letters: list[Letter] = []
    for _ in range(random.randint(2, 7)):
        if random.random() < 0.15:
            oracle.passes()
        else:
            letters += some_turn(random, oracle)
    until = f"{oracle.at // 1440 + 1} {oracle.at // 60 % 24}:{oracle.at % 60:02}"
    more = {"turn_limit": "2 days", "vote_limit": "12 hours", "points_to_win": 1_000_000, **settings}
    return oracle, play(letters, until, " ".join(names), **more)


def some_turn(random: Random, oracle: Oracle) -> list[Letter]:
    """The letters of a turn, which the oracle plays too."""
    day = -(-oracle.at // 1440) if oracle.at % 1440 else oracle.at // 1440
    mover, turn, number = oracle.mover, oracle.turn, oracle.number
    changes = some_changes(random, oracle)
    voters = [name for name in oracle.names if random.random() < 0.8]
    random.shuffle(voters)
    ballots = [(name, random.choice("++++--0")) for name in voters]
    words = {"+": "for", "-": "against", "0": "abstain"}
    letters: list[Letter] = [(mover, f"{day + 1} 10", f"{written(changes, turn)}\n\nI open the vote.")]
    for minute, (name, sign) in enumerate(ballots):
        letters.append((name, f"{day + 1} 11:{minute:02}", f"{number}: {words[sign]}"))
    oracle.plays(day, changes, ballots)
    return letters


def test_random_games_agree_with_the_oracle(share: int) -> None:
    random = Random(1982)
    for at in range(GAMES // share):
        oracle, result = random_game(random)
        place = (result["turn"], result["circuit"], result["mover"])
        assert place == (oracle.turn, oracle.circuit, oracle.mover), at
        assert result["scores"] == oracle.scores, at
        assert result["proposals"] == oracle.proposals, at
        listed = [(str(row["number"]), [str(n) for n in row["was"]]) for row in result["rules"]]
        assert listed == oracle.listing(), at
