"""A second opinion on tallies, points, numbers and the order of turns; it shares no code with the game.

A game is a list of turns; each is (change or None, ballots), where ballots are (name, sign) in the order
in which they are mailed, one a minute from 11:00 of the day on which the turn is played.
"""

from dataclasses import dataclass, field
from typing import Any

DAY = 24 * 60
SIGNS = {"+": "for", "-": "against", "0": "abstain"}
Change = tuple[str, str]
"""(kind, number of the rule): amend, repeal, transmute or enact."""


@dataclass
class Rule:
    """A rule as the oracle keeps it."""

    number: str
    immutable: bool
    was: list[str] = field(default_factory=list)


@dataclass
class Oracle:
    """The game by hand: minutes since the start instead of times."""

    names: list[str]
    settings: dict[str, str]
    rules: list[Rule]
    turn: int = 0
    circuit: int = 1
    at: int = 0
    position: int = -1
    number: int = 301
    adoption: str = "unanimous"
    scores: dict[str, int] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    dormant: set[str] = field(default_factory=set)
    proposals: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.adoption = self.settings["adoption"]
        self.scores = dict.fromkeys(self.names, 0)
        self.missed = dict.fromkeys(self.names, 0)
        self._next()

    @property
    def mover(self) -> str:
        return self.names[self.position]

    def _next(self) -> None:
        """The next turn; dormant movers are passed over unless all are dormant."""
        while True:
            self.turn += 1
            self.position += 1
            if self.position == len(self.names):
                self.position = 0
                if self.circuit == 2:
                    self.adoption = "majority"
                self.circuit += 1
            if self.mover not in self.dormant or len(self.dormant) == len(self.names):
                return

    def passes(self) -> None:
        """Nothing is proposed for two days, rounded up to midnight."""
        self.at = -(-(self.at + 2 * DAY) // DAY) * DAY
        self._next()

    def wakes(self, name: str) -> None:
        """A letter wakes its writer."""
        if name in self.dormant:
            self.dormant.discard(name)
            self.missed[name] = 0

    def plays(self, day: int, changes: list[Change], ballots: list[tuple[str, str]]) -> None:
        """A turn with a proposal at 10:00 of that day, and ballots from 11:00 on."""
        proposer, words, is_closed = self.mover, dict[str, str](), False
        self.wakes(proposer)
        for minute, (name, sign) in enumerate(ballots):
            self.wakes(name)
            if is_closed:
                continue
            words[name] = SIGNS[sign]
            if all(n in words for n in self.names if n not in self.dormant):
                self.at, is_closed = day * DAY + 11 * 60 + minute, True
                self._close(proposer, changes, words)
        if not is_closed:
            self.at = (day + 1) * DAY
            self._close(proposer, changes, words)

    def _close(self, proposer: str, changes: list[Change], words: dict[str, str]) -> None:
        silent = self.settings["silence"]
        voters = [name for name in self.names if name in words or name not in self.dormant]
        final = {name: words.get(name, silent) for name in voters}
        adopted = self._is_adopted(list(final.values()), len(voters), changes)
        for name in voters:
            self.missed[name] = 0 if name in words else self.missed[name] + 1
            if self.missed[name] >= 2:
                self.dormant.add(name)
        paid = self._paid(proposer, final, adopted, len(voters))
        for name, points in paid.items():
            self.scores[name] += points
        lists = {word: [n for n in self.names if final.get(n) == word] for word in SIGNS.values()}
        row = {"number": self.number, "by": proposer, "status": "adopted" if adopted else "defeated", **lists}
        self.proposals.append(row | {"points": {name: points for name, points in paid.items() if points}})
        if adopted:
            self._apply(changes)
        self.number += 1
        self._next()

    def _is_adopted(self, cast: list[str], eligible: int, changes: list[Change]) -> bool:
        yes, no = cast.count("for"), cast.count("against")
        if yes + no == 0:
            return False
        numbers = {rule.number: rule for rule in self.rules}
        if any(kind == "transmute" and numbers[number].immutable for kind, number in changes):
            return yes == eligible
        if self.adoption == "unanimous":
            return (
                yes == eligible
                if self.settings["unanimity"] == "eligible"
                else no == 0 and yes * 2 > eligible
            )
        if self.adoption == "majority":
            return yes > no
        top, bottom = map(int, self.adoption.split("/"))
        return yes * bottom >= top * (yes + no)

    def _paid(self, proposer: str, final: dict[str, str], adopted: bool, eligible: int) -> dict[str, int]:
        paid = dict.fromkeys(self.names, 0)
        cast = list(final.values())
        yes, no = cast.count("for"), cast.count("against")
        for name, word in final.items():
            if adopted and word == "against":
                paid[name] += 10
        if not adopted:
            paid[proposer] -= 10
        of = eligible if self.settings["fraction_of"] == "eligible" else yes + no
        if of and (adopted or self.settings["defeat_scores"] == "both"):
            paid[proposer] += (2 * (self.number - 291) * yes + of) // (2 * of)
        return paid

    def _apply(self, changes: list[Change]) -> None:
        part = 0
        for kind, number in changes:
            if kind == "repeal":
                self.rules = [rule for rule in self.rules if rule.number != number]
                continue
            part += 1
            new = str(self.number) if part == 1 else f"{self.number}.{part}"
            if kind == "enact":
                self.rules.append(Rule(new, False))
                continue
            rule = next(rule for rule in self.rules if rule.number == number)
            rule.was.append(rule.number)
            rule.number = new
            rule.immutable ^= kind == "transmute"

    def listing(self) -> list[tuple[str, list[str]]]:
        """The rules in logical order, with their old numbers."""
        key = lambda rule: (not rule.immutable, [int(part) for part in rule.number.split(".")])  # noqa: E731
        return [(rule.number, rule.was) for rule in sorted(self.rules, key=key)]
