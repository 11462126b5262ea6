"""Lines that are an order by themselves, and the first lines of orders with text."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.games.nomic.tongues import NUMBER, order_in_english


@dataclass(frozen=True, slots=True)
class Spoken:
    """An order as understood: its verb and what it says, as JSON data; `line`: as it was written."""

    verb: str
    data: dict[str, Any] = field(default_factory=dict)
    line: str = ""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


PROPOSAL = r"(?:the )?(?:proposal |proposta |提案)?#?(?P<number>\d{1,9})"
NAME = r"(?P<name>[^\W\d_][\w'-]*)"
QUESTION = r"(?:the )?(?:judge?ment |question |answer (?:to |on )?|cfj )?#?(?P<number>\d{1,9})"

EXACT: tuple[tuple[re.Pattern[str], str, Callable[[re.Match[str]], dict[str, Any]]], ...] = (
    (
        _pattern(rf"(?:retract|withdraw|cancel) (?:my )?(?:vote|ballot)(?: (?:on|for) {PROPOSAL})?"),
        "retract",
        lambda found: {"number": int(found["number"] or 0)},
    ),
    (
        _pattern(rf"(?:withdraw|retract|retiro) (?:my proposal |my )?{PROPOSAL}"),
        "withdraw",
        lambda found: {"number": int(found["number"])},
    ),
    (
        _pattern(r"(?:withdraw|retract|retiro) (?:my|minha|a minha|the) (?:proposal|proposta)"),
        "withdraw",
        lambda found: {"number": 0},
    ),
    (
        _pattern(
            rf"(?:(?:open|call|start) (?:the )?(?:vote|voting)|open voting|abro a votação)"
            rf"(?: (?:on|for|of|de|da) {PROPOSAL})?"
        ),
        "open",
        lambda found: {"number": int(found["number"] or 0), "judge": False},
    ),
    (
        _pattern(r"ask (?:that )?(?:the )?judge (?:to )?(?:end|close) (?:the )?debate"),
        "open",
        lambda found: {"number": 0, "judge": True},
    ),
    (_pattern(rf"overrule {QUESTION}"), "overrule", lambda found: {"number": int(found["number"])}),
    (_pattern(r"consent|consinto"), "consent", lambda found: {}),
    (_pattern(rf"dismiss {QUESTION}"), "dismiss", lambda found: {"number": int(found["number"])}),
    (
        _pattern(r"object(?: to (?:the )?(?:claim )?#?(?P<number>\d{1,9}))?"),
        "object",
        lambda found: {"number": int(found["number"] or 0)},
    ),
    (
        _pattern(
            rf"(?:vote to )?(?P<not>(?:refuse|decline) to |(?:do not|don't) )?admit {NAME}(?: to the game)?"
        ),
        "admit",
        lambda found: {"name": found["name"], "word": "against" if found["not"] else "for"},
    ),
    (
        _pattern(r"forfeit(?: the (?:game|match))?|resign(?: from the game)?|desisto do jogo"),
        "forfeit",
        lambda found: {},
    ),
)

QUERIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (_pattern(r"rules|regras|规则"), "rules"),
    (_pattern(rf"history (?:of )?rule (?P<number>{NUMBER})"), "history rule"),
    (_pattern(r"history (?:of (?:the |all )?)?rules|rules by number|rules with history"), "history rules"),
    (_pattern(rf"rule (?P<number>{NUMBER})"), "rule"),
    (_pattern(r"diff (?:proposal )?(?P<number>\d{1,9})"), "diff"),
    (_pattern(r"proposals"), "proposals"),
    (_pattern(r"proposal (?P<number>\d{1,9})"), "proposal"),
    (_pattern(r"scores?|scoreboard"), "scores"),
    (_pattern(r"who"), "who"),
    (_pattern(r"judge?ments"), "judgments"),
)

INVOKE = _pattern(r"(?:(?:invoke|call for) judge?ment|cfj)\s*(?::|on whether|on)\s*(?P<text>.*)")
JUDGE = _pattern(r"judge (?:question )?#?(?P<number>\d{1,9})\s*:\s*(?P<text>.*)")
ACT = _pattern(r"act\s*:\s*(?P<text>.*)")
SAY = _pattern(r"say\b[\s:]*(?P<text>.*)")
DECIDE = _pattern(
    r"decide (?:proposal )?#?(?P<number>\d{1,9})\s*:?\s*(?P<word>adopted|defeated|rejected)\b"
    r"[\s.,:;]*(?P<text>.*)"
)
IMPASSE = _pattern(r"claim (?:that )?play (?:can't|cannot|can not) go on\s*(?::\s*(?P<text>.*)|\.?)")
ERROR = _pattern(
    r"claim (?:an |that there is an )?error in (?:proposal )?#?(?P<number>\d{1,9})"
    r"\s*(?::\s*(?P<text>.*)|\.?)"
)
CLAIM = _pattern(
    r"claim (?P<amount>[-+]?\d{1,9}) (?P<what>[^\W\d_][\w'-]*) under "
    rf"(?:rule )?(?P<rule>{NUMBER})\s*(?::\s*(?P<text>.*)|\.?)"
)
TITLE = _pattern(
    rf"claim the title (?P<what>[^:]{{1,60}}?) under (?:rule )?(?P<rule>{NUMBER})\s*(?::\s*(?P<text>.*)|\.?)"
)
RECORD = _pattern(
    r"record (?P<amount>[-+]?\d{1,9}) (?P<what>[^\W\d_][\w'-]*) (?:to|for) (?P<name>[^\W\d_][\w'-]*)"
    r"(?:[\s,]+because\s+(?P<text>.*)|\.?)"
)

TRIGGERS = _pattern(
    r"(?:propose|revise|withdraw|retract|vote|invoke|cfj|judge|overrule|consent|dismiss|claim|object|record|"
    r"forfeit|endorse|decide|transmute|repeal rule|amend rule|and to (?:amend|repeal|enact|transmute)|"
    r"proponho|revejo|reviso|voto|julgo|invoco|reivindico|(?:提议|提議)\S|(?:投票|投)(?=赞|贊|反|弃|棄)|"
    r"(?:open|call) (?:the )?vot(?:e|ing)|ask (?:the )?judge|change (?:my )?vote|"
    r"submit the following|act:|#?\d{3,9}\s*[:：]|"
    r"(?:for|against|yes|no|aye|nay|abstain|present) (?:on |proposal )?#?\d{3})"
    r"(?=\W|$|(?<=\W)|(?<=\d))"
)
USAGE = {
    "propose": "propose to amend rule 206 to read: TEXT",
    "revise": "revise 301: amend rule 206 to read: TEXT",
    "withdraw": "withdraw 301",
    "retract": "retract my vote on 301",
    "invoke": "invoke judgment: QUESTION",
    "cfj": "invoke judgment: QUESTION",
    "judge": "judge 1: ANSWER",
    "overrule": "overrule 1",
    "consent": "consent",
    "dismiss": "dismiss 1",
    "claim": "claim 5 points under rule 305: REASON",
    "object": "object to 2",
    "record": "record 3 gold to NAME because REASON",
    "forfeit": "forfeit the game",
    "endorse": "endorse NAME on 301",
    "decide": "decide 301: adopted because REASON",
    "open": "open the vote on 301",
    "call": "open the vote on 301",
    "ask": "ask the Judge to end the debate",
    "transmute": "propose to transmute rule 101",
    "repeal": "propose to repeal rule 206",
    "amend": "propose to amend rule 206 to read: TEXT",
    "and": "propose to repeal rule 206",
    "submit": "submit the following proposal:",
    "act": "act: TEXT",
}


def exact(text: str) -> Spoken | None:
    """The order that the whole line is, if it is one without text."""
    text = order_in_english(text)
    for pattern, verb, made in EXACT:
        if found := pattern.fullmatch(text):
            return Spoken(verb, made(found))
    return None


def query(text: str) -> Spoken | None:
    """The question that the whole line is, if it is one."""
    text = order_in_english(text)
    for pattern, verb in QUERIES:
        if found := pattern.fullmatch(text):
            return Spoken(verb, dict(found.groupdict()))
    return None


def texted(text: str) -> Spoken | None:
    """The order with text that the line begins; its text may go on below."""
    text = order_in_english(text)
    for pattern, made in TEXTED:
        if found := pattern.fullmatch(text):
            return made(found)
    return None


def _said(found: re.Match[str], name: str) -> str:
    return (found[name] or "").strip()


def _claim(found: re.Match[str]) -> Spoken:
    data = {"kind": "thing", "amount": int(found["amount"]), "what": found["what"], "rule": found["rule"]}
    return Spoken("claim", data | {"text": _said(found, "text")})


def _title(found: re.Match[str]) -> Spoken:
    data = {"kind": "thing", "amount": 1, "what": f"title {found['what'].strip()}", "rule": found["rule"]}
    return Spoken("claim", data | {"text": _said(found, "text")})


def _record(found: re.Match[str]) -> Spoken:
    data = {"amount": int(found["amount"]), "what": found["what"], "name": found["name"]}
    return Spoken("record", data | {"text": _said(found, "text").rstrip(".")})


def _decide(found: re.Match[str]) -> Spoken:
    reason = re.sub(r"^because\s+", "", _said(found, "text"), flags=re.IGNORECASE)
    return Spoken("decide", {"number": int(found["number"]), "word": outcome(found["word"]), "text": reason})


def outcome(word: str) -> str:
    """adopted or defeated, also where it is called rejected."""
    return "adopted" if word.casefold() == "adopted" else "defeated"


TEXTED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Spoken]], ...] = (
    (INVOKE, lambda found: Spoken("invoke", {"text": _said(found, "text")})),
    (
        JUDGE,
        lambda found: Spoken("judge", {"number": int(found["number"]), "text": _said(found, "text")}),
    ),
    (ACT, lambda found: Spoken("act", {"text": _said(found, "text")})),
    (IMPASSE, lambda found: Spoken("claim", {"kind": "impasse", "text": _said(found, "text")})),
    (
        ERROR,
        lambda found: Spoken(
            "claim", {"kind": "error", "number": int(found["number"]), "text": _said(found, "text")}
        ),
    ),
    (CLAIM, _claim),
    (TITLE, _title),
    (RECORD, _record),
    (DECIDE, _decide),
)
