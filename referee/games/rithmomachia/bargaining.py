"""Offers, claims, taking back, and leaving."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from referee.engine.game import Notice, Step
from referee.engine.said import said
from referee.errors import NotLegal
from referee.games.rithmomachia.finish import awarded_end, counted_end, ended
from referee.games.rithmomachia.opponent import accepts_count, accepts_draw
from referee.games.rithmomachia.playing import check_playing
from referee.games.rithmomachia.state import OfferKind, State

OFFERED: Final[dict[OfferKind, str]] = {
    "end": said("to end the match and count the three victories"),
    "draw": said("a draw"),
    "takeback": said("to take back"),
}
COUNTED: Final = said("The match is over; the victories are counted.")


def offer(state: State, seat: str, kind: OfferKind, at: datetime) -> Step[State]:
    """The state with an offer; the same offer from both sides is an agreement."""
    check_playing(state)
    if kind == "takeback":
        _last_own(state, seat)
    other = state.other(seat)
    if state.offers.get(other) == kind:
        return accept(state, seat, kind, at)
    if state.offers.get(seat) == kind:
        raise NotLegal(
            said(
                "You have offered {what} already; {name} has not answered yet.",
                what=OFFERED[kind],
                name=other,
            )
        )
    offered = replace(state, offers={**state.offers, seat: kind})
    if other == state.house:
        return _answered_by_house(offered, seat, kind, at)
    reply = said("{name} is told that you offer {what}.", name=other, what=OFFERED[kind])
    return Step(offered, (_notice(other, kind, seat, "made"),), reply)


def _notice(to: str | None, kind: OfferKind, by: str, status: str) -> Notice:
    return Notice("offer", to, {"kind": kind, "by": by, "status": status, "words": OFFERED[kind]})


def _answered_by_house(offered: State, seat: str, kind: OfferKind, at: datetime) -> Step[State]:
    """The referee as an opponent lets everything be taken back, and ends when it has no more to hope for."""
    house = offered.other(seat)
    if _house_agrees(offered, house, kind):
        return accept(offered, house, kind, at)
    left = {name: what for name, what in offered.offers.items() if name != seat}
    return Step(replace(offered, offers=left), (), said("{name} declines.", name=house))


def _house_agrees(state: State, house: str, kind: OfferKind) -> bool:
    position, side = state.course.position, state.side(house)
    match kind:
        case "takeback":
            return True
        case "draw":
            return accepts_draw(position, side)
        case "end":
            return accepts_count(position, state.rules, side)


def accept(state: State, seat: str, kind: OfferKind | None, at: datetime) -> Step[State]:
    """The state after the opponent's offer was accepted; `kind`: the offer that was named."""
    other = state.other(seat)
    offered = _open_offer(state, seat, kind)
    if offered == "takeback":
        return _taken_back(state, other, at)
    if offered == "end":
        return ended(counted_end(state, "agreed-end", at), COUNTED)
    return ended(awarded_end(state, "agreed-draw", (), at), said("The match is a draw."))


def _open_offer(state: State, seat: str, kind: OfferKind | None) -> OfferKind:
    other = state.other(seat)
    offered = state.offers.get(other)
    if offered is None:
        raise NotLegal(said("{name} has nothing on offer; an offer lapses with the next move.", name=other))
    if kind not in (None, offered):
        raise NotLegal(said("{name} does not offer that, but {what}.", name=other, what=OFFERED[offered]))
    return offered


def decline(state: State, seat: str, kind: OfferKind | None) -> Step[State]:
    """The state after the opponent's offer was declined."""
    other, offered = state.other(seat), _open_offer(state, seat, kind)
    left = {name: what for name, what in state.offers.items() if name != other}
    notice = _notice(other, offered, seat, "declined")
    return Step(replace(state, offers=left), (notice,), said("{name} is told that you decline.", name=other))


def _last_own(state: State, seat: str) -> int:
    """How many plies stand before that seat's last move; NotLegal when it has not moved."""
    count = len(state.moves)
    before = count - 1 if state.to_move != state.side(seat) else count - 2
    if before < 0:
        raise NotLegal(said("You have not moved yet, so there is nothing to take back."))
    return before


def _taken_back(state: State, asker: str, at: datetime) -> Step[State]:
    """The state before the asker's last move; the time that was used is not given back."""
    clock = state.clock.spent(state.to_move, state.clock.paused_at or at)
    kept = replace(
        state,
        moves=state.moves[: _last_own(state, asker)],
        offers={},
        conditions={},
        clock=clock.begun(state.side(asker), state.clock.paused_at or at, state.options),
    )
    notice = _notice(None, "takeback", asker, "accepted")
    return Step(kept, (notice,), said("The position before {name}'s last move stands again.", name=asker))


def claim_end(state: State, at: datetime) -> Step[State]:
    """The match over for want of progress; NotLegal when there is no claim yet."""
    check_playing(state)
    course = state.course
    if not course.may_claim_end():
        limit = state.rules.noprogress
        if limit is None:
            raise NotLegal(said("In this match the end can't be claimed: noprogress = off."))
        raise NotLegal(
            said(
                "The end can be claimed after {limit} plies without a capture (there were {quiet}), or when "
                "a position stands for the third time (this one stands for time {standings}).",
                limit=limit,
                quiet=course.quiet_plies(),
                standings=course.standings(),
            )
        )
    return ended(counted_end(state, "no-progress", at), COUNTED)


def claim_time(state: State, seat: str, at: datetime) -> Step[State]:
    """The match won by the opponent of who has overstepped the time."""
    check_playing(state)
    if state.side(seat) == state.to_move:
        raise NotLegal(said("It is your own time that runs."))
    if not state.clock.is_overstepped:
        raise NotLegal(said("{name} has not overstepped the time.", name=state.other(seat)))
    return ended(awarded_end(state, "time", (seat,), at), said("The match is yours on time."))


def leave(state: State, seat: str, at: datetime) -> Step[State]:
    """The match won by the opponent of who resigned or was removed."""
    if state.outcome is not None:
        return Step(state)
    won = awarded_end(state, "resignation", (state.other(seat),), at)
    return ended(won, said("{name} has won.", name=state.other(seat)))
