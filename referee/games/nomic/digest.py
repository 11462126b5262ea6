"""The weekly mail to all: rules, scores, open matters, and whom the game waits for.

It goes out at an instant of its own, off the midnights at which everything else falls due, and is an
entry of the match like any deadline: so none is lost and none is sent twice.
"""

from datetime import datetime, timedelta

from referee.engine.game import Notice
from referee.games.nomic.chronicle import chronicle
from referee.games.nomic.clocks import midnight
from referee.games.nomic.play import Play

WEEK = timedelta(days=7)
HOUR = timedelta(hours=6)
"""When in the day it goes out, UTC."""


def first(start: datetime) -> datetime:
    """When the first one of a match that starts then is due."""
    return midnight(start) + WEEK + HOUR


def send(play: Play) -> None:
    """Tells all how things stand, and sets the next one."""
    play.notices.append(
        Notice("digest", None, {"week": _week(play), "rules": chronicle(play.state)}, until=play.at + WEEK)
    )
    put_off(play)


def _week(play: Play) -> int:
    return (play.at - play.state.started) // WEEK


def put_off(play: Play) -> None:
    """The next one is the first after now."""
    at = play.state.digest
    while at is not None and at <= play.at:
        at += WEEK
    play.change(digest=at)


def catch_up(play: Play, until: datetime) -> None:
    """Of those that were missed until then only the last one goes out, late."""
    at = play.state.digest
    while at is not None and at + WEEK <= until:
        at += WEEK
    play.change(digest=at)
