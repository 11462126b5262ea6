"""What each order does: from what was said to the part of the rules that carries it out."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import NotLegal
from referee.games.nomic import admissions, claims, deciding, drafting, errors, judgments, proposals, voting
from referee.games.nomic.acts import who
from referee.games.nomic.body import load_body
from referee.games.nomic.claims import Wanted
from referee.games.nomic.judgments import Answer
from referee.games.nomic.membership import leave
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.play import Play
from referee.games.nomic.state import State
from referee.games.nomic.votes import ALL
from referee.games.nomic.voting import Vote, open_numbers, wake

Said = Mapping[str, Any]


def act_on(play: Play, seat: str, spoken: Spoken) -> str:
    """Carries the order out; one sentence about what came of it. OrderErrors leave the match as it was."""
    if play.state.ending is not None:
        raise NotLegal("The game is over.")
    if seat not in play.state.playing:
        raise NotLegal("You have left the game.")
    wake(play, seat)
    return VERBS[spoken.verb](play, seat, spoken.data)


def expanded(state: State, spoken: Spoken) -> tuple[Spoken, ...]:
    """`vote FOR all` as one ballot for each proposal that is open."""
    if spoken.verb != "vote" or spoken.data["number"] != ALL:
        return (spoken,)
    numbers = open_numbers(state)
    each = (Spoken("vote", {**spoken.data, "number": number}, spoken.line) for number in numbers)
    return tuple(each) if numbers else (spoken,)


def _propose(play: Play, seat: str, said: Said) -> str:
    return proposals.propose(play, seat, load_body(said))


def _revise(play: Play, seat: str, said: Said) -> str:
    return drafting.revise(play, seat, said["number"], load_body(said))


def _withdraw(play: Play, seat: str, said: Said) -> str:
    return drafting.withdraw(play, seat, said["number"])


def _open(play: Play, seat: str, said: Said) -> str:
    if said["judge"]:
        return proposals.ask_judge(play, seat)
    return proposals.call_vote(play, seat, said["number"] or None)


def _vote(play: Play, seat: str, said: Said) -> str:
    if said["number"] == ALL:
        numbers = open_numbers(play.state)
        if not numbers:
            raise NotLegal("No vote is open.")
        return " ".join(voting.cast(play, seat, Vote(**{**said, "number": number})) for number in numbers)
    return voting.cast(play, seat, Vote(**said))


def _retract(play: Play, seat: str, said: Said) -> str:
    return voting.retract(play, seat, said["number"] or None)


def _invoke(play: Play, seat: str, said: Said) -> str:
    if not said["text"]:
        raise NotLegal("Say what the question is: “I invoke judgment: …”.")
    return judgments.invoke(play, seat, said["text"])


def _judge(play: Play, seat: str, said: Said) -> str:
    return judgments.answer(play, seat, Answer(said["number"], said["text"], tuple(said["effects"])))


def _overrule(play: Play, seat: str, said: Said) -> str:
    return judgments.overrule(play, seat, said["number"])


def _consent(play: Play, seat: str, said: Said) -> str:
    return judgments.consent(play, seat)


def _dismiss(play: Play, seat: str, said: Said) -> str:
    return judgments.dismiss(play, seat, said["number"])


def _claim(play: Play, seat: str, said: Said) -> str:
    if said["kind"] == "impasse":
        reason = f"{seat} claims that play can't go on: {said['text']}".strip(": ")
        return judgments.invoke(play, seat, reason, "impasse")
    if said["kind"] == "error":
        return errors.claim(play, seat, said["number"], said["text"])
    return claims.claim(play, seat, Wanted(said["amount"], said["what"], said["rule"], said["text"]))


def _object(play: Play, seat: str, said: Said) -> str:
    return claims.objected(play, seat, said["number"] or None)


def _act(play: Play, seat: str, said: Said) -> str:
    if not said["text"]:
        raise NotLegal("Say what you do: “I act: …”.")
    return claims.acted(play, seat, said["text"])


def _record(play: Play, seat: str, said: Said) -> str:
    to = who(play.state, said["name"])
    return claims.recorded(play, seat, said["amount"], said["what"], to, said["text"])


def _decide(play: Play, seat: str, said: Said) -> str:
    return deciding.decide(play, seat, said["number"], said["word"], said["text"])


def _admit(play: Play, seat: str, said: Said) -> str:
    return admissions.cast(play, seat, said["name"], said["word"])


def _forfeit(play: Play, seat: str, said: Said) -> str:
    leave(play, seat)
    return "You have left the game."


def _say(play: Play, seat: str, said: Said) -> str:
    play.tell("say", by=seat, text=said["text"], private=False)
    return "It is passed on to all."


VERBS: Mapping[str, Callable[[Play, str, Said], str]] = {
    "propose": _propose,
    "revise": _revise,
    "withdraw": _withdraw,
    "open": _open,
    "vote": _vote,
    "retract": _retract,
    "invoke": _invoke,
    "judge": _judge,
    "overrule": _overrule,
    "consent": _consent,
    "dismiss": _dismiss,
    "claim": _claim,
    "object": _object,
    "act": _act,
    "record": _record,
    "decide": _decide,
    "admit": _admit,
    "forfeit": _forfeit,
    "say": _say,
}
