"""What holds for every position and move: invariants, symmetries, round trips."""

import random
from collections.abc import Callable, Iterator
from itertools import permutations, product

from referee.games.rithmomachia.course import Course
from referee.games.rithmomachia.ending import reason_to_end
from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.field import CELLS, NAMES, PYRAMIDS, coordinates
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.position import (
    Position,
    compose,
    format_position,
    parse_position,
    pieces,
    side_to_move,
)
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Move, Play, Survey
from tests.games.rithmomachia.test_oracle import all_options

Symmetry = Callable[[int], int]


def cell_at(level: int, file: int, rank: int) -> int:
    return level << 4 | file << 2 | rank


def symmetries() -> Iterator[Symmetry]:
    """The 48 symmetries of the cube."""
    for order, flips in product(permutations(range(3)), product((False, True), repeat=3)):

        def symmetry(cell: int, order: tuple[int, ...] = order, flips: tuple[bool, ...] = flips) -> int:
            turned = [coordinates(cell)[axis] for axis in order]
            level, file, rank = (3 - at if flip else at for at, flip in zip(turned, flips, strict=True))
            return cell_at(level, file, rank)

        yield symmetry


SYMMETRIES = list(symmetries())


def turned(position: Position, symmetry: Symmetry) -> Position:
    placed = {symmetry(cell): piece for cell, piece in pieces(position).items()}
    return compose(placed, side_to_move(position))


def exchanged(position: Position) -> Position:
    placed = {cell: (1 - side, value) for cell, (side, value) in pieces(position).items()}
    return compose(placed, 1 - side_to_move(position))


def turned_play(play: Play, symmetry: Symmetry) -> Play:
    origin, cell, pushed, fallen = play
    there = sum(1 << symmetry(at) for at in range(64) if fallen >> at & 1)
    return symmetry(origin), symmetry(cell), symmetry(pushed) if pushed >= 0 else -1, there


def random_positions(seed: int, count: int) -> Iterator[tuple[Rules, Position, Play]]:
    """Positions of random matches with a play in each."""
    rng = random.Random(seed)
    while True:
        rules, position = Options.model_validate(all_options(rng)).rules(), standard_start("same")
        for _ in range(rng.randrange(60)):
            survey = Survey(position, rules)
            plays = survey.plays()
            if not plays or survey.lacks_pyramid():
                break
            play = rng.choice(plays)
            yield rules, position, play
            count -= 1
            if count == 0:
                return
            position = survey.after(play)


def test_the_cube_has_48_symmetries() -> None:
    assert len({tuple(map(symmetry, range(64))) for symmetry in SYMMETRIES}) == 48


def test_symmetries_of_the_cube_commute_with_moves_and_captures(share: int) -> None:
    for rules, position, play in random_positions(1, 2_000 // share):
        survey = Survey(position, rules)
        for symmetry in SYMMETRIES[:: max(1, share // 2)]:
            other = Survey(turned(position, symmetry), rules)
            assert sorted(other.plays()) == sorted(turned_play(each, symmetry) for each in survey.plays())
            assert other.after(turned_play(play, symmetry)) == turned(survey.after(play), symmetry)


def test_exchange_of_colours_commutes_with_moves_and_captures(share: int) -> None:
    for rules, position, play in random_positions(2, 10_000 // share):
        survey, other = Survey(position, rules), Survey(exchanged(position), rules)
        assert sorted(other.plays()) == sorted(survey.plays())
        assert other.after(play) == exchanged(survey.after(play))
        assert other.explain(play) == survey.explain(play)


def test_pieces_only_change_owner_towards_the_mover_and_only_pyramids_leave(share: int) -> None:
    for rules, position, play in random_positions(3, 50_000 // share):
        survey = Survey(position, rules)
        before, after = pieces(position), pieces(survey.after(play))
        lost = sorted(value for _, value in before.values())
        for _, value in after.values():
            lost.remove(value)
        assert all(value in PYRAMIDS for value in lost)
        mover = side_to_move(position)
        mine = sorted(value for side, value in before.values() if side == mover)
        mine_after = sorted(value for side, value in after.values() if side == mover)
        captured = sorted(capture.value for capture in survey.explain(play))
        assert mine_after == sorted(mine + [value for value in captured if value not in PYRAMIDS])
        assert lost == [value for value in captured if value in PYRAMIDS]


def test_every_captured_piece_has_a_reason_and_every_reason_a_captured_piece(share: int) -> None:
    for rules, position, play in random_positions(4, 20_000 // share):
        captures = Survey(position, rules).explain(play)
        assert sum(1 << capture.cell for capture in captures) == play[3]
        assert all(capture.by for capture in captures)


def test_a_position_string_reads_back_as_the_same_position(share: int) -> None:
    for _, position, _ in random_positions(5, 20_000 // share):
        text = format_position(position)
        assert parse_position(text) == position
        assert format_position(parse_position(text)) == text


def test_the_turn_passes_with_every_move() -> None:
    for rules, position, play in random_positions(6, 500):
        assert side_to_move(Survey(position, rules).after(play)) == 1 - side_to_move(position)


def test_a_course_is_the_same_whether_it_is_continued_or_played_again() -> None:
    for rules, position, play in random_positions(7, 300):
        course = Course(rules, position).continued(Move(*play[:3]))
        again = Course(rules, position).continued(Move(*play[:3]))
        assert course == again
        assert reason_to_end(course) == reason_to_end(again)


def test_names_of_cells_are_in_the_order_of_their_numbers() -> None:
    assert list(NAMES) == sorted(NAMES)
    assert [CELLS[name] for name in NAMES] == list(range(64))
