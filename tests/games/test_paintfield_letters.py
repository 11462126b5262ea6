"""Play by letter: plans and standing rules, sealed legs, the bot for who sends nothing; bad cases refused."""

import json
from datetime import timedelta
from typing import Any

import pytest

from referee.engine.orders import Order
from referee.errors import CaseError, NotLegal, NotUnderstood
from referee.games.paintfield import GAME
from referee.games.paintfield.plans import read_plan
from referee.games.paintfield.verifying import verify
from tests.games.paintfield.play import DAY, START, close, letter, opened, send


def steered(plan: str, ticks: int, corner: int = 0) -> dict[str, Any]:
    """How a round goes for seat 0 with that plan, its only rival in the opposite corner at a wall."""
    case = {"game": "paintfield", "players": 2, "corners": [corner, (corner + 2) % 4], "ticks": ticks}
    return dict(GAME.adjudicate(case | {"plans": {"0": plan}, "turns": {"1": {"1": "E"}}}))


def test_a_number_is_that_many_ticks_whatever_comes_of_them() -> None:
    assert steered("E3 S2 N", 6)["positions"][0] == [6, 4]
    assert steered("N6 E2", 8)["positions"][0] == [5, 0]


def test_cells_are_counted_when_they_are_entered() -> None:
    assert steered("N2c E", 5)["positions"][0] == [6, 1]
    assert steered("N9c E", 121)["positions"][0] == [4, 0]


def test_a_star_is_up_to_and_including_the_first_bump() -> None:
    result = steered("N* E", 6)
    assert result["outcomes"][0] == "MMMBMM"
    assert result["positions"][0] == [5, 0]


def test_a_bare_direction_lasts_one_tick_and_the_last_one_stays() -> None:
    assert steered("N E", 5)["positions"][0] == [7, 2]


def test_after_the_last_order_the_heading_stays() -> None:
    assert steered("S2 E1", 10)["positions"][0] == [11, 5]


def test_a_plan_of_a_case_may_have_a_step_for_every_tick() -> None:
    for ticks, most in ((480, 480), (20, 120)):
        result = steered(" ".join(["E1", "S1"] * (most // 2)), ticks)
        assert result["outcomes"][0][:20] == "M" * 20
        with pytest.raises(CaseError, match=f"at most {most} steps"):
            steered("E1 " * (most + 1), ticks)


def test_rules_are_tried_in_order_and_keep_is_what_is_left() -> None:
    result = steered("if blocked turn right", 30)
    assert result["outcomes"][0] == "M" * 30
    assert result["positions"][0] == [27, 9]


def test_a_rule_may_begin_later_and_seconds_are_eight_ticks() -> None:
    result = steered("after 1s if bare ahead turn right", 9)
    assert result["positions"][0] == [11, 4]


def test_go_to_most_bare_is_what_a_bot_of_level_2_does() -> None:
    case = {"game": "paintfield", "players": 2, "corners": [0, 2], "ticks": 480}
    by_rule = GAME.adjudicate(case | {"plans": {"0": "go to most bare in 6", "1": "go to most bare in 6"}})
    assert by_rule == GAME.adjudicate(case | {"bots": {"0": 2, "1": 2}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "E0",
        "X4",
        "E12d",
        "if blocked jump",
        "go to most bare in 13",
        "E12\nif blocked keep",
        "\n".join(["if blocked keep"] * 13),
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_plan(text)


def test_steps_and_rules_on_several_lines_are_one_order() -> None:
    (order,) = letter("if blocked turn left\nafter 45s if rival ahead keep\ngo to most bare in 6")
    assert isinstance(order, Order)
    assert len(read_plan(order.rest).rules) == 3
    (order,) = letter("Hello!\n\nE12 S6\nW* N")[1:]
    assert isinstance(order, Order)
    assert len(read_plan(order.rest).steps) == 4


def by_letter(*names: str, **options: Any) -> Any:
    return opened(*names, by="mail", **options)


def test_orders_are_sealed_and_their_receipt_echoes_plan_and_dry_run() -> None:
    state = by_letter("Ann", "Bob")
    step = send(state, "Ann", "E12 S6 W*")
    assert "1. east for 12 ticks; 2. south for 6 ticks; 3. west up to its first bump" in step.reply
    assert "rivals standing still" in step.reply
    assert GAME.view(step.state, "Bob") == GAME.view(state, "Bob")
    assert GAME.view(step.state, "Ann")["orders"][0] == "east for 12 ticks"


def test_orders_may_be_replaced_and_withdrawn_until_the_leg_closes() -> None:
    state = send(by_letter("Ann", "Bob"), "Ann", "E12").state
    state = send(state, "Ann", "S12").state
    assert GAME.view(state, "Ann")["orders"] == ["south for 12 ticks"]
    state = send(state, "Ann", "withdraw").state
    assert GAME.view(state, "Ann")["orders"] == []
    with pytest.raises(NotLegal):
        send(state, "Ann", "withdraw")


def test_the_leg_closes_as_soon_as_all_are_in() -> None:
    state = by_letter("Ann", "Bob")
    assert GAME.deadline(state) == START + DAY
    state = send(state, "Ann", "E12").state
    assert GAME.deadline(state) == START + DAY
    state = send(state, "Bob", "W12", START + timedelta(hours=1)).state
    assert GAME.deadline(state) == START + timedelta(hours=1)


def test_who_withdraws_after_all_were_in_has_the_whole_leg_again() -> None:
    state = send(by_letter("Ann", "Bob"), "Ann", "E12").state
    later = START + timedelta(hours=1)
    state = send(state, "Bob", "W12", later).state
    state = send(state, "Bob", "withdraw", later).state
    assert GAME.deadline(state) == START + DAY
    state = send(state, "Bob", "W9", later + timedelta(hours=1)).state
    assert GAME.deadline(state) == later + timedelta(hours=1)


def test_the_leg_closes_when_the_last_who_had_sent_nothing_leaves() -> None:
    state = send(by_letter("Ann", "Bob", "Cid"), "Ann", "E12").state
    state = send(state, "Bob", "W12").state
    assert GAME.deadline(state) == START + DAY
    later = START + timedelta(hours=1)
    state = GAME.leave(state, "Cid", later).state
    assert GAME.deadline(state) == later
    state = close(state).state
    assert state.leg is not None
    assert (state.leg.at, state.leg.away) == (1, ())


def test_who_leaves_after_sending_orders_shortens_no_leg() -> None:
    state = send(by_letter("Ann", "Bob", "Cid"), "Cid", "E12").state
    state = GAME.leave(state, "Cid", START + timedelta(hours=1)).state
    assert GAME.deadline(state) == START + DAY


def test_a_whole_match_by_letter_has_the_same_log_as_a_live_one_and_verifies() -> None:
    state = by_letter("Ann", "Bob", "Cid")
    while state.ending is None:
        state = send(state, "Ann", "if blocked turn right\ngo to most bare in 9").state
        state = send(state, "Bob", "E40 S40 W40").state
        state = close(state).state
    assert all(check.is_right for check in verify("\n".join(state.log)))
    assert any('"away":2' in line for line in state.log)
    assert state.score.gone <= {2}


def test_a_leg_is_a_quarter_of_the_round() -> None:
    state = close(send(by_letter("Ann", "Bob"), "Ann", "E").state).state
    assert state.leg is not None
    assert state.leg.round.tick == 120
    shown = GAME.view(state, None)
    assert (shown["leg"], shown["first"], shown["last"]) == (2, 121, 240)


def test_who_sends_nothing_is_covered_by_the_bot() -> None:
    state = close(by_letter("Ann", "Bob")).state
    assert state.leg is not None
    assert state.leg.away == (0, 1)
    assert min(state.leg.round.counts) > 30


def test_a_live_match_takes_no_orders_by_letter() -> None:
    with pytest.raises(NotLegal, match="live"):
        send(opened("Ann", "Bob"), "Ann", "E12")


GOOD = {"game": "paintfield", "players": 2, "corners": [0, 2]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"corners": [0, 0]}, "one corner"),
        ({"corners": [0]}, "corners"),
        ({"corners": [0, 4]}, "corners"),
        ({"seed": "00" * 32}, "either"),
        ({"round": 2}, "round"),
        ({"ticks": 0}, "ticks"),
        ({"turns": {"0": {"0": "N"}}}, "no tick"),
        ({"turns": {"01": {"0": "N"}}}, "no tick"),
        ({"turns": {"481": {"0": "N"}}}, "no tick"),
        ({"turns": {"1": {"2": "N"}}}, "no seat"),
        ({"turns": {"1": {"0": "n"}}}, "N, E, S, W"),
        ({"turns": {"1": {"0": ""}}}, "N, E, S, W"),
        ({"turns": []}, "object"),
        ({"leave": {"1": [0], "2": [0]}}, "leaves twice"),
        ({"leave": {"1": 0}}, "list"),
        ({"bots": {"0": 4}}, "level"),
        ({"bots": {"0": 1.0}}, "level"),
        ({"plans": {"0": "E12 X"}}, "plans.0"),
        ({"plans": {"0": 12}}, "plans.0"),
        ({"bots": {"0": 1}, "plans": {"0": "E"}}, "bot's already"),
        ({"colour": "red"}, "no such key"),
        ({"game": "chess"}, "game"),
    ],
)
def test_a_bad_case_is_refused_in_one_line(change: dict[str, Any], words: str) -> None:
    with pytest.raises(CaseError, match=words) as refused:
        GAME.adjudicate(GOOD | change)
    assert "\n" not in str(refused.value)


def test_a_bad_value_is_shown_as_the_case_has_it_and_cut_to_a_line() -> None:
    with pytest.raises(CaseError, match=r"^players: null is not"):
        GAME.adjudicate(GOOD | {"players": None})
    long = {"seed": "0" * 9999, "turns": {"9" * 9999: {}}, "plans": {"0": "X" * 9999}, "x" * 9999: 1}
    for key, value in long.items():
        case = {name: told for name, told in GOOD.items() if name != "corners" or key != "seed"}
        with pytest.raises(CaseError) as refused:
            GAME.adjudicate(case | {key: value})
        assert len(str(refused.value)) < 500


def test_a_case_always_runs_to_its_end_and_the_only_one_left_wins() -> None:
    result = GAME.adjudicate(GOOD | {"leave": {"200": [1]}, "turns": {"200": {"1": "N"}}})
    assert [len(row) for row in result["outcomes"]] == [480, 480]
    assert (result["winner"], result["facing"][1]) == (0, "W")
    assert GAME.adjudicate(GOOD | {"leave": {"2": [0, 1]}})["winner"] is None
    assert json.dumps(result)
