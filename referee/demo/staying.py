"""`--stay`: the servers go on with a real clock, and a new match waits for somebody to play Ann."""

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace

from referee.clock import now
from referee.demo.letters import Mail
from referee.demo.people import MailProgram
from referee.demo.stage import Stage
from referee.demo.story import MODERATOR, PLAYERS, REFEREE, Cue, Story
from referee.demo.telling import Teller
from referee.secrecy import SystemSecrets
from referee.service import Service

PORTS = (2525, 2143)
"""SMTP and IMAP: the same each time where they are free, so that a mail program can keep its settings."""
NEWCOMER, *OTHERS = PLAYERS


def usual_ports() -> tuple[int, int]:
    """The ports for a demonstration that stays; 0 for one that is taken."""
    smtp, imap = (port if _is_free(port) else 0 for port in PORTS)
    return smtp, imap


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


async def stay_open(stage: Stage, story: Story, teller: Teller) -> None:
    """Runs the referee as `referee run` does, until Ctrl-C; everybody but the newcomer has joined."""
    stage.clock.is_real = True
    desk = replace(stage.desk, secrets=SystemSecrets())
    service = Service(desk, stage.settings, now)
    running = asyncio.create_task(service.run())
    opening = asyncio.create_task(new_match(stage, story))
    try:
        await asyncio.wait({running, opening}, return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            instruct(stage, story, opening.result(), teller)
        await running
    finally:
        opening.cancel()
        service.stop()
        await running


async def new_match(stage: Stage, story: Story) -> str:
    """Opens a match in which one seat is free; gives its number."""
    at = stage.clock().strftime("%H:%M")
    receipt = await answered(stage.programs[MODERATOR.name], Cue(1, at, MODERATOR.name, story.opening, "new"))
    match = receipt.subject.partition("[")[2].partition("]")[0]
    for person in OTHERS:
        program = stage.programs[person.name]
        await answered(program, Cue(1, at, person.name, f"join {match} as {person.name}", "new"))
        await answered(program, Cue(1, at, person.name, "confirm"))
    return match


async def answered(program: MailProgram, cue: Cue) -> Mail:
    """Writes the letter and waits for the answer to it."""
    await program.read()
    await program.write(cue)
    while not await program.read():
        await program.wait()
    return program.inbox[-1]


def instruct(stage: Stage, story: Story, match: str, teller: Teller) -> None:
    """Says how to take part."""
    teller.heading("The mail servers stay, and the clock is real now")
    teller.lines(["Set up a mail program (no encryption, password as plain text):", ""])
    server = stage.server
    teller.table(
        ["SMTP", "IMAP"], [server.host] * 2, [f"port {server.smtp_port}", f"port {server.imap_port}"]
    )
    people = (NEWCOMER, *OTHERS, MODERATOR)
    teller.lines([""])
    teller.table(
        ["name", *(person.name for person in people)],
        ["user and address", *(person.address for person in people)],
        ["password", *(person.password for person in people)],
    )
    teller.lines(["", *steps(story, match), "", "Ctrl-C ends it."])


def steps(story: Story, match: str) -> list[str]:
    """What a newcomer does."""
    others = ", ".join(person.name for person in OTHERS)
    lines = "; ".join(line.replace("\n", " / ") for line in story.first_letters)
    return [
        f"{others} have joined match {match}; a seat is free for you, {NEWCOMER.name}.",
        f"1. Write to {REFEREE.address}, as the first line of the text: join {match} as {NEWCOMER.name}",
        "2. Reply to the mail that comes with: confirm",
        "   The match is full then, and starts: you get your first display.",
        f"3. Reply to that with an order, such as: {lines}",
        f"4. {story.waits} Sooner, as {MODERATOR.name} write two lines:",
        f"   moderate {match}",
        "   close because we can't wait",
        "   and reply with “confirm” to the mail that asks. The others' letters are yours to write too.",
    ]
