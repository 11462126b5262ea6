"""A second referee of Paprika cases, written from the specification alone: dicts, loops, nothing shared.

It knows no bad cases; only its results are compared.
"""

import copy
from typing import Any

Json = Any
STEPS = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}


def oracle(case: Json) -> Json:
    """The result of a good case."""
    return Oracle(case).play()


class Oracle:
    """One case with N + 1 mutable gamestates."""

    def __init__(self, case: Json) -> None:
        options = case.get("options", {})
        self.width = options.get("columns", 8)
        self.height = options.get("rows", 12)
        self.mode = options.get("dreams_reach", "waking")
        self.home = {name: xy(square) for name, square in case["seats"].items()}
        self.case = case
        plain = {
            "avatars": {name: {"at": square} for name, square in case["seats"].items()},
            "objects": case.get("objects", {}),
            "priority": case.get("priority", list(case["seats"])),
        }
        start = case.get("state", plain)
        self.worlds = {"true": self.world(start)}
        for name in self.home:
            self.worlds[name] = self.world(case.get("perceived", {}).get(name, start))
        self.took: dict[str, list[set[str]]] = {where: [] for where in self.worlds}

    def world(self, state: Json) -> Json:
        return {
            "avatars": {
                name: {
                    "xy": xy(state["avatars"][name]["at"]),
                    "frozen": state["avatars"][name].get("frozen", 0),
                    "duck": state["avatars"][name].get("ducking", False),
                }
                for name in self.home
            },
            "things": {xy(square): kind for square, kind in state.get("objects", {}).items()},
            "list": list(state.get("priority", list(self.home))),
        }

    def play(self) -> Json:
        results = []
        for nday in self.case["ndays"]:
            result = self.nday(set(nday.get("waking", [])), nday.get("actions", {}))
            results.append(result)
            if result["winners"]:
                break
        return {"ndays": results}

    def nday(self, awake: set[str], said: dict[str, str]) -> Json:
        outcomes: Json = {where: {} for where in self.worlds}
        winners: list[str] = []
        for where, world in self.worlds.items():
            took = set()
            if where == "true":
                winners = self.on_top(world)
            for actor in list(world["list"]):
                if where == "true" and winners:
                    break
                if actor not in said:
                    continue
                if where == "true":
                    hits = actor in awake
                elif where == actor:
                    hits = True
                elif self.mode == "waking":
                    hits = where in awake
                else:
                    hits = (where in awake and actor in awake) or (where not in awake and actor not in awake)
                if not hits and where != "true":
                    continue
                took.add(actor)
                figure = world["avatars"][actor]
                figure["duck"] = False
                if hits:
                    outcomes[where][actor] = self.act(where, world, actor, said[actor].split())
                if figure["frozen"] > 0:
                    figure["frozen"] -= 1
                if where == "true":
                    winners = self.on_top(world)
            self.took[where].append(took)
        self.show_truth(said, outcomes)
        return {
            "true": self.printed("true"),
            "perceived": {name: self.printed(name) for name in self.home},
            "outcomes": outcomes,
            "winners": sorted(winners),
        }

    def on_top(self, world: Json) -> list[str]:
        return [name for name in self.home if world["avatars"][name]["xy"][1] == self.height]

    def on(self, spot: tuple[int, int]) -> bool:
        return spot[0] in range(1, self.width + 1) and spot[1] in range(1, self.height + 1)

    def act(self, where: str, world: Json, actor: str, words: list[str]) -> str:
        me = world["avatars"][actor]
        things = world["things"]
        if me["frozen"] > 0:
            return "frozen"
        here = me["xy"]
        dx = dy = 0
        if len(words) > 1 and words[0] != "cut":
            dx = sum(STEPS[letter][0] for letter in words[1])
            dy = sum(STEPS[letter][1] for letter in words[1])
        one = (here[0] + dx, here[1] + dy)
        two = (here[0] + 2 * dx, here[1] + 2 * dy)
        three = (here[0] + 3 * dx, here[1] + 3 * dy)
        if words[0] in ("tilt", "focus"):
            before = self.took[where][-1:] if words[0] == "tilt" else self.took[where][-2:]
            if any(actor in took for took in before):
                return "acted-recently"
        if words[0] == "move":
            if things.get(one) == "wall":
                return "wall"
            self.come(world, actor, one)
        elif words[0] == "leapfrog":
            if not any(other["xy"] == one for other in world["avatars"].values()):
                return "no-avatar"
            if things.get(two) == "wall":
                return "wall"
            self.come(world, actor, two)
        elif words[0] == "cut":
            world["list"].remove(actor)
            world["list"].insert(0, actor)
        elif words[0] == "clear":
            if one not in things:
                return "nothing-there"
            del things[one]
        elif words[0] in ("dig", "build"):
            if not self.on(one):
                return "off-field"
            there = [name for name, other in world["avatars"].items() if other["xy"] == one]
            if one in things or (words[0] == "build" and there):
                return "occupied"
            things[one] = "wall" if words[0] == "build" else "hole"
            if words[0] == "dig":
                for name in there:
                    self.come(world, name, one)
        elif words[0] == "push":
            able = [
                name
                for name in world["list"]
                if world["avatars"][name]["xy"] == one
                and not world["avatars"][name]["duck"]
                and name != actor
            ]
            if len(words) == 3:
                able = [name for name in able if name == words[2]]
            if not able:
                return "no-avatar"
            if things.get(two) == "wall":
                return "wall"
            if not self.on(two) or not self.on(three):
                world["avatars"][able[0]]["xy"] = self.home[able[0]]
            elif things.get(three) == "wall":
                self.come(world, able[0], two)
            else:
                self.come(world, able[0], three)
        elif words[0] == "freeze":
            for name, other in world["avatars"].items():
                if name != actor and other["xy"] in (here, one, two) and not other["duck"]:
                    other["frozen"] = 2
        elif words[0] == "duck":
            me["duck"] = True
        elif words[0] == "tilt":
            for name, other in world["avatars"].items():
                goal = (other["xy"][0] + dx, other["xy"][1] + dy)
                if things.get(goal) != "wall":
                    self.come(world, name, goal)
        return "ok"

    def come(self, world: Json, name: str, spot: tuple[int, int]) -> None:
        """The avatar enters a square that is no wall; objects take it on."""
        used: list[tuple[int, int]] = []
        while True:
            thing = world["things"].get(spot)
            if not self.on(spot) or spot in used or (used and thing == "wall"):
                spot = self.home[name]
                break
            if thing is None:
                break
            used.append(spot)
            spot = (spot[0], spot[1] - 4) if thing == "hole" else (spot[0], spot[1] + 3)
        world["avatars"][name]["xy"] = spot

    def show_truth(self, said: dict[str, str], outcomes: Json) -> None:
        truth = self.worlds["true"]
        for actor in said:
            if said[actor] != "focus" or outcomes[actor].get(actor) != "ok":
                continue
            seen = self.worlds[actor]
            centre = truth["avatars"][actor]["xy"]
            for x in range(centre[0] - 1, centre[0] + 2):
                for y in range(centre[1] - 1, centre[1] + 2):
                    seen["things"].pop((x, y), None)
                    if (x, y) in truth["things"]:
                        seen["things"][x, y] = truth["things"][x, y]
            for name in self.home:
                real, shown = truth["avatars"][name], seen["avatars"][name]
                if max(abs(real["xy"][0] - centre[0]), abs(real["xy"][1] - centre[1])) <= 1:
                    seen["avatars"][name] = copy.copy(real)
                elif max(abs(shown["xy"][0] - centre[0]), abs(shown["xy"][1] - centre[1])) <= 1:
                    shown["xy"] = self.home[name]

    def printed(self, where: str) -> Json:
        world = self.worlds[where]
        return {
            "avatars": {
                name: {"at": named(one["xy"]), "frozen": one["frozen"], "ducking": one["duck"]}
                for name, one in world["avatars"].items()
            },
            "objects": {named(spot): thing for spot, thing in world["things"].items()},
            "priority": list(world["list"]),
        }


def xy(square: str) -> tuple[int, int]:
    return "abcdefghijklmnopqrstuvwxyz".index(square[0]) + 1, int(square[1:])


def named(spot: tuple[int, int]) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[spot[0] - 1] + str(spot[1])
