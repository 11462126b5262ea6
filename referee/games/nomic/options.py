"""What can be set for a match of Nomic, as raw words of a mail."""

import re
from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from referee.engine.said import said
from referee.errors import OptionError
from referee.games.nomic.ruleset import load, ruleset
from referee.games.nomic.settings import read_settings

PAIR = re.compile(r"\s*([\w'-]+)\s*=\s*(.+?)\s*")


class Options(BaseModel):
    """The options of a match of Nomic."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    blocks: ClassVar[tuple[str, ...]] = ("rules",)

    ruleset: str = Field("suber-mail", description="Which of the shipped rulesets the game begins with.")
    rules: str = Field("", description="A ruleset of your own, as TOML lines up to `end`.")
    settings: str = Field(
        "", description="Settings other than the ruleset's: `turn_limit = 5 days, idle = wait`."
    )
    strengths: str = Field("", description="How much ballots weigh, where not all weigh 1: `Ann = 2`.")
    surnames: str = Field("", description="Names for the order of surname: `Ann = Ann Ash, Bob = Birch`.")
    dictator: str = Field(
        "", description="Who decides first under `dictator`; the first to join if not named."
    )
    seats: int | None = Field(
        None, ge=2, le=24, description="How many players the match is for, from 2 to 24."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        try:
            if self.rules.strip():
                load(self.rules, "rules")
            else:
                ruleset(self.ruleset)
            _readable(self.settings)
            pairs(self.strengths)
            pairs(self.surnames)
        except (OptionError, ValueError) as error:
            raise PydanticCustomError("option", "{why}", {"why": str(error)}) from None
        return self

    @property
    def source(self) -> str:
        """The ruleset as `opening.opened` takes it: its name, or TOML."""
        return self.rules.strip("\n") + "\n" if self.rules.strip() else self.ruleset


def _readable(text: str) -> None:
    """Settings must be readable now; names of players are known only at the start."""
    names = tuple(re.findall(r"=\s*([^\W\d_][\w'-]*)", text)) + tuple(
        re.findall(r"strength\s+([\w'-]+)", text)
    )
    read_settings(text, names)


def pairs(text: str) -> Mapping[str, str]:
    """`Ann = 2, Bob = 3` by name; ValueError with a sentence. A surname may hold a comma: use `;` then."""
    found: dict[str, str] = {}
    for part in re.split(r"[;\n]" if ";" in text else r"[,\n]", text):
        if part.strip():
            pair = PAIR.fullmatch(part)
            if pair is None:
                raise ValueError(said("{text!r} can't be read; write NAME = VALUE.", text=part.strip()))
            found[pair[1]] = pair[2]
    return found


def with_surname(options: Mapping[str, str], name: str, wish: str) -> Mapping[str, str]:
    """The raw options with what the player of that name goes by in the order of surname."""
    if name.casefold() == wish.casefold():
        return options
    known = {**pairs(options.get("surnames", "")), name: wish}
    return {**options, "surnames": "; ".join(f"{one} = {words}" for one, words in known.items()) + ";"}
