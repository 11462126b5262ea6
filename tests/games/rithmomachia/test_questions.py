"""Reading lines of a letter, and answers to questions."""

import pytest

from referee.engine.orders import Near, Order, Prose
from referee.engine.reply import Line, ReplyText
from referee.errors import NotLegal, NotUnderstood, NotYourTurn, OutOfDate
from referee.games.rithmomachia import GAME
from tests.games.rithmomachia.session import Session

CAPTURED = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a4=0 4c1=3", dead="off").play("2b2-2b3")


def reading(line: str) -> object:
    [found] = GAME.read(ReplyText((Line(line),)), "")
    return found


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("2b1-2b2", "move"),
        ("Please 2b1 to 2b2.", "move"),
        ("I play 2b1-2b2", "move"),
        ("move Bb1 Bb2", "move"),
        ("mover 2b1-2b2", "move"),
        ("走 2b1-2b2", "move"),
        ("#12 2b2-2b3>3b4", "move"),
        ("if 4b3-3b3 then 2b2-2b3", "if"),
        ("If #12 4b3-3b3 then 2b2-2b3", "if"),
        ("se 4b3-3b3 então 2b2-2b3", "if"),
        ("equations NOT XOR", "equations"),
        ("offer draw", "offer"),
        ("Take nothing back", None),
        ("accept", "accept"),
        ("claim time", "claim"),
        ("drop conditions", "drop"),
        ("preview 2b1-2b2?", "preview"),
        ("why 3c3?", "why"),
        ("legal 2b1", "legal"),
        ("show", "show"),
        ("record", "record"),
    ],
)
def test_lines_are_read_as_orders(line: str, verb: str | None) -> None:
    found = reading(line)
    if verb is None:
        assert isinstance(found, Prose | Near)
    else:
        assert isinstance(found, Order)
        assert found.verb == verb


@pytest.mark.parametrize(
    "line",
    [
        "Hi Bob, tough one this week",
        "If you ask me, that was clever.",
        "don't play 2b1-2b2",
        "2b1-2b2?",
        "maybe 2b1-2b2",
        "Why did you do that?",
        "show me",
        "record of the year",
    ],
)
def test_other_lines_are_no_orders(line: str) -> None:
    assert isinstance(reading(line), Prose | Near)


def test_a_preview_tells_captures_and_reasons_and_plays_nothing() -> None:
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a4=0", dead="off")
    assert match.ask("Ann", "preview 2b2-2b3") == (
        "2b2-2b3 would capture:\n- 3c3, square 14 (1110): NOT 0001 = 1110"
    )
    assert match.ask("Bob", "preview 2b2-2b1") == "2b2-2b1 would capture nothing."
    assert match.state.moves == ()


def test_a_preview_of_a_piece_that_is_not_to_move_is_told_as_if_it_were() -> None:
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a4=0", dead="off")
    assert match.ask("Bob", "preview 3c3-2c3") == "3c3-2c3, in turn, would capture nothing."


def test_a_preview_tells_that_the_match_would_end() -> None:
    match = Session.at_position("1a1=0 2b2=15", "2b4=0 3c3=7", dead="off")
    assert "the match would end" in match.ask("Ann", "preview 2b2-2b3")


def test_a_preview_refuses_as_the_move_would_be_refused() -> None:
    match = Session.start()
    with pytest.raises(NotLegal):
        match.ask("Ann", "preview 1b1-3b1")
    with pytest.raises(OutOfDate):
        match.ask("Ann", "preview 1b1-2b1 #3")
    with pytest.raises(NotUnderstood):
        match.ask("Ann", "preview everything")


def test_legal_lists_what_a_piece_may_do_and_what_would_be_captured() -> None:
    match = Session.at_position("1a1=0 2b2=1", "4d4=15 3c3=14 4a4=0", dead="off")
    told = match.ask("Ann", "legal Bb2")
    assert told.startswith("White's circle 1 on 2b2 may go to 1a2,")
    assert "- 2b2-2b3 captures 3c3" in told
    assert match.ask(None, "legal 2a1") == "2a1 is empty."
    assert "push what stands on 1b1 on to 1c2, 2a1" in Session.start().ask("Ann", "legal 1c2")


def test_why_explains_a_capture_of_the_last_move() -> None:
    assert CAPTURED.ask("Bob", "why 3c3") == "2b2-2b3 captured 3c3, square 14 (1110): NOT 0001 = 1110."
    with pytest.raises(NotLegal, match="The last move 2b2-2b3 captured nothing on 3c4"):
        CAPTURED.ask("Bob", "why 3c4")


def test_show_draws_four_levels_side_by_side_within_72_columns() -> None:
    told = CAPTURED.ask("Ann", "show")
    lines = told.splitlines()
    assert lines[0].split() == ["level", "1", "level", "2", "level", "3", "level", "4"]
    assert max(map(len, lines)) <= 72
    assert "w1*" in told
    assert "wE!" in told
    assert ".'" in told
    assert lines[-1] == "Ply 2; Black is to move."


def test_the_record_can_be_asked_for_at_any_time() -> None:
    assert '[White "Ann"]' in CAPTURED.ask("Bob", "record")
    assert "1. 2b2-2b3 {3c3, square 14 (1110): NOT 0001 = 1110}" in CAPTURED.ask(None, "record")


@pytest.mark.parametrize("line", ["legal", "legal 2b1 2b2", "why 3c3 and 3c4", "legal 9z9", "preview"])
def test_every_word_of_a_question_is_understood(line: str) -> None:
    with pytest.raises(NotUnderstood):
        CAPTURED.ask("Ann", line)


def test_nothing_is_shown_while_the_pieces_are_placed() -> None:
    with pytest.raises(NotLegal, match="still being placed"):
        Session.start(setup="sealed").ask("Ann", "show")


def test_a_move_out_of_turn_is_refused_as_such() -> None:
    with pytest.raises(NotYourTurn, match="it is Ann's turn"):
        Session.start().say("Bob", "4b1-3b1")
    with pytest.raises(OutOfDate):
        Session.start().say("Bob", "4b1-3b1 #2")


def test_what_can_be_written_follows_the_state() -> None:
    match = Session.start()
    assert "claim time" in GAME.can(match.turn().state, "Bob")
    sealed = Session.start(setup="sealed", equations="sealed")
    assert GAME.can(sealed.state, "Bob") == ("equations NOT XOR", "arrange D48E/9FAC/3506/712B")
    assert GAME.can(Session.start(setup="alternate").state, "Ann") == ("place 12 at 1a2",)


def test_every_move_that_is_offered_can_be_made_and_every_answer_given_in_advance() -> None:
    match = Session.start()
    while match.state.is_playing and match.state.ply < 40:
        mover, waiting = (match.mover, next(n for n in match.state.players if n != match.mover))
        move, preview, legal = GAME.can(match.state, mover)[:3]
        assert move in match.ask(mover, preview)
        assert move.split(">")[0][4:7] in match.ask(mover, legal)
        condition = GAME.can(match.state, waiting)[0]
        assert match.say(waiting, condition).state.conditions[waiting]
        match = match.say(mover, move)
    assert match.state.ply > 10


def test_names_are_letters_digits_and_dashes_and_not_a_colour() -> None:
    assert all(map(GAME.is_name_allowed, ("Ann", "Bob-2", "Zoë", "李明")))
    assert not any(map(GAME.is_name_allowed, ("", "2Bob", "White", "black", "A b", 'A"b', "x" * 17)))
