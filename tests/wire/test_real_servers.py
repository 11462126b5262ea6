"""A letter goes the whole way over Postfix and Dovecot, encrypted, and the answer back."""

import asyncio
from datetime import UTC, datetime

import pytest

from referee.app.ports import Bounce, Fetched, Parcel
from referee.config import Imap, Smtp
from referee.mail.imap import Mailbox
from referee.mail.letter import LetterReading
from referee.mail.poller import Poller
from referee.mail.smtp import Refused, Sender
from tests.wire.servers import PASSWORD, Postfix

pytestmark = pytest.mark.xdist_group("servers")
START = datetime(2026, 12, 1, tzinfo=UTC)
RECEIPT = (
    b"From: referee@example.org\r\nTo: ann@example.org\r\nMessage-ID: <r1@example.org>\r\n\r\nRecorded.\r\n"
)


def smtp_of(servers: Postfix, tls: str) -> Smtp:
    port = servers.submissions if tls == "implicit" else servers.smtp
    ca = servers.dovecot.authority.ca
    return Smtp.model_validate({"host": "localhost", "port": port, "tls": tls, "ca_file": ca})


def imap_of(servers: Postfix, user: str) -> Imap:
    imap = {"host": "localhost", "port": servers.dovecot.imaps, "user": user, "password": PASSWORD}
    return Imap.model_validate(imap | {"ca_file": servers.dovecot.authority.ca})


async def arrivals(imap: Imap, count: int) -> list[Fetched]:
    """The next letters that the poller hands over; they are moved to Processed."""
    seen: list[Fetched] = []
    poller: Poller

    async def on_batch(letters: list[Fetched], mailbox: Mailbox) -> None:
        for each in letters:
            seen.append(each)
            await mailbox.move(each.uid, "Processed")
        if len(seen) >= count:
            poller.stop()

    poller = Poller(lambda: Mailbox(imap), lambda: START, on_batch)
    await asyncio.wait_for(poller.run(), 120)
    return seen


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_a_letter_and_its_receipt_go_the_whole_way(servers: Postfix, tls: str) -> None:
    letter = RECEIPT.replace(b"Recorded.", b"I move north.")
    sender = Sender(smtp_of(servers, tls))
    await sender.send(Parcel(1, "referee+m1.abc@example.org", "<l1>", letter), "ann@example.org")
    (arrived,) = await arrivals(imap_of(servers, "referee"), 1)
    assert arrived.raw.endswith(b"\r\n\r\nI move north.\r\n")
    assert arrived.received_at.tzinfo == UTC
    await sender.send(Parcel(2, "ann@example.org", "<r1@example.org>", RECEIPT), "referee@example.org")
    await sender.close()
    (receipt,) = await arrivals(imap_of(servers, "ann"), 1)
    assert b"Message-ID: <r1@example.org>" in receipt.raw


async def test_an_unknown_recipient_is_refused_and_the_others_get_theirs(servers: Postfix) -> None:
    sender = Sender(smtp_of(servers, "starttls"))
    with pytest.raises(Refused) as refused:
        await sender.send(Parcel(1, "nobody@example.org", "<1>", RECEIPT), "referee@example.org")
    assert refused.value.code == 550
    for number in range(20):
        await sender.send(Parcel(number, "bob@example.org", "<2>", RECEIPT), "referee@example.org")
    await sender.close()
    assert len(await arrivals(imap_of(servers, "bob"), 20)) == 20


async def test_what_postfix_says_of_a_mail_that_it_can_t_deliver_is_understood(servers: Postfix) -> None:
    message_id = "<abcdefghijklmnopqrstuvwxyz234567@example.org>"
    mail = RECEIPT.replace(b"<r1@example.org>", message_id.encode())
    sender = Sender(smtp_of(servers, "starttls"))
    await sender.send(Parcel(1, "gone@example.org", message_id, mail), "referee@example.org")
    await sender.close()
    (arrived,) = await arrivals(imap_of(servers, "referee"), 1)
    letter = LetterReading("referee@example.org")(arrived.raw)
    assert letter.machine
    assert letter.bounce == Bounce((message_id,), frozenset({"gone@example.org"}), frozenset())
