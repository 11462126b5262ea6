"""What a seat may know of a match, as a new value.

- `you`: `name` and `colour`, or None. `players`: `name`, `colour`, `is_to_move`, `is_house`.
- `started`, `commitment`, and `seed`, which is None before the end.
- `phase`: `opening`, `play` or `over`. `ply`: about to be played. `to_move`: a colour or None. `your_turn`.
- `position`: its string or None. `levels`: `level` and `ranks` of `rank` and `cells` of `name`, `piece`,
  `mark`; a `piece` is None or has `colour`, `value`, `digit`, `bits`, `shape`, `is_yours`; a `mark` is
  `from`, `moved`, `pushed`, `captured` or empty. `drawn`: the levels as lines of text.
- `last`: see `ply_view`, or None. `forms`: what the reader may write.
- `counts`: by colour `pyramids`, `pieces`, `value`. `leads`: a colour or None by victory. Both may be None.
- `equations`, `options` (`name`, `value`), `warning`, `deadline`.
- `clock`: `due`, `is_overstepped`, `ends` (when the match ends unclaimed), `is_paused`, `left`.
- `offers` (`kind`, `by`, `is_yours`), `conditions` (the reader's own, in words).
- `progress`: `quiet`, `standings`, `limit`, `may_claim`, or None.
- `opening`: None or `awaits` (names, while pieces are placed in turn), `faces` (`colour`, `name`, `is_yours`,
  `ranks`: see face_view), and the reader's own `owes`, `left` (values) and `chosen` (equations).
- `outcome`: None or `reason`, `words`, `winners`, `text`, `victories`, `grade`.
"""

from dataclasses import asdict
from typing import Any

from referee.engine.draws import Draws
from referee.engine.said import said
from referee.games.rithmomachia.board import face_view, levels_view
from referee.games.rithmomachia.clock import PATIENCE
from referee.games.rithmomachia.drawing import face_lines, field_lines
from referee.games.rithmomachia.ending import count, victories
from referee.games.rithmomachia.finish import REASONS, result_of
from referee.games.rithmomachia.opening import awaited, owes_choice, owes_face, placing_side
from referee.games.rithmomachia.options import in_words, is_tame, shown
from referee.games.rithmomachia.position import COLOURS, format_position
from referee.games.rithmomachia.record import over_of
from referee.games.rithmomachia.saying import can
from referee.games.rithmomachia.state import SIDES, State
from referee.games.rithmomachia.words import condition_words, ply_view

WARNING = said(
    "With these equations nobody can lose both pyramids: the match ends when a player has no move, when "
    "nobody can ever capture again, or by agreement, claim, time or resignation."
)


def view_of(state: State, seat: str | None) -> dict[str, Any]:
    """All that the seat may know; None: an onlooker."""
    reader = state.side(seat) if seat is not None else None
    return {
        "you": {"name": seat, "colour": state.colour(seat)} if seat is not None else None,
        "players": _players(state),
        "started": state.started,
        "commitment": Draws(bytes.fromhex(state.seed)).commitment,
        "seed": state.seed if state.outcome is not None else None,
        "phase": _phase(state),
        "ply": state.ply,
        "to_move": COLOURS[state.to_move] if state.is_playing else None,
        "your_turn": state.is_playing and reader == state.to_move,
        **_board(state, reader),
        "equations": list(state.equations),
        "options": [{"name": name, "value": shown(value)} for name, value in state.options],
        "warning": WARNING if is_tame(frozenset(state.equations)) else "",
        "deadline": state.clock.deadline if state.outcome is None else None,
        "clock": _clock(state),
        "offers": [{"kind": kind, "by": by, "is_yours": by == seat} for by, kind in state.offers.items()],
        "conditions": _conditions(state, seat),
        "progress": _progress(state),
        "opening": _opening(state, reader) if _phase(state) == "opening" else None,
        "outcome": _outcome(state),
        "forms": list(can(state, seat)) if seat is not None and state.outcome is None else [],
    }


def _players(state: State) -> list[dict[str, Any]]:
    return [
        {
            "name": state.players[side],
            "colour": COLOURS[side],
            "is_to_move": state.is_playing and state.to_move == side,
            "is_house": state.players[side] == state.house,
        }
        for side in SIDES
    ]


def _phase(state: State) -> str:
    return "over" if state.outcome is not None else "play" if state.is_playing else "opening"


def _board(state: State, reader: int | None) -> dict[str, Any]:
    """The field, the last move, and how the three victories stand; None for all before it is filled."""
    if not state.start:
        return dict.fromkeys(("position", "levels", "drawn", "last", "counts", "leads"))
    course = state.course
    last, won = course.plies[-1] if course.plies else None, victories(course.position)
    levels, names = levels_view(course.position, last, reader), ("pyramid", "piece", "value")
    leaders = {name: getattr(won, name) for name in names}
    return {
        "position": format_position(course.position),
        "levels": levels,
        "drawn": field_lines(levels),
        "last": ply_view(last, state.ply - 1) if last else None,
        "counts": {COLOURS[side]: asdict(count(course.position, side)) for side in SIDES},
        "leads": {name: None if side is None else COLOURS[side] for name, side in leaders.items()},
    }


def _clock(state: State) -> dict[str, Any]:
    clock = state.clock
    left = zip(COLOURS, clock.left or (), strict=False)
    return {
        "due": clock.due,
        "is_overstepped": clock.is_overstepped,
        "ends": clock.due + PATIENCE,
        "is_paused": clock.paused_at is not None,
        "left": [{"colour": colour, "time": in_words(time)} for colour, time in left],
    }


def _conditions(state: State, seat: str | None) -> list[str]:
    return [condition_words(line) for line in state.conditions.get(seat, ())] if seat is not None else []


def _progress(state: State) -> dict[str, Any] | None:
    if not state.is_playing:
        return None
    course = state.course
    return {
        "quiet": course.quiet_plies(),
        "standings": course.standings(),
        "limit": state.rules.noprogress,
        "may_claim": course.may_claim_end(),
    }


def _opening(state: State, reader: int | None) -> dict[str, Any]:
    """What is still missing before the first move; of sealed things only the reader's own."""
    is_public = state.options.setup != "sealed"
    faces = [
        {
            "colour": COLOURS[side],
            "name": state.players[side],
            "is_yours": side == reader,
            "ranks": (ranks := face_view(state.faces[side], side, state.options.facing, reader)),
            "drawn": face_lines(ranks),
        }
        for side in SIDES
        if not state.start and (is_public or side == reader)
    ]
    return {
        "awaits": list(awaited(state)) if state.options.setup == "alternate" and state.equations else [],
        "faces": faces,
        "owes": [] if reader is None else _owes(state, reader),
        "left": [] if reader is None else _left(state, reader),
        "chosen": [] if reader is None else list(state.chosen[reader]),
    }


def _owes(state: State, reader: int) -> list[str]:
    """What the reader has still to send: `equations`, `arrangement`, `piece`."""
    owed = {
        "equations": owes_choice(state, reader),
        "arrangement": owes_face(state, reader),
        "piece": placing_side(state) == reader,
    }
    return [name for name, is_owed in owed.items() if is_owed]


def _left(state: State, reader: int) -> list[int]:
    if state.options.setup != "alternate" or state.start:
        return []
    return [value for value in range(16) if value not in state.faces[reader].values()]


def _outcome(state: State) -> dict[str, Any] | None:
    over, result = over_of(state), result_of(state)
    if state.outcome is None or over is None or result is None:
        return None
    return {
        "reason": state.outcome.reason,
        "words": REASONS[state.outcome.reason],
        "winners": list(state.outcome.winners),
        "text": result.text,
        "victories": over["victories"],
        "grade": over["grade"],
    }
