"""A process that is stopped exactly at a bell, while its round is on the way into the books."""

from referee.web.app import build_app
from referee.web.server import WebServer, listening
from referee.web.serving import Web
from tests.live.pace import HeldPace, settled
from tests.live.site import match_of, served
from tests.live.test_locked import held


async def test_a_round_whose_process_stops_at_its_bell_is_in_the_books_once_and_the_match_goes_on() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table, holder="http://one.example", pace=HeldPace()) as live:
            pages = await live.all_ready("Ann", "Bob")
            await pages[0].phase("playing")
            await live.ticks(39)
            with held(table):
                while not live.room().is_recording:
                    await live.held.on()
                live.web.stop()
                await settled(lambda: not live.web.rooms.rooms)
        (bell,) = [line for line in table.state().log if '"bell"' in line]
        async with served(table, holder="http://two.example", pace=HeldPace()) as live:
            ann = await live.player("Ann")
            await live.play(lambda: live.room().phase == "playing")
            await ann.phase("playing")
            assert (ann.state["round"]["n"], ann.state["again"]) == (2, None)
            await live.over()
            assert live.is_right()
        assert [told.number for told in table.state().rounds][:2] == [1, 2]
        assert table.state().log.count(bell) == 1


async def test_who_is_stopped_before_the_start_leaves_no_socket_open() -> None:
    with match_of("Ann", "Bob") as table:
        async with served(table) as live:
            rooms = live.web.rooms
            web = Web(WebServer(build_app(rooms.site, rooms), listening("127.0.0.1:0")), rooms)
            web.stop()
            await web.run()
            assert web.server.bound.fileno() == -1
