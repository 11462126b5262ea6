"""The record: tags and moves that replay to the same positions, captures and end."""

import random
from typing import Any

import pytest

from referee.errors import CaseError
from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.position import format_position
from referee.games.rithmomachia.record import format_record, replay_record
from tests.games.rithmomachia.session import Session, position


def random_match(seed: int, plies: int, **options: Any) -> Session:
    rng = random.Random(seed)
    match = Session.start(**options)
    while match.reason is None and len(match.state.moves) < plies:
        match = match.play(rng.choice(GAME.public_state(match.state)["legal"]))
    return match


OPTIONS = [
    {},
    {"push": "off"},
    {"cascade": "on"},
    {"filter": "chain"},
    {"equations": "NOT XOR"},
    {"swap": "off"},
]
FINISHED = random_match(3, 400, noprogress="20")
RECORD = format_record(FINISHED.state)


def test_the_mail_that_ends_a_match_has_the_record_attached() -> None:
    [notice] = FINISHED.notices
    assert notice.attachments == (("record.txt", RECORD),)


def test_the_record_has_players_options_position_and_result_as_tags() -> None:
    tags = replay_record(RECORD).tags
    assert tags["White"] == "Ann"
    assert tags["Black"] == "Bob"
    assert tags["Equations"] == "all"
    assert tags["Noprogress"] == "20"
    assert tags["Position"] == FINISHED.state.start
    assert set(tags) >= {"Reason", "Victories", "Winner", "Started", "Ended"}


@pytest.mark.parametrize("seed", range(6))
def test_replay_equals_play(seed: int) -> None:
    options = [
        {},
        {"push": "off"},
        {"cascade": "on"},
        {"filter": "chain"},
        {"equations": "NOT XOR"},
        {"swap": "off"},
    ]
    match = random_match(seed, 200, **options[seed])
    replay = replay_record(format_record(match.state))
    assert replay.course.position == match.state.course.position
    assert replay.course.plies == match.state.course.plies


def test_the_record_is_at_most_72_columns_wide() -> None:
    assert max(map(len, RECORD.splitlines()[18:])) <= 72


def test_moves_are_numbered_and_a_first_move_of_blacks_has_dots_before_it() -> None:
    match = Session.at_position("1a1=0 1b1=14", "4d4=15 4d1=1", "Black").play("4d4-4d3", "1a1-1a2", "4d3-4d4")
    lines = format_record(match.state).splitlines()
    assert lines[-2:] == ["1. ... 4d4-4d3", "2. 1a1-1a2 4d3-4d4"]
    assert replay_record(format_record(match.state)).course.position == match.state.course.position


def test_a_position_that_a_moderator_has_set_begins_the_record_anew_and_plies_keep_counting() -> None:
    match = Session.start().play("1a1-2a1", "4d4-3d4")
    match = match.override(f"set position = {position('1a1=0 1b1=14', '4d4=15 4d1=1')}")
    assert match.state.ply == 3
    record = format_record(match.play("1a1-1a2").state)
    assert '[Ply "3"]' in record
    assert record.rstrip().endswith("2. 1a1-1a2")


def test_an_unfinished_record_has_no_result() -> None:
    match = Session.start().play("1a1-2a1")
    assert "Reason" not in replay_record(format_record(match.state)).tags
    assert format_record(Session.start(setup="sealed").state) == ""


def test_a_match_is_verified_and_exported_by_its_record() -> None:
    assert GAME.export(FINISHED.state, "Spring") == {"record.txt": RECORD}
    assert [is_right for _, is_right in GAME.checks(FINISHED.state)] == [True]
    assert GAME.export(Session.start(setup="sealed").state, "Spring") == {}
    assert GAME.checks(Session.start(setup="sealed").state) == ()


def changed(old: str, new: str) -> str:
    assert old in RECORD
    return RECORD.replace(old, new, 1)


@pytest.mark.parametrize(
    "record",
    [
        "",
        changed('[Push "on"]\n', ""),
        changed('[Push "on"]', '[Push "perhaps"]'),
        changed('[Position "N', '[Position "Q'),
        changed(f"1. {FINISHED.state.moves[0]}", "1. 1b1-4b4"),
        changed(f"1. {FINISHED.state.moves[0]}", "1. castle"),
        changed(f'[Reason "{FINISHED.reason}"]', '[Reason "dead"]'),
        changed("[Winner ", '[Winner "nobody"]\n[Loser '),
        changed("{", "{1a1, circle 1 (0001): NOT 1110 = 0001; "),
        RECORD.replace("{", "", 1).replace("}", "", 1),
        RECORD + "99. 1a1-1a2\n",
        changed('[Filter "reach"]', '[Filter "chain"]'),
    ],
)
def test_a_record_that_tells_what_the_rules_do_not_is_refused(record: str) -> None:
    with pytest.raises(CaseError):
        replay_record(record)


def test_the_end_names_the_moves_that_missed_a_capture() -> None:
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a1=3", dead="off")
    match = match.play("1a1-1a2", "4d4-4d3").leave("Bob")
    missed = match.data["missed"][0]
    assert missed["ply"] == 1
    assert missed["move"] == "1a1-1a2"
    assert missed["colour"] == "White"
    assert missed["captures"] == ("3c3",)


def test_a_public_state_is_as_adjudicate_prints_it() -> None:
    match = random_match(5, 12)
    case = {"position": match.state.start, "moves": list(match.state.moves)}
    assert GAME.public_state(match.state) == GAME.adjudicate(case)
    assert GAME.public_state(FINISHED.state)["legal"] == []
    assert GAME.public_state(Session.start(setup="sealed").state) == {"plies": [], "legal": [], "over": None}
    assert (
        format_position(match.state.course.position)
        == GAME.public_state(match.state)["plies"][-1]["position"]
    )
