"""The address in List-Unsubscribe ends an observer's mails with one click, and nothing else does."""

import re
from collections.abc import Iterator

import pytest

from tests.live.browsing import ask, get
from tests.live.site import served
from tests.table import Table, begin, open_table

NOON = "1 12:00"
ONE_CLICK = "List-Unsubscribe=One-Click"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match that Cid observes, at a site that is reached by https."""
    with open_table() as opened:
        opened.settings = opened.settings.model_copy(update={"base_url": "https://games.example.org"})
        running = opened.reopened()
        begin(running)
        running.write("Cid", "observe m1", "1 11:00")
        yield running
        running.engine.dispose()


def place(table: Table) -> str:
    """The path of the address in the header of Cid's last mail."""
    found = re.match(
        r"<https://games\.example\.org(/\S+)>", str(table.last("Cid").message["List-Unsubscribe"])
    )
    assert found is not None
    return found[1]


def mails_of_an_announcement(table: Table) -> int:
    before = len(table.mails("Cid"))
    table.write("Max", "moderate m1\nannounce Hello", NOON)
    return len(table.mails("Cid")) - before


async def test_the_click_of_a_mail_program_ends_the_mails(table: Table) -> None:
    async with served(table) as live:
        path = place(table)
        assert (await ask(live, "POST", path, body=ONE_CLICK)).status == 200
        assert (await ask(live, "POST", path, body=ONE_CLICK)).status == 200
    assert mails_of_an_announcement(table) == 0


async def test_looking_at_the_link_ends_nothing_and_shows_a_button(table: Table) -> None:
    async with served(table) as live:
        answer = await get(live, place(table))
    assert answer.status == 200
    assert '<form method="post">' in answer.text
    assert mails_of_an_announcement(table) == 1


async def test_a_players_token_ends_nothing(table: Table) -> None:
    path = f"/unsubscribe/m1/{table.token('Ann')}"
    async with served(table) as live:
        assert (await get(live, path)).status == 404
        await ask(live, "POST", path, body=ONE_CLICK)
        assert (await get(live, "/unsubscribe/m1/x")).status == 404
    before = len(table.mails("Ann"))
    table.write("Max", "moderate m1\nannounce Hello", NOON)
    assert len(table.mails("Ann")) == before + 1
