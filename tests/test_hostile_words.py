"""Numbers, names and dates that nothing can hold: each is refused in a sentence, no letter fails."""

from collections.abc import Iterator

import pytest

from tests.table import Table, spring

HUGE = "9" * 30
ENDLESS = "9" * 6000

PLAYERS = f"""
history {HUGE}
history {ENDLESS}
nday {HUGE}: move n
nday ٣: move n
join m{HUGE} as Eve
join m{ENDLESS}
join m as Eve
observe m{HUGE}
observe m0
help {"x" * 3000}
help \u202e\u0000
say {"x" * 20000}
tell {HUGE} hello
tell Bob
ignore {"x" * 3000}
timezone ../../etc/passwd
timezone {"A/" * 500}
language {"x" * 500}
addresses add {"a" * 65}@example.com
addresses add a@{"b" * 300}
addresses add a@b@c
addresses remove \u0130@example.com
absent from 9999-12-30 to 9999-12-31
absent from 24 December {HUGE} to 25 December {HUGE}
absent from 0001-01-01 to 0001-01-02
absent from {HUGE} to {HUGE}
challenge {HUGE} to paprika
challenge Bob to paprika seats = {HUGE}
challenge Bob to paprika waking_chance = 1/0
challenge {"a" * 300}@example.com to paprika
challenge bob@example.net to {"x" * 300}
challenge , to paprika
challenge Bob to paprika at 99-99-9999 99:99
push n {"B" * 3000}
move {"n" * 3000}
rematch of the century
wanted {HUGE}
"""
MODERATORS = f"""
log {HUGE}
log {ENDLESS}
log 0
retry {HUGE}
retry {ENDLESS}
void {HUGE} because x
void {ENDLESS} because x
void 0 because x
undo {HUGE} because x
undo turn turn because x
extend {HUGE} days because x
extend 999999 weeks because x
extend -1 days because x
set true.avatars.Ann.at = a{HUGE} because x
set {"." * 500} = 1 because x
set true.objects.\u0661 = wall because x
as Ann: nday {HUGE}: move n because x
as Ann: {"move " * 300} because x
seat {"A" * 300} a@example.com
seat \u202e a@example.com
seat Eve @
replace Ann with {"a" * 400}@example.com because x
priority {"Ann " * 300} because x
place wall z{HUGE} because x
announce {"x" * 20000}
show {"x" * 3000}
close {HUGE} because x
outage {HUGE}
option rows = {HUGE}
wanted {HUGE}
"""
OPENINGS = f"""
open paprika "{"T" * 100}"
open paprika "{"T" * 101}"
open paprika "" rows = 9
open paprika "X" rows = {HUGE}
open paprika "X" waking_chance = 1/0
open paprika "X" waking_chance = {ENDLESS}/3
open paprika "X" objects = {{wall = {HUGE}}}
open paprika "X" moderators = {"a" * 400}@example.org
open paprika "X" moderators = nobody
open {"x" * 3000} "X"
moderate m{HUGE}
moderate m{ENDLESS}
moderate m0
"""


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A running match of Ann and Bob."""
    with spring("Ann", "Bob", options="press = private", moderation={"confirm": "never"}) as running:
        yield running


def lines(text: str) -> list[str]:
    """Its lines."""
    return text.strip("\n").split("\n")


def is_read(table: Table, writer: str, text: str, **fields: str) -> None:
    """The letter is handled, and does not fail."""
    hour, minute = divmod(table.uid, 60)
    status = table.write(writer, text, f"1 {11 + hour}:{minute:02}", **fields)
    assert status != "quarantined", table.letter().note


@pytest.mark.parametrize("line", lines(PLAYERS), ids=lambda line: line[:30])
def test_no_player_s_line_makes_a_letter_fail(table: Table, line: str) -> None:
    is_read(table, "Ann", line)
    is_read(table, "eve@example.com", line)


@pytest.mark.parametrize("line", lines(MODERATORS), ids=lambda line: line[:30])
def test_no_moderator_s_line_makes_a_letter_fail(table: Table, line: str) -> None:
    is_read(table, "Max", f"moderate m1\n{line}")
    assert table.match().status == "running"


@pytest.mark.parametrize("line", lines(OPENINGS), ids=lambda line: line[:30])
def test_no_first_line_makes_a_letter_fail(table: Table, line: str) -> None:
    is_read(table, "Max", f"{line}\nseat Ann ann@example.net\nstart")


@pytest.mark.parametrize("match", ["m0", f"m{HUGE}", "m", "m-1", "m1 ", "M1"])
def test_no_name_of_a_match_makes_a_letter_fail(table: Table, match: str) -> None:
    is_read(table, "Ann", "status", subject=f"Re: [{match}] hello")
    is_read(table, "Ann", "status", to=f"referee+{match}.{'a' * 16}@example.org")
    is_read(table, "Ann", f"status\n\n> [{match}.{'a' * 16}]")
