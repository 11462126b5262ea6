"""What the world does to mail, the whole way: letters and mails over Postfix and Dovecot, real reports."""

import asyncio
import imaplib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from referee.app.ports import Parcel
from referee.clock import now
from referee.config import Imap, Smtp, load_settings
from referee.demo.letters import Mail, letter, reply
from referee.demo.story import Person
from referee.doctor import examine
from referee.doctor.findings import Finding
from referee.mail.smtp import Sender
from referee.sending import Sending
from referee.store.tables import outbox
from tests.table import Table, moment, parsed, spring
from tests.wire.conftest import DovecotInbox, opened
from tests.wire.conftest import letter as written
from tests.wire.servers import HERE, PASSWORD, Dovecot, Postfix, dovecot, free_ports, postfix
from tests.wire.test_sending import Clock, at_once
from tests.wire.test_service import ANN, BOB, MAX, OPEN, REFEREE, Somebody, Town, town
from tests.wire.test_small_servers import QUOTA

pytestmark = pytest.mark.xdist_group("servers")
START = "1 11:00"
EVERYBODY = "virtual_mailbox_domains = example.org, example.net\nvirtual_mailbox_maps = static:x\n"
KNOWN = ", ".join(f"{{{name}@example.org=x}}" for name in ("referee", "ann", "bob", "max"))
ASKED = """
plugin {{
  quota_status_success = DUNNO
  quota_status_nouser = DUNNO
  quota_status_overquota = 452 4.2.2 The mailbox is full
}}
service quota-status {{
  executable = quota-status -p postfix
  chroot =
  client_limit = 1
  inet_listener {{
    address = 127.0.0.1
    port = {port}
  }}
}}
"""


def smtp_of(server: Postfix) -> Smtp:
    ca = server.dovecot.authority.ca
    return Smtp.model_validate({"host": "localhost", "port": server.smtp, "tls": "starttls", "ca_file": ca})


def imap_of(server: Postfix, person: Person) -> Imap:
    user, ca = person.address.partition("@")[0], server.dovecot.authority.ca
    login = {"user": user, "password": PASSWORD, "host": "localhost", "ca_file": ca}
    return Imap.model_validate({**login, "port": server.dovecot.imaps})


@asynccontextmanager
async def city(server: Postfix, folder: Path, *, trust: bool = True, **mail: Any) -> AsyncIterator[Town]:
    """A town on these servers, by the real clock; Max has a mailbox of his own."""

    def accounts(person: Person) -> tuple[Imap, Smtp]:
        return imap_of(server, person), smtp_of(server)

    async with town(accounts, MAX, now, folder, trust) as built:
        identity = built.settings.identity.model_copy(update={"authserv_id": ""})
        named = built.settings.mail.model_copy(update=mail)
        built.settings = built.settings.model_copy(update={"mail": named, "identity": identity})
        yield built


# a mailbox without room: 452


@contextmanager
def strict(port: int) -> Iterator[Postfix]:
    """Postfix that asks Dovecot whether there is room before it takes a mail."""
    asking = f"smtpd_recipient_restrictions = check_policy_service inet:{HERE}:{port}\n"
    with (
        dovecot(more=QUOTA + ASKED.format(port=port)) as behind,
        postfix(behind, EVERYBODY + asking) as running,
    ):
        yield running


def to_ann(table: Table) -> list[Any]:
    """What lies in the outbox for Ann, or has left it."""
    with table.engine.connect() as connection:
        return list(connection.execute(select(outbox).where(outbox.c.to == "ann@example.net")))


def has_room_again(server: Dovecot, user: str) -> None:
    with imaplib.IMAP4(HERE, server.imap, timeout=60) as client:
        client.login(user, PASSWORD)
        client.select()
        client.store("1:*", "+FLAGS.SILENT", r"(\Deleted)")
        client.expunge()


def header(raw: bytes, name: str) -> str:
    return str(parsed(raw)[name])


async def arrived(inbox: DovecotInbox, count: int) -> list[bytes]:
    """So many mails in the mailbox, waited for: Postfix hands them on in its own time."""
    async with asyncio.timeout(120), opened(inbox.imap) as mailbox:
        while len(found := await inbox.messages()) < count:
            await mailbox.idle(60, asyncio.Event())
    return found


async def test_a_mail_to_a_full_mailbox_waits_for_hours_and_comes_once_there_is_room() -> None:
    clock = Clock(moment(START))
    with strict(*free_ports(1)) as server, spring() as table:
        ann, bob = (DovecotInbox(server.dovecot, name) for name in ("ann", "bob"))
        await ann.deliver(written(1, "x" * 60_500))
        sender = Sender(smtp_of(server))
        emptying = Sending(table.desk, sender, at_once, clock)
        await emptying.send_ready()
        for waiting in to_ann(table):
            assert "452 4.2.2 " in waiting.error
            assert "The mailbox is full" in waiting.error
        assert len(await arrived(bob, 2)) == 2
        for tries in range(2, 8):
            clock.wait(hours=4)
            await emptying.send_ready()
            assert {(row.tries, row.sent_at, row.failed_at) for row in to_ann(table)} == {(tries, None, None)}
        await asyncio.to_thread(has_room_again, server.dovecot, "ann")
        clock.wait(hours=4)
        await emptying.send_ready()
        await sender.close()
        ids = [row.message_id for row in to_ann(table)]
        mails = await arrived(ann, len(ids))
        assert sorted(header(mail, "Message-ID") for mail in mails) == sorted(ids)
        assert all(row.sent_at for row in to_ann(table))
        with table.desk.books() as book:
            assert book.suspended() == ()
        assert len(await bob.messages()) == 2


# mails that come back


async def test_three_mails_that_postfix_returns_suspend_the_address_until_its_owner_writes(
    tmp_path: Path,
) -> None:
    gil, alert = Person("Gil", "gone@example.org", PASSWORD), "3 mails to Gil came back"
    maps = f"virtual_mailbox_maps = inline:{{ {KNOWN} }}\n"
    with dovecot() as behind, postfix(behind, maps) as server:
        async with city(server, tmp_path) as place, place.referee():
            seats = f"seat Gil {gil.address}\nseat Bob {BOB.address}\nstart"
            await place.max.writes(f'open paprika "Spring"\n{seats}', how="new")
            await place.max.gets("m1", "start")
            for _ in range(2):
                await place.max.writes("moderate m1\nresend Gil", how="new")
            await place.max.gets("", alert)
            await place.max.writes("moderate m1\nresend Gil", how="new")
            await place.max.gets("order", "resend Gil")
            await place.max.writes("moderate m1\nletters", how="new")
            assert "Gil: a mail waits" in (await place.max.gets("", "> letters")).text
            sender = Sender(place.settings.smtp)
            status = letter(gil, now(), "status", 1)
            await sender.send(Parcel(1, REFEREE.address, "", status.as_bytes()), gil.address)
            await sender.close()
            # What waited, the receipt and one more are sent to Gil, come back, and are counted anew.
            await place.max.writes("moderate m1\nresend Gil", how="new")
            await place.max.gets("", alert)


# addresses that carry the token in another way, or not at all


@contextmanager
def delimited(by: str) -> Iterator[Postfix]:
    """Servers that know addresses with that delimiter, and no others."""
    more = f"recipient_delimiter = {by}\n"
    maps = f"virtual_mailbox_maps = inline:{{ {KNOWN} }}\n"
    with dovecot(more=more) as behind, postfix(behind, more + maps) as running:
        yield running


class Forgetful:
    """Somebody whose mail program never says what it answers, and quotes only if told to."""

    def __init__(self, somebody: Somebody, smtp: Smtp, *, quoting: bool) -> None:
        self.somebody, self.smtp, self.quoting, self.count = somebody, smtp, quoting, 0

    async def answers(self, mail: Mail, text: str, *, quoting: bool | None = None) -> None:
        self.count += 1
        quotes = self.quoting if quoting is None else quoting
        person = self.somebody.program.person
        made = reply(person, now(), text, 100 + self.count, mail, quoting=quotes)
        del made["In-Reply-To"], made["References"]
        sender = Sender(self.smtp)
        to = made["To"].addresses[0].addr_spec
        await sender.send(Parcel(1, to, "", made.as_bytes()), person.address)
        await sender.close()


async def begins(place: Town, max_: Forgetful) -> Mail:
    """A match that Max opens; nobody vouches for him, so he is asked. His receipt."""
    await place.max.writes(f"{OPEN}\nseat Ann {ANN.address}\nseat Bob {BOB.address}\nstart", how="new")
    await max_.answers(await place.max.gets("Please confirm"), "confirm")
    return await place.max.gets("accepted")


async def findings(place: Town, folder: Path) -> list[Finding]:
    """What `referee doctor` says of these servers and settings."""
    imap, smtp, mail = place.settings.imap, place.settings.smtp, place.settings.mail
    login = f'host = "localhost"\nca_file = "{imap.ca_file}"'
    file = folder / "referee.toml"
    file.write_text(
        f'[mail]\naddress = "{mail.address}"\ndelimiter = "{mail.delimiter}"\n'
        f"plus_addressing = {str(mail.plus_addressing).lower()}\n"
        f'[imap]\n{login}\nport = {imap.port}\nuser = "{imap.user}"\npassword = "{PASSWORD}"\n'
        f'[smtp]\n{login}\nport = {smtp.port}\ntls = "starttls"\n'
        f'[identity]\nauthserv_id = "mx.example.org"\n'
        f'[moderation]\nmoderators = ["{MAX.shown}"]\n[operator]\naddress = "{MAX.address}"\n',
        "utf-8",
    )
    file.chmod(0o600)
    assert load_settings(file).mail == mail
    return [each async for each in examine(file, now, probe=True, patience=60)]


def told(found: list[Finding], level: str) -> list[str]:
    return [f"{each.about}: {each.text}" for each in found if each.level == level]


async def test_a_token_behind_another_delimiter_proves_a_seat_and_a_moderator(tmp_path: Path) -> None:
    with delimited("-") as server:
        async with city(server, tmp_path, trust=False, delimiter="-") as place:
            async with place.referee():
                max_, ann = (
                    Forgetful(each, place.settings.smtp, quoting=False) for each in (place.max, place.ann)
                )
                receipt = await begins(place, max_)
                start = await place.ann.gets("The match has started")
                assert str(start.message["Reply-To"]).startswith("Referee <referee-m1.")
                await ann.answers(start, "move n")
                assert "recorded for nday 1" in (await place.ann.gets("1 order, accepted")).text
                await place.max.writes("moderate m1\nclose because we are all here", how="new")
                await place.max.gets("Please confirm", "Did you write it?")
                await max_.answers(receipt, "moderate m1\nclose because we are all here")
                preview = await place.max.gets("Please confirm", "close because we are all here")
                await max_.answers(preview, "confirm")
                await place.ann.gets("Nday 2")
            found = await findings(place, tmp_path)
            assert told(found, "FAIL") == []
            assert "trust: a forged Authentication-Results of mx.example.org is not believed" in told(
                found, "ok"
            )
            place.settings = place.settings.model_copy(
                update={"mail": place.settings.mail.model_copy(update={"delimiter": "+"})}
            )
            (fault,) = told(await findings(place, tmp_path), "FAIL")
            assert fault.startswith("probe: a mail to referee+m0.")
            assert "set mail.plus_addressing = false" in fault


async def test_where_addresses_carry_no_token_the_quoted_tag_line_proves_the_seat(tmp_path: Path) -> None:
    with delimited("") as server:
        async with city(server, tmp_path, trust=False, plus_addressing=False) as place:
            async with place.referee():
                max_, ann = (
                    Forgetful(each, place.settings.smtp, quoting=True) for each in (place.max, place.ann)
                )
                await begins(place, max_)
                start = await place.ann.gets("The match has started")
                assert start.message["Reply-To"].addresses[0].addr_spec == REFEREE.address
                await ann.answers(start, "move n", quoting=False)
                await place.ann.gets("Please confirm")
                await ann.answers(start, "move s")
                assert "recorded for nday 1" in (await place.ann.gets("1 order, accepted")).text
            found = await findings(place, tmp_path)
            assert told(found, "FAIL") == []
            assert "trust: tokens stand only at the foot of mails (mail.plus_addressing is off)" in told(
                found, "warn"
            )
