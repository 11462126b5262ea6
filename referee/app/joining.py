"""Taking a seat: by `join MATCH as NAME`, or given by a moderator."""

import re
from datetime import datetime

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_member
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.app.vacancies import wanted_seat
from referee.app.verbs import order_words
from referee.engine.match import Match, validated_options
from referee.errors import NotLegal, NotUnderstood

JOINING = re.compile(r"(?:please\s+|i\s+)*join\s+(m\d+)(?:\s+as\s+(.+?))?\s*[.!]?\s*", re.IGNORECASE)


def requested(line: str, display_name: str) -> tuple[str, str] | None:
    """The match and the name that a line `join MATCH [as NAME]` asks for, None if it is none."""
    found = JOINING.fullmatch(line)
    if found is None:
        return None
    return found[1].lower(), found[2] or next(iter(display_name.split()), "")


def check_seat(book: Book, match: Match, name: str, person: Person | None) -> str:
    """The name as it would be seated; raises NotLegal with what would be accepted."""
    if match.status != "open":
        name = wanted_seat(book, match, name).name
        if person is not None:
            check_person(book, match, person)
        return name
    if not name:
        raise NotLegal(f"Say under which name you would play: “join {match.id} as NAME”.")
    if any(seat.casefold() == name.casefold() for seat in match.seats):
        raise NotLegal(f"The name {name} is taken in this match; choose another one.")
    if not match.game.is_name_allowed(name) or name.casefold() in order_words():
        raise NotLegal(
            f"{name!r} can't be a name here. A name has 1 to 16 letters, digits, “-” or “_”, "
            "begins with a letter, and is not an order word."
        )
    if len(match.seats) >= capacity(match):
        raise NotLegal("The match is full.")
    if person is not None:
        check_person(book, match, person)
    return name


def check_address(desk: Desk, book: Book, address: str) -> None:
    """NotLegal for the referee's own address, and for one that wants no mail from here."""
    if desk.policy.is_own(address):
        raise NotLegal("That is the referee's own address.")
    if book.stranger(address.lower())[1]:
        raise NotLegal(f"The address {address} wants no mail from here.")


def check_person(book: Book, match: Match, person: Person) -> None:
    """NotLegal when the person holds a seat already, or moderates a sealed match."""
    roles = {member.role for member in book.memberships(person.id) if member.match == match.id}
    if "seat" in roles:
        raise NotLegal("One address holds one seat of a match, and you have one already.")
    if "moderator" in roles and not may_moderator_play(match):
        raise NotLegal("Who moderates this match can't play in it, except in a practice match.")


def check_moderators(book: Book, match: Match) -> None:
    """NotLegal when a moderator holds a seat and may not with the options of that match."""
    moderators = {member.person.id for member in book.members(match.id, "moderator")}
    both = [member for member in book.members(match.id, "seat") if member.person.id in moderators]
    if both and not may_moderator_play(match):
        raise NotLegal(f"{both[0].name} moderates the match and holds a seat: it must be a practice match.")


def may_moderator_play(match: Match) -> bool:
    """Whether a moderator may hold a seat: in open games, and in practice matches."""
    options = validated_options(match.game, match.options)
    return not match.game.sealed or bool(getattr(options, "practice", False))


def capacity(match: Match) -> int:
    """How many seats the match has."""
    wanted = getattr(validated_options(match.game, match.options), "seats", None)
    return int(wanted) if wanted else match.game.seats.stop - 1


def seat(
    desk: Desk, book: Book, sitting: Sitting, name: str, person: Person, at: datetime, by: str | None
) -> Member:
    """Seats the person; the caller saves the sitting. `by`: the moderator who gave the seat."""
    sitting.take("joined", at, name, f"{name} takes a seat")
    before = book.count_seated(sitting.match.id, name)  # who left before the start
    again = f"/{before + 1}" if before else ""
    token = desk.secrets.token(f"token/{sitting.match.id}/{name}{again}")
    member = book.add_member(sitting.match.id, "seat", name, person, token)
    players = list(sitting.match.seats)
    template = "mail/invited" if by else "mail/joined"
    post_to_member(desk, book, sitting.match, member, template, {"by": by, "players": players}, Occasion(at))
    return member


def person_for(book: Book, name: str, address: str) -> Person:
    """Who has the address; somebody new is registered."""
    return book.person_at(address) or book.add_person(name, address)


def is_full(match: Match) -> bool:
    """Whether a match with a given number of seats may start because all are taken."""
    wanted = getattr(validated_options(match.game, match.options), "seats", None)
    return match.status == "open" and bool(wanted) and len(match.seats) >= int(wanted or 0)


def start(desk: Desk, sitting: Sitting, at: datetime, by: str | None) -> None:
    """Starts the match with a fresh seed; NotLegal when it can't start."""
    match = sitting.match
    if match.status != "open":
        raise NotLegal("The match has started already.")
    house = match.game.house_seat(validated_options(match.game, match.options))
    if house is not None and house not in match.seats:
        sitting.take("joined", at, house, "the referee itself takes a seat")
        match = sitting.match
    if len(match.seats) < match.game.seats.start:
        raise NotLegal(f"{match.game.title} needs at least {match.game.seats.start} players.")
    if match.seed is None:
        sitting.give_seed(desk.secrets.seed(match.id))
    data = {"commitment": sitting.match.draws.commitment}
    sitting.take("started", at, by, "the match starts", data=data)


def parse_seat(rest: str) -> tuple[str, str]:
    """Name and address of `seat NAME ADDRESS`."""
    words = rest.replace("<", " ").replace(">", " ").split()
    if len(words) < 2 or "@" not in words[-1]:
        raise NotUnderstood("Write “seat NAME ADDRESS”.")
    return " ".join(words[:-1]), words[-1].lower()
