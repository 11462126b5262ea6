"""Bad cases are told in one clear line; everything the format allows is played."""

import copy
from typing import Any

import pytest

from referee.errors import CaseError
from referee.games.paprika import GAME

Json = Any
GOOD: Json = {
    "game": "paprika",
    "options": {"columns": 8, "rows": 12, "dreams_reach": "waking"},
    "seats": {"Ann": "a1", "Bob": "d1"},
    "objects": {"c5": "hole"},
    "priority": ["Bob", "Ann"],
    "ndays": [{"waking": ["Ann"], "actions": {"Ann": "move n"}}],
}
STATE: Json = {
    "avatars": {"Ann": {"at": "a2", "frozen": 1, "ducking": True}, "Bob": {"at": "c5"}},
    "objects": {"c5": "wall"},
    "priority": ["Ann", "Bob"],
}


def changed(path: str, value: Json, start: Json = GOOD) -> Json:
    """The case with one value changed; `...` takes it out."""
    case = copy.deepcopy(start)
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    holder = case
    for part in parents:
        holder = holder[part]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value
    return case


WITH_STATE = changed("state", STATE, changed("objects", ..., changed("priority", ...)))
WITH_STATE["perceived"] = {"Bob": copy.deepcopy(STATE)}

BAD = [
    ("game", "nomic", "game: 'nomic' is not 'paprika'"),
    ("game", ..., "game: None is not 'paprika'"),
    ("seats", ..., "seats: missing"),
    ("ndays", ..., "ndays: missing"),
    ("seat", {}, "unknown key 'seat'"),
    ("options", [], "options: [] is no object"),
    ("options.waking_chance", "1/2", "options: unknown key 'waking_chance'"),
    ("options.columns", 27, "options.columns: 27 is no whole number from 1 to 26"),
    ("options.columns", 0, "from 1 to 26"),
    ("options.columns", True, "True is no whole number"),
    ("options.columns", 8.0, "8.0 is no whole number"),
    ("options.columns", "8", "'8' is no whole number"),
    ("options.rows", 1, "from 2 to 99"),
    ("options.rows", 100, "from 2 to 99"),
    ("options.dreams_reach", "Waking", "'Waking' is none of waking, sleeping"),
    ("options.dreams_reach", None, "None is none of"),
    ("seats", [], "seats: [] is no object"),
    ("seats", {}, "nobody plays"),
    ("seats.Ann", "i1", "seats.Ann: 'i1' is no square of the 8 x 12 field"),
    ("seats.Ann", "a0", "no square"),
    ("seats.Ann", "a13", "no square"),
    ("seats.Ann", "a01", "no square"),
    ("seats.Ann", "A1", "no square"),
    ("seats.Ann", "", "no square"),
    ("seats.Ann", "a1 ", "no square"),
    ("seats.Ann", 1, "no square"),
    ("seats.Ann", None, "no square"),
    ("seats.Ann", "a٣", "no square"),
    ("seats.ann", "b1", "Ann and ann differ only in letter case"),
    ("seats.true", "b1", "'true' can't be a name"),
    ("seats.North", "b1", "can't be a name"),
    ("seats.ne", "b1", "can't be a name"),
    ("seats.Push", "b1", "can't be a name"),
    ("seats.9lives", "b1", "can't be a name"),
    ("seats.A B", "b1", "can't be a name"),
    ("seats.abcdefghijklmnopq", "b1", "can't be a name"),
    ("seats.", "b1", "can't be a name"),
    ("objects", [], "objects: [] is no object"),
    ("objects.z9", "hole", "objects: 'z9' is no square"),
    ("objects.c6", "pit", "objects.c6: 'pit' is none of hole, springboard, wall"),
    ("objects.c6", None, "None is none of"),
    ("objects.c6", ["hole"], "is none of"),
    ("priority", "Ann Bob", "priority: 'Ann Bob' is no list"),
    ("priority", ["Ann"], "priority: Bob is missing"),
    ("priority", ["Ann", "Bob", "Ann"], "priority: Ann stands there twice"),
    ("priority", ["Ann", "Bob", "Zed"], "'Zed' is nobody's name"),
    ("priority", ["Ann", 2], "2 is nobody's name"),
    ("ndays", {}, "ndays: {} is no list"),
    ("ndays.0", [], "ndays[0]: [] is no object"),
    ("ndays.0.asleep", [], "ndays[0]: unknown key 'asleep'"),
    ("ndays.0.waking", "Ann", "ndays[0].waking: 'Ann' is no list"),
    ("ndays.0.waking", ["Zed"], "'Zed' is nobody's name"),
    ("ndays.0.waking", ["Ann", "Ann"], "Ann stands there twice"),
    ("ndays.0.waking", ["Ann", "ANN"], "Ann stands there twice"),
    ("ndays.0.waking", None, "None is no list"),
    ("ndays.0.actions", [], "is no object"),
    ("ndays.0.actions", None, "is no object"),
    ("ndays.0.actions.Zed", "duck", "'Zed' is nobody's name"),
    ("ndays.0.actions.ann", "duck", "Ann stands there twice"),
    ("ndays.0.actions.Ann", None, "ndays[0].actions.Ann: None is no text"),
    ("ndays.0.actions.Ann", "", "is no action"),
    ("ndays.0.actions.Ann", "fly n", "'fly n' is no action"),
    ("ndays.0.actions.Ann", "move", "has no direction"),
    ("ndays.0.actions.Ann", "move north", "has no direction"),
    ("ndays.0.actions.Ann", "move n Bob", "has words left over"),
    ("ndays.0.actions.Ann", "push n Zed", "names nobody"),
    ("ndays.0.actions.Ann", "push Bob n", "has no direction"),
    ("ndays.0.actions.Ann", "push n Bob Bob", "has words left over"),
    ("ndays.0.actions.Ann", "cut", "is no action"),
    ("ndays.0.actions.Ann", "cut the line n", "is no action"),
    ("ndays.0.actions.Ann", "duck n", "is no action"),
    ("ndays.0.actions.Ann", "focus n", "is no action"),
    ("state", STATE, "objects: not together with state"),
    ("perceived", {"Zed": STATE}, "'Zed' is nobody's name"),
    ("perceived", None, "None is no object"),
]
BAD_STATES = [
    ("state", [], "state: [] is no object"),
    ("state.winner", "Ann", "state: unknown key 'winner'"),
    ("state.avatars", ..., "state.avatars: Ann is missing"),
    ("state.avatars.Bob", ..., "state.avatars: Bob is missing"),
    ("state.avatars.Zed", {"at": "a1"}, "'Zed' is nobody's name"),
    ("state.avatars.ann", {"at": "a1"}, "Ann stands there twice"),
    ("state.avatars.Ann", "a1", "state.avatars.Ann: 'a1' is no object"),
    ("state.avatars.Ann.asleep", True, "unknown key 'asleep'"),
    ("state.avatars.Ann.at", ..., "state.avatars.Ann.at: missing"),
    ("state.avatars.Ann.at", "a13", "no square"),
    ("state.avatars.Ann.frozen", 3, "from 0 to 2"),
    ("state.avatars.Ann.frozen", -1, "from 0 to 2"),
    ("state.avatars.Ann.frozen", True, "from 0 to 2"),
    ("state.avatars.Ann.ducking", 1, "1 is neither true nor false"),
    ("state.avatars.Ann.ducking", None, "None is neither true nor false"),
    ("state.objects.z1", "wall", "state.objects: 'z1' is no square"),
    ("state.objects.a1", "Wall", "is none of"),
    ("state.priority", ["Ann"], "state.priority: Bob is missing"),
    ("objects", {}, "objects: not together with state"),
    ("priority", ["Ann", "Bob"], "priority: not together with state"),
    ("perceived.Bob.avatars.Ann.at", "q1", "perceived.Bob.avatars.Ann.at: 'q1' is no square"),
    ("perceived.Bob.avatars.Ann", ..., "perceived.Bob.avatars: Ann is missing"),
    ("perceived.bob", STATE, "Bob stands there twice"),
]


@pytest.mark.parametrize(("path", "value", "words"), BAD)
def test_a_bad_case_is_told_in_one_clear_line(path: str, value: Json, words: str) -> None:
    with pytest.raises(CaseError) as told:
        GAME.adjudicate(changed(path, value))
    assert words in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(("path", "value", "words"), BAD_STATES)
def test_a_bad_start_is_told_in_one_clear_line(path: str, value: Json, words: str) -> None:
    with pytest.raises(CaseError) as told:
        GAME.adjudicate(changed(path, value, WITH_STATE))
    assert words in str(told.value)


@pytest.mark.parametrize("case", [None, [], "paprika", 7])
def test_what_is_no_object_is_no_case(case: Json) -> None:
    with pytest.raises(CaseError, match="is no object"):
        GAME.adjudicate(case)


def test_a_long_value_is_told_shortly() -> None:
    with pytest.raises(CaseError) as told:
        GAME.adjudicate(changed("ndays.0.actions.Ann", "move " + "n\n" * 50_000))
    assert len(str(told.value)) < 200


def test_a_bad_nday_after_a_win_is_bad_all_the_same() -> None:
    case = changed("ndays", [{}, {"waking": ["Zed"]}], changed("seats.Ann", "a12"))
    with pytest.raises(CaseError, match="Zed"):
        GAME.adjudicate(case)


def test_only_game_seats_and_ndays_are_required() -> None:
    case = {"game": "paprika", "seats": {"Ann": "a1", "Bob": "b1"}, "ndays": [{}]}
    (nday,) = GAME.adjudicate(case)["ndays"]
    assert nday["true"] == {
        "avatars": {
            "Ann": {"at": "a1", "frozen": 0, "ducking": False},
            "Bob": {"at": "b1", "frozen": 0, "ducking": False},
        },
        "objects": {},
        "priority": ["Ann", "Bob"],
    }
    assert nday["outcomes"] == {"true": {}, "Ann": {}, "Bob": {}}


def test_without_ndays_nothing_happens() -> None:
    assert GAME.adjudicate(changed("ndays", [])) == {"ndays": []}


def test_a_start_in_the_middle_of_play() -> None:
    (nday,) = GAME.adjudicate(changed("ndays.0.actions", {"Ann": "move n"}, WITH_STATE))["ndays"]
    assert nday["outcomes"] == {"true": {"Ann": "frozen"}, "Ann": {"Ann": "frozen"}, "Bob": {}}
    assert nday["true"]["avatars"]["Ann"] == {"at": "a2", "frozen": 0, "ducking": False}
    assert nday["perceived"]["Bob"]["avatars"]["Ann"] == {"at": "a2", "frozen": 1, "ducking": True}


def test_single_displays_may_start_differently() -> None:
    case = changed("perceived", {"bob": changed("avatars.Ann.at", "h9", STATE)})
    (nday,) = GAME.adjudicate(case)["ndays"]
    assert nday["perceived"]["Bob"]["avatars"]["Ann"]["at"] == "h9"
    assert nday["perceived"]["Ann"]["avatars"]["Ann"]["at"] == "a2"


@pytest.mark.parametrize(("columns", "rows"), [(1, 2), (26, 99), (1, 99), (26, 2)])
def test_any_field_size_is_accepted(columns: int, rows: int) -> None:
    case = {
        "game": "paprika",
        "options": {"columns": columns, "rows": rows},
        "seats": {"Ann": "a1"},
        "ndays": [{"waking": ["Ann"], "actions": {"Ann": "move n"}}],
    }
    (nday,) = GAME.adjudicate(case)["ndays"]
    assert nday["true"]["avatars"]["Ann"]["at"] == "a2"
    assert nday["winners"] == (["Ann"] if rows == 2 else [])


def test_names_are_found_without_regard_to_case_and_told_as_seated() -> None:
    case = changed("ndays", [{"waking": ["ANN"], "actions": {"ann": "Push N bob"}}])
    (nday,) = GAME.adjudicate(case)["ndays"]
    assert nday["outcomes"]["true"] == {"Ann": "no-avatar"}


def test_a_case_is_left_as_it_was() -> None:
    case = copy.deepcopy(WITH_STATE)
    GAME.adjudicate(case)
    assert case == WITH_STATE
