"""One gamestate: avatars, objects on squares, Priority List. A match of N players has N + 1 of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ConfigDict

from referee.engine.said import said
from referee.games.paprika.field import Square, reading_order

Kind = Literal["hole", "springboard", "wall"]
KINDS: tuple[Kind, ...] = ("hole", "springboard", "wall")
THINGS: Mapping[Kind, str] = {"hole": said("hole"), "springboard": said("springboard"), "wall": said("wall")}
"""What the kinds are called."""


@dataclass(frozen=True, slots=True)
class Avatar:
    """Where an avatar stands, how many of its actions will fail by freezing, whether it ducks."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    at: Square
    frozen: int = 0
    ducking: bool = False


@dataclass(frozen=True, slots=True)
class Gamestate:
    """What is so in one gamestate, true or perceived."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    avatars: Mapping[str, Avatar]
    objects: Mapping[Square, Kind]
    priority: tuple[str, ...]

    def standing(self, square: Square | None) -> tuple[str, ...]:
        """Whose avatars stand on the square, the highest on the Priority List first."""
        return tuple(name for name in self.priority if self.avatars[name].at == square)

    def with_avatar(self, name: str, avatar: Avatar) -> "Gamestate":
        """The same with one avatar changed."""
        return replace(self, avatars={**self.avatars, name: avatar})

    def with_avatars(self, changed: Mapping[str, Avatar]) -> "Gamestate":
        """The same with some avatars changed."""
        return replace(self, avatars={**self.avatars, **changed}) if changed else self

    def moved(self, name: str, square: Square) -> "Gamestate":
        """The same with one avatar standing elsewhere."""
        return self.with_avatar(name, replace(self.avatars[name], at=square))

    def with_object(self, square: Square, kind: Kind | None) -> "Gamestate":
        """The same with that object on the square, None for none."""
        others = {at: there for at, there in self.objects.items() if at != square}
        return replace(self, objects=others if kind is None else {**others, square: kind})

    def with_priority(self, names: Iterable[str]) -> "Gamestate":
        """The same with another Priority List."""
        return replace(self, priority=tuple(names))


def dump(gamestate: Gamestate) -> dict[str, Any]:
    """The gamestate as STATE of the case format."""
    return {
        "avatars": {
            name: {"at": avatar.at, "frozen": avatar.frozen, "ducking": avatar.ducking}
            for name, avatar in gamestate.avatars.items()
        },
        "objects": {at: gamestate.objects[at] for at in sorted(gamestate.objects, key=reading_order)},
        "priority": list(gamestate.priority),
    }
