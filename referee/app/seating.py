"""A moderator's commands about who plays, and what the table is told."""

import re

from referee.app import joining
from referee.app.bench import Bench
from referee.app.posting import Occasion, post_to_address, post_to_member
from referee.app.records import Member
from referee.app.welcome import give_seat
from referee.engine.game import Notice
from referee.engine.match import told_reason
from referee.engine.names import lowered
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood

REPLACE = re.compile(r"([\w-]+)\s+with\s+<?([^\s<>]+@[^\s<>]+)>?", re.IGNORECASE)


def give_seat_to(bench: Bench, rest: str) -> str:
    """Gives a player a seat."""
    name, address = joining.parse_seat(rest)
    seat = give_seat(bench.desk, bench.book, bench.table, (name, address), bench.at, bench.by)
    return said("{seat} has a seat", seat=seat)


def replace_player(bench: Bench, rest: str) -> str:
    """Gives a seat to somebody else, with a token of its own."""
    found = REPLACE.fullmatch(rest)
    if found is None:
        raise NotUnderstood(said("Write “replace NAME with ADDRESS because REASON”."))
    joining.check_address(bench.desk, bench.book, found[2])
    address = lowered(found[2])
    match, name = bench.table.match, bench.seat(found[1])
    left = match.gone
    known, member = bench.book.person_at(address), bench.seated(name)
    is_back = known is not None and known.id == member.person.id and name in match.gone
    if known is not None and not is_back:
        joining.check_person(bench.book, match, known)
    person = joining.person_for(bench.book, name, address)
    token = bench.desk.secrets.token(f"token/{match.id}/{name}/{address}")
    bench.book.set_member(member.id, person=person.id, token=token, wanted_by=None)
    told = said("{name} is played by somebody else from now on", name=name)
    bench.override("replace", said("{name} plays again", name=name) if is_back else told, name=name)
    if not is_back and name not in left and bench.book.addresses_of(member.person.id):
        _part_with(bench, member)
    if match.state is not None:
        successor, players = bench.seated(name), {"players": list(match.seats)}
        post_to_member(bench.desk, bench.book, match, successor, "mail/welcome", players, Occasion(bench.at))
        bench.displays.append(successor)
    return said("{name} is played from {address} now", name=name, address=address)


def _part_with(bench: Bench, member: Member) -> None:
    """Tells a player that somebody else has the seat now, and not who."""
    match, to = bench.table.match, (member.person.address, member.name)
    text = said("Somebody else plays as {name} from now on: you have this seat no more.", name=member.name)
    data = {"text": text, "subject": said("Somebody else has your seat")}
    post_to_address(bench.desk, bench.book, to, "mail/alert", data, Occasion(bench.at), match=match)


def want(bench: Bench, rest: str) -> str:
    """Announces that a seat that was left can be taken."""
    match, name = bench.playing(), bench.seat(rest)
    if name not in match.gone:
        raise NotLegal(
            said("{name} is played by somebody. Only a seat that was left can be wanted.", name=name)
        )
    bench.book.set_member(bench.seated(name).id, wanted_by=bench.by)
    words = said(
        "The seat of {name} is vacant. Whoever wants to play on from there writes: join {id} as {name}",
        name=name,
        id=match.id,
    )
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": words}))
    return said("announced; “join {id} as {name}” takes the seat", id=match.id, name=name)


def remove(bench: Bench, rest: str) -> str:
    """Takes a player out of the match."""
    name = bench.seat(rest)
    member = bench.seated(name)
    if name in bench.table.match.gone:
        raise NotLegal(said("{name} has left already.", name=name))
    text = f"remove {name}"
    bench.table.take("overridden", bench.at, bench.by, text, bench.reason, {"verb": "remove", "name": name})
    left = Notice("left", None, {"name": name, "how": "removed", "reason": told_reason(bench.reason)})
    if bench.table.match.state is None:
        bench.book.set_member(member.id, is_gone=True)
    else:
        bench.table.notices.insert(0, left)
    return said("{name} is out of the match", name=name)


def announce(bench: Bench, rest: str) -> str:
    """Tells the table something."""
    if not rest:
        raise NotUnderstood(said("Write “announce TEXT”."))
    bench.table.notices.append(Notice("announce", None, {"by": bench.by, "text": rest}))
    return said("passed on to the table")


def resend(bench: Bench, rest: str) -> str:
    """Sends the display again, to one or all."""
    bench.running()
    names = [bench.seat(rest)] if rest else list(bench.table.match.seats)
    bench.displays.extend(m for m in bench.book.members(bench.table.match.id, "seat") if m.name in names)
    return said("sent again to {names}", names=names)
