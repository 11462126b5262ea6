"""The eleven actions, in the strict form of the table, and why one may fail."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.games.paprika.field import COMPASS, DIRECTIONS

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "move": "move DIR",
        "leapfrog": "leapfrog DIR",
        "cut": "cut the line",
        "clear": "clear DIR",
        "dig": "dig DIR",
        "build": "build DIR",
        "push": "push DIR [NAME]",
        "freeze": "freeze DIR",
        "duck": "duck",
        "tilt": "tilt DIR",
        "focus": "focus",
    }
)
EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "move": "go one square",
        "leapfrog": "go two squares, over another avatar on the first",
        "cut": "go to the top of the Priority List",
        "clear": "take away the object there",
        "dig": "make a hole there",
        "build": "make a wall there",
        "push": "move an avatar there two squares on",
        "freeze": "make the next two actions fail of all on your square and on two squares in a line",
        "duck": "be safe from Push and Freeze until your next action",
        "tilt": "move every avatar one square; only after an nday without an action of yours",
        "focus": "see the truth around your true square; only after two ndays without an action of yours",
    }
)
UNDIRECTED = ("cut", "duck", "focus")
TEXTS: Mapping[str, str] = MappingProxyType({"cut": "cut the line"})
VERB_OF: Mapping[str, str] = MappingProxyType({"cut the line": "cut", "duck": "duck", "focus": "focus"})

OK = "ok"
REASONS: Mapping[str, str] = MappingProxyType(
    {
        OK: "",
        "frozen": "the avatar was frozen",
        "wall": "a wall was in the way",
        "no-avatar": "no avatar was there that it could be done with",
        "nothing-there": "no object was there",
        "off-field": "that is off the field",
        "occupied": "something was there already",
        "acted-recently": "an action had been taken too recently",
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
        words = (TEXTS.get(self.verb, self.verb), COMPASS.get(self.direction, ""), self.target)
        return " ".join(word for word in words if word)


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
