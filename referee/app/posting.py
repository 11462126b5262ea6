"""From what is to be told to mails in the outbox."""

import hashlib
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.app.desk import Desk
from referee.app.newcomers import dismissed, enrol
from referee.app.ports import Draft
from referee.app.records import Member, Person
from referee.app.shelf import Book
from referee.app.sitting import Sitting
from referee.engine.game import Notice
from referee.engine.match import Entry, Match, is_override, told_reason

OWN_KINDS = frozenset({"announce", "override", "paused", "resumed", "left", "say"})
"""Notices of the kernel: their templates lie in `mail/`."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """When a mail is written, and which letter it answers."""

    at: datetime
    answers: tuple[str, ...] = ()


def message_id(desk: Desk, *parts: object) -> str:
    """An opaque Message-ID, the same for the same parts."""
    text = "\x1f".join(str(part) for part in parts)
    digest = hashlib.sha256(text.encode("utf-8")).digest()[:20]
    return f"<{b32encode(digest).decode('ascii').lower()}@{desk.policy.host}>"


def numbered(log: tuple[Entry, ...]) -> dict[int, int]:
    """The moderator's own count of each override, by the number of its entry."""
    overrides = (entry.number for entry in log if is_override(entry))
    return {number: count for count, number in enumerate(overrides, start=1)}


def announced(match: Match, log: tuple[Entry, ...]) -> list[dict[str, Any]]:
    """The overrides as the table may know them: what a secret one was is told when the match is over."""
    counts = numbered(log)
    return [announcement(match, e, counts[e.number]) for e in log if e.number in counts]


def announcement(match: Match, entry: Entry, count: int) -> dict[str, Any]:
    """One override as the table may know it."""
    is_secret = match.status != "over" and bool(entry.data.get("secret"))
    text = None if is_secret else entry.text
    reason = None if is_secret and match.is_sealed else told_reason(entry.reason)
    return {"no": count, "at": entry.at, "by": entry.by, "text": text, "reason": reason}


def context_of(
    desk: Desk, book: Book, match: Match | None, reader: Member | None, data: Mapping[str, Any]
) -> dict[str, Any]:
    """What the templates may use; `view` is built for that reader."""
    seat = reader.name if reader is not None and reader.role == "seat" else None
    started = match is not None and match.state is not None
    return {
        "match": match.id if match else "",
        "title": match.title if match else "",
        "game": match.game.key if match else "",
        "you": seat,
        "zone": reader.person.zone if reader else "UTC",
        "language": reader.person.language if reader else "",
        "view": match.game.view(match.state, seat) if match and started else {},
        "data": data,
        "overrides": overrides_of(book, match) if match and match.overrides else [],
        "address": desk.policy.address,
        "base_url": desk.policy.base_url,
        "seat_url": f"{desk.policy.base_url}/s/{reader.token}" if reader and desk.policy.base_url else "",
    }


def known_of(person: Person | None) -> dict[str, str]:
    """How somebody is told of times, and in what language."""
    return {} if person is None else {"zone": person.zone, "language": person.language}


def overrides_of(book: Book, match: Match) -> list[dict[str, Any]]:
    """The announced overrides of a match as it is kept."""
    return announced(match, book.entries(match.id))


def post_to_member(
    desk: Desk,
    book: Book,
    match: Match,
    reader: Member,
    template: str,
    data: Mapping[str, Any],
    when: Occasion,
    attachments: tuple[tuple[str, str], ...] = (),
) -> None:
    """Posts one mail to one member; its Message-ID comes from what that member may know."""
    about = match.game.about(match.state) if match.state is not None else ""
    count = book.count_parcel(reader.id)
    id = message_id(desk, match.id, reader.role, reader.name, about, template, count, reader.token)
    draft = Draft(
        to=reader.person.address,
        to_name=reader.name,
        words=desk.render(template, context_of(desk, book, match, reader, data)),
        at=when.at,
        message_id=id,
        match=match.id,
        token=reader.token,
        answers=when.answers,
        kind="auto-replied" if when.answers else "auto-generated",
        broadcast=reader.role == "observer",
        attachments=_attached(desk, attachments, when.at),
    )
    raw = desk.compose(draft)
    book.post(id, draft.to, raw, when.at, template, about, match.id, reader.id)


def post_notices(desk: Desk, book: Book, sitting: Sitting, at: datetime) -> None:
    """Posts what the sitting has to tell: one mail a notice and reader, in the order of seats.

    What is for all goes to moderators and observers too.

    Call it after `sitting.save`, so that announced overrides are those of the log.
    """
    _tell_newcomers(desk, book, sitting, at)
    seats = book.members(sitting.match.id, "seat")
    others = (*book.members(sitting.match.id, "moderator"), *book.members(sitting.match.id, "observer"))
    for notice in sitting.match.game.merged(tuple(sitting.notices)):
        for reader in _readers(notice, seats, others):
            template = f"{_folder(sitting, notice)}/{notice.kind}"
            post_to_member(
                desk, book, sitting.match, reader, template, notice.data, Occasion(at), notice.attachments
            )
    sitting.notices.clear()


def _tell_newcomers(desk: Desk, book: Book, sitting: Sitting, at: datetime) -> None:
    """Who was let into the running match is welcomed and shown how things stand; who was not is told."""
    match, players = sitting.match, {"players": list(sitting.match.seats), "is_new": True}
    for member in enrol(desk, book, sitting):
        post_to_member(desk, book, match, member, "mail/welcome", players, Occasion(at))
        post_to_member(desk, book, match, member, f"{match.game.key}/display", {}, Occasion(at))
    for name, person in dismissed(book, sitting):
        to, data = (person.address, person.name), {"name": name}
        post_to_address(desk, book, to, "mail/dismissed", data, Occasion(at), match=match)


def _folder(sitting: Sitting, notice: Notice) -> str:
    return "mail" if notice.kind in OWN_KINDS else sitting.match.game.key


def _readers(notice: Notice, seats: tuple[Member, ...], others: tuple[Member, ...]) -> tuple[Member, ...]:
    if notice.kind == "say":
        return tuple(m for m in _all_of(notice, seats, others) if _hears(m, notice))
    return _all_of(notice, seats, others)


def _hears(reader: Member, notice: Notice) -> bool:
    """Whether press is passed on to that reader: not to who wrote it, nor who wants none of that player's."""
    by = notice.data["by"]
    return (reader.role, reader.name) != ("seat", by) and by not in reader.person.ignores


def _all_of(notice: Notice, seats: tuple[Member, ...], others: tuple[Member, ...]) -> tuple[Member, ...]:
    if notice.to is not None:
        return tuple(seat for seat in seats if seat.name == notice.to)
    playing = {seat.person.id for seat in seats}
    author = notice.data.get("by")  # who has the receipt already
    told = (m for m in others if m.person.id not in playing and (m.role, m.name) != ("moderator", author))
    return (*seats, *told)


def post_to_address(
    desk: Desk,
    book: Book,
    to: tuple[str, str],
    template: str,
    data: Mapping[str, Any],
    when: Occasion,
    token: str = "",
    match: Match | None = None,
    key: str = "",
    is_once: bool = False,
    attachments: tuple[tuple[str, str], ...] = (),
) -> None:
    """Posts a mail to an address that has no seat (or must not be told of one): (address, name).

    Whoever has registered the address is told in the language and the zone that they chose.
    `is_once`: for that key it is posted once, whatever the time.
    """
    at = "" if is_once else when.at.isoformat()
    id = message_id(desk, template, to[0], key, token, at, *when.answers)
    if book.posted(id) is not None:
        return
    context = context_of(desk, book, None, None, data) | known_of(book.person_at(to[0]))
    if match is not None:
        context |= {"match": match.id, "title": match.title, "game": match.game.key}
    draft = Draft(
        to=to[0],
        to_name=to[1],
        words=desk.render(template, context),
        at=when.at,
        message_id=id,
        match=match.id if match else "",
        token=token,
        answers=when.answers,
        kind="auto-replied" if when.answers else "auto-generated",
        attachments=_attached(desk, attachments, when.at),
    )
    book.post(id, to[0], desk.compose(draft), when.at, template, match=match.id if match else None)


def _attached(
    desk: Desk, files: tuple[tuple[str, str], ...], at: datetime
) -> tuple[tuple[str, str, bytes], ...]:
    """The files of a mail; only a calendar's event has to say who sends it, and when."""
    told = {"{address}": desk.policy.address, "{at}": at.isoformat()}
    return tuple((name, *desk.attach(name, _told(name, text, told))) for name, text in files)


def _told(name: str, text: str, told: Mapping[str, str]) -> str:
    if name.endswith(".ics"):
        for sign, value in told.items():
            text = text.replace(sign, value)
    return text


def tell_operator(desk: Desk, book: Book, text: str, at: datetime, key: str) -> None:
    """Posts an alert to the operator, once for that key; nothing without an operator's address."""
    if desk.policy.operator:
        to = (desk.policy.operator, "")
        post_to_address(desk, book, to, "mail/alert", {"text": text}, Occasion(at), key=key, is_once=True)


def tell_moderators(
    desk: Desk, book: Book, match: Match, text: str, at: datetime, subject: str | None = None
) -> None:
    """Posts an alert to every moderator of the match; without a subject it asks for attention."""
    data = {"text": text, "subject": subject}
    for moderator in book.members(match.id, "moderator"):
        post_to_member(desk, book, match, moderator, "mail/alert", data, Occasion(at))
