"""An invitation in the browser: the page does nothing by itself, its buttons accept or decline."""

import re

from tests.live.browsing import ask, get
from tests.live.site import match_of, served
from tests.table import Table


def invited(table: Table, words: str = "") -> str:
    """The path of the link by which Cid, whom Ann challenges, may answer."""
    said = f"challenge cid@example.net to paintfield {words}"
    table.write("Ann", said, "1 10:00", to=table.seat_address("Ann"))
    link = re.search(r"/i/[a-z2-7]{16}", table.last("cid@example.net", "challenge").text)
    assert link is not None
    return link[0]


async def test_an_invitation_is_answered_in_the_browser_and_opening_it_does_nothing() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table, "at 2026-12-04 20:00")
        async with served(table) as live:
            before = table.row("m2")
            page = await get(live, link)
            assert "You would play as Cid" in page.text
            assert table.row("m2") == before
            answer = await ask(live, "POST", link, body="answer=accept")
            assert (answer.status, answer.headers["location"]) == (303, "/m2")
            assert table.state("m2").players == ("Ann", "Cid")
            assert table.token("Cid", "m2") in answer.headers["set-cookie"]
            assert (await get(live, link)).status == 404


async def test_an_invitation_can_be_declined_in_the_browser() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            answer = await ask(live, "POST", link, body="answer=decline")
            assert "declined" in answer.text
            assert table.row("m2").status == "over"


async def test_an_invitation_is_answered_by_its_buttons_only() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            before = table.row("m2")
            for body in (
                "",
                "accept",
                "answer=",
                "answer=acceptable",
                "decline=accept",
                "answer=no&x=accept",
            ):
                answer = await ask(live, "POST", link, body=body)
                assert (answer.status, answer.headers["location"]) == (303, link)
            assert (await ask(live, "POST", link, body="answer=accept&x=" + "x" * 2000)).status == 413
            assert table.row("m2") == before
            assert (await get(live, link)).status == 200
