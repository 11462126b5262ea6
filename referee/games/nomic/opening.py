"""The start of a match: players, ruleset, settings, and the first turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from referee.engine.draws import Draws
from referee.engine.game import Step
from referee.errors import OptionError
from referee.games.nomic.deadlines import settle_down
from referee.games.nomic.notices import gathered
from referee.games.nomic.order import split_name
from referee.games.nomic.play import Play
from referee.games.nomic.rulebook import Rulebook, with_loose, with_rule
from referee.games.nomic.ruleset import load, ruleset
from referee.games.nomic.scoring import open_ledgers
from referee.games.nomic.settings import length
from referee.games.nomic.state import Player, State


@dataclass(frozen=True, slots=True)
class Seat:
    """One who plays from the start, with the names that the order of surname goes by."""

    name: str
    surname: str
    given: str

    @classmethod
    def of(cls, name: str, surname: str = "", given: str = "") -> "Seat":
        """The seat; without a surname it is the last word of the name."""
        first, last = split_name(name)
        return cls(name, surname or last, given or (name if surname else first))


def opened(
    rules: str,
    seats: Sequence[Seat],
    at: datetime,
    draws: Draws,
    settings: Mapping[str, str],
    dictator: str = "",
) -> Step[State]:
    """The first state and its notices; `rules` is a shipped ruleset's name, or a ruleset as TOML."""
    names = tuple(seat.name for seat in seats)
    found = load(rules, "rules", names) if "\n" in rules else ruleset(rules)
    book = _book(found.book, settings, _dictator(found.name, dictator, names))
    players = tuple(Player(seat.name, seat.surname, seat.given, at) for seat in seats)
    state = State(
        ruleset=found.name,
        started=at,
        commitment=draws.commitment,
        seed=draws.seed.hex(),
        players=players,
        book=book,
        turn=None,
        scores=dict.fromkeys(names, 0),
        heard=at,
    )
    play = Play(state, at, draws)
    play.tell("start", ruleset=found.title, about=found.about)
    open_ledgers(play, {})
    settle_down(play)
    return Step(play.state, gathered(play.notices))


def _dictator(name: str, dictator: str, names: Sequence[str]) -> str:
    """Who decides at the start, "" where a vote does."""
    if dictator:
        found = next((one for one in names if one.casefold() == dictator.casefold()), None)
        if found is None:
            raise OptionError(f"dictator: {dictator} is no player.")
        return found
    return names[0] if name == "dictator" else ""


def _book(book: Rulebook, settings: Mapping[str, str], dictator: str) -> Rulebook:
    """The rulebook with the table's settings, given to the rules that hold them."""
    if dictator:
        book = _held_by_first(book, "decides", dictator)
    book = with_loose(book, settings)
    if length(book.force, "debate_limit") < length(book.force, "debate_least"):
        raise OptionError("debate_limit can't be less than debate_least.")
    return book


def _held_by_first(book: Rulebook, name: str, value: str) -> Rulebook:
    """Gives the setting to the first rule, where no rule holds it."""
    if book.holder(name) is not None:
        return with_loose(book, {name: value})
    first = book.rules[0]
    return with_rule(book, replace(first, settings={**first.settings, name: value}))
