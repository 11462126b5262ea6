"""What anyone can say in any game, and what a moderator can say; a game's own words win over these."""

from collections.abc import Mapping
from typing import Any

from referee.engine.game import Game, Verb

GENERAL: Mapping[str, Verb] = {
    "help": Verb("help [TOPIC]", "explains what can be said, or one word of it", query=True),
    "games": Verb("games", "lists the games that are played here", query=True),
    "matches": Verb("matches", "lists the matches that can be joined or are running", query=True),
    "status": Verb("status", "tells what is publicly known of the match", query=True),
    "display": Verb("display", "sends your private display again", query=True),
    "history": Verb("history [N]", "lists what you declared and what was announced", query=True),
    "rules": Verb("rules", "sends the rules of the game", query=True),
    "addresses": Verb(
        "addresses | addresses add ADDRESS | addresses remove ADDRESS | addresses only on|off",
        "the addresses you may write from; with “only on” letters from others are not even asked about",
    ),
    "token renew": Verb("token renew", "gives you a new token; the old one stops working"),
    "timezone": Verb("timezone Area/City", "sets in which zone times are also shown to you"),
    "language": Verb(
        "language pt | language zh | language en",
        "sets in which language mails to you are",
        synonyms={"pt": ("idioma", "língua", "lingua"), "zh": ("语言", "語言")},
    ),
    "absent": Verb(
        "absent from DATE to DATE | absent off", "you get no reminders meanwhile; deadlines stay as they are"
    ),
    "say": Verb("say TEXT", "tells the whole table", prose=True),
    "tell": Verb("tell NAME TEXT", "tells one player, privately", prose=True),
    "ignore": Verb("ignore NAME", "passes on no more press of that player to you"),
    "observe": Verb("observe MATCH", "sends you what is public of a match: announcements and the result"),
    "unsubscribe": Verb("unsubscribe", "ends what an observer gets"),
    "challenge": Verb(
        "challenge NAME to GAME [option = value …] | challenge referee level N",
        "opens a match that the referee itself moderates, and invites them",
        prose=True,
    ),
    "rematch": Verb("rematch", "challenges the same players to the same game again"),
    "resign": Verb("resign", "leaves the match, after you have confirmed it", synonyms={"en": ("forfeit",)}),
}

JOIN = Verb("join MATCH [as NAME]", "takes a seat, after you have confirmed it")

COMMANDS: Mapping[str, Verb] = {
    "start": Verb("start", "starts the match"),
    "pause": Verb("pause because REASON", "stops the clock"),
    "resume": Verb("resume because REASON", "starts the clock again"),
    "close": Verb("close because REASON", "makes the Turn, or ends the vote, now"),
    "extend": Verb("extend 24h because REASON", "moves the deadline"),
    "as": Verb("as NAME: ORDER because REASON", "gives an order for a player", prose=True),
    "void": Verb("void N because REASON", "takes an entry of the log out of the match"),
    "undo": Verb(
        "undo [N] because REASON | undo turn [redraw] because REASON", "takes back the last entry, or entry N"
    ),
    "set": Verb("set PATH = VALUE because REASON", "changes one value of the state", prose=True),
    "option": Verb("option NAME = VALUE", "changes an option before the start", prose=True),
    "seat": Verb("seat NAME ADDRESS", "gives a player a seat", prose=True),
    "replace": Verb("replace NAME with ADDRESS because REASON", "gives a seat to somebody else", prose=True),
    "remove": Verb("remove NAME because REASON", "takes a player out of the match", prose=True),
    "wanted": Verb("wanted NAME", "announces that a seat which was left can be joined", prose=True),
    "announce": Verb("announce TEXT", "tells the whole table", prose=True),
    "resend": Verb("resend [NAME]", "sends the displays again"),
    "end": Verb("end no winner because REASON | end won by NAMES because REASON", "ends the match"),
    "show": Verb("show [NAME]", "shows you the true state, or what that player sees", query=True),
    "log": Verb("log [N]", "shows you the last entries of the log", query=True),
    "letters": Verb("letters", "shows you letters that wait or failed", query=True),
    "retry": Verb("retry ID", "handles a letter again that failed"),
    "outage": Verb("outage close | outage skip", "decides about deadlines that an outage overran"),
}

NEEDS_NO_REASON = frozenset(
    {"start", "wanted", "announce", "resend", "show", "log", "letters", "retry", "outage"}
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


def commands_of(game: Game[Any, Any]) -> Mapping[str, Verb]:
    """All that a moderator of the game can say."""
    return {**COMMANDS, **game.commands}
