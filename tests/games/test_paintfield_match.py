"""Rounds and matches: who wins, who leaves, what the log says, and that it can be checked."""

import json

import pytest

from referee.errors import NotLegal
from referee.games.paintfield.field import E, N, S, W
from referee.games.paintfield.live import begin
from referee.games.paintfield.log import digest
from referee.games.paintfield.replay import read_log
from referee.games.paintfield.score import Score, after_bell, forfeiting, new_score, outcome, places, without
from referee.games.paintfield.state import State
from referee.games.paintfield.verifying import verify
from tests.games.paintfield.play import (
    SEED,
    begun,
    bots_match,
    opened,
    played_round,
    record,
)


def is_right(state: State) -> bool:
    return all(check.is_right for check in verify("\n".join(state.log)))


def test_the_first_to_two_rounds_wins_the_match() -> None:
    state = opened("Ann", "Bob")
    ann_runs = {40: {0: S}, 60: {0: W}, 90: {0: S}, 110: {0: E}}
    state = played_round(state, ann_runs)
    assert state.ending is None
    state = played_round(state, ann_runs)
    first = [told.winner for told in state.rounds]
    assert first == [0, 0]
    assert state.ending is not None
    assert state.ending.winners == ("Ann",)
    assert is_right(state)
    assert json.loads(state.log[-1]) == {"seed": SEED.hex()}


def test_drawn_rounds_count_and_level_at_the_top_is_a_draw() -> None:
    state = opened("Ann", "Bob")
    for number in range(1, 6):
        assert state.ending is None, number
        state = played_round(state)
    assert [told.winner for told in state.rounds] == [None] * 5
    assert state.ending is not None
    assert state.ending.winners == ()
    assert "draw" in state.ending.text


def test_who_resigns_at_two_loses_at_once_and_the_round_is_stopped() -> None:
    state = played_round(opened("Ann", "Bob"), leave={1: 100})
    assert state.ending is not None
    assert state.ending.winners == ("Ann",)
    last = json.loads(state.log[-2])
    assert last["stopped"] == 99
    assert is_right(state)


def test_who_resigns_at_three_is_placed_last_and_the_match_goes_on() -> None:
    state = played_round(opened("Ann", "Bob", "Cid"), leave={2: 100})
    assert state.score.gone == {2}
    while state.ending is None:
        state = played_round(state, {30: {0: S}, 60: {0: W}})
    assert places(state.score)[2] == 3
    assert is_right(state)


def test_two_lost_rounds_that_the_bot_covered_forfeit_the_seat_at_the_bell() -> None:
    score = after_bell(new_score(3), 1, 0, (1,))
    assert forfeiting(score) == ()
    score = after_bell(score, 2, 2, (1, 2))
    assert forfeiting(score) == (1,)


def test_a_covered_round_that_the_seat_won_is_no_absence() -> None:
    score = after_bell(after_bell(new_score(2), 1, 1, (1,)), 2, 0, (1,))
    assert forfeiting(score) == ()


def bobs_absence(seed: bytes) -> State:
    """A match of three after two rounds in which bots steer; only Bob counts as away."""
    state = opened("Ann", "Bob", "Cid", seed=seed)
    for _ in range(2):
        state = begun(state)
        live = begin(state)
        for seat in range(3):
            live.cover(seat)
        while not live.is_over:
            live.step()
        lines = [line for line in live.ended() if line not in ('{"away":0,"k":1}', '{"away":2,"k":1}')]
        state = record(state, {"round": lines}).state
    return state


@pytest.mark.parametrize(
    ("seed", "winners", "winner", "gone"),
    [
        (15, [2, 2], ("Cid",), set()),  # the match is over before anybody could forfeit
        (3, [2, 0], None, {1}),
        (21, [None, None], None, {1}),
        (10, [2, 1], None, set()),  # Bob's bot took the second
    ],
)
def test_the_bell_decides_the_round_then_the_match_then_forfeits(
    seed: int, winners: list[int | None], winner: tuple[str, ...] | None, gone: set[int]
) -> None:
    state = bobs_absence(bytes([seed]) * 32)
    assert [told.winner for told in state.rounds] == winners
    assert (state.ending and state.ending.winners) == winner
    assert state.score.gone == gone
    assert [line for line in state.log if "forfeit" in line] == [*['{"forfeit":1,"k":0}'] * len(gone)]
    assert all(check.is_right for check in verify("\n".join(state.log)) if "seed" not in check.what)


def test_leavers_are_placed_below_and_who_left_first_is_last() -> None:
    score = without(without(Score((1, 0, 1, 0), absent=(0,) * 4), (2,)), (0, 1))
    assert places(score) == (2, 2, 4, 1)
    assert outcome(score, 5) is not None


def test_a_round_that_was_cut_off_is_begun_again_under_a_new_number_and_does_not_count() -> None:
    state = begun(begun(opened("Ann", "Bob")))
    assert state.begun == 2
    live = begin(state, again=True)
    while not live.is_over:
        live.step()
    state = record(state, {"round": list(live.ended())}).state
    assert state.score.played == 1
    assert [told.number for told in state.rounds] == [2]


def test_a_live_server_cannot_record_what_did_not_happen() -> None:
    state = begun(opened("Ann", "Bob"))
    live = begin(state)
    while not live.is_over:
        live.step()
    lines = list(live.ended())
    with pytest.raises(NotLegal):
        record(state, {"round": [lines[0].replace('"corners":[1,3]', '"corners":[0,2]'), *lines[1:]]})
    with pytest.raises(NotLegal):
        record(state, {"round": lines[:-1]})
    with pytest.raises(NotLegal):
        record(state, {"begun": 7})


def test_replay_from_the_log_alone_equals_play(share: int) -> None:
    for number in range(60 // share):
        state = bots_match(number.to_bytes(32, "big"), 2 + number % 3)
        reading = read_log("\n".join(state.log))
        assert [played.last.counts for played in reading.rounds] == [told.counts for told in state.rounds]
        assert is_right(state)
        size = len("\n".join(state.log))
        assert 1_500 * len(state.rounds) < size < 12_000 * len(state.rounds)
        assert size < 25_000


def test_a_changed_log_is_found_out() -> None:
    state = bots_match(SEED, 3)
    at = next(n for n, line in enumerate(state.log) if '"k":' in line)
    changed = [line for n, line in enumerate(state.log) if n != at]
    assert not all(check.is_right for check in verify("\n".join(changed)))
    other = [*state.log[:-1], json.dumps({"seed": "00" * 32})]
    assert not all(check.is_right for check in verify("\n".join(other)))


def test_two_turns_wait_and_a_third_replaces_the_later() -> None:
    live = begin(begun(opened("Ann", "Bob")))
    live.turn(0, S, 1, 1)
    live.turn(0, W, 2, 2)
    live.turn(0, N, 2, 3)
    live.step()
    assert (live.state.painters[0].facing, live.applied[0]) == (S, 1)
    live.step()
    assert (live.state.painters[0].facing, live.applied[0]) == (N, 3)


def test_of_turns_due_on_one_tick_the_last_to_arrive_acts() -> None:
    live = begin(begun(opened("Ann", "Bob")))
    live.turn(0, W)
    live.turn(0, N)
    live.step()
    assert live.state.painters[0].facing == N


def test_the_bot_steers_for_who_is_away_and_the_log_says_since_when() -> None:
    live = begin(begun(opened("Ann", "Bob")))
    for _ in range(100):
        live.step()
    live.cover(1)
    for _ in range(100):
        live.step()
    live.uncover(1)
    events = [json.loads(line) for line in live.lines if "away" in line or "back" in line]
    assert events == [{"away": 1, "k": 101}, {"back": 1, "k": 201}]
    assert live.state.counts[1] > 40


def test_the_fingerprint_of_a_bell_has_a_dash_for_who_is_out() -> None:
    live = begin(begun(opened("Ann", "Bob", "Cid")))
    before = digest(live.state)
    live.leave(2)
    live.step()
    assert digest(live.state) != before
