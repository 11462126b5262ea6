"""What a moderator does, by letter, to a match that is being played live."""

from tests.live.site import Live
from tests.moderator import confirm, order


async def override(live: Live, command: str) -> None:
    """Max's command, confirmed if it waits for that, and the rooms hear of it."""
    table = live.table
    if order(table, f"{command} because of the weather") == "held":
        confirm(table)
    assert table.letters("quarantined") == ()
    await live.web.rooms.look()


async def take_back_round(live: Live) -> None:
    """Max takes the first round of the log back."""
    await override(live, f"void {next(entry.number for entry in live.table.log() if 'round' in entry.data)}")
