"""A moderator's commands: the clock, one value set, and the acts of acts.py, each with its ground."""

import re
from datetime import datetime

from referee.engine.calendar import duration, parse_rfc3339
from referee.engine.draws import Draws
from referee.engine.game import Command, Step
from referee.engine.said import said
from referee.errors import NotLegal, NotUnderstood
from referee.games.nomic.acts import act, who
from referee.games.nomic.clocks import not_before, shift
from referee.games.nomic.deadlines import next_deadline, settle_down
from referee.games.nomic.digest import catch_up, put_off
from referee.games.nomic.enactment import settings_row
from referee.games.nomic.membership import leave
from referee.games.nomic.notices import gathered
from referee.games.nomic.play import Play
from referee.games.nomic.resolution import after_scoring
from referee.games.nomic.rulebook import with_loose
from referee.games.nomic.scoring import credit, score
from referee.games.nomic.settings import read_pair
from referee.games.nomic.state import State
from referee.games.nomic.verbs import COMMANDS

GROUND = re.compile(
    r"(?P<act>.+?)[\s,]+"
    r"(?P<ground>by judge?ment \d+|by rule [\d.]+|to mend a fault|with (?:the )?consent(?: of all)?)",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"\b(?:(?:judge?ment|question|cfj)s? #?\d+|rules? \d[\d.]*|faulty?|mistakes?|mistaken(?:ly)?|"
    r"errors?|slips?|typos?|mistyped|misread|miscounted|misrecorded|wrong(?:ly)?|bugs?|bounced|lost|failed|consents?|"
    r"consented|(?:all|everybody|everyone) (?:players )?(?:agrees?|agreed))\b",
    re.IGNORECASE,
)
"""A ground in the reason that is given."""
ASKED = re.compile(
    r"\b(?:ask(?:s|ed)?|request(?:s|ed)?|wish(?:es|ed)?|wants?|wanted|told|(?:tele)?phoned|wrote|forge[dr]y?)\b",
    re.IGNORECASE,
)
"""An order given for a player, or taken back, may be that player's own wish."""
GENERIC = frozenset({"as", "void", "undo", "set"})
BOUND = frozenset({"enact", "amend", "repeal", "transmute", "award", "ballot", "strike", "decide"}) | GENERIC
"""Acts on rules, ballots and scores, for which a servant needs a ground."""
NO_GROUND = said(
    "You moderate as the servant of those who play, so say what this rests on: “because "
    "Judgment 3 says so”, “because rule 305 asks for it”, “because it mends a fault”, or "
    "“because all consent”."
)
SET = re.compile(r"(?P<path>[^=]+?)\s*=\s*(?P<value>.+)")
OUTRIGHT = "the moderator"


def check_reason(state: State, command: Command) -> None:
    """A servant names the ground of what touches rules, ballots and scores; NotLegal."""
    if command.verb not in BOUND or state.book.force["moderator"] != "servant":
        return
    named = NAMED.search(command.reason) or (command.verb not in GENERIC and GROUND.fullmatch(command.rest))
    if not (named or (command.verb in ("as", "void", "undo") and ASKED.search(command.reason))):
        raise NotLegal(NO_GROUND)


def carried_out(state: State, command: Command, at: datetime, draws: Draws) -> Step[State]:
    """The state after the command; raises NotUnderstood and NotLegal."""
    if state.ending is not None:
        raise NotLegal(said("The match is over."))
    check_reason(state, command)
    play = Play(state, at, draws)
    reply = _command(play, command.verb, command.rest.strip(), command.reason.strip())
    settle_down(play)
    return Step(play.state, gathered(play.notices), reply)


def _command(play: Play, verb: str, rest: str, reason: str) -> str:
    found = GROUND.fullmatch(rest) if verb in COMMANDS else None
    match verb:
        case "pause":
            play.change(is_paused=True, paused_at=play.at)
            return said("the clock is stopped; orders are taken")
        case "resume":
            return _resume(play)
        case "extend":
            return _extend(play, rest)
        case "skip":
            not_before(play, parse_rfc3339(rest))
            catch_up(play, parse_rfc3339(rest))
            return _next(play)
        case "rejoin":
            return _rejoin(play, rest)
        case "set":
            return _set(play, rest)
    if verb not in COMMANDS:
        raise NotUnderstood(said("There is no command “{verb}” in this game.", verb=verb))
    words, ground = (found["act"], found["ground"]) if found else (rest, reason or OUTRIGHT)
    return act(play, f"{verb} {words}", ground)


def _resume(play: Play) -> str:
    paused = play.state.paused_at
    play.change(is_paused=False, paused_at=None)
    put_off(play)
    if paused is not None:
        shift(play, play.at - paused)
    return _next(play)


def _extend(play: Play, rest: str) -> str:
    try:
        shift(play, duration(rest))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None
    return _next(play)


def _next(play: Play) -> str:
    due = next_deadline(play.state)
    if due is None:
        return said("nothing has a deadline")
    return said("the next deadline is at {at} UTC", at=due.at)


def _rejoin(play: Play, rest: str) -> str:
    """Somebody takes over the seat of a player who has left."""
    found = next((player for player in play.state.players if player.name.casefold() == rest.casefold()), None)
    if found is None or not found.is_gone:
        raise NotLegal(said("{name} has not left the game.", name=rest))
    play.put_player(found.name, is_gone=False, missed=0, since=play.at)
    return said("{name} plays again", name=found.name)


def _set(play: Play, rest: str) -> str:
    found = SET.fullmatch(rest)
    parts = found["path"].strip().split(".") if found else []
    try:
        match parts:
            case ["scores", name]:
                return _set_score(play, who(play.state, name), int(_value(found)))
            case ["ledgers", ledger, name]:
                return _set_balance(play, ledger.casefold(), who(play.state, name), int(_value(found)))
            case ["settings", name]:
                return _set_setting(play, name, _value(found))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None
    raise NotUnderstood(said("What can be set: scores.NAME, ledgers.LEDGER.NAME, settings.SETTING."))


def _value(found: re.Match[str] | None) -> str:
    return found["value"].strip() if found else ""


def _set_score(play: Play, name: str, value: int) -> str:
    score(play, {name: value - play.state.scores.get(name, 0)}, "set by the moderator")
    after_scoring(play)
    return said("{name} has {points} points", name=name, points=value)


def _set_setting(play: Play, name: str, written: str) -> str:
    key, value = read_pair(name, written, play.state.playing)
    play.change(book=with_loose(play.state.book, {key: value}))
    holder = play.state.book.holder(key)
    if holder is not None:
        play.record(**settings_row(holder, "set"))
    return said("{key} is {value}", key=key, value=value)


def _set_balance(play: Play, ledger: str, name: str, value: int) -> str:
    if f"ledger {ledger}" not in play.force:
        raise NotLegal(said("There is no ledger {ledger}.", ledger=ledger))
    credit(play, ledger, name, value - play.state.ledgers[ledger].get(name, 0), "set by the moderator")
    return said("{name} has {amount} {unit}", name=name, amount=value, unit=ledger)


def left(state: State, seat: str, at: datetime) -> Step[State]:
    """The state after a seat resigned or was removed."""
    play = Play(state, at, Draws(bytes.fromhex(state.seed)))
    leave(play, seat)
    settle_down(play)
    return Step(play.state, gathered(play.notices))
