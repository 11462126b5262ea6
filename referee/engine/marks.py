"""Shapes, in any language, of the lines at which what somebody wrote is over.

Every question looks at a bounded piece of one line, so a letter is read in linear time.
"""

import re
from collections.abc import Sequence

from referee.engine.tongues import (
    FORWARDED,
    FROM_DEVICE,
    KEYS,
    ORDER_WORDS,
    ORIGINAL,
    SENT_AT_END,
    SENT_AT_START,
    SENT_BY,
    WROTE,
)

LONGEST = 1000
"""Of a longer line only the first and the last part are looked at."""

LONGEST_FOOT = 100
"""A longer line is no `Sent from my …`."""

RULE = "-_=~*#+,ᐧ─━═"

DATE = re.compile(
    r"(?<!\d)(?:\d{4}[-./]\s?\d{1,2}[-./]\s?\d{1,2}|\d{1,2}[-./]\s?\d{1,2}[-./]\s?\d{2,4})(?!\d)"
    r"|\d\s?[年년]|\d\s?[月월]\s?\d{1,2}\s?[日일]"
)
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
DAY = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])")
TIME = re.compile(
    r"(?<!\d)\d{1,2}\s?(?:[:：h時时點点시]\s?\d{2}(?!\d)|(?:[:：]\d{2})?\s?[ap]\.?m\b)", re.IGNORECASE
)
ADDRESS = re.compile(r"[^\s@<>()\[\]\"',;:]{1,64}@[^\W_][\w-]{0,62}\.\w", re.IGNORECASE)
ANGLED = re.compile(r"[<\[(][^<>\s]{0,64}@|@[\w.-]{1,255}[>\])]|<$")
COLON_AT_END = re.compile(r"[:：][\s*_\"'»)\]]*$")

OPTION = re.compile(r"\s{0,8}[a-z]\w{0,30}\s?=\s?[^\s=]", re.ASCII)
"""`key = value`, as settings are written; nobody's mail program announces a quote like that."""

HEADER = re.compile(
    r"^[\s*_]{0,8}(?P<key>[^\W\d_][^:：\d\n@<>\"=?!]{0,30}?)[\s*_]{0,4}"
    r"(?:[:：][*_]{0,2}(?=[\s*<\"'\[(]|$)|：|(?<=[^\x00-\x7f]):)"
)


def glance(line: str) -> str:
    """The line, or the first and the last part of a very long one."""
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} {line[-LONGEST // 2 :]}"


def is_date(line: str) -> bool:
    """Whether a date or a time of day stands in the line."""
    return bool(DATE.search(line) or TIME.search(line) or (YEAR.search(line) and DAY.search(line)))


def first_word(line: str) -> str:
    """The first word in lower case, without what decorates it."""
    words = line.split(maxsplit=1)
    return words[0].strip("*_:：\"'(").casefold() if words else ""


def is_rule(line: str) -> bool:
    """Whether the line is drawn: nothing but dashes, underscores and the like."""
    return bool(line.strip()) and not line.strip(RULE + " \t")


def reason_alone(line: str) -> str:
    """Why reading stops at this line whatever stands around it, "" if it goes on."""
    text = line.strip().strip("*_ \t") if not is_rule(line) else line.strip()
    for reason, holds in _ALONE:
        if holds(text):
            return reason
    return ""


def _is_signature(text: str) -> bool:
    is_dashes = text == "--" or (text.startswith("--") and text[2:3] not in ("-", ""))
    return is_dashes or (len(text) <= LONGEST_FOOT and _is_sent_from(text))


def _is_sent_from(text: str) -> bool:
    """Whether a device says that it sent the mail."""
    if SENT_BY.match(text):
        return True
    is_sent = SENT_AT_START.match(text) or SENT_AT_END.search(text[-40:])
    return bool(is_sent and FROM_DEVICE.search(text))


def _is_forward(text: str) -> bool:
    is_marked = text.startswith(("--", "==", "__")) or bool(COLON_AT_END.search(text))
    return is_marked and len(text.split()) <= 12 and bool(FORWARDED.search(text))


def _is_separator(text: str) -> bool:
    if is_rule(text) or text.startswith(("---", "=====", "_____", "*****", "#####", "~~~~~")):
        return True
    if text.startswith(("--", "==", "__", "##", "~~")) and text.endswith(text[:2]):
        return True
    words = text.strip(RULE + ":： ")
    return len(words) <= 40 and bool(ORIGINAL.fullmatch(words))


def _is_attribution(text: str) -> bool:
    if first_word(text) in ORDER_WORDS or OPTION.match(text):
        return False
    if text.endswith("<") and is_date(text):
        return True
    return _begins_with_date(text) and (bool(ANGLED.search(text)) or _is_name(_after_time(text)))


def _begins_with_date(text: str) -> bool:
    """Whether a date and a time stand near the beginning, as in `On 3 Dec 2026 at 10:00, …`."""
    head = text[:80]
    digit = re.search(r"\d", head)
    if digit is None or len(head[: digit.start()].split()) > 4 or re.search(r"[@:：]", head[: digit.start()]):
        return False
    return bool(TIME.search(head) and (DATE.search(head) or (YEAR.search(head) and DAY.search(head))))


def _after_time(text: str) -> str:
    last = max((found.end() for found in re.finditer(r"\d{1,4}\b", text[:80])), default=0)
    return text[last:]


def _is_name(rest: str) -> bool:
    """Whether what follows the time may be a name and no sentence."""
    words = [word.strip(",.;\"'()") for word in rest.split()]
    words = [
        word for word in words if word and word.casefold() not in ("am", "pm", "uhr", "via", "von", "de")
    ]
    return 1 <= len(words) <= 5 and not any(word[0].islower() for word in words)


_ALONE = (
    ("forwarded", _is_forward),
    ("signature", _is_signature),
    ("separator", _is_separator),
    ("attribution", _is_attribution),
)


def attribution_start(window: Sequence[str]) -> int | None:
    """Where the attribution that ends with the window's last line begins, None if there is none.

    The window: up to four lines that follow each other, none blank or quoted.
    """
    last = window[-1]
    if not COLON_AT_END.search(last):
        return None
    is_wrote = bool(WROTE.search(last[-60:]))
    if not is_wrote and _is_order_like(last):
        return None
    above = [at for at, line in enumerate(window[:-1]) if _may_open(line)]
    here = len(window) - 1
    if is_date(last) and (is_wrote or ADDRESS.search(last)):
        return here
    if is_wrote or is_date(last) or ADDRESS.search(last):
        return min(above, default=here)
    return min(above) if above and len(last.split()) <= 4 else None


def _is_order_like(line: str) -> bool:
    return first_word(line) in ORDER_WORDS and not ADDRESS.search(line)


def _may_open(line: str) -> bool:
    if first_word(line) in ORDER_WORDS or OPTION.match(line):
        return False
    return bool(ANGLED.search(line) or is_date(line))


def header_key(line: str) -> str:
    """The name of a header-like line, without spaces and in lower case, "" if it is none."""
    found = HEADER.match(line)
    if found is None or len(found["key"].split()) > 4 or first_word(line) in ORDER_WORDS:
        return ""
    return "".join(found["key"].split()).strip("*_").casefold()


def is_header_block(window: Sequence[str]) -> bool:
    """Whether the headers of another mail begin with the window's first line.

    Two or more header-like lines in any order with a date or an address among them, or one whose
    name is known with a date or an address.
    """
    key = header_key(window[0])
    is_known, is_dated = key in KEYS, bool(is_date(window[0]) or ADDRESS.search(window[0]))
    if not key or is_known == is_dated:
        return is_known and is_dated
    others = [line for line in window[1:] if header_key(line)]
    if is_dated:
        return bool(others)
    return any(header_key(line) in KEYS or is_date(line) or ADDRESS.search(line) for line in others)


def reason_quoted(lines: Sequence[str]) -> str:
    """Why reading stops at a quote that begins with these lines, their marks taken off.

    A quote that bears its own attribution was put there by a mail program, with all that follows.
    """
    texts = [glance(line) for line in lines if line.strip()]
    reason = reason_alone(texts[0]) if texts else ""
    if reason in ("attribution", "forwarded"):
        return reason
    heads = [texts[: at + 1] for at in range(len(texts))]
    is_told = any(attribution_start(head) == 0 and _names_somebody(head) for head in heads)
    is_header = bool(texts) and header_key(texts[0]) in KEYS and is_header_block(texts)
    return "attribution" if is_told or is_header else ""


def _names_somebody(texts: Sequence[str]) -> bool:
    return bool(WROTE.search(texts[-1][-60:])) or any(ADDRESS.search(text) for text in texts)
