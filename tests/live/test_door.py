"""More connections than file descriptors: who is in plays on, who is not waits, and the log stays short."""

import asyncio
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.web import door
from referee.web.door import Door, let_go_if_silent
from referee.web.server import listening
from tests.live.browsing import get
from tests.live.pace import settled
from tests.live.processes import House, town
from tests.live.site import match_of, served
from tests.soak.world import stop

LONG = "ticks = 480\ntick_ms = 125\ncountdown_ms = 100\npause_ms = 50"
FEW = 128
OVER = "SELECT count(*) FROM matches WHERE status = 'over'"
FULL = "connections are open, and no more are taken"


def descriptors(house: House) -> int:
    """How many the process has open."""
    return len(os.listdir(f"/proc/{house.process.pid}/fd"))


async def test_a_crowd_beyond_all_descriptors_holds_up_no_tick_and_no_entry_and_is_let_in_later(
    tmp_path: Path,
) -> None:
    async with town(tmp_path) as built:
        built.open_match(LONG)
        house = await built.run("sh", "-c", f'ulimit -n {FEW}; exec "$@"', "sh")
        ann, _ = await house.all_ready()
        crowd = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(FEW + 30)]
        await settled(lambda: FULL in built.world.log())
        goes_on = ann.tick + 16
        await ann.until(lambda: ann.tick >= goes_on)
        assert descriptors(house) < FEW
        await ann.say("resign")
        await ann.phase("over")
        await built.world.until(OVER, process=house.process)
        for _, writer in crowd:
            writer.close()
        await house.until_it_answers()
        assert FULL in built.world.log()
        assert built.world.log().count("\n") < 20
        await stop(house.process)


@contextmanager
def no_descriptors() -> Iterator[None]:
    """This process can open nothing more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_who_can_not_be_taken_in_waits_at_the_door_and_that_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(door, "WAITS", 0.001)
    tries, made = [], []

    def count() -> int:
        tries.append(1)
        return 0

    def protocol() -> asyncio.Protocol:
        made.append(1)
        return asyncio.Protocol()

    bound = listening("127.0.0.1:0")
    _, writer = await asyncio.open_connection(*bound.getsockname())
    with no_descriptors():
        opened = asyncio.get_running_loop().create_task(Door(bound, 10, count, protocol).run())
        await settled(lambda: len(tries) > 5)
        assert not made
    await settled(lambda: bool(made))
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "Too many open files" in caplog.text
    writer.close()
    opened.cancel()
    await asyncio.gather(opened, return_exceptions=True)


async def test_a_connection_that_asks_for_nothing_is_let_go_and_one_that_has_asked_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    come: list[tuple[asyncio.Transport, asyncio.Protocol]] = []
    monkeypatch.setattr(door, "SPEAKS_WITHIN", 0.0)
    monkeypatch.setattr(door, "let_go_if_silent", lambda *who: come.append(who))
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            ann = await live.player("Ann")
            await ann.until(lambda: bool(ann.told))
            assert (await get(live, "/m1")).status == 200
            reader, writer = await asyncio.open_connection("127.0.0.1", live.web.server.port)
            await settled(lambda: len(come) == 3)
            for who in come:
                let_go_if_silent(*who)
            assert await reader.read() == b""
            await ann.heard()
            writer.close()
