"""From the lines that a player wrote to orders: one to a line, by the verb that begins it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from rapidfuzz.distance import DamerauLevenshtein

from referee.engine.reply import Line

PUNCTUATION = ".;!,: \t\u3000。；！，：、"
FIRST = re.compile(r"([^\s,:]+)[\s,:]*")
HEAD = re.compile(r"[^\W_](?:[\w'’-]*\w)?", re.ASCII)
WORD = re.compile(r"[\w'’]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words(
    "please pls so then now ok okay i i'd i'll i'm we hereby declare that would like want will shall am "
    "going wish let my me avatar action order is to eu por favor declaro que meu minha quero"
)
CHINESE_FILLERS = ("请", "我要", "我想", "我")
OPENERS = _words("please pls i we hereby declare that eu por favor declaro que")
"""The fillers that may stand before free text: `I'd say so` says nothing to the table."""
WISHES = _words("would i'd")
"""`I would like to move` is a wish, `I like to move` is none."""
COURTESIES = ("please", "pls", "thanks", "thank you", "por favor", "obrigado", "obrigada", "谢谢")
DOUBTS = _words(
    "not don't dont won't wont can't cant cannot never if unless maybe perhaps might não nao talvez nunca"
)
CHINESE_DOUBTS = ("不", "别", "如果", "也许", "可能", "吗")
QUESTION = re.compile("[?？]")
MOST_FILLERS = 20
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
    """The line without trailing courtesy and a trailing full stop."""
    text = line.strip().rstrip(PUNCTUATION)
    for _ in COURTESIES:
        shorter = _without_courtesy(text)
        if shorter == text:
            break
        text = shorter
    return text


def _without_courtesy(text: str) -> str:
    ending = text[-16:].casefold()
    for courtesy in COURTESIES:
        before = text[: len(text) - len(courtesy)]
        if ending.endswith(courtesy) and (not before or not (before[-1].isalnum() and courtesy.isascii())):
            return before.rstrip(PUNCTUATION)
    return text


def read_line(line: str, verbs: Mapping[str, Readable], re_: str = "") -> Reading:
    """The line as an order of one of the verbs, a near-order, or prose."""
    return Lexicon.of(verbs).read(line, re_)


def read_orders(lines: tuple[Line, ...], verbs: Mapping[str, Readable], re_: str = "") -> tuple[Reading, ...]:
    """The unquoted lines read in the order written; blank ones are passed over.

    A block verb takes the lines that follow it up to `end` or to a blank line that is followed by
    a known order (spec/mail.md, What is read).
    """
    lexicon = Lexicon.of(verbs)
    texts = [line.text for line in lines if not line.quoted]
    readings: list[Reading] = []
    at = 0
    while at < len(texts):
        if not texts[at].strip():
            at += 1
            continue
        reading = lexicon.read(texts[at], re_)
        at += 1
        if isinstance(reading, Order) and verbs[reading.verb].block:
            taken = _block_length(texts[at:], lexicon)
            reading = replace(reading, block=tuple(_without_end(texts[at : at + taken])))
            at += taken
        readings.append(reading)
    return tuple(readings)


def _block_length(texts: list[str], lexicon: "Lexicon") -> int:
    for at, text in enumerate(texts):
        if text.strip().casefold() in ("end", "stop"):
            return at + 1
        after_blank = at > 0 and not texts[at - 1].strip()
        if after_blank and isinstance(lexicon.read(text), Order):
            return at
    return len(texts)


def _without_end(texts: list[str]) -> list[str]:
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
                first = form.split(" ")[0].casefold()
                spaced[first] = (*spaced.get(first, ()), (form, key))
            else:
                unspaced.append((form, key))
        return cls(verbs, spaced, tuple(unspaced))

    def read(self, line: str, re_: str = "") -> Reading:
        """The line as an order, a near-order, or prose."""
        text = plain(line)
        found = self._find(text)
        if not _is_doubtful(text):
            return _order(line, *found, re_) if found else self._misspelt(line, text) or Prose(line)
        if found and (self.verbs[found[0]].prose or self.verbs[found[0]].block):
            return _order(line, *found, re_)
        certain = _without_doubt(text)
        return Near(line.strip(), certain) if self._find(certain) else Prose(line)

    def _find(self, text: str) -> tuple[str, str] | None:
        """The verb of the text and what follows it; the whole text when a pattern matched."""
        for left_out, candidate in _beginnings(text):
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
        """The forms that may begin the text."""
        head = HEAD.match(text)
        if head is not None:
            yield from self.spaced.get(head[0].casefold(), ())
        yield from self.unspaced

    def _misspelt(self, line: str, text: str) -> Near | None:
        """The near-order that a misspelt first word makes, if there is a verb close to it."""
        for _, candidate in _beginnings(text):
            written, _, rest = candidate.partition(" ")
            if len(written) > 2 and len(candidate) <= LONGEST_GUESS:
                for first in self.spaced:
                    if _is_close(written.casefold().strip(PUNCTUATION), first):
                        return Near(line.strip(), f"{first} {rest}".strip())
        return None


def _beginnings(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The text without none, one, two … of its leading fillers, each with the fillers left out."""
    left_out: frozenset[str] = frozenset()
    at = 0
    yield left_out, text
    for _ in range(MOST_FILLERS):
        filler, end = _filler(text, at)
        if not filler or end == len(text):
            return
        left_out, at = left_out | {filler}, end
        if "like" not in left_out or left_out & WISHES:
            yield left_out, text[at:]


def _filler(text: str, at: int) -> tuple[str, int]:
    """The filler that stands there and where the next word begins; "" for none."""
    for filler in CHINESE_FILLERS:
        if text.startswith(filler, at):
            return filler, at + len(filler)
    found = FIRST.match(text, at)
    word = found[1].casefold().replace("’", "'") if found else ""
    return (word, found.end()) if found and word in FILLERS else ("", at)


def _after(text: str, form: str) -> str | None:
    """What follows the form at the beginning of the text, None if it does not begin so."""
    if text[: len(form)].casefold() != form.casefold():
        return None
    rest = text[len(form) :]
    if rest and (rest[0].isalnum() or rest[0] in "'’-_") and not _is_unspaced(form[-1]):
        return None
    return rest.lstrip(PUNCTUATION)


def _is_unspaced(sign: str) -> bool:
    """Whether words of that script stand without spaces."""
    return "\u3040" <= sign <= "\u9fff"


def _is_doubtful(text: str) -> bool:
    """Whether a question mark, a negation or a condition keeps the line from being an order.

    What follows `because` is a reason, which may hold any words.
    """
    text = text.split(" because ", 1)[0]
    if QUESTION.search(text) or any(word in text for word in CHINESE_DOUBTS):
        return True
    return not DOUBTS.isdisjoint(word.casefold().replace("’", "'") for word in WORD.findall(text))


def _without_doubt(text: str) -> str:
    """The text without what makes it doubtful."""
    for word in CHINESE_DOUBTS:
        text = text.replace(word, "")
    words = QUESTION.sub(" ", text).split()
    certain = (word for word in words if word.casefold().strip(PUNCTUATION).replace("’", "'") not in DOUBTS)
    return plain(" ".join(certain).lstrip(PUNCTUATION))


def _order(line: str, key: str, rest: str, re_: str) -> Order:
    words = tuple(word for word in re.split(r"[\s,;]+", rest.casefold()) if word)
    return Order(line=line.strip(), verb=key, rest=rest.strip(), words=words, re=re_)


def _is_close(written: str, word: str) -> bool:
    """Whether it is the word with a slip or two; short ones must begin alike."""
    limit = 1 if len(word) < 6 else 2
    if len(word) < 3 or abs(len(written) - len(word)) > limit:
        return False
    if len(word) < 5 and written[0] != word[0] and sorted(written) != sorted(word):
        return False
    return 0 < DamerauLevenshtein.distance(written, word, score_cutoff=limit) <= limit
