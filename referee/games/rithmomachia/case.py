"""Cases: a position, options and moves in; what they come to out."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from referee.errors import CaseError, NotLegal, OrderError
from referee.games.rithmomachia.captures import Capture
from referee.games.rithmomachia.course import Course, Ply
from referee.games.rithmomachia.ending import reason_to_end, victories
from referee.games.rithmomachia.equations import Reason
from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.field import NAMES
from referee.games.rithmomachia.notation import read_move, resolve
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.position import (
    BLACK,
    COLOURS,
    WHITE,
    Position,
    format_position,
    parse_position,
)
from referee.games.rithmomachia.survey import Move

KEYS = ("game", "options", "position", "moves")

MAIL_ONLY = frozenset({"opponent", "white"})
"""Options of a match by mail that say who sits where."""


def adjudicate(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the moves of a case do, in the case format; CaseError when it is not of that format."""
    if unknown := sorted(str(key) for key in case if key not in KEYS):
        raise CaseError(f"A case has {', '.join(KEYS)}, and no {unknown[0]!r}.")
    if case.get("game", "rithmomachia") != "rithmomachia":
        raise CaseError("The case is of another game.")
    options = read_options(case.get("options", {}))
    if case.get("position", "") is None:
        raise CaseError("The position of a case is a string.")
    start = read_position(case.get("position"), options)
    return _played(Course(options.rules(), start), _moves(case.get("moves", [])))


def read_options(given: Any) -> Options:
    """The options of a case; CaseError when one is unknown or not allowed."""
    if not isinstance(given, Mapping):
        raise CaseError("The options of a case are an object.")
    if not MAIL_ONLY.isdisjoint(given):
        raise CaseError(f"{', '.join(sorted(MAIL_ONLY & set(given)))} is no option of a case.")
    try:
        options = Options.model_validate(given)
    except ValidationError as wrong:
        raise CaseError(wrong.errors()[0]["msg"]) from None
    if options.equations == "sealed":
        raise CaseError("A case has to name its equations; they can't be sealed.")
    return options


def read_position(given: Any, options: Options) -> Position:
    """The position of a case, the standard start when it names none; CaseError when it is malformed."""
    if given is None:
        return standard_start(options.facing)
    if not isinstance(given, str):
        raise CaseError("The position of a case is a string.")
    try:
        return parse_position(given)
    except ValueError as wrong:
        raise CaseError(str(wrong)) from None


def _moves(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(move, str) for move in given):
        raise CaseError("The moves of a case are a list of strings.")
    return given


def _played(course: Course, moves: list[str]) -> dict[str, Any]:
    error = None
    for text in moves:
        try:
            course = course.continued(_next_move(course, text))
        except OrderError as refused:
            error = {"move": text, "kind": refused.kind}
            break
    outcome = report(course, over_the_board(course))
    return outcome if error is None else {**outcome, "error": error}


def _next_move(course: Course, text: str) -> Move:
    written = read_move(text)
    if reason_to_end(course):
        raise NotLegal(f"{text!r} comes after the end.")
    return resolve(written, course.survey, len(course.plies) + 1)


def report(course: Course, over: Mapping[str, Any] | None) -> dict[str, Any]:
    """What was played, what is legal now, and the end, if there is one."""
    return {
        "plies": [_ply(ply) for ply in course.plies],
        "legal": [] if over else sorted(Move(*play[:3]).name for play in course.survey.plays()),
        "over": over,
    }


def _ply(ply: Ply) -> dict[str, Any]:
    return {
        "move": ply.move.name,
        "captured": [_capture(capture) for capture in ply.captures],
        "position": format_position(ply.position),
    }


def _capture(capture: Capture) -> dict[str, Any]:
    return {"cell": NAMES[capture.cell], "by": [_reason(reason) for reason in capture.by]}


def _reason(reason: Reason) -> dict[str, str]:
    if not reason.form:
        return {"equation": reason.equation}
    return {"equation": reason.equation, "form": reason.form, "with": reason.partner}


def _colour(side: int | None) -> str | None:
    return None if side is None else COLOURS[side]


def over_the_board(course: Course) -> dict[str, Any] | None:
    """The end that the position brings, with victories, grades and winner; None while play goes on."""
    reason = reason_to_end(course)
    return counted(course, reason) if reason else None


def counted(course: Course, reason: str) -> dict[str, Any]:
    """An end for that reason at which the three victories are counted."""
    won = victories(course.position)
    return {
        "reason": reason,
        "victories": {name: _colour(getattr(won, name)) for name in ("pyramid", "piece", "value")},
        "grade": {COLOURS[side]: won.grade(side) for side in (WHITE, BLACK)},
        "winner": _colour(won.winner(course.rules.decider)),
    }


def awarded(reason: str, winner: int | None) -> dict[str, Any]:
    """An end for that reason at which no victories are claimed."""
    return {
        "reason": reason,
        "victories": dict.fromkeys(("pyramid", "piece", "value")),
        "grade": dict.fromkeys(COLOURS),
        "winner": _colour(winner),
    }
