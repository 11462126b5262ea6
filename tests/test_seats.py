"""What a moderator can do about seats, how a match is ended, and what can be asked."""

from collections.abc import Iterator

import pytest

from tests.moderator import NOON, order, running
from tests.table import MAX, Table, spring


@pytest.fixture
def free() -> Iterator[Table]:
    """A running match on a referee where moderators confirm nothing."""
    with running("never") as match:
        yield match


# seats


def test_a_replaced_player_loses_everything_and_the_new_one_gets_the_display(free: Table) -> None:
    old, address = free.token("Ann"), free.seat_address("Ann")
    order(free, "replace Ann with anna@example.net because she is away")
    assert len(free.mails("anna@example.net", "display")) == 1
    assert free.token("Ann") != old
    assert free.write("Ann", "move n", "1 13:00", to=address) != "done" or free.state().declared == {}
    assert (
        free.write("anna@example.net", "move e", "1 14:00", to=free.seat_address("Ann"), vouched=False)
        == "done"
    )
    assert free.state().declared == {"Ann": "move e"}
    free.new()
    free.tick_to("2 00:01")
    assert "ann@example.net" not in {mail.to for mail in free.new()}


def test_who_is_erased_is_told_nothing_when_replaced(free: Table) -> None:
    with free.desk.books() as book:
        book.erase("ann@example.net")
        book.commit()
    free.new()
    order(free, "replace Ann with anna@example.net because she is away")
    told = [mail.to for mail in free.new()]
    assert "anna@example.net" in told
    assert not [to for to in told if to.endswith("@invalid")]


def test_who_is_replaced_is_told_so(free: Table) -> None:
    free.new()
    order(free, "replace Ann with anna@example.net because she is away")
    (mail,) = [mail for mail in free.new() if mail.to == "ann@example.net"]
    assert mail.subject == "[m1] Somebody else has your seat"
    assert "Somebody else plays as Ann from now on" in " ".join(mail.text.split())
    assert "anna" not in mail.text


def test_who_had_left_is_not_told_who_came_instead(free: Table) -> None:
    free.write("Ann", "resign", "1 11:00")
    free.answer(free.last("Ann", "confirm"), "confirm", "1 11:01")
    free.new()
    order(free, "replace Ann with anna@example.net because she left")
    assert "ann@example.net" not in {mail.to for mail in free.new()}


def test_a_replacement_plays_on_for_who_has_left(free: Table) -> None:
    free.write("Ann", "resign", "1 11:00")
    free.answer(free.last("Ann", "confirm"), "confirm", "1 11:01")
    assert free.state().gone == ("Ann",)
    order(free, "replace Ann with anna@example.net because she left")
    assert free.state().gone == ()
    assert free.match().gone == frozenset()
    free.write("anna@example.net", "move e", "1 14:00", to=free.seat_address("Ann"))
    assert free.state().declared == {"Ann": "move e"}


def test_a_refused_replacement_registers_nobody(free: Table) -> None:
    order(free, "replace Eve with eve@example.com because of nothing")
    with free.desk.books() as book:
        assert book.person_at("eve@example.com") is None


def test_a_replacement_is_announced_without_the_address(free: Table) -> None:
    order(free, "replace Ann with anna@example.net because she is away")
    mail = free.last("Bob", "override")
    assert "somebody else" in mail.text
    assert "anna" not in mail.text


def test_a_removed_player_takes_no_more_actions(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    order(free, "remove Ann because of rudeness")
    assert "Ann" in free.last("Bob", "left").text
    free.write("Ann", "move e", "1 13:00")
    assert "left" in free.last("Ann").text
    free.tick_to("2 00:01")
    assert free.state().history[0].actions == {"Ann": "move n"}  # what was declared still counts


def test_the_match_ends_when_nobody_is_left(free: Table) -> None:
    order(
        free, "remove Ann because of a test", "remove Bob because of a test", "remove Cid because of a test"
    )
    assert free.match().status == "over"
    result = free.match().result
    assert result is not None
    assert result.winners == ()


def test_end_ends_the_match_as_it_says(free: Table) -> None:
    order(free, "end won by Bob, ann, BOB because they agreed")
    result = free.match().result
    assert result is not None
    assert result.winners == ("Ann", "Bob")
    assert free.last("Cid", "result").message.get_filename() is None
    free.write("Ann", "move n", "1 13:00")
    assert "over" in free.last("Ann").text
    assert [e.kind for e in free.log()].count("ended") == 1


# words and reports


def test_an_announcement_goes_to_the_table_once(free: Table) -> None:
    order(free, "announce Play nicely, because I watch.")
    for name in ("Ann", "Bob", "Cid"):
        assert "Play nicely, because I watch." in free.last(name, "announce").text
    assert len(free.mails("Max", "announce")) == 0


def test_resend_sends_displays_again(free: Table) -> None:
    order(free, "resend Bob")
    order(free, "resend")
    assert [m.to for m in free.mails(kind="display")] == [
        f"{n}@example.net" for n in ("bob", "ann", "bob", "cid")
    ]


def test_reports_tell_the_moderator_alone(free: Table) -> None:
    free.write("Ann", "move n", "1 11:00")
    free.new()
    order(free, "show", "show ann", "log", "log 1", "letters")
    assert {mail.to for mail in free.new()} == {"max@example.org"}
    text = free.last("Max").text
    assert "move n" in text
    assert free.match().overrides == 0


def test_a_report_never_tells_the_seed_of_a_running_match(free: Table) -> None:
    seed = free.match().seed
    assert seed is not None
    order(free, "show", "log", "letters")
    free.write("Max", "preview\nmoderate m1\nend no winner because of a test", "1 13:00")
    for mail in free.mails():
        assert seed.hex().encode() not in mail.raw.replace(b"=\r\n", b"")


def test_a_letter_of_another_match_cannot_be_retried() -> None:
    with spring(moderation={"moderators": [MAX, "Mia <mia@example.org>"]}) as table:
        table.write("Mia <mia@example.org>", 'open paprika "Other"', "1 10:30")
        table.write("Ann", "move n", "1 11:00", vouched=False)
        held = table.letter().id
        table.write("Mia <mia@example.org>", f"moderate m2\nretry {held}", NOON)
        assert table.letter(held).match == "m1"
        assert table.letter(held).status == "held"


def test_a_moderators_letter_after_the_deadline_waits_for_the_turn(free: Table) -> None:
    assert order(free, "as Ann: move n because she asked", at="2 00:00:05") == "waiting"
    free.tick_to("2 00:01")
    assert free.state().nday == 2
    assert free.state().declared == {"Ann": "move n"}
