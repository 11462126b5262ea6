"""Rulesets as data, the check of a file, and games that are exported and taken over."""

import csv
import io
import json
from importlib.resources import files as resources

import pytest

from referee.engine.draws import Draws
from referee.errors import CaseError, OptionError
from referee.games.nomic.cases import adjudicate
from referee.games.nomic.export import export
from referee.games.nomic.importing import imported
from referee.games.nomic.report import report
from referee.games.nomic.rules import Number
from referee.games.nomic.ruleset import check, load, ruleset, shipped
from tests.games.nomic.match import at, begun
from tests.games.nomic.table import START, case
from tests.games.nomic.test_match import played

RULE = '[[rules]]\nnumber = 1\ntitle = "One"\ntext = "One."\n'


def test_the_shipped_rulesets_load() -> None:
    assert shipped() == ("anytime", "dictator", "suber-mail", "suber-table")
    for name in shipped():
        assert ruleset(name).book.rules


@pytest.mark.parametrize("name", ["suber-mail", "suber-table"])
def test_subers_set_has_all_its_rules(name: str) -> None:
    book = ruleset(name).book
    assert [rule.number.major for rule in book.rules] == [*range(101, 117), *range(201, 214)]
    assert all(rule.is_immutable == (rule.number < Number(200)) for rule in book.rules)
    assert all(rule.title and rule.text for rule in book.rules)


def test_the_rules_hold_the_settings_that_the_specification_gives_them() -> None:
    book = ruleset("suber-mail").book
    held = {name: rule.number.major for rule in book.rules for name in rule.settings}
    assert held == {
        "mode": 201, "proposes": 201, "order": 201, "turn_limit": 201, "idle": 201, "debate_least": 202,
        "debate_limit": 202, "vote_limit": 202, "points": 202, "share_base": 202, "fraction_of": 202,
        "adoption": 203, "until_circuit": 203, "then": 203, "unanimity": 203, "silence": 203,
        "proposer_votes": 203, "decides": 203, "dissent_points": 204, "effective": 205, "defeat_penalty": 206,
        "defeat_scores": 206, "ballots": 207, "points_to_win": 208, "after_win": 208, "mutable_limit": 209,
        "transmutation": 109, "renumber": 108, "judge_limit": 212, "overrule_window": 212,
    }  # fmt: skip


def test_a_check_shows_settings_beside_the_text() -> None:
    shown = check(RULE + "[rules.settings]\npoints_to_win = 150\n", "mine.toml")
    assert "points_to_win = 150" in shown
    assert "! points_to_win is 150, which the text does not mention" in shown
    assert "  ! " not in check(_shipped("suber-mail"), "suber-mail.toml")


def _shipped(name: str) -> str:
    return (resources("referee.games.nomic") / "rulesets" / f"{name}.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("rules = 3", ("mine.toml", "rules")),
        ("[[rules", ("mine.toml", "TOML")),
        (RULE + "colour = 3", ("mine.toml", "rule 1", "colour")),
        (RULE.replace("1", '"x"'), ("mine.toml", "rule x", "number")),
        (RULE + 'class = "soft"', ("mine.toml", "rule 1", "class")),
        (RULE + RULE, ("mine.toml", "rule 1", "twice")),
        (RULE.replace("One.", " "), ("mine.toml", "rule 1", "text")),
        (RULE + "[rules.settings]\nhats = 3", ("mine.toml", "rule 1", "hats")),
        (RULE + '[rules.settings]\nturn_limit = "1 hour"', ("mine.toml", "rule 1", "turn_limit")),
        (RULE + 'core = "x"', ("mine.toml", "rule 1", "core")),
        ('hats = 1\n' + RULE, ("mine.toml", "hats")),
    ],
)  # fmt: skip
def test_a_fault_in_a_file_is_named(text: str, names: tuple[str, ...]) -> None:
    with pytest.raises(OptionError) as raised:
        load(text, "mine.toml")
    assert all(name in str(raised.value) for name in names)


def test_a_tables_own_ruleset_works_the_same_way() -> None:
    table = begun(rules=RULE + '[rules.settings]\nmode = "anytime"\ndistribute = "now"\n', settings="")
    table.letter("Ann", at(2), "Proposal: Hats\nenact a new rule:\nHats.")
    assert list(table.match.state.live) == [301]


def test_an_export_can_be_read_without_the_referee() -> None:
    files = export(played().match.state)
    assert {"README.txt", "rules.txt", "rules.toml", "game.toml", "proposals.csv", "scores.json"} <= set(
        files
    )
    scores = {row["name"]: int(row["score"]) for row in csv.DictReader(io.StringIO(files["scores.csv"]))}
    entries = csv.DictReader(io.StringIO(files["journal.csv"]))
    paid = [(row["name"], int(row["amount"])) for row in entries if row["kind"] == "points"]
    assert scores == {name: sum(points for who, points in paid if who == name) for name in scores}
    ballots = list(csv.DictReader(io.StringIO(files["ballots.csv"])))
    assert {"number": "301", "name": "Dee", "ballot": "AGAINST"} in ballots
    assert "Rule 210" not in files["rules.txt"]
    assert json.loads(files["proposals.json"])[0]["number"] == 301
    assert "hats" in files["proposals/302.txt"].casefold()


def test_an_export_has_history_judgments_claims_and_scores_as_text_csv_and_json() -> None:
    files = export(played().match.state)
    (question,) = json.loads(files["judgments.json"])
    assert (question["by"], question["judge"], question["answer"]) == ("Cid", "Dee", "It is.")
    assert next(csv.DictReader(io.StringIO(files["judgments.csv"])))["question"] == "is this legal?"
    claimed = {(row["by"], str(row["amount"])) for row in json.loads(files["claims.json"])}
    assert claimed == {("Ann", "3")}
    assert len(list(csv.DictReader(io.StringIO(files["claims.csv"])))) == 1
    assert "I smile." in files["acts.csv"]
    scores = {"Ann": 1, "Bob": -10, "Cid": 5, "Dee": 0}
    assert json.loads(files["scores.json"]) == {"scores": scores, "ledgers": {}, "titles": {}}
    (switched,) = json.loads(files["history.json"])
    assert (switched["rule"], switched["settings"]["adoption"]) == ("203", "majority")
    assert "switched" in files["rules/203.txt"]
    assert "It is as it was at the start." in files["rules/209.txt"]
    assert "No conspiring" in files["rules.txt"]


def test_an_export_keeps_ballots_that_are_not_public_yet() -> None:
    table = begun()
    table.letter("Ann", at(1.4), "I propose to repeal rule 210.\nI open the vote.\n301: for")
    files = export(table.match.state)
    assert "FOR" not in files["ballots.csv"]
    assert json.loads(files["proposals.json"])[0]["for"] == []


def test_a_game_that_was_exported_goes_on_elsewhere() -> None:
    table = begun()
    gold = "I propose to enact a new rule:\nGold.\nSettings: ledger gold = 2\n\nI open the vote."
    table.letter("Ann", at(1.4), gold)
    for name in ("Ann", "Bob", "Cid"):
        table.letter(name, at(1.5), "301: for")
    table.letter("Bob", at(2), 'I propose to amend rule 206 by appending:\nAlas,\n"so" \\ it is"')
    table.letter("Bob", at(2.1), "I open the vote.\n302: for")
    for name in ("Ann", "Cid"):
        table.letter(name, at(2.2), "302: for")
    table.tick(at(3))
    state = table.match.state
    step = imported(export(state), at(50), Draws(bytes(32)))
    old, new = report(state), report(step.state)
    for key in ("rules", "mover", "turn", "circuit", "scores"):
        assert new[key] == old[key]
    assert step.state.ledgers == {"gold": {"Ann": 2, "Bob": 2, "Cid": 2}}
    assert step.state.next_number == state.next_number == 303


def test_a_game_kept_by_hand_is_taken_over_from_two_files() -> None:
    game = (
        'next_number = 312\nmover = "Bob"\n[[players]]\nname = "Ann"\nscore = 12\n[[players]]\nname = "Bob"\n'
    )
    files = {"rules.toml": RULE, "game.toml": game}
    state = imported(files, START, Draws(bytes(32))).state
    assert (state.scores, state.next_number) == ({"Ann": 12, "Bob": 0}, 312)
    assert state.turn is not None
    assert state.turn.mover == "Bob"


TWO = '[[players]]\nname = "A"\n[[players]]\nname = "B"\n'


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("", "players"),
        ("x = [", "TOML"),
        (f"hats = 1\n{TWO}", "hats"),
        (f'mover = "C"\n{TWO}', "mover"),
        (TWO + 'score = "x"', "score"),
    ],
)
def test_a_fault_in_a_game_file_is_named(game: str, name: str) -> None:
    with pytest.raises(OptionError, match=name):
        imported({"rules.toml": RULE, "game.toml": game}, START, Draws(bytes(32)))


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"start": "yesterday"},
        {"until": "2026-11-01T00:00:00Z"},
        {"hats": 1},
        {"options": {"ruleset": "hats"}},
        {"options": {"settings": {"hats": 3}}},
        {"options": {"settings": {"turn_limit": "1 hour"}}},
        {"options": {"dictator": "Zoe"}},
        {"mail": [{"from": "Zoe", "at": "2026-12-01T10:00:00Z", "text": "hello"}]},
        {"mail": [{"from": "Ann", "text": "hello"}]},
        {"mail": "hello"},
    ],
    ids=str,
)
def test_a_bad_case_is_refused_in_one_line(change: dict[str, object]) -> None:
    with pytest.raises(CaseError) as raised:
        adjudicate({**case([], "2"), **change})
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"options": {"settings": []}}, "settings and strengths are objects"),
        ({"options": {"strengths": []}}, "settings and strengths are objects"),
        ({"options": {"seed": 5}}, "seed is text"),
        ({"mail": [{"from": "Ann", "at": "2026-12-01T10:00:00Z", "text": 5}]}, "text is text"),
        ({"mail": [{"from": "Ann", "at": "2026-12-01T10:00:00Z", "text": "aye", "re": "x"}]}, "re is a"),
        ({"mail": [{"from": "Ann", "at": "2026-12-01T10:00:00Z", "text": "aye", "re": True}]}, "re is a"),
        ({"players": [{"name": "Ann", "surname": 5}, {"name": "Bob"}]}, "names are text"),
    ],
)
def test_a_value_of_another_type_is_an_error(part: dict[str, object], why: str) -> None:
    with pytest.raises(CaseError, match=why):
        adjudicate(case([], "2") | part)
