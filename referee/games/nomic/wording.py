"""Orders in a few words, as receipts repeat them."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.said import said
from referee.games.nomic.body import load_body
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.proposed import title_line
from referee.games.nomic.state import State

Data = Mapping[str, Any]


def in_words(spoken: Spoken, state: State) -> str:
    """How the order was read."""
    made = WORDS.get(spoken.verb)
    return made(spoken.data, state) if made else spoken.line.rstrip(".。")


def _propose(data: Data, state: State) -> str:
    return said("propose to {changes}", changes=_changes(data, state))


def _revise(data: Data, state: State) -> str:
    return said("revise {number}: to {changes}", number=data["number"], changes=_changes(data, state))


def _changes(data: Data, state: State) -> str:
    changes = [title_line(change, state.book) for change in load_body(data).changes]
    told = changes[0] if changes else said("nothing")
    for change in changes[1:]:
        told = said("{changes} and to {change}", changes=told, change=change)
    return told


def _vote(data: Data, state: State) -> str:
    number = data["number"] or said("all that are open")
    if data["word"] == "endorse":
        return said("vote as {name} on {number}", name=data["name"], number=number)
    if data["word"] == "if":
        asked, event, then, otherwise = data["name"].split(" ")
        ballots = {"then": then.upper(), "otherwise": otherwise.upper()}
        if event == "passes":
            return said(
                "vote {then} on {number} if {asked} passes, otherwise {otherwise}",
                number=number,
                asked=asked,
                **ballots,
            )
        return said(
            "vote {then} on {number} if {asked} fails, otherwise {otherwise}",
            number=number,
            asked=asked,
            **ballots,
        )
    return said("vote {word} on {number}", word=data["word"].upper(), number=number)


def _admit(data: Data, state: State) -> str:
    return said("vote {word} on letting {name} join", word=data["word"].upper(), name=data["name"])


def _numbered(words: str) -> Callable[[Data, State], str]:
    return lambda data, state: (
        said("{what} {number}", what=words, number=data["number"]) if data["number"] else words
    )


WORDS: Mapping[str, Callable[[Data, State], str]] = {
    "propose": _propose,
    "revise": _revise,
    "vote": _vote,
    "admit": _admit,
    "withdraw": _numbered(said("withdraw")),
    "retract": _numbered(said("retract your ballot")),
    "overrule": _numbered(said("overrule")),
    "dismiss": _numbered(said("dismiss")),
    "judge": _numbered(said("answer question")),
    "object": _numbered(said("object to claim")),
}
