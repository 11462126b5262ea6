"""Lines are orders only by the verb that begins them, and without doubt."""

import re
from dataclasses import dataclass, field

import pytest

from referee.engine.orders import Near, Order, Prose, plain, read_line, read_orders
from referee.engine.reply import Line, read_reply


@dataclass(frozen=True)
class Word:
    """A verb as the splitter sees it."""

    pattern: re.Pattern[str] | None = None
    block: bool = False
    prose: bool = False
    synonyms: dict[str, tuple[str, ...]] = field(default_factory=dict)


VERBS = {
    "move": Word(synonyms={"en": ("moves",), "pt": ("mover",), "zh": ("移动",)}),
    "play": Word(pattern=re.compile(r"[a-h][1-8]-[a-h][1-8]")),
    "token renew": Word(),
    "token": Word(),
    "say": Word(prose=True),
    "propose": Word(block=True, prose=True),
}


@pytest.mark.parametrize(
    ("line", "verb", "rest"),
    [
        ("move north", "move", "north"),
        ("MOVE North.", "move", "North"),
        ("I hereby move north, please.", "move", "north"),
        ("my avatar moves north", "move", "north"),
        ("move: north", "move", "north"),
        ("mover norte, por favor", "move", "norte"),
        ("移动北", "move", "北"),
        ("请移动北。", "move", "北"),
        ("move", "move", ""),
        ("move↗", "move", "↗"),
        ("e2-e4", "play", "e2-e4"),
        ("I e2-e4!", "play", "e2-e4"),
        ("token renew", "token renew", ""),
        ("token please", "token", ""),
        ("token of love", "token", "of love"),
        ("say Don't you think so? Maybe!", "say", "Don't you think so? Maybe"),
        ("I say no", "say", "no"),
        ("I hereby propose that nobody may not win", "propose", "that nobody may not win"),
    ],
)
def test_an_order_begins_with_its_verb_after_courtesies(line: str, verb: str, rest: str) -> None:
    order = read_line(line, VERBS, "7")
    assert isinstance(order, Order)
    assert (order.verb, order.rest, order.line, order.re) == (verb, rest, line, "7")


@pytest.mark.parametrize(
    "line",
    [
        "Hi all, tough one this week",
        "movement north",
        "move-north",
        "Bob moves north",
        "if Bob can move, so can I",
        "I like to move",
        "I'd say it was hard",
        "I am going to say hello",
        "That is to say, we lost",
        "",
        "e2-e4-e5",
    ],
)
def test_other_lines_are_prose(line: str) -> None:
    assert read_line(line, VERBS) == Prose(line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("don't move north", "move north"),
        ("DON’T move north", "move north"),
        ("not move north", "move north"),
        ("I might move north", "I move north"),
        ("move north?", "move north"),
        ("move north if possible", "move north possible"),
        ("maybe e2-e4", "e2-e4"),
        ("不移动北", "移动北"),
        ("mvoe north", "move north"),
        ("please moove north", "move north"),
        ("tokne renew", "token renew"),
    ],
)
def test_doubt_and_slips_make_a_near_order(line: str, meant: str) -> None:
    assert read_line(line, VERBS) == Near(line, meant)


def test_a_reason_may_hold_any_words() -> None:
    order = read_line("move north Because Ann might not, if ever?", VERBS)
    assert isinstance(order, Order)


def test_quoted_and_blank_lines_are_passed_over() -> None:
    lines = (Line("move n"), Line(""), Line("> move s", quoted=True), Line("Bye"))
    assert read_orders(lines, VERBS) == (Order("move n", "move", "n", ("n",)), Prose("Bye"))


def test_a_block_runs_to_end() -> None:
    lines = tuple(map(Line, ["propose this:", "move n", "", "and that", "end", "move s"]))
    block, after = read_orders(lines, VERBS)
    assert isinstance(block, Order)
    assert isinstance(after, Order)
    assert block.block == ("move n", "", "and that")
    assert after.verb == "move"


def test_a_block_runs_to_a_blank_line_before_a_known_order() -> None:
    block, after = read_orders(tuple(map(Line, ["propose this:", "text", "", "move s"])), VERBS)
    assert isinstance(block, Order)
    assert block.block == ("text", "")
    assert isinstance(after, Order)


@pytest.mark.parametrize("line", ["move north, please, thanks!", "move north thank you.", "move north PLS"])
def test_trailing_courtesy_and_a_full_stop_are_ignored(line: str) -> None:
    assert plain(line) == "move north"


@pytest.mark.parametrize(
    ("part", "times"),
    [
        ("please ", 60_000),
        ("i ", 150_000),
        ("move " + " " * 100_000 + "x", 3),
        ("x" + " , " * 50_000 + "please", 2),
        ("?", 300_000),
        ("not ", 80_000),
        ("m", 300_000),
        ("请", 300_000),
        ("move north " + "because " * 20_000, 2),
        ("-", 300_000),
        ("-'", 150_000),
    ],
)
def test_a_long_line_is_read_as_a_short_one_and_holds_nobody_up(part: str, times: int) -> None:
    short, long = read_line(" ".join(part.split()) * 2, VERBS), read_line(part * times, VERBS)
    assert type(long) is type(short)


def test_a_line_of_a_delimited_block_never_acts() -> None:
    lines = read_reply("move n\n{{{\nmove s\n}}}\nmove e").lines
    readings = read_orders(lines, VERBS)
    assert [r.verb for r in readings if isinstance(r, Order)] == ["move", "move"]
    assert all(r.is_text for r in readings if isinstance(r, Prose))
