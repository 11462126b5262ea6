"""Taking a seat: by `join MATCH as NAME`, or given by a moderator."""

import re
from datetime import datetime

from referee.app.desk import Desk
from referee.app.posting import Occasion, post_to_member
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.app.vacancies import wanted, wanted_seat
from referee.app.verbs import order_words
from referee.engine.match import Match, validated_options
from referee.engine.names import likeness, lowered
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood

JOINING = re.compile(
    r"(?:please\s+|i\s+)*(?:join\s+|entrar\s+(?:em\s+|na\s+)?|加入\s*)(m\d+)"
    r"(?:(?:\s+as\s+|\s+como\s+|[\s,，]*(?:作为|名为|名字|叫)[\s:：]*)(.+?))?\s*[.!。！]?\s*",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"[^\s@<>()\[\]\\\",;:]{1,64}@[^\s@<>()\[\]\\\",;:]{1,255}")


def requested(line: str, display_name: str) -> tuple[str, str] | None:
    """The match and the name that a line `join MATCH [as NAME]` asks for, None if it is none."""
    found = JOINING.fullmatch(line)
    if found is None:
        return None
    return found[1].lower(), found[2] or next(iter(display_name.split()), "")


def check_seat(book: Book, match: Match, wish: str, person: Person | None, *, is_given: bool = False) -> str:
    """The name as it would be seated; raises NotLegal with what would be accepted.

    `is_given`: a moderator gives the seat.
    """
    if match.status != "open" and not comes_new(book, match, wish, is_given):
        name = wanted_seat(book, match, wish).name
    else:
        name = match.game.seat_name(wish)
        _check_name(match, name, is_given)
        if not is_given:
            _check_likeness(book, match, name, person)
    if person is not None:
        check_person(book, match, person)
        if not is_given:
            _check_not_waiting(book, match, person)
    return name


def comes_new(book: Book, match: Match, wish: str, is_given: bool = False) -> bool:
    """Whether that is a seat which the running match does not have yet, and which it may get."""
    if match.state is None or match.status == "over":
        return False
    is_wanted = any(seat.name.casefold() == wish.casefold() for seat in wanted(book, match.id, match.gone))
    return not is_wanted and (is_given or match.game.may_join(match.state) != "closed")


def _check_name(match: Match, name: str, is_given: bool) -> None:
    if not name:
        raise NotLegal(said("Say under which name you would play: “join {id} as NAME”.", id=match.id))
    asked = match.game.applicants(match.state) if match.state is not None and not is_given else ()
    if any(seat.casefold() == name.casefold() for seat in (*match.seats, *asked)):
        raise NotLegal(said("The name {name} is taken in this match; choose another one.", name=name))
    if not match.game.is_name_allowed(name) or name.casefold() in order_words():
        raise NotLegal(
            said(
                "{name!r} can't be a name here. A name has 1 to 16 letters, digits, “-” or “_”, "
                "begins with a letter, and is not an order word.",
                name=name,
            )
        )
    if len(match.seats) - len(match.gone) >= capacity(match):
        raise NotLegal(said("The match is full."))


def _check_likeness(book: Book, match: Match, name: str, person: Person | None) -> None:
    """NotLegal for a name that looks like a seat's, the referee's, or that of somebody else who moderates."""
    mine = person.id if person is not None else None
    moderators = (one.name for one in book.members(match.id, "moderator") if one.person.id != mine)
    if any(likeness(other) == likeness(name) for other in (*match.seats, *moderators, "referee")):
        raise NotLegal(said("The name {name} is taken in this match; choose another one.", name=name))


def _check_not_waiting(book: Book, match: Match, person: Person) -> None:
    """NotLegal when the players are deciding about that person already."""
    asked = match.game.applicants(match.state) if match.state is not None else ()
    if asked and any(
        entry.kind == "joined" and entry.by in asked and entry.data.get("person") == person.id
        for entry in book.entries(match.id)
    ):
        raise NotLegal(said("You have asked for a seat already, and the players are deciding about it."))


def check_address(desk: Desk, book: Book, address: str) -> None:
    """NotLegal for what is no address, the referee's own, and one that wants no mail from here."""
    if not ADDRESS.fullmatch(address):
        raise NotLegal(said("{address!r} is no address to which a mail can go.", address=address))
    if desk.policy.is_own(address):
        raise NotLegal(said("That is the referee's own address."))
    if book.stranger(lowered(address))[1]:
        raise NotLegal(said("The address {address} wants no mail from here.", address=address))


def check_person(book: Book, match: Match, person: Person) -> None:
    """NotLegal when the person holds a seat already, or moderates a sealed match."""
    roles = {member.role for member in book.memberships(person.id) if member.match == match.id}
    if "seat" in roles:
        raise NotLegal(said("One address holds one seat of a match, and this one has one already."))
    if "moderator" in roles and not may_moderator_play(match):
        raise NotLegal(said("Who moderates this match can't play in it, except in a practice match."))


def check_moderators(book: Book, match: Match) -> None:
    """NotLegal when a moderator holds a seat and may not with the options of that match."""
    moderators = {member.person.id for member in book.members(match.id, "moderator")}
    both = [member for member in book.members(match.id, "seat") if member.person.id in moderators]
    if both and not may_moderator_play(match):
        raise NotLegal(
            said(
                "{name} moderates the match and holds a seat: it must be a practice match.", name=both[0].name
            )
        )


def may_moderator_play(match: Match) -> bool:
    """Whether a moderator may hold a seat: in open games, and in practice matches."""
    options = validated_options(match.game, match.options)
    return not match.game.sealed or bool(getattr(options, "practice", False))


def capacity(match: Match) -> int:
    """How many seats the match has; once it runs, how many the game can have."""
    count = getattr(validated_options(match.game, match.options), "seats", None)
    return int(count) if count and match.state is None else match.game.seats.stop - 1


def seat(
    desk: Desk, book: Book, sitting: Sitting, wish: str, person: Person, at: datetime, by: str | None
) -> Member:
    """Seats the person before the start; the caller saves the sitting. `by`: who gave the seat."""
    name = sitting.match.game.seat_name(wish)
    sitting.take(
        "joined", at, name, said("{name} takes a seat", name=name), data={} if wish == name else {"as": wish}
    )
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
    count = getattr(validated_options(match.game, match.options), "seats", None)
    return match.status == "open" and bool(count) and len(match.seats) >= int(count or 0)


def start(desk: Desk, sitting: Sitting, at: datetime, by: str | None) -> None:
    """Starts the match with a fresh seed; NotLegal when it can't start."""
    match = sitting.match
    if match.status != "open":
        raise NotLegal(said("The match has started already."))
    house = match.game.house_seat(validated_options(match.game, match.options))
    if house is not None and house not in match.seats:
        sitting.take("joined", at, house, said("the referee itself takes a seat"))
        match = sitting.match
    if len(match.seats) < match.game.seats.start:
        raise NotLegal(
            said(
                "{title} needs at least {least} players.",
                title=match.game.title,
                least=match.game.seats.start,
            )
        )
    if match.seed is None:
        sitting.give_seed(desk.secrets.seed(match.id))
    data = {"commitment": sitting.match.draws.commitment}
    sitting.take("started", at, by, said("the match starts"), data=data)


def parse_seat(rest: str) -> tuple[str, str]:
    """Name and address of `seat NAME ADDRESS`."""
    words = rest.replace("<", " ").replace(">", " ").split()
    if len(words) < 2 or "@" not in words[-1]:
        raise NotUnderstood(said("Write “seat NAME ADDRESS”."))
    return " ".join(words[:-1]), lowered(words[-1])
