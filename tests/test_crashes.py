"""The process is killed (SIGKILL) at every step of a letter, a Turn and a send; afterwards all is right.

The mailbox and the post office are folders here, so that what was moved and sent outlives the process.
"""

import asyncio
import functools
import multiprocessing
import os
import shutil
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import event

from referee.app.ports import Parcel
from referee.sending import Sending
from tests.table import Table, joined, moment, raw_letter, spring

Answer = TypeVar("Answer")
STARTED = 300.0
"""Seconds that a child has at most."""


@dataclass
class Fate:
    """Counts the steps of what happens, and kills the process at one of them (-1: at none)."""

    last: int = -1
    count: int = 0
    names: list[str] = field(default_factory=list)

    def step(self, name: str) -> None:
        """One more step: a statement before and after it runs, a commit, a move, a send."""
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1
        self.names.append(name)

    def watch(self, table: Table) -> None:
        """Every statement and commit on the table's database is a step."""
        before, after, commit = "before_cursor_execute", "after_cursor_execute", "commit"
        event.listen(table.engine, before, lambda *args: self.step(f"before {args[2][:40]}"))
        event.listen(table.engine, after, lambda *args: self.step(f"after {args[2][:40]}"))
        event.listen(table.engine, commit, lambda *args: self.step("commit"))


@dataclass(frozen=True)
class Story:
    """What lies in the folder before the act, and the act."""

    prepare: Callable[[Path], None]
    act: Callable[[Path, Fate], None]


def _table(folder: Path, **sections: Any) -> Any:
    return joined(folder / "referee.db", moderation={"confirm": "never"}, **sections)


# a letter: read from the inbox, handled, moved


def _put(folder: Path, number: int, sender: str, text: str, at: str, **fields: Any) -> None:
    """A letter in the inbox; its file's name tells UID and time."""
    inbox = folder / "inbox"
    inbox.mkdir(exist_ok=True)
    name = f"{number}_{moment(at):%Y-%m-%dT%H-%M-%S}"
    (inbox / name).write_bytes(raw_letter(sender, text, moment(at), number, **fields))


def read_inbox(folder: Path, fate: Fate) -> None:
    """Handles and moves what lies in the inbox, as the poller does."""
    (folder / "processed").mkdir(exist_ok=True)
    with _table(folder) as table:
        fate.watch(table)
        for file in sorted((folder / "inbox").iterdir(), key=lambda path: int(path.name.partition("_")[0])):
            number, _, stamp = file.name.partition("_")
            at = datetime.strptime(f"{stamp}+0000", "%Y-%m-%dT%H-%M-%S%z")
            table.uid = int(number) - 1
            table.deliver(file.read_bytes(), at)
            fate.step("move")
            file.rename(folder / "processed" / file.name)
            fate.step("moved")


def _running(folder: Path, **sections: Any) -> Table:
    with spring(
        "Ann", "Bob", file=folder / "referee.db", moderation={"confirm": "never"}, **sections
    ) as table:
        return table


def prepare_letters(folder: Path) -> None:
    """A player declares and asks, a forger is held, a stranger says hello, a letter comes twice."""
    _running(folder)
    _put(folder, 11, "Ann", "move n\nstatus\ndisplay\ntell Bob hi", "1 12:00")
    _put(folder, 12, "Bob", "move e", "1 12:01", vouched=False)
    _put(folder, 13, "eve@example.com", "hello", "1 12:02")
    _put(folder, 14, "Ann", "move n", "1 12:03", message_id="<twice@example.net>")
    _put(folder, 15, "Ann", "move n", "1 12:03", message_id="<twice@example.net>")


def prepare_answers(folder: Path) -> None:
    """A held letter is confirmed, a resignation is confirmed."""
    with spring("Ann", "Bob", "Cid", file=folder / "referee.db") as table:
        table.write("Ann", "move n", "1 11:00", vouched=False)
        table.write("Bob", "resign", "1 11:00")
        for number, name in enumerate(("Ann", "Bob"), start=11):
            asked = table.last(name, "confirm")
            _put(folder, number, name, "confirm", "1 12:00", to=asked.reply_to)


def prepare_commands(folder: Path) -> None:
    """A moderator rewrites and closes, and opens another match."""
    _running(folder)
    commands = "moderate m1\nas Ann: move n because I say so\nclose because I can\nundo turn because I can"
    _put(folder, 11, "Max", commands, "1 12:00")
    seats = "seat Cid cid@example.net\nseat Dee dee@example.net\nstart"
    _put(folder, 12, "Max", f'open paprika "Two"\n{seats}', "1 12:01")


# a Turn: two matches, with letters that wait for it


def prepare_turn(folder: Path) -> None:
    """Two matches are due; letters of both ndays have come."""
    with spring("Ann", "Bob", options="reminders = on", file=folder / "referee.db") as table:
        table.write(
            "Max", 'open paprika "Two"\nseat Cid c@example.net\nseat Dee d@example.net\nstart', "1 10:01"
        )
        table.write("Ann", "move n", "1 12:00")
        table.write("Bob", "move e", "2 00:00:10")
        table.write("c@example.net", "duck", "2 00:00:20")
        table.read("2 00:01")


def make_turn(folder: Path, fate: Fate) -> None:
    """The clock strikes."""
    with _table(folder) as table:
        fate.watch(table)
        table.tick("2 00:01")


# a send: the post office is a folder


@dataclass(frozen=True)
class PostOffice:
    """Takes parcels as files; every one it is given is one more file."""

    folder: Path
    fate: Fate

    async def send(self, parcel: Parcel, sender: str) -> None:
        """Takes the parcel."""
        self.fate.step("send")
        number = len(list(self.folder.iterdir()))
        (self.folder / f"{number:04}").write_bytes(parcel.raw)
        self.fate.step("sent")


async def _here(work: Callable[[], Answer]) -> Answer:
    return work()


def send_all(folder: Path, fate: Fate, at: datetime) -> None:
    """The outbox is emptied as far as it is ready."""

    def in_worker(work: Callable[[], Answer]) -> Awaitable[Answer]:
        return _here(work)

    with _table(folder) as table:
        fate.watch(table)
        office = PostOffice(folder / "sent", fate)
        asyncio.run(Sending(table.desk, office, in_worker, lambda: at).send_ready())


def prepare_send(folder: Path) -> None:
    """A match has started; its mails wait."""
    _running(folder)
    (folder / "sent").mkdir()


def send_now(folder: Path, fate: Fate) -> None:
    """The sender at work."""
    send_all(folder, fate, moment("1 10:01"))


STORIES: dict[str, Story] = {
    "letters": Story(prepare_letters, read_inbox),
    "answers": Story(prepare_answers, read_inbox),
    "commands": Story(prepare_commands, read_inbox),
    "turn": Story(prepare_turn, make_turn),
    "send": Story(prepare_send, send_now),
}


def picture(folder: Path) -> Any:
    """All that is kept: matches with their entries, letters, mails."""
    with _table(folder) as table:
        with table.desk.books() as book:
            rows = book.match_rows()
            entries = [book.entries(row.id) for row in rows]
        letters = [(f.uid, f.status, f.match, f.received_at) for f in table.letters()]
        posted = [(mail.to, mail.kind, mail.posted_at, mail.raw) for mail in table.mails()]
        mails = sorted(posted, key=lambda mail: mail[0])  # each reader's in order
    inbox = sorted(path.name for path in folder.glob("inbox/*"))
    return rows, entries, letters, mails, inbox


def child(name: str, folder: str, last: int) -> None:
    """The act in a process of its own, killed at that step."""
    STORIES[name].act(Path(folder), Fate(last))


def killed(name: str, folder: Path, last: int) -> None:
    """Runs the act in a child process that dies at that step."""
    processes = multiprocessing.get_context("forkserver")
    process = processes.Process(target=child, args=(name, str(folder), last))
    process.start()
    process.join(STARTED)
    assert process.exitcode == -signal.SIGKILL


@functools.cache
def prepared(name: str, base: Path) -> tuple[Path, list[str], Any]:
    """The folder before the act, the steps of the act, and all that is kept after it."""
    before, after = base / f"{name}-before", base / f"{name}-after"
    before.mkdir()
    STORIES[name].prepare(before)
    shutil.copytree(before, after)
    fate = Fate()
    STORIES[name].act(after, fate)
    return before, fate.names, picture(after)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folders lie."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(["tests.test_crashes", "tests.warm"])
    return tmp_path_factory.mktemp("crashes")


def _steps(names: list[str], share: int) -> range:
    """Every step with --full; else every tenth, beginning at another one for each story."""
    return range(len(names) % share, len(names), share)


@pytest.mark.full
@pytest.mark.parametrize("name", ["letters", "answers", "commands", "turn"])
def test_whenever_it_is_killed_it_goes_on_as_if_nothing_had_been(name: str, base: Path, share: int) -> None:
    before, names, expected = prepared(name, base)
    assert len(names) > 50
    for last in _steps(names, share):
        folder = base / f"{name}-{last}"
        shutil.copytree(before, folder)
        killed(name, folder, last)
        STORIES[name].act(folder, Fate())
        assert picture(folder) == expected, (last, names[last])
        shutil.rmtree(folder)


@pytest.mark.full
def test_at_most_one_parcel_goes_out_twice_under_the_same_message_id(base: Path, share: int) -> None:
    before, names, _ = prepared("send", base)
    with _table(before) as table:
        posted = [mail.raw for mail in table.mails()]
    for last in _steps(names, share):
        folder = base / f"send-{last}"
        shutil.copytree(before, folder)
        killed("send", folder, last)
        send_all(folder, Fate(), moment("1 10:01") + timedelta(minutes=11))
        taken = Counter(path.read_bytes() for path in sorted((folder / "sent").iterdir()))
        assert set(taken) == set(posted), (last, names[last])
        assert sum(taken.values()) <= len(posted) + 1
        assert list(taken) == posted  # in the order posted
        send_all(folder, Fate(), moment("1 10:01") + timedelta(days=1))
        assert len(list((folder / "sent").iterdir())) == sum(taken.values())
        shutil.rmtree(folder)


def test_a_killed_letter_lies_in_the_inbox_and_is_read_again(base: Path) -> None:
    before, names, _ = prepared("letters", base)
    moves = [at for at, name in enumerate(names) if name == "move"]
    folder = base / "moving"
    shutil.copytree(before, folder)
    killed("letters", folder, moves[0])
    assert len(list((folder / "inbox").iterdir())) == 5
    with _table(folder) as table:
        assert [filed.status for filed in table.letters()][-1] == "done"
    read_inbox(folder, Fate())
    assert list((folder / "inbox").iterdir()) == []
