"""One player decides instead of a vote (`decides = NAME`), and who follows when that one falls silent."""

from datetime import datetime, timedelta

from referee.engine.said import said
from referee.errors import NotLegal, NotYourTurn
from referee.games.nomic.clocks import midnight
from referee.games.nomic.enactment import settings_row
from referee.games.nomic.order import following
from referee.games.nomic.play import Play
from referee.games.nomic.pool import decided
from referee.games.nomic.rulebook import with_loose
from referee.games.nomic.state import MODERATOR, State
from referee.games.nomic.tally import decider
from referee.games.nomic.terms import status_word

SILENCE = timedelta(days=14)


def decide(play: Play, seat: str, number: int, word: str, reason: str) -> str:
    """`I decide 301: adopted because …`."""
    who = decider(play.state)
    if who is None:
        raise NotLegal(said("Proposals are voted on; nobody decides them alone."))
    if seat != who:
        raise NotYourTurn(said("{who} decides.", who=who))
    return decide_outright(play, number, word, reason, seat)


def decide_outright(play: Play, number: int, word: str, ground: str, by: str = MODERATOR) -> str:
    """Decides an open proposal; `by` is who does."""
    proposal = play.state.live.get(number)
    if word not in ("adopted", "defeated") or proposal is None or proposal.status not in ("open", "debate"):
        raise NotLegal(said("There is no proposal {number} to decide.", number=number))
    play.tell("decided", number=number, by=by, status=word, reason=ground)
    decided(play, proposal, word)
    return said("{number} is {word}", number=number, word=status_word(word))


def silence_ends(state: State) -> datetime | None:
    """When the one who decides has been silent for too long."""
    return None if state.heard is None or decider(state) is None else midnight(state.heard + SILENCE)


def succeed(play: Play, why: str) -> None:
    """The next in order of joining decides from now on; this takes no number."""
    state = play.state
    old = state.book.force["decides"]
    names = [player.name for player in state.players]
    heirs = [name for name in following(names, old) if name in state.playing and name != old]
    if not heirs:
        return
    play.change(book=with_loose(state.book, {"decides": heirs[0]}), heard=play.at)
    holder = play.state.book.holder("decides")
    if holder is not None:
        play.record(**settings_row(holder, "switched"))
    play.tell("succession", old=old, new=heirs[0], why=why)
