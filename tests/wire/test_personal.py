"""Time zone, absence, press and observers, the whole way: letters over SMTP, mails read over IMAP."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest_asyncio

from referee.demo.people import MailProgram, accounts
from referee.demo.story import Person
from referee.mail.embedded import EmbeddedMail
from referee.service import Service
from tests.wire.servers import PASSWORD
from tests.wire.test_service import ANN, AUTHSERV_ID, BOB, MAX, MORNING, REFEREE, Clock, Somebody, Town, town

CID = Person("Cid", "cid@example.org", PASSWORD)
OPENING = f"""open paprika "Spring"
press = private
reminders = on
seat Ann {ANN.address}
seat Bob {BOB.address}
start"""


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[tuple[Town, Somebody, Clock]]:
    """A town with somebody who plays nothing, and its clock."""
    clock = Clock()
    users = {person.address: PASSWORD for person in (REFEREE, ANN, BOB, MAX, CID)}
    async with (
        EmbeddedMail(users, clock, require_login=True, authserv_id=AUTHSERV_ID) as server,
        town(lambda person: accounts(server, person), MAX, clock, tmp_path, False) as built,
        MailProgram(CID, *accounts(server, CID), clock) as program,
    ):
        yield built, Somebody(program), clock


def subjects(somebody: Somebody) -> list[str]:
    """What has come so far."""
    return [mail.subject for mail in somebody.program.inbox]


async def passes_the_day(service: Service, clock: Clock, *hours: int) -> None:
    """The clock strikes at those hours, so that the referee was never down."""
    for hour in hours:
        clock.time = clock.time.replace(hour=hour)
        await service.tick()


async def test_who_is_absent_in_her_own_zone_is_not_reminded_and_her_deadline_stays(
    place: tuple[Town, Somebody, Clock],
) -> None:
    village, _, clock = place
    async with village.referee() as service:
        await village.max.writes(OPENING, how="new")
        await village.ann.gets("The match has started")
        away = "timezone Pacific/Auckland\nabsent from 2026-12-02 to 2026-12-03\nstatus"
        await village.ann.writes(away, how="new")
        told = " ".join((await village.ann.gets("3 orders, all accepted")).text.split())
        assert "From 2026-12-02 to 2026-12-03 no reminders are sent to you." in told
        assert "Wed 2 Dec 2026, 00:00 UTC (Wed 2 Dec, 13:00 Pacific/Auckland)" in told
        await passes_the_day(service, clock, 14, 18, 23)  # 18:00 is the second there, and the first in UTC
        await village.bob.gets("Reminder")
        clock.time = MORNING.replace(hour=0) + timedelta(days=1)
        await service.tick()
        clock.time += timedelta(minutes=2)
        await village.max.writes("status", how="new")  # its arrival makes the referee read
        assert "You took no action." in (await village.ann.gets("Nday 2")).text
        assert not any("Reminder" in subject for subject in subjects(village.ann))


async def test_press_reaches_whom_it_is_for_and_nobody_else(place: tuple[Town, Somebody, Clock]) -> None:
    village, cid, _ = place
    async with village.referee():
        await village.max.writes(OPENING, how="new")
        await village.ann.gets("The match has started")
        await cid.writes("observe m1", how="new")
        await cid.gets("You observe this match")
        await village.bob.writes("say Good evening.\ntell Ann Shall we?", how="new")
        for somebody in (village.ann, village.max, cid):
            assert "Good evening." in (await somebody.gets("Bob writes to all")).text
        alone = await village.ann.gets("Bob writes to you alone")
        assert "Shall we?" in alone.text
        assert BOB.address not in alone.message.as_string()
        await village.ann.writes("ignore Bob", how="new")
        await village.ann.gets("1 order, accepted")
        await village.bob.writes("tell Ann Are you there?", how="new")
        await village.bob.gets("1 order, accepted")
        await village.max.writes("moderate m1\nannounce Dinner!", how="new")
        for somebody in (village.ann, cid):
            await somebody.gets("", "Dinner!")
        for somebody in (village.ann, village.max, cid):
            texts = [mail.text for mail in somebody.program.inbox]
            assert not any("Are you there?" in text for text in texts)
            assert any("Shall we?" in text for text in texts) == (somebody is village.ann)


async def test_who_observes_gets_what_is_public_until_unsubscribing(
    place: tuple[Town, Somebody, Clock],
) -> None:
    village, cid, _ = place
    async with village.referee():
        await village.max.writes(OPENING, how="new")
        await village.ann.gets("The match has started")
        await cid.writes("observe m1", how="new")
        observing = await cid.gets("You observe this match")
        assert observing.message["List-Unsubscribe"]
        await cid.writes("move n", to="observe")
        await cid.gets("refused")
        await cid.writes("unsubscribe", to="observe")
        assert "You get nothing more of m1." in (await cid.gets("1 order, accepted")).text
        await village.max.writes("moderate m1\nannounce Dinner!", how="new")
        await village.ann.gets("", "Dinner!")
        await cid.writes("observe m1", how="new")
        await cid.gets("1 order, accepted", "observe m1")
        assert not any("Dinner!" in mail.text for mail in cid.program.inbox)
