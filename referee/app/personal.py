"""Orders about the writer, not about the game: leaving, addresses, tokens, press, zone."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from referee.app.absence import read_absence, span_of
from referee.app.challenging import challenge, rematch
from referee.app.hand import Hand
from referee.app.joining import check_address
from referee.app.observing import observe, unsubscribe
from referee.app.records import Member, Person
from referee.engine.game import Notice
from referee.engine.match import validated_options
from referee.engine.orders import Order, as_typed
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood

ADDRESS = re.compile(r"[^@\s<>\"(),;:]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?")


PRESS = {
    "none": said("In this match there is no press: nothing is passed on."),
    "public": said("In this match all press is public: “say TEXT” tells the whole table."),
}


def carry_out(hand: Hand, order: Order) -> None:
    """Carries out the order and notes in the transcript what came of it; raises OrderError."""
    PERSONAL[order.verb](hand, order)


def _person(hand: Hand) -> Person:
    if hand.person is None:
        raise NotLegal(said("The referee does not know you yet. “join MATCH as NAME” asks for a seat."))
    return hand.person


def _member(hand: Hand) -> Member:
    if hand.member is None or hand.sitting is None:
        raise NotLegal(said("Write this in reply to a mail of the match that you mean."))
    return hand.member


def _ask_first(hand: Hand, order: Order) -> bool:
    """Whether the order still waits for a confirmation, which is then asked for."""
    if hand.transcript.is_preview:
        hand.transcript.tell(
            order.line, said("It is read as: {order}.", order=f"{order.verb} {order.rest}".strip())
        )
        return True
    if hand.is_confirmed:
        return False
    if order.line not in hand.confirming:
        hand.confirming.append(order.line)
    words = said("Not done yet: a mail has gone to your address; reply to it with “confirm”")
    hand.transcript.tell(order.line, words)
    return True


def _resign(hand: Hand, order: Order) -> None:
    member = _member(hand)
    if order.rest:
        raise NotUnderstood(said("“resign” stands alone on its line."))
    if member.role != "seat" or hand.sitting is None:
        raise NotLegal(said("Only who holds a seat can resign."))
    if hand.sitting.match.status == "over" or member.name in hand.sitting.match.gone:
        raise NotLegal(said("The match is over for you already."))
    if _ask_first(hand, order):
        return
    hand.sitting.notices.append(
        Notice("left", None, {"name": member.name, "how": "resigned", "reason": None})
    )
    if hand.sitting.match.state is None:
        hand.book.set_member(member.id, is_gone=True)
    reply = hand.sitting.take("resigned", hand.at, member.name, said("{name} resigned", name=member.name))
    hand.transcript.accept(order.line, reply or said("You have left the match."))


def _addresses(hand: Hand, order: Order) -> None:
    person = _person(hand)
    match order.words:
        case ():
            known = list(hand.book.addresses_of(person.id))
            hand.transcript.tell(
                order.line,
                said(
                    "You may write from: {known}. Mails go to {address}.", known=known, address=person.address
                ),
            )
        case ("add", address) if ADDRESS.fullmatch(address):
            _add_address(hand, order, person, address)
        case ("remove", address) if ADDRESS.fullmatch(address):
            _remove_address(hand, order, person, address)
        case ("only", "on" | "off" as switch):
            _only_addresses(hand, order, person, switch == "on")
        case _:
            raise NotUnderstood(
                said("Write “addresses”, “addresses add|remove ADDRESS” or “addresses only on|off”.")
            )


def _add_address(hand: Hand, order: Order, person: Person, address: str) -> None:
    owner = hand.book.person_at(address)
    if owner is not None:
        if owner.id == person.id:
            raise NotLegal(said("{address} is yours already.", address=address))
        raise NotLegal(said("{address} can't be added.", address=address))
    check_address(hand.desk, hand.book, address)
    if not _ask_first(hand, order):
        hand.book.add_address(person.id, address)
        hand.transcript.accept(order.line, said("{address} is known as yours from now on.", address=address))


def _remove_address(hand: Hand, order: Order, person: Person, address: str) -> None:
    if address not in hand.book.addresses_of(person.id):
        raise NotLegal(said("{address} is not one of yours.", address=address))
    if address == person.address:
        raise NotLegal(said("Mails go to {address}, so it stays.", address=address))
    if not _ask_first(hand, order):
        hand.book.remove_address(person.id, address)
        hand.transcript.accept(order.line, said("{address} is forgotten.", address=address))


def _only_addresses(hand: Hand, order: Order, person: Person, only: bool) -> None:
    if not _ask_first(hand, order):
        hand.book.set_person(person.id, only_known=only)
        held = said(
            "Letters in your name from other addresses are held until you have confirmed them from now on."
        )
        kept = said("Letters in your name from other addresses are kept unread from now on.")
        hand.transcript.accept(order.line, kept if only else held)


def _absent(hand: Hand, order: Order) -> None:
    person = _person(hand)
    if order.words in (("off",), ("no",)):
        _set_absence(hand, order, None, said("You are back: reminders come again."))
        return
    first, last = read_absence(order.words, hand.at, person.zone)
    words = said(
        "From {first} to {last} no reminders are sent to you. Deadlines stay as they are.",
        first=first,
        last=last,
    )
    _set_absence(hand, order, span_of(first, last, person.zone), words)


def _set_absence(hand: Hand, order: Order, span: tuple[datetime, datetime] | None, words: str) -> None:
    if hand.transcript.is_preview:
        hand.transcript.tell(order.line, said("It is read as: {words}", words=words))
        return
    begin, end = span or (None, None)
    hand.book.set_person(_person(hand).id, absent_from=begin, absent_until=end)
    hand.transcript.accept(order.line, words)


def _renew_token(hand: Hand, order: Order) -> None:
    member = _member(hand)
    if order.rest:
        raise NotUnderstood(said("“token renew” stands alone on its line."))
    if not _ask_first(hand, order):
        token = hand.desk.secrets.token(f"token/{member.match}/{member.name}/{member.parcels}")
        hand.book.set_member(member.id, token=token)
        hand.member = hand.book.member(member.id)
        hand.transcript.accept(
            order.line, said("Your mails bear a new token from now on; the old one is void.")
        )


def _timezone(hand: Hand, order: Order) -> None:
    person, zone = _person(hand), _zone(order.rest)
    if hand.transcript.is_preview:
        hand.transcript.tell(order.line, said("It is read as: timezone {zone}.", zone=zone))
        return
    _change(hand, person, zone=zone)
    hand.transcript.accept(order.line, said("Times are also shown in {zone} from now on.", zone=zone))


def _zone(written: str) -> str:
    """The time zone's own name, however its letters were written."""
    zone = _zones().get(written.casefold())
    if zone is None:
        raise NotUnderstood(said("A time zone looks like Europe/Lisbon, America/Sao_Paulo or UTC."))
    return zone


@cache
def _zones() -> Mapping[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}


def _language(hand: Hand, order: Order) -> None:
    person, render = _person(hand), hand.desk.render
    code = render.language(order.rest) if order.rest else None
    if code is None:
        ways = [f"language {code} ({name})" for code, name in render.languages.items()]
        raise NotUnderstood(said("Mails can be told in these languages: {ways}.", ways=ways))
    name = render.languages[code]
    if hand.transcript.is_preview:
        hand.transcript.tell(order.line, said("It is read as: {order}.", order=f"language {code} ({name})"))
        return
    _change(hand, person, language=code)
    words = said("From now on mails to you are in this language: {name}.", name=name)
    hand.transcript.accept(order.line, words)


def _change(hand: Hand, person: Person, **values: str) -> None:
    """Keeps what the writer has chosen; the receipt is told so already."""
    hand.book.set_person(person.id, **values)
    hand.person = hand.book.person(person.id)
    hand.member = hand.book.member(hand.member.id) if hand.member else None


def _press(hand: Hand, order: Order, to: str | None, text: str) -> None:
    """Passes words on to the table or to one seat, as the option `press` allows."""
    member, sitting = _member(hand), hand.sitting
    if sitting is None or not text.strip():
        raise NotUnderstood(said("Write “say TEXT” or “tell NAME TEXT”."))
    if member.role == "observer":
        raise NotLegal(said("Observers listen. “join MATCH” asks for a seat, as long as the match is open."))
    allowed = getattr(validated_options(sitting.match.game, sitting.match.options), "press", "public")
    if allowed == "none" or (allowed == "public" and to is not None):
        raise NotLegal(PRESS[allowed])
    if hand.transcript.is_preview:
        hand.transcript.tell(order.line, said("It would be passed on."))
        return
    data = {"by": member.name, "text": text, "private": to is not None}
    sitting.notices.append(Notice("say", to, data))
    hand.transcript.accept(
        order.line, said("passed on to the table") if to is None else said("passed on to {to}", to=to)
    )


def _say(hand: Hand, order: Order) -> None:
    _press(hand, order, None, as_typed(order))


def _tell(hand: Hand, order: Order) -> None:
    first, *text = re.split(r"[\s:：,，]+", as_typed(order), maxsplit=1)
    _press(hand, order, _seat_named(hand, first), "".join(text))


def _ignore(hand: Hand, order: Order) -> None:
    person, name = _person(hand), _seat_named(hand, order.rest)
    if not hand.transcript.is_preview:
        hand.book.set_person(person.id, ignores=sorted({*person.ignores, name}))
    hand.transcript.accept(order.line, said("Press of {name} is not passed on to you any more.", name=name))


def _seat_named(hand: Hand, name: str) -> str:
    seats = hand.sitting.match.seats if hand.sitting else ()
    found = next((seat for seat in seats if seat.casefold() == name.casefold()), None)
    if found is None:
        if not seats:
            raise NotUnderstood(said("Nobody here is called {name!r}; there are no seats.", name=name))
        raise NotUnderstood(
            said("Nobody here is called {name!r}; there are {names}.", name=name, names=list(seats))
        )
    return found


def _display(hand: Hand, order: Order) -> None:
    member, sitting = _member(hand), hand.sitting
    if order.rest:
        raise NotUnderstood(said("“display” stands alone on its line."))
    if member.role != "seat":
        raise NotLegal(said("Only who plays has a display. “status” tells what is publicly known."))
    if sitting is None or sitting.match.state is None:
        raise NotLegal(said("There is no display yet: the match has not started."))
    if member not in hand.displays:
        hand.displays.append(member)
    hand.transcript.tell(order.line, said("It comes in a mail of its own."))


PERSONAL = {
    "resign": _resign,
    "addresses": _addresses,
    "token renew": _renew_token,
    "timezone": _timezone,
    "language": _language,
    "absent": _absent,
    "say": _say,
    "tell": _tell,
    "ignore": _ignore,
    "display": _display,
    "observe": observe,
    "unsubscribe": unsubscribe,
    "challenge": challenge,
    "rematch": rematch,
}
