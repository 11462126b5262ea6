"""What a step has to tell, gathered: one mail to all with every event of the step, and the private ones.

Mails and their `data`:

start, news, result   to all: {events: [EVENT]}; `start` at the beginning, `result` when it is over
reminder              to one: {what (propose, vote, decide, judge, admit), number or None, until}
returned              to one whose early ballot does not count: {number, changed (a diff)}
offered               to one whose proposal waits to be distributed: {title, warnings}
digest                to all, weekly: {week, rules: chronicle.py's}
say                   to all: {by, text, private}, the kernel's own

EVENT is {event, …}: start {ruleset, about} · turn {number, circuit, mover} · passed {number, mover, why} ·
proposal {number, by, title, coauthors, version, changes: [{words, rule, title, settings, old, text,
diff}], warnings, changed, opens} · distributed {number, by, title, coauthors, index, changes: as those of
a proposal, warnings, quorum, closes, decides: NAME or ""} · voting {number, by, title, changes: [texts],
closes, voted, decides} · result {number, by, title, status, is_voted, why, counts, voters, dormant,
changes: [EFFECT], points: [lines], scores} · effect {number, changes: [EFFECT]} · withdrawn, called, asked,
extended, decided {number, by, status, reason}, switched, succession {old, new, why (silent, gone)} ·
judgment {number, by, judge, question, matter, due, status} · answer {number, judge, question, answer,
effects, until} · judge, overruled, dropped, lapsed, final, void, gate, consent, dismissal · claim, claimed,
record, act, error, corrected · gone, newcomer, applied {name, wish, closes, decides}, admitted and unwelcome
{name, in_favour, against} · won {name, why, goes_on} · over {winners, text, seed}
EFFECT        {kind, rule, number, effect, text, settings, old, diff}; `old`: the rule's settings before
"""

from collections.abc import Iterable

from referee.engine.game import Notice

PRIVATE = frozenset({"say", "reminder", "returned", "offered", "digest"})
TO_ALL = frozenset({"start", "news", "result"})


def gathered(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """The events of a step in one notice to all, before the private ones."""
    told = list(notices)
    events = [{"event": one.kind, **one.data} for one in told if one.kind not in PRIVATE]
    private = tuple(one for one in told if one.kind in PRIVATE)
    return (Notice(_kind(events), None, {"events": events}), *private) if events else private


def merged(notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """The events of several steps in one notice to all, in the place of the first of them."""
    events = [event for one in notices if one.kind in TO_ALL for event in one.data["events"]]
    at = next((at for at, one in enumerate(notices) if one.kind in TO_ALL), 0)
    others = [one for one in notices if one.kind not in TO_ALL]
    return (
        (*others[:at], Notice(_kind(events), None, {"events": events}), *others[at:]) if events else notices
    )


def _kind(events: list[dict[str, object]]) -> str:
    kinds = {event["event"] for event in events}
    if "over" in kinds:
        return "result"
    return "start" if "start" in kinds else "news"
