"""A moderator opens a match: `open GAME "TITLE"`, with options on the line and below it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.app.desk import Desk
from referee.app.joining import person_for
from referee.app.senders import Sender, is_listed
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.engine.game import Game
from referee.engine.match import Entry, Match, validated_options
from referee.engine.names import lowered
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood, OptionError

OPENING = re.compile(r"open\s+(\w+)\s+[\"“”](.{1,100}?)[\"“”]\s*(.*)", re.IGNORECASE)
OPTION = re.compile(r"([a-z_]+)\s*=\s*(\{[^}]*\}|[^,;]+)[,;]?\s*", re.IGNORECASE)
ONE_OPTION = re.compile(r"([a-z_]+)\s*=\s*(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Opening:
    """What the letter's first lines ask for; `rest` are the lines after its options."""

    game: Game[Any, Any]
    title: str
    options: Mapping[str, str]
    moderators: tuple[str, ...]
    rest: tuple[str, ...]


def read_opening(games: Mapping[str, Game[Any, Any]], lines: tuple[str, ...]) -> Opening:
    """The opening that stands at the beginning of the lines; NotUnderstood, NotLegal."""
    found = OPENING.fullmatch(lines[0].strip().rstrip("."))
    if found is None:
        raise NotUnderstood(
            said('Write: open GAME "TITLE", with options on the line or one to a line below.')
        )
    game = games.get(found[1].casefold())
    if game is None:
        raise NotLegal(
            said("There is no game {game!r}; there are {games}.", game=found[1], games=sorted(games))
        )
    options = options_on_line(found[3])
    below, rest = read_options(game, lines[1:])
    options |= below
    named = tuple(options.pop("moderators", "").replace(",", " ").split())
    _check(game, options)
    return Opening(game, found[2].strip(), options, named, rest)


def options_on_line(text: str, option: re.Pattern[str] = OPTION) -> dict[str, str]:
    """The options that are written one after the other, each as that pattern has it; NotUnderstood."""
    options, text = {}, text.strip()
    while text:
        found = option.match(text)
        if found is None:
            raise NotUnderstood(said("{text!r} is no option; write NAME = VALUE.", text=text))
        options[found[1].casefold()] = found[2].strip()
        text = text[found.end() :]
    return options


def read_options(game: Game[Any, Any], lines: tuple[str, ...]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The options at the beginning of the lines, and the lines after them."""
    names = {*game.options.model_fields, "moderators"}
    blocks = set(getattr(game.options, "blocks", ()))
    options: dict[str, str] = {}
    at = 0
    while at < len(lines):
        line = lines[at].strip().rstrip(".")
        found = ONE_OPTION.fullmatch(line)
        if line.rstrip(":= ").casefold() in blocks:
            end = _end_of_block(lines, at)
            options[line.rstrip(":= ").casefold()] = "\n".join(lines[at + 1 : end])
            at = end
        elif found is not None and found[1].casefold() in names:
            options[found[1].casefold()] = found[2].strip()
        elif line and found is None:
            break
        elif line:
            raise NotLegal(
                said(
                    "There is no option {option!r}; there are {names}.",
                    option=found[1] if found else line,
                    names=sorted(names),
                )
            )
        at += 1
    return options, lines[at:]


def _end_of_block(lines: tuple[str, ...], start: int) -> int:
    for at in range(start + 1, len(lines)):
        if lines[at].strip().casefold() == "end":
            return at
    raise NotUnderstood(
        said("The lines after {line!r} need a line “end” after them.", line=lines[start].strip())
    )


def _check(game: Game[Any, Any], options: Mapping[str, str]) -> None:
    try:
        validated_options(game, options)
    except OptionError as error:
        raise NotLegal(str(error)) from None


def open_match(
    desk: Desk, book: Book, opening: Opening, sender: Sender, letter: int, at: datetime
) -> tuple[Sitting, str]:
    """The new match on the table, and the name of who opened it."""
    name = moderator_name(desk, sender)
    data = {"game": opening.game.key, "version": opening.game.version, "options": dict(opening.options)}
    entry = Entry(1, at, "opened", name, f"{opening.game.title}: {opening.title}", data=data)
    match = book.add_match(Match(opening.game, "", opening.title, opening.options), entry, letter)
    add_moderator(desk, book, match, name, sender.address)
    for address in opening.moderators:
        known = book.person_at(address)
        others = [member.person.id for member in book.members(match.id, "moderator")]
        if known is None or known.id not in others:
            add_moderator(desk, book, match, _listed_name(desk, address), address)
    return Sitting(match, 1), name


def moderator_name(desk: Desk, sender: Sender) -> str:
    """The name that the configuration gives, else that of the person or of the From line."""
    if is_listed(desk, sender.address):
        return _listed_name(desk, sender.address)
    return sender.person.name if sender.person else (sender.name or sender.address.partition("@")[0])


def _listed_name(desk: Desk, address: str) -> str:
    names = (name for name, listed in desk.policy.moderators if listed == lowered(address) and name)
    return next(names, address.partition("@")[0])


def add_moderator(desk: Desk, book: Book, match: Match, name: str, address: str) -> None:
    """Makes the person at that address a moderator of the match."""
    person = person_for(book, name, address)
    token = desk.secrets.token(f"token/{match.id}/moderator/{name}")
    book.add_member(match.id, "moderator", name, person, token)
