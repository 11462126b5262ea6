"""Reminders, ledgers, 213, and what else a moderator can mend in a match of Nomic, by real mails."""

from collections.abc import Iterator

import pytest

from tests.games.nomic.test_by_mail import refolded, write
from tests.games.nomic.test_other_rulesets_by_mail import days, plain
from tests.moderator import confirm, order
from tests.table import Table, spring

OPTIONS = "settings = debate_least = 0 hours"
FAULT = "because it mends a fault"
GOLD = (
    "I propose to enact a new rule:\nGold.\nSettings: ledger gold = 3, keeper gold = Cid\n\nI open the vote."
)


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann, Bob and Cid."""
    with spring("Ann", "Bob", "Cid", game="nomic", options=OPTIONS) as match:
        yield match


@pytest.fixture
def gold(table: Table) -> Table:
    """There is a ledger, which Cid keeps; Bob is to propose."""
    write(table, "Ann", f"{GOLD}\n301: FOR", "1 12:00")
    for name in ("Bob", "Cid"):
        write(table, name, "301: FOR", "1 12:30")
    table.tick_to("1 12:35")
    return table


def reminded(table: Table) -> list[tuple[str, str, str]]:
    """Who was reminded of what, and when."""
    return [
        (f"{mail.posted_at:%d %H:%M}", mail.to.partition("@")[0], mail.subject.removeprefix("[m1] "))
        for mail in table.mails(kind="reminder")
    ]


def often(table: Table, first: int, last: int) -> None:
    """The clock strikes three times on each of those days."""
    for day in range(first, last + 1):
        for time in ("00:05", "12:05", "18:00"):
            table.tick_to(f"{day} {time}")


def test_the_mover_is_reminded_at_half_time_and_a_day_before_each_once(table: Table) -> None:
    often(table, 2, 9)
    turn = "Reminder: it is your turn"
    assert reminded(table) == [("05 12:00", "ann", turn), ("08 00:00", "ann", turn)]
    assert "The turn passes at Wed 9 Dec 2026, 00:00 UTC." in plain(table.mails(kind="reminder")[0])
    assert table.state().turn.mover == "Bob"


def test_a_mover_who_has_proposed_is_not_reminded_of_it(table: Table) -> None:
    often(table, 2, 4)
    write(table, "Ann", "I propose to repeal rule 210.", "5 10:00")
    often(table, 6, 7)
    assert reminded(table) == []


def test_voters_are_reminded_a_day_before_once_and_only_those_who_have_not_voted(table: Table) -> None:
    write(table, "Ann", "I propose to repeal rule 210.\nI open the vote.", "1 12:00")
    write(table, "Bob", "301: FOR", "1 13:00")
    often(table, 2, 4)
    vote = "Reminder: your vote on 301"
    assert reminded(table) == [("04 00:00", "ann", vote), ("04 00:00", "cid", vote)]
    table.answer(table.last("Cid", "reminder"), "aye", "4 19:00")
    assert table.state().live[301].ballots["Cid"].word == "for"


def test_a_letter_that_is_quicker_than_a_reminder_does_not_stop_it(table: Table) -> None:
    write(table, "Ann", "I propose to repeal rule 210.\nI open the vote.", "1 12:00")
    table.tick_to("3 18:00")
    write(table, "Bob", "I claim 3 points under rule 116: so", "4 00:01")
    table.tick_to("4 00:05")
    assert [who for _, who, _ in reminded(table)] == ["ann", "bob", "cid"]


def test_a_reminder_at_the_instant_of_another_deadline_is_sent() -> None:
    options = "ruleset = anytime"
    with spring("Ann", "Bob", "Cid", game="nomic", options=options) as table:
        for day in (1, 2):
            table.tick_to(f"{day} 11:00")
            write(table, "Ann", f"Proposal: Hats {day}\nenact a new rule:\nHats.", f"{day} 12:00")
        often(table, 3, 10)
        names = ("ann", "bob", "cid")
        assert reminded(table) == [
            *(("08 00:00", name, "Reminder: your vote on 301") for name in names),
            *(("09 00:00", name, "Reminder: your vote on 302") for name in names),
        ]


def test_only_the_keeper_records_and_all_are_told(gold: Table) -> None:
    write(gold, "Cid", "record 3 gold to Bob because he made the rule", "1 15:00")
    mail = gold.last("Ann", "news")
    assert mail.subject == "[m1] Cid records: Bob +3 gold"
    assert "Cid records: Bob +3 gold. he made the rule" in plain(mail)
    write(gold, "Ann", "record 3 gold to Ann because I want it\nrecord 3 silver to Ann\nscores", "1 16:00")
    told = plain(gold.last("Ann", "receipt"))
    assert "You don't keep the ledger gold; claim what you are owed." in told
    assert "There is no ledger silver." in told
    assert "gold: Ann 3, Bob 6, Cid 3" in told


def test_a_claim_in_a_ledger_takes_effect_unless_somebody_objects(gold: Table) -> None:
    write(gold, "Ann", "I claim 2 gold under rule 301: for hats", "1 16:00")
    told = plain(gold.last("Bob", "news"))
    assert "It takes effect at Thu 3 Dec 2026, 00:00 UTC unless somebody writes “object to 1”." in told
    days(gold, 2, 3)
    assert "Claim 1 of Ann has taken effect: 2 gold under rule 301." in plain(gold.last("Bob", "news"))
    write(gold, "Ann", "I claim 2 gold under rule 301: for caps", "3 10:00")
    write(gold, "Bob", "I object to 2", "3 11:00")
    assert "Does claim 2 of Ann hold: 2 gold under rule 301? for caps" in plain(gold.last("Cid", "news"))
    write(gold, "Ann", "I judge 1: denied.", "3 12:00")
    days(gold, 4, 5)
    assert "Claim 2 of Ann is denied: 2 gold under rule 301." in plain(gold.last("Cid", "news"))
    assert dict(gold.state().ledgers["gold"]) == {"Ann": 5, "Bob": 3, "Cid": 3}


def test_a_moderator_awards_and_sets_what_a_ledger_holds(gold: Table) -> None:
    order(gold, f"award Bob 2 gold {FAULT}\nset ledgers.gold.Cid = 9 {FAULT}", at="1 16:00")
    confirm(gold, "1 16:10")
    assert dict(gold.state().ledgers["gold"]) == {"Ann": 3, "Bob": 5, "Cid": 9}


def test_play_that_cannot_go_on_is_won_by_whom_the_judge_names(table: Table) -> None:
    write(table, "Bob", "I claim that play cannot go on: every move is forbidden", "1 12:00")
    told = plain(table.last("Ann", "news"))
    assert "Bob claims that play can't go on: every move is forbidden" in told
    assert "An answer that begins with “upheld” ends the game; any other lets it go on." in told
    write(table, "Cid", "I judge 1: upheld: Dee", "1 13:00")
    assert "Dee is no player here" in plain(table.last("Cid", "receipt"))
    write(table, "Cid", "I judge 1: upheld: Ann\nShe can't complete her turn.", "1 14:00")
    assert "It stands unless all other players write “overrule 1” before" in plain(table.last("Bob", "news"))
    days(table, 2, 3)
    mail = table.last("Bob", "result")
    assert mail.subject == "[m1] The game is over: Ann has won: play can't go on (Judgment 1)."
    assert table.state().winners == ("Ann",)
    assert refolded(table).state == table.state()


def test_play_that_can_go_on_does_so(table: Table) -> None:
    write(table, "Bob", "I claim that play cannot go on: so", "1 12:00")
    write(table, "Cid", "I judge 1: No, Ann can propose.", "1 13:00")
    days(table, 2, 3)
    assert table.match().status == "running"
    assert "The answer to question 1 stands: No, Ann can propose." in plain(table.last("Bob", "news"))


def test_a_judge_of_213_who_is_overruled_makes_nobody_win(table: Table) -> None:
    write(table, "Bob", "I claim that play cannot go on: so", "1 12:00")
    write(table, "Cid", "I judge 1: upheld", "1 13:00")
    for name in ("Ann", "Bob"):
        write(table, name, "I overrule 1", "1 14:00")
    assert "Cid is deposed; Bob judges question 1 now" in plain(table.last("Ann", "news"))
    write(table, "Bob", "I judge 1: denied", "1 15:00")
    days(table, 2, 3)
    assert (table.match().status, table.state().winners) == ("running", ())


def test_undo_turn_opens_a_passed_turn_again(table: Table) -> None:
    days(table, 2, 9)
    assert table.state().turn.mover == "Bob"
    table.tick_to("9 10:00")
    assert [mail.kind for mail in table.mails("Ann", "digest")] == ["nomic/digest"]
    order(table, "undo turn because Ann's letter was lost", f"extend 3 days {FAULT}", at="9 11:00")
    confirm(table, "9 11:10")
    told = plain(table.mails("Bob", "override")[0])
    assert "What was done: undo: deadline: turn 1 The reason that Max gave: Ann's letter was lost" in told
    assert "the next deadline is 2026-12-12T00:00:00Z" in plain(table.last("Max", "receipt"))
    days(table, 10, 11)
    assert table.state().turn.mover == "Ann"
    write(table, "Ann", "I propose to repeal rule 210.", "11 12:00")
    assert 301 in table.state().live
    assert refolded(table).state == table.state()


def test_undo_turn_leaves_a_claim_and_the_weekly_mail_alone(gold: Table) -> None:
    write(gold, "Ann", "I claim 2 gold under rule 301: for hats", "1 16:00")
    days(gold, 2, 3)
    order(gold, f"undo turn {FAULT}", at="3 10:00")
    confirm(gold, "3 10:10")
    assert "undo: deadline: vote 301" in plain(gold.last("Ann", "override"))
    assert refolded(gold).state == gold.state()


def test_who_left_is_given_the_seat_again_with_consent(table: Table) -> None:
    write(table, "Cid", "I forfeit the game.", "1 12:00")
    table.answer(table.last("Cid", "confirm"), "confirm", "1 12:10")
    assert table.state().playing == ("Ann", "Bob")
    order(table, "replace Cid with bob@example.net because all consent", at="1 13:00")
    assert "this one has one already" in plain(table.last("Max", "receipt"))
    order(table, "replace Cid with cid@example.net because all consent", at="1 13:10")
    confirm(table, "1 13:15")
    assert table.state().playing == ("Ann", "Bob", "Cid")
    assert "What was done: Cid plays again" in plain(table.last("Ann", "override"))
    write(table, "Ann", "I propose to repeal rule 210.\nI open the vote.", "1 14:00")
    write(table, "Cid", "301: FOR", "1 15:00")
    assert "FOR on 301." in plain(table.last("Cid", "receipt"))
    assert refolded(table).state == table.state()


def test_somebody_else_takes_a_seat_that_was_left(table: Table) -> None:
    write(table, "Cid", "I forfeit the game.", "1 12:00")
    table.answer(table.last("Cid", "confirm"), "confirm", "1 12:10")
    order(table, "wanted Cid", at="1 13:00")
    table.write("Eve", "join m1 as Cid", "1 14:00")
    table.answer(table.last("Eve", "confirm"), "confirm", "1 14:10")
    assert table.state().playing == ("Ann", "Bob", "Cid")
    table.write("Eve", "I invoke judgment: who am I?", "1 15:00", to=table.seat_address("Cid"))
    assert table.state().judgments[0].by == "Cid"


def test_letters_that_wait_are_listed_and_one_is_tried_again(table: Table) -> None:
    order(table, "letters", at="1 12:00")
    assert "No letter waits." in plain(table.last("Max", "receipt"))
    forged = "I propose to repeal rule 210."
    number = len(table.letters()) + 1
    write(table, "Ann", forged, "1 12:30")
    with table.desk.books() as book:
        book.mark_letter(number, "quarantined", "a fault")
        book.commit()
    order(table, "letters", at="1 13:00")
    assert str(number) in plain(table.last("Max", "receipt"))
    order(table, f"retry {number}", at="1 13:10")
    assert f"letter {number} is handled again" in plain(table.last("Max", "receipt"))
    table.tick_to("1 13:15")
    assert table.letter(number).status == "done"
    order(table, f"retry {number}", at="1 13:20")
    assert "the number of a letter that failed" in plain(table.last("Max", "receipt"))
