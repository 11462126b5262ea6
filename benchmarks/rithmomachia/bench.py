"""Boolean Rithmomachia's engine against python-chess, in one process on one core.

Two measures over 200 named positions of each game, both per move: every legal move with what it does
(captures with their reasons, as data; in chess `legal_moves` with `san`), and perft without bulk counting.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import chess

from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.perft import perft
from referee.games.rithmomachia.position import Position, format_position
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Survey

POSITIONS = 200
PLIES = 31
ROUNDS = 5
DEPTH = 2
T = TypeVar("T")


@dataclass(frozen=True)
class Named(Generic[T]):
    """A position and what it is called."""

    name: str
    position: T


@dataclass(frozen=True)
class Setting:
    """A position of Rithmomachia and the rules that it is played by."""

    rules: Rules
    position: Position


def rithmomachia_positions() -> list[Named[Setting]]:
    """Seeded random play, plies 0 to 30, with pushes and without by turns."""
    found: list[Named[Setting]] = []
    rng = random.Random(2002)
    while len(found) < POSITIONS:
        is_pushing, plies = len(found) % 2 == 0, rng.randrange(PLIES)
        rules = replace(Rules(), push=is_pushing)
        position = _played(rng, rules, plies)
        if position is not None:
            name = f"{len(found):03} {'push' if is_pushing else 'no push'}, ply {plies}"
            found.append(Named(name, Setting(rules, position)))
    return found


def _played(rng: random.Random, rules: Rules, plies: int) -> Position | None:
    """The position after so many random plies, None if the match is over by then."""
    position = standard_start("same")
    for count in range(plies + 1):
        survey = Survey(position, rules)
        plays = survey.plays()
        if survey.lacks_pyramid() or survey.is_dead() or not plays:
            return None
        if count < plies:
            position = survey.after(rng.choice(plays))
    return position


def chess_positions() -> list[Named[chess.Board]]:
    """Seeded random play, plies 0 to 30."""
    found: list[Named[chess.Board]] = []
    rng = random.Random(2002)
    while len(found) < POSITIONS:
        board, plies = chess.Board(), rng.randrange(PLIES)
        for _ in range(plies):
            moves = list(board.legal_moves)
            if moves:
                board.push(rng.choice(moves))
        if any(board.legal_moves):
            found.append(Named(f"{len(found):03} chess, ply {plies}", board))
    return found


def annotated(setting: Setting) -> int:
    """Lists every legal move with its captures and their reasons; gives how many moves."""
    return len(list(Survey(setting.position, setting.rules).annotated()))


def annotated_chess(board: chess.Board) -> int:
    """Lists every legal move with its notation; gives how many moves."""
    return len([(move, board.san(move)) for move in board.legal_moves])


def leaves(setting: Setting) -> int:
    """Perft, each leaf really played."""
    return perft(setting.position, setting.rules, DEPTH)


def leaves_chess(board: chess.Board, depth: int = DEPTH) -> int:
    """Perft, each leaf really played."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += leaves_chess(board, depth - 1)
        board.pop()
    return count


def rate(work: Callable[[T], int], positions: Sequence[Named[T]]) -> float:
    """Moves per second of CPU time over all the positions."""
    began = time.process_time()
    moves = sum(work(each.position) for each in positions)
    return moves / (time.process_time() - began)


def measured() -> Iterator[tuple[str, list[float], list[float], float]]:
    """What is measured, our rates and python-chess's by round, and the ratio that was aimed for."""
    ours, theirs = rithmomachia_positions(), chess_positions()
    for name, our_work, their_work, aim in (
        ("annotated legal moves", annotated, annotated_chess, 2.0),
        (f"perft {DEPTH} without bulk counting", leaves, leaves_chess, 1.5),
    ):
        rounds = [(rate(our_work, ours), rate(their_work, theirs)) for _ in range(ROUNDS)]
        yield name, [mine for mine, _ in rounds], [other for _, other in rounds], aim


def by_push() -> Iterator[str]:
    """Our own rates with pushes and without."""
    positions = rithmomachia_positions()
    for is_pushing in (True, False):
        some = [each for each in positions if each.position.rules.push == is_pushing]
        told = "push" if is_pushing else "no push"
        yield f"  {told:8} annotated {rate(annotated, some):>9,.0f}/s   perft {rate(leaves, some):>9,.0f}/s"


def pin() -> str:
    """Keeps the process on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned"
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def main() -> None:
    """Prints the table."""
    print(f"python-chess {chess.__version__}, {POSITIONS} positions each, best of {ROUNDS} rounds, {pin()}")
    for name, ours, theirs, aim in measured():
        ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
        print(f"{name}: {max(ours):,.0f}/s against {max(theirs):,.0f}/s")
        print(
            f"  ratio {max(ours) / max(theirs):.2f} (rounds {ratios[0]:.2f} to {ratios[-1]:.2f}), aim {aim}"
        )
    print("\n".join(by_push()))


def list_positions() -> None:
    """Prints the named positions, ours and python-chess's."""
    for ours in rithmomachia_positions():
        print(f"{ours.name}: {format_position(ours.position.position)}")
    for theirs in chess_positions():
        print(f"{theirs.name}: {theirs.position.fen()}")


if __name__ == "__main__":
    list_positions() if "--positions" in sys.argv else main()
