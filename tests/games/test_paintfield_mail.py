"""Paintfield by mail: challenges with an agreed time, seat links, legs by letter, results with pictures."""

import re

from referee.verifying import verify_match
from tests.games.paintfield.mail import PAGES, attachments, opened, table_with


def test_everybody_gets_a_link_of_their_own_when_the_match_starts() -> None:
    with table_with(PAGES) as table:
        opened(table)
        ann, bob = table.last("Ann", "start"), table.last("Bob", "start")
        assert f"{PAGES}/s/{table.token('Ann')}" in ann.text
        assert table.token("Bob") not in ann.text
        assert f"{PAGES}/s/{table.token('Bob')}" in bob.text
        assert table.state().commitment in ann.text


def test_a_challenge_with_an_agreed_time_brings_an_event_and_the_commitment() -> None:
    with table_with(PAGES) as table:
        opened(table)
        table.write("Ann", "timezone Europe/Berlin", "1 09:30", to=table.seat_address("Ann"))
        said = "challenge bob@example.net to paintfield at 2026-12-04 20:00"
        table.write("Ann", said, "1 10:00", to=table.seat_address("Ann"))
        mail = table.last("Bob", "challenge")
        event = attachments(mail)["paintfield.ics"].decode()
        assert "DTSTART:20261204T190000Z" in event
        assert all(len(line) <= 75 for line in event.split("\r\n"))
        table.answer(mail, "accept", "1 11:00")
        state = table.state("m2")
        assert state.commitment in mail.text
        assert "paintfield.ics" in attachments(table.last("Ann", "start"))
        assert state.options.at.isoformat() == "2026-12-04T19:00:00+00:00"


def test_bots_may_be_seated_from_the_start() -> None:
    with table_with() as table:
        opened(table)
        table.write("Ann", "challenge bots to paintfield", "1 10:00", to=table.seat_address("Ann"))
        assert table.state("m2").players == ("Ann", "Bot", "Bot2", "Bot3")
        table.write("Ann", "challenge Bob to paintfield with a bot", "1 10:05", to=table.seat_address("Ann"))
        table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
        assert table.state("m3").players == ("Ann", "Bob", "Bot")
        start = " ".join(table.last("Ann", "start").text.split())
        assert "This match is casual: bots were seated from the start." in start


def test_a_leg_is_played_at_its_deadline_and_everybody_gets_the_field() -> None:
    with table_with() as table:
        opened(table, "by = mail")
        table.answer(table.last("Ann", "leg"), "E12 S6\nW*", "1 12:00")
        receipt = table.last("Ann", "receipt")
        assert "1. east for 12 ticks" in " ".join(receipt.text.split())
        assert "rivals standing still" in " ".join(receipt.text.split())
        table.new()
        table.tick_to("2 09:05")
        assert {mail.to for mail in table.new()} == {"ann@example.net", "bob@example.net"}
        mail = table.last("Bob", "leg")
        assert "leg 2 of 4" in mail.subject
        assert attachments(mail)["field.png"].startswith(b"\x89PNG")
        assert len(re.findall(r"(?m)^ {4}[.0-3^>v<]{28}\r?$", mail.text)) == 28


def test_a_leg_is_played_as_soon_as_all_orders_are_in() -> None:
    with table_with() as table:
        opened(table, "by = mail")
        table.answer(table.last("Ann", "leg"), "E12", "1 12:00")
        table.answer(table.last("Bob", "leg"), "if blocked turn left\ngo to most bare in 6", "1 13:00")
        table.tick_to("1 13:02")
        assert table.state().leg.at == 1


def test_who_sends_nothing_is_reminded() -> None:
    with table_with() as table:
        opened(table, "by = mail")
        table.answer(table.last("Ann", "leg"), "E12", "1 12:00")
        table.new()
        table.tick_to("2 03:01")
        assert [(mail.to, mail.kind) for mail in table.new()] == [("bob@example.net", "paintfield/reminder")]


def test_the_result_brings_picture_animation_log_and_a_line_to_check_it() -> None:
    with table_with(PAGES) as table:
        opened(table, "by = mail\nrounds = 1\nleg = 1h")
        for hour in (10, 11, 12, 13):
            table.answer(table.last("Ann", "leg"), "go to most bare in 6", f"1 {hour - 1}:30")
            table.tick_to(f"1 {hour}:30")
        mail = table.last("Ann", "result")
        files = attachments(mail)
        assert set(files) == {"paintfield-log.jsonl", "field.png", "match.gif"}
        assert len(files["match.gif"]) < 300_000
        assert "every bell in it is right" in " ".join(mail.text.split())
        assert f"{PAGES}/m1/replay" in mail.text
        assert table.state().seed in mail.text


def test_the_kernel_folds_a_paintfield_match_again() -> None:
    with table_with() as table:
        opened(table, "by = mail\nleg = 1h")
        table.tick_to("1 10:30")
        table.write("Ann", "resign", "1 10:40", to=table.seat_address("Ann"))
        with table.desk.books() as book:
            assert verify_match(book, "m1").is_right


def test_questions_are_answered() -> None:
    with table_with() as table:
        opened(table, "by = mail")
        for question in ("status", "help", "rules", "field", "display", "history"):
            table.write("Ann", question, "1 12:00", to=table.seat_address("Ann"))
        table.write("Max", "show", "1 12:10", to=table.seat_address("Max", role="moderator"))
        assert table.letters("quarantined") == ()


def test_at_the_agreed_time_bots_take_the_seats_of_those_who_have_not_accepted() -> None:
    with table_with(PAGES) as table:
        opened(table)
        said = "challenge bob@example.net, cid@example.net to paintfield at 2026-12-04 20:00"
        table.write("Ann", said, "1 10:00", to=table.seat_address("Ann"))
        table.answer(table.last("Bob", "challenge"), "accept", "1 11:00")
        table.tick_to("4 19:59")
        assert table.row("m2").status == "open"
        table.tick_to("4 20:00")
        assert table.state("m2").players == ("Ann", "Bob", "Bot")
        assert "/s/" in table.last("Ann", "start").text
        late = table.answer(table.last("cid@example.net", "challenge"), "accept", "4 20:05")
        assert late == "done"
        assert table.state("m2").players == ("Ann", "Bob", "Bot")


def test_a_match_whose_agreed_time_has_not_come_waits_for_all() -> None:
    with table_with(PAGES) as table:
        opened(table)
        table.write("Ann", "challenge Bob to paintfield", "1 10:00", to=table.seat_address("Ann"))
        table.tick_to("5 20:00")
        assert table.row("m2").status == "open"


def test_all_mails_name_one_commitment_to_the_seed() -> None:
    with table_with(PAGES) as table:
        opened(table)
        promised = table.state().commitment
        assert promised in " ".join(table.last("Max", "receipt").text.split())
        assert promised in table.last("Ann", "start").text
        table.write("Ann", "status", "1 12:00", to=table.seat_address("Ann"))
        assert promised in table.last("Ann", "receipt").text


def test_the_start_mail_tells_how_long_this_match_is_played() -> None:
    with table_with(PAGES) as table:
        opened(table)
        assert "rounds of 60 seconds" in " ".join(table.last("Ann", "start").text.split())
    with table_with(PAGES) as table:
        opened(table, options="ticks = 120\nrounds = 3\n")
        text = " ".join(table.last("Ann", "start").text.split())
        assert "rounds of 15 seconds, the first to two rounds wins, 3 rounds at most" in text
        assert "This match is casual: it isn't played by the usual clock" in text
