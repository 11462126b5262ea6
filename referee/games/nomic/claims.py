"""Claims under rules without settings, objections, keepers' records, and acts (N20)."""

from dataclasses import asdict, dataclass, replace

from referee.engine.calendar import rfc3339
from referee.engine.said import said
from referee.errors import NotLegal
from referee.games.nomic import past
from referee.games.nomic.clocks import falls, started
from referee.games.nomic.packing import shelved
from referee.games.nomic.play import Play
from referee.games.nomic.resolution import after_scoring
from referee.games.nomic.rulebook import rule_named
from referee.games.nomic.scoring import credit, entitle, score
from referee.games.nomic.settings import length
from referee.games.nomic.state import Claim
from referee.games.nomic.ties import open_question

POINTS = frozenset({"point", "points", "ponto", "pontos", "分"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is claimed: points, a ledger's unit, or a title (`title Bard`), under which rule, and why."""

    amount: int
    what: str
    rule: str
    reason: str


def claim(play: Play, seat: str, wanted: Wanted) -> str:
    """Announces a claim, which takes effect after `claim_window` unless a player objects."""
    try:
        rule = rule_named(play.state.book, wanted.rule)
    except ValueError as unknown:
        raise NotLegal(str(unknown)) from None
    what = _what(play, wanted.what)
    number = play.state.next_claim
    clock = started(play.state, play.at, length(play.force, "claim_window"))
    made = Claim(number, seat, wanted.amount, what, str(rule.number), wanted.reason, clock)
    play.change(claims=(*play.state.claims, made), next_claim=number + 1)
    play.tell("claim", **_told(made), until=falls(play.state, clock))
    words = in_words(made)
    return said(
        "claim {number}: {words}; it takes effect unless a player objects", number=number, words=words
    )


def _what(play: Play, what: str) -> str:
    if what.startswith("title "):
        return what
    plain = what.casefold()
    if plain in POINTS:
        return "points"
    if f"ledger {plain}" not in play.force:
        raise NotLegal(
            said(
                "There is no ledger {what}; a rule makes one with “Settings: ledger {plain} = 0”.",
                what=what,
                plain=plain,
            )
        )
    return plain


def in_words(claim: Claim) -> str:
    """`5 points under rule 305`."""
    if claim.what == "error":
        return said("an error in {number}", number=claim.amount)
    if claim.what.startswith("title "):
        title = claim.what.removeprefix("title ")
        return said("the title {title} under rule {rule}", title=title, rule=claim.rule)
    if claim.what == "points":
        return said("{amount} points under rule {rule}", amount=claim.amount, rule=claim.rule)
    return said("{amount} {unit} under rule {rule}", amount=claim.amount, unit=claim.what, rule=claim.rule)


def _told(claim: Claim) -> dict[str, object]:
    return {
        "number": claim.number,
        "by": claim.by,
        "words": in_words(claim),
        "reason": claim.reason,
        "status": claim.status,
    }


def objected(play: Play, seat: str, number: int | None) -> str:
    """Puts a claim before the Judge."""
    waiting = [claim for claim in play.state.claims if claim.status == "announced"]
    if number is not None:
        waiting = [claim for claim in waiting if claim.number == number]
    if len(waiting) != 1:
        raise NotLegal(_which(number, [claim.number for claim in waiting]))
    claim = waiting[0]
    question = f"Does claim {claim.number} of {claim.by} hold: {in_words(claim)}? {claim.reason}".strip()
    matter = "error" if claim.what == "error" else "claim"
    disputed = replace(claim, status="disputed", clock=None)
    play.change(claims=tuple(disputed if one.number == claim.number else one for one in play.state.claims))
    barred = _barred(play, claim, seat) if matter == "error" or play.state.turn is None else None
    judgment = open_question(play, seat, question, matter, about=claim.number, barred=barred)
    if judgment.status != "open":
        settle_claim(play, disputed, False)
    return said(
        "question {number} is before the Judge: {question}", number=judgment.number, question=question
    )


def _barred(play: Play, claim: Claim, seat: str) -> list[str]:
    """Who claims, and who objects to it or voted on what is said to be wrong, judges it only for want of
    others; who claims an error, not even then."""
    if claim.what != "error":
        others, least = [claim.by, seat], [seat]
    else:
        kept = past.get(play.state, claim.amount)
        others, least = [*kept["for"], *kept["against"], *kept["abstain"], claim.by], [claim.by]
    return others if set(play.state.playing) - set(others) else least


def _which(number: int | None, waiting: list[int]) -> str:
    if number is not None:
        return said("Claim {number} does not wait for an objection.", number=number)
    if not waiting:
        return said("No claim waits for an objection.")
    return said("Several claims wait; write “I object to {number}”.", number=waiting[0])


def ripened(play: Play, claim: Claim) -> None:
    """Nobody has objected in time."""
    settle_claim(play, claim, True)


def settle_claim(play: Play, claim: Claim, holds: bool) -> None:
    """A claim takes effect, or is denied."""
    decided = replace(claim, status="effective" if holds else "denied", clock=None)
    row = asdict(decided) | {"at": rfc3339(play.at), "clock": None}
    others = tuple(one for one in play.state.claims if one.number != claim.number)
    play.change(claims=others, decided_claims=shelved(play.state.decided_claims, row))
    if holds and claim.by in play.state.playing:
        _pay(play, claim)
    play.tell("claimed", **_told(decided))
    if holds and claim.what == "points":
        after_scoring(play)


def _pay(play: Play, claim: Claim) -> None:
    cause = f"claim {claim.number} under rule {claim.rule}"
    if claim.what == "error":
        return
    if claim.what.startswith("title "):
        entitle(play, claim.by, claim.what.removeprefix("title "), cause)
    elif claim.what == "points":
        score(play, {claim.by: claim.amount}, cause)
    else:
        credit(play, claim.what, claim.by, claim.amount, cause)


def recorded(play: Play, seat: str, amount: int, ledger: str, to: str, reason: str) -> str:
    """A keeper's entry in a ledger."""
    name = ledger.casefold()
    if f"ledger {name}" not in play.force:
        raise NotLegal(said("There is no ledger {ledger}.", ledger=ledger))
    if play.force.get(f"keeper {name}") != seat:
        raise NotLegal(said("You don't keep the ledger {name}; claim what you are owed.", name=name))
    credit(play, name, to, amount, f"recorded by {seat}: {reason}" if reason else f"recorded by {seat}")
    play.tell("record", by=seat, to_name=to, amount=amount, ledger=name, reason=reason)
    return said("recorded: {name} {amount} {unit}", name=to, amount=f"{amount:+d}", unit=name)


def acted(play: Play, seat: str, text: str) -> str:
    """Numbers, dates and publishes an act; it does nothing else."""
    number = play.state.next_act
    row = {"number": number, "by": seat, "at": rfc3339(play.at), "text": text}
    play.change(acts=shelved(play.state.acts, row), next_act=number + 1)
    play.tell("act", number=number, by=seat, text=text)
    return said("act {number} is published", number=number)
