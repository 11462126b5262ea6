"""The referee's own live server for the benchmark: matches in a throw-away database, pages on a free port."""

import asyncio
import itertools
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from referee.app.desk import Desk
from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.app.sitting import Sitting
from referee.bootstrap import build_desk, open_database
from referee.clock import now
from referee.config import Settings
from referee.engine.match import Entry, Match
from referee.recorder import Recorder
from referee.secrecy import SystemSecrets
from referee.store.books import open_engine
from referee.web.apart import settle
from referee.web.serving import Web, be_prompt
from referee.web.site import Site
from referee.web.studio import Studio

Answer = TypeVar("Answer")
LETTER = """From: Ann <ann{number}@example.net>
To: referee@example.org
Subject: A question
Message-ID: <{number}@example.net>

help
status
matches
"""
START = datetime(2026, 12, 1, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cid", "Dee")


def new_match(desk: Desk, number: int, options: dict[str, str]) -> list[dict[str, str]]:
    """A started match of four; who may sit down, as match and token each."""
    game = desk.games["paintfield"]
    with desk.books() as book:
        entry = Entry(1, START, "opened", "Max", "opened", data={"options": options})
        match = book.add_match(Match(game, "", f"Room {number}", options), entry, None)
        sitting = Sitting(match, 1)
        seats = []
        for name in NAMES:
            sitting.take("joined", START, name)
            person = book.add_person(name, f"{name.lower()}{number}@example.net")
            token = desk.secrets.token(f"{match.id}/{name}")
            book.add_member(match.id, "seat", name, person, token)
            seats.append({"match": match.id, "token": token})
        sitting.give_seed(desk.secrets.seed(match.id))
        sitting.take("started", START)
        sitting.save(book)
        book.commit()
    return seats


async def write_letters(desk: Desk, web: Web) -> None:
    """A letter a second comes in and is handled, as the poller would have it."""
    for number in itertools.count(1):
        await web.rooms.site.in_worker(partial(one_letter, desk, number))
        await web.rooms.look()
        await asyncio.sleep(1)


def one_letter(desk: Desk, number: int) -> None:
    """The letter of that number is read and answered."""
    raw = LETTER.format(number=number).replace("\n", "\r\n").encode("ascii")
    receive(desk, Fetched("INBOX", 1, number, now(), raw), now())


def mail_elsewhere(settings: Settings) -> None:
    """A letter a second in this process, until it is ended: another one has the rooms."""
    settle(0)
    desk = build_desk(settings, open_engine(settings.database.url), SystemSecrets())
    for number in itertools.count(1):
        one_letter(desk, number)
        time.sleep(1)


async def serve(rooms: int, ticks: int, tick_ms: int, seats_file: Path, how: Collection[str]) -> None:
    """Serves until its input is closed; then prints what was measured.

    `how`: `whole` matches; a letter a second in this process (`letters`) or in another (`elsewhere`).
    """
    with tempfile.TemporaryDirectory() as folder:
        database = {"url": f"sqlite:///{folder}/referee.db"}
        settings = Settings(mail={"address": "referee@example.org"}, database=database)
        engine = open_database(settings)
        desk = build_desk(settings, engine, SystemSecrets())
        timing = ("3000", "5000") if "whole" in how else ("1000", "60000")
        options = {"ticks": str(ticks), "tick_ms": str(tick_ms)}
        options |= zip(("countdown_ms", "pause_ms"), timing, strict=True)
        seats = [seat for n in range(rooms) for seat in new_match(desk, n, options)]
        seats_file.write_text(json.dumps(seats), "utf-8")
        worker = ThreadPoolExecutor(max_workers=1)

        async def in_worker(work: Callable[[], Answer]) -> Answer:
            return await asyncio.get_running_loop().run_in_executor(worker, work)

        quiet = replace(desk, policy=replace(desk.policy, base_url=""))
        studio = Studio()
        recorder = Recorder(settings, studio, now)
        web = Web.over(Site(quiet, in_worker, now, apart=recorder), "127.0.0.1:0")
        running = asyncio.create_task(web.run())
        print(json.dumps({"port": web.server.port}), flush=True)
        writing = asyncio.create_task(write_letters(desk, web)) if "letters" in how else None
        other = multiprocessing.get_context("spawn").Process(target=mail_elsewhere, args=(settings,))
        if "elsewhere" in how:
            other.start()
        be_prompt()
        before = time.process_time()
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        _report(web, time.process_time() - before)
        if writing is not None:
            writing.cancel()
        if "elsewhere" in how:
            other.kill()
        web.stop()
        await running
        recorder.close()
        studio.close()
        engine.dispose()


def _report(web: Web, cpu: float) -> None:
    late = [1000 * seconds for seconds in web.rooms.lateness()]
    drifts = [1000 * seconds for seconds in web.rooms.drifts()]

    def at(share: float) -> float | None:
        return late[min(len(late) - 1, int(share * len(late)))] if late else None

    told = {
        "ticks": len(late),
        "p50": at(0.5),
        "p99": at(0.99),
        "worst": at(1),
        "drift": max(drifts, default=None),
    }
    print(json.dumps({**told, "cpu": cpu}), flush=True)


if __name__ == "__main__":
    count, length, pace = map(int, sys.argv[1:4])
    asyncio.run(serve(count, length, pace, Path(sys.argv[4]), sys.argv[5:]))
