"""Matches by mail: a whole one to a compound victory, and what else comes in letters."""

import re

import pytest

from referee.games.rithmomachia.record import replay_record
from tests.table import OPENED, Mail, Table, open_table, spring

WHITE = "white = Ann"


def answers(table: Table, name: str) -> str:
    """The last receipt, its lines joined."""
    return " ".join(table.last(name, "mail/receipt").text.split())


def attached(mail: Mail) -> dict[str, str]:
    return {
        str(part.get_filename()): str(part.get_content()).replace("\r\n", "\n")
        for part in mail.message.iter_attachments()
    }


def test_a_whole_match_by_mail_to_a_compound_victory() -> None:
    """With pushes, each equation, both forms, a conditional move, a declined offer, and every wrong move."""
    with spring(game="rithmomachia", options=WHITE) as table:
        table.answer(table.last("Ann", "start"), "1c2-1b2", "1 11:00")
        assert "leaves open where the piece goes that is pushed" in answers(table, "Ann")
        table.answer(table.last("Ann", "start"), "Hi Bob, good luck!\n\n1c2-1b2>2b3 please.", "1 12:00")
        moved = [mail.to for mail in table.mails(kind="move")]
        assert moved == ["ann@example.net", "bob@example.net", "max@example.org"]

        for wrong, told in (
            ("4c2-3c2 #1", "written for ply 1; ply 2 is about to be played"),
            ("4c2-2c2", "2c2 is not one step of a pyramid away from 4c2. Your pyramid 0 on 4c2 may go to"),
            ("4c2 over 3c2", "is no move"),
        ):
            table.answer(table.last("Bob", "move"), f"move {wrong}", "1 13:00")
            assert told in answers(table, "Bob")
        table.answer(table.last("Ann", "move"), "1b3-2b3>3a2", "1 13:30")
        assert "it is Bob's turn" in answers(table, "Ann")

        table.answer(table.last("Bob", "move"), "preview 4c2-3c2?\n4c2-3c2", "2 09:00")
        assert "0000 NOR" in answers(table, "Bob")
        table.answer(table.last("Bob", "move"), "offer draw", "2 09:05")
        assert "Bob offers a draw" in table.last("Ann", "offer").text
        table.answer(table.last("Ann", "offer"), "decline", "2 10:00")
        assert "declined" in table.last("Bob", "offer").subject

        table.answer(table.last("Ann", "offer"), "1b3-2b3>3a2\nif 4b3-3a2>3a1 then 1b2-2b2", "2 11:00")
        assert "if 4b3-3a2>3a1 then 1b2-2b2" in answers(table, "Ann")
        assert "1b2-2b2" not in table.last("Bob").text
        count = len(table.mails("Bob"))
        table.answer(table.last("Bob", "move"), "4b3 to 3a2 > 3a1", "3 08:00")
        assert [mail.kind for mail in table.mails("Bob")[count:]] == ["mail/receipt", "rithmomachia/result"]

        result = table.last("Bob", "result")
        assert "Ann has won" in result.subject
        assert "Ann (White) has a compound victory" in " ".join(result.text.split())
        record = attached(result)["record.txt"]
        course = replay_record(record).course
        reasons = {why for ply in course.plies for capture in ply.captures for why in capture.by}
        assert {why.equation for why in reasons} == {"AND", "NAND", "NOR", "NOT", "OR", "XOR"}
        assert {why.form for why in reasons} == {"", "compiling", "filtering"}
        assert any(ply.move.pushed >= 0 for ply in course.plies)
        assert table.row().status == "over"
        state = table.match().result
        assert state is not None
        assert state.winners == ("Ann",)


def test_the_mail_of_a_move_shows_the_field_the_captures_and_why() -> None:
    with spring(game="rithmomachia", options=WHITE) as table:
        table.write("Ann", "1c2-1b2>2b3", "1 11:00", to=table.seat_address("Ann"))
        table.write("Bob", "4c2-3c2", "1 12:00", to=table.seat_address("Bob"))
        mail = table.last("Ann", "move")
        assert "2b3, triangle 5: 0000 NOR 1010 = 0101, filtering with 4c3" in " ".join(mail.text.split())
        assert max(map(len, mail.text.splitlines())) <= 72
        assert re.search(r"^3 .* 3 .* 3 .* 3 ", mail.text, re.MULTILINE)
        for glyph in "○△□◇●▲■◆":
            assert glyph in mail.html


def test_questions_are_answered_in_the_receipt() -> None:
    with spring(game="rithmomachia", options=WHITE) as table:
        to = table.seat_address("Bob")
        table.write("Bob", "show\nlegal 4b1\nrecord\nwhy 2b3\nstatus\nrules\nhelp offer", "1 11:00", to=to)
        told = answers(table, "Bob")
        assert "Ply 1; White is to move." in told
        assert "Black's circle 1 on 4b1 may go to" in told
        assert '[White "Ann"]' in told
        assert "captured nothing on 2b3" in told
        assert "R13, option noprogress" in told
        assert "An offer lapses with the next move, so make it after your own." in told
        assert table.state().moves == ()


def test_a_sealed_choice_is_told_to_nobody_before_both_are_in() -> None:
    with spring(game="rithmomachia", options=f"{WHITE}\nequations = sealed") as table:
        before = len(table.mails())
        table.write("Ann", "equations NOT XOR", "1 11:00", to=table.seat_address("Ann"))
        assert [mail.to for mail in table.mails()[before:]] == ["ann@example.net"]
        assert "Recorded" in answers(table, "Ann")
        table.write("Bob", "equations OR NAND", "1 12:00", to=table.seat_address("Bob"))
        begun = table.last("Ann", "begin")
        assert "NAND, NOT, OR, XOR" in " ".join(begun.text.split())


def test_the_time_passes_with_a_notice_and_a_claim() -> None:
    with spring(game="rithmomachia", options=WHITE) as table:
        table.tick_to("8 10:05")
        late = table.last("Bob", "overstepped")
        assert "claim time" in late.text
        table.answer(late, "claim time", "9 09:00")
        assert "Bob has won" in table.last("Ann", "result").subject


def test_who_is_to_move_is_reminded_at_half_of_the_time() -> None:
    with spring(game="rithmomachia", options=f"{WHITE}\ntime = 4 days") as table:
        table.tick_to("3 10:05")
        assert [mail.to for mail in table.mails(kind="reminder")] == ["ann@example.net"]


def test_a_rematch_exchanges_the_colours() -> None:
    with spring(game="rithmomachia", options=WHITE) as table:
        table.write("Max", "moderate m1\nend won by Ann because it was late", "1 11:00")
        confirm = table.last("Max")
        if table.row().status != "over":
            table.answer(confirm, "confirm", "1 11:05")
        table.answer(table.last("Bob", "result"), "rematch", "1 12:00")
        invitation = table.last("Ann", "mail/challenge")
        table.answer(invitation, "accept", "1 13:00")
        assert table.state("m2").players == ("Bob", "Ann")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_referee_can_be_challenged(level: int) -> None:
    with open_table() as table:
        table.write("Max", 'open rithmomachia "Spring"\nseat Ann ann@example.net', OPENED)
        table.write("Ann", f"challenge referee level {level}", "1 11:00", to=table.seat_address("Ann"))
        assert table.row("m2").status == "running"
        assert set(table.state("m2").players) == {"Ann", "Referee"}
        assert table.state("m2").options.opponent == str(level)
        start = table.last("Ann", "start")
        mover = "1a1-2a1" if table.state("m2").players[0] == "Ann" else "4a1-3a1"
        table.answer(start, mover, "1 12:00")
        assert len(table.state("m2").moves) in (2, 3)
        assert "the referee's own move" in " ".join(table.last("Ann", "move").text.split())


def test_a_match_survives_a_restart_and_replays_from_its_log() -> None:
    with spring(game="rithmomachia", options=WHITE) as table:
        table.write(
            "Ann", "1c2-1b2>2b3\nif 4c2-3c2 then 1b3-2b3>3a2", "1 11:00", to=table.seat_address("Ann")
        )
        again = table.reopened()
        again.write("Bob", "4c2-3c2", "1 12:00", to=again.seat_address("Bob"))
        assert again.state().moves == ("1c2-1b2>2b3", "4c2-3c2", "1b3-2b3>3a2")
        again.write("Max", "moderate m1\nundo because Bob slipped", "1 13:00")
        if len(again.state().moves) == 3:
            again.answer(again.last("Max"), "confirm", "1 13:05")
        assert again.state().moves == ("1c2-1b2>2b3",)
