"""What can be agreed before a match, as raw words of a mail or as values; each error is one sentence."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from referee.engine.calendar import duration
from referee.engine.said import said, said_of
from referee.games.rithmomachia.budget import Budget, read_budget
from referee.games.rithmomachia.equations import EQUATIONS, TAME
from referee.games.rithmomachia.rules import Decider, Filter, Forms, Rules

Equations = Literal["sealed"] | tuple[str, ...]
DUMPED = TypeAdapter(timedelta)


class Options(BaseModel):
    """The options of a match of Boolean Rithmomachia."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    equations: Equations = Field(
        EQUATIONS,
        description=said(
            "Which equations capture: any of NOT AND OR XOR NAND NOR, all, or sealed (each player secretly "
            "chooses two)."
        ),
    )
    push: bool = Field(True, description=said("Whether a pyramid may land on a piece and push it on."))
    swap: bool = Field(
        True, description=said("Whether a push may go to the cell that the pyramid has just left.")
    )
    filter: Filter = Field(
        "reach",
        description=said(
            "What a filter is: reach (the piece played is one step from both others), anywhere (the second "
            "piece may stand anywhere), chain (it stands between), or off."
        ),
    )
    forms: Forms = Field("both", description=said("Which forms of capture count: both, compile or filter."))
    cascade: bool = Field(False, description=said("Whether pieces just captured help to capture more."))
    dead: Literal["auto", "off"] = Field(
        "auto", description=said("Whether the match ends when nobody can ever capture again: auto or off.")
    )
    noprogress: Literal["off"] | int = Field(
        100, description=said("After how many plies without a capture a player may claim the end, or off.")
    )
    decider: Decider = Field(
        "majority",
        description=said("Who wins: majority (more of the three victories) or pyramid (that victory)."),
    )
    setup: Literal["standard", "alternate", "sealed", "random"] = Field(
        "standard", description=said("How the pieces are placed: standard, alternate, sealed or random.")
    )
    facing: Literal["same", "mirror"] = Field(
        "same",
        description=said(
            "Whether Black's face is the same as White's or has its files reversed: same, mirror."
        ),
    )
    time: timedelta = Field(timedelta(days=7), description=said("The time for each move, like 7 days."))
    budget: Budget | None = Field(
        None,
        description=said("A budget of time for all moves and what each move adds, like 30 days + 12 hours."),
    )
    opponent: Literal["none", "1", "2", "3"] = Field(
        "none",
        description=said("Whether the referee plays the second seat, and at which level: none, 1, 2 or 3."),
    )
    white: str | None = Field(None, description=said("Who has White; drawn when not given."))

    @model_validator(mode="before")
    @classmethod
    def _known_names(cls, given: Any) -> Any:
        for name in given if isinstance(given, Mapping) else ():
            if name not in cls.model_fields:
                known = list(cls.model_fields)
                raise _refusal(
                    said("There is no option {name}; the options are {names}.", name=repr(name), names=known)
                )
        return given

    @field_validator("*", mode="before")
    @classmethod
    def _readable(cls, value: Any, info: ValidationInfo) -> Any:
        read, allowed = READERS[info.field_name or ""]
        try:
            return read(value)
        except (ValueError, TypeError, LookupError, OverflowError):
            given = f"{info.field_name} = {' '.join(str(value).split())[:60]}"
            refused = said("{given} is not allowed; it is {allowed}.", given=given, allowed=allowed)
            raise _refusal(refused) from None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.forms == "filter" and self.filter == "off":
            raise _refusal(said("forms = filter needs a filter: reach, anywhere or chain."))
        return self

    def rules(self, equations: tuple[str, ...] | None = None) -> Rules:
        """The rules of a match; `equations`: those that a sealed choice came to."""
        chosen = self.equations if equations is None else equations
        return Rules(
            equations=frozenset(EQUATIONS if chosen == "sealed" else chosen),
            push=self.push,
            swap=self.swap,
            filter=self.filter,
            forms=self.forms,
            cascade=self.cascade,
            dead=self.dead == "auto",
            noprogress=None if self.noprogress == "off" else self.noprogress,
            decider=self.decider,
        )


def is_tame(equations: frozenset[str]) -> bool:
    """Whether nobody can lose both pyramids with these equations."""
    return equations in TAME


def shown(value: Any) -> str:
    """The value of an option as a player would write it."""
    match value:
        case bool():
            return "on" if value else "off"
        case tuple():
            return "all" if value == EQUATIONS else " ".join(value)
        case timedelta():
            return in_words(value)
        case Budget():
            return said(
                "{total} + {increment}", total=in_words(value.total), increment=in_words(value.increment)
            )
        case None:
            return "none"
        case _:
            return str(value)


def in_words(time: timedelta) -> str:
    """A time in the largest unit that measures it: `7 days`, `36 hours`."""
    seconds = int(time.total_seconds())
    if seconds % 86400 == 0:
        return said_of("{count} day", "{count} days", seconds // 86400)
    if seconds % 3600 == 0:
        return said_of("{count} hour", "{count} hours", seconds // 3600)
    if seconds % 60 == 0:
        return said_of("{count} minute", "{count} minutes", seconds // 60)
    return said_of("{count} second", "{count} seconds", seconds)


def _refusal(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("option", "{sentence}", {"sentence": sentence})


def _word(value: Any) -> str:
    return str(value).strip().strip("\"'").casefold()


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        word = "off" if value is False and "off" in words else _word(value)
        if word not in words:
            raise ValueError(value)
        return word

    return read


def _switch(value: Any) -> bool:
    if not isinstance(value, str | bool):
        raise TypeError(value)
    return {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}[_word(value)]


def _equations(value: Any) -> Equations:
    if isinstance(value, str):
        if _word(value) in ("sealed", "all"):
            return "sealed" if _word(value) == "sealed" else EQUATIONS
        value = re.split(r"[\s,;+]+", value.strip().strip("[]"))
    if not isinstance(value, list | tuple | set | frozenset):
        raise TypeError(value)
    names = [_word(name).upper() for name in value]
    if not names or not set(names) <= set(EQUATIONS):
        raise ValueError(value)
    return tuple(sorted(set(names)))


def _noprogress(value: Any) -> Literal["off"] | int:
    if value is False or _word(value) == "off":
        return "off"
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,18}", _word(value), re.ASCII) or int(value) < 1:
        raise ValueError(value)
    return int(value)


def _time(value: Any) -> timedelta:
    if isinstance(value, str) and value.startswith("P"):  # as a dumped option has it
        value = DUMPED.validate_python(value)
    time = value if isinstance(value, timedelta) else _days_or_span(value)
    if not timedelta(minutes=1) <= time <= timedelta(days=365):
        raise ValueError(value)
    return time


def _days_or_span(value: Any) -> timedelta:
    """A bare number is days, as the option is defined; else a duration with its unit."""
    if isinstance(value, bool):
        raise TypeError(value)
    if isinstance(value, int | float) or re.fullmatch(r"\d{1,3}(?:\.\d{1,6})?", _word(value), re.ASCII):
        if not 0 < float(value) <= 365:
            raise ValueError(value)
        return timedelta(days=float(value))
    return duration(_word(value))


def _budget(value: Any) -> Budget | None:
    if value is None or (isinstance(value, str) and _word(value) == "none"):
        return None
    return value if isinstance(value, Budget) else read_budget(value)


def _white(value: Any) -> str | None:
    return None if value is None or not str(value).strip() else str(value).strip()


READERS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "equations": (_equations, said("some of NOT AND OR XOR NAND NOR, all, or sealed")),
    "push": (_switch, said("on or off")),
    "swap": (_switch, said("on or off")),
    "filter": (_one_of("reach", "anywhere", "chain", "off"), said("reach, anywhere, chain or off")),
    "forms": (_one_of("both", "compile", "filter"), said("both, compile or filter")),
    "cascade": (_switch, said("on or off")),
    "dead": (_one_of("auto", "off"), said("auto or off")),
    "noprogress": (_noprogress, said("a whole number from 1, or off")),
    "decider": (_one_of("majority", "pyramid"), said("majority or pyramid")),
    "setup": (
        _one_of("standard", "alternate", "sealed", "random"),
        said("standard, alternate, sealed or random"),
    ),
    "facing": (_one_of("same", "mirror"), said("same or mirror")),
    "time": (_time, said("a time from a minute to a year, like 7 days")),
    "budget": (_budget, said("like 30 days + 12 hours, or none")),
    "opponent": (_one_of("none", "1", "2", "3"), said("none, 1, 2 or 3")),
    "white": (_white, said("the name of a player")),
}
