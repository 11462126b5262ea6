"""The address in List-Unsubscribe ends an observer's mails with one click, and nothing else does."""

import re
from collections.abc import Iterator

import pytest

from tests.live.browsing import ask, get
from tests.live.site import served
from tests.table import Table, begin, open_table

NOON = "1 12:00"
PAGE = "/unsubscribe/m1"
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


async def test_looking_at_the_link_ends_nothing_and_leads_to_a_button_at_an_address_without_the_token(
    table: Table,
) -> None:
    async with served(table) as live:
        link = place(table)
        opened = await get(live, link)
        assert (opened.status, opened.headers["location"]) == (303, PAGE)
        kept = opened.headers["set-cookie"].split("; ")
        assert {f"leaving-m1={link.rpartition('/')[2]}", "HttpOnly", f"Path={PAGE}"} <= set(kept)
        answer = await get(live, PAGE, kept[0])
        assert answer.status == 200
        assert '<form method="post">' in answer.text
        assert (await get(live, PAGE)).status == 404
        assert mails_of_an_announcement(table) == 1
        assert (await ask(live, "POST", PAGE)).status == 404
        await ask(live, "POST", PAGE, kept[0], **{"Sec-Fetch-Site": "cross-site"})
        assert mails_of_an_announcement(table) == 1
        assert (await ask(live, "POST", PAGE, kept[0])).status == 200
    assert mails_of_an_announcement(table) == 0


async def test_a_players_token_ends_nothing(table: Table) -> None:
    path = f"/unsubscribe/m1/{table.token('Ann')}"
    async with served(table) as live:
        assert (await get(live, path)).status == 404
        await ask(live, "POST", path, body=ONE_CLICK)
        assert (await get(live, "/unsubscribe/m1/x")).status == 404
    before = len(table.mails("Ann"))
    table.write("Max", "moderate m1\nannounce Hello", NOON)
    assert len(table.mails("Ann")) == before + 1
