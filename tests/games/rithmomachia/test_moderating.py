"""A moderator's commands, what each seat may see, and options as they are written."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from referee.errors import NotLegal, NotUnderstood
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import DAY, SNAPSHOT, START, Session, position


def test_a_moderator_sets_the_position() -> None:
    where = position("1a1=0 2b2=1", "4d4=15 3c3=14", "Black")
    match = Session.start().override(f"set position = {where}")
    assert match.mover == "Bob"
    assert match.told == [("move", None)]
    with pytest.raises(NotLegal):
        match.override("set position = nonsense")


def test_a_position_that_is_over_ends_the_match() -> None:
    match = Session.start().override(f"set position = {position('1a1=0', '4d4=7')}")
    assert match.reason == "last-pyramid"


def test_a_moderator_sets_deadline_and_budget() -> None:
    match = Session.start(budget="10 days").override("set due = 2026-12-24T00:00:00Z")
    assert GAME.deadline(match.state) == START.replace(day=24, hour=0)
    match = match.override("set left Ann = 3 days")
    assert match.state.clock.left == (3 * DAY, 10 * DAY)
    assert GAME.deadline(match.state) == START + 3 * DAY


@pytest.mark.parametrize("line", ["set", "set weather = fine", "set due = tomorrow", "dance"])
def test_a_command_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(NotUnderstood):
        Session.start().override(line)


def test_only_players_with_a_budget_have_time_left_to_set() -> None:
    for line in ("set left Ann = 3 days", "set left Max = 3 days"):
        with pytest.raises(NotLegal):
            Session.start().override(line)


def test_a_view_is_plain_data_with_the_field_and_the_last_move() -> None:
    match = Session.start().play("1b1-2b1")
    view = match.view("Ann")
    assert json.loads(json.dumps(view, default=str))["you"] == {"name": "Ann", "colour": "White"}
    [cell] = [
        c for level in view["levels"] for rank in level["ranks"] for c in rank["cells"] if c["name"] == "2b1"
    ]
    assert cell["mark"] == "moved"
    assert cell["piece"]["shape"] == "circle"
    assert cell["piece"]["is_yours"]
    assert view["counts"]["White"] == {"pyramids": 2, "pieces": 16, "value": 120}
    assert view["last"]["move"] == "1b1-2b1"
    assert not view["your_turn"]
    assert match.view("Bob")["your_turn"]
    assert not match.view(None)["your_turn"]


def test_the_moderator_sees_what_is_sealed() -> None:
    match = Session.start(equations="sealed").say("Ann", "equations NOT XOR")
    assert GAME.reveal(match.state)["chosen"] == {"Ann": ["NOT", "XOR"], "Bob": []}
    assert "chosen" not in match.view(None)


def test_a_snapshot_with_unknown_keys_is_refused() -> None:
    dumped = json.loads(SNAPSHOT.dump_json(Session.start().state))
    for path in ((), ("clock",), ("options",)):
        spoiled = json.loads(json.dumps(dumped))
        inner = spoiled
        for key in path:
            inner = inner[key]
        inner["extra"] = 1
        with pytest.raises(ValidationError):
            SNAPSHOT.validate_python(spoiled)


@pytest.mark.parametrize(
    ("raw", "name", "value"),
    [
        ({"push": "off"}, "push", False),
        ({"equations": "NOT, XOR"}, "equations", ("NOT", "XOR")),
        ({"equations": "not xor and"}, "equations", ("AND", "NOT", "XOR")),
        ({"equations": "sealed"}, "equations", "sealed"),
        ({"time": "7 days"}, "time", 7 * DAY),
        ({"noprogress": "off"}, "noprogress", "off"),
        ({"noprogress": "50"}, "noprogress", 50),
        ({"opponent": 2}, "opponent", "2"),
        ({"budget": "none"}, "budget", None),
    ],
)
def test_options_are_read_from_words(raw: dict[str, Any], name: str, value: object) -> None:
    assert getattr(GAME.options.model_validate(raw), name) == value


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"pusch": "on"}, "There is no option 'pusch'; the options are equations, push,"),
        ({"filter": "near"}, "filter = near is not allowed; it is reach, anywhere, chain or off."),
        ({"time": "soon"}, "time = soon is not allowed"),
        ({"time": "0 days"}, "time = 0 days is not allowed"),
        ({"budget": "lots"}, "budget = lots is not allowed; it is like 30 days"),
        ({"forms": "filter", "filter": "off"}, "forms = filter needs a filter"),
    ],
)
def test_a_wrong_option_is_told_in_one_sentence(raw: dict[str, str], told: str) -> None:
    with pytest.raises(ValidationError) as refused:
        GAME.options.model_validate(raw)
    assert told in refused.value.errors()[0]["msg"]


def test_every_option_has_a_description() -> None:
    assert all(field.description for field in GAME.options.model_fields.values())
