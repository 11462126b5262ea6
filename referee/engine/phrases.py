"""What may surround an order without changing it (courtesies), and what makes it none (doubt)."""

import re
from collections.abc import Iterator

PUNCTUATION = ".;!,: \t\u3000。；！，：、"
FIRST = re.compile(r"([^\s,:]+)[\s,:]*")
BECAUSE = re.compile(r"\sbecause\s", re.IGNORECASE)
WORD = re.compile(r"[\w'’]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words(
    "please pls so then now ok okay i i'd i'll i'm we hereby declare that would like want will shall am "
    "going wish let my me avatar action order is to eu por favor declaro que meu minha quero vou gostaria de "
    "pretendo desejo ação acao é"
)
CHINESE_FILLERS = (
    *("请", "請", "我宣布", "我声明", "我的行动是", "我的行動是", "我的行动", "我的行動", "行动", "行動"),
    *("我想要", "我要", "我想", "我将", "我將", "我会", "我會", "我"),
)
OPENERS = _words("please pls i we hereby declare that eu por favor declaro que")
"""The fillers that may stand before free text: `I'd say so` says nothing to the table."""
WISHES = _words("would i'd")
"""`I would like to move` is a wish, `I like to move` is none."""
COURTESIES = ("please", "pls", "thanks", "thank you", "por favor", "obrigado", "obrigada", "谢谢")
FAREWELLS = _words(
    "regards regard cheers greetings best yours sincerely love hugs ciao bye hello hi dear abraço abraços "
    "saudações beijos atenciosamente olá oi tchau"
)
"""What a letter begins or ends with: no misspelt order, however close to one (`regards` to `regras`)."""
DOUBTS = _words(
    "not don't dont won't wont can't cant cannot never if unless maybe perhaps might não nao talvez nunca"
)
CHINESE_DOUBTS = ("不", "别", "如果", "也许", "可能", "吗")
QUESTION = re.compile("[?？]")
MOST_FILLERS = 20


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


def beginnings(text: str) -> Iterator[tuple[frozenset[str], str]]:
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
            return filler, len(text) - len(text[at + len(filler) :].lstrip(PUNCTUATION))
    found = FIRST.match(text, at)
    word = found[1].casefold().replace("’", "'") if found else ""
    return (word, found.end()) if found and word in FILLERS else ("", at)


def is_doubtful(text: str) -> bool:
    """Whether a question mark, a negation or a condition keeps the line from being an order.

    What follows `because` is a reason, which may hold any words.
    """
    text = BECAUSE.split(text, maxsplit=1)[0]
    if QUESTION.search(text) or any(word in text for word in CHINESE_DOUBTS):
        return True
    return not DOUBTS.isdisjoint(word.casefold().replace("’", "'") for word in WORD.findall(text))


def without_doubt(text: str) -> str:
    """The text without what makes it doubtful."""
    for word in CHINESE_DOUBTS:
        text = text.replace(word, "")
    words = QUESTION.sub(" ", text).split()
    certain = (word for word in words if word.casefold().strip(PUNCTUATION).replace("’", "'") not in DOUBTS)
    return plain(" ".join(certain).lstrip(PUNCTUATION))
