"""What each order does: from what was said to the part of the rules that carries it out."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.said import said, together
from referee.errors import NotLegal
from referee.games.nomic import admissions, claims, deciding, drafting, errors, judgments, proposals, voting
from referee.games.nomic.acts import who
from referee.games.nomic.body import load_body
from referee.games.nomic.claims import Wanted
from referee.games.nomic.judgments import Answer
from referee.games.nomic.membership import leave
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.play import Play
from referee.games.nomic.reading import read_text
from referee.games.nomic.state import State
from referee.games.nomic.votes import ALL
from referee.games.nomic.voting import Vote, open_numbers, wake

Data = Mapping[str, Any]
TELL = re.compile(
    r"(?:(?:please\s+|i\s+)*tell\s+|(?:dizer|diga)\s+(?:ao?|à|par[ao](?:\s+[oa])?|pr[ao])\s+"
    r"|(?:请|請)?(?:告诉|告訴)\s*)(?P<name>[a-z][a-z0-9_-]*)",
    re.IGNORECASE,
)


def act_on(play: Play, seat: str, spoken: Spoken) -> str:
    """Carries the order out; one sentence about what came of it. OrderErrors leave the match as it was."""
    if play.state.ending is not None:
        raise NotLegal(said("The game is over."))
    if seat not in play.state.playing:
        raise NotLegal(said("You have left the game."))
    wake(play, seat)
    return VERBS[spoken.verb](play, seat, spoken.data)


def expanded(state: State, spoken: Spoken) -> tuple[Spoken, ...]:
    """`vote FOR all` as one ballot for each proposal that is open."""
    if spoken.verb != "vote" or spoken.data["number"] != ALL:
        return (spoken,)
    numbers = open_numbers(state)
    each = (Spoken("vote", {**spoken.data, "number": number}, spoken.line) for number in numbers)
    return tuple(each) if numbers else (spoken,)


def _propose(play: Play, seat: str, what: Data) -> str:
    return proposals.propose(play, seat, load_body(what))


def _revise(play: Play, seat: str, what: Data) -> str:
    return drafting.revise(play, seat, what["number"], load_body(what))


def _withdraw(play: Play, seat: str, what: Data) -> str:
    return drafting.withdraw(play, seat, what["number"])


def _open(play: Play, seat: str, what: Data) -> str:
    if what["judge"]:
        return proposals.ask_judge(play, seat)
    return proposals.call_vote(play, seat, what["number"] or None)


def _vote(play: Play, seat: str, what: Data) -> str:
    if what["number"] == ALL:
        numbers = open_numbers(play.state)
        if not numbers:
            raise NotLegal(said("No vote is open."))
        cast = (voting.cast(play, seat, Vote(**{**what, "number": number})) for number in numbers)
        return together(cast)
    return voting.cast(play, seat, Vote(**what))


def _retract(play: Play, seat: str, what: Data) -> str:
    return voting.retract(play, seat, what["number"] or None)


def _invoke(play: Play, seat: str, what: Data) -> str:
    if not what["text"]:
        raise NotLegal(said("Say what the question is: “I invoke judgment: …”."))
    return judgments.invoke(play, seat, what["text"])


def _judge(play: Play, seat: str, what: Data) -> str:
    return judgments.answer(play, seat, Answer(what["number"], what["text"], tuple(what["effects"])))


def _overrule(play: Play, seat: str, what: Data) -> str:
    return judgments.overrule(play, seat, what["number"])


def _consent(play: Play, seat: str, what: Data) -> str:
    return judgments.consent(play, seat)


def _dismiss(play: Play, seat: str, what: Data) -> str:
    return judgments.dismiss(play, seat, what["number"])


def _claim(play: Play, seat: str, what: Data) -> str:
    if what["kind"] == "impasse":
        reason = f"{seat} claims that play can't go on: {what['text']}".strip(": ")
        return judgments.invoke(play, seat, reason, "impasse")
    if what["kind"] == "error":
        return errors.claim(play, seat, what["number"], what["text"])
    return claims.claim(play, seat, Wanted(what["amount"], what["what"], what["rule"], what["text"]))


def _object(play: Play, seat: str, what: Data) -> str:
    return claims.objected(play, seat, what["number"] or None)


def _act(play: Play, seat: str, what: Data) -> str:
    if not what["text"]:
        raise NotLegal(said("Say what you do: “I act: …”."))
    return claims.acted(play, seat, what["text"])


def _record(play: Play, seat: str, what: Data) -> str:
    to = who(play.state, what["name"])
    return claims.recorded(play, seat, what["amount"], what["what"], to, what["text"])


def _decide(play: Play, seat: str, what: Data) -> str:
    return deciding.decide(play, seat, what["number"], what["word"], what["text"])


def _admit(play: Play, seat: str, what: Data) -> str:
    return admissions.cast(play, seat, what["name"], what["word"])


def _forfeit(play: Play, seat: str, what: Data) -> str:
    leave(play, seat)
    return said("You have left the game.")


def _say(play: Play, seat: str, what: Data) -> str:
    lines = what["text"].split("\n")
    private = _first(lines, lambda line: _is_for_one(line, play.state))
    if private:
        line = said("Line {number} is for one player: put a blank line before it.", number=private)
        raise NotLegal(together([said("Nothing was passed on."), line]))
    play.tell("say", by=seat, text=what["text"], private=False)
    passed, order = said("It is passed on to all."), _first(lines, _is_order)
    return together([passed, _no_order(order)]) if order else passed


def _no_order(number: int) -> str:
    return said(
        "Line {number} reads like an order: it was passed on as well, and not carried out. "
        "Put a blank line before an order.",
        number=number,
    )


def _first(lines: list[str], holds: Callable[[str], bool]) -> int:
    """The number of the first line below the first one of which it holds, 0 if there is none."""
    return next((number for number, line in enumerate(lines, 1) if number > 1 and holds(line)), 0)


def _is_order(line: str) -> bool:
    return any(isinstance(heard, Spoken) for heard in read_text(line))


def _is_for_one(line: str, state: State) -> bool:
    """Whether the line would tell one player something, had it not become a part of what all read."""
    found = TELL.match(line.strip())
    return found is not None and found["name"].casefold() in {name.casefold() for name in state.playing}


VERBS: Mapping[str, Callable[[Play, str, Data], str]] = {
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
