"""The engine plays as the oracle does, move for move and reason for reason, under every option."""

import random
from itertools import product
from typing import Any

from referee.games.rithmomachia.case import adjudicate
from referee.games.rithmomachia.course import Course
from referee.games.rithmomachia.ending import reason_to_end
from referee.games.rithmomachia.equations import EQUATIONS
from referee.games.rithmomachia.field import NAMES
from referee.games.rithmomachia.options import Options
from referee.games.rithmomachia.position import format_position, parse_position
from referee.games.rithmomachia.survey import Move, Survey
from tests.games.rithmomachia import oracle

SWITCHES = [
    {"push": push, "swap": swap, "filter": filter_, "forms": forms, "cascade": cascade, "dead": dead}
    for push, swap, filter_, forms, cascade, dead in product(
        (True, False),
        (True, False),
        ("reach", "anywhere", "chain", "off"),
        ("both", "compile", "filter"),
        (False, True),
        ("auto", "off"),
    )
    if not (forms == "filter" and filter_ == "off")
]


def all_options(rng: random.Random) -> dict[str, Any]:
    """One of the combinations, with all equations or some."""
    some = rng.sample(EQUATIONS, rng.randrange(1, 7))
    return {**rng.choice(SWITCHES), "equations": sorted(some) if rng.random() < 0.6 else list(EQUATIONS)}


def scattered(rng: random.Random) -> oracle.Board:
    """The 32 pieces, or some of them, anywhere and of either owner."""
    values = [value for value in range(1, 15) for _ in range(2)]
    placed = [(rng.choice(("White", "Black")), value) for value in rng.sample(values, rng.randrange(2, 29))]
    placed += [(side, value) for side in ("White", "Black") for value in (0, 15) if rng.random() < 0.8]
    return dict(zip(rng.sample(oracle.FIELD, len(placed)), placed, strict=True))


def check_ply(
    board: oracle.Board, colour: str, options: dict[str, Any], survey: Survey, rng: random.Random
) -> oracle.Board:
    """Both play the same move from the same position; its outcome by the oracle."""
    moves = oracle.legal_moves(board, colour, options)
    plays = {Move(*play[:3]).name: play for play in survey.plays()}
    assert plays.keys() == set(map(oracle.move_name, moves))
    chosen = rng.choice(moves)
    after, captured = oracle.play(board, colour, chosen, options)
    play = plays[oracle.move_name(chosen)]
    found = {
        NAMES[capture.cell]: [(reason.equation, reason.form, reason.partner) for reason in capture.by]
        for capture in survey.explain(play)
    }
    assert found == {cell: sorted(why) for cell, why in captured.items()}
    assert list(found) == sorted(found)
    assert format_position(survey.after(play)) == oracle.text(after, oracle.other(colour))
    return after


def test_random_matches_are_played_as_by_the_oracle(share: int) -> None:
    rng, played = random.Random(20), 0
    while played < 100_000 // share // 2:
        board, colour, options = oracle.start(), "White", all_options(rng)
        rules = Options.model_validate(options).rules()
        for _ in range(rng.randrange(20, 120)):
            course = Course(rules, parse_position(oracle.text(board, colour)))
            ended = oracle.reason_to_end(board, colour, options)
            assert reason_to_end(course) == ended
            if ended:
                break
            board, colour = check_ply(board, colour, options, course.survey, rng), oracle.other(colour)
            played += 1


def test_moves_in_scattered_positions_are_those_of_the_oracle(share: int) -> None:
    rng, played = random.Random(21), 0
    while played < 100_000 // share // 2:
        board, colour, options = scattered(rng), rng.choice(("White", "Black")), all_options(rng)
        rules = Options.model_validate(options).rules()
        course = Course(rules, parse_position(oracle.text(board, colour)))
        assert reason_to_end(course) == oracle.reason_to_end(board, colour, options)
        if oracle.legal_moves(board, colour, options):
            check_ply(board, colour, options, course.survey, rng)
            played += 1


def test_every_capture_that_is_generated_is_the_one_that_the_oracle_finds(share: int) -> None:
    rng, played = random.Random(22), 0
    while played < 20_000 // share:
        board, colour, options = scattered(rng), rng.choice(("White", "Black")), all_options(rng)
        survey = Survey(parse_position(oracle.text(board, colour)), Options.model_validate(options).rules())
        by_name = {oracle.move_name(move): move for move in oracle.legal_moves(board, colour, options)}
        for play in survey.plays()[:: rng.randrange(1, 20)]:
            _, captured = oracle.play(board, colour, by_name[Move(*play[:3]).name], options)
            assert sorted(captured) == [name for cell, name in enumerate(NAMES) if play[3] >> cell & 1]
            played += 1


def test_a_case_counts_the_victories_as_the_oracle_does(share: int) -> None:
    rng = random.Random(23)
    for _ in range(1_000 // share):
        board, colour, options = scattered(rng), rng.choice(("White", "Black")), all_options(rng)
        over = adjudicate({"options": options, "position": oracle.text(board, colour)})["over"]
        assert (over["reason"] if over else None) == oracle.reason_to_end(board, colour, options)
        if over:
            assert over["victories"] == oracle.count(board)
