"""Broken letters in a real mailbox: each is filed, answered once or held, and moved; the next one is read."""

import asyncio

from referee.app.intake import receive
from referee.app.ports import Fetched
from referee.mail.imap import Mailbox
from referee.mail.poller import Poller
from tests.table import Table, moment, raw_letter, spring
from tests.test_bad_letters import BAD
from tests.wire.conftest import EmbeddedInbox, Inbox

NOON = "1 12:00"
SIZE = 1024 * 1024
AGAIN = "the same words again, not answered"


def broken(inbox: Inbox) -> list[bytes]:
    """Every kind of broken letter that the server keeps, each under a Message-ID of its own."""
    refused = {"nothing at all"}  # which no server takes for a letter
    if isinstance(inbox, EmbeddedInbox):
        refused.add("2,000 nested parts")  # pymap can't read it itself
    kept = [raw for name, raw in BAD.items() if name not in refused]
    return [raw.replace(b"<bad1@", b"<bad%d@" % number) for number, raw in enumerate(kept)]


async def read_all(table: Table, inbox: Inbox, count: int) -> list[str]:
    """What became of so many letters, which a poller hands over as in `referee run`."""
    told: list[str] = []

    async def on_batch(letters: list[Fetched], mailbox: Mailbox) -> None:
        for letter in letters:
            told.append(receive(table.desk, letter, moment(NOON)))
            await mailbox.move(letter.uid, "Processed")
        if len(told) >= count:
            poller.stop()

    poller = Poller(lambda: Mailbox(inbox.imap, letter_size=SIZE), lambda: moment(NOON), on_batch)
    async with asyncio.timeout(300):
        await poller.run()
    return told


async def test_every_broken_letter_is_filed_and_answered_once_or_held_and_the_poller_goes_on(
    inbox: Inbox,
) -> None:
    with spring() as table:
        letters = broken(inbox)
        for raw in letters:
            await inbox.deliver(raw, moment(NOON))
        await inbox.deliver(raw_letter("Bob", "move e", moment(NOON), 999), moment(NOON))
        before = len(table.letters())
        told = await read_all(table, inbox, len(letters) + 1)
        assert told[-1] == "done"
        assert set(told) == {"done", "held"}
        assert len(table.letters()) == before + len(told)
        done = [letter for letter in table.letters("done")[before:] if letter.note != AGAIN]
        answers = [mail for mail in table.new() if mail.kind != "mail/confirm"]
        assert {mail.kind for mail in answers} == {"mail/receipt", "mail/unreadable"}
        assert len(answers) == len(done)
        assert {mail.to for mail in answers} == {"ann@example.net", "bob@example.net"}
        assert table.state().declared["Bob"] == "move e"
    assert await inbox.messages() == []
    assert len(await inbox.messages("Processed")) == len(letters) + 1
