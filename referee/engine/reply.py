"""What the sender of a mail wrote: the lines before quotes, signatures and forwarded mails."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from referee.engine import marks

BLOCKS = {"{{{": "}}}", "{": "}", "***": "***", "```": "```"}
"""Lines that open a delimited block, and the line that closes each."""

ENDS = ("end", "stop")
MAX_LINES = 5_000
"""What stands below so many lines is not read."""

QUOTED = re.compile(r"\s{0,8}(?:[>|＞｜]|&gt;|[A-Z][A-Za-z]{0,14}>)")
QUOTED_ONCE = re.compile(r"\s{0,8}[>|＞｜] ?(?![>|＞｜ ]*[>|＞｜])")

_SPACES = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
_BREAKS = dict.fromkeys((0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029), "\n")
_DASHES = dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-")
_QUOTES = {**dict.fromkeys(map(ord, "“”„‟″"), '"'), **dict.fromkeys(map(ord, "‘’‚‛′"), "'")}
_NOTHING = dict.fromkeys(
    (
        *(code for code in range(0x20) if code not in (0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E)),
        *(0x7F, 0xAD, 0x061C, 0x180E, 0xFEFF, 0xFE0E, 0xFE0F),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
    ),
    "",
)
PLAIN: dict[int, str] = _NOTHING | _SPACES | _BREAKS | _DASHES | _QUOTES


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text part. `quoted`: it begins with `>` or `|`, and never acts.

    `block`: it belongs to a delimited block (its delimiters included), and is text, never an order.
    """

    text: str
    quoted: bool = False
    block: bool = False


@dataclass(frozen=True, slots=True)
class ReplyText:
    """The lines up to where reading stopped, and why it stopped.

    `stop` is the line at which reading stopped (it and all after it is not read), None at the end
    of the text; `reason` is one of `signature`, `end`, `attribution`, `forwarded`, `separator`,
    `length`, ``.
    `beyond`: after a stop at `end`, that line and what follows it up to the next reason to stop; only
    who finds that the `end` closed an order's block reads on in it. `interleaved`: each unquoted line
    directly below a quoted one, as (quoted line without its mark, line), also below an attribution.
    """

    lines: tuple[Line, ...]
    stop: str | None = None
    reason: str = ""
    beyond: tuple[Line, ...] = ()
    interleaved: tuple[tuple[str, str], ...] = ()

    @property
    def unquoted(self) -> tuple[str, ...]:
        """The texts that may act."""
        return tuple(line.text for line in self.lines if not (line.quoted or line.block))


def made_plain(text: str) -> str:
    """The text with plain spaces, quotes, dashes and line ends, without invisible characters."""
    return text.replace("\r\n", "\n").translate(PLAIN)


def is_end(text: str) -> bool:
    """Whether the line is the word `end` or `stop` alone."""
    return text.strip().rstrip(".!").casefold() in ENDS


def read_reply(text: str) -> ReplyText:
    """What was written above quotes, signature and forwarded mails; in doubt, less."""
    texts = made_plain(text).split("\n", MAX_LINES)
    lines = _lines(texts[:MAX_LINES])
    stop, reason = _stop(lines)
    if stop < len(texts):
        read = _ended(lines[:stop], texts[stop].partition("\n")[0], reason or "length")
    else:
        read = _ended(lines, None, "")
    if read.reason == "end":
        return replace(read, interleaved=_pairs(read.lines))
    return replace(read, interleaved=(*_pairs(read.lines), *_pairs(_answered(lines, stop, reason))))


def _unmarked(text: str) -> str:
    """A quoted line without its first marks."""
    found = QUOTED.match(text)
    return text[found.end() :].lstrip("> ") if found else text


def _ended(lines: Sequence[Line], stop: str | None, reason: str) -> ReplyText:
    """What was read, up to the first `end` at the latest."""
    for at, line in enumerate(lines):
        if not (line.quoted or line.block) and is_end(line.text):
            return ReplyText(tuple(lines[:at]), line.text, "end", tuple(lines[at:]))
    return ReplyText(tuple(lines), stop, reason)


def _lines(texts: Sequence[str]) -> list[Line]:
    """Every line, with what is quoted and what belongs to a delimited block."""
    last = {text.strip(): at for at, text in enumerate(texts) if text.strip() in BLOCKS.values()}
    lines: list[Line] = []
    closing, above = "", ""
    for at, text in enumerate(texts):
        word = text.strip()
        if closing:
            lines.append(Line(text, block=True))
            closing = "" if word == closing else closing
        elif word in BLOCKS and (word != "***" or (":" in above and last[word] > at)):
            lines.append(Line(text, block=True))
            closing = BLOCKS[word]
        else:
            lines.append(Line(text, quoted=bool(QUOTED.match(text))))
        above = word or above
    return lines


def _stop(lines: Sequence[Line], *, is_answer: bool = False) -> tuple[int, str]:
    """The number of lines that are read, and why no more. `is_answer`: quotes have no say in it."""
    was_quoted = False
    for at, line in enumerate(lines):
        if not line.text.strip() or line.block:
            continue
        if line.quoted:
            quote = () if was_quoted or is_answer else lines[at : at + 4]
            reason = marks.reason_quoted([_unmarked(near.text) for near in quote if near.quoted])
        else:
            reason = _reason(lines, at)
        was_quoted = line.quoted
        if reason:
            return _first(lines, at, reason), reason
    return len(lines), ""


def _reason(lines: Sequence[Line], at: int) -> str:
    """Why reading stops at this line, "" if it goes on."""
    text = marks.glance(lines[at].text)
    if reason := marks.reason_alone(text):
        return reason
    is_header = marks.header_key(text) and marks.is_header_block(_below(lines, at))
    return "attribution" if is_header or _attributed(lines, at) is not None else ""


def _first(lines: Sequence[Line], at: int, reason: str) -> int:
    """The first line of an attribution that may be wrapped."""
    start = _attributed(lines, at) if reason == "attribution" and not lines[at].quoted else None
    return at if start is None else start


def _attributed(lines: Sequence[Line], at: int) -> int | None:
    """Where the attribution whose last line this is begins, if it is one."""
    first = at
    while first > max(0, at - 3) and _is_prose(lines[first - 1]):
        first -= 1
    start = marks.attribution_start([marks.glance(line.text) for line in lines[first : at + 1]])
    return None if start is None else first + start


def _is_prose(line: Line) -> bool:
    return not (line.quoted or line.block) and bool(line.text.strip())


def _below(lines: Sequence[Line], at: int) -> list[str]:
    """This line and up to three written ones within the next eight."""
    near = filter(_is_prose, lines[at : at + 9])
    return [marks.glance(line.text) for line in islice(near, 4)]


def _answered(lines: Sequence[Line], stop: int, reason: str) -> Sequence[Line]:
    """What stands below an attribution, if that is a quote with `>`, up to the next reason to stop."""
    at = stop
    while at < min(len(lines), stop + 4) and _is_prose(lines[at]):
        at += 1
    while at < len(lines) and not lines[at].text.strip():
        at += 1
    if reason != "attribution" or at == len(lines) or not lines[at].quoted:
        return ()
    rest = lines[at:]
    return rest[: _stop(rest, is_answer=True)[0]]


def _pairs(lines: Sequence[Line]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for above, line in pairwise(lines):
        found = QUOTED_ONCE.match(above.text) if above.quoted else None
        if found is not None and _is_prose(line) and not is_end(line.text):
            pairs.append((above.text[found.end() :].strip(), line.text.strip()))
    return tuple(pairs)
