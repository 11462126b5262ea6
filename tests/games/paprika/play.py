"""Play in a few words: `Play("Ann a1, Bob b1", "c5 hole").nday("Ann: move n").at("Ann")`."""

from dataclasses import dataclass, replace
from typing import Any

from referee.games.paprika import GAME

Json = Any


def pairs(text: str) -> dict[str, str]:
    """`Ann a1, Bob b1` as a mapping."""
    return dict((part.split()[0], part.split()[1]) for part in text.split(",") if part.strip())


@dataclass(frozen=True)
class Play:
    """A case under construction; what is asked of it is asked after its last nday.

    `standing`, `frozen` and `ducking` set a start in the middle of play. All are awake unless asleep.
    """

    seats: str
    objects: str = ""
    priority: str = ""
    size: tuple[int, int] = (8, 12)
    dreams: str = "waking"
    standing: str = ""
    frozen: str = ""
    ducking: str = ""
    displays: tuple[tuple[str, "Play"], ...] = ()
    ndays: tuple[Json, ...] = ()

    def nday(self, *actions: str, asleep: str = "") -> "Play":
        """One more nday."""
        declared = {text.split(": ")[0]: text.split(": ")[1] for text in actions}
        waking = [name for name in pairs(self.seats) if name not in asleep.split()]
        return replace(self, ndays=(*self.ndays, {"waking": waking, "actions": declared}))

    def seen(self, name: str, display: "Play") -> "Play":
        """One player's display starts differently."""
        return replace(self, displays=(*self.displays, (name, display)))

    @property
    def state(self) -> Json:
        """The start in STATE's form."""
        standing = pairs(self.seats) | pairs(self.standing)
        frozen = {name: int(count) for name, count in pairs(self.frozen).items()}
        return {
            "avatars": {
                name: {"at": at, "frozen": frozen.get(name, 0), "ducking": name in self.ducking.split()}
                for name, at in standing.items()
            },
            "objects": pairs(self.objects),
            "priority": self.priority.split() or list(standing),
        }

    @property
    def case(self) -> Json:
        """The play in the case format."""
        return {
            "game": "paprika",
            "options": {"columns": self.size[0], "rows": self.size[1], "dreams_reach": self.dreams},
            "seats": pairs(self.seats),
            "state": self.state,
            "perceived": {name: display.state for name, display in self.displays},
            "ndays": list(self.ndays),
        }

    @property
    def last(self) -> Json:
        """The result of the last nday that was played."""
        return GAME.adjudicate(self.case)["ndays"][-1]

    def world(self, seer: str = "true") -> Json:
        """The true gamestate, or the one that a player perceives."""
        return self.last["true"] if seer == "true" else self.last["perceived"][seer]

    def at(self, name: str, seer: str = "true") -> str:
        """Where an avatar stands."""
        return str(self.world(seer)["avatars"][name]["at"])

    def chill(self, name: str, seer: str = "true") -> int:
        """An avatar's frozen count."""
        return int(self.world(seer)["avatars"][name]["frozen"])

    def ducks(self, name: str, seer: str = "true") -> bool:
        """Whether an avatar ducks."""
        return bool(self.world(seer)["avatars"][name]["ducking"])

    def on(self, square: str, seer: str = "true") -> str | None:
        """The object on a square."""
        found: str | None = self.world(seer)["objects"].get(square)
        return found

    def order(self, seer: str = "true") -> str:
        """The Priority List."""
        return " ".join(self.world(seer)["priority"])

    def how(self, name: str, seer: str = "true") -> str | None:
        """How a player's action went; None when it was not tried."""
        found: str | None = self.last["outcomes"][seer].get(name)
        return found

    def reached(self, seer: str = "true") -> set[str]:
        """Whose actions were tried."""
        return set(self.last["outcomes"][seer])

    @property
    def winners(self) -> list[str]:
        """Who has won."""
        return list(self.last["winners"])
