"""From the lines that a player wrote to orders: one to a line, by the verb that begins it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import merge
from typing import Protocol

from rapidfuzz.distance import DamerauLevenshtein

from referee.engine.phrases import (
    FAREWELLS,
    OPENERS,
    PUNCTUATION,
    beginnings,
    is_doubtful,
    plain,
    without_doubt,
)
from referee.engine.reply import Line

__all__ = ["Near", "Order", "Prose", "Readable", "Reading", "forms", "plain", "read_line", "read_orders"]

HEAD = re.compile(r"[^\W_](?:[\w'’-]*\w)?", re.ASCII)
LONGEST_GUESS = 60


class Readable(Protocol):
    """What the splitter asks of a verb (engine.game.Verb has it)."""

    @property
    def pattern(self) -> re.Pattern[str] | None: ...
    @property
    def block(self) -> bool: ...
    @property
    def prose(self) -> bool: ...
    @property
    def synonyms(self) -> Mapping[str, tuple[str, ...]]: ...


@dataclass(frozen=True, slots=True)
class Order:
    """One order as written.

    `line`: as the player typed it. `verb`: the key of its verb. `rest`: what follows the verb, its
    case kept, without a trailing full stop. `words`: `rest` in lower case, split, without commas.
    `block`: the further lines of a block order. `re`: what the mail that was answered was about
    (`Game.about`), if it answered one of ours.
    """

    line: str
    verb: str
    rest: str = ""
    words: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    re: str = ""


@dataclass(frozen=True, slots=True)
class Near:
    """A line that looks like an order and is none; `meant` is what was probably meant."""

    line: str
    meant: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A line that is no order; `is_text`: it stands in a delimited block, where nothing is one."""

    line: str
    is_text: bool = False


Reading = Order | Near | Prose


def forms(verbs: Mapping[str, Readable]) -> list[tuple[str, str]]:
    """Every first word or words with its verb's key, the longest first."""
    pairs = [(key, key) for key in verbs]
    pairs += [
        (word, key) for key, verb in verbs.items() for words in verb.synonyms.values() for word in words
    ]
    return sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0]))


def read_line(line: str, verbs: Mapping[str, Readable], re_: str = "") -> Reading:
    """The line as an order of one of the verbs, a near-order, or prose."""
    return Lexicon.of(verbs).read(line, re_)


def read_orders(lines: tuple[Line, ...], verbs: Mapping[str, Readable], re_: str = "") -> tuple[Reading, ...]:
    """The unquoted lines read in the order written; blank ones are passed over.

    A line of a delimited block is text, never an order.

    A block verb takes the lines that follow it up to `end` or to a blank line that is followed by
    a known order (spec/mail.md, What is read).
    """
    lexicon = Lexicon.of(verbs)
    unquoted = [line for line in lines if not line.quoted]
    readings: list[Reading] = []
    at = 0
    while at < len(unquoted):
        line = unquoted[at]
        at += 1
        if not line.text.strip():
            continue
        reading = Prose(line.text, is_text=True) if line.block else lexicon.read(line.text, re_)
        if isinstance(reading, Order) and verbs[reading.verb].block:
            taken = _block_length(unquoted[at:], lexicon)
            reading = replace(reading, block=tuple(_without_end(unquoted[at : at + taken])))
            at += taken
        readings.append(reading)
    return tuple(readings)


def _block_length(lines: list[Line], lexicon: "Lexicon") -> int:
    for at, line in enumerate(lines):
        if line.block:
            continue
        if line.text.strip().casefold() in ("end", "stop"):
            return at + 1
        after_blank = at > 0 and not lines[at - 1].text.strip()
        if after_blank and isinstance(lexicon.read(line.text), Order):
            return at
    return len(lines)


def _without_end(lines: list[Line]) -> list[str]:
    texts = [line.text for line in lines]
    return texts[:-1] if texts and texts[-1].strip().casefold() in ("end", "stop") else texts


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words that begin an order: by their first word, and those that stand without spaces."""

    verbs: Mapping[str, Readable]
    spaced: Mapping[str, tuple[tuple[str, str], ...]]
    unspaced: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, verbs: Mapping[str, Readable]) -> "Lexicon":
        """The lexicon of some verbs; among forms with the same first word the longest come first."""
        spaced: dict[str, tuple[tuple[str, str], ...]] = {}
        unspaced: list[tuple[str, str]] = []
        for form, key in forms(verbs):
            if form.isascii():
                first = form.split(" ")[0].rstrip(":").casefold()
                spaced[first] = (*spaced.get(first, ()), (form, key))
            else:
                unspaced.append((form, key))
        return cls(verbs, spaced, tuple(unspaced))

    def read(self, line: str, re_: str = "") -> Reading:
        """The line as an order, a near-order, or prose."""
        text = plain(line)
        found = self._find(text)
        if not is_doubtful(text):
            return _order(line, *found, re_) if found else self._misspelt(line, text) or Prose(line)
        if found and (self.verbs[found[0]].prose or self.verbs[found[0]].block):
            return _order(line, *found, re_)
        certain = without_doubt(text)
        return Near(line.strip(), certain) if self._find(certain) else Prose(line)

    def _find(self, text: str) -> tuple[str, str] | None:
        """The verb of the text and what follows it; the whole text when a pattern matched."""
        for left_out, candidate in beginnings(text):
            for key, verb in self.verbs.items():
                if verb.pattern is not None and verb.pattern.fullmatch(candidate):
                    return key, candidate
            for form, key in self._forms_of(candidate):
                rest = _after(candidate, form)
                if rest is not None and (left_out <= OPENERS or not self._is_free(key)):
                    return key, rest
        return None

    def _is_free(self, key: str) -> bool:
        return self.verbs[key].prose and not self.verbs[key].block

    def _forms_of(self, text: str) -> Iterator[tuple[str, str]]:
        """The forms that may begin the text, the longest first: `fuso horário` before `fuso`."""
        head = HEAD.match(text)
        spaced = () if head is None else self.spaced.get(head[0].casefold(), ())
        yield from merge(spaced, self.unspaced, key=lambda pair: -len(pair[0]))

    def _misspelt(self, line: str, text: str) -> Near | None:
        """The near-order that a misspelt first word makes, if there is a verb close to it."""
        for _, candidate in beginnings(text):
            written, _, rest = candidate.partition(" ")
            word = written.casefold().strip(PUNCTUATION)
            if len(written) > 2 and len(candidate) <= LONGEST_GUESS and word not in FAREWELLS:
                first = self._closest(word)
                if first is not None:
                    return Near(line.strip(), f"{first} {rest}".strip())
        return None

    def _closest(self, written: str) -> str | None:
        """The first word of a form that is closest to what was written, if any is close."""
        close = [first for first in self.spaced if _is_close(written, first)]
        return min(close, key=lambda first: DamerauLevenshtein.distance(written, first), default=None)


def _after(text: str, form: str) -> str | None:
    """What follows the form at the beginning of the text, None if it does not begin so."""
    if text[: len(form)].casefold() != form.casefold():
        return None
    rest = text[len(form) :]
    if rest and (rest[0].isalnum() or rest[0] in "'’-_") and not _ends(form):
        return None
    return rest.lstrip(PUNCTUATION)


def _ends(form: str) -> bool:
    """Whether the form ends by itself: with a colon, or in a script whose words stand without spaces."""
    return "\u3040" <= form[-1] <= "\u9fff" or form[-1] in ":："


def _order(line: str, key: str, rest: str, re_: str) -> Order:
    words = tuple(word for word in re.split(r"[\s,;]+", rest.casefold()) if word)
    return Order(line=line.strip(), verb=key, rest=rest.strip(), words=words, re=re_)


def whole(word: str) -> int | None:
    """The whole number that the word is, None if it is none or longer than anything counted here."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 9 else None


def as_written(order: Order) -> str:
    """What an order's line begins with: its verb in the words that the writer used."""
    return plain(order.line).removesuffix(order.rest)


def as_typed(order: Order) -> str:
    """What follows the verb of an order in free words, with the full stop and the thanks that end it."""
    return order.line[len(as_written(order).rstrip(PUNCTUATION)) :].lstrip(" \t\u3000:：,，").strip()


def _is_close(written: str, word: str) -> bool:
    """Whether it is the word with a slip or two; short ones must begin alike."""
    limit = 1 if len(word) < 6 else 2
    if len(word) < 3 or abs(len(written) - len(word)) > limit:
        return False
    if len(word) < 5 and written[0] != word[0] and sorted(written) != sorted(word):
        return False
    return 0 < DamerauLevenshtein.distance(written, word, score_cutoff=limit) <= limit
