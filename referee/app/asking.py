"""Questions that anyone can ask: answered in the receipt, from what the asker may know."""

from collections.abc import Mapping
from typing import Any

from referee.app.desk import Desk
from referee.app.hand import Hand
from referee.app.posting import announcement, context_of, known_of, numbered
from referee.app.shelf import Book
from referee.app.vacancies import wanted
from referee.app.verbs import JOIN, commands_of, rows_of, topics_of, verbs_of
from referee.engine.game import Verb
from referee.engine.match import Entry, Match, validated_options, voided
from referee.engine.orders import Order, whole
from referee.engine.said import said
from referee.errors import NotUnderstood


def answer(hand: Hand, order: Order) -> str:
    """The text that answers a general question; NotUnderstood when words are left over."""
    match order.verb, order.words:
        case "help", words:
            return _help(hand, " ".join(words))
        case "games", ():
            return hand.desk.render.inline("mail/games", _context(hand, {"games": game_rows(hand.desk)}))
        case "matches", ():
            rows = match_rows(hand.desk, hand.book)
            return hand.desk.render.inline("mail/matches", _context(hand, {"matches": rows}))
        case "status", ():
            return _status(hand)
        case "rules", ():
            return _of_game(hand, "rules", {})
        case "history", ():
            return _history(hand, None)
        case "history", (count,) if whole(count) is not None:
            return _history(hand, whole(count))
    raise NotUnderstood(said("“{verb}” stands alone on its line.", verb=order.verb))


def _context(hand: Hand, data: Mapping[str, Any]) -> dict[str, Any]:
    match = hand.sitting.match if hand.sitting else None
    return context_of(hand.desk, hand.book, match, hand.member, data) | known_of(hand.person)


def _help(hand: Hand, topic: str) -> str:
    match = hand.sitting.match if hand.sitting else None
    verbs: dict[str, Verb] = {"join": JOIN, **verbs_of(match.game if match else None)}
    if topic:
        verbs = dict(topics_of(topic, verbs))
    commands = _commands(hand, topic)
    text = _of_game(hand, "help", {"topic": topic} if topic else {}) if _has_help(match, topic) else ""
    data = {
        "topic": topic,
        "verbs": rows_of(verbs),
        "commands": rows_of(commands),
        "text": text,
    }
    return hand.desk.render.inline("mail/help", _context(hand, data))


def _commands(hand: Hand, topic: str) -> Mapping[str, Verb]:
    """What who asks can do as the moderator of the match; of one word, what begins so."""
    if hand.sitting is None or hand.member is None or hand.member.role != "moderator":
        return {}
    commands = commands_of(hand.sitting.match.game)
    return dict(topics_of(topic, commands)) if topic else commands


def _has_help(match: Match | None, topic: str) -> bool:
    return match is not None and match.state is not None and (not topic or topic in match.game.verbs)


def _of_game(hand: Hand, page: str, data: Mapping[str, Any]) -> str:
    if hand.sitting is None:
        raise NotUnderstood(
            said("“{page}” is about a match: write it in reply to one of its mails.", page=page)
        )
    template = f"{hand.sitting.match.game.key}/{page}"
    return hand.desk.render.inline(template, _context(hand, data))


def game_rows(desk: Desk) -> list[dict[str, Any]]:
    """The games that are played here."""
    return [
        {"key": game.key, "title": game.title, "seats": _range(game.seats)} for game in desk.games.values()
    ]


def _range(counts: range) -> str:
    return "–".join(dict.fromkeys((str(counts.start), str(counts.stop - 1))))


def match_rows(desk: Desk, book: Book) -> list[dict[str, Any]]:
    """The matches that are open or running."""
    return [
        {
            "match": row.id,
            "game": desk.games[row.game].title,
            "players": list(row.table["seats"]),
            "status": row.status,
            "title": row.title,
            "vacant": [seat.name for seat in wanted(book, row.id, frozenset(row.table["gone"]))],
        }
        for row in book.match_rows()
        if row.status != "over" and row.game in desk.games
    ]


def _status(hand: Hand) -> str:
    if hand.sitting is None:
        raise NotUnderstood(said("“status” is about a match: write it in reply to one of its mails."))
    match = hand.sitting.match
    name = "mail/status" if match.state is None else f"{match.game.key}/status"
    context = _context(hand, status_data(match))
    if match.state is not None:
        context |= {"view": match.game.view(match.state, None), "you": None}
    return hand.desk.render.inline(name, context)


def status_data(match: Match) -> dict[str, Any]:
    """What is publicly known of a match, beyond the game's own onlooker's view."""
    options = validated_options(match.game, match.options)
    return {
        "status": match.status,
        "players": list(match.seats),
        "due": match.until,
        "options": {key: str(value) for key, value in options.model_dump(mode="json").items()},
        "commitment": match.commitment if match.seed is not None else None,
        "is_promised": match.seed is not None and bool(match.game.promise(match.draws)),
    }


def _history(hand: Hand, count: int | None) -> str:
    if hand.sitting is None:
        raise NotUnderstood(said("“history” is about a match: write it in reply to one of its mails."))
    match = hand.sitting.match
    log = (*hand.book.entries(match.id), *hand.sitting.new)
    is_seat = hand.member is not None and hand.member.role == "seat"
    rows = history_rows(match, log, hand.member.name if hand.member and is_seat else None)
    data = {"entries": rows[-count:] if count else rows}
    return hand.desk.render.inline("mail/history", _context(hand, data))


def history_rows(match: Match, log: tuple[Entry, ...], seat: str | None) -> list[dict[str, Any]]:
    """What the seat declared itself and what was announced to all: nothing that counts others' entries."""
    without = voided(log) if not match.is_sealed else frozenset[int]()
    counts = numbered(log)
    rows = []
    for entry in log:
        told = _told(match, entry, seat, counts.get(entry.number))
        if told and entry.number not in without:
            rows.append({"at": entry.at, "text": told})
    return rows


def _told(match: Match, entry: Entry, seat: str | None, count: int | None) -> str:
    if count is not None:
        words = announcement(match, entry, count)["text"] or said("it is published at the end")
        return said("override {number}: {words}", number=count, words=words)
    if entry.by != seat and match.hides(entry):
        return ""
    is_other = entry.by and entry.by != seat
    return said("{name}: {text}", name=entry.by, text=entry.text) if is_other else entry.text
