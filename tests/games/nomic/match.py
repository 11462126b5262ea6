"""A match of Nomic as the kernel plays it: letters read, entries taken, deadlines closed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from referee.engine.game import Command, Notice
from referee.engine.match import Entry, Match, dump_order, replay, take
from referee.engine.orders import Order
from referee.engine.reply import read_reply
from referee.errors import OrderError
from referee.games.nomic import GAME
from tests.games.nomic.table import START


@dataclass
class Table:
    """A match on the table, with its log and what was told."""

    match: Match
    log: list[Entry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def take(self, kind: str, at: datetime, by: str | None = None, **data: object) -> None:
        """Takes the next entry."""
        self._enter(Entry(len(self.log) + 1, at, kind, by, epoch=self.match.epoch, data=data))

    def tick(self, until: datetime) -> None:
        """Closes what is due by then."""
        while (due := self.match.due) is not None and due <= until:
            self.take("closed", due)

    def letter(self, by: str, at: datetime, text: str, re: str = "") -> None:
        """A player's letter, after the deadlines before it."""
        self.tick(at)
        for reading in GAME.read(read_reply(text), re):
            if isinstance(reading, Order):
                self._order(by, at, reading)

    def _order(self, by: str, at: datetime, order: Order) -> None:
        try:
            if order.verb == "resign":
                self.take("resigned", at, by)
            elif GAME.verbs[order.verb].query:
                GAME.answer(self.match.state, by, order)
            else:
                self.take("declared", at, by, order=dump_order(order))
        except OrderError as refused:
            self.refused.append(str(refused))

    def override(self, at: datetime, command: Command) -> None:
        """A moderator's command, with its reason, after the deadlines before it."""
        self.tick(at)
        data = {"verb": command.verb, "rest": command.rest}
        entry = Entry(
            len(self.log) + 1, at, "overridden", epoch=self.match.epoch, data=data, reason=command.reason
        )
        try:
            self._enter(entry)
        except OrderError as refused:
            self.refused.append(str(refused))

    def _enter(self, entry: Entry) -> None:
        taken = take(self.match, entry)
        self.match = taken.match
        self.log.append(entry)
        self.notices += taken.notices

    def again(self) -> Match:
        """The same match folded from its log."""
        blank = Match(GAME, self.match.id, self.match.title, self.match.options, self.match.seed)
        return replay(blank, self.log)


def begun(players: Iterable[str] = ("Ann", "Bob", "Cid"), **options: str) -> Table:
    """A match that has just started; a debate may end at once."""
    given = {"settings": "debate_least = 0 hours", **options}
    table = Table(Match(GAME, "m1", "Nomic", given, bytes(range(32))))
    for name in players:
        table.take("joined", START, name)
    table.take("started", START)
    return table


def at(day: float) -> datetime:
    """A moment of the match: `at(1.5)` is noon of the first day."""
    return START + timedelta(days=day - 1)
