"""Lines that vote: one ballot for each proposal that a line names."""

import re
from dataclasses import dataclass

from referee.engine.said import said
from referee.games.nomic.grammar import WORD, ballot_word
from referee.games.nomic.tongues import order_in_english

FIRST = 301
"""Proposals are numbered from here; `A 150.` is no ballot."""

ALL, ANSWERED = 0, -1
"""Stand for a number: all that are open; the one that the answered mail offers."""

TITLE = r"(?:\s*(?:\"[^\"]{1,120}\"|\([^)]{1,120}\)))?"
ONE = rf"(?:proposals?\s*|propostas?\s*|第|提案\s*)?#?\d{{1,9}}(?:\s*[号號](?:提案)?)?{TITLE}"
NUMBERS = rf"{ONE}(?:\s*(?:,\s*and|,|and|&|e|和|、)\s*{ONE})*"
EVERY = r"(?:on )?all(?: of the above| the above| open proposals| proposals| of them)?"
BEFORE = r"(?:\s*(?:on|for|to|para|em|na|no|da|de|à|a)\s+(?:the\s+)?|\s*)"
GROUP = re.compile(
    rf"(?P<word>{WORD}|(?P<times>\d{{1,3}})\s*[x×*]\s*(?P<each>{WORD}))(?:(?<=[^\x00-\x7f])|(?!\w))"
    rf"{BEFORE}(?P<numbers>{NUMBERS}|{EVERY})",
    re.IGNORECASE,
)
BY_NUMBER = re.compile(
    rf"(?P<numbers>{NUMBERS})\s*(?:[:=：-]+>?|\s)\s*(?:(?:i|eu)\s+)?(?:(?:vote|voto)\s+)?"
    rf"(?P<word>{WORD}|(?P<times>\d{{1,3}})\s*[x×*]\s*(?P<each>{WORD}))"
    r"(?![^\W_])",
    re.IGNORECASE,
)
NEXT = re.compile(
    r"\s*(?:,\s*and|;\s*and|,|;|and|&|e|和|，|；)\s*(?:(?:i\s+|eu\s+)?(?:vote|voto)\s+)?", re.IGNORECASE
)
VERB = re.compile(
    r"(?:vote|cast (?:my |a )?(?:vote|ballot)|change (?:my )?vote to|voto|投票|投)"
    r"(?:\s*[:：]\s*|\s+|(?<=[投票]))(?:on (?=(?:proposal )?#?\d))?",
    re.IGNORECASE,
)
NUMBER = re.compile(r"(\d{1,9})\s*(?:\"([^\"]+)\"|\(([^)]+)\))?")
CHANGE = re.compile(
    rf"change (?:my )?vote on (?:proposal )?#?(?P<number>\d{{1,9}}) (?:from (?:{WORD}) )?to (?P<word>{WORD})",
    re.IGNORECASE,
)
CHANGE_LAST = re.compile(
    rf"change (?:my )?vote to (?P<word>{WORD}) on (?:proposal )?#?(?P<number>\d{{1,9}})", re.IGNORECASE
)
OUTCOME = r"(?P<event>passes|passed|is adopted|fails|failed|is defeated|is rejected)"
CONDITION = re.compile(
    rf"(?P<word>{WORD})(?: on)?(?: (?:proposal )?#?(?P<after>\d{{1,9}}))?"
    rf" if (?:proposal )?#?(?P<asked>\d{{1,9}}) "
    rf"{OUTCOME}(?:[,;]? (?:otherwise|else) (?P<other>{WORD}))?(?: on (?:proposal )?#?(?P<last>\d{{1,9}}))?",
    re.IGNORECASE,
)
ENDORSE = re.compile(
    r"(?:i )?endorse(?:s|ing)? (?P<name>[^\W\d_][\w'-]*)(?: (?:on|for) (?:proposal )?#?(?P<number>\d{1,9}))?",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"(?:proposal )?#?(?P<number>\d{1,9})\s*[:：]\s*(?P<rest>.+)", re.IGNORECASE)
COMMENT = re.compile(r"\[[^\[\]]*\]")
MANY = re.compile(rf"\d{{1,3}}\s*[x×*]\s*(?P<each>{WORD})", re.IGNORECASE)
ONE_VOTE = said("One player, one vote: write FOR, AGAINST or ABSTAIN.")
PASSES = ("passes", "passed", "is adopted")


@dataclass(frozen=True, slots=True)
class Written:
    """One ballot as written; `number` may be ALL or ANSWERED."""

    number: int
    word: str
    name: str = ""
    title: str = ""
    fault: str = ""


def read_votes(text: str) -> tuple[Written, ...]:
    """The ballots of the line, () if it is no line of ballots; every word of it must be understood."""
    plain = " ".join(COMMENT.sub(" ", order_in_english(text)).split()).rstrip(" .!,;。！")
    verb = VERB.match(plain)
    rest = plain[verb.end() :] if verb else plain
    if verb and ballot_word(rest):
        return (Written(ANSWERED, str(ballot_word(rest))),)
    if found := MANY.fullmatch(rest):
        return (Written(ANSWERED, str(ballot_word(found["each"])), fault=ONE_VOTE),)
    listed = _listed(rest, GROUP) or _listed(rest, BY_NUMBER)
    if not verb and any(0 < ballot.number < FIRST for ballot in listed):
        return ()
    return _changed(plain) or _special(rest) or listed


def _changed(text: str) -> tuple[Written, ...]:
    found = CHANGE.fullmatch(text) or CHANGE_LAST.fullmatch(text)
    if found is None:
        return ()
    return (Written(int(found["number"]), str(ballot_word(found["word"]))),)


def _special(text: str) -> tuple[Written, ...]:
    """Endorsements and conditional ballots, also behind `301:`."""
    numbered = NUMBERED.fullmatch(text)
    number, rest = (int(numbered["number"]), numbered["rest"]) if numbered else (ANSWERED, text)
    if found := ENDORSE.fullmatch(rest):
        return (Written(int(found["number"] or number), "endorse", found["name"]),)
    if found := CONDITION.fullmatch(rest):
        return (Written(int(found["after"] or found["last"] or number), "if", _condition(found)),)
    return ()


def _condition(found: re.Match[str]) -> str:
    event = "passes" if found["event"].casefold() in PASSES else "fails"
    otherwise = ballot_word(found["other"]) if found["other"] else "abstain"
    return f"{found['asked']} {event} {ballot_word(found['word'])} {otherwise}"


def _listed(text: str, pattern: re.Pattern[str]) -> tuple[Written, ...]:
    """`FOR 301, 302 and AGAINST 303`, or `301: FOR, 302: AGAINST`."""
    ballots: list[Written] = []
    at = 0
    while found := pattern.match(text, at):
        ballots += _ballots(found)
        at = found.end()
        if at == len(text):
            return tuple(ballots)
        following = NEXT.match(text, at)
        if following is None:
            return ()
        at = following.end()
    return ()


def _ballots(found: re.Match[str]) -> list[Written]:
    word = str(ballot_word(found["each"] or found["word"]))
    fault = ONE_VOTE if found["times"] else ""
    if re.fullmatch(EVERY, found["numbers"], re.IGNORECASE):
        return [Written(ALL, word, fault=fault)]
    numbers = NUMBER.finditer(found["numbers"])
    return [Written(int(n[1]), word, title=(n[2] or n[3] or "").strip(), fault=fault) for n in numbers]


BALLOT_LINE = re.compile(
    r"[\s*•-]*(?:your )?(?:ballot|vote|proposal)?(?: on| for)?(?: proposal)?\s*#?(?P<number>\d{1,9})"
    r"\s*(?:\([^)]*\)|\"[^\"]*\")?\s*[:：]?\s*"
    rf"(?:(?<!\w)(?:{WORD}|or|ou|vote|ballot|your|here)(?!\w)|[\s_.,/|?…\[\]()<>-])*",
    re.IGNORECASE,
)


def ballot_line(text: str) -> int | None:
    """The number of the proposal that a line of our mails offers a ballot for, None for other lines."""
    found = BALLOT_LINE.fullmatch(text.strip())
    return int(found["number"]) if found and len(text) <= 200 else None
