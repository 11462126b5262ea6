"""The eleven actions, in the strict form of the table, and why one may fail."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.engine.said import said
from referee.games.paprika.field import COMPASS, DIRECTIONS

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "move": said("move DIR"),
        "leapfrog": said("leapfrog DIR"),
        "cut": said("cut the line"),
        "clear": said("clear DIR"),
        "dig": said("dig DIR"),
        "build": said("build DIR"),
        "push": said("push DIR [NAME]"),
        "freeze": said("freeze DIR"),
        "duck": said("duck"),
        "tilt": said("tilt DIR"),
        "focus": said("focus"),
    }
)
EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "move": said("go one square"),
        "leapfrog": said("go two squares, over another avatar on the first"),
        "cut": said("go to the top of the Priority List"),
        "clear": said("take away the object there"),
        "dig": said("make a hole there"),
        "build": said("make a wall there"),
        "push": said("move an avatar there two squares on"),
        "freeze": said("make the next two actions fail of all on your square and on two squares in a line"),
        "duck": said("be safe from Push and Freeze until your next action"),
        "tilt": said("move every avatar one square; only after an nday without an action of yours"),
        "focus": said(
            "see the truth around your true square; only after two ndays without an action of yours"
        ),
    }
)
UNDIRECTED = ("cut", "duck", "focus")
WORDS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "move": lambda to: said("move {direction}", direction=to),
        "leapfrog": lambda to: said("leapfrog {direction}", direction=to),
        "clear": lambda to: said("clear {direction}", direction=to),
        "dig": lambda to: said("dig {direction}", direction=to),
        "build": lambda to: said("build {direction}", direction=to),
        "push": lambda to: said("push {direction}", direction=to),
        "freeze": lambda to: said("freeze {direction}", direction=to),
        "tilt": lambda to: said("tilt {direction}", direction=to),
        "cut": lambda to: said("cut the line"),
        "duck": lambda to: said("duck"),
        "focus": lambda to: said("focus"),
    }
)
"""What is said of an action that was declared, from the word for its direction."""
TEXTS: Mapping[str, str] = MappingProxyType({"cut": "cut the line"})
VERB_OF: Mapping[str, str] = MappingProxyType({"cut the line": "cut", "duck": "duck", "focus": "focus"})

OK = "ok"
REASONS: Mapping[str, str] = MappingProxyType(
    {
        OK: "",
        "frozen": said("the avatar was frozen"),
        "wall": said("a wall was in the way"),
        "no-avatar": said("no avatar was there that it could be done with"),
        "nothing-there": said("no object was there"),
        "off-field": said("that is off the field"),
        "occupied": said("something was there already"),
        "acted-recently": said("an action had been taken too recently"),
    }
)


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may declare: a verb, the direction most need, and whom a Push may name."""

    verb: str
    direction: str = ""
    target: str = ""

    @property
    def text(self) -> str:
        """The strict form, `push n Bob`."""
        words = (TEXTS.get(self.verb, self.verb), self.direction, self.target)
        return " ".join(word for word in words if word)

    @property
    def words(self) -> str:
        """The action for readers, `push north Bob`."""
        direction = COMPASS.get(self.direction, "")
        if self.target:
            return said("push {direction} {name}", direction=direction, name=self.target)
        return WORDS[self.verb](direction)


def strict(text: str, names: Iterable[str]) -> Action:
    """The action that a text in strict form says, names in their own spelling; ValueError otherwise."""
    words = text.casefold().split()
    if not words or words[0] not in FORMS:
        raise ValueError(f"{brief(text)} is no action; the actions are {', '.join(FORMS.values())}.")
    if words[0] in UNDIRECTED:
        return _undirected(text, words)
    if len(words) < 2 or words[1] not in DIRECTIONS:
        raise ValueError(f"{brief(text)} has no direction; the directions are {' '.join(DIRECTIONS)}.")
    if len(words) > (3 if words[0] == "push" else 2):
        raise ValueError(f"{brief(text)} has words left over; the form is {FORMS[words[0]]}.")
    return Action(words[0], words[1], _target(text, words[2:], names))


def _undirected(text: str, words: list[str]) -> Action:
    verb = VERB_OF.get(" ".join(words))
    if verb is None:
        raise ValueError(f"{brief(text)} is no action; the form is {FORMS[words[0]]}.")
    return Action(verb)


def _target(text: str, words: list[str], names: Iterable[str]) -> str:
    if not words:
        return ""
    for name in names:
        if name.casefold() == words[0]:
            return name
    raise ValueError(f"{brief(text)} names nobody in the match.")


def known(text: str) -> Action:
    """The action of a text that `Action.text` made."""
    verb = VERB_OF.get(text)
    if verb is not None:
        return Action(verb)
    words = text.split()
    return Action(words[0], words[1], words[2] if len(words) > 2 else "")


def brief(value: object) -> str:
    """A value as it stands in an error's line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
