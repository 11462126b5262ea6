"""Paintfield by letter over mail: plans that can't be read, languages, secrecy, late letters."""

from collections.abc import Iterator, Sequence

import pytest

from referee.errors import NotUnderstood
from referee.games.paintfield.plans import read_plan
from tests.games.paintfield.mail import by_letter, opened, orders, receipt, table_with
from tests.table import Table, moment


@pytest.fixture(name="table")
def letters() -> Iterator[Table]:
    """Ann, Bob and Cid at the first leg of their match."""
    with by_letter() as table:
        yield table


STEPS = "write E12, E12c, W* or N, with spaces between."
RULES = "or rules such as “if blocked turn left”"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("E12 S6 X4 W*", f"'X4' is no step; {STEPS}"),
        ("E12S6W*N", f"'E12S6W*N' is no step; {STEPS}"),
        ("E 12 S 6", f"'12' is no step; {STEPS}"),
        ("East 12, south 6", f"'East' is no step; {STEPS}"),
        ("12E", f"'12E' is no step; {STEPS}"),
        ("W*3", f"'W*3' is no step; {STEPS}"),
        ("E12x", f"'E12x' is no step; {STEPS}"),
        ("E12?", f"'E12?' is no step; {STEPS}"),
        ("E12 -> S6", f"'->' is no step; {STEPS}"),
        ("E0 S6", "'E0': a step's number is from 1 to 999."),
        ("E1000", "'E1000': a step's number is from 1 to 999."),
        ("if blockd turn left", RULES),
        ("if blocked turn around", RULES),
        ("if not blocked keep", RULES),
        ("if blocked or own ahead turn left", RULES),
        ("if blocked keep?", RULES),
        ("after 10s E12", RULES),
        ("after 1000s if blocked keep", RULES),
        ("if blocked turn left after 10s", RULES),
        ("turn left", RULES),
        ("keep", RULES),
        ("go to most bare in six", RULES),
        ("go to most bare in 13", "one can look 1 to 12 cells ahead."),
        ("go to most bare in 0", "one can look 1 to 12 cells ahead."),
        ("\n".join(["if blocked keep"] * 13), "At most 12 rules can stand, and these are 13."),
        ("E1 " * 121, "A plan has at most 120 steps, and this one has 121."),
        ("E12\nif blocked keep", "Steps and standing rules can't stand in one plan; send one or the other."),
    ],
)
def test_what_was_meant_as_a_plan_is_refused_with_what_can_be_written(
    table: Table, text: str, told: str
) -> None:
    assert told in receipt(table, text)
    assert orders(table) == {}


@pytest.mark.parametrize(
    ("text", "hole"),
    [("go to most bare in 6", "if blockd turn left"), ("E5", "S6x"), ("E5", "3W"), ("E5", "go to most bare")],
)
def test_a_plan_with_a_hole_in_it_is_none_and_the_one_before_it_stays(
    table: Table, text: str, hole: str
) -> None:
    receipt(table, "E12")
    assert "Not carried out." in receipt(table, f"{text}\n{hole}", "1 12:30")
    assert orders(table) == {"Ann": "E12"}


@pytest.mark.parametrize(
    "talk",
    [
        "Hi all, tough one this week",
        "See you on Friday",
        "if you like, keep it up",
        "After 10 minutes I went to bed",
        "I kept to the left side",
        "Turn 3 was fun",
        "Good luck!",
        "ok",
    ],
)
def test_talk_beside_a_plan_is_no_part_of_it(table: Table, talk: str) -> None:
    assert "1. east for 12 ticks" in receipt(table, f"{talk}\n\nE12\n\n{talk}")
    assert orders(table) == {"Ann": "E12"}


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("e12, s6; w*, n", "E12 S6 W* N"),
        ("Ｅ12 Ｓ６", "E12 S6"),
        ("L12 S6 O* N", "E12 S6 W* N"),
        ("东12 南6c 西* 北", "E12 S6c W* N"),
        ("東12，南6、西*", "E12 S6 W*"),
        ("If blocked, then turn left.", "if blocked turn left"),
        ("se bloqueado virar à esquerda", "if blocked turn left"),
        ("Se bloqueado, vire à direita", "if blocked turn right"),
        ("depois de 10s se rival à frente meia-volta", "after 10s if rival ahead back"),
        ("após 5 segundos, se vazio à frente manter", "after 5s if bare ahead keep"),
        ("se minha cor à frente ir para o mais vazio em 6", "if own ahead go to most bare in 6"),
        ("ir ao mais vazio em 12", "go to most bare in 12"),
        ("如果被挡住就左转", "if blocked turn left"),
        ("如果前方是对手，掉头", "if rival ahead back"),
        ("若前方空白 保持", "if bare ahead keep"),
        ("如果前方是自己，右转", "if own ahead turn right"),
        ("10秒后 去6格内最空处", "after 10s go to most bare in 6"),
    ],
)
def test_plans_are_understood_in_three_languages(written: str, english: str) -> None:
    read, meant = read_plan(written), read_plan(english)
    assert read.steps == meant.steps
    assert [(r.after, r.seen, r.turn, r.sight) for r in read.rules] == [
        (r.after, r.seen, r.turn, r.sight) for r in meant.rules
    ]


def test_a_line_of_another_language_that_is_not_understood_whole_is_refused() -> None:
    for text in ("se bloqueado talvez virar à esquerda", "如果被挡住就跳", "X12 O4"):
        with pytest.raises(NotUnderstood):
            read_plan(text)


@pytest.mark.parametrize(
    ("language", "plan", "words", "back"),
    [
        ("pt", "L12 O*", "leste", "retirar"),
        ("zh", "东12 西*", "东", "撤回"),
    ],
)
def test_orders_are_echoed_and_taken_back_in_ones_own_language(
    table: Table, language: str, plan: str, words: str, back: str
) -> None:
    table.write("Ann", f"language {language}", "1 11:00", to=table.seat_address("Ann"))
    assert words in receipt(table, plan)
    assert orders(table) == {"Ann": plan}
    receipt(table, back, "1 12:30")
    assert orders(table) == {}


@pytest.mark.parametrize(
    ("language", "words"), [("pt", ("laranja", "L12 S6 O* N")), ("zh", ("橙", "东12 南6"))]
)
def test_colours_and_forms_of_orders_are_told_in_ones_own_language(
    table: Table, language: str, words: tuple[str, ...]
) -> None:
    table.write("Ann", f"language {language}", "1 11:00", to=table.seat_address("Ann"))
    table.tick_to("2 09:01")
    text = table.last("Ann", "leg").text
    assert all(word in text for word in words)
    assert "orange" not in text


ANN = (
    ("1 10:00", "E12 S6"),
    ("1 12:00", "status"),
    ("1 12:01", "field"),
    ("1 12:02", "display"),
    ("1 12:03", "history"),
    ("1 12:04", "preview\nW*"),
    ("1 13:00", "withdraw"),
    ("1 13:10", "if blocked turn left"),
)


def told_to_ann(rivals: Sequence[tuple[str, str, str]]) -> list[tuple[bytes, str]]:
    """Every mail that Ann gets before the leg closes, and when, while her rivals write that."""
    with by_letter() as table:
        written = [(at, "Ann", text) for at, text in ANN] + [(at, who, text) for who, at, text in rivals]
        for number, (at, who, text) in enumerate(sorted(written)):
            id = f"<{who}-{at.replace(' ', '-')}@example.net>" if who == "Ann" else f"<{number}@example.net>"
            table.answer(table.last(who, "leg"), text, at, message_id=id)
        table.tick_to("2 03:01")
        table.tick_to("2 08:59")
        return [(mail.raw, mail.posted_at.isoformat()) for mail in table.mails("Ann")]


@pytest.mark.parametrize(
    "rivals",
    [
        [("Bob", "1 11:00", "N")],
        [("Bob", "1 09:30", "E12"), ("Bob", "1 12:30", "withdraw")],
        [("Bob", "1 11:00", "\n".join(["if blocked turn left"] * 12)), ("Cid", "1 11:01", "X9")],
        [("Bob", "1 11:00", "E12 X9"), ("Cid", "1 11:01", "mumble")],
        [("Bob", "1 11:00", "preview\nE12"), ("Cid", "1 11:01", "status\nfield\nhistory")],
        [("Bob", "1 11:00", "E12"), ("Bob", "1 11:01", "S12"), ("Bob", "1 11:02", "W12")],
    ],
)
def test_what_rivals_send_changes_no_byte_and_no_time_of_ones_mails_before_the_leg_closes(
    rivals: list[tuple[str, str, str]],
) -> None:
    alone = told_to_ann([])
    assert len(alone) > len(ANN)
    assert told_to_ann(rivals) == alone


def test_orders_that_come_after_the_leg_has_closed_are_for_no_leg(table: Table) -> None:
    table.tick_to("2 09:01")
    table.new()
    status = table.write("Ann", "E12", "2 08:59", to=table.seat_address("Ann"), now="2 09:05")
    told = " ".join(table.last("Ann", "receipt").text.split())
    assert status == "done"
    assert "It came too late" in told
    assert orders(table) == {}
    assert [mail.to for mail in table.new() if mail.kind == "mail/alert"] == ["max@example.org"]


def test_the_mail_of_the_next_leg_tells_what_each_holds_now(table: Table) -> None:
    table.tick_to("2 09:01")
    text, counts = table.last("Ann", "leg").text, table.state().leg.round.counts
    assert max(counts) > 1
    for name, count in zip(table.state().players, counts, strict=True):
        assert f"{name}: cells held: {count}; at " in " ".join(text.split())


def test_orders_dated_at_the_deadline_wait_and_are_for_the_next_leg(table: Table) -> None:
    assert table.answer(table.last("Ann", "leg"), "E12", "2 09:00") == "waiting"
    table.tick_to("2 09:01")
    assert (table.state().leg.at, orders(table)) == (1, {"Ann": "E12"})


def test_a_reminder_comes_late_in_the_leg_however_short_it_is() -> None:
    with table_with() as table:
        opened(table, "by = mail\nleg = 1h")
        table.tick_to("1 09:44")
        assert table.mails(kind="reminder") == []
        table.tick_to("1 09:46")
        assert [mail.posted_at for mail in table.mails("Ann", "reminder")] == [moment("1 09:45")]


def test_who_resigns_in_the_middle_of_a_leg_is_out_from_the_next_tick_and_the_others_play_on(
    table: Table,
) -> None:
    table.tick_to("2 09:01")
    before = table.state().leg.round.painters[2]
    table.answer(table.last("Cid", "leg"), "resign", "2 10:00")
    table.answer(table.last("Cid", "confirm"), "confirm", "2 10:05")
    for name in ("Ann", "Bob"):
        table.answer(table.last(name, "leg"), "go to most bare in 6", "2 11:00")
    table.tick_to("2 11:02")
    leg = table.state().leg
    assert (leg.at, leg.round.active, leg.round.painters[2].cell) == (2, (0, 1), before.cell)
    assert '{"resign":2,"k":121}' in leg.lines


@pytest.mark.parametrize(("language", "word"), [("en", "withdraw orders"), ("pt", "retirar"), ("zh", "撤回")])
def test_what_a_receipt_offers_to_take_orders_back_does_so(language: str, word: str) -> None:
    with table_with() as table:
        opened(table, "by = mail")
        table.write("Ann", f"language {language}", "1 09:30", to=table.seat_address("Ann"))
        table.answer(table.last("Ann", "leg"), "E12", "1 12:00")
        lines = [line.strip(" *") for line in table.last("Ann", "receipt").text.splitlines()]
        assert word in lines
        assert "withdraw" not in lines
        table.answer(table.last("Ann", "leg"), word, "1 12:30")
        assert not table.state().leg.orders
