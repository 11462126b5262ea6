"""The words of a rule-change and of a ballot, as one line; a text may follow on further lines."""

import re
from dataclasses import dataclass

from referee.games.nomic.amending import Change
from referee.games.nomic.tongues import NUMBER, change_in_english

RULE = rf"(?:(?:the |a )?(?:rule|regra|规则)\s*)?#?\s*(?P<rule>{NUMBER})"

_ENACT = (
    r"(?:enact|create|add) (?:a |an |the following |the )?(?P<to>mutable |immutable )?(?:new )?"
    r"(?P<to2>mutable |immutable )?rule"
)
_NAMED = r"(?P<title>\s*,?\s+(?:titled|called|entitled|named)\s+[^:]{1,120}?|\s*[\"(][^:]{1,120}?[\")]|)"
ENACT = re.compile(rf"{_ENACT}{_NAMED}\s*(?::(?P<text>.*)|$)", re.IGNORECASE)
ENACT_TITLED = re.compile(rf"{_ENACT}\s+(?P<title>[^:]{{1,60}}?)\s*:(?P<text>.*)", re.IGNORECASE)
READ = re.compile(
    rf"amend {RULE}(?:,)? (?:so that it reads|to read)(?: as follows)?\s*(?::(?P<text>.*)|$)", re.IGNORECASE
)
APPEND = re.compile(
    rf"amend {RULE} by (?:appending|adding)(?: the following)?\s*(?::(?P<text>.*)|$)", re.IGNORECASE
)
REPLACE = re.compile(
    rf"amend {RULE} by replacing (?P<q>[\"'])(?P<old>.+?)(?P=q) (?:with|by) (?P<q2>[\"'])(?P<new>.*)(?P=q2)"
    r"[\s.;,]*",
    re.IGNORECASE,
)
DELETE = re.compile(
    rf"amend {RULE} by (?:deleting|removing) (?P<q>[\"'])(?P<old>.+)(?P=q)[\s.;,]*", re.IGNORECASE
)
REPEAL = re.compile(rf"repeal {RULE}[\s.;,!]*", re.IGNORECASE)
UNAMEND = re.compile(rf"repeal (?:the )?amendment #?(?P<rule>{NUMBER})[\s.;,!]*", re.IGNORECASE)
TRANSMUTE = re.compile(
    rf"transmute {RULE}(?: (?:in)?to (?:an? )?(?P<to>mutable|immutable)(?: rule| one)?)?[\s.;,!]*",
    re.IGNORECASE,
)
TITLE = re.compile(r"\s*,?\s*(?:titled|called|entitled|named)?\s*[\"'(]?(.*?)[\"')]?\s*")

FOR_WORDS = ("a favor", "for", "yes", "aye", "yea", "y", "f", "+1", "sim", "赞成", "贊成")
AGAINST_WORDS = ("against", "no", "nay", "n", "a", "-1", "não", "nao", "contra", "反对", "反對")
ABSTAIN_WORDS = ("abstain", "present", "pass", "p", "abstenção", "abstencao", "abstenho-me", "弃权", "棄權")
BALLOTS = (
    {word: "for" for word in FOR_WORDS}
    | {word: "against" for word in AGAINST_WORDS}
    | {word: "abstain" for word in ABSTAIN_WORDS}
)
WORD = "|".join(re.escape(word) for word in sorted(BALLOTS, key=lambda word: -len(word)))


@dataclass(frozen=True, slots=True)
class Head:
    """A change whose words were read; `needs_text`: its text stands behind the colon or on further lines."""

    change: Change
    needs_text: bool = False


def ballot_word(text: str) -> str | None:
    """for, against or abstain, None if it is no word for a ballot."""
    return BALLOTS.get(" ".join(text.casefold().split()).strip(" .!,;"))


def read_change(text: str) -> Head | None:
    """The change that the line proposes, None if it is none."""
    text = change_in_english(text)
    for pattern, made in PATTERNS:
        if found := pattern.fullmatch(text):
            return made(found)
    return None


def _enact(found: re.Match[str]) -> Head:
    named = TITLE.fullmatch(found["title"])
    title = named[1].strip() if named else found["title"].strip()
    to = (found["to"] or found["to2"] or "").strip().casefold()
    change = Change("enact", text=(found["text"] or "").strip(), title=title, to=to, how="")
    return Head(change, True)


def _read(found: re.Match[str]) -> Head:
    text = (found["text"] or "").strip()
    return Head(Change("amend", rule=found["rule"], how="read", text=text), True)


def _append(found: re.Match[str]) -> Head:
    text = (found["text"] or "").strip()
    return Head(Change("amend", rule=found["rule"], how="append", text=text), True)


def _replace(found: re.Match[str]) -> Head:
    return Head(Change("amend", rule=found["rule"], how="replace", old=found["old"], new=found["new"]))


def _delete(found: re.Match[str]) -> Head:
    return Head(Change("amend", rule=found["rule"], how="delete", old=found["old"]))


def _repeal(found: re.Match[str]) -> Head:
    return Head(Change("repeal", rule=found["rule"]))


def _unamend(found: re.Match[str]) -> Head:
    return Head(Change("unamend", rule=found["rule"]))


def _transmute(found: re.Match[str]) -> Head:
    return Head(Change("transmute", rule=found["rule"], to=(found["to"] or "").casefold()))


PATTERNS = (
    (ENACT, _enact),
    (ENACT_TITLED, _enact),
    (READ, _read),
    (APPEND, _append),
    (REPLACE, _replace),
    (DELETE, _delete),
    (REPEAL, _repeal),
    (UNAMEND, _unamend),
    (TRANSMUTE, _transmute),
)
