"""An invitation in the browser: the page does nothing by itself, its buttons accept or decline."""

import asyncio
import re

import pytest

from tests.live.browsing import ask, get
from tests.live.pace import settled
from tests.live.site import match_of, served
from tests.table import Table


def invited(table: Table, words: str = "", whom: str = "cid@example.net") -> str:
    """The path of the link by which Cid, whom Ann challenges, may answer."""
    said = f"challenge {whom} to paintfield {words}"
    table.write("Ann", said, "1 10:00", to=table.seat_address("Ann"))
    link = re.search(r"/i/[a-z2-7]{16}", table.last("cid@example.net", "challenge").text)
    assert link is not None
    return link[0]


PAGE = "/m2/invitation"


def cookie(link: str) -> str:
    """What a browser that has opened the link sends along."""
    return f"invitation-m2={link.rpartition('/')[2]}"


async def test_an_invitations_link_leads_to_an_address_without_the_token() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            opened = await get(live, link)
            assert (opened.status, opened.headers["location"]) == (303, PAGE)
            kept = opened.headers["set-cookie"]
            assert kept.partition(";")[0] == cookie(link)
            assert {"HttpOnly", f"Path={PAGE}", "SameSite=lax"} <= set(kept.split("; "))
            page = await get(live, PAGE, cookie(link))
            assert page.status == 200
            assert cookie(link).partition("=")[2] not in page.text
            assert (await get(live, PAGE)).status == 404
            assert (await get(live, PAGE, "invitation-m2=aaaaaaaaaaaaaaaa")).status == 404
            assert (await get(live, "/i/aaaaaaaaaaaaaaaa")).status == 404


async def test_an_invitation_is_answered_in_the_browser_and_opening_it_does_nothing() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table, "at 2026-12-04 20:00")
        async with served(table) as live:
            before = table.row("m2")
            await get(live, link)
            page = await get(live, PAGE, cookie(link))
            assert "You would play as Cid" in page.text
            assert table.row("m2") == before
            answer = await ask(live, "POST", PAGE, cookie(link), "answer=accept")
            assert (answer.status, answer.headers["location"]) == (303, "/m2/play")
            assert table.state("m2").players == ("Ann", "Cid")
            assert table.token("Cid", "m2") in answer.headers["set-cookie"]
            assert (await get(live, link)).status == 404
            assert (await get(live, PAGE, cookie(link))).status == 404


async def test_who_accepts_before_all_have_is_told_so() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table, whom="cid@example.net, Bob")
        async with served(table) as live:
            answer = await ask(live, "POST", PAGE, cookie(link), "answer=accept")
            assert answer.status == 200
            assert (
                "You play as Cid in “Ann against Cid, Bob” (m2). A mail comes when it begins." in answer.text
            )
            assert table.row("m2").status == "open"


async def test_an_invitation_that_is_not_answered_ends_in_a_match_with_bots_at_the_agreed_time() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table, "at 2026-12-04 20:00")
        async with served(table) as live:
            assert "it begins without you at the agreed time" in (await get(live, PAGE, cookie(link))).text


async def test_an_invitation_can_be_declined_in_the_browser() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            answer = await ask(live, "POST", PAGE, cookie(link), "answer=decline")
            assert "declined" in answer.text
            assert table.row("m2").status == "over"


async def test_a_form_on_another_site_answers_no_invitation() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            for other in ("cross-site", "same-site"):
                sent = {"Sec-Fetch-Site": other}
                await ask(live, "POST", PAGE, cookie(link), "answer=decline", **sent)
                assert (await get(live, PAGE, cookie(link))).status == 200
            sent = {"Sec-Fetch-Site": "same-origin"}
            assert (await ask(live, "POST", PAGE, cookie(link), "answer=decline", **sent)).status == 200
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
                answer = await ask(live, "POST", PAGE, cookie(link), body)
                assert (answer.status, answer.headers["location"]) == (303, PAGE)
            long = "answer=accept&x=" + "x" * 2000
            assert (await ask(live, "POST", PAGE, cookie(link), long)).status == 413
            await ask(live, "POST", PAGE, body="answer=accept")
            assert table.row("m2") == before
            assert (await get(live, PAGE, cookie(link))).status == 200


async def test_an_invitation_to_a_match_that_does_not_take_place_is_gone() -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table, whom="cid@example.net, Bob")
        table.answer(table.last("Bob", "challenge"), "decline", "1 11:00")
        async with served(table) as live:
            assert (await get(live, link)).status == 404
            page = await get(live, PAGE, cookie(link))
            assert page.status == 404
            assert "the match does not take place" in page.text


async def test_who_goes_away_in_the_middle_of_an_answer_has_said_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with match_of("Ann", "Bob") as table:
        link = invited(table)
        async with served(table) as live:
            port = live.web.server.port
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST {PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie(link)}\r\n"
            form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 13\r\n\r\nanswer=acc"
            writer.write(f"{head}{form}".encode("ascii"))
            await writer.drain()
            state = live.web.server.server.server_state
            await settled(lambda: bool(state.tasks))
            writer.close()
            await settled(lambda: not state.tasks)
            assert table.row("m2").status == "open"
    assert caplog.text == ""
