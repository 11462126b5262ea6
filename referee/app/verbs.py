"""What anyone can say in any game, and what a moderator can say; a game's own words win over these."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.app.tongues import SYNONYMS
from referee.engine.game import Game, Verb
from referee.engine.said import said

IN_ENGLISH: Mapping[str, Verb] = {
    "help": Verb(said("help [TOPIC]"), said("explains what can be said, or one word of it"), query=True),
    "games": Verb(said("games"), said("lists the games that are played here"), query=True),
    "matches": Verb(said("matches"), said("lists the matches that can be joined or are running"), query=True),
    "status": Verb(said("status"), said("tells what is publicly known of the match"), query=True),
    "display": Verb(said("display"), said("sends your private display again"), query=True),
    "history": Verb(said("history [N]"), said("lists what you declared and what was announced"), query=True),
    "rules": Verb(said("rules"), said("sends the rules of the game"), query=True),
    "addresses": Verb(
        said("addresses | addresses add ADDRESS | addresses remove ADDRESS | addresses only on|off"),
        said("the addresses you may write from; with “only on” letters from others are not even asked about"),
    ),
    "token renew": Verb(said("token renew"), said("gives you a new token; the old one stops working")),
    "timezone": Verb(said("timezone Area/City"), said("sets in which zone times are also shown to you")),
    "language": Verb(
        said("language pt | language zh | language en"),
        said("sets in which language mails to you are"),
    ),
    "absent": Verb(
        said("absent from DATE to DATE | absent off"),
        said("you get no reminders meanwhile; deadlines stay as they are"),
    ),
    "say": Verb(said("say TEXT"), said("tells the whole table"), prose=True),
    "tell": Verb(said("tell NAME TEXT"), said("tells one player, privately"), prose=True),
    "ignore": Verb(said("ignore NAME"), said("passes on no more press of that player to you")),
    "observe": Verb(
        said("observe MATCH"), said("sends you what is public of a match: announcements and the result")
    ),
    "unsubscribe": Verb(said("unsubscribe"), said("ends what an observer gets")),
    "challenge": Verb(
        said("challenge NAME to GAME [option = value …] | challenge referee level N"),
        said("opens a match that the referee itself moderates, and invites them"),
        prose=True,
    ),
    "rematch": Verb(said("rematch"), said("challenges the same players to the same game again")),
    "resign": Verb(said("resign"), said("leaves the match, after you have confirmed it")),
}

GENERAL: Mapping[str, Verb] = {key: replace(verb, synonyms=SYNONYMS[key]) for key, verb in IN_ENGLISH.items()}

JOIN = Verb(said("join MATCH [as NAME]"), said("takes a seat, after you have confirmed it"))

COMMANDS: Mapping[str, Verb] = {
    "help": replace(GENERAL["help"], help=said("explains what a moderator can say, or one word of it")),
    "start": Verb(said("start"), said("starts the match")),
    "pause": Verb(said("pause because REASON"), said("stops the clock")),
    "resume": Verb(said("resume because REASON"), said("starts the clock again")),
    "close": Verb(said("close because REASON"), said("makes the Turn, or ends the vote, now")),
    "extend": Verb(said("extend 24h because REASON"), said("moves the deadline")),
    "as": Verb(said("as NAME: ORDER because REASON"), said("gives an order for a player"), prose=True),
    "void": Verb(said("void N because REASON"), said("takes an entry of the log out of the match")),
    "undo": Verb(
        said("undo [N] because REASON | undo turn [redraw] because REASON"),
        said("takes back the last entry, or entry N"),
    ),
    "set": Verb(said("set PATH = VALUE because REASON"), said("changes one value of the state"), prose=True),
    "option": Verb(said("option NAME = VALUE"), said("changes an option before the start"), prose=True),
    "seat": Verb(said("seat NAME ADDRESS"), said("gives a player a seat"), prose=True),
    "replace": Verb(
        said("replace NAME with ADDRESS because REASON"), said("gives a seat to somebody else"), prose=True
    ),
    "remove": Verb(said("remove NAME because REASON"), said("takes a player out of the match"), prose=True),
    "wanted": Verb(
        said("wanted NAME"), said("announces that a seat which was left can be joined"), prose=True
    ),
    "announce": Verb(said("announce TEXT"), said("tells the whole table"), prose=True),
    "resend": Verb(said("resend [NAME]"), said("sends the displays again")),
    "end": Verb(
        said("end no winner because REASON | end won by NAMES because REASON"), said("ends the match")
    ),
    "show": Verb(said("show [NAME]"), said("shows you the true state, or what that player sees"), query=True),
    "log": Verb(said("log [N]"), said("shows you the last entries of the log"), query=True),
    "letters": Verb(said("letters"), said("shows you letters that wait or failed"), query=True),
    "retry": Verb(said("retry ID"), said("handles a letter again that failed")),
    "outage": Verb(
        said("outage close | outage skip"), said("decides about deadlines that an outage overran")
    ),
}

NEEDS_NO_REASON = frozenset(
    {"help", "start", "wanted", "announce", "resend", "show", "log", "letters", "retry", "outage"}
)
REWRITES = frozenset({"as", "void", "undo", "set", "replace", "remove", "end", "close"})
"""Confirmed under `confirm = "rewrites"`, besides `seat` after the start and the games' own."""


def order_words() -> frozenset[str]:
    """Every word that begins or answers something in any game, in lower case; nobody is called so."""
    forms = (words for verb in GENERAL.values() for group in verb.synonyms.values() for words in group)
    firsts = {words.split()[0] for words in (*GENERAL, *COMMANDS, *forms)}
    return frozenset(firsts | {"join", "open", "moderate", "confirm", "deny", "never", "preview", "stop"})


def verbs_of(game: Game[Any, Any] | None) -> Mapping[str, Verb]:
    """All that a player of the game can say."""
    return {**GENERAL, **(game.verbs if game is not None else {})}


def topics_of(topic: str, verbs: Mapping[str, Verb]) -> Mapping[str, Verb]:
    """The verbs that a topic of `help` is about: the one of that name, or those that can be said so."""
    if topic in verbs:
        return {topic: verbs[topic]}
    return {key: verb for key, verb in verbs.items() if _is_form(topic, verb)}


def rows_of(verbs: Mapping[str, Verb]) -> list[dict[str, str]]:
    """How each is written, and what it does: what the template `mail/help` lists."""
    return [{"usage": verb.usage, "help": verb.help} for verb in verbs.values()]


def _is_form(topic: str, verb: Verb) -> bool:
    return any(topic in words for words in verb.synonyms.values())


def commands_of(game: Game[Any, Any]) -> Mapping[str, Verb]:
    """All that a moderator of the game can say."""
    return {**COMMANDS, **game.commands}
