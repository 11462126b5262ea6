"""Proposals in turns (N3): made, revised, withdrawn, and the vote on them called and opened."""

from dataclasses import replace

from referee.engine.said import said, together
from referee.errors import NotLegal, NotYourTurn
from referee.games.nomic.body import Body
from referee.games.nomic.checking import Checked, checked, numbering_of
from referee.games.nomic.clocks import falls, has_run, runs_out, started
from referee.games.nomic.describing import described, texts_taken, version_diff
from referee.games.nomic.diff import text_diff
from referee.games.nomic.moments import Clock
from referee.games.nomic.order import before_in_order
from referee.games.nomic.packing import pack, unpack
from referee.games.nomic.play import Play
from referee.games.nomic.pool import decide_own, offer
from referee.games.nomic.proposed import body_text, in_words
from referee.games.nomic.settings import length, span
from referee.games.nomic.state import Proposal
from referee.games.nomic.tally import decider
from referee.games.nomic.turntime import pause_turn, resume_turn


def propose(play: Play, seat: str, body: Body) -> str:
    """Makes the turn's proposal, or offers one where anybody may at any time."""
    refuse_faulty(body, seat)
    if play.state.mode != "turns":
        return offer(play, seat, body)
    _refuse_mover(play, seat)
    board = next((one for one in play.state.live.values() if one.status == "board" and one.by == seat), None)
    number = board.number if board else play.state.next_number
    found = _checked(play, body, number)
    proposal = _again(play, board, body, found) if board else _new(play, seat, body, found)
    play.put(proposal)
    play.change(next_number=max(play.state.next_number, number + 1))
    play.put_turn(proposal=number)
    pause_turn(play)
    _distribute(play, proposal, found)
    return _receipt(proposal, found)


def refuse_faulty(body: Body, seat: str) -> None:
    """Refuses a body that could not be read whole, or that is somebody else's."""
    if body.fault:
        raise NotLegal(body.fault)
    if not body.changes:
        raise NotLegal(
            said("It proposes no change; write “I propose to enact a new rule:”, amend, repeal or …")
        )
    if body.author and body.author.casefold() != seat.casefold():
        raise NotLegal(said("Only {author} can propose in that name.", author=body.author))


def _refuse_mover(play: Play, seat: str) -> None:
    turn, who = play.turn, play.state.proposes
    if turn.gate is not None:
        raise NotYourTurn(said("Turn {number} is over, and the next one has not begun.", number=turn.number))
    if who == "mover" and seat != turn.mover:
        raise NotYourTurn(said("It is the turn of {mover}; only the mover proposes.", mover=turn.mover))
    if who not in ("mover", "anyone", seat):
        raise NotYourTurn(said("Only {who} proposes.", who=who))
    current = play.state.live.get(turn.proposal or 0)
    if current is not None and current.status != "board":
        if current.status != "debate":
            raise NotLegal(said("The proposal of this turn is {number}.", number=current.number))
        raise NotLegal(
            said(
                "The proposal of this turn is {number}; “revise {number}: …” changes it.",
                number=current.number,
            )
        )


def _checked(play: Play, body: Body, number: int) -> Checked:
    book = play.state.book
    return checked(book, body.changes, numbering_of(book, number), play.state.playing)


def _new(play: Play, seat: str, body: Body, found: Checked) -> Proposal:
    for old in tuple(play.state.live.values()):
        if old.status == "board":
            raise NotLegal(said("{number} is on the drafting board of {by}.", number=old.number, by=old.by))
    first = started(play.state, play.at, length(play.force, "debate_limit"))
    return Proposal(
        number=play.state.next_number,
        by=seat,
        changes=found.changes,
        status="debate",
        turn=play.turn.number,
        mailed=play.at,
        revised=play.at,
        first=first,
        latest=_least(play),
        title=body.title,
        coauthors=body.coauthors,
        index=body.index,
        clock=first,
        warnings=found.warnings,
    )


def _least(play: Play) -> Clock:
    return started(play.state, play.at, length(play.force, "debate_least"))


def _again(play: Play, old: Proposal, body: Body, found: Checked) -> Proposal:
    """The next version of the same number: all versions are kept, and a call is cancelled."""
    kept = pack({"version": old.version, "text": body_text(old.changes, play.state.book)})
    return replace(
        old,
        changes=found.changes,
        status="debate",
        version=old.version + 1,
        versions=(*old.versions, kept),
        latest=_least(play),
        clock=old.first,
        revised=play.at,
        called=None,
        title=body.title or old.title,
        coauthors=body.coauthors or old.coauthors,
        index=body.index or old.index,
        warnings=found.warnings,
    )


def _distribute(play: Play, proposal: Proposal, found: Checked) -> None:
    assert proposal.clock is not None
    book = play.state.book
    play.tell(
        "proposal",
        number=proposal.number,
        by=proposal.by,
        title=proposal.title,
        coauthors=list(proposal.coauthors),
        version=proposal.version,
        changes=described(found),
        warnings=list(proposal.warnings),
        changed=version_diff(proposal, body_text(proposal.changes, book)),
        opens=falls(play.state, proposal.clock),
    )


def _receipt(proposal: Proposal, found: Checked) -> str:
    """The number, the warnings, and each text as it was taken."""
    number, version = proposal.number, proposal.version
    told = said("It is proposal {number}.", number=number)
    if version > 1:
        told = said("It is proposal {number}, version {version}.", number=number, version=version)
    told = together([told, *found.warnings])
    return together([told, *texts_taken(proposal)], "\n\n")


def revise(play: Play, seat: str, number: int, body: Body) -> str:
    """A new version of a proposal in debate."""
    refuse_faulty(body, seat)
    old = own_in_debate(play, seat, number)
    found = _checked(play, body, number)
    proposal = _again(play, old, body, found)
    play.put(proposal)
    _distribute(play, proposal, found)
    return _receipt(proposal, found)


def own_in_debate(play: Play, seat: str, number: int) -> Proposal:
    """The seat's own proposal of that number while it can still be changed."""
    proposal = play.state.live.get(number)
    if proposal is None:
        raise NotLegal(said("There is no proposal {number} in debate.", number=number))
    if proposal.by != seat:
        raise NotYourTurn(said("{number} is the proposal of {by}.", number=number, by=proposal.by))
    if proposal.status == "open":
        raise NotLegal(said("The vote on {number} is open; its text is frozen.", number=number))
    if proposal.status == "board":
        raise NotLegal(said("{number} is withdrawn; propose it again.", number=number))
    return proposal


def withdraw(play: Play, seat: str, number: int) -> str:
    """Back to the drafting board; the number stays the mover's for this turn."""
    proposal = own_in_debate(play, seat, number)
    play.put(replace(proposal, status="board", clock=None, called=None))
    resume_turn(play)
    play.tell("withdrawn", number=number, by=seat)
    return said(
        "{number} is withdrawn; your next proposal of this turn is version {version} of it.",
        number=number,
        version=proposal.version + 1,
    )


def call_vote(play: Play, seat: str, number: int | None) -> str:
    """The proposer (or the Judge who was asked) ends the debate, at the earliest after `debate_least`."""
    proposal = _in_debate(play, number)
    opener = proposal.opener or proposal.by
    if seat != opener:
        raise NotYourTurn(said("{opener} opens the vote on {number}.", opener=opener, number=proposal.number))
    if has_run(play.state, proposal.latest, play.at):
        open_vote(play, proposal)
        return said("The vote on {number} is open.", number=proposal.number)
    play.put(replace(proposal, called=play.at))
    instant = runs_out(play.state, proposal.latest)
    play.tell("called", number=proposal.number, by=seat, opens=instant)
    return said(
        "The vote on {number} opens at {instant} UTC, unless the text is revised.",
        number=proposal.number,
        instant=instant,
    )


def _in_debate(play: Play, number: int | None) -> Proposal:
    debated = [one for one in play.state.live.values() if one.status == "debate"]
    if number is not None:
        debated = [one for one in debated if one.number == number]
    if not debated:
        is_open = number is not None and number in play.state.live
        raise NotLegal(
            said("The vote on {number} is open already.", number=number)
            if is_open
            else said("No proposal is in debate.")
        )
    return debated[0]


def ask_judge(play: Play, seat: str) -> str:
    """111: the turn's Judge ends the debate instead of the proposer."""
    proposal = _in_debate(play, None)
    judge = before_in_order(play.state, play.turn.mover) if play.state.turn else None
    if judge is None:
        raise NotLegal(said("There is no Judge who could end the debate."))
    play.put(replace(proposal, opener=judge, called=None))
    play.tell("asked", number=proposal.number, by=seat, judge=judge)
    return said(
        "{judge} opens the vote on {number} instead of {by}.",
        judge=judge,
        number=proposal.number,
        by=proposal.by,
    )


def open_vote(play: Play, proposal: Proposal) -> None:
    """The text is frozen; ballots sent on this version count, older ones go back."""
    kept = {n: ballot for n, ballot in proposal.ballots.items() if ballot.version == proposal.version}
    for name in proposal.ballots:
        if name not in kept:
            play.tell("returned", name, number=proposal.number, changed=_since(play, proposal, name))
    limit = span(play.force, "vote_limit")
    clock = None if limit is None else started(play.state, play.at, limit)
    opened = replace(proposal, status="open", ballots=kept, clock=clock, called=None)
    play.put(opened)
    play.tell(
        "voting",
        number=opened.number,
        by=opened.by,
        title=opened.title,
        changes=[in_words(change, play.state.book) for change in opened.changes],
        closes=falls(play.state, clock) if clock else None,
        voted=list(kept),
        decides=decider(play.state) or "",
    )
    decide_own(play, opened)


def _since(play: Play, proposal: Proposal, name: str) -> str:
    """What has changed since that player's ballot."""
    version = proposal.ballots[name].version
    old = next((unpack(v)["text"] for v in proposal.versions if unpack(v)["version"] == version), "")
    new = body_text(proposal.changes, play.state.book)
    return text_diff(old, new, f"version {version}", f"version {proposal.version}")
