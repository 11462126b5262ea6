"""The referee as an opponent: deterministic, legal, and better with each level."""

from typing import Any

import pytest

from referee.engine.draws import Draws
from referee.games.rithmomachia import GAME
from referee.games.rithmomachia.faces import standard_start
from referee.games.rithmomachia.opponent import BUDGET, WIDTH, Search, reply_move
from referee.games.rithmomachia.position import Position, format_position, parse_position
from referee.games.rithmomachia.rules import Rules
from referee.games.rithmomachia.survey import Survey
from tests.games.rithmomachia.session import START, Session, position

HOUSE = ("Ann", "Referee")


def against(level: int, **options: Any) -> Session:
    return Session.start(*HOUSE, opponent=str(level), **options)


def choice(level: int, white: str, black: str) -> str:
    """The house's move with NOT alone and without pushes."""
    rules = Rules(frozenset({"NOT"}), push=False)
    return reply_move(parse_position(position(white, black)), rules, level, 1, Draws(bytes(32))).name


def test_the_house_has_a_seat_only_when_it_plays() -> None:
    assert GAME.house_seat(GAME.options.model_validate({"opponent": "2"})) == "Referee"
    assert GAME.house_seat(GAME.options()) is None
    assert not GAME.is_name_allowed("referee")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_house_answers_every_move_in_the_same_mail(level: int) -> None:
    match = against(level).play("1a1-2a1")
    assert [ply["how"] for ply in match.data["plies"]] == ["move", "house"]
    assert match.mover == "Ann"
    assert match.told == [("move", None)]


def test_the_house_opens_when_it_has_white() -> None:
    match = against(1, white="Referee")
    assert len(match.state.moves) == 1
    assert match.mover == "Ann"
    assert match.told == [("start", None)]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_same_match_gets_the_same_moves(level: int) -> None:
    one, same = against(level), against(level)
    for _ in range(3):
        move = GAME.public_state(one.state)["legal"][-1]
        one, same = one.say("Ann", move), same.say("Ann", move)
    assert one.state == same.state


def test_level_three_looks_at_no_more_positions_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    real = Search.value

    def counted(search: Search, position: Position, *others: int) -> int:
        looked_at.append(format_position(position))
        return real(search, position, *others)

    monkeypatch.setattr(Search, "value", counted)
    start, rules = standard_start("same"), Rules()
    legal = len(Survey(start, rules).plays())
    reply_move(start, rules, 2, 1, Draws(bytes(32)))
    assert len(looked_at) == legal
    looked_at.clear()
    reply_move(start, rules, 3, 1, Draws(bytes(32)))
    assert legal + BUDGET // 2 < len(looked_at) <= legal + BUDGET + 8 * WIDTH


def test_another_seed_breaks_ties_otherwise() -> None:
    answers = {
        Session.start(*HOUSE, opponent="1", seed=bytes([n] * 32)).play("1a1-2a1").state.moves[1]
        for n in range(8)
    }
    assert len(answers) > 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_takes_what_is_free(level: int) -> None:
    move = choice(level, "1a1=0 2b2=1", "4d4=15 4d3=7 4a1=11 3c3=14")
    assert move in {"2b2-2b3", "2b2-2c2", "2b2-2c3", "2b2-3b2", "2b2-3c2", "2b2-3b3"}


def test_level_two_sees_that_a_capture_is_answered() -> None:
    """Taking 14 is worth more than taking 13, but Black's 1 would take it back."""
    white, black = "1a1=0 2b2=1 1d1=2", "4d4=15 3c3=14 4d3=1 1d3=13"
    assert choice(1, white, black).startswith("2b2-")
    assert choice(2, white, black).startswith("1d1-")
    assert choice(3, white, black).startswith("1d1-")


def test_the_house_ends_the_match_when_it_wins_by_it() -> None:
    white, black = "1a1=15 1a3=0 2b2=3", "3a1=0 4d4=12"
    for level in (2, 3):
        move = choice(level, white, black)
        assert move.startswith("1a1-")


def test_the_house_lets_everything_be_taken_back() -> None:
    match = against(1).play("1a1-2a1").say("Ann", "offer takeback")
    assert match.state.moves == ()
    assert match.mover == "Ann"


def test_the_house_agrees_to_count_when_it_wins_by_it() -> None:
    ahead = position("1a1=0 1b1=1 1c1=2", "4d4=15 4b1=14 4c1=7 4a1=0")
    assert against(1).override(f"set position = {ahead}").say("Ann", "offer end").reason == "agreed-end"
    declined = against(1).say("Ann", "offer end")
    assert declined.reply == "Referee declines."
    assert declined.state.offers == {}


def test_the_house_agrees_to_a_draw_when_it_is_behind() -> None:
    behind = position("1a1=0 1b1=1 1c1=2 1a2=15", "4d4=0 4b1=3 4c1=14")
    assert against(1).override(f"set position = {behind}").say("Ann", "offer draw").reason == "agreed-draw"
    assert against(1).say("Ann", "offer draw").reply == "Referee declines."


def test_the_house_never_oversteps_and_is_not_reminded() -> None:
    match = against(1, setup="sealed", equations="sealed")
    reminder = GAME.reminders(match.state)
    assert reminder is not None
    assert [notice.to for notice in reminder[1]] == ["Ann"]


def test_the_house_makes_its_sealed_choices_and_places_its_pieces() -> None:
    match = against(1, setup="sealed", equations="sealed").say("Ann", "equations NOT XOR")
    match = match.say("Ann", "arrange D48E/9FAC/3506/712B")
    assert match.told == [("begin", None)]
    assert match.mover == "Ann"
    placing = against(1, setup="alternate", white="Referee")
    assert len(placing.state.faces[0]) == 1
    placing = placing.say("Ann", "place 12 at 4a2")
    assert (len(placing.state.faces[0]), len(placing.state.faces[1])) == (2, 1)


def test_a_whole_match_against_the_house_comes_to_an_end() -> None:
    match, moves = against(2, noprogress="20"), 0
    while match.reason is None and moves < 150:
        legal = GAME.public_state(match.state)["legal"]
        match = match.say("Ann", legal[len(match.state.moves) * 7 % len(legal)], START)
        moves += 1
    assert match.reason is not None
    assert match.state.outcome is not None
