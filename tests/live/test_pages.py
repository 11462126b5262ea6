"""The pages that every game has: what they tell, what they never tell, and the guard around them."""

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy import text

from referee.web.paintfield.socket import LATER
from tests.games.paintfield.mail import opened
from tests.live.browsing import get
from tests.live.site import START, match_of, served
from tests.table import spring
from tests.test_faults import locked


async def test_every_answer_is_guarded() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            for path in ("/", "/m1", "/m1/watch", "/healthz", "/static/style.css", "/nothing"):
                answer = await get(live, path)
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert answer.headers["referrer-policy"] == "no-referrer"


async def test_pages_ask_nothing_of_other_sites() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            for path in ("/", "/m1", "/m1/watch", "/m1/replay"):
                text = (await get(live, path)).text
                assert "http://" not in text.replace("http://www.w3.org", "")
                assert "https://" not in text
                assert "style=" not in text
                assert "onclick" not in text


async def test_a_seats_link_sets_a_cookie_and_leads_to_an_address_without_the_token() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            token = table.token("Ann")
            answer = await get(live, f"/s/{token}")
            assert (answer.status, answer.headers["location"]) == (303, "/m1/play")
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            page = await get(live, "/m1/play", cookie.partition(";")[0])
            assert 'data-you="Ann"' in page.text
            assert token not in page.text


async def test_opening_a_link_changes_nothing_of_the_match() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            before = table.row()
            for _ in range(3):
                await get(live, f"/s/{table.token('Ann')}")
                await get(live, "/m1/play", f"seat-m1={table.token('Ann')}")
            assert table.row() == before


async def test_a_wrong_token_is_told_so_and_a_wrong_cookie_watches() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            assert (await get(live, "/s/aaaaaaaaaaaaaaaa")).status == 404
            assert (await get(live, "/s/x")).status == 404
            answer = await get(live, "/m1/play", "seat-m1=aaaaaaaaaaaaaaaa")
            assert (answer.status, answer.headers["location"]) == (303, "/m1/watch")


async def test_a_seats_token_opens_only_its_own_match() -> None:
    with match_of("Ann", "Bob") as table:
        table.write(
            "Max",
            'open paintfield "Two"\nseat Cid cid@example.net\nseat Dee dee@example.net\nstart',
            "1 10:00",
        )
        async with served(table) as live:
            answer = await get(live, "/m2/play", f"seat-m2={table.token('Ann')}")
            assert answer.status == 303


async def test_health_tells_of_the_database_and_the_last_ticks() -> None:
    with match_of("Ann", "Bob") as table:
        table.tick_to("1 09:30")
        async with served(table) as live:
            told = json.loads((await get(live, "/healthz")).text)
            assert told["database"] == "ok"
            assert told["last_tick"] == "2026-12-01T09:30:00+00:00"
            assert told["last_send"] is None
            with table.desk.books() as book:
                for parcel, at in zip(
                    book.claim_parcels(START), (START, START - timedelta(hours=1)), strict=False
                ):
                    book.note_sent(parcel.id, at)
                book.note_read(table.desk.policy.mailbox, START)
                book.commit()
            told = json.loads((await get(live, "/healthz")).text)
            assert told["last_send"] == told["last_poll"] == "2026-12-01T12:00:00+00:00"


async def test_the_matches_are_listed_and_a_sealed_one_tells_only_what_all_may_know() -> None:
    with spring("Ann", "Bob") as table:
        async with served(table) as live:
            home = await get(live, "/")
            assert "Spring" in home.text
            page = await get(live, "/m1")
            assert page.status == 200
            assert "Ann" in page.text
            assert table.token("Ann") not in page.text
            assert (await get(live, "/m9")).status == 404


async def test_the_log_of_a_running_match_has_only_rounds_that_are_over() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            log = await get(live, "/m1/log.jsonl")
            assert len(log.text.splitlines()) == 1
            assert "seed" not in json.loads(log.text)
            assert table.state().seed not in log.text


async def test_a_match_that_is_over_can_be_had_as_a_picture_and_an_animation_and_tells_its_seed() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            assert (await get(live, "/m1/field.png")).status == 404
            assert table.state().seed not in (await get(live, "/m1")).text
            _, bob = await live.all_ready("Ann", "Bob")
            await bob.phase("over")
            assert (await get(live, "/m1/field.png")).headers["content-type"] == "image/png"
            assert (await get(live, "/m1/match.gif")).headers["content-type"] == "image/gif"
            page = " ".join((await get(live, "/m1")).text.split())
            assert table.state().seed in page
            assert "published at the end" not in page


async def test_no_token_stands_in_any_log_of_a_whole_match(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with match_of("Ann", "Bob") as table:
        table.write("Ann", "challenge Bob to paintfield", "1 10:00", to=table.seat_address("Ann"))
        link = re.search(r"/i/([a-z2-7]{16})", table.last("Bob", "challenge").text)
        assert link is not None
        tokens = [table.token("Ann"), table.token("Bob"), link[1]]
        async with served(table) as live:
            _, bob = await live.all_ready("Ann", "Bob")
            await bob.phase("over")
            for path in (f"/s/{tokens[0]}", f"/s/{tokens[1]}", f"/i/{tokens[2]}", "/m1/replay"):
                await get(live, path)
    own = {each.getMessage() for each in caplog.records if each.name == "websockets.client"}
    assert any(tokens[0] in line for line in own), "the players' own log, which tells that all was caught"
    told = {each.getMessage() for each in caplog.records} - own
    assert not [line for line in told if any(token in line for token in tokens)]


async def test_an_answer_to_what_went_wrong_is_guarded_too(caplog: pytest.LogCaptureFixture) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            with table.engine.begin() as connection:
                connection.execute(text("UPDATE matches SET state = '{'"))
            token = table.token("Ann")
            answer = await get(live, f"/s/{token}")
            assert answer.status == 500
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "Traceback" in caplog.text
            assert token not in caplog.text


@pytest.mark.parametrize("path", ["/m{}", "/m{}/play", "/m{}/log.jsonl"])
async def test_a_match_of_an_endless_number_is_not_there(path: str, caplog: pytest.LogCaptureFixture) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            for digits in ("0", "9" * 9, "1" * 200, "1" * 5000):
                assert (await get(live, path.format(digits))).status == 404
            assert caplog.text == ""


async def test_books_that_cannot_be_used_are_told_plainly_and_no_token_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            token = table.token("Ann")
            with locked(table):
                for path in ("/", "/m1", "/m1/play", "/m1/watch", f"/s/{token}", f"/i/{token}"):
                    answer = await get(live, path, f"seat-m1={token}")
                    assert (answer.status, answer.headers["retry-after"]) == (503, "60")
                    assert "default-src 'none'" in answer.headers["content-security-policy"]
                assert (await get(live, "/healthz")).status == 503
                page = await live.player("Ann", token=token)
                await page.task
                assert page.socket.close_code == LATER
            assert "Traceback" not in caplog.text
            assert token not in caplog.text
            page = await live.player("Ann")
            await page.until(lambda: bool(page.told))
            assert page.state["you"] == 0


async def test_the_list_tells_until_when_orders_are_taken_and_nothing_of_a_live_match() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            assert "until" not in (await get(live, "/")).text
        opened(table, "by = mail")
        async with served(table) as live:
            assert "· until Wed 2 Dec 2026, 09:00 UTC" in (await get(live, "/")).text


async def test_a_match_that_waits_for_who_was_challenged_is_not_open_to_join() -> None:
    with match_of("Ann", "Bob") as table:
        table.write("Ann", "challenge Bob to nomic", "1 12:00", to=table.seat_address("Ann"))
        table.write("Max", 'open nomic "Autumn"', "1 12:01")
        async with served(table) as live:
            home = (await get(live, "/")).text
            joined, waiting = home.split("Open to join")[1].split("Waiting for those who were challenged")
            assert "Autumn" in joined
            assert "/m2" in waiting.split("<h2>")[0]
            assert "settings" not in (await get(live, "/m3")).text  # an option that nobody has set
