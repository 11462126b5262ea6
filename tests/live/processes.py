"""`referee run` in processes of their own over one database, each with its pages, and who comes to them."""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from tests.live.browsing import Answer, asked
from tests.live.player import Player, page_of
from tests.live.site import START
from tests.soak.world import MAX, World, address, kill, world
from tests.wire.servers import HERE, free_ports


@dataclass
class Town:
    """The mail servers and the database between the processes, and the pages that are open."""

    world: World
    stack: AsyncExitStack
    tokens: dict[str, str] = field(default_factory=dict)

    def open_match(self, options: str) -> None:
        """Max opens and starts m1, a live match of Ann and Bob."""
        desk = self.world.desk()
        seats = "\n".join(f"seat {name} {address(name, 1)}" for name in ("Ann", "Bob"))
        lines = f'open paintfield "Friday"\n{options}\n{seats}\nstart'
        assert self.world.prepare(desk, f"Max <{MAX}>", lines, self.world.clock()) == "done"
        self.tokens = {seat.name: seat.token for seat in self.world.seats()}

    async def run(self, *before: str) -> "House":
        """A process that serves pages; `before`: a command that runs it."""
        (port,) = free_ports(1)
        config = f"{port}.toml"
        plain = (self.world.folder / "referee.toml").read_text("utf-8")
        web = f'[web]\nlisten = "{HERE}:{port}"\nown_url = "http://{HERE}:{port}"\n'
        (self.world.folder / config).write_text(plain + web, "utf-8")
        house = House(self, port, await self.world.start(config, *before))
        await house.until_it_answers()
        return house

    def later(self, seconds: float) -> None:
        """The hour of day leaps for all processes."""
        self.world.clock.put(self.world.clock() + timedelta(seconds=seconds))


@dataclass
class House:
    """One process and its pages."""

    town: Town
    port: int
    process: Process

    @property
    def base(self) -> str:
        """What the addresses of its pages begin with."""
        return f"http://{HERE}:{self.port}"

    async def until_it_answers(self) -> None:
        """Waits until it is well; nothing tells that but asking."""
        async with asyncio.timeout(300):
            while not await self.is_well():
                assert self.process.returncode is None, self.town.world.log()
                await asyncio.sleep(0.05)

    async def is_well(self) -> bool:
        """Whether it says of itself that it is."""
        try:
            return (await self.get("/healthz")).status == 200
        except OSError:
            return False

    async def get(self, path: str, name: str = "") -> Answer:
        """The answer to a GET, by the browser of that player."""
        cookie = f"seat-m1={self.town.tokens[name]}" if name else ""
        return await asked(self.port, "GET", path, cookie)

    async def player(self, name: str) -> Player:
        """A page of that seat, connected to this process."""
        return await page_of(self.town.stack, self.base, "m1", name, self.town.tokens[name])

    async def all_ready(self) -> list[Player]:
        """Ann's and Bob's pages; the first round has begun."""
        players = [await self.player(name) for name in ("Ann", "Bob")]
        for player in players:
            await player.say("ready")
        await players[0].phase("playing")
        return players

    async def kill(self) -> None:
        """It is no more."""
        await kill(self.process)


@asynccontextmanager
async def town(folder: Path) -> AsyncIterator[Town]:
    """A town without a house."""
    async with world(folder, START, 1.0, 1, every=0) as built, AsyncExitStack() as stack:
        yield Town(built, stack)
