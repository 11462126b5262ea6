"""A vote closes (N13): adoption, 204 and 206; then the change; then 202's score; then 208."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine.said import said, said_of
from referee.games.nomic import past
from referee.games.nomic.checking import is_entrenched
from referee.games.nomic.enactment import carry_out
from referee.games.nomic.order import in_order_of_turns
from referee.games.nomic.packing import pack
from referee.games.nomic.play import Play
from referee.games.nomic.proposed import dump_changes
from referee.games.nomic.scoring import arithmetic, die, leaders, rounded, score, share_points, win
from referee.games.nomic.settings import whole
from referee.games.nomic.state import Proposal
from referee.games.nomic.tally import ABSTAIN, AGAINST, FOR, Tally, is_adopted, tallied
from referee.games.nomic.ties import open_tie

DISSENT = "against an adopted proposal"


@dataclass(slots=True)
class Payment:
    """The points of one scoring step, and how each came about."""

    points: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def pay(self, name: str, points: int, why: str) -> None:
        """Adds points with their reason."""
        self.points[name] += points
        self.lines.append(said("{name}: {points} ({why})", name=name, points=f"{points:+d}", why=why))

    @property
    def net(self) -> dict[str, int]:
        """The net points by name, without zeroes."""
        return {name: points for name, points in self.points.items() if points}


def close_vote(play: Play, proposal: Proposal) -> None:
    """The vote on a turn's proposal closes, and everything that follows at that moment."""
    tally = tallied(play.state, proposal)
    force = play.force
    entrenched = is_entrenched(play.state.book, proposal.changes)
    adopted = is_adopted(tally, force, entrenched)
    count_missed(play, proposal, tally)
    settle(play, proposal, tally, "adopted" if adopted else "defeated", force)


def settle(
    play: Play, proposal: Proposal, tally: Tally, status: str, force: Mapping[str, str], why: str = ""
) -> None:
    """The outcome is known: points, effect, score and winner, in the order of N13; `why`: what decided."""
    payment = Payment()
    if not proposal.is_scoreless:
        _dissent_or_penalty(play, proposal, tally, status, payment, force)
    told = take_effect(play, proposal, force) if status == "adopted" else []
    if not proposal.is_scoreless:
        _share_or_die(play, proposal, tally, status, payment)
    score(play, payment.net, f"proposal {proposal.number}")
    file_away(play, proposal, status, tally, payment.net, told)
    _announce(play, proposal, tally, status, payment, told, why)
    after_scoring(play)


def _dissent_or_penalty(
    play: Play, proposal: Proposal, tally: Tally, status: str, payment: Payment, force: Mapping[str, str]
) -> None:
    """204 and 206, by the settings in force just before the change."""
    if status == "adopted" and (paid := int(force["dissent_points"])):
        for name in tally.names(AGAINST):
            if name in play.state.playing:
                payment.pay(name, paid, DISSENT)
    taken = int(force["defeat_penalty"])
    if status == "defeated" and taken and proposal.by in play.state.playing:
        payment.pay(proposal.by, -taken, "proposal defeated")


def take_effect(play: Play, proposal: Proposal, force: Mapping[str, str]) -> list[dict[str, Any]]:
    """The change, at once or (setting `effective`) when the turn ends."""
    if force["effective"] == "turn end" and play.state.turn is not None:
        waiting = pack({"number": proposal.number, "changes": dump_changes(proposal.changes)})
        play.put_turn(delayed=(*play.turn.delayed, waiting))
        return []
    return carry_out(play, proposal.number, proposal.changes)


def _share_or_die(play: Play, proposal: Proposal, tally: Tally, status: str, payment: Payment) -> None:
    """202, by the settings in force after the change."""
    force = play.force
    if status not in ("adopted", "defeated"):
        return
    if status == "defeated" and force["defeat_scores"] == "penalty":
        return
    if force["points"] == "share" and proposal.by in play.state.playing:
        _share(proposal, tally, payment, force)
    elif force["points"] == "die" and play.state.turn is not None and play.turn.mover in play.state.playing:
        thrown = die(play.draws, play.turn.number)
        payment.pay(play.turn.mover, thrown, f"the die shows {thrown}")


def _share(proposal: Proposal, tally: Tally, payment: Payment, force: Mapping[str, str]) -> None:
    in_favour = tally.count(FOR)
    of = in_favour + tally.count(AGAINST)
    if force["fraction_of"] == "eligible":
        of = len(tally.eligible)
    base = whole(force, "share_base") or 0
    paid = rounded(share_points(proposal.number, base, in_favour, of))
    payment.pay(proposal.by, paid, arithmetic(proposal.number, base, in_favour, of))


def count_missed(play: Play, proposal: Proposal, tally: Tally) -> None:
    """Who has not voted in two votes running becomes dormant (N10)."""
    explicit = set(proposal.ballots)
    if play.force["proposer_votes"] == "for":
        explicit.add(proposal.by)
    for name in tally.eligible:
        missed = 0 if name in explicit else play.state.player(name).missed + 1
        play.put_player(name, missed=missed, is_dormant=missed >= 2)


def row(proposal: Proposal, status: str, lists: Mapping[str, list[str]], points: Mapping[str, int]) -> Any:
    """A proposal as cases print it."""
    return {
        "number": proposal.number,
        "by": proposal.by,
        "status": status,
        "for": lists.get(FOR, []),
        "against": lists.get(AGAINST, []),
        "abstain": lists.get(ABSTAIN, []),
        "points": dict(points),
    }


def lists_of(play: Play, tally: Tally) -> dict[str, list[str]]:
    """Who voted how, each list in the order of turns."""
    return {word: in_order_of_turns(play.state, tally.names(word)) for word in (FOR, AGAINST, ABSTAIN)}


def file_away(
    play: Play,
    proposal: Proposal,
    status: str,
    tally: Tally,
    points: Mapping[str, int],
    told: list[dict[str, Any]],
) -> None:
    """Packs the decided proposal away."""
    lists = lists_of(play, tally) if tally.words else {}
    kept = row(proposal, status, lists, points) | more_of(proposal)
    kept |= {"at": play.at.isoformat(), "eligible": len(tally.eligible), "results": [t["text"] for t in told]}
    if gone := [row["gone"] for row in told if "gone" in row]:
        kept["gone"] = gone
    live = {number: one for number, one in play.state.live.items() if number != proposal.number}
    play.change(live=live)
    past.keep(play, kept)


def more_of(proposal: Proposal) -> dict[str, Any]:
    """What is kept of a proposal besides what cases print."""
    kept: dict[str, Any] = {
        "title": proposal.title,
        "coauthors": list(proposal.coauthors),
        "index": proposal.index,
        "turn": proposal.turn,
        "version": proposal.version,
        "mailed": proposal.mailed.isoformat(),
        "changes": dump_changes(proposal.changes),
        "versions": list(proposal.versions),
        "quorum": proposal.quorum,
    }
    is_followed = any(ballot.word in ("endorse", "if") for ballot in proposal.ballots.values())
    return kept | ({"cast": _as_cast(proposal)} if is_followed else {})


def _as_cast(proposal: Proposal) -> dict[str, list[str]]:
    """The ballots before endorsements and conditions were followed, for results that are folded again."""
    return {name: [ballot.word, ballot.name] for name, ballot in proposal.ballots.items()}


def _announce(
    play: Play,
    proposal: Proposal,
    tally: Tally,
    status: str,
    payment: Payment,
    told: list[dict[str, Any]],
    why: str,
) -> None:
    secret = play.force["ballots"] == "secret"
    lists = lists_of(play, tally)
    play.tell(
        "result",
        number=proposal.number,
        by=proposal.by,
        title=proposal.title,
        status=status,
        is_voted=bool(tally.eligible),
        why=why,
        counts={word: len(names) for word, names in lists.items()},
        voters={} if secret else lists,
        dormant=[p.name for p in play.state.players if p.is_dormant and not p.is_gone],
        changes=told,
        points=_without_names(payment.lines) if secret else payment.lines,
        scores=dict(play.state.scores),
    )


def _without_names(lines: list[str]) -> list[str]:
    """With secret ballots nobody is named as having voted against; the number of those who did is."""
    dissent = [line.partition(": ")[2] for line in lines if DISSENT in line]
    others = [line for line in lines if DISSENT not in line]
    if not dissent:
        return others
    amount = dissent[0].split(" ")[0]
    count = said_of("{count} player", "{count} players", len(dissent))
    return [said("{count}: {amount} each ({dissent})", count=count, amount=amount, dissent=DISSENT), *others]


def after_scoring(play: Play) -> None:
    """208, once after each scoring step; several at once are for a Judgment (N15)."""
    ahead = leaders(play)
    if len(ahead) == 1:
        points = play.state.scores[ahead[0]]
        needed = play.force["points_to_win"]
        win(play, ahead[0], said("{points} points, of {needed} needed", points=points, needed=needed))
    elif len(ahead) > 1:
        open_tie(play, ahead)


def nobody() -> Tally:
    """The tally of a proposal on which nobody voted."""
    return Tally({}, ())
