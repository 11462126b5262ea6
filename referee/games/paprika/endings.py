"""How a match ended, in one sentence: kept as what happened, said when it is told."""

from referee.engine.said import all_of, said
from referee.games.paprika.state import Ending, State


def ending(state: State, winners: tuple[str, ...], how: str) -> Ending:
    """The end of the match in its present nday; `how` as in `words`."""
    return Ending(winners, words(how, winners, state.nday), how)


def told_ending(state: State) -> str:
    """The sentence about the match's end, empty while it runs."""
    if state.ending is None:
        return ""
    return words(state.ending.how, state.ending.winners, state.nday) or state.ending.text


def words(how: str, winners: tuple[str, ...], nday: int) -> str:
    """The sentence for `goal`, `last-nday`, `nobody-left` or `moderator`, empty for any other end."""
    match how:
        case "goal" if len(winners) == 1:
            return said("{name} stood on the top row and wins.", name=winners[0])
        case "goal":
            return said("{names} stood on the top row and win together.", names=all_of(winners))
        case "last-nday":
            return said("The match ends after nday {nday} without a winner.", nday=nday)
        case "nobody-left":
            return said("Nobody is left, so the match ends without a winner.")
        case "moderator" if winners:
            return said("The moderator ended the match: won by {names}.", names=all_of(winners))
        case "moderator":
            return said("The moderator ended the match without a winner.")
    return ""
