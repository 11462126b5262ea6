"""Steering by letter: a plan of steps, or standing rules that are tried in order each tick."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from referee.engine.said import said, said_of, together
from referee.errors import NotUnderstood
from referee.games.paintfield.bots import BLOCKED, OPEN, OWN, RIVAL, bare_ahead, next_cell
from referee.games.paintfield.field import HEADINGS, REACH
from referee.games.paintfield.round import BUMP, MOVE, STEAL, Round
from referee.games.paintfield.words import in_english

MOST_RULES = 12
MOST_STEPS = 120
MOST_TICKS = 999
CELLS_WITHIN = 120
"""A step that counts cells ends after so many ticks at the latest."""
TICKS_A_SECOND = 8

STEP = re.compile(r"([NESW])(?:(\*)|(0*[1-9][0-9]{0,2})(c?))?", re.IGNORECASE | re.ASCII)
PLAN_LINE = re.compile(
    r"(?:[NESW](?:\*|[0-9]{1,3}c?)?)(?:[\s,]+[NESW](?:\*|[0-9]{1,3}c?)?)*", re.IGNORECASE | re.ASCII
)
CONDITION = r"blocked|bare ahead|rival ahead|own ahead"
ACTION = r"keep|turn left|turn right|(?:turn )?back|go to most bare in [0-9]{1,2}"
RULE = re.compile(
    rf"(?:after (?P<after>[0-9]{{1,3}}) ?s(?:econds?)? )?"
    rf"(?:if (?P<if>{CONDITION}):?,? (?:then )?(?P<do>{ACTION})|(?P<go>go to most bare in [0-9]{{1,2}}))",
    re.IGNORECASE | re.ASCII,
)
RULE_WORDS = frozenset(
    (
        *("blocked", "bare", "rival", "rivals", "own", "ahead", "keep", "turn", "left", "right", "back"),
        *("most", "go", "if", "after", "not", "or", "then"),
    )
)
TALK = frozenset(("i", "you", "it", "we", "he", "she", "they", "me", "my", "us", "our", "your", "would"))
MOST_WORDS = 12
"""A line with more words is prose, whatever they are, and so is one with words of talk."""
LIKE_STEP = re.compile(
    r"[a-z](?:[0-9]+[a-z]?|\*+[0-9]*)|[0-9]+[nesw]|[nesw]|\*[nesw]?|[0-9]+"
    r"|north|east|south|west|for|ticks?|cells?|then|and|(?:[nesw](?:[0-9]+c?|\*)?){2,}",
    re.IGNORECASE | re.ASCII,
)
SEEN = {"blocked": BLOCKED, "bare ahead": OPEN, "rival ahead": RIVAL, "own ahead": OWN}
TURNS = {"keep": 0, "right": 1, "back": 2, "left": 3}
NAMES = (said("north"), said("east"), said("south"), said("west"))


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: a heading, and how long it is kept.

    `unit`: `ticks`, `cells`, `bump` (up to the first bump) or `stay` (to the end).
    """

    heading: int
    unit: str
    count: int = 1

    @property
    def words(self) -> str:
        """The step in words."""
        way, count = NAMES[self.heading], self.count
        match self.unit:
            case "bump":
                return said("{way} up to its first bump", way=way)
            case "cells":
                return said_of(
                    "{way} until one cell is entered", "{way} until {count} cells are entered", count, way=way
                )
            case "stay":
                return said("{way}, and so on to the end", way=way)
        return said_of("{way} for one tick", "{way} for {count} ticks", count, way=way)


@dataclass(frozen=True, slots=True)
class Rule:
    """One standing rule: from which tick on, on what sight (None: always), what is done.

    `turn`: quarters to the right; `sight`: of the look for the most bare ground, 0 for a turn.
    """

    after: int
    seen: int | None
    turn: int
    sight: int
    words: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat ordered, and how far it has come: the step in hand and what was done of it."""

    steps: tuple[Step, ...] = ()
    rules: tuple[Rule, ...] = ()
    at: int = 0
    done: int = 0
    ticks: int = 0

    @property
    def numbered(self) -> tuple[str, ...]:
        """The steps or rules in words, in order."""
        return tuple(step.words for step in self.steps) or tuple(rule.words for rule in self.rules)

    @property
    def words(self) -> str:
        """The steps or rules as one sentence, each with its number."""
        rows = (said("{number}. {words}", number=n, words=words) for n, words in enumerate(self.numbered, 1))
        return together(rows, "; ")


def read_plan(text: str, most_steps: int = MOST_STEPS) -> Plan:
    """The plan or the standing rules that a text gives; raises NotUnderstood."""
    lines = [line for line in pieces(text) if in_english(line)]
    if not lines:
        raise NotUnderstood(said("The plan is empty; write steps such as “E12 S6 W* N”."))
    meant = [in_english(line) for line in lines]
    if not any(map(is_like_rule, meant)):
        return Plan(steps=_steps(re.split(r"[\s,]+", " ".join(meant)), most_steps))
    if any(PLAN_LINE.fullmatch(line) for line in meant):
        raise NotUnderstood(said("Steps and standing rules can't stand in one plan; send one or the other."))
    if len(lines) > MOST_RULES:
        raise NotUnderstood(
            said("At most {most} rules can stand, and these are {count}.", most=MOST_RULES, count=len(lines))
        )
    return Plan(rules=tuple(_rule(line, english) for line, english in zip(lines, meant, strict=True)))


def pieces(text: str) -> list[str]:
    """The lines of a plan, however they are parted."""
    parts = (" ".join(line.split()) for line in re.split(r"[\n;；]", text))
    return [part for part in parts if part]


def is_like_rule(line: str) -> bool:
    """Whether a line (in English) is a standing rule, or was meant as one."""
    if RULE.fullmatch(line):
        return True
    words = re.findall(r"[a-z]+[0-9]*", line.casefold())
    known = sum(word in RULE_WORDS or bool(STEP.fullmatch(word)) for word in words)
    if not words or len(words) > MOST_WORDS or not TALK.isdisjoint(words):
        return False
    return (
        known >= 2 if words[0] in ("if", "go", "after", "turn") else words[0] in RULE_WORDS and not words[1:]
    )


def is_like_steps(line: str) -> bool:
    """Whether a line (in English) is a plan's steps, or was meant as them."""
    words = [word for word in re.split(r"[\s,>.:?!-]+", line) if word]
    if not all(LIKE_STEP.fullmatch(word) for word in words):
        return False
    has_way = any(set(word.upper()) & set(HEADINGS) for word in words)
    return bool(PLAN_LINE.fullmatch(line)) or (has_way and any(re.search(r"[0-9*]", word) for word in words))


def _steps(words: Sequence[str], most: int) -> tuple[Step, ...]:
    if len(words) > most:
        raise NotUnderstood(
            said(
                "A plan has at most {most} steps, and this one has {count}.",
                most=most,
                count=len(words),
            )
        )
    return tuple(_step(word, is_last=at == len(words) - 1) for at, word in enumerate(words))


def _step(word: str, *, is_last: bool) -> Step:
    found = STEP.fullmatch(word)
    if found is None and re.fullmatch(r"[NESW][0-9]+c?", word, re.IGNORECASE | re.ASCII):
        raise NotUnderstood(
            said("{word!r}: a step's number is from 1 to {most}.", word=word, most=MOST_TICKS)
        )
    if found is None:
        raise NotUnderstood(
            said("{word!r} is no step; write E12, E12c, W* or N, with spaces between.", word=word)
        )
    way = HEADINGS.index(found[1].upper())
    if found[2]:
        return Step(way, "bump")
    if not found[3]:
        return Step(way, "stay" if is_last else "ticks")
    return Step(way, "cells" if found[4] else "ticks", int(found[3]))


def _rule(line: str, english: str) -> Rule:
    """The rule that the line gives, in whatever language."""
    found = RULE.fullmatch(english.casefold())
    if found is None:
        raise NotUnderstood(
            said(
                "{line!r} is neither a step nor a rule; write steps such as “E12 S6 W* N”, or rules such as "
                "“if blocked turn left”, “go to most bare in 6” or “after 45s if rival ahead keep”.",
                line=line,
            )
        )
    act = (found["do"] or found["go"]).removeprefix("turn ")
    sight = int(act.split()[-1]) if act.startswith("go") else 0
    if act.startswith("go") and not 1 <= sight <= REACH:
        raise NotUnderstood(said("{line!r}: one can look 1 to {most} cells ahead.", line=line, most=REACH))
    seen = SEEN[found["if"]] if found["if"] else None
    after = TICKS_A_SECOND * int(found["after"] or 0)
    return Rule(after, seen, TURNS.get(act, 0), sight, line.rstrip(".").casefold())


def turn_of(plan: Plan, before: Round, seat: int, tick: int) -> int | None:
    """The heading that the plan asks for on that tick of the leg (from 1), None to keep the present one."""
    if plan.steps:
        return plan.steps[plan.at].heading if plan.at < len(plan.steps) else None
    stood = before.stood
    for rule in plan.rules:
        if tick > rule.after and rule.seen in (None, _sight(before, seat, stood)):
            return _done(rule, before, seat, stood)
    return None


def _sight(before: Round, seat: int, stood: Collection[int]) -> int:
    return next_cell(before, seat, before.painters[seat].facing, stood)


def _done(rule: Rule, before: Round, seat: int, stood: Collection[int]) -> int:
    facing = before.painters[seat].facing
    if not rule.sight:
        return (facing + rule.turn) % 4
    ways = [(facing + turn) % 4 for turn in (0, 1, 3, 2)]
    return max(
        ways,
        key=lambda way: (
            bare_ahead(before, seat, way, stood, rule.sight),
            next_cell(before, seat, way, stood),
        ),
    )


def advanced(plan: Plan, outcome: str) -> Plan:
    """The plan after a tick that went so."""
    if plan.at >= len(plan.steps):
        return plan
    step = plan.steps[plan.at]
    ticks = plan.ticks + 1
    done = plan.done + (outcome in (MOVE, STEAL))
    match step.unit:
        case "bump":
            is_over = outcome == BUMP
        case "cells":
            is_over = done == step.count or ticks == CELLS_WITHIN
        case "stay":
            is_over = False
        case _:
            is_over = ticks == step.count
    return (
        replace(plan, at=plan.at + 1, done=0, ticks=0) if is_over else replace(plan, done=done, ticks=ticks)
    )
