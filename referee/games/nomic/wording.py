"""Orders in a few words, as receipts repeat them."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.games.nomic.body import load_body
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.proposed import title_line
from referee.games.nomic.state import State

Said = Mapping[str, Any]


def in_words(spoken: Spoken, state: State) -> str:
    """How the order was read."""
    made = WORDS.get(spoken.verb)
    return made(spoken.data, state) if made else spoken.line


def _propose(said: Said, state: State) -> str:
    changes = load_body(said).changes
    return "propose to " + " and to ".join(title_line(change, state.book) for change in changes)


def _revise(said: Said, state: State) -> str:
    return f"revise {said['number']}: {_propose(said, state).removeprefix('propose ')}"


def _vote(said: Said, state: State) -> str:
    number = said["number"] or "all that are open"
    if said["word"] == "endorse":
        return f"vote as {said['name']} on {number}"
    if said["word"] == "if":
        asked, event, then, otherwise = said["name"].split(" ")
        return f"vote {then.upper()} on {number} if {asked} {event}, otherwise {otherwise.upper()}"
    return f"vote {said['word'].upper()} on {number}"


def _admit(said: Said, state: State) -> str:
    return f"vote {said['word'].upper()} on letting {said['name']} join"


def _numbered(words: str) -> Callable[[Said, State], str]:
    return lambda said, state: f"{words} {said['number'] or ''}".strip()


WORDS: Mapping[str, Callable[[Said, State], str]] = {
    "propose": _propose,
    "revise": _revise,
    "vote": _vote,
    "admit": _admit,
    "withdraw": _numbered("withdraw"),
    "retract": _numbered("retract your ballot"),
    "overrule": _numbered("overrule"),
    "dismiss": _numbered("dismiss"),
    "judge": _numbered("answer question"),
    "object": _numbered("object to claim"),
}
