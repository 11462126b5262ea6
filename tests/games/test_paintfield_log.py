"""A log that anybody has altered is found out: signs, lines, rounds; what leaving leaves behind in it."""

import json
from typing import Any

import pytest

from referee.errors import CaseError
from referee.games.paintfield import GAME
from referee.games.paintfield.field import E, S, W
from referee.games.paintfield.live import begin
from referee.games.paintfield.replay import read_log
from referee.games.paintfield.state import State
from referee.games.paintfield.verifying import verify
from referee.web.paintfield import pictures
from tests.games.paintfield.play import (
    START,
    begun,
    close,
    letter,
    opened,
    played_round,
    record,
    send,
)


def match_with_all() -> State:
    """A short match of three with turns, a bot that covers Bob, and Cid who resigns in its second round."""
    state = opened("Ann", "Bob", "Cid", ticks=40)
    state = played_round(state, {5: {0: S}, 9: {2: E}}, covered=(1,))
    state = played_round(state, {5: {0: S}}, covered=(1,), leave={2: 20})
    while state.ending is None:
        state = played_round(state, {5: {0: S}, 8: {0: W}})
    return state


LINES = match_with_all().log
TEXT = "\n".join(LINES)


def holds(lines: Any) -> bool:
    text = lines if isinstance(lines, str) else "\n".join(lines)
    try:
        return all(check.is_right for check in verify(text))
    except CaseError:
        return False


def told(lines: Any) -> list[str]:
    return [check.what for check in verify("\n".join(lines))]


def test_the_log_as_it_is_holds_and_verify_says_who_won() -> None:
    assert holds(LINES)
    assert "the match is won by Bob" in told(LINES)


def can_be_told_by_nobody(line: str, column: int) -> bool:
    """Names, the clock, and since when the bot steered: nothing else of the log follows from them."""
    if line.startswith('{"away"'):
        return column > line.index(":")
    if line.startswith('{"match"'):
        return line.index('"seats"') < column < line.index('"bots"') or column > line.index('"tick_ms"')
    return False


def test_any_sign_of_the_log_that_is_altered_is_found_out(share: int) -> None:
    for number, line in enumerate(LINES):
        for column in range(number % share, len(line), share):
            for sign in ("", "1" if line[column] == "0" else "0", "N" if line[column] != "N" else "S"):
                changed = line[:column] + sign + line[column + 1 :]
                text = [*LINES[:number], changed, *LINES[number + 1 :]]
                if changed != line and not can_be_told_by_nobody(line, column):
                    assert not holds(text), changed


def test_a_line_that_is_dropped_doubled_or_swapped_with_the_next_is_found_out() -> None:
    for at, line in enumerate(LINES):
        before, after = LINES[:at], LINES[at + 1 :]
        assert not holds((*before, line, line, *after)), line
        assert line.startswith('{"away"') or not holds((*before, *after)), line
        assert not after or not holds((*before, after[0], line, *after[1:])), line


def test_a_log_that_is_cut_off_is_found_out() -> None:
    for at in range(len(TEXT) - 1):
        assert not holds(TEXT[:at]), TEXT[:at][-40:]


def test_whole_rounds_that_are_taken_out_leave_a_gap_or_a_match_that_nobody_has_won() -> None:
    starts = [at for at, line in enumerate(LINES) if line.startswith('{"round"')]
    assert not holds((*LINES[: starts[0]], *LINES[starts[1] :]))
    without_the_last = (*LINES[: starts[1]], LINES[-1])
    assert "no seat had won when the match ended; rounds that came to their bell: 1" in told(without_the_last)


def test_a_round_after_the_end_of_the_match_is_found_out() -> None:
    state = opened("Ann", "Bob", ticks=40)
    for _ in range(2):
        state = played_round(state, {5: {0: S}, 9: {0: W}})
    assert state.ending is not None
    live = begin(begun(state_before_the_end(state)))
    while not live.is_over:
        live.step()
    checks = verify("\n".join((*state.log[:-1], *live.ended(), state.log[-1])))
    assert [check.what for check in checks if not check.is_right] == [
        "round 3: it follows from what was before it"
    ]


def state_before_the_end(state: State) -> State:
    again = opened("Ann", "Bob", ticks=40)
    for number in range(1, state.begun + 1):
        again = record(again, {"begun": number}).state
    return again


@pytest.mark.parametrize(
    "line",
    [
        '{"match":"paintfield/1","seats":["Ann","Bob"],"bots":[],"commitment":"","ticks":40}',
        '{"round":3,"corners":[2,3,1],"in":[0,1],"again":false}',
        '{"k":true,"turns":{"0":"E"}}',
        '{"k":2,"turns":{"0":""}}',
        '{"k":2,"turns":{"0":"NE"}}',
        '{"k":2,"turns":{"00":"E"}}',
        '{"k":2,"turns":{"0":"E","0":"S"}}',
        '{"k":2.0,"turns":{"0":"E"}}',
        '{"k":999999999999,"turns":{"0":"E"}}',
        '{"away":0,"k":-1}',
        '{"bell":100000,"counts":[1,1,1],"winner":null,"sha256":""}',
        '{"stopped":1e9,"counts":[]}',
        '{"seed":"' + "0" * 63 + '"}',
        "{}",
        "[" * 5000,
        '{"k":' + "9" * 5000 + ',"turns":{"0":"E"}}',
    ],
)
def test_a_line_that_no_log_has_is_refused_wherever_it_stands(line: str) -> None:
    for at in range(len(LINES) + 1):
        assert not holds((*LINES[:at], line, *LINES[at:])), at


def test_a_log_cannot_ask_for_more_ticks_or_rounds_than_a_match_can_have() -> None:
    long = LINES[0].replace('"ticks":40', '"ticks":100000')
    with pytest.raises(CaseError, match="ticks"):
        read_log("\n".join((long, *LINES[1:])))
    many = LINES[0].replace('"rounds":5', '"rounds":1')
    with pytest.raises(CaseError, match="rounds"):
        read_log("\n".join((many, *LINES[1:])))
    for line in (LINES[0], LINES[1]):
        with pytest.raises(CaseError):
            pictures.log_text(TEXT.replace(line, line.replace(":", ':"x",', 1)))


def leaving(state: State) -> list[Any]:
    return [json.loads(line) for line in state.log if "resign" in line]


def resigned(state: State, name: str) -> State:
    return GAME.leave(state, name, START).state


def test_who_resigns_by_letter_within_a_leg_leaves_on_its_next_tick_and_once() -> None:
    state = close(opened("Ann", "Bob", "Cid", by="mail", ticks=40)).state
    state = resigned(state, "Cid")
    while state.ending is None:
        state = close(send(state, "Ann", "if blocked turn right").state).state
    assert leaving(state) == [{"resign": 2, "k": 11}]
    assert holds(state.log)


def test_the_picture_of_a_leg_in_which_nobody_turned_shows_the_field_after_it() -> None:
    state = opened("Ann", "Bob", by="mail", ticks=40)
    for _ in range(3):
        for name in ("Ann", "Bob"):
            state = send(state, name, "if blocked keep").state
        step = close(state)
        state = step.state
        name, log = step.notices[0].attachments[0]
        assert (name, pictures.log_text(log)) == ("field.png", GAME.answer(state, None, letter("field")[0]))


def test_two_who_resign_within_one_leg_stop_the_round_together() -> None:
    state = close(opened("Ann", "Bob", "Cid", by="mail", ticks=40)).state
    state = resigned(resigned(state, "Cid"), "Ann")
    assert state.ending is not None
    assert state.ending.winners == ("Bob",)
    assert leaving(state) == [{"resign": 0, "k": 11}, {"resign": 2, "k": 11}]
    assert holds(state.log)


def test_a_round_that_only_bots_would_play_on_is_not_told_as_stopped() -> None:
    state = close(opened("Ann", "Bot", "Bot2", by="mail", bots=2, ticks=40)).state
    state = resigned(state, "Ann")
    assert state.ending is not None
    assert not any("stopped" in line for line in state.log)
    assert leaving(state) == [{"resign": 0, "k": 0}]
    assert holds(state.log)


@pytest.mark.parametrize("is_seen", [True, False])
def test_who_resigns_by_letter_in_a_live_round_is_told_of_once(is_seen: bool) -> None:
    state = begun(opened("Ann", "Bob", "Cid", ticks=40))
    live = begin(state)
    for _ in range(9):
        live.step()
    state = resigned(state, "Cid")
    if is_seen:
        live.leave(2)
    while not live.is_over:
        live.step()
    state = record(state, {"round": list(live.ended())}).state
    while state.ending is None:
        state = played_round(state, {5: {0: S}, 8: {0: W}})
    assert leaving(state) == [{"resign": 2, "k": 10 if is_seen else 0}]
    assert holds(state.log)


def test_who_resigned_in_a_round_that_a_restart_cut_off_is_told_of_before_the_next() -> None:
    state = resigned(begun(opened("Ann", "Bob", "Cid", ticks=40)), "Cid")
    state = begun(state)
    live = begin(state, again=True)
    while not live.is_over:
        live.step()
    state = record(state, {"round": list(live.ended())}).state
    assert json.loads(state.log[1]) == {"resign": 2, "k": 0}
    assert holds(state.log) is False
    while state.ending is None:
        state = played_round(state, {5: {0: S}, 8: {0: W}})
    assert holds(state.log)


def test_who_has_left_is_neither_away_nor_back() -> None:
    live = begin(begun(opened("Ann", "Bob", "Cid")))
    live.cover(1)
    live.leave(1)
    live.uncover(1)
    live.leave(2)
    live.cover(2)
    live.step()
    live.uncover(1)
    live.cover(2)
    events = [line for line in live.lines if "away" in line or "back" in line]
    assert events == ['{"away":1,"k":1}']
