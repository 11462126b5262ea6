"""The case format: one round as JSON that `referee adjudicate` plays out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import CaseError, NotUnderstood
from referee.games.paintfield.draws import corners
from referee.games.paintfield.field import HEADINGS, place
from referee.games.paintfield.lines import is_whole
from referee.games.paintfield.plans import MOST_STEPS, Plan, read_plan
from referee.games.paintfield.round import Round, open_round, winner
from referee.games.paintfield.steering import Course, went_on

KEYS = frozenset({"game", "players", "corners", "seed", "round", "turns", "leave", "ticks", "bots", "plans"})
TICKS = 480
MOST_TICKS = 100_000
MOST_ROUNDS = 1_000_000
LONGEST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Case:
    """A case that was read."""

    corners: tuple[int, ...]
    turns: Mapping[int, Mapping[int, int]]
    leave: Mapping[int, tuple[int, ...]]
    ticks: int
    bots: Mapping[int, int]
    plans: Mapping[int, Plan]


def adjudicate(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the case comes to after its last tick; raises CaseError."""
    read = read_case(case)
    course = Course(open_round(read.corners), read.ticks, read.bots, plans=read.plans)
    letters: list[str] = []
    for k in range(1, read.ticks + 1):
        course, _, outcomes = went_on(course, read.turns.get(k, {}), read.leave.get(k, ()))
        letters.append(outcomes)
    return result(course.round, letters)


def result(ended: Round, letters: list[str]) -> dict[str, Any]:
    """The case's answer: counts, where everybody is, who takes it, the field and each seat's outcomes."""
    active = ended.active
    return {
        "counts": list(ended.counts),
        "positions": [list(place(painter.cell)) for painter in ended.painters],
        "facing": [HEADINGS[painter.facing] for painter in ended.painters],
        "winner": active[0] if len(active) == 1 else winner(ended),
        "field": ended.field.decode("ascii"),
        "outcomes": ["".join(row) for row in zip(*letters, strict=True)],
    }


def read_case(case: Mapping[str, Any]) -> Case:
    """The case with every value checked; raises CaseError with one line."""
    unknown = sorted(set(case) - KEYS)
    if unknown:
        raise CaseError(f"{_where(unknown[0])}: there is no such key; known are {', '.join(sorted(KEYS))}.")
    if case.get("game") != "paintfield":
        raise CaseError(f'game: {shown(case.get("game"))} is not "paintfield".')
    players = _whole(case, "players", None, 2, 4)
    ticks = _whole(case, "ticks", TICKS, 1, MOST_TICKS)
    bots = {seat: _level(seat, given) for seat, given in _by_seat(case, "bots", players).items()}
    plans = {seat: _plan(seat, given, ticks) for seat, given in _by_seat(case, "plans", players).items()}
    both = sorted(set(bots) & set(plans))
    if both:
        raise CaseError(f"plans.{both[0]}: seat {both[0]} is a bot's already.")
    return Case(
        _corners(case, players),
        _turns(case, players, ticks),
        _leave(case, players, ticks),
        ticks,
        bots,
        plans,
    )


def shown(value: Any) -> str:
    """The value as the case has it, and no more of it than a line can hold."""
    return cut(json.dumps(value, ensure_ascii=False))


def cut(text: str) -> str:
    """The text, or the beginning of a long one."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _where(*keys: object) -> str:
    """Which key of the case is meant."""
    return ".".join(cut(str(key)) for key in keys)


def _whole(case: Mapping[str, Any], key: str, default: int | None, least: int, most: int) -> int:
    value = case.get(key, default)
    if not is_whole(value) or not least <= value <= most:
        raise CaseError(f"{key}: {shown(value)} is not a whole number from {least} to {most}.")
    return value


def _corners(case: Mapping[str, Any], players: int) -> tuple[int, ...]:
    if ("corners" in case) == ("seed" in case):
        raise CaseError("corners: a case has either corners or a seed.")
    if "seed" in case:
        return corners(_seed(case["seed"]), _whole(case, "round", 1, 1, MOST_ROUNDS), players)
    if "round" in case:
        raise CaseError("round: it is only for a case with a seed.")
    given = case["corners"]
    if not isinstance(given, list) or len(given) != players or not all(_is_corner(one) for one in given):
        raise CaseError(
            f"corners: {shown(given)} is not a list of {players} numbers from 0 to 3 (NW NE SE SW)."
        )
    if len(set(given)) < players:
        raise CaseError(f"corners: {shown(given)} has two seats in one corner.")
    return tuple(given)


def _is_corner(value: Any) -> bool:
    return is_whole(value) and 0 <= value <= 3


def _seed(given: Any) -> bytes:
    text = given if isinstance(given, str) else ""
    if len(text) != 64 or not set(text) <= set("0123456789abcdefABCDEF"):
        raise CaseError(f"seed: {shown(given)} is not 64 hex digits.")
    return bytes.fromhex(text)


def _object(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise CaseError(f"{where}: {shown(value)} is not an object.")
    return value


def _by_seat(case: Mapping[str, Any], key: str, players: int) -> dict[int, Any]:
    given = _object(key, case.get(key, {}))
    return {_seat(_where(key, seat), seat, players): value for seat, value in given.items()}


def _seat(where: str, text: str, players: int) -> int:
    if text not in ("0", "1", "2", "3")[:players]:
        raise CaseError(f"{where}: {shown(text)} is no seat; the seats are 0 to {players - 1}.")
    return int(text)


def _tick(where: str, text: str, ticks: int) -> int:
    is_plain = text.isascii() and text.isdecimal() and not text.startswith("0") and len(text) < 7
    if not is_plain or int(text) > ticks:
        raise CaseError(f"{where}: {shown(text)} is no tick; the ticks are 1 to {ticks}.")
    return int(text)


def _turns(case: Mapping[str, Any], players: int, ticks: int) -> dict[int, dict[int, int]]:
    turns = {}
    for k, given in _object("turns", case.get("turns", {})).items():
        where = _where("turns", k)
        turns[_tick(where, k, ticks)] = {
            _seat(_where(where, seat), seat, players): _heading(f"{where}.{seat}", way)
            for seat, way in _object(where, given).items()
        }
    return turns


def _heading(where: str, value: Any) -> int:
    if not isinstance(value, str) or len(value) != 1 or value not in HEADINGS:
        raise CaseError(f"{where}: {shown(value)} is not one of N, E, S, W.")
    return HEADINGS.index(value)


def _leave(case: Mapping[str, Any], players: int, ticks: int) -> dict[int, tuple[int, ...]]:
    leaving: dict[int, tuple[int, ...]] = {}
    gone: set[int] = set()
    for k, given in _object("leave", case.get("leave", {})).items():
        seats = _leavers(_where("leave", k), given, players)
        if gone & set(seats):
            raise CaseError(f"leave.{k}: seat {min(gone & set(seats))} leaves twice.")
        gone |= set(seats)
        leaving[_tick(_where("leave", k), k, ticks)] = seats
    return leaving


def _leavers(where: str, given: Any, players: int) -> tuple[int, ...]:
    if not isinstance(given, list):
        raise CaseError(f"{where}: {shown(given)} is not a list of seats.")
    for seat in given:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise CaseError(f"{where}: {shown(seat)} is no seat; the seats are 0 to {players - 1}.")
    if len(set(given)) < len(given):
        raise CaseError(f"{where}: a seat stands there twice.")
    return tuple(given)


def _level(seat: int, value: Any) -> int:
    if isinstance(value, bool) or value not in (1, 2, 3) or not isinstance(value, int):
        raise CaseError(f"bots.{seat}: {shown(value)} is no level; a bot's level is 1, 2 or 3.")
    return value


def _plan(seat: int, value: Any, ticks: int) -> Plan:
    if not isinstance(value, str):
        raise CaseError(f"plans.{seat}: {shown(value)} is not a text such as “E12 S6 W*”.")
    try:
        return read_plan(value, most_steps=max(MOST_STEPS, ticks))
    except NotUnderstood as wrong:
        raise CaseError(
            f"plans.{seat}: {cut(str(wrong))}" if len(value) > LONGEST_SHOWN else f"plans.{seat}: {wrong}"
        ) from None
