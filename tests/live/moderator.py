"""What a moderator does, by letter, to a match that is being played live."""

from tests.live.site import Live


async def override(live: Live, command: str) -> None:
    """Max's command, confirmed if it waits for that, and the rooms hear of it."""
    table = live.table
    to = table.seat_address("Max", role="moderator")
    table.write("Max", f"moderate m1\n{command} because of the weather", "1 12:00", to=to)
    if table.letter().status == "held":
        table.answer(table.last("Max", "confirm"), "confirm", "1 12:00:30")
    assert table.letters("quarantined") == ()
    await live.web.rooms.look()


async def take_back_round(live: Live) -> None:
    """Max takes the first round of the log back."""
    await override(live, f"void {next(entry.number for entry in live.table.log() if 'round' in entry.data)}")
