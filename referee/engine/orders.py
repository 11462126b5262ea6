"""From the lines that a player wrote to orders: one to a line, by the verb that begins it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from rapidfuzz.distance import DamerauLevenshtein

from referee.engine.reply import Line

FILLERS = re.compile(
    r"(?:(?:please|pls|so|then|now|ok|okay|i|i'd|i'll|i'm|we|hereby|declare|that|would|like|want|will|shall|"
    r"am|going|wish|let|my|me|avatar|action|order|is|to|eu|por|favor|declaro|que|meu|minha|quero|请|我)\b"
    r"[\s,:]*)+",
    re.IGNORECASE,
)
ADDITIONS = re.compile(
    r"[\s,]*\b(?:please|pls|thanks|thank you|por favor|obrigado|obrigada)\s*$", re.IGNORECASE
)
PUNCTUATION = ".;!,: \t"


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
    """A line that is no order."""

    line: str


Reading = Order | Near | Prose


def forms(verbs: Mapping[str, Readable]) -> list[tuple[str, str]]:
    """Every first word or words with its verb's key, the longest first."""
    pairs = [(key, key) for key in verbs]
    pairs += [
        (word, key) for key, verb in verbs.items() for words in verb.synonyms.values() for word in words
    ]
    return sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0]))


def plain(line: str) -> str:
    """The line without leading fillers, trailing courtesy and a trailing full stop."""
    return ADDITIONS.sub("", line.strip().rstrip(PUNCTUATION)).rstrip(PUNCTUATION)


def read_line(line: str, verbs: Mapping[str, Readable], re_: str = "") -> Reading:
    """The line as an order of one of the verbs, a near-order, or prose."""
    text = plain(line)
    for key, verb in verbs.items():
        if verb.pattern is not None and verb.pattern.fullmatch(text):
            return _order(line, key, text, re_)
    for candidate in _beginnings(text):
        for word, key in forms(verbs):
            rest = _after(candidate, word)
            if rest is not None:
                return _order(line, key, rest if verbs[key].prose else rest.strip(), re_)
    return _misspelt(line, text, verbs) or Prose(line)


def _beginnings(text: str) -> Iterator[str]:
    """The text as it is, and without its leading fillers."""
    yield text
    found = FILLERS.match(text)
    if found:
        yield text[found.end() :]


def _after(text: str, word: str) -> str | None:
    """What follows the word at the beginning of the text, None if it does not begin so."""
    folded = text.casefold()
    if not folded.startswith(word.casefold()):
        return None
    rest = text[len(word) :]
    if rest and (rest[0].isalnum() or rest[0] in "'’-_") and word[-1].isascii() and word[-1].isalnum():
        return None
    return rest.lstrip(PUNCTUATION)


def _order(line: str, key: str, rest: str, re_: str) -> Order:
    words = tuple(word for word in re.split(r"[\s,;]+", rest.casefold()) if word)
    return Order(line=line.strip(), verb=key, rest=rest.strip(), words=words, re=re_)


def _misspelt(line: str, text: str, verbs: Mapping[str, Readable]) -> Near | None:
    """The near-order that a misspelt first word makes, if there is a verb close to it."""
    for candidate in _beginnings(text):
        first, _, rest = candidate.partition(" ")
        for word, key in forms(verbs):
            if len(first) > 2 and len(word) > 2 and _is_close(first.casefold(), word.casefold()):
                return Near(line.strip(), f"{word if verbs[key].synonyms else key} {rest}".strip())
    return None


def _is_close(written: str, word: str) -> bool:
    limit = 1 if len(word) < 6 else 2
    return 0 < DamerauLevenshtein.distance(written, word, score_cutoff=limit) <= limit


def read_orders(lines: tuple[Line, ...], verbs: Mapping[str, Readable], re_: str = "") -> tuple[Reading, ...]:
    """The unquoted lines read in the order written; blank ones are passed over.

    A block verb takes the lines that follow it up to `end` or to a blank line that is followed by
    a known order (spec/mail.md, What is read).
    """
    texts = [line.text for line in lines if not line.quoted]
    readings: list[Reading] = []
    at = 0
    while at < len(texts):
        if not texts[at].strip():
            at += 1
            continue
        reading = read_line(texts[at], verbs, re_)
        at += 1
        if isinstance(reading, Order) and verbs[reading.verb].block:
            taken = _block_length(texts[at:], verbs)
            reading = replace(reading, block=tuple(_without_end(texts[at : at + taken])))
            at += taken
        readings.append(reading)
    return tuple(readings)


def _block_length(texts: list[str], verbs: Mapping[str, Readable]) -> int:
    for at, text in enumerate(texts):
        if text.strip().casefold() in ("end", "stop"):
            return at + 1
        after_blank = at > 0 and not texts[at - 1].strip()
        if after_blank and isinstance(read_line(text, verbs), Order):
            return at
    return len(texts)


def _without_end(texts: list[str]) -> list[str]:
    return texts[:-1] if texts and texts[-1].strip().casefold() in ("end", "stop") else texts
