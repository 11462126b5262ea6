"""Letters of all kinds, the same for the same seed."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.soak.world import Seat
from tests.story import read_story, stories
from tests.table import REFEREE, raw_letter

SAMPLES = Path(__file__).parents[1] / "letters"
BOUNCES = Path(__file__).parents[1] / "bounces"
QUESTIONS = ("status", "help", "display", "history 2", "rules", "games", "matches", "addresses")
PROSE = ("Hi all, tough one this week.", "What a lovely dream!", "See you on Monday.")
MISTYPED = ("mvoe north", "vote fro 301", "psuh east", "don't move n", "move n if you like", "stauts")
MOVES = ("1a1-2a1", "1b1-2b1", "4c2-3c2", "4b1-3c1", "1a2-2a2", "legal", "show", "offer draw")
STROKES = ("E12 S6 W* N", "N* E3", "if blocked turn left", "field", "W4 N4", "S* W*")
COMMANDS = ("announce Hello.", "log 3", "show", "letters", "extend 1h because I may", "pause because I may")


def lines_of(game: str) -> tuple[str, ...]:
    """Orders that people write in that game."""
    events = [event for name in stories(game) for event in read_story(name).happenings]
    told = {line for event in events if event.writer not in ("", "Max") for line in event.lines}
    return (*sorted(told), *{"rithmomachia": MOVES, "paintfield": STROKES}.get(game, ()))


@dataclass
class Sack:
    """Writes letters of people who sit in those seats. `reports`: Message-IDs that a mail system reports.

    `questions`: (address, where its answer goes), each to be answered now and then.
    """

    seats: list[Seat]
    rng: random.Random
    reports: list[tuple[str, str]]
    questions: list[tuple[str, str]]
    number: int = 0
    written: list[tuple[Seat, str, bytes]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = {game: lines_of(game) for game in {seat.game for seat in self.seats}}
        self.kinds: dict[str, tuple[int, Callable[[datetime], bytes]]] = {
            "orders": (36, self.orders),
            "mistyped": (8, self.mistyped),
            "quoting": (10, self.quoting),
            "duplicate": (6, self.duplicate),
            "other text": (2, self.other_text),
            "same move": (6, self.same_move),
            "machine": (6, self.machine),
            "bounce": (4, self.bounce),
            "stranger": (4, self.stranger),
            "confirmation": (4, self.confirmation),
            "moderator": (5, self.moderator),
            "unproven": (4, self.unproven),
            "hostile": (5, self.hostile),
        }

    def letter(self, at: datetime) -> bytes:
        """The next one."""
        self.number += 1
        weights = [weight for weight, _ in self.kinds.values()]
        (kind,) = self.rng.choices(list(self.kinds), weights)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return self.kinds[kind][1](at)

    def _write(self, seat: Seat, text: str, at: datetime) -> bytes:
        to = seat.to if self.rng.random() < 0.5 else REFEREE
        id = f"<soak{self.number}@example.net>"
        writer = f"{seat.name} <{seat.address}>"
        raw = raw_letter(writer, text, at, to=to, message_id=id)
        self.written.append((seat, text, raw))
        return raw

    def _some_lines(self, seat: Seat) -> str:
        pool = (*self.lines[seat.game] * 3, *QUESTIONS, *PROSE)
        return "\n".join(self.rng.choices(pool, k=self.rng.randint(1, 3)))

    def orders(self, at: datetime) -> bytes:
        """What one plays by."""
        seat = self.rng.choice(self.seats)
        return self._write(seat, self._some_lines(seat), at)

    def mistyped(self, at: datetime) -> bytes:
        """Nearly orders."""
        return self._write(self.rng.choice(self.seats), self.rng.choice(MISTYPED), at)

    def quoting(self, at: datetime) -> bytes:
        """An answer above what it answers, where orders stand too."""
        seat = self.rng.choice(self.seats)
        quoted = self._some_lines(seat).replace("\n", "\n> ")
        said = f"{self._some_lines(seat)}\n\nOn Tue, 1 Dec 2026, the referee <{REFEREE}> wrote:\n> {quoted}"
        return self._write(seat, said, at)

    def _again(self, at: datetime) -> tuple[Seat, str, bytes]:
        if not self.written:
            self.orders(at)
        return self.rng.choice(self.written[-200:])

    def duplicate(self, at: datetime) -> bytes:
        """The very same letter."""
        return self._again(at)[2]

    def other_text(self, at: datetime) -> bytes:
        """A Message-ID that was there, and other words."""
        seat, text, raw = self._again(at)
        id = next(line for line in raw.decode().splitlines() if line.startswith("Message-ID"))
        return raw_letter(seat.address, f"{text}\nstatus", at, message_id=id.partition(": ")[2])

    def same_move(self, at: datetime) -> bytes:
        """The same words under another Message-ID."""
        seat, text, _ = self._again(at)
        return self._write(seat, text, at)

    def machine(self, at: datetime) -> bytes:
        """An absent one's mail program."""
        fields = ({"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X-Autoreply": "yes"})
        seat = self.rng.choice(self.seats)
        text = f"I am away.\n{self._some_lines(seat)}"
        return raw_letter(seat.address, text, at, self.number, extra=self.rng.choice(fields))

    def bounce(self, at: datetime) -> bytes:
        """A mail system's report, about a mail of ours or of somebody else's."""
        files = sorted(BOUNCES.glob("*.eml"))
        if self.rng.random() < 0.5 or not self.reports:
            return self.rng.choice(files).read_bytes()
        id, to = self.rng.choice(self.reports)
        report = (BOUNCES / "postfix-failed.eml").read_text("utf-8")
        told = report.replace("<abcdefghijklmnopqrstuvwxyz234567@example.org>", id)
        return told.replace("ann@example.net", to).encode()

    def stranger(self, at: datetime) -> bytes:
        """Somebody whom nobody knows."""
        who = f"stranger{self.rng.randint(1, 60)}@example.com"
        vouched = self.rng.random() < 0.5
        return raw_letter(who, self.rng.choice(("hello", "move n", "help")), at, self.number, vouched=vouched)

    def confirmation(self, at: datetime) -> bytes:
        """An answer to a question that was asked before."""
        address, to = self.rng.choice(self.questions)
        said = self.rng.choice(("confirm", "confirm", "deny", "That wasn't me."))
        return raw_letter(address, said, at, self.number, to=to)

    def moderator(self, at: datetime) -> bytes:
        """Max at work."""
        seat = self.rng.choice(self.seats)
        commands = self.rng.sample(COMMANDS, self.rng.randint(1, 2))
        text = "\n".join((f"moderate {seat.match}", *commands, "resume because I may"))
        return raw_letter("Max", text, at, self.number)

    def unproven(self, at: datetime) -> bytes:
        """A player's name, and nobody who vouches for it."""
        seat = self.rng.choice(self.seats)
        return raw_letter(seat.address, self._some_lines(seat), at, self.number, vouched=False)

    def hostile(self, at: datetime) -> bytes:
        """What no mail program writes."""
        rng = self.rng
        sample = rng.choice(sorted(SAMPLES.glob("*.eml"))).read_bytes()
        seat = rng.choice(self.seats)
        match rng.randint(0, 3):
            case 0:
                return rng.randbytes(rng.randint(0, 3000))
            case 1:
                cut = rng.randint(0, len(sample))
                return sample[:cut] + rng.randbytes(20) + sample[cut + 10 :]
            case 2:
                return self._write(seat, "move " + "n" * rng.randint(1, 50_000) + "\n" + "> " * 3000, at)
            case _:
                return self._write(seat, "\n".join(["move \u202en\x00", *["status?"] * 300]), at)
