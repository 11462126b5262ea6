"""Acts with the moderator's verbs: outright rule-changes, awards, ballots, movers, voided proposals.

They carry out a Judgment or an adopted rule, mend a fault, or have everybody's consent.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.engine.said import said, together
from referee.errors import NotLegal, NotUnderstood
from referee.games.nomic import errors, past
from referee.games.nomic.amending import Change, Ineffective
from referee.games.nomic.changes import attempt
from referee.games.nomic.checking import checked, numbering_of
from referee.games.nomic.deciding import decide_outright
from referee.games.nomic.enactment import carry_out
from referee.games.nomic.grammar import ballot_word, read_change
from referee.games.nomic.order import split_name
from referee.games.nomic.phrases import outcome
from referee.games.nomic.play import Play
from referee.games.nomic.proposed import dump_changes, load_changes
from referee.games.nomic.resolution import after_scoring, file_away, nobody
from referee.games.nomic.rules import Rule, parse_number
from referee.games.nomic.scoring import credit, entitle, score
from referee.games.nomic.state import MODERATOR, Ballot, State
from referee.games.nomic.turntime import resume_turn

AWARD = re.compile(
    r"award (?P<name>[\w'-]+) (?P<amount>[-+]?\d{1,9})(?: (?P<what>[\w'-]+))?|"
    r"award (?P<name2>[\w'-]+) the title (?P<title>.+)",
    re.IGNORECASE,
)
BALLOT = re.compile(r"ballot (?P<name>[\w'-]+) (?P<word>.+?) (?:on )?(?P<number>\d{1,9})", re.IGNORECASE)
MOVER = re.compile(r"mover (?P<name>[\w'-]+)", re.IGNORECASE)
VOID = re.compile(r"(?:void|strike) (?:proposal )?(?P<number>\d{1,9})", re.IGNORECASE)
DECIDE = re.compile(r"decide (?P<number>\d{1,9}):? (?P<word>adopted|defeated|rejected)", re.IGNORECASE)
ANSWER = re.compile(r"answer (?P<number>\d{1,9}):? (?P<word>accepted|denied)", re.IGNORECASE)
SURNAME = re.compile(r"surname (?P<name>[\w'-]+) = (?P<surname>.+)", re.IGNORECASE)
VERBS = "enact, amend, repeal, transmute, award, ballot, mover, void"


def act(play: Play, text: str, ground: str) -> str:
    """Carries the act out; what was done, in a sentence. NotUnderstood, NotLegal."""
    plain = text.strip().rstrip(".;")
    for pattern, done in ACTS:
        if found := pattern.fullmatch(plain):
            return done(play, found, ground)
    head = read_change(text.strip())
    if head is None:
        raise NotUnderstood(said("“{plain}” is no act; there are {verbs}.", plain=plain, verbs=VERBS))
    return _change(play, head.change, ground)


def understood(text: str) -> bool:
    """Whether the line is an act at all."""
    plain = text.strip().rstrip(".;")
    return any(pattern.fullmatch(plain) for pattern, _ in ACTS) or read_change(plain) is not None


def who(state: State, name: str) -> str:
    """The player of that name who still plays, whatever the case; NotLegal for nobody."""
    found = next((one for one in state.playing if one.casefold() == name.casefold()), None)
    if found is None:
        raise NotLegal(
            said("Nobody here is called {name}; there are {playing}.", name=name, playing=list(state.playing))
        )
    return found


def _change(play: Play, change: Change, ground: str) -> str:
    """An outright rule-change: it takes the next number, adopted, by the moderator, without points."""
    number = play.state.next_number
    numbering = numbering_of(play.state.book, number)
    found = checked(play.state.book, (change,), numbering, play.state.playing)
    try:
        attempt(play.state.book, found.changes[0], numbering)
    except Ineffective as why:
        raise NotLegal(str(why)) from None
    play.change(next_number=number + 1)
    told = carry_out(play, number, found.changes)
    kept = {"number": number, "by": MODERATOR, "status": "adopted", "for": [], "against": [], "abstain": []}
    kept |= {"points": {}, "title": change.title, "changes": dump_changes(found.changes), "ground": ground}
    kept |= {"at": play.at.isoformat(), "results": [one["text"] for one in told]}
    past.keep(play, kept)
    play.tell("effect", number=number, changes=told, ground=ground)
    return said("{number}: {text}", number=number, text=told[0]["text"])


def _award(play: Play, found: re.Match[str], ground: str) -> str:
    name = who(play.state, found["name"] or found["name2"])
    if found["title"]:
        entitle(play, name, found["title"].strip(), ground)
        return said("{name} bears the title {title}", name=name, title=found["title"].strip())
    amount, what = int(found["amount"]), (found["what"] or "points").casefold()
    if what in ("points", "point"):
        score(play, {name: amount}, ground)
        after_scoring(play)
        now, change = play.state.scores[name], f"{amount:+d}"
        return said("{name}: {change} points, {now} now", name=name, change=change, now=now)
    if f"ledger {what}" not in play.force:
        raise NotLegal(said("There is no ledger {what}.", what=what))
    credit(play, what, name, amount, ground)
    return said("{name}: {change} {unit}", name=name, change=f"{amount:+d}", unit=what)


def _ballot(play: Play, found: re.Match[str], ground: str) -> str:
    name, word, number = who(play.state, found["name"]), ballot_word(found["word"]), int(found["number"])
    proposal = play.state.live.get(number)
    if word is not None and past.find(play.state, number) is not None:
        errors.ballot(play, number, name, word)
        return said(
            "the ballot of {name} on {number} is {word}; it counts if the claim is accepted",
            name=name,
            number=number,
            word=word.upper(),
        )
    if word is None:
        raise NotUnderstood(
            said("“{word}” is no word for a ballot; write for, against or abstain.", word=found["word"])
        )
    if proposal is None or proposal.status not in ("debate", "open"):
        raise NotLegal(said("{number} is not being voted on.", number=number))
    ballots = {**proposal.ballots, name: Ballot(word, version=proposal.version)}
    play.put(replace(proposal, ballots=ballots))
    return said("the ballot of {name} on {number} is {word}", name=name, number=number, word=word.upper())


def hides_ballot(state: State, rest: str) -> bool:
    """Whether a command `ballot` must not be told to all: before the close, or where ballots are secret."""
    how, found = state.book.force["ballots"], BALLOT.match(f"ballot {rest}")
    is_closed = found is not None and past.find(state, int(found["number"])) is not None
    return how == "secret" or (how == "at close" and not is_closed)


def _mover(play: Play, found: re.Match[str], ground: str) -> str:
    name, turn = who(play.state, found["name"]), play.state.turn
    if turn is None:
        raise NotLegal(said("There are no turns."))
    if turn.gate is not None:
        play.put_turn(next=name)
        return said("{name} has the next turn", name=name)
    if (proposal := play.state.live.get(turn.proposal or 0)) and proposal.status == "debate":
        play.put(replace(proposal, status="board", clock=None, called=None, ballots={}))
        resume_turn(play)
    had = tuple(other for other in turn.had if other != name)
    play.put_turn(mover=name, had=had)
    return said("{name} is the mover of turn {number}", name=name, number=turn.number)


def _void(play: Play, found: re.Match[str], ground: str) -> str:
    """A proposal counts as not made: it is withdrawn; once decided, its points are taken back."""
    number = int(found["number"])
    if number in play.state.live:
        return _void_live(play, number)
    kept = past.find(play.state, number)
    if kept is None:
        raise NotLegal(said("There is no proposal {number}.", number=number))
    score(play, {name: -paid for name, paid in kept["points"].items()}, f"{number} is void: {ground}")
    undone = _undo_changes(play, kept)
    past.keep(play, kept | {"status": "withdrawn", "points": {}})
    done = said("{number} is void", number=number)
    return together([done, undone], "; ") if undone else done


def _void_live(play: Play, number: int) -> str:
    proposal = play.state.live[number]
    file_away(play, proposal, "withdrawn", nobody(), {}, [])
    if play.state.turn is not None and play.turn.proposal == number:
        play.put_turn(proposal=None)
        resume_turn(play)
    play.change(next_number=max(play.state.next_number, number + 1))
    return said("{number} is void", number=number)


def _undo_changes(play: Play, kept: dict[str, Any]) -> str:
    """What can be undone of an adopted proposal whose changes nothing has changed since."""
    if kept["status"] != "adopted":
        return ""
    number = kept["number"]
    undone = []
    taken_back = [_undoing(rule, number) for rule in play.state.book.rules]
    for change in (*taken_back, *load_changes(kept.get("gone", []))):
        if change is None:
            continue
        numbering = numbering_of(play.state.book, play.state.next_number)
        try:
            attempt(play.state.book, change, numbering)
        except Ineffective:
            continue
        undone.append(_change(play, change, f"{number} is void"))
    return together(undone, "; ") if undone else ""


def _undoing(rule: Rule, number: int) -> Change | None:
    """The change that takes back what that proposal did to the rule, None if it did nothing."""
    latest = rule.amended.number.major if rule.amended else rule.number.major
    if parse_number(rule.id).major == number == rule.number.major == latest:
        return Change("repeal", str(rule.number))
    if rule.amended and latest == number:
        return Change("unamend", str(rule.amended.number), target=rule.id)
    if rule.was and rule.number.major == number:
        return Change("transmute", str(rule.number), to="mutable" if rule.is_immutable else "immutable")
    return None


def _decide(play: Play, found: re.Match[str], ground: str) -> str:
    return decide_outright(play, int(found["number"]), outcome(found["word"]), ground)


def _answer(play: Play, found: re.Match[str], ground: str) -> str:
    return errors.answer(play, int(found["number"]), found["word"].casefold() == "accepted", ground)


def _surname(play: Play, found: re.Match[str], ground: str) -> str:
    name = who(play.state, found["name"])
    given, surname = split_name(found["surname"])
    play.put_player(name, surname=surname, given=given if " " in found["surname"] else name)
    return said(
        "{name} stands in the order of surname under {surname}; it counts from the next circuit",
        name=name,
        surname=surname,
    )


ACTS: tuple[tuple[re.Pattern[str], Callable[[Play, re.Match[str], str], str]], ...] = (
    (AWARD, _award),
    (BALLOT, _ballot),
    (MOVER, _mover),
    (VOID, _void),
    (DECIDE, _decide),
    (ANSWER, _answer),
    (SURNAME, _surname),
)
