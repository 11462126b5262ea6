"""The record of a match: header tags and numbered moves, which can be read and played again."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from referee.engine.calendar import rfc3339
from referee.errors import CaseError, OrderError
from referee.games.rithmomachia.case import awarded, counted
from referee.games.rithmomachia.course import Course, Ply
from referee.games.rithmomachia.ending import reason_to_end
from referee.games.rithmomachia.notation import read_move, resolve
from referee.games.rithmomachia.options import Options, shown
from referee.games.rithmomachia.position import BLACK, COLOURS, parse_position, side_to_move
from referee.games.rithmomachia.state import State
from referee.games.rithmomachia.words import captures_in_words

NAME: Final = "record.txt"
RULES: Final = (
    "equations",
    "push",
    "swap",
    "filter",
    "forms",
    "cascade",
    "dead",
    "noprogress",
    "decider",
)
"""The options that decide how a record is played, each a tag."""
TAG: Final = re.compile(r'\[(?P<name>\w+) "(?P<value>[^"]*)"\]')
TOKEN: Final = re.compile(r"\{(?P<comment>[^}]*)\}|(?:\d+\.|\.\.\.)(?=\s|$)|(?P<move>[^\s{]+)")


def over_of(state: State) -> dict[str, Any] | None:
    """How the match ended, in the case format; None while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    if outcome.counted:
        return counted(state.course, outcome.reason)
    sides = [state.side(name) for name in outcome.winners]
    return awarded(outcome.reason, sides[0] if len(sides) == 1 else None)


def format_record(state: State) -> str:
    """The record of a match, finished or not; empty before the pieces are placed."""
    if not state.start:
        return ""
    tags = "\n".join(f'[{name} "{value}"]' for name, value in _tags(state))
    moves = "\n".join(_numbered(state.course, state.played_before))
    return f"{tags}\n\n{moves}\n"


def _tags(state: State) -> Iterator[tuple[str, str]]:
    yield "Game", "Boolean Rithmomachia"
    yield from zip(COLOURS, state.players, strict=True)
    yield "Started", rfc3339(state.started)
    for name in RULES:
        value = state.equations if name == "equations" else getattr(state.options, name)
        yield name.capitalize(), shown(value)
    yield "Ply", str(state.played_before + 1)
    yield "Position", state.start
    if (over := over_of(state)) and state.outcome:
        yield "Ended", rfc3339(state.outcome.at)
        yield from _ending_tags(over)


def _ending_tags(over: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Reason", over["reason"]
    yield "Victories", ", ".join(f"{name} {who or 'none'}" for name, who in over["victories"].items())
    yield "Winner", over["winner"] or "none"


def _numbered(course: Course, before: int) -> Iterator[str]:
    """The moves, White's and Black's of a number together, with what they captured."""
    is_blacks = side_to_move(course.start) == BLACK
    texts = [_with_comment(ply) for ply in course.plies]
    if is_blacks and texts:
        texts.insert(0, "...")
    first = before // 2 + 1
    for count in range(0, len(texts), 2):
        line = f"{first + count // 2}. {' '.join(texts[count : count + 2])}"
        yield textwrap.fill(
            line, 72, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
        )


def _with_comment(ply: Ply) -> str:
    return f"{ply.move.name} {{{_comment(ply)}}}" if ply.captures else ply.move.name


def _comment(ply: Ply) -> str:
    return "; ".join(captures_in_words(ply))


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was read and played again."""

    tags: Mapping[str, str]
    course: Course


def replay_record(text: str) -> Replay:
    """The record played again; CaseError when it can't be read, or tells what the rules don't."""
    tags = {found["name"]: found["value"] for found in TAG.finditer(text)}
    course = _first_course(tags)
    for move, comment in _moves(TAG.sub("", text).strip()):
        course = _played(course, move, comment)
    _check_ending(course, tags)
    return Replay(tags, course)


def replays(state: State) -> bool:
    """Whether the record of a match can be played again and comes to the position that stands."""
    try:
        replay = replay_record(format_record(state))
    except CaseError:
        return False
    return replay.course.position == state.course.position


def _first_course(tags: Mapping[str, str]) -> Course:
    try:
        options = Options.model_validate({name: tags[name.capitalize()] for name in RULES})
        return Course(options.rules(), parse_position(tags["Position"]))
    except KeyError as missing:
        raise CaseError(f"The record has no tag {str(missing.args[0]).capitalize()}.") from None
    except ValidationError as wrong:
        raise CaseError(wrong.errors()[0]["msg"]) from None
    except ValueError as wrong:
        raise CaseError(str(wrong)) from None


def _moves(text: str) -> Iterator[tuple[str, str]]:
    """Each move with its comment, empty when there is none."""
    move, comment = "", ""
    for token in TOKEN.finditer(text):
        if token["move"]:
            if move:
                yield move, comment
            move, comment = token["move"], ""
        elif token["comment"]:
            comment = " ".join(token["comment"].split())
    if move:
        yield move, comment


def _played(course: Course, move: str, comment: str) -> Course:
    number = len(course.plies) + 1
    if course.plies and reason_to_end(course):
        raise CaseError(f"Ply {number}, {move}, comes after the end.")
    try:
        course = course.continued(resolve(read_move(move), course.survey, number))
    except OrderError as wrong:
        raise CaseError(f"Ply {number}: {wrong}") from None
    if (told := _comment(course.plies[-1])) != comment:
        raise CaseError(f"Ply {number} captures {told or 'nothing'}; the record has {comment or 'nothing'}.")
    return course


def _check_ending(course: Course, tags: Mapping[str, str]) -> None:
    """The tags of the ending must be those that the final position gives."""
    reason = reason_to_end(course)
    if reason and tags.get("Reason", reason) != reason:
        raise CaseError(f"The match ends with {reason}, and the record has {tags['Reason']}.")
    if reason or tags.get("Reason") in COUNTED:
        for name, value in _ending_tags(counted(course, reason or tags["Reason"])):
            if tags.get(name) != value:
                raise CaseError(f"The tag {name} should be {value!r}.")


COUNTED: Final = ("no-progress", "agreed-end")
"""Reasons at which the victories are counted though the board doesn't end the match itself."""
