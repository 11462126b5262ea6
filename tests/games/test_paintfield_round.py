"""What holds in every round: the rules of a tick, and properties over random play."""

import random
from typing import Any

from referee.games.paintfield import GAME
from referee.games.paintfield.field import AHEAD, FIRST, STARTS, E, N, S, W, cell, place
from referee.games.paintfield.round import Painter, Round, open_round, tick, winner, without
from tests.games.paintfield.generator import random_case

EMPTY = b"." * 784


def standing(*painters: Painter, paint: dict[int, int] | None = None) -> Round:
    """A round with those painters on a bare field, on which each has painted its own cell."""
    field = bytearray(EMPTY)
    for seat, painter in enumerate(painters):
        field[painter.cell] = FIRST + seat
    for number, seat in (paint or {}).items():
        field[number] = FIRST + seat
    return Round(bytes(field), painters)


def at(x: int, y: int, facing: int, **rest: Any) -> Painter:
    return Painter(cell(x, y), facing, **rest)


def test_each_start_cell_has_its_colour_when_the_round_opens() -> None:
    opened = open_round((0, 2))
    assert opened.counts == (1, 1)
    assert [painter.cell for painter in opened.painters] == [STARTS[0], STARTS[2]]


def test_a_painter_never_stops_and_paints_the_cell_it_enters() -> None:
    after, letters = tick(standing(at(5, 5, E), at(20, 20, W)), {})
    assert letters == "MM"
    assert after.painters[0].cell == cell(6, 5)
    assert after.counts == (2, 2)


def test_a_wall_stops_a_painter_that_keeps_its_heading() -> None:
    after, letters = tick(standing(at(0, 5, W), at(20, 20, W)), {})
    assert letters == "BM"
    assert after.painters[0] == Painter(cell(0, 5), W)


def test_turning_back_is_an_ordinary_move() -> None:
    after, letters = tick(standing(at(5, 5, E), at(20, 20, W)), {0: W})
    assert (letters, after.painters[0].cell) == ("MM", cell(4, 5))


def test_stealing_costs_the_next_tick_and_takes_the_cell_at_once() -> None:
    first, letters = tick(standing(at(5, 5, E), at(20, 20, W), paint={cell(6, 5): 1}), {})
    assert (letters, first.counts) == ("SM", (2, 2))
    second, letters = tick(first, {})
    assert (letters, second.painters[0].cell) == ("RM", cell(6, 5))
    third, letters = tick(second, {})
    assert (letters, third.painters[0].cell) == ("MM", cell(7, 5))


def test_a_turn_given_while_resting_is_kept() -> None:
    resting = standing(at(5, 5, E, is_resting=True), at(20, 20, W))
    after, letters = tick(resting, {0: S})
    assert (letters[0], after.painters[0].facing) == ("R", S)
    assert tick(after, {})[0].painters[0].cell == cell(5, 6)


def test_a_resting_painter_rests_even_before_a_wall() -> None:
    assert tick(standing(at(0, 5, W, is_resting=True), at(20, 20, W)), {})[1] == "RM"


def test_two_who_want_one_cell_are_both_refused() -> None:
    after, letters = tick(standing(at(5, 5, E), at(7, 5, W)), {})
    assert letters == "BB"
    assert after.counts == (1, 1)


def test_a_cell_that_is_being_left_still_blocks() -> None:
    following = standing(at(5, 5, E), at(6, 5, E))
    assert tick(following, {})[1] == "BM"
    swapping = standing(at(5, 5, E), at(6, 5, W))
    assert tick(swapping, {})[1] == "BB"


def test_a_leaver_blocks_nobody_and_keeps_its_paint() -> None:
    left = without(standing(at(5, 5, E), at(6, 5, E)), (1,))
    after, letters = tick(left, {})
    assert letters == "Sx"
    assert after.counts == (2, 0)


def test_equal_most_is_nobodys_round_and_a_leaver_wins_none() -> None:
    assert winner(standing(at(5, 5, E), at(9, 9, E))) is None
    rich = standing(at(5, 5, E), at(9, 9, E), paint=dict.fromkeys(range(20), 1))
    assert winner(rich) == 1
    assert winner(without(rich, (1,))) == 0


def test_positions_are_distinct_and_counts_are_the_fields(share: int) -> None:
    for number in range(600 // share):
        for before, after, letters in walked(number):
            stands = [painter.cell for painter in after.painters if painter.is_in]
            assert len(set(stands)) == len(stands)
            assert all(after.field[p.cell] == FIRST + s for s, p in enumerate(after.painters) if p.is_in)
            entered = [after.painters[s].cell for s, letter in enumerate(letters) if letter in "MS"]
            assert not set(entered) & before.stood
            assert sum(after.counts) == 784 - after.field.count(b".")


def walked(number: int) -> Any:
    """Every tick of a random round: before, after, outcomes."""
    dice = random.Random(f"walk {number}")
    now = open_round(dice.sample(range(4), dice.randint(2, 4)))
    for _ in range(120):
        if dice.random() < 0.005:
            now = without(now, (dice.randrange(len(now.painters)),))
        turns = {seat: dice.randrange(4) for seat in range(len(now.painters)) if dice.random() < 0.3}
        after, letters = tick(now, turns)
        yield now, after, letters
        now = after


def turned(now: Round) -> Round:
    """The round a quarter turn to the right."""
    field = bytearray(784)
    for number in range(784):
        field[_turned(number)] = now.field[number]
    painters = tuple(
        Painter(_turned(p.cell), (p.facing + 1) % 4, p.is_resting, p.bumped, p.is_in) for p in now.painters
    )
    return Round(bytes(field), painters, now.tick)


def _turned(number: int) -> int:
    x, y = place(number)
    return cell(27 - y, x)


def test_a_quarter_turn_of_everything_changes_nothing(share: int) -> None:
    for number in range(200 // share):
        dice = random.Random(f"turn {number}")
        start = dice.sample(range(4), 3)
        now, other = open_round(start), open_round([(corner + 1) % 4 for corner in start])
        for _ in range(150):
            assert turned(now).field == other.field
            turns = {seat: dice.randrange(4) for seat in range(3) if dice.random() < 0.3}
            now, letters = tick(now, turns)
            other, same = tick(other, {seat: (way + 1) % 4 for seat, way in turns.items()})
            assert letters == same
        assert [_turned(p.cell) for p in now.painters] == [p.cell for p in other.painters]


def test_the_order_of_seats_decides_nothing(share: int) -> None:
    for number in range(300 // share):
        case = random_case(number)
        case.pop("seed", None)
        case.pop("round", None)
        case.setdefault("corners", [0, 1, 2, 3][: case["players"]])
        order = random.Random(number).sample(range(case["players"]), case["players"])
        first, second = GAME.adjudicate(case), GAME.adjudicate(renamed(case, order))
        assert [first["counts"][seat] for seat in order] == second["counts"]
        for told in ("outcomes", "positions", "facing"):
            assert [first[told][seat] for seat in order] == second[told]
        assert first["winner"] == (None if second["winner"] is None else order[second["winner"]])
        names = str.maketrans({str(seat): str(old) for seat, old in enumerate(order)})
        assert first["field"] == second["field"].translate(names)


def renamed(case: dict[str, Any], order: list[int]) -> dict[str, Any]:
    """The case with seat `order[n]` as seat n."""
    new = {str(old): str(seat) for seat, old in enumerate(order)}
    turns = {k: {new[s]: way for s, way in given.items()} for k, given in case["turns"].items()}
    leave = {k: [int(new[str(s)]) for s in seats] for k, seats in case.get("leave", {}).items()}
    bots = {new[s]: level for s, level in case.get("bots", {}).items()}
    plans = {new[s]: plan for s, plan in case.get("plans", {}).items()}
    corners = [case["corners"][old] for old in order]
    return case | {"corners": corners, "turns": turns, "leave": leave, "bots": bots, "plans": plans}


def test_a_quarter_turn_of_a_case_with_bots_and_leavers_changes_nothing(share: int) -> None:
    for number in range(300 // share):
        case = random_case(number)
        for key in ("seed", "round", "plans"):
            case.pop(key, None)
        case.setdefault("corners", [0, 1, 2, 3][: case["players"]])
        first, second = GAME.adjudicate(case), GAME.adjudicate(turned_case(case))
        assert first["outcomes"] == second["outcomes"]
        assert [[27 - y, x] for x, y in first["positions"]] == second["positions"]
        assert (first["counts"], first["winner"]) == (second["counts"], second["winner"])


def turned_case(case: dict[str, Any]) -> dict[str, Any]:
    """The case a quarter turn to the right."""
    right = dict(zip("NESW", "ESWN", strict=True))
    turns = {k: {s: right[way] for s, way in given.items()} for k, given in case["turns"].items()}
    return case | {"corners": [(corner + 1) % 4 for corner in case["corners"]], "turns": turns}


def test_ahead_of_each_edge_is_the_wall() -> None:
    assert (
        AHEAD[N][cell(5, 0)] == AHEAD[W][cell(0, 5)] == AHEAD[E][cell(27, 5)] == AHEAD[S][cell(5, 27)] == -1
    )
