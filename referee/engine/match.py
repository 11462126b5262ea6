"""A match as the fold of its entries: table, seed and numbered inputs give the state."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from referee.engine.draws import Draws
from referee.engine.game import Command, Game, Notice, Result, Step, Table
from referee.engine.orders import Order
from referee.engine.said import said
from referee.errors import NotLegal, OptionError, OrderError

REFOLDING = frozenset({"void", "undo"})
FIXED = frozenset({"opened", "joined", "started"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered input of a match.

    `kind`: opened, joined, started, declared, heard (whatever a letter said), closed, played (by a live
    server), overridden, resigned or ended. `text` is for readers, `data` for the fold. `epoch`: how many
    closes were in force when it was written; after an undone Turn, later entries wait until the fold has
    come to their epoch again.
    """

    number: int
    at: datetime
    kind: str
    by: str | None = None
    text: str = ""
    reason: str | None = None
    epoch: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """The present of a match: a pure value.

    `dropped`: entries that the last refold could no longer carry out, with the reason.
    """

    game: Game[Any, Any]
    id: str
    title: str
    options: Mapping[str, str]
    seed: bytes | None = None
    seats: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    status: str = "open"
    state: Any = None
    epoch: int = 0
    overrides: int = 0
    closed_at: datetime | None = None
    held: tuple[Entry, ...] = ()
    dropped: tuple[tuple[Entry, str], ...] = ()

    @property
    def draws(self) -> Draws:
        """The draws of the match; NotLegal before the seed exists."""
        if self.seed is None:
            raise NotLegal(said("The match has not started yet."))
        return Draws(self.seed)

    @property
    def commitment(self) -> str:
        """The hash that is published at the start: of the seed, or what the game promises instead."""
        return self.game.promise(self.draws) or self.draws.commitment

    @property
    def due(self) -> datetime | None:
        """The next deadline, None while it is open, paused or over."""
        return self.game.deadline(self.state) if self.status == "running" else None

    @property
    def until(self) -> datetime | None:
        """The deadline that players are told of, None while it is open, paused or over."""
        return self.game.until(self.state) if self.status == "running" else None

    @property
    def result(self) -> Result | None:
        """How it ended, None before."""
        return self.game.result(self.state) if self.state is not None else None

    def hides(self, entry: Entry) -> bool:
        """Whether a declared order is secret from other seats: until the match is over."""
        if self.status == "over" or entry.kind != "declared":
            return False
        verb = self.game.verbs.get(entry.data["order"]["verb"])
        return self.game.sealed or (verb is not None and (verb.sealed or verb.private))

    @property
    def is_sealed(self) -> bool:
        """Whether secrecy holds now: a sealed game that isn't over."""
        return self.game.sealed and self.status != "over"


@dataclass(frozen=True, slots=True)
class Taken:
    """A match after an entry, what should be told, and the sentence for the receipt."""

    match: Match
    notices: tuple[Notice, ...] = ()
    reply: str = ""


def validated_options(game: Game[Any, Any], raw: Mapping[str, str]) -> Any:
    """The options of a match from raw strings; OptionError with one sentence.

    A game's model may raise a PydanticCustomError of type `option` with a whole sentence of its own.
    """
    try:
        return game.options.model_validate(dict(raw))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "options"
        if first["type"] == "extra_forbidden":
            names = sorted(game.options.model_fields)
            sentence = said("There is no option {name!r}; there are {names}.", name=name, names=names)
            raise OptionError(sentence) from None
        if first["type"] == "option":  # a game's own sentence, which names the option
            raise OptionError(first.get("ctx", {}).get("sentence", first["msg"])) from None
        raise OptionError(said("{option}: {problem}", option=name, problem=_complaint(first))) from None


def _complaint(error: ErrorDetails) -> str:
    """What is wrong with an option's value."""
    context = error.get("ctx", {})
    if isinstance(context.get("error"), ValueError):  # a validator's own sentence
        return str(context["error"])
    match error["type"]:
        case "int_parsing":
            return said("Input should be a valid integer, unable to parse string as an integer")
        case "bool_parsing":
            return said("Input should be a valid boolean, unable to interpret input")
        case "greater_than_equal":
            return said("Input should be greater than or equal to {least}", least=context["ge"])
        case "less_than_equal":
            return said("Input should be less than or equal to {most}", most=context["le"])
        case "literal_error":
            return said("Input should be {expected}", expected=context["expected"])
    return error["msg"]


def told_reason(reason: str | None) -> str | None:
    """What stood after “because”, where the word itself is not told: “of the snow” is “the snow” then."""
    return reason and re.sub(r"^of\s+", "", reason, flags=re.IGNORECASE)


def is_override(entry: Entry) -> bool:
    """Whether a moderator rewrote or hurried the match with it; an option is set before there is a match."""
    if entry.data.get("verb") == "option":
        return False
    return entry.kind == "overridden" or (entry.kind in ("closed", "ended") and entry.by is not None)


def take(match: Match, entry: Entry) -> Taken:
    """The match after the entry; raises OrderError and leaves the old value untouched."""
    if entry.epoch > match.epoch and entry.data.get("verb") not in REFOLDING:
        return Taken(replace(match, held=(*match.held, entry)))
    return TAKERS[entry.kind](match, entry)


def _opened(match: Match, _: Entry) -> Taken:
    return Taken(match)


def _joined(match: Match, entry: Entry) -> Taken:
    assert entry.by is not None
    wish = str(entry.data.get("as", entry.by))
    if match.state is None:
        options = match.game.seated(match.options, wish)
        return Taken(replace(match, seats=(*match.seats, entry.by), options=options))
    is_given = entry.data.get("given") is not None
    return _stepped(match, match.game.join(match.state, wish, entry.at, match.draws, is_given=is_given))


def _started(match: Match, entry: Entry) -> Taken:
    files = entry.data.get("files")
    if files is not None:
        step = match.game.take_over(files, entry.at, match.draws)
        return _stepped(replace(match, status="running"), step)
    table = Table(match.seats, validated_options(match.game, match.options), entry.at)
    step = match.game.setup(table, match.draws)
    return _stepped(replace(match, status="running"), step)


def _declared(match: Match, entry: Entry) -> Taken:
    assert entry.by is not None
    order = load_order(entry.data["order"])
    action = match.game.parse(match.state, entry.by, order)
    return _stepped(match, match.game.apply(match.state, entry.by, action, entry.at, match.draws))


def _closed(match: Match, entry: Entry) -> Taken:
    closed = replace(match, epoch=match.epoch + 1, closed_at=entry.at)
    if entry.by is None and match.due is not None and match.due > entry.at:
        return _released(Taken(closed))  # of a log that an undo changed: it is not due then any more
    taken = _stepped(closed, match.game.close(match.state, entry.at, match.draws))
    return _released(taken)


def _played(match: Match, entry: Entry) -> Taken:
    return _stepped(match, match.game.play(match.state, entry.data, entry.at, match.draws))


def _released(taken: Taken) -> Taken:
    """After a close: the entries that waited for this epoch, in their order."""
    ripe = [entry for entry in taken.match.held if entry.epoch <= taken.match.epoch]
    match = replace(taken.match, held=tuple(e for e in taken.match.held if e not in ripe))
    notices = taken.notices
    for entry in ripe:
        after = _or_dropped(match, entry)
        match, notices = after.match, notices + after.notices
    return replace(taken, match=match, notices=notices)


def _resigned(match: Match, entry: Entry) -> Taken:
    assert entry.by is not None
    return _left(match, entry.by, entry.at)


def _left(match: Match, name: str, at: datetime) -> Taken:
    if match.state is None:
        return Taken(replace(match, seats=tuple(seat for seat in match.seats if seat != name)))
    gone = replace(match, gone=match.gone | {name})
    return _stepped(gone, match.game.leave(match.state, name, at))


def _returned(match: Match, name: str, at: datetime) -> Taken:
    """A seat that was left is played again, by somebody else."""
    if name not in match.gone:
        return Taken(match)
    step = match.game.override(match.state, Command("rejoin", name), at, match.draws)
    return _stepped(replace(match, gone=match.gone - {name}), step)


def _ended(match: Match, entry: Entry) -> Taken:
    if entry.by is None:  # only noted: the state says it itself
        return Taken(match)
    if match.state is None:
        return Taken(replace(match, status="over"))
    winners = tuple(entry.data.get("winners", ()))
    return _stepped(match, match.game.end(match.state, winners, entry.at, match.draws))


def _overridden(match: Match, entry: Entry) -> Taken:
    verb, rest = str(entry.data["verb"]), str(entry.data.get("rest", ""))
    match verb:
        case "void" | "undo" | "option":
            return Taken(replace(match, options={**match.options, **entry.data.get("options", {})}))
        case "replace":
            return _returned(match, str(entry.data["name"]), entry.at)
        case "as":
            return _declared(match, replace(entry, by=str(entry.data["name"])))
        case "remove":
            return _left(match, str(entry.data["name"]), entry.at)
        case "redraw":
            match = replace(match, held=())
        case "pause":
            match = replace(match, status="paused")
        case "resume":
            match = replace(match, status="running")
    command = Command(verb, rest, entry.reason or "")
    step = match.game.override(match.state, command, entry.at, match.draws)
    return _stepped(match, step)


def _heard(match: Match, entry: Entry) -> Taken:
    assert entry.by is not None
    step = match.game.heard(match.state, entry.by, entry.at)
    return Taken(match) if step is None else _stepped(match, step)


TAKERS = {
    "opened": _opened,
    "joined": _joined,
    "started": _started,
    "declared": _declared,
    "heard": _heard,
    "closed": _closed,
    "played": _played,
    "resigned": _resigned,
    "ended": _ended,
    "overridden": _overridden,
}


def _stepped(match: Match, step: Step[Any]) -> Taken:
    over = match.game.result(step.state) is not None
    status = "over" if over else ("running" if match.status == "over" else match.status)
    newcomers = tuple(name for name in match.game.roster(step.state) if name not in match.seats)
    seats = (*match.seats, *newcomers)
    return Taken(replace(match, state=step.state, status=status, seats=seats), step.notices, step.reply)


def _or_dropped(match: Match, entry: Entry) -> Taken:
    """As `take`; an entry that can't be carried out any more is dropped and remembered."""
    if match.status == "over" and entry.kind in ("declared", "heard", "closed", "played", "resigned"):
        return Taken(replace(match, dropped=(*match.dropped, (entry, said("The match was over by then.")))))
    try:
        return take(match, entry)
    except OrderError as error:
        return Taken(replace(match, dropped=(*match.dropped, (entry, str(error)))))


def voided(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the entries that have no effect: voided or undone by one that has."""
    without: set[int] = set()
    for entry in sorted(entries, key=lambda entry: -entry.number):
        if entry.number not in without and entry.data.get("verb") in REFOLDING:
            without |= {int(number) for number in entry.data["numbers"]}
    return frozenset(without)


def replay(blank: Match, entries: Iterable[Entry]) -> Match:
    """The match folded again from its log; `blank` has game, id, title, options and seed."""
    return refold(blank, entries).match


def refold(blank: Match, entries: Iterable[Entry]) -> Taken:
    """As `replay`, with what is to be told of its end if it is over."""
    log = sorted(entries, key=lambda entry: entry.number)
    without = voided(log)
    match = replace(blank, dropped=())
    told: tuple[Notice, ...] = ()
    for entry in (entry for entry in log if entry.number not in without):
        was_over, taken = match.status == "over", _or_dropped(match, entry)
        match = taken.match
        told = (told if was_over else taken.notices) if match.status == "over" else ()
    return Taken(replace(match, overrides=sum(map(is_override, log))), told)


def dump_order(order: Order) -> dict[str, Any]:
    """The order as JSON data of an entry."""
    return {
        "line": order.line,
        "verb": order.verb,
        "rest": order.rest,
        "words": list(order.words),
        "block": list(order.block),
        "re": order.re,
    }


def load_order(data: Mapping[str, Any]) -> Order:
    """The order from an entry's data."""
    return Order(
        line=data["line"],
        verb=data["verb"],
        rest=data["rest"],
        words=tuple(data["words"]),
        block=tuple(data["block"]),
        re=data["re"],
    )


@cache
def state_adapter(state: type) -> TypeAdapter[Any]:
    """Dumps and loads states of that type; unknown keys are refused."""
    return TypeAdapter(state)


def dump_state(match: Match) -> str | None:
    """The snapshot's state as JSON text, None before the start."""
    if match.state is None:
        return None
    return state_adapter(match.game.state).dump_json(match.state).decode("utf-8")


def load_state(game: Game[Any, Any], text: str | None) -> Any:
    """The state from its JSON text."""
    return None if text is None else state_adapter(game.state).validate_json(text)
