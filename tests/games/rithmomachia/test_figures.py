"""The checked captures, and cases as `referee adjudicate` reads and prints them."""

from typing import Any

import pytest

from referee.errors import CaseError
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import position

START = "NEIO/JPKM/DFAG/HBCL|4/4/4/4|4/4/4/4|neio/jpkm/dfag/hbcl w"
NOT = {"equation": "NOT"}


def adjudicate(white: str, black: str, *moves: str, turn: str = "White", **options: Any) -> Any:
    case = {"game": "rithmomachia", "options": options, "moves": list(moves)}
    return GAME.adjudicate({**case, "position": position(white, black, turn)})


def captured(*case: str, **options: Any) -> list[Any]:
    return list(adjudicate(*case, **options)["plies"][-1]["captured"])


def cells(*case: str, **options: Any) -> list[str]:
    return [fallen["cell"] for fallen in captured(*case, **options)]


FILTERS = ("off", "reach", "chain")


@pytest.mark.parametrize("way", FILTERS)
def test_not_captures_the_opposite_bits_one_step_away(way: str) -> None:
    assert captured("1a1=0 2b2=1", "4d4=15 3c3=14", "2b2-2b3", equations=["NOT"], filter=way) == [
        {"cell": "3c3", "by": [NOT]}
    ]


@pytest.mark.parametrize("way", FILTERS)
def test_a_circle_does_not_capture_a_triagonal_step_away(way: str) -> None:
    assert cells("1a1=0 2b1=1", "4d4=15 3c3=14", "2b1-2b2", equations=["NOT"], filter=way) == []


@pytest.mark.parametrize("way", FILTERS)
def test_two_pieces_compile_from_both_sides_of_the_target(way: str) -> None:
    assert captured("1a1=0 2b1=4 3c4=12", "4d4=15 3b3=4", "2b1-2b2", equations=["AND"], filter=way) == [
        {"cell": "3b3", "by": [{"equation": "AND", "form": "compiling", "with": "3c4"}]}
    ]


@pytest.mark.parametrize(("way", "fallen"), [("off", []), ("reach", ["3b3"]), ("chain", [])])
def test_a_filter_in_reach_is_beside_the_piece_played(way: str, fallen: list[str]) -> None:
    case = ("1a1=0 2b1=4 1b2=12", "4d4=15 3b3=4", "2b1-2b2")
    assert cells(*case, equations=["AND"], filter=way) == fallen


@pytest.mark.parametrize(("way", "fallen"), [("off", []), ("reach", []), ("chain", ["3c4"])])
def test_a_filter_in_a_chain_stands_between(way: str, fallen: list[str]) -> None:
    case = ("1a1=0 1b1=4 2b3=12", "4d4=15 3c4=4", "1b1-1b2")
    assert cells(*case, equations=["AND"], filter=way) == fallen


def test_a_filter_anywhere_may_stand_far_away() -> None:
    case = ("1a1=0 2b1=4 4a1=12", "4d4=15 3b3=4", "2b1-2b2")
    assert cells(*case, equations=["AND"], filter="anywhere") == ["3b3"]
    assert cells(*case, equations=["AND"], filter="reach") == []


@pytest.mark.parametrize("way", FILTERS)
def test_a_piece_can_be_pushed_and_captured_in_one_move(way: str) -> None:
    case = ("2b2=15 1a1=0", "2b3=0 4d4=15", "2b2-2b3>3b4")
    assert cells(*case, equations=["NOT"], filter=way) == ["3b4"]


def test_each_equation_works_bit_by_bit() -> None:
    results = {"AND": 4, "OR": 12, "XOR": 8, "NAND": 11, "NOR": 3}
    for equation, result in results.items():
        for value in range(16):
            case = ("1a1=0 2b1=4 2a2=12", f"4d4=15 2b3={value}", "2b1-2b2")
            fallen = cells(*case, equations=[equation], dead="off", forms="filter")
            assert fallen == (["2b3"] if value == result else [])


def test_a_case_without_position_and_moves_is_the_standard_start() -> None:
    outcome = GAME.adjudicate({"game": "rithmomachia"})
    assert outcome["plies"] == []
    assert outcome["over"] is None
    assert len(outcome["legal"]) == 204
    assert outcome["legal"] == sorted(outcome["legal"])


def test_a_case_echoes_moves_canonically_and_gives_each_position() -> None:
    outcome = GAME.adjudicate({"moves": ["Ab1 to Bb1", " 4B4 4c3 "], "options": {"push": False}})
    assert [ply["move"] for ply in outcome["plies"]] == ["1b1-2b1"]
    assert outcome["error"] == {"move": " 4B4 4c3 ", "kind": "not-legal"}
    assert outcome["plies"][0]["position"] == START.replace("HBCL|4/4/4/4", "H1CL|4/4/4/1B2").replace(
        " w", " b"
    )
    assert "4b4-3b4" in outcome["legal"]


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("castle", "not-understood"),
        ("2e1-2d1", "not-understood"),
        ("5a1-4a1", "not-understood"),
        ("1b1-2b1 please", "not-understood"),
        ("1b1-3b1", "not-legal"),
        ("4b1-3b1", "not-legal"),
        ("1c2-1c3", "ambiguous"),
        ("1b1-2b1 #2", "out-of-date"),
        ("#2 1b1-3b1", "out-of-date"),
        ("1c2-1c3>1c3", "not-legal"),
        ("1c2-2c2>2c3", "not-legal"),
    ],
)
def test_a_case_tells_what_kind_of_error_a_move_is(move: str, kind: str) -> None:
    outcome = GAME.adjudicate({"moves": [move]})
    assert outcome["error"] == {"move": move, "kind": kind}
    assert outcome["plies"] == []
    assert len(outcome["legal"]) == 204


def test_a_readable_move_after_the_end_is_not_legal() -> None:
    over = ("1a1=0 2b2=1", "3c3=14")
    outcome = adjudicate(*over, "2b2-2b3")
    assert outcome["over"]["reason"] == "last-pyramid"
    assert outcome["legal"] == []
    assert outcome["error"] == {"move": "2b2-2b3", "kind": "not-legal"}
    assert adjudicate(*over, "2b2-2b3 #7")["error"]["kind"] == "not-legal"
    assert adjudicate(*over, "nonsense")["error"]["kind"] == "not-understood"


def test_reasons_are_sorted_by_equation_form_and_cell() -> None:
    case = ("1a1=0 2b1=4 1b2=12 3c4=12 2a2=12", "4d4=15 3b3=4 3b1=8", "2b1-2b2")
    fallen = captured(*case, equations="all", filter="reach")
    assert [each["cell"] for each in fallen] == sorted(each["cell"] for each in fallen)
    for each in fallen:
        keys = [(why["equation"], why.get("form", ""), why.get("with", "")) for why in each["by"]]
        assert keys == sorted(keys)
    assert max(len(each["by"]) for each in fallen) > 2


@pytest.mark.parametrize(
    "options",
    [
        {"push": True, "swap": False, "cascade": "on", "dead": "off", "noprogress": "off"},
        {"push": "on", "filter": False, "forms": "compile", "decider": "pyramid", "facing": "mirror"},
        {"equations": "NOT XOR", "setup": "random", "time": "3 days", "budget": "30 days + 1 day"},
        {"noprogress": 1_000_000, "time": 7},
        {"time": "7", "equations": ["NOT"]},
    ],
)
def test_every_option_of_the_rules_may_stand_in_a_case(options: dict[str, Any]) -> None:
    assert GAME.adjudicate({"options": options})["plies"] == []


@pytest.mark.parametrize(
    "case",
    [
        {"game": "paprika"},
        {"colour": "red"},
        {"options": {"pusch": True}},
        {"options": {"push": "perhaps"}},
        {"options": {"push": 1}},
        {"options": {"equations": []}},
        {"options": {"equations": ["NOT", "IMP"]}},
        {"options": {"equations": "sealed"}},
        {"options": {"equations": 7}},
        {"options": {"filter": "near"}},
        {"options": {"forms": "filter", "filter": "off"}},
        {"options": {"noprogress": 0}},
        {"options": {"noprogress": True}},
        {"options": {"dead": True}},
        {"options": ["push"]},
        {"position": 7},
        {"position": None},
        {"position": ""},
        {"position": START[:-2]},
        {"position": START.replace("|4/4/4/4", "", 1)},
        {"position": START.replace("HBCL", "HBC")},
        {"position": START.replace("HBCL", "HBCLL")},
        {"position": START.replace("HBCL", "HBQL")},
        {"position": START.replace("HBCL", "HBC5")},
        {"position": START.replace("4/4/4/4", "22/4/4/4", 1)},
        {"position": START.replace(" w", " x")},
        {"moves": "1b1-2b1"},
        {"moves": [1]},
        {"moves": None},
    ],
)
def test_a_bad_case_is_told_in_one_line(case: dict[str, Any]) -> None:
    with pytest.raises(CaseError) as refused:
        GAME.adjudicate(case)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "options",
    [{"opponent": "none"}, {"white": "Ann"}, {"equations": {"NOT": 1}}, {"time": True}, {"time": 1e308}],
)
def test_what_is_no_option_of_the_rules_is_a_bad_case(options: dict[str, Any]) -> None:
    with pytest.raises(CaseError):
        GAME.adjudicate({"game": "rithmomachia", "options": options})


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("1 b 1 - 2 b 1", None),
        ("1b1\u00a0-\u30002b1", None),
        ("#  1 1b1-2b1", None),
        ("#0000000000001 1b1-2b1", None),
        ("#12345678901 1b1-2b1", "out-of-date"),
        ("1b12b1", "not-understood"),
        ("#1" + " " * 20_000 + "x", "not-understood"),
        ("1b1-2b1" + " " * 40_000 + "x", "not-understood"),
    ],
)
def test_moves_are_read_with_any_spaces_and_numbers(move: str, kind: str | None) -> None:
    result = GAME.adjudicate({"game": "rithmomachia", "moves": [move]})
    assert result.get("error", {}).get("kind") == kind
