"""Rounds of a live match in which some are there and steer well, and others are not."""

from referee.games.paintfield.bots import heading
from tests.live.pace import settled
from tests.live.player import Player
from tests.live.site import Live

TEN_SECONDS = "ticks = 80\ntick_ms = 125\ncountdown_ms = 50\npause_ms = 20"
"""Rounds that are long enough to fall silent in."""


async def a_round_steered_well(live: Live, *steering: tuple[int, Player]) -> None:
    """A whole round in which these seats are steered as the strongest bot would."""
    await live.play(lambda: live.room().phase == "playing")
    playing = live.round()
    while not playing.is_over:
        for seat, player in steering:
            await player.turn(heading(playing.state, seat, 3, playing.course.ticks))
            await player.heard()
        await live.tick()
    await settled(lambda: live.room().phase != "playing")
