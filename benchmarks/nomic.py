"""How long a ballot takes in a large game of Nomic, and how much memory many letters keep.

`python -m benchmarks.nomic` plays through the whole kernel: a letter is filed, read, carried out,
recorded and its receipt queued in one transaction of SQLite. The game has 300 rules and 5,000 past
proposals, the memory is that of the process over 10,000 letters.
"""

import argparse
import resource
import statistics
import sys
import time
from dataclasses import replace
from datetime import datetime, timedelta

from referee.games.nomic import past
from referee.games.nomic.amending import Change
from referee.games.nomic.play import Play
from referee.games.nomic.proposed import dump_changes
from referee.games.nomic.rulebook import with_rule
from referee.games.nomic.rules import Number, Rule
from referee.games.nomic.state import State
from tests.table import Table, moment, spring

RULES = 300
PROPOSALS = 5_000
LETTERS = 10_000
NAMES = ("Ann", "Bob", "Cid", "Dee")
OPTIONS = "settings = debate_least = 0 hours, vote_limit = 60 days, debate_limit = 30 days"
TEXT = "Whoever finds a hat may wear it until somebody else asks for it politely.\n" * 6


def enlarge(table: Table, rules: int, proposals: int) -> None:
    """Gives the match so many rules and past proposals, as if they had been played."""
    match = table.match()
    play = Play(match.state, match.state.started, match.draws)
    for number in range(301, 301 + proposals):
        past.keep(play, row(number))
    large = with_rules(play.state, rules)
    large = replace(large, next_number=301 + proposals)
    with table.desk.books() as book:
        book.record(replace(match, state=large), [])
        book.commit()


def row(number: int) -> dict[str, object]:
    """A decided proposal as it is kept."""
    change = Change("amend", rule="301", how="read", text=f"{TEXT}{number}")
    voted = {"for": list(NAMES[:3]), "against": list(NAMES[3:]), "abstain": [], "points": {"Ann": 10}}
    kept = {"number": number, "by": "Ann", "status": "adopted", **voted, "title": f"Hats, part {number}"}
    return kept | {"changes": dump_changes((change,)), "at": "2026-11-01T00:00:00+00:00", "results": []}


def with_rules(state: State, count: int) -> State:
    """The state with so many rules."""
    book = state.book
    for number in range(1001, 1001 + count - len(book.rules)):
        book = with_rule(book, Rule(str(number), Number(number), False, f"Hats {number}", TEXT))
    return replace(state, book=book)


def open_vote(table: Table) -> int:
    """Ann proposes and opens the vote, on a text that needs everybody; the number."""
    write(table, "Ann", "I propose to repeal rule 210.\nI open the vote.", moment("1 11:00"))
    return int(next(iter(table.state().live)))


def write(table: Table, name: str, text: str, at: datetime) -> None:
    """A letter to the seat's own address, which must be taken."""
    assert table.write(name, text, at, to=table.seat_address(name)) == "done"


def ballots(table: Table, number: int, count: int) -> list[float]:
    """So many ballots, each a change of the one before; how long each took, in milliseconds."""
    times = []
    for n in range(count):
        at = moment("1 12:00") + timedelta(seconds=n)
        name, word = ("Bob", "Cid")[n % 2], ("FOR", "AGAINST", "ABSTAIN")[n // 2 % 3]
        address = table.seat_address(name)
        before = time.perf_counter()
        assert table.write(name, f"{number}: {word}", at, to=address) == "done"
        times.append(1000 * (time.perf_counter() - before))
    return times


def resident() -> int:
    """The memory that the process holds now, in KiB."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() // 1024


def measure(rules: int, proposals: int, letters: int) -> None:
    """Prints both measures."""
    with spring(*NAMES, game="nomic", options=OPTIONS) as table:
        enlarge(table, rules, proposals)
        number = open_vote(table)
        size = len(table.row().state or "")
        print(f"{rules} rules, {proposals} past proposals: a state of {size // 1024} KiB")
        tell("a ballot and its receipt", ballots(table, number, 200))
    with spring(*NAMES, game="nomic", options=OPTIONS) as table:
        number = open_vote(table)
        ballots(table, number, letters // 10)
        first = resident()
        ballots(table, number, letters - letters // 10)
        print(f"memory: {first} KiB after {letters // 10} letters, {resident()} KiB after {letters}")


def tell(what: str, times: list[float]) -> None:
    """Prints the median and the slow end of the times."""
    slow = statistics.quantiles(times, n=20)[-1]
    print(f"{what}: median {statistics.median(times):.1f} ms, 95 % under {slow:.1f} ms")


def main(words: list[str]) -> None:
    """Reads the sizes and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=int, default=RULES)
    parser.add_argument("--proposals", type=int, default=PROPOSALS)
    parser.add_argument("--letters", type=int, default=LETTERS)
    sizes = parser.parse_args(words)
    measure(sizes.rules, sizes.proposals, sizes.letters)


if __name__ == "__main__":
    main(sys.argv[1:])
