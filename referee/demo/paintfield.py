"""Paintfield's demonstration: a shortened match over mails, pages and the real WebSocket server."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from referee.clock import now
from referee.config import Web as WebSettings
from referee.demo.framing import conclude, keep_mailboxes
from referee.demo.letters import Mail
from referee.demo.painter import Painter
from referee.demo.people import MailProgram
from referee.demo.stage import Stage, staged
from referee.demo.story import MODERATOR, PLAYERS, Cue
from referee.demo.telling import Teller
from referee.display.painting import text as field_text
from referee.games.paintfield.verifying import verify
from referee.secrecy import SystemSecrets
from referee.service import Service
from referee.web.paintfield import pictures

KEY = (28).to_bytes(32)
ANN = PLAYERS[0]
SHORT = "bots = 2\nticks = 120\ntick_ms = 40\ncountdown_ms = 800\npause_ms = 400\nrounds = 3"
SCRIPT = (20, 41, 62, 80, 98, 113)
"""The ticks on which the scripted painter turns right: a spiral inwards."""
LINK = re.compile(r"https?://\S+/s/([a-z2-7]{16})")
PORT = 8080


@dataclass(slots=True)
class Site:
    """The referee at work, and where its pages are."""

    stage: Stage
    service: Service
    running: "asyncio.Task[None]"
    url: str

    async def until_stopped(self, work: Coroutine[Any, Any, None]) -> bool:
        """Does the work; gives whether it came to its end, and was not stopped by a signal before."""
        task = asyncio.create_task(work)
        await asyncio.wait({task, self.running}, return_when=asyncio.FIRST_COMPLETED)
        if self.service.is_stopping or not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return False
        task.result()
        return True


async def perform(console: Console, folder: Path, *, stay: bool) -> None:
    """Plays the match, checks it, and ends; with `stay` the servers go on with a seat against three bots."""
    teller = Teller(console, lambda _: "")
    async with staged(folder, now(), KEY) as stage, _at_work(stage, PORT if stay else 0) as site:
        _introduce(site, teller)
        if await site.until_stopped(_whole_match(site, teller)):
            await keep_mailboxes(stage)
            conclude(stage, teller)
            if stay:
                await site.until_stopped(_stay(site, teller))


@asynccontextmanager
async def _at_work(stage: Stage, port: int) -> AsyncIterator[Site]:
    """The referee as `referee run` has it, with pages on that port (0: a free one)."""
    stage.clock.is_real = True
    port = _free(port)
    url = f"http://127.0.0.1:{port}"
    settings = stage.settings.model_copy(
        update={"web": WebSettings(listen=f"127.0.0.1:{port}"), "base_url": url}
    )
    policy = replace(stage.desk.policy, base_url=url)
    desk = replace(stage.desk, policy=policy, secrets=SystemSecrets())
    service = Service(desk, settings, now)
    running = asyncio.create_task(service.run())
    try:
        yield Site(stage, service, running, url)
    finally:
        service.stop()
        await running


def _free(port: int) -> int:
    """The port if nobody listens on it, else any that is free."""
    for wanted in (port, 0):
        try:
            with socket.create_server(("127.0.0.1", wanted)) as bound:
                return int(bound.getsockname()[1])
        except OSError:
            continue
    raise OSError("no port is free")


def _introduce(site: Site, teller: Teller) -> None:
    teller.heading("Paintfield: one painter against two bots")
    teller.say(
        f"Mail servers listen on {site.stage.server.host}, the pages and the live server on {site.url}. "
        f"{MODERATOR.name} opens a shortened match by letter; {ANN.name} gets a link by mail, and a script "
        "steers for her over a WebSocket, as her browser would."
    )


async def _whole_match(site: Site, teller: Teller) -> None:
    started = await _opened(site, teller, "Friday evening", SHORT)
    token = _link(started)
    async with Painter.at(site.url, "m1", token) as painter:
        teller.lines([f"The page is open: {', '.join(painter.names)} sit at the field."])
        await painter.say("ready")
        async for told in painter.rounds(SCRIPT):
            teller.lines([told])
    result = await _mail(site.stage.programs[ANN.name], "over")
    _show(result, teller)


async def _opened(site: Site, teller: Teller, title: str, options: str) -> Mail:
    """Max opens a match with Ann's seat in it; gives the mail that brings her the link."""
    text = f'open paintfield "{title}"\n{options}\nseat {ANN.name} {ANN.address}\nstart'
    moderator = site.stage.programs[MODERATOR.name]
    cue = Cue(1, f"{now():%H:%M}", MODERATOR.name, text, "new")
    teller.letter(now(), cue)
    await moderator.write(cue)
    mail = await _mail(site.stage.programs[ANN.name], "Paintfield")
    teller.mails([(ANN.name, mail)])
    return mail


async def _mail(program: MailProgram, words: str) -> Mail:
    """The next mail with these words in its subject."""
    while True:
        found = [mail for mail in await program.read() if words in mail.subject]
        if found:
            return found[-1]
        await program.wait()


def _link(mail: Mail) -> str:
    found = LINK.search(mail.text)
    if found is None:
        raise LookupError("The mail has no link.")
    return found[1]


def _show(result: Mail, teller: Teller) -> None:
    """What hangs on the result mail, its last field, and whether its log is right."""
    files = {part.get_filename(): _content(part) for part in result.message.iter_attachments()}
    teller.heading(f"{ANN.name} reads: {result.subject}")
    teller.lines(f"attached: {name}, {len(content)} bytes" for name, content in files.items())
    log = files["paintfield-log.jsonl"].decode("utf-8")
    teller.lines(["", *field_text(pictures.scene(pictures.rounds(log)[-1].last)).splitlines()])
    teller.heading("referee paintfield verify paintfield-log.jsonl")
    teller.lines(f"{'ok  ' if check.is_right else 'WRONG'} {check.what}" for check in verify(log))


def _content(part: Any) -> bytes:
    return bytes(part.get_payload(decode=True))


async def _stay(site: Site, teller: Teller) -> None:
    """A seat against three bots, to play at once, until Ctrl-C."""
    token = _link(await _opened(site, teller, "You against the bots", "bots = 3"))
    teller.heading("The servers stay: play")
    teller.lines([f"Open {site.url}/s/{token}", "and say that you are ready. Ctrl-C ends it."])
    await asyncio.wait({site.running})
