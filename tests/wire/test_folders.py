"""Folders that are missing: made where letters go to, waited for where they come from."""

import asyncio
import imaplib

import pytest

from referee.mail.imap import CommandRefused
from referee.mail.imap_client import folder_name
from tests.wire.conftest import DovecotInbox, Inbox, letter, opened, plain_server, scripted
from tests.wire.servers import PASSWORD
from tests.wire.test_poller import Desk, at_work


async def of_somebody_else(inbox: Inbox, command: str, folder: str) -> None:
    """Somebody works on a folder with another mail program."""
    place = f"INBOX/{folder}" if isinstance(inbox, DovecotInbox) else folder

    def work() -> None:
        with imaplib.IMAP4(inbox.imap.host, inbox.imap.port, timeout=60) as client:
            client.login(inbox.imap.user, PASSWORD)
            said, _ = getattr(client, command)(folder_name(place))
            assert said == "OK"

    await asyncio.to_thread(work)


async def puts(inbox: Inbox, number: int, folder: str) -> None:
    """A letter comes, and a filter of the server's puts it there."""
    await inbox.deliver(letter(number))
    async with opened(inbox.imap) as mailbox:
        (only,) = await mailbox.fetch_after(0)
        await mailbox.move(only.uid, folder)


@pytest.mark.parametrize("folder", ["Processed", "Quarantäne"])
async def test_a_folder_that_somebody_deletes_is_made_again_and_no_letter_is_lost(
    inbox: Inbox, folder: str
) -> None:
    async with opened(inbox.imap) as mailbox:
        for number in (1, 2, 3):
            await inbox.deliver(letter(number))
            if number > 1:
                await of_somebody_else(inbox, "delete", folder)
            (waiting,) = await mailbox.fetch_after(0)
            await mailbox.move(waiting.uid, folder)
            assert await inbox.messages() == []
            assert await inbox.messages(folder) == [letter(number)]


async def test_the_referee_s_own_folder_is_waited_for_until_somebody_makes_it(inbox: Inbox) -> None:
    desk = Desk(inbox.imap.model_copy(update={"mailbox": "Games"}))
    async with at_work(desk):
        await desk.until(lambda: len(desk.troubles) > 2)
        assert all(isinstance(error, CommandRefused) for error, _ in desk.troubles)
        assert "refuses SELECT" in str(desk.troubles[0][0])
        assert desk.waits[:3] == [1, 2, 4]
        assert {since for _, since in desk.troubles} == {desk.troubles[0][1]}
        await of_somebody_else(inbox, "create", "Games")
        await desk.until(lambda: bool(desk.reads))
        await puts(inbox, 7, "Games")
        await desk.until(lambda: desk.subjects == [7])


async def test_in_a_folder_that_was_deleted_and_made_again_letters_count_anew(inbox: Inbox) -> None:
    await of_somebody_else(inbox, "create", "Games")
    desk = Desk(inbox.imap.model_copy(update={"mailbox": "Games"}))
    await puts(inbox, 5, "Games")
    async with at_work(desk):
        await desk.until(lambda: desk.subjects == [5])
        await of_somebody_else(inbox, "delete", "Games")
        desk.poller.wake()
        await desk.until(lambda: bool(desk.troubles))
        await of_somebody_else(inbox, "create", "Games")
        await puts(inbox, 8, "Games")
        await desk.until(lambda: desk.subjects == [5, 8])
    before, after = desk.seen
    assert before.uid == after.uid
    assert before.uidvalidity != after.uidvalidity


async def test_where_no_folder_may_be_made_letters_stay_and_the_refusal_is_told() -> None:
    said: list[str] = []

    def strict(command: str) -> list[str]:
        said.append(command.split()[0])
        if command.startswith(("UID MOVE", "UID COPY", "CREATE")):
            return ["NO [CANNOT] not here"]
        return plain_server(command)

    async with scripted(strict) as imap, opened(imap) as mailbox:
        with pytest.raises(CommandRefused, match="not here"):
            await mailbox.move(1, "Processed")
    assert "CREATE" in said
    assert "STORE" not in said
