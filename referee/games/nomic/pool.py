"""Proposals without turns: offered by anybody, distributed, resolved by quorum and index."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import floor

from referee.engine.said import said, together
from referee.errors import NotLegal
from referee.games.nomic import past
from referee.games.nomic.amending import Ineffective
from referee.games.nomic.body import Body
from referee.games.nomic.changes import Applied, attempt
from referee.games.nomic.checking import Checked, checked, is_entrenched, numbering_of
from referee.games.nomic.clocks import falls, started
from referee.games.nomic.describing import described, texts_taken
from referee.games.nomic.errors import is_enough, remember, weight
from referee.games.nomic.moments import ZERO, Clock
from referee.games.nomic.play import Play
from referee.games.nomic.resolution import settle
from referee.games.nomic.scoring import HALF
from referee.games.nomic.settings import length, read_value, span, whole
from referee.games.nomic.state import Ballot, Proposal
from referee.games.nomic.tally import AGAINST, FOR, Tally, decider, eligible, is_adopted, settled_words
from referee.games.nomic.values import fraction


def offer(play: Play, seat: str, body: Body) -> str:
    """A proposal at any time; it is distributed at the next midnight, or at once."""
    _refuse_offer(play, seat, body)
    book = play.state.book
    found = checked(book, body.changes, numbering_of(book, play.state.next_number), play.state.playing)
    at_once = Clock(play.at, ZERO)
    proposal = Proposal(
        number=0,
        by=seat,
        changes=found.changes,
        status="pending",
        turn=0,
        mailed=play.at,
        revised=play.at,
        first=at_once,
        latest=at_once,
        title=body.title,
        coauthors=body.coauthors,
        index=body.index,
        warnings=found.warnings,
    )
    refuse_index(play, proposal)
    if play.force["distribute"] == "now" or decider(play.state) is not None:
        told = said("It is proposal {number}.", number=distribute(play, proposal))
        return together([together([told, *found.warnings]), *texts_taken(proposal)], "\n\n")
    play.change(pending=(*play.state.pending, proposal))
    play.tell("offered", seat, title=body.title, warnings=list(found.warnings))
    waits = said("It gets its number when it is distributed, at the next 00:00 UTC.")
    return together([together([waits, *found.warnings]), *texts_taken(proposal)], "\n\n")


def _refuse_offer(play: Play, seat: str, body: Body) -> None:
    who = play.state.proposes
    if who not in ("mover", "anyone", seat):
        raise NotLegal(said("Only {who} proposes.", who=who))
    own = [one for one in (*play.state.pending, *play.state.live.values()) if one.by == seat]
    most = whole(play.force, "max_pending")
    if most is not None and len(own) >= most:
        raise NotLegal(
            said(
                "You have {count} proposals that are not resolved; there may be {most}.",
                count=len(own),
                most=most,
            )
        )
    refuse_no_index(body)


def refuse_no_index(body: Body) -> None:
    """Refuses what is written for an adoption index and is none."""
    if body.index:
        try:
            read_value("default_index", body.index, ())
        except ValueError:
            raise NotLegal(
                said("AI: {index} is no adoption index; it may be 1.0 to 9.9.", index=body.index)
            ) from None


def index_of(play: Play, proposal: Proposal) -> Fraction | None:
    """The adoption index, None where `adoption` decides."""
    written = proposal.index or play.force.get("default_index", "")
    return Fraction(written) if written else None


def refuse_index(play: Play, proposal: Proposal) -> None:
    """Refuses an index that is too low for a core rule."""
    index, needed = index_of(play, proposal), Fraction(play.force["core_index"])
    for change in proposal.changes:
        rule = play.state.book.rule(change.target)
        if rule is not None and rule.is_core and index is not None and index < needed:
            raise NotLegal(
                said(
                    "AI: {needed} or more is needed for {rule}, a core rule.",
                    rule=rule.name,
                    needed=float(needed),
                )
            )


def quorum_now(play: Play) -> int:
    """The quorum of a proposal that is distributed now."""
    written = play.force["quorum"]
    if not written.endswith(" of last"):
        return int(written)
    if play.state.last_ballots is None:
        return 2
    part = fraction(written.removesuffix(" of last"))
    return max(2, floor(part * play.state.last_ballots + HALF))


def distribute(play: Play, proposal: Proposal) -> int:
    """Gives the proposal its number and opens the vote on it."""
    number = play.state.next_number
    limit = span(play.force, "vote_limit")
    clock = None if limit is None else started(play.state, play.at, limit)
    opened = replace(proposal, number=number, status="open", clock=clock, quorum=quorum_now(play))
    play.change(next_number=number + 1)
    play.put(opened)
    play.tell(
        "distributed",
        number=number,
        by=opened.by,
        title=opened.title,
        coauthors=list(opened.coauthors),
        index=_index(play, opened),
        changes=described(_as_it_would_be(play, opened)),
        warnings=list(opened.warnings),
        quorum=opened.quorum,
        closes=falls(play.state, clock) if clock else None,
        decides=decider(play.state) or "",
    )
    decide_own(play, opened)
    return number


def _index(play: Play, proposal: Proposal) -> str:
    index = index_of(play, proposal)
    return "" if index is None else _decimal(index)


def _decimal(index: Fraction) -> str:
    """An index as it is written: `2.0`."""
    text = f"{float(index):g}"
    return text if "." in text else f"{text}.0"


def _as_it_would_be(play: Play, proposal: Proposal) -> Checked:
    """The changes tried on the rules as they are at distribution; what can't be applied shows its text."""
    book, given = play.state.book, numbering_of(play.state.book, proposal.number)
    steps: list[Applied | None] = []
    for change in proposal.changes:
        step: Applied | None = None
        with suppress(Ineffective):
            step = attempt(book, change, given)
            book, given = step.book, step.numbering
        steps.append(step)
    return Checked(proposal.changes, proposal.warnings, tuple(steps))


def distribute_all(play: Play) -> None:
    """The daily distribution: by the time of mailing."""
    pending = play.state.pending
    play.change(pending=())
    for proposal in pending:
        distribute(play, proposal)


def decide_own(play: Play, proposal: Proposal) -> None:
    """What the one who decides proposes is decided at once."""
    if proposal.by == play.force["decides"] and proposal.number in play.state.live:
        decided(play, proposal, "adopted")


def decided(play: Play, proposal: Proposal, status: str) -> None:
    """One player's decision, in place of a vote."""
    settle(play, proposal, Tally({}, ()), status, play.force)


def resolve(play: Play, proposal: Proposal) -> None:
    """The voting period is over: quorum, then the index or `adoption`."""
    words = settled_words(proposal.ballots, _results(play, proposal.ballots))
    if len(words) < proposal.quorum:
        _without_quorum(play, proposal, words)
        return
    remember(play, proposal.number)
    play.change(last_ballots=len(words))
    tally = Tally(words, eligible(play.state, proposal))
    status = "adopted" if _is_adopted(play, proposal, tally) else "defeated"
    settle(play, proposal, tally, status, play.force, _weighed(play, proposal, tally))


def _results(play: Play, ballots: Mapping[str, Ballot]) -> dict[str, bool]:
    """The results that conditional ballots ask for, as far as there are any."""
    asked = {ballot.name.split(" ")[0] for ballot in ballots.values() if ballot.word == "if"}
    known = {number: past.find(play.state, int(number)) for number in asked}
    return {number: row["status"] == "adopted" for number, row in known.items() if row is not None}


def _is_adopted(play: Play, proposal: Proposal, tally: Tally) -> bool:
    """F against A, the summed strengths at the close."""
    index = index_of(play, proposal)
    entrenched = is_entrenched(play.state.book, proposal.changes)
    if index is None or entrenched:
        return is_adopted(tally, play.force, entrenched)
    return is_enough(weight(play, tally.names(FOR)), weight(play, tally.names(AGAINST)), index)


def _weighed(play: Play, proposal: Proposal, tally: Tally) -> str:
    """F, A and the index in a sentence, "" where the index does not decide."""
    index = index_of(play, proposal)
    if index is None or is_entrenched(play.state.book, proposal.changes):
        return ""
    weights = [f"{float(weight(play, tally.names(word))):g}" for word in (FOR, AGAINST)]
    return said(
        "The ballots FOR weigh {in_favour}, those AGAINST {against}; the adoption index is {index}.",
        in_favour=weights[0],
        against=weights[1],
        index=_decimal(index),
    )


def _without_quorum(play: Play, proposal: Proposal, words: Mapping[str, str]) -> None:
    """FAILED QUORUM, or once more the same time, with the ballots that are in."""
    if play.force["extend_once"] == "yes" and not proposal.is_extended and proposal.clock is not None:
        clock = Clock(proposal.clock.start, proposal.clock.length + length(play.force, "vote_limit"))
        play.put(replace(proposal, clock=clock, is_extended=True))
        missing = [name for name in play.state.playing if name not in words]
        play.tell(
            "extended", number=proposal.number, quorum=proposal.quorum, ballots=len(words),
            missing=missing, closes=falls(play.state, clock),
        )  # fmt: skip
        return
    remember(play, proposal.number)
    play.change(last_ballots=len(words))
    tally = Tally(dict(words), eligible(play.state, proposal))
    why = said("{count} voted, and {quorum} were needed.", count=len(words), quorum=proposal.quorum)
    settle(play, proposal, tally, "failed-quorum", play.force, why)
