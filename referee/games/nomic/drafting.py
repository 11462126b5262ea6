"""The drafting board: revising and withdrawing what is not frozen yet, numbered or not."""

from dataclasses import replace

from referee.engine.said import said, together
from referee.errors import NotLegal
from referee.games.nomic import proposals
from referee.games.nomic.body import Body
from referee.games.nomic.checking import checked, numbering_of
from referee.games.nomic.describing import texts_taken
from referee.games.nomic.play import Play
from referee.games.nomic.pool import refuse_index, refuse_no_index
from referee.games.nomic.state import Proposal


def withdraw(play: Play, seat: str, number: int) -> str:
    """Withdraws the seat's proposal: of that number, or (0) the only one that can be withdrawn."""
    own = _pending(play, seat)
    if number or not own:
        return proposals.withdraw(play, seat, number or _numbered(play, seat))
    play.change(pending=tuple(one for one in play.state.pending if one is not own))
    play.tell("withdrawn", number=None, by=seat)
    return said("Your proposal is withdrawn; it was not distributed.")


def revise(play: Play, seat: str, number: int, body: Body) -> str:
    """A new version of the seat's proposal: of that number, or (0) of the only one there is."""
    own = _pending(play, seat)
    if number or not own:
        return proposals.revise(play, seat, number or _numbered(play, seat), body)
    proposals.refuse_faulty(body, seat)
    refuse_no_index(body)
    book = play.state.book
    found = checked(book, body.changes, numbering_of(book, play.state.next_number), play.state.playing)
    new = replace(own, changes=found.changes, warnings=found.warnings, version=own.version + 1)
    new = replace(new, title=body.title or own.title, index=body.index or own.index)
    new = replace(new, coauthors=body.coauthors or own.coauthors)
    refuse_index(play, new)
    play.change(pending=tuple(new if one is own else one for one in play.state.pending))
    revised = said("Your proposal is revised; it is version {version}.", version=new.version)
    return together([together([revised, *found.warnings]), *texts_taken(new)], "\n\n")


def _pending(play: Play, seat: str) -> Proposal | None:
    """The seat's one proposal that waits to be distributed; NotLegal if there are several."""
    own = [one for one in play.state.pending if one.by == seat]
    if len(own) > 1:
        raise NotLegal(
            said(
                "You have {count} proposals that wait to be distributed; they have no numbers yet.",
                count=len(own),
            )
        )
    return own[0] if own else None


def _numbered(play: Play, seat: str) -> int:
    own = [n for n, one in play.state.live.items() if one.by == seat and one.status == "debate"]
    if len(own) != 1:
        raise NotLegal(said("You have no proposal that can still be changed."))
    return own[0]
