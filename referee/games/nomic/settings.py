"""Every setting: what it may be, and what holds when no rule says anything (the silent default)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from referee.engine.calendar import duration
from referee.engine.said import said
from referee.games.nomic.values import DAY, HOUR, Index, Kind, Quorum, Share, Span, Whole, Words, fraction

NONE = timedelta(0)
AS_BEFORE = frozenset({"mode", "proposes"})
"""Settings that stay what they were when the rule that held them is repealed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its kind of value and its silent default."""

    kind: Kind
    silent: str


SETTINGS: Mapping[str, Setting] = {
    "mode": Setting(Words(("turns", "anytime")), "turns"),
    "proposes": Setting(Words(("mover", "anyone"), named=True), "mover"),
    "order": Setting(Words(("surname", "joining")), "joining"),
    "turn_limit": Setting(Span(12 * HOUR, 60 * DAY, never=True), "14 days"),
    "idle": Setting(Words(("skip", "wait", "remove")), "skip"),
    "debate_least": Setting(Span(NONE, 7 * DAY), "0 hours"),
    "debate_limit": Setting(Span(NONE, 30 * DAY), "3 days"),
    "vote_limit": Setting(Span(12 * HOUR, 60 * DAY, never=True), "7 days"),
    "points": Setting(Words(("share", "die", "none")), "none"),
    "share_base": Setting(Whole(-1_000_000, 1_000_000), "291"),
    "fraction_of": Setting(Words(("cast", "eligible")), "cast"),
    "adoption": Setting(Share(), "majority"),
    "until_circuit": Setting(Whole(0, 1_000_000), "0"),
    "then": Setting(Share(), "majority"),
    "unanimity": Setting(Words(("eligible", "cast")), "cast"),
    "silence": Setting(Words(("abstain", "against", "for")), "abstain"),
    "proposer_votes": Setting(Words(("explicit", "for")), "explicit"),
    "decides": Setting(Words(("vote",), named=True), "vote"),
    "dissent_points": Setting(Whole(0, 1000), "0"),
    "effective": Setting(Words(("close", "turn end")), "close"),
    "defeat_penalty": Setting(Whole(0, 1000), "0"),
    "defeat_scores": Setting(Words(("both", "penalty")), "both"),
    "ballots": Setting(Words(("at close", "open", "secret")), "at close"),
    "points_to_win": Setting(Whole(1, 1_000_000, ("never",)), "never"),
    "after_win": Setting(Words(("end", "continue")), "end"),
    "mutable_limit": Setting(Whole(1, 1_000_000, ("none",)), "none"),
    "transmutation": Setting(Words(("unanimous", "adoption")), "adoption"),
    "renumber": Setting(Words(("yes", "no")), "no"),
    "judge_limit": Setting(Span(12 * HOUR, 14 * DAY), "3 days"),
    "overrule_window": Setting(Span(NONE, 7 * DAY), "1 day"),
    "joining": Setting(Words(("closed", "ask", "open")), "ask"),
    "claim_window": Setting(Span(NONE, 7 * DAY), "1 day"),
    "moderator": Setting(Words(("servant", "sovereign")), "servant"),
    "distribute": Setting(Words(("daily", "now")), "daily"),
    "default_index": Setting(Index("1.0", "9.9"), ""),
    "core_index": Setting(Index("1", "9.9"), "3"),
    "quorum": Setting(Quorum(), "0"),
    "extend_once": Setting(Words(("yes", "no")), "no"),
    "max_pending": Setting(Whole(1, 1000), "5"),
}
FAMILIES: Mapping[str, Setting] = {
    "ledger": Setting(Whole(-1_000_000, 1_000_000), ""),
    "keeper": Setting(Words((), named=True), ""),
    "strength": Setting(Index("0", "1000"), "1"),
}
"""Settings of which there may be many, each with a name: `ledger gold`."""

NAMED = re.compile(rf"({'|'.join(FAMILIES)})\s+([^\W\d_][\w'-]{{0,39}})", re.IGNORECASE)
PAIR = re.compile(r"\s*([\w][\w' -]*?)\s*=\s*(.+?)\s*", re.DOTALL)


def setting_name(text: str) -> str | None:
    """The name of a setting in its one form (`ledger gold`), None if there is none such."""
    plain = " ".join(text.split())
    if found := NAMED.fullmatch(plain):
        family = found[1].casefold()
        return f"{family} {found[2] if family == 'strength' else found[2].casefold()}"
    name = plain.casefold().replace(" ", "_").replace("-", "_")
    return name if name in SETTINGS else None


def of(name: str) -> Setting:
    """The setting of that name."""
    return FAMILIES[name.split(" ")[0]] if " " in name else SETTINGS[name]


def read_value(name: str, text: str, names: Sequence[str]) -> str:
    """The value in its one form; ValueError with a sentence that lists what may be set."""
    kind = of(name).kind
    try:
        return kind.read(text, names)
    except ValueError:
        raise ValueError(
            said("{name} can't be {text!r}; it may be {allowed}.", name=name, text=text, allowed=kind.allowed)
        ) from None


def read_pair(name: str, value: str, names: Sequence[str]) -> tuple[str, str]:
    """Name and value in their one form; ValueError with a sentence that lists what there is."""
    known = setting_name(name)
    if known is None:
        listed = ", ".join([*SETTINGS, *(f"{family} NAME" for family in FAMILIES)])
        raise ValueError(said("There is no setting {name!r}; there are {names}.", name=name, names=listed))
    if known.startswith("strength "):
        known = f"strength {_named(known.removeprefix('strength '), names)}"
    return known, read_value(known, value, names)


def _named(text: str, names: Sequence[str]) -> str:
    found = next((name for name in names if name.casefold() == text.casefold()), None)
    if found is None:
        raise ValueError(
            said("Nobody here is called {text}; there are {names}.", text=text, names=list(names))
        )
    return found


def read_settings(text: str, names: Sequence[str]) -> dict[str, str]:
    """`a = b, c = d` (or `;` between) as settings; ValueError with one sentence."""
    found: dict[str, str] = {}
    for part in re.split(r"[,;\n](?!\d{3}\b)", text):
        if part.strip(" ."):
            pair = PAIR.fullmatch(part.rstrip(" ."))
            if pair is None:
                raise ValueError(
                    said("{text!r} is no setting; write them as name = value.", text=part.strip())
                )
            name, value = read_pair(pair[1], pair[2], names)
            if name in found:
                raise ValueError(said("{name} is set twice.", name=name))
            found[name] = value
    return found


def silent() -> dict[str, str]:
    """What holds when no rule says anything."""
    return {name: setting.silent for name, setting in SETTINGS.items() if setting.silent}


def span(force: Mapping[str, str], name: str) -> timedelta | None:
    """The duration that is set, None for `never`."""
    return None if force[name] == "never" else duration(force[name])


def length(force: Mapping[str, str], name: str) -> timedelta:
    """The duration that is set, where `never` can't be."""
    return duration(force[name])


def whole(force: Mapping[str, str], name: str) -> int | None:
    """The whole number that is set, None for `never` and `none`."""
    return None if force[name] in ("never", "none") else int(force[name])


def strength(force: Mapping[str, str], name: str) -> Fraction:
    """How much that player's ballot weighs."""
    return fraction(force.get(f"strength {name}", "1"))


def shown(name: str, value: str) -> int | float | str:
    """The value as cases and exports print it: whole and decimal numbers as numbers."""
    kind = of(name).kind
    if isinstance(kind, Whole | Quorum) and re.fullmatch(r"-?\d+", value):
        return int(value)
    return float(value) if isinstance(kind, Index) else value
