"""The options that decide what a move is, what it captures and how a match ends."""

from dataclasses import dataclass, field
from typing import Literal

from referee.games.rithmomachia.equations import EQUATIONS, Table, table

Filter = Literal["reach", "anywhere", "chain", "off"]
Forms = Literal["both", "compile", "filter"]
Decider = Literal["majority", "pyramid"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules agreed before a match; `noprogress` None: switched off."""

    equations: frozenset[str] = frozenset(EQUATIONS)
    push: bool = True
    swap: bool = True
    filter: Filter = "reach"
    forms: Forms = "both"
    cascade: bool = False
    dead: bool = True
    noprogress: int | None = 100
    decider: Decider = "majority"
    table: Table = field(init=False, compare=False, repr=False)
    compiles: bool = field(init=False, compare=False, repr=False)
    filters: Filter = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", table(self.equations))
        object.__setattr__(self, "compiles", self.forms != "filter")
        object.__setattr__(self, "filters", "off" if self.forms == "compile" else self.filter)
