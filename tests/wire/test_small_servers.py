"""Real servers that offer little, and mailboxes that are full."""

import asyncio
from collections.abc import Iterator

import pytest

from referee.app.ports import Bounce, Fetched, Parcel
from referee.mail.imap import CommandRefused, Mailbox
from referee.mail.letter import LetterReading
from referee.mail.poller import Poller
from referee.mail.smtp import Sender
from tests.wire.conftest import AT, USERS, DovecotInbox, letter, opened, subjects
from tests.wire.servers import Dovecot, Postfix, dovecot, postfix
from tests.wire.test_real_servers import arrivals, imap_of, smtp_of

pytestmark = pytest.mark.xdist_group("servers")
QUOTA = """
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
protocol lmtp {
  mail_plugins = quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=60K
  quota_grace = 0
}
"""
"""Nobody may keep more than 60 KB."""
LITTLE = "imap_capability = IMAP4rev1 NAMESPACE\n"
"""No MOVE, no IDLE and no UIDPLUS."""


@pytest.fixture(scope="module")
def small() -> Iterator[Dovecot]:
    with dovecot(more=LITTLE + QUOTA) as running:
        yield running


@pytest.fixture
def inbox(small: Dovecot) -> DovecotInbox:
    return DovecotInbox(small, f"user{next(USERS)}")


@pytest.fixture(scope="module")
def full() -> Iterator[Postfix]:
    """Postfix in front of a Dovecot with that quota."""
    with dovecot(more=QUOTA) as behind, postfix(behind) as running:
        yield running


async def test_letters_are_moved_and_waited_for_without_any_extension(inbox: DovecotInbox) -> None:
    seen, waited = list[int](), list[float]()

    async def on_batch(letters: list[Fetched], mailbox: Mailbox) -> None:
        assert not {"MOVE", "IDLE", "UIDPLUS"} & mailbox.capabilities
        for each in letters:
            seen.append(each.uid)
            await mailbox.move(each.uid, "Processed")

    async def pause(until: asyncio.Event, seconds: float) -> None:
        waited.append(seconds)
        await inbox.deliver(letter(3))
        if len(seen) == 3:
            poller.stop()

    poller = Poller(lambda: Mailbox(inbox.imap, pause=pause), lambda: AT, on_batch)
    await inbox.deliver(letter(1))
    await inbox.deliver(letter(2))
    await asyncio.wait_for(poller.run(), 120)
    assert waited[0] == 60
    assert len(subjects(await inbox.messages("Processed"))) == 3


async def test_a_letter_that_a_full_mailbox_can_t_copy_stays_and_the_next_ones_are_read(
    inbox: DovecotInbox,
) -> None:
    await inbox.deliver(letter(1, "x" * 40_000))
    await inbox.deliver(letter(2))
    async with opened(inbox.imap) as mailbox:
        large, little = await mailbox.fetch_after(0)
        with pytest.raises(CommandRefused, match=r"(?i)quota"):
            await mailbox.move(large.uid, "Processed")
        await mailbox.move(little.uid, "Processed")
        assert [each.uid for each in await mailbox.fetch_after(0)] == [large.uid]
    assert len(await inbox.messages()) == len(await inbox.messages("Processed")) == 1


async def test_a_mail_that_a_mailbox_has_no_room_for_comes_back_to_the_referee_and_is_matched(
    full: Postfix,
) -> None:
    id = "<abcdefghijklmnopqrstuvwxyz234567@example.org>"
    head = b"From: referee@example.org\r\nTo: ann@example.org\r\nMessage-ID: %s\r\n\r\n" % id.encode()
    sender = Sender(smtp_of(full, "starttls"))
    parcel = Parcel(1, "ann@example.org", id, head + b"Hello.\r\n" * 10_000)
    await sender.send(parcel, "referee@example.org")
    await sender.close()
    (report,) = await arrivals(imap_of(full, "referee"), 1)
    read = LetterReading("referee@example.org")(report.raw)
    assert isinstance(read.bounce, Bounce)
    assert read.machine
    assert read.bounce.about[0] == id
    assert read.bounce.permanent == {"ann@example.org"}
