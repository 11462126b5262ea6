"""Reading a case: every key, name, square and action is checked, and the first fault is told."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.errors import CaseError
from referee.games.paprika.actions import Action, brief, strict
from referee.games.paprika.field import Field, Square
from referee.games.paprika.gamestate import KINDS, Avatar, Gamestate, Kind
from referee.games.paprika.names import is_case_name
from referee.games.paprika.turn import Ground

T = TypeVar("T", bound=str)

KEYS = ("game", "options", "seats", "objects", "priority", "ndays", "state", "perceived")
REACHES = ("waking", "sleeping")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A case of which field and names are known."""

    case: Mapping[str, Any]
    ground: Ground
    names: tuple[str, ...]

    @classmethod
    def of(cls, case: Any) -> "Sheet":
        """The case with its keys, options and seats checked."""
        sheet = mapping("the case", case, KEYS)
        if sheet.get("game") != "paprika":
            raise CaseError(f"game: {sheet.get('game')!r} is not 'paprika'.")
        for key in ("seats", "ndays"):
            if key not in sheet:
                raise CaseError(f"{key}: missing.")
        options = mapping("options", sheet.get("options", {}), ("columns", "rows", "dreams_reach"))
        columns = whole("options.columns", options.get("columns", 8), 1, 26)
        rows = whole("options.rows", options.get("rows", 12), 2, 99)
        reach = one_of("options.dreams_reach", options.get("dreams_reach", "waking"), REACHES)
        field = Field(columns, rows, seats(sheet["seats"], Field(columns, rows, {})))
        return cls(sheet, Ground(field, reach), tuple(field.homes))

    def start(self) -> Gamestate:
        """The gamestate that all start with, perceived ones aside that the case gives."""
        if "state" not in self.case:
            homes = {name: Avatar(square) for name, square in self.ground.field.homes.items()}
            return Gamestate(
                homes, self._objects("objects", self.case), self._priority("priority", self.case)
            )
        for key in ("objects", "priority"):
            if key in self.case:
                raise CaseError(f"{key}: not together with state.")
        return self._gamestate("state", self.case["state"])

    def displays(self, true: Gamestate) -> dict[str, Gamestate]:
        """Each player's perceived gamestate at the start."""
        given = self._by_name("perceived", self.case.get("perceived", {}))
        read = {name: self._gamestate(f"perceived.{name}", value) for name, value in given.items()}
        return {name: read.get(name, true) for name in self.names}

    def ndays(self) -> tuple[tuple[tuple[str, ...], Mapping[str, Action]], ...]:
        """Who is awake and what is declared in each nday."""
        given = listing("ndays", self.case["ndays"])
        return tuple(self._nday(f"ndays[{at}]", nday) for at, nday in enumerate(given))

    def _nday(self, where: str, value: Any) -> tuple[tuple[str, ...], Mapping[str, Action]]:
        nday = mapping(where, value, ("waking", "actions"))
        waking = self._distinct(f"{where}.waking", nday.get("waking", []))
        declared = self._by_name(f"{where}.actions", nday.get("actions", {}))
        return waking, {
            name: self._action(f"{where}.actions.{name}", text) for name, text in declared.items()
        }

    def _action(self, where: str, value: Any) -> Action:
        if not isinstance(value, str):
            raise CaseError(f"{where}: {brief(value)} is no text.")
        try:
            return strict(value, self.names)
        except ValueError as wrong:
            raise CaseError(f"{where}: {wrong}") from None

    def _gamestate(self, where: str, value: Any) -> Gamestate:
        given = mapping(where, value, ("avatars", "objects", "priority"))
        avatars = self._by_name(f"{where}.avatars", given.get("avatars", {}))
        for name in self.names:
            if name not in avatars:
                raise CaseError(f"{where}.avatars: {name} is missing.")
        return Gamestate(
            {name: self._avatar(f"{where}.avatars.{name}", avatars[name]) for name in self.names},
            self._objects(f"{where}.objects", given),
            self._priority(f"{where}.priority", given),
        )

    def _avatar(self, where: str, value: Any) -> Avatar:
        given = mapping(where, value, ("at", "frozen", "ducking"))
        if "at" not in given:
            raise CaseError(f"{where}.at: missing.")
        ducking = given.get("ducking", False)
        if not isinstance(ducking, bool):
            raise CaseError(f"{where}.ducking: {brief(ducking)} is neither true nor false.")
        frozen = whole(f"{where}.frozen", given.get("frozen", 0), 0, 2)
        return Avatar(square_of(f"{where}.at", given["at"], self.ground.field), frozen, ducking)

    def _objects(self, where: str, holder: Mapping[str, Any]) -> dict[Square, Kind]:
        given = mapping(where, holder.get("objects", {}))
        return {
            square_of(where, square, self.ground.field): one_of(f"{where}.{square}", kind, KINDS)
            for square, kind in given.items()
        }

    def _priority(self, where: str, holder: Mapping[str, Any]) -> tuple[str, ...]:
        names = self._distinct(where, holder.get("priority", list(self.names)))
        for name in self.names:
            if name not in names:
                raise CaseError(f"{where}: {name} is missing.")
        return names

    def _by_name(self, where: str, value: Any) -> dict[str, Any]:
        """A mapping by players' names, in their own spelling."""
        given = mapping(where, value)
        return dict(zip(self._distinct(where, list(given)), given.values(), strict=True))

    def _distinct(self, where: str, value: Any) -> tuple[str, ...]:
        names = tuple(self._name(where, name) for name in listing(where, value))
        for name in names:
            if names.count(name) > 1:
                raise CaseError(f"{where}: {name} stands there twice.")
        return names

    def _name(self, where: str, value: Any) -> str:
        for name in self.names:
            if isinstance(value, str) and name.casefold() == value.casefold():
                return name
        raise CaseError(f"{where}: {brief(value)} is nobody's name.")


def seats(value: Any, field: Field) -> dict[str, Square]:
    """The initial squares by names that may be borne."""
    given = mapping("seats", value)
    if not given:
        raise CaseError("seats: nobody plays.")
    folded: dict[str, str] = {}
    for name in given:
        if not is_case_name(name):
            raise CaseError(f"seats: {brief(name)} can't be a name.")
        if name.casefold() in folded:
            raise CaseError(f"seats: {folded[name.casefold()]} and {name} differ only in letter case.")
        folded[name.casefold()] = name
    return {name: square_of(f"seats.{name}", square, field) for name, square in given.items()}


def mapping(where: str, value: Any, keys: Collection[str] | None = None) -> Mapping[str, Any]:
    """An object of JSON with no keys but those."""
    if not isinstance(value, Mapping):
        raise CaseError(f"{where}: {brief(value)} is no object.")
    for key in value:
        if keys is not None and key not in keys:
            raise CaseError(f"{where}: unknown key {brief(key)}; there are {', '.join(keys)}.")
    return value


def listing(where: str, value: Any) -> list[Any]:
    """A list of JSON."""
    if not isinstance(value, list):
        raise CaseError(f"{where}: {brief(value)} is no list.")
    return value


def whole(where: str, value: Any, least: int, most: int) -> int:
    """A whole number within its limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise CaseError(f"{where}: {brief(value)} is no whole number from {least} to {most}.")
    return value


def one_of(where: str, value: Any, words: Collection[T]) -> T:
    """One of the words."""
    for word in words:
        if value == word:
            return word
    raise CaseError(f"{where}: {brief(value)} is none of {', '.join(words)}.")


def square_of(where: str, value: Any, field: Field) -> Square:
    """The name of a square on the field."""
    if not isinstance(value, str) or not field.has(value):
        raise CaseError(f"{where}: {brief(value)} is no square of the {field.columns} x {field.rows} field.")
    return value
