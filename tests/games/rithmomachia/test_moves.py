"""How the shapes move, pushes, and the ways in which moves are written."""

import pytest

from referee.errors import Ambiguous, NotLegal, NotUnderstood, OrderError, OutOfDate
from referee.games.rithmomachia.equations import EQUATIONS
from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.field import CELLS, NAMES, PYRAMIDS, REACH, cells_of, shape
from referee.games.rithmomachia.notation import read_move, resolve
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.position import parse_position
from referee.games.rithmomachia.survey import Move, Survey
from tests.games.rithmomachia.session import position

FAR = "4d4=15 4d1=1"


def moves(white: str, black: str = FAR, turn: str = "White", **options: object) -> list[str]:
    rules = Options.model_validate(options).rules()
    survey = Survey(parse_position(position(white, black, turn)), rules)
    return [Move(*play[:3]).name for play in survey.plays()]


def targets(value: int, cell: str) -> set[str]:
    return {NAMES[there] for there in cells_of(REACH[value][CELLS[cell]])}


def test_the_shape_follows_from_the_number_of_ones() -> None:
    shapes = {name: [v for v in range(16) if shape(v) == name] for name in ("circle", "triangle", "square")}
    assert shapes == {
        "circle": [1, 2, 4, 8],
        "triangle": [3, 5, 6, 9, 10, 12],
        "square": [7, 11, 13, 14],
    }
    assert [v for v in range(16) if shape(v) == "pyramid"] == list(PYRAMIDS)


def test_a_circle_steps_orthogonally_or_diagonally() -> None:
    assert targets(1, "1a1") == {"2a1", "1b1", "1a2", "2b1", "2a2", "1b2"}
    assert len(targets(1, "2b2")) == 18


def test_a_triangle_steps_diagonally_or_triagonally() -> None:
    assert targets(3, "1a1") == {"2b1", "2a2", "1b2", "2b2"}
    assert len(targets(3, "2b2")) == 20


def test_a_square_steps_orthogonally_or_triagonally() -> None:
    assert targets(7, "1a1") == {"2a1", "1b1", "1a2", "2b2"}
    assert len(targets(7, "2b2")) == 14


def test_a_pyramid_steps_in_any_way() -> None:
    assert len(targets(0, "1a1")) == 7
    assert len(targets(15, "2b2")) == 26


def test_a_piece_moves_to_empty_cells_only() -> None:
    assert "1a1-1b1" in moves("1a1=1 4a4=0")
    assert "1a1-1b1" not in moves("1a1=1 1b1=2 4a4=0")
    assert "1a1-1b1" not in moves("1a1=1 4a4=0", "1b1=2 4d4=15")


def test_a_pyramid_pushes_any_piece_whoever_owns_it() -> None:
    own, enemys = moves("1a1=0 1a2=15"), moves("1a1=0", "1a2=15 4d4=0")
    assert {"1a1-1a2>1a3", "1a1-1a2>2b3"} <= set(own) & set(enemys)


def test_a_push_goes_to_an_empty_cell_only() -> None:
    assert "1a1-1a2>1a3" not in moves("1a1=0 1a2=1 1a3=2")


def test_only_a_pyramid_pushes() -> None:
    assert not [move for move in moves("1a1=1 1a2=7 4a4=0") if ">" in move]


def test_there_are_no_pushes_when_they_are_off() -> None:
    assert not [move for move in moves("1a1=0 1a2=1", push=False) if ">" in move]


def test_a_push_may_swap_the_two_pieces_unless_swap_is_off() -> None:
    assert "1a1-1a2>1a1" in moves("1a1=0 1a2=1")
    assert "1a1-1a2>1a1" not in moves("1a1=0 1a2=1", swap=False)


def test_the_standard_start_has_78_steps_and_126_pushes() -> None:
    survey = Survey(standard_start("same"), Options().rules())
    names = [Move(*play[:3]).name for play in survey.plays()]
    assert len([name for name in names if ">" not in name]) == 78
    assert len([name for name in names if ">" in name]) == 126


@pytest.mark.parametrize(
    "written",
    [
        "1b1-2b1",
        "1b1 - 2b1",
        "1b1 2b1",
        "1b1 to 2b1",
        "1B1 TO 2B1",
        "Ab1-Bb1",
        "ab1–bb1",
        "1b1→2b1",
        "1b1->2b1",
        "1b1-2b1 #1",
        "#1 1b1-2b1",
        "#1: 1b1-2b1.",
        "1b1to2b1",
    ],
)
def test_a_move_is_read_in_many_ways(written: str) -> None:
    survey = Survey(standard_start("same"), Options().rules())
    assert resolve(read_move(written), survey, 1).name == "1b1-2b1"


@pytest.mark.parametrize("written", ["1c2-1c3>2c4", "1c2 - 1c3 > 2c4", "ac2 to ac3>bc4", "#1 1C2-1C3>2C4"])
def test_a_push_is_read_in_many_ways(written: str) -> None:
    survey = Survey(standard_start("same"), Options().rules())
    assert resolve(read_move(written), survey, 1).name == "1c2-1c3>2c4"


@pytest.mark.parametrize(
    "written",
    ["", "1b1", "1b1-", "1b1-2b1-3b1", "1b1-2e1", "1b1-2b5", "0b1-1b1", "1b1-2b1 and win", "#1", "1b12b1"],
)
def test_a_line_with_anything_else_in_it_is_no_move(written: str) -> None:
    with pytest.raises(NotUnderstood):
        read_move(written)


def test_a_bare_move_of_a_pyramid_onto_a_piece_is_ambiguous_when_several_pushes_are_legal() -> None:
    survey = Survey(standard_start("same"), Options().rules())
    with pytest.raises(Ambiguous) as refused:
        resolve(read_move("1c2-1c3"), survey, 1)
    assert "1c2-1c3>2c4" in str(refused.value)


def test_a_bare_move_of_a_pyramid_onto_a_piece_is_played_when_one_push_is_legal() -> None:
    white = "1a1=0 1a2=1 1a3=2 1b1=4 1b2=8 1b3=3 2a1=5 2a2=6 2a3=9 2b1=10 2b2=12"
    survey = Survey(parse_position(position(white, FAR)), Options.model_validate({"swap": False}).rules())
    assert resolve(read_move("1a1-1a2"), survey, 1).name == "1a1-1a2>2b3"


def test_a_move_for_another_ply_is_out_of_date() -> None:
    survey = Survey(standard_start("same"), Options().rules())
    with pytest.raises(OutOfDate, match="ply 12; ply 1 is about"):
        resolve(read_move("1b1-2b1 #12"), survey, 1)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("2b1-2b2", "2b1 is empty. Your pieces that can move stand on 1a1,"),
        ("4b1-3b1", "the piece on 4b1 is the opponent's."),
        ("1b1-3b1", "3b1 is not one step of a circle away from 1b1. Your circle 1 on 1b1 may go to 2a1,"),
        ("1b1-1a1", "1a1 is occupied."),
        ("1b1-2b1>3b1", "there is nothing to push on 2b1."),
        ("1c2-1c3>1c4", "the piece on 1c3 can't be pushed to 1c4."),
    ],
)
def test_a_refusal_quotes_the_move_and_says_what_the_piece_may_do(written: str, told: str) -> None:
    survey = Survey(standard_start("same"), Options().rules())
    with pytest.raises(NotLegal) as refused:
        resolve(read_move(written), survey, 1)
    assert repr(written) in str(refused.value)
    assert told in str(refused.value)


def test_every_legal_move_reads_back_as_itself() -> None:
    survey = Survey(standard_start("same"), Options().rules())
    for play in survey.plays():
        assert resolve(read_move(Move(*play[:3]).name), survey, 1) == play[:3]


def test_each_refusal_has_its_kind() -> None:
    kinds = {error.kind for error in (NotLegal, NotUnderstood, Ambiguous, OutOfDate)}
    assert kinds == {"not-legal", "not-understood", "ambiguous", "out-of-date"}
    assert issubclass(Ambiguous, OrderError)


def test_there_are_six_equations() -> None:
    assert EQUATIONS == ("AND", "NAND", "NOR", "NOT", "OR", "XOR")
