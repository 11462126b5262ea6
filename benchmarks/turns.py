"""Many matches of eight players are Turned in one `tick`, and a display for each seat is queued.

`python benchmarks/turns.py [--matches 1000]` prints matches, mails, seconds (and those of them in which
this process worked), mails a second, and the most memory that it ever had. The tables lie in a temporary
folder; nothing is sent.
"""

import argparse
import json
import random
import re
import resource
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

from sqlalchemy import func, select

from referee.app import joining
from referee.app.desk import Desk
from referee.app.sitting import Sitting
from referee.app.turns import tick
from referee.bootstrap import build_desk
from referee.config import Settings
from referee.engine.match import Entry, Match, dump_order
from referee.engine.orders import Order, read_line
from referee.secrecy import SimulatedSecrets
from referee.store.books import open_engine
from referee.store.tables import outbox
from referee.store.upgrade import upgrade

NAMES = ("Ann", "Bob", "Cid", "Dee", "Max", "Eve", "Gus", "Zoe")
START = datetime(2026, 12, 1, 10, tzinfo=UTC)
DUE = datetime(2026, 12, 2, tzinfo=UTC)
ORDERS = ("move n", "dig ne", "build w", "push e", "freeze n", "duck", "tilt s", "focus")
MEGABYTE = 1024 if sys.platform == "linux" else 1024 * 1024


def open_matches(desk: Desk, count: int) -> None:
    """So many running matches in which everybody has declared."""
    lots = random.Random(7)
    with desk.books() as book:
        people = [book.add_person(name, f"{name.lower()}@example.net") for name in NAMES]
        for number in range(1, count + 1):
            game = desk.games["paprika"]
            opened = Entry(1, START, "opened", "Max", "a match", data={"options": {}})
            match = book.add_match(Match(game, "", f"Match {number}", {}), opened, None)
            sitting = Sitting(match, 1)
            for name, person in zip(NAMES, people, strict=True):
                sitting.take("joined", START, name)
                book.add_member(match.id, "seat", name, person, desk.secrets.token(f"{match.id}/{name}"))
            joining.start(desk, sitting, START, None)
            for name in NAMES:
                order = read_line(lots.choice(ORDERS), game.verbs)
                assert isinstance(order, Order)
                sitting.take("declared", START, name, order.line, data={"order": dump_order(order)})
            sitting.save(book)
        book.commit()


def most_memory() -> float:
    """The most megabytes that this program ever had.

    Where the kernel tells it of the program alone, not `ru_maxrss`: that keeps what the process had
    before it became this program, such as a large test runner's.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text("ascii"))
        if found is not None:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def measure(count: int) -> dict[str, float]:
    """What one tick over so many matches took."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(f"sqlite:///{Path(folder) / 'referee.db'}")
        upgrade(engine)
        settings = Settings(mail={"address": "referee@example.org"})
        desk = build_desk(settings, engine, SimulatedSecrets(bytes(32)))
        open_matches(desk, count)
        before = most_memory()
        start, worked = perf_counter(), process_time()
        closed = tick(desk, DUE + timedelta(minutes=1), is_read=True)
        seconds, worked = perf_counter() - start, process_time() - worked
        with engine.connect() as connection:
            mails = connection.execute(select(func.count()).select_from(outbox)).scalar_one()
        engine.dispose()
    peak = most_memory()
    return {
        "matches": closed,
        "mails": mails,
        "seconds": round(seconds, 1),
        "seconds of work": round(worked, 1),
        "mails a second": round(mails / seconds),
        "megabytes before": round(before),
        "megabytes at most": round(peak),
    }


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--matches", type=int, default=1000)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    told = measure(given.matches)
    print(json.dumps(told) if given.json else "\n".join(f"{name:>18}  {told[name]}" for name in told))


if __name__ == "__main__":
    main()
