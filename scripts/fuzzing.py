"""Hostile letters by atheris; `scripts/fuzz` says how to call it, and brings atheris."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.hostile import Siege

ROOT = Path(__file__).parents[1]
FINDINGS = ROOT / "build" / "fuzz"
KINDS = ("letters", "bytes", "orders")
WRITERS = ("Ann", "Max", "Eve <eve@evil.example>")
LETTERS = 150
"""So many fall on one match before a fresh one is set up."""


class Provided:
    """Pieces of a letter as atheris provides them."""

    def __init__(self, provider: Any) -> None:
        self.provider = provider

    def of(self, things: Sequence[str]) -> str:
        """One of the things."""
        return things[self.count(len(things) - 1)]

    def text(self) -> str:
        """Any short text."""
        return str(self.provider.ConsumeUnicode(self.count(30)))

    def count(self, most: int) -> int:
        """A number from 0 to `most`."""
        return int(self.provider.ConsumeIntInRange(0, most))


class Field:
    """A match under siege, a fresh one from time to time."""

    def __init__(self, atheris: Any, hostile: Any, kind: str) -> None:
        self.atheris, self.hostile, self.kind = atheris, hostile, kind
        self.open, self.fallen = ExitStack(), LETTERS
        self.here: Siege | None = None

    def fresh(self) -> "Siege":
        """The match on which the next letter falls."""
        if self.here is None or self.fallen >= LETTERS:
            self.open.close()
            self.here, self.fallen = self.open.enter_context(self.hostile.siege()), 0
        self.fallen += 1
        return self.here

    def __call__(self, data: bytes) -> None:
        """One letter falls."""
        here = self.fresh()
        if self.kind == "bytes":
            here.from_eve(data)
            return
        choice = Provided(self.atheris.FuzzedDataProvider(data))
        if self.kind == "letters":
            write = (self.hostile.mutated, self.hostile.forged)[choice.count(1)]
            here.from_eve(write(choice))
            return
        writer = choice.of(WRITERS)
        here.from_proven(writer, self.hostile.body(choice, "moderate m1" if writer == "Max" else ""))


def main(minutes: str = "10", kind: str = "letters", *others: str) -> None:
    """Draws letters for so many minutes; `others` are files to try again, or options of libFuzzer."""
    if kind not in KINDS:
        sys.exit(f"scripts/fuzz: there is no {kind}; there are {', '.join(KINDS)}")
    atheris = import_module("atheris")
    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["referee"]):
        hostile = import_module("tests.hostile")
    FINDINGS.mkdir(parents=True, exist_ok=True)
    begin = () if any(Path(other).is_file() for other in others) else (str(ROOT / "tests" / "letters"),)
    corpus = FINDINGS / f"corpus-{kind}"
    corpus.mkdir(exist_ok=True)
    found = (str(corpus), *begin) if begin else ()
    limits = (f"-max_total_time={int(minutes) * 60}", "-timeout=60", "-rss_limit_mb=1024", "-max_len=4096")
    options = (*limits, f"-artifact_prefix={FINDINGS}/", "-print_final_stats=1")
    atheris.Setup([sys.argv[0], *found, *options, *others], Field(atheris, hostile, kind))
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
