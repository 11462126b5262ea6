"""A game that was kept by hand goes on here: `referee import`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.app import joining
from referee.app.desk import Desk
from referee.app.opening import add_moderator
from referee.app.posting import post_notices
from referee.app.sitting import Sitting
from referee.engine.game import Game
from referee.engine.match import Entry, Match
from referee.engine.said import said
from referee.errors import ConfigError


def take_over(
    desk: Desk,
    game: Game[Any, Any],
    files: Mapping[str, str],
    title: str,
    addresses: Mapping[str, str],
    moderators: Mapping[str, str],
    at: datetime,
) -> str:
    """Opens a match from the files, seats its players at their addresses, and starts it; gives its id.

    `moderators` are addresses by name. ConfigError for a player without an address; OptionError for a
    fault in the files. Nothing is kept unless all of it is right.
    """
    names = game.newcomers(files)
    missing = [name for name in names if name not in addresses]
    if missing:
        raise ConfigError(
            f"There is no address for {', '.join(missing)}; say --address NAME=ADDRESS for each."
        )
    with desk.books() as book:
        data = {"game": game.key, "version": game.version, "options": {}}
        entry = Entry(1, at, "opened", None, f"{game.title}: {title}", data=data)
        sitting = Sitting(book.add_match(Match(game, "", title, {}), entry, None), 1)
        for name, address in moderators.items():
            add_moderator(desk, book, sitting.match, name, address)
        for name in names:
            person = joining.person_for(book, name, addresses[name])
            joining.seat(desk, book, sitting, name, person, at, by="the referee")
        sitting.give_seed(desk.secrets.seed(sitting.match.id))
        started = {"commitment": sitting.match.draws.commitment, "files": dict(files)}
        sitting.take("started", at, None, said("the match is taken over"), data=started)
        sitting.save(book)
        post_notices(desk, book, sitting, at)
        book.commit()
        return sitting.match.id
