"""What can be set for a match, as raw words of a mail or as values; each error is one sentence."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from referee.engine.said import said
from referee.games.paprika import field as board
from referee.games.paprika.gamestate import KINDS, Kind

COUNTS = re.compile(r"\s*(?P<kind>[a-z]+)\s*[=:]\s*(?P<count>\d{1,4})\s*")
CHANCE = re.compile(r"(?:\d{1,9}/0*[1-9]\d{0,8}|\d{1,9}(?:\.\d{0,18})?|\.\d{1,18})", re.ASCII)
WORDS = {
    "on": True,
    "yes": True,
    "true": True,
    "1": True,
    "off": False,
    "no": False,
    "false": False,
    "0": False,
}
DEFAULT_OBJECTS: Mapping[Kind, int] = {"hole": 6, "springboard": 4, "wall": 10}


class Options(BaseModel):
    """The options of a match of Paprika."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    blocks: ClassVar[tuple[str, ...]] = ("map",)

    columns: int = Field(8, description=said("How many columns the field has, from 2 to 26."))
    rows: int = Field(12, description=said("How many rows the field has, from 6 to 26."))
    objects: Mapping[Kind, int] = Field(
        DEFAULT_OBJECTS,
        description=said("How many objects are drawn at the start: {hole = 6, springboard = 4, wall = 10}."),
    )
    map: Mapping[str, Kind] | None = Field(
        None, description=said("Objects given instead of drawn: lines like `c5 hole` up to `end`.")
    )
    dreams_reach: Literal["waking", "sleeping"] = Field(
        "waking",
        description=said(
            "Whose actions others perceive: waking (players awake perceive all), or sleeping (each "
            "perceives those who are in the same state)."
        ),
    )
    waking_chance: Fraction = Field(
        Fraction(1, 2),
        description=said("How likely each is awake in an nday: a fraction or decimal from 0 to 1."),
    )
    revisable: bool = Field(
        False, description=said("Whether a declaration may be replaced or withdrawn until the Turn.")
    )
    practice: bool = Field(
        False, description=said("Whether a second mail shows everybody the true gamestate after each Turn.")
    )
    press: Literal["public", "private", "none"] = Field(
        "public",
        description=said("What letters players may send: public (to all), private (also to one), none."),
    )
    reminders: bool = Field(
        False, description=said("Whether those who have not declared are reminded 6 hours before a Turn.")
    )
    seats: int | None = Field(None, description=said("How many players the match is for, from 2 to 12."))
    max_ndays: int | None = Field(
        None, description=said("After how many ndays the match ends without a winner.")
    )

    @model_validator(mode="before")
    @classmethod
    def _known_names(cls, given: Any) -> Any:
        for name in given if isinstance(given, Mapping) else ():
            if name not in cls.model_fields:
                known = list(cls.model_fields)
                raise _refusal(
                    said("There is no option {name}; the options are {names}.", name=repr(name), names=known)
                )
        if isinstance(given, Mapping) and "objects" not in given and given.get("map") is None:
            return {**given, "objects": _fitting(given)}
        return given

    @field_validator("*", mode="before")
    @classmethod
    def _readable(cls, value: Any, info: ValidationInfo) -> Any:
        read, allowed = READERS[info.field_name or ""]
        try:
            return read(value)
        except (ValueError, TypeError, LookupError) as wrong:
            given = f"{info.field_name} = {' '.join(str(value).split())[:60]}"
            raise _refusal(_not_allowed(given, allowed, wrong)) from None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.map is not None:
            self._map_fits(board.Field(self.columns, self.rows, {}))
        elif sum(self.objects.values()) * 2 > self.columns * self.rows:
            raise _refusal(
                said(
                    "A field of {columns} x {rows} takes at most {most} objects and {count} are to be "
                    "drawn: give objects = {example} or the like, or a map.",
                    columns=self.columns,
                    rows=self.rows,
                    most=self.columns * self.rows // 2,
                    count=sum(self.objects.values()),
                    example="{hole = 1, springboard = 1, wall = 1}",
                )
            )
        return self

    def _map_fits(self, field: board.Field) -> None:
        if "objects" in self.model_fields_set and self.objects != DEFAULT_OBJECTS:
            raise _refusal(said("Objects are either drawn (objects = …) or given (map … end), not both."))
        for square in self.map or ():
            if not field.has(square):
                raise _refusal(said("The map has {square}, which is not on the field.", square=square))
            if board.row(square) == 1 or field.is_goal(square):
                raise _refusal(
                    said(
                        "The map has an object on {square}; none may stand on row 1 or the top row.",
                        square=square,
                    )
                )


class _Detail(ValueError):
    """What exactly is wrong with a value, for its refusal."""


def _not_allowed(given: str, allowed: str, wrong: Exception) -> str:
    """The refusal of an option's value, with what exactly is wrong with it if that is known."""
    if not isinstance(wrong, _Detail):
        return said("{given} is not allowed; it is {allowed}.", given=given, allowed=allowed)
    return said(
        "{given} is not allowed; it is {allowed} ({detail}).", given=given, allowed=allowed, detail=str(wrong)
    )


def _fitting(given: Mapping[str, Any]) -> dict[Kind, int]:
    """The default objects, the last left out on a field that is too small for all."""
    try:
        columns, rows = (
            READERS[side][0](given.get(side, size)) for side, size in (("columns", 8), ("rows", 12))
        )
    except (ValueError, TypeError):
        return dict(DEFAULT_OBJECTS)
    room = columns * rows // 2
    kinds = [kind for kind, count in DEFAULT_OBJECTS.items() for _ in range(count)][:room]
    return {kind: kinds.count(kind) for kind in KINDS}


def _refusal(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("option", "{sentence}", {"sentence": sentence})


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not re.fullmatch(r"\s*\d{1,6}\s*", str(value), re.ASCII):
            raise ValueError(value)
        if not least <= int(value) <= most:
            raise ValueError(value)
        return int(value)

    return read


def _or_none(read: Callable[[Any], int]) -> Callable[[Any], int | None]:
    return lambda value: None if value is None or str(value).strip().casefold() == "none" else read(value)


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        word = str(value).strip().strip("\"'").casefold()
        if word not in words:
            raise ValueError(value)
        return word

    return read


def _switch(value: Any) -> bool:
    return WORDS[str(value).strip().casefold()]


def _chance(value: Any) -> Fraction:
    text = str(value).strip().strip("\"'").replace(" ", "")
    if not CHANCE.fullmatch(text) or not 0 <= Fraction(text) <= 1:
        raise ValueError(value)
    return Fraction(text)


def _counts(value: Any) -> dict[Kind, int]:
    """`{hole = 6, wall = 10}` or a mapping; a kind that is not named is not drawn."""
    if isinstance(value, str):
        value = _pairs(value)
    if not isinstance(value, Mapping):
        raise ValueError(value)
    counts = dict.fromkeys(KINDS, 0)
    for kind, count in value.items():
        if kind not in counts:
            raise _Detail(said("there is no object {kind}", kind=repr(kind)))
        counts[kind] = _whole(0, 999)(count)
    return counts


def _pairs(text: str) -> dict[str, str]:
    inside = text.strip().removeprefix("{").removesuffix("}").strip().rstrip(",")
    found = [COUNTS.fullmatch(part) for part in inside.casefold().split(",")] if inside else []
    pairs = {pair["kind"]: pair["count"] for pair in found if pair is not None}
    if None in found or len(pairs) != len(found):
        raise ValueError(text)
    return pairs


def _map(value: Any) -> dict[str, Kind] | None:
    if value is None:
        return None
    if isinstance(value, Mapping):
        value = [f"{square} {kind}" for square, kind in value.items()]
    lines = value.splitlines() if isinstance(value, str) else value
    placed: dict[str, Kind] = {}
    for line in lines:
        if line.strip() and line.strip().casefold() != "end":
            square, kind = _map_line(line)
            if square in placed:
                raise _Detail(said("{square} stands there twice", square=square))
            placed[square] = kind
    return placed


def _map_line(line: str) -> tuple[str, Kind]:
    words = [word for word in re.split(r"[\s,:=]+", line.strip().casefold()) if word]
    kinds = [kind for kind in KINDS if kind in words]
    squares = [word for word in words if board.NAMED.fullmatch(word)]
    if len(words) != 2 or len(kinds) != 1 or len(squares) != 1:
        raise _Detail(said("what is {line}", line=repr(" ".join(line.split())[:40])))
    return squares[0], kinds[0]


READERS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "columns": (_whole(2, 26), said("a whole number from 2 to 26")),
    "rows": (_whole(6, 26), said("a whole number from 6 to 26")),
    "objects": (_counts, said("written like {hole = 6, springboard = 4, wall = 10}")),
    "map": (_map, said("a list of lines like `c5 hole`, each with one square and hole, springboard or wall")),
    "dreams_reach": (_one_of("waking", "sleeping"), said("waking or sleeping")),
    "waking_chance": (_chance, said("a fraction or decimal from 0 to 1, like 1/2 or 0.5")),
    "revisable": (_switch, said("on or off")),
    "practice": (_switch, said("on or off")),
    "press": (_one_of("public", "private", "none"), said("public, private or none")),
    "reminders": (_switch, said("on or off")),
    "seats": (_or_none(_whole(2, 12)), said("a whole number from 2 to 12")),
    "max_ndays": (_or_none(_whole(1, 9999)), said("a whole number from 1 to 9999, or none")),
}
