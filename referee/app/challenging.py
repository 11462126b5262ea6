"""Challenges: a player opens a match that the referee itself moderates, and others accept or decline."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from referee.app import joining
from referee.app.desk import Desk
from referee.app.hand import Hand
from referee.app.opening import options_on_line
from referee.app.posting import Occasion, post_notices, post_to_address, post_to_member
from referee.app.questions import new_confirm
from referee.app.records import Confirm, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting, sit_down
from referee.engine.draws import Draws
from referee.engine.game import Game
from referee.engine.match import Entry, Match, validated_options
from referee.engine.names import lowered
from referee.engine.orders import Order
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood, OptionError

A_DAY = 10
DAY = timedelta(days=1)
WHOM = re.compile(r"(.+?)\s+to\s+(\w+)\s*[:,]?\s*(.*)", re.IGNORECASE)
HOUSE = re.compile(r"(?:the\s+)?referee(?:\s+level\s+|\s+)(\d)(?:\s+to\s+(\w+))?\s*(.*)", re.IGNORECASE)
BOTS = re.compile(r"(?:(?:a|[1-3]) )?bots?", re.IGNORECASE)
"""Players that a game may bring itself; where it brings none, the words are left over and refused."""
OPTION = re.compile(
    r"([a-z_]+)\s*=\s*(\{[^}]*\}|[^,;=]+?)(?=\s*(?:[,;]|\s[a-z_]+\s*=|$))[,;]?\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a line asks for: the game, its options, and whom to invite (names or addresses)."""

    game: Game[Any, Any]
    options: Mapping[str, str]
    whom: tuple[str, ...]


def challenge(hand: Hand, order: Order) -> None:
    """`challenge A[, B …] to GAME [option = value …]`, or `challenge referee level N`."""
    zone = hand.person.zone if hand.person else "UTC"
    _open(hand, order, read_challenge(hand.desk, order.rest, zone))


def read_challenge(desk: Desk, rest: str, zone: str = "UTC") -> Challenge:
    """The challenge that the words ask for; NotUnderstood, NotLegal."""
    house = HOUSE.fullmatch(rest.strip())
    if house is not None:
        game = _game(desk, house[2]) if house[2] else _with_opponent(desk)
        return Challenge(game, {**options_on_line(house[3], OPTION), "opponent": house[1]}, ())
    found = WHOM.fullmatch(rest.strip())
    if found is None:
        raise NotUnderstood(said("Write “challenge NAME to GAME” or “challenge referee level 1”."))
    words = tuple(word for word in re.split(r"\s*,\s*|\s+and\s+", found[1].strip()) if word)
    whom = tuple(word for word in words if not BOTS.fullmatch(word))
    game, text = _game(desk, found[2]), found[3]
    bots = "".join(f" with {word}" for word in words if word not in whom)
    wished, text = game.wishes(text + bots, 1 + len(whom), zone)
    return Challenge(game, {**wished, **options_on_line(text, OPTION)}, whom)


def _game(desk: Desk, key: str) -> Game[Any, Any]:
    game = desk.games.get(key.casefold())
    if game is None:
        raise NotLegal(
            said("There is no game {key!r}; there are {games}.", key=key, games=sorted(desk.games))
        )
    return game


def _with_opponent(desk: Desk) -> Game[Any, Any]:
    for game in desk.games.values():
        if "opponent" in game.options.model_fields:
            return game
    raise NotLegal(said("The referee plays no game itself here."))


def _open(hand: Hand, order: Order, wanted: Challenge) -> None:
    person = hand.person
    if person is None:
        raise NotLegal(said("Only who plays here can challenge. “join MATCH as NAME” asks for a seat."))
    if hand.book.count_challenges(person.id, hand.at - DAY) >= A_DAY:
        raise NotLegal(said("{count} challenges a day are the most.", count=A_DAY))
    name = hand.member.name if hand.member and hand.member.role == "seat" else _first_word(person.name)
    invited = _invited(hand, wanted, person)
    _check(wanted, invited, name, hand.at)
    if hand.transcript.is_preview:
        hand.transcript.tell(
            order.line, said("It is read as: a challenge to {title}.", title=wanted.game.title)
        )
        return
    sitting = _opened(hand, wanted, person, name, [called for called, _ in invited])
    for called, address in invited:
        _invite(hand, sitting.match, name, called, address)
    match, names = sitting.match.id, [called for called, _ in invited]
    words = said("opened as {match}: {names} will be asked", match=match, names=names)
    alone = said("opened as {match}: it starts at once", match=match)
    hand.transcript.accept(order.line, words if invited else alone)


def _first_word(name: str) -> str:
    return next(iter(name.split()), "Player")


def _invited(hand: Hand, wanted: Challenge, person: Person) -> list[tuple[str, str]]:
    """Name and address of everybody who is to be invited; an address is told to nobody."""
    found = [_find(hand.desk, hand.book, who) for who in wanted.whom]
    if any(address == person.address for _, address in found):
        raise NotLegal(said("You can't challenge yourself."))
    for _, address in found:
        if hand.book.person_at(address) is None and hand.book.pending_confirms(address, hand.at):
            words = said("{address} has been asked already and has not answered yet.", address=address)
            raise NotLegal(words)
    return found


def _find(desk: Desk, book: Book, who: str) -> tuple[str, str]:
    if "@" in who:
        joining.check_address(desk, book, who)
        known = book.person_at(who)
        return (_first_word(known.name) if known else who.partition("@")[0].capitalize(), lowered(who))
    people = book.people_called(who)
    if len(people) != 1:
        if people:
            words = said("Several people here are called {name!r}; write the address instead.", name=who)
        else:
            words = said("Nobody here is called {name!r}; write the address instead.", name=who)
        raise NotLegal(words)
    return who, people[0].address


def _check(wanted: Challenge, invited: list[tuple[str, str]], name: str, now: datetime) -> None:
    names = [name, *(called for called, _ in invited)]
    if len({called.casefold() for called in names}) < len(names):
        raise NotLegal(said("Two players of a match can't have the same name."))
    try:
        options = validated_options(wanted.game, wanted.options)
    except OptionError as error:
        raise NotLegal(str(error)) from None
    agreed = wanted.game.agreed(options)
    if agreed is not None and agreed <= now:
        raise NotLegal(said("{time} UTC is over already; write a time that is to come.", time=agreed))
    count = len(names) + (wanted.game.house_seat(options) is not None)
    if count not in wanted.game.seats:
        least, most = wanted.game.seats.start, wanted.game.seats.stop - 1
        raise NotLegal(
            said("{title} is for {least} to {most} players.", title=wanted.game.title, least=least, most=most)
        )


def _opened(hand: Hand, wanted: Challenge, person: Person, name: str, others: list[str]) -> Sitting:
    """The match, with the challenger seated; it starts at once when nobody else has to accept."""
    title = f"{name} against {', '.join(others)}" if others else f"{name} against the referee"
    data = {"game": wanted.game.key, "version": wanted.game.version, "options": dict(wanted.options)}
    entry = Entry(1, hand.at, "opened", name, f"{wanted.game.title}: {title}", data=data)
    match = hand.book.add_match(Match(wanted.game, "", title, wanted.options), entry, hand.letter)
    hand.book.note_challenger(match.id, person.id)
    sitting = Sitting(match, 1)
    seed = hand.desk.secrets.seed(match.id)
    if wanted.game.promise(Draws(seed)):
        sitting.give_seed(seed)
    joining.seat(hand.desk, hand.book, sitting, name, person, hand.at, by=None)
    if not others:
        joining.start(hand.desk, sitting, hand.at, None)
    sitting.save(hand.book, hand.letter)
    post_notices(hand.desk, hand.book, sitting, hand.at)
    return sitting


def _invite(hand: Hand, match: Match, name: str, called: str, address: str) -> None:
    desk, book = hand.desk, hand.book
    filed = book.letter(hand.letter)
    assert filed is not None
    chosen = validated_options(match.game, match.options)
    agreed = match.game.agreed(chosen)
    confirm = new_confirm(desk, book, filed, "invite", address, match.id, called)
    if agreed is not None:
        confirm = replace(confirm, expires_at=min(confirm.expires_at, agreed))
    book.add_confirm(confirm, hand.at)
    options = {key: str(value) for key, value in match.options.items() if key != "at"}
    data = invitation(desk, match, confirm, name) | {"options": options, "commitment": _promise(match)}
    files = match.game.event(chosen, (name, called), _promise(match))
    to, when = (address, called), Occasion(hand.at)
    post_to_address(desk, book, to, "mail/challenge", data, when, confirm.token, match, attachments=files)


def invitation(desk: Desk, match: Match, confirm: Confirm, by: str) -> dict[str, Any]:
    """What every mail about an invitation that is not answered yet tells."""
    chosen = validated_options(match.game, match.options)
    return {
        "by": by,
        "name": confirm.payload,
        "game": match.game.title,
        "at": match.game.agreed(chosen),
        "live": match.game.is_live(chosen),
        "until": confirm.expires_at,
        "link": f"{desk.policy.base_url}/i/{confirm.token}" if desk.policy.base_url else "",
    }


def unanswered(book: Book, match: str, at: datetime) -> tuple[Confirm, ...]:
    """The invitations that wait for an answer, but for those of addresses that want no mail from here."""
    waiting = book.open_invitations(match, at)
    return tuple(confirm for confirm in waiting if not book.stranger(confirm.address)[1])


def _promise(match: Match) -> str:
    return match.game.promise(match.draws) if match.seed is not None else ""


def answer_invitation(
    desk: Desk, book: Book, confirm: Confirm, at: datetime, letter: int, accepts: bool
) -> str:
    """Seats who accepts, and starts the match when all have; a refusal ends it. Gives the answer's words."""
    row = book.match_row(confirm.match or "")
    if row is None or row.status != "open":
        return said("The match is not open any more.")
    sitting = sit_down(book, row, desk.games[row.game])
    if not accepts:
        sitting.take("ended", at, confirm.payload, "declined", None)
        sitting.save(book, letter)
        text = said("{name} has declined, so the match does not take place.", name=confirm.payload)
        _tell_off(desk, book, sitting.match, text, at)
        return said("The challenge is declined.")
    joining.check_seat(book, sitting.match, confirm.payload, book.person_at(confirm.address))
    person = joining.person_for(book, confirm.payload, confirm.address)
    joining.seat(desk, book, sitting, confirm.payload, person, at, by=None)
    if len(sitting.match.seats) == 1 + book.count_invited(sitting.match.id):
        joining.start(desk, sitting, at, None)
    sitting.save(book, letter)
    post_notices(desk, book, sitting, at)
    return said(
        "You play as {name} in “{title}” ({match}).", name=confirm.payload, title=row.title, match=row.id
    )


def _tell_off(desk: Desk, book: Book, match: Match, text: str, at: datetime) -> None:
    """Tells who has a seat, and who has not answered yet, that the match does not take place."""
    data, when = {"text": text, "subject": said("The match does not take place")}, Occasion(at)
    seats = book.members(match.id, "seat")
    files = match.game.event(
        validated_options(match.game, match.options),
        tuple(member.name for member in seats),
        _promise(match),
        is_off=True,
    )
    for member in seats:
        post_to_member(desk, book, match, member, "mail/alert", data, when, files)
    for other in unanswered(book, match.id, at):
        to = (other.address, other.payload)
        post_to_address(desk, book, to, "mail/alert", data, when, match=match, attachments=files)


def rematch(hand: Hand, order: Order) -> None:
    """Challenges the same players again, as the game would have a rematch."""
    sitting = hand.sitting
    if (
        sitting is None
        or hand.member is None
        or sitting.match.status != "over"
        or sitting.match.state is None
    ):
        raise NotLegal(said("A rematch can be asked for when the match is over."))
    match = sitting.match
    options = match.game.rematch(match.options, match.state)
    others = [m for m in hand.book.members(match.id, "seat") if m.id != hand.member.id]
    _open(hand, order, Challenge(match.game, options, tuple(m.person.address for m in others)))
