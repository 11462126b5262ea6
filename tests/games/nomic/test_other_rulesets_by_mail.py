"""The rulesets `anytime`, `dictator` and `suber-table` by real mails, each from its opening to its end."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.engine.draws import Draws
from referee.games.nomic.scoring import die
from referee.verifying import verify_match
from tests.games.nomic.test_by_mail import refolded, write
from tests.moderator import order
from tests.table import Mail, Table, spring

FAULT = "because it mends a fault"
HATS = "Proposal: Hats\nCo-authors: Bob\nAI: 2.0\nenact a new rule:\nHats."


@contextmanager
def running(*names: str, options: str) -> Iterator[Table]:
    """A running match; moderators confirm nothing."""
    with spring(*names, game="nomic", options=options, moderation={"confirm": "never"}) as table:
        yield table


def plain(mail: Mail) -> str:
    """Its text on one line."""
    return " ".join(mail.text.split())


def days(table: Table, first: int, last: int) -> None:
    """The clock strikes early on each of those days."""
    for day in range(first, last + 1):
        table.tick_to(f"{day} 09:00")


def sums_up(table: Table) -> None:
    """The match is over, folds again to what is kept, and `referee verify` finds nothing wrong."""
    assert table.match().status == "over"
    assert refolded(table).state == table.state()
    with table.desk.books() as book:
        assert verify_match(book, "m1").is_right


@pytest.fixture
def anytime() -> Iterator[Table]:
    """Ann's ballots weigh 2; a vote without quorum is extended once."""
    options = "ruleset = anytime\nsettings = extend_once = yes\nstrengths = Ann = 2"
    with running("Ann", "Bob", "Cid", "Dee", options=options) as table:
        yield table


def voted(table: Table) -> None:
    """301 by Ann with three ballots, 302 by Cid with one that follows 301; distributed on the 2nd."""
    write(table, "Ann", HATS, "1 12:00")
    write(table, "Cid", "Proposal: Gloves\nenact a new rule:\nGloves.", "1 13:00")
    table.tick_to("2 00:05")
    write(table, "Ann", "301: FOR", "2 12:00")
    write(table, "Bob", "301: endorse Ann\n302: FOR if 301 passes, otherwise AGAINST", "2 13:00")
    table.answer(table.last("Cid", "news"), "PRESENT on 301", "2 14:00")
    write(table, "Cid", "301: PRESENT", "2 14:30")


def test_a_proposal_waits_for_midnight_and_is_then_mailed_with_all_that_stands_in_its_head(
    anytime: Table,
) -> None:
    write(anytime, "Ann", HATS, "1 12:00")
    receipt = plain(anytime.last("Ann", "receipt"))
    assert "It gets its number when it is distributed, at the next 00:00 UTC." in receipt
    assert "A text of 1 line was taken: Hats." in receipt
    assert "retract my proposal" in receipt
    assert anytime.mails("Bob", "news") == []
    anytime.tick_to("2 00:05")
    mail = anytime.last("Bob", "news")
    assert mail.subject == "[m1] Proposal 301 by Ann"
    words = "Proposal 301, by Ann, is distributed {} Hats With Bob To enact a new rule: Hats"
    assert words.format("-" * 36) in plain(mail)
    assert "Adoption index: 2.0 Quorum: 2 The vote closes at Wed 9 Dec 2026, 00:00 UTC." in plain(mail)
    assert "Ballot 301 (Hats): for, against or abstain?" in mail.text


def test_an_amendment_is_distributed_with_its_settings_above_the_text_and_a_diff(anytime: Table) -> None:
    text = 'Proposal: Points\namend rule 202 by replacing "no points" with "7 points"\n'
    write(anytime, "Ann", f"{text}Settings: points_to_win = 9", "1 12:00")
    anytime.tick_to("2 00:05")
    told = anytime.last("Bob", "news").text
    assert "points_to_win  never   9" in told
    assert "The text does not mention 9, which points_to_win is set to." in " ".join(told.split())
    assert "+There are 7 points, and nobody wins" in told
    assert told.index("points_to_win  never") < told.index("The text would be:") < told.index("-There are no")


def test_the_mails_offer_to_amend_a_rule_that_there_is(anytime: Table) -> None:
    assert "propose to amend rule 101 to read: TEXT" in anytime.last("Bob", "start").text
    assert "rule 206" not in anytime.last("Bob", "start").text


def test_a_revision_is_bound_by_the_index_for_core_rules_as_the_offer_is(anytime: Table) -> None:
    write(anytime, "Ann", "Proposal: X\nrepeal rule 202", "1 12:00")
    write(anytime, "Ann", "I revise my proposal: repeal rule 108", "1 13:00")
    receipt = plain(anytime.last("Ann", "receipt"))
    assert "AI: 3.0 or more is needed for rule 108 (Errors), a core rule." in receipt
    assert anytime.state().pending[0].version == 1
    write(anytime, "Ann", "I revise my proposal:\nAI: 3.0\nrepeal rule 108", "1 14:00")
    assert (anytime.state().pending[0].version, anytime.state().pending[0].index) == (2, "3.0")


def test_ballots_endorsements_and_conditions_are_answered_in_words(anytime: Table) -> None:
    voted(anytime)
    told = plain(anytime.last("Bob", "receipt"))
    assert "ENDORSE Ann on 301." in told
    assert "FOR if 301 passes, otherwise AGAINST on 302." in told
    assert "ABSTAIN on 301." in plain(anytime.last("Cid", "receipt"))
    write(anytime, "Dee", "301: endorse Eve\n303: FOR\n302: FOR if 301 wins the race", "2 15:00")
    told = plain(anytime.last("Dee", "receipt"))
    assert "Nobody here is called Eve" in told
    assert "303 is not proposed yet." in told


def test_who_has_not_voted_is_reminded_once_and_named_when_a_vote_is_extended(anytime: Table) -> None:
    voted(anytime)
    days(anytime, 3, 9)
    subjects = [mail.subject for mail in anytime.mails("Dee", "reminder")]
    assert subjects == [f"[m1] Reminder: your vote on {number}" for number in (301, 302)]
    mail = anytime.last("Dee", "news")
    assert mail.subject == "[m1] 301 is adopted, The vote on 302 goes on"
    assert "Only 1 have voted on 302, and 2 are needed." in plain(mail)
    assert "The vote goes on until Wed 16 Dec 2026, 00:00 UTC. Not yet: Ann, Cid, Dee" in plain(mail)
    days(anytime, 10, 16)
    mail = anytime.last("Dee", "news")
    assert mail.subject == "[m1] 302 has failed its quorum"
    assert "Proposal 302 failed for want of a quorum" in plain(mail)
    assert "For: Bob Against: nobody Abstained: nobody 1 voted, and 2 were needed." in plain(mail)
    assert [m.subject for m in anytime.mails("Dee", "reminder")].count(subjects[1]) == 2


def test_a_result_tells_the_strengths_that_decided(anytime: Table) -> None:
    voted(anytime)
    write(anytime, "Dee", "301: AGAINST", "3 12:00")
    days(anytime, 4, 9)
    told = plain(anytime.last("Dee", "news"))
    assert "For: Ann, Bob Against: Dee Abstained: Cid" in told
    assert "The ballots FOR weigh 3, those AGAINST 1; the adoption index is 2.0." in told
    assert "Rule 301 (Hats) is enacted." in told


def corrected(table: Table) -> None:
    """301 is adopted with the ballot of Ann alone against Dee's; an error is claimed, mended and accepted."""
    voted(table)
    write(table, "Dee", "301: AGAINST\n302: PRESENT", "3 12:00")
    days(table, 4, 9)
    write(table, "Dee", "I claim an error in 301: Bob wrote AGAINST.", "10 12:00")
    order(table, f"ballot Bob AGAINST 301 {FAULT}", at="10 13:00")
    order(table, "answer 301 accepted because Bob's letter was misread", at="10 14:00")


def test_a_claim_of_error_is_told_to_all_and_its_correction_says_what_is_different(anytime: Table) -> None:
    corrected(anytime)
    claims = [mail for mail in anytime.mails("Ann", "news") if "an error in 301" in mail.subject]
    assert claims[0].subject == "[m1] Claim 1 of Dee: an error in 301"
    assert "The moderator answers it; “object to 1” asks for a Judge." in plain(claims[0])
    done = [plain(mail) for mail in anytime.mails("Ann", "override")]
    assert "What was done: ballot Bob AGAINST 301" in done[0]
    assert "What was done: answer 301 accepted The reason that Max gave: Bob's letter was misread" in done[1]
    told = plain(anytime.last("Ann", "news"))
    assert "The claim of an error in 301 is accepted, and everything after it was folded again:" in told
    assert "* 301: for Ann; against Bob, Dee; abstained Cid" in told
    assert "* 301 is defeated, not adopted" in told
    assert "* 302: for nobody; against Bob; abstained Dee" in told
    assert "* 302 is defeated, not adopted" in told
    assert "* rule 301 (Hats) is not in force" in told
    assert {"301", "302"}.isdisjoint({str(rule.number) for rule in anytime.state().book.rules})


def test_a_ballot_of_a_running_vote_is_not_told_by_the_override_that_sets_it(anytime: Table) -> None:
    voted(anytime)
    order(anytime, f"ballot Dee AGAINST 301 {FAULT}", at="3 13:00")
    assert "AGAINST" not in anytime.last("Ann", "override").text
    assert anytime.state().live[301].ballots["Dee"].word == "against"


def test_a_judge_of_an_error_is_drawn_among_those_who_did_not_vote_and_stays_one_of_them(
    anytime: Table,
) -> None:
    write(anytime, "Ann", HATS, "1 12:00")
    anytime.tick_to("2 00:05")
    for name in ("Ann", "Bob"):
        write(anytime, name, "301: FOR", "2 12:00")
    days(anytime, 3, 9)
    write(anytime, "Ann", "I claim an error in 301: so.", "9 12:00")
    write(anytime, "Bob", "I object to 1", "9 13:00")
    told = plain(anytime.last("Bob", "news"))
    judge = anytime.state().judgments[0].judge
    assert judge in ("Cid", "Dee")
    assert f"Bob asks, and {judge}, drawn by lot, is the Judge" in told
    assert "stand still" not in told
    days(anytime, 10, 13)
    other = anytime.state().judgments[0].judge
    assert {judge, other} == {"Cid", "Dee"}
    assert f"{judge} was silent; {other} judges question 1 now" in plain(anytime.last("Bob", "news"))
    days(anytime, 14, 16)
    told = plain(anytime.last("Bob", "news"))
    assert "Question 1 is closed without an answer: nobody is left who could judge it." in told
    assert "Claim 1 of Ann is denied" in told


def test_who_asks_without_turns_never_judges_it(anytime: Table) -> None:
    write(anytime, "Ann", "I invoke judgment: are hats rules?", "1 12:00")
    asked = [anytime.state().judgments[0].judge]
    for day in range(2, 12):
        anytime.tick_to(f"{day} 09:00")
        asked += [one.judge for one in anytime.state().judgments]
    assert sorted(set(asked)) == ["Bob", "Cid", "Dee"]
    assert anytime.state().judgments == ()


def test_anytime_from_its_opening_to_its_end(anytime: Table) -> None:
    corrected(anytime)
    points = "Proposal: Points\namend rule 202 to read:\nThe first with 3 points wins.\n"
    write(anytime, "Ann", f"{points}Settings: points_to_win = 3", "10 15:00")
    anytime.tick_to("11 00:05")
    for name in ("Ann", "Bob", "Cid"):
        write(anytime, name, "303: FOR", "11 12:00")
    days(anytime, 12, 18)
    assert "The first with 3 points wins." in plain(anytime.last("Dee", "news"))
    write(anytime, "Bob", "I claim 3 points under rule 202: I came first", "18 12:00")
    days(anytime, 19, 20)
    assert anytime.last("Dee", "result").subject == (
        "[m1] The game is over: Bob has won: 3 points, of 3 needed."
    )
    sums_up(anytime)


@pytest.fixture
def dictator() -> Iterator[Table]:
    """Ann decides."""
    with running("Ann", "Bob", "Cid", options="ruleset = dictator") as table:
        yield table


def test_a_proposal_names_who_decides_and_offers_nobody_a_ballot(dictator: Table) -> None:
    assert "decides: Ann" in dictator.last("Bob", "start").text
    write(dictator, "Bob", "I propose to enact a new rule:\nHats.", "1 12:00")
    told = plain(dictator.last("Cid", "news"))
    words = "Ann decides it alone, until Wed 9 Dec 2026, 00:00 UTC; if nothing is decided by then, it is"
    assert words in told
    assert "Ann is to decide 301 until 2026-12-09 00:00 UTC" in told
    assert "vote" not in told.casefold()
    assert "quorum" not in told.casefold()
    assert "decide 301: adopted because REASON" in plain(dictator.last("Ann", "news"))
    assert "decide 301: adopted" not in told


def test_nobody_else_decides_or_votes(dictator: Table) -> None:
    write(dictator, "Bob", "I propose to enact a new rule:\nHats.", "1 12:00")
    write(dictator, "Cid", "I decide 301: adopted\n301: FOR", "1 13:00")
    told = plain(dictator.last("Cid", "receipt"))
    assert "Not carried out. Ann decides." in told
    assert "Not carried out. Ann decides; there is no vote." in told


@pytest.mark.parametrize("word", ["adopted", "defeated"])
def test_the_decision_is_told_with_its_reason_and_without_a_tally(dictator: Table, word: str) -> None:
    write(dictator, "Bob", "I propose to enact a new rule:\nHats.", "1 12:00")
    write(dictator, "Ann", f"I decide 301: {word} because I know hats.", "1 13:00")
    told = plain(dictator.last("Cid", "news"))
    assert f"Ann has decided that proposal 301 is {word}. I know hats." in told
    assert "nobody" not in told
    assert ("Rule 301 is enacted." in told) == (word == "adopted")


def test_the_dictators_own_proposal_is_decided_in_the_same_mail(dictator: Table) -> None:
    write(dictator, "Ann", "I propose to enact a new rule:\nHats.", "1 12:00")
    mail = dictator.last("Cid", "news")
    assert mail.subject == "[m1] Proposal 301 by Ann, 301 is adopted"
    assert "Ann decides alone, so it is decided at once." in plain(mail)


def test_only_the_dictator_is_reminded_and_what_is_not_decided_is_defeated(dictator: Table) -> None:
    write(dictator, "Bob", "I propose to enact a new rule:\nHats.", "1 12:00")
    days(dictator, 2, 9)
    reminders = dictator.mails(kind="reminder")
    assert [(mail.to, mail.subject) for mail in reminders] == [
        ("ann@example.net", "[m1] Reminder: 301 waits for your decision")
    ]
    assert "If nothing is decided by then, it is defeated." in plain(reminders[0])
    assert dictator.last("Bob", "news").subject == "[m1] 301 is defeated"


def test_a_silent_dictator_is_succeeded_and_any_letter_is_a_sign_of_life(dictator: Table) -> None:
    days(dictator, 2, 10)
    dictator.write("Ann", "I am still here.", "10 12:00")
    days(dictator, 11, 24)
    assert dictator.state().book.force["decides"] == "Ann"
    days(dictator, 25, 25)
    mail = dictator.last("Cid", "news")
    assert mail.subject == "[m1] Bob decides from now on"
    assert "Ann was silent for 14 days, so Bob decides from now on." in plain(mail)


def test_a_newcomer_is_for_the_dictator_alone_to_admit(dictator: Table) -> None:
    dictator.write("Eve", "join m1 as Eve", "1 12:00")
    dictator.answer(dictator.last("Eve", "confirm"), "confirm", "1 12:05")
    told = plain(dictator.last("Cid", "news"))
    assert "Eve would like to play. Ann decides about it, until" in told
    assert "admit Eve" not in told.partition("What you can write now")[2]
    assert "admit Eve" in plain(dictator.last("Ann", "news")).partition("What you can write now")[2]
    write(dictator, "Cid", "admit Eve", "1 13:00")
    assert "Ann decides." in plain(dictator.last("Cid", "receipt"))
    write(dictator, "Ann", "admit Eve", "1 14:00")
    assert "Eve" in dictator.state().playing


def test_a_moderator_decides_with_a_ground(dictator: Table) -> None:
    write(dictator, "Bob", "I propose to enact a new rule:\nHats.", "1 12:00")
    order(dictator, "decide 301: adopted because I like it", at="1 13:00")
    assert "say what this rests on" in plain(dictator.last("Max", "receipt"))
    order(dictator, "decide 301: adopted because rule 1 asks for it", at="1 13:30")
    told = plain(dictator.last("Cid", "news"))
    assert "The moderator has decided that proposal 301 is adopted. rule 1 asks for it" in told
    assert "decide 301: adopted" in plain(dictator.last("Cid", "override"))


def test_who_decides_alone_does_so_in_turns_too() -> None:
    settings = "settings = debate_least = 0 hours, decides = Cid"
    with running("Ann", "Bob", "Cid", options=settings) as table:
        write(table, "Ann", "I propose to repeal rule 210.\nI open the vote.", "1 12:00")
        mail = table.last("Bob", "news")
        assert "The debate on 301 is over" in mail.subject
        assert "Cid decides it alone, until Sat 5 Dec 2026, 00:00 UTC" in plain(mail)
        write(table, "Cid", "I decide 301: adopted", "1 13:00")
        assert table.state().turn.mover == "Bob"


def test_a_dictatorship_from_its_opening_to_its_end(dictator: Table) -> None:
    write(dictator, "Ann", "I forfeit the game.", "1 12:00")
    dictator.answer(dictator.last("Ann", "confirm"), "confirm", "1 12:30")
    assert "Bob decides from now on, after Ann." in plain(dictator.last("Cid", "news"))
    text = "I propose to amend rule 1 to read:\nWe vote; 3 points win.\nSettings: decides = vote, "
    write(dictator, "Bob", f"{text}points_to_win = 3", "1 13:00")
    write(dictator, "Cid", "I propose to enact a new rule:\nHats.", "1 14:00")
    told = plain(dictator.last("Bob", "news"))
    assert "Ballot 302: for, against or abstain?" in told
    for name in ("Bob", "Cid"):
        write(dictator, name, "302: FOR", "1 15:00")
    days(dictator, 2, 9)
    assert "For: Bob, Cid Against: nobody" in plain(dictator.last("Cid", "news"))
    write(dictator, "Cid", "I claim 3 points under rule 302: hats", "9 12:00")
    days(dictator, 10, 11)
    assert "Cid has won: 3 points, of 3 needed" in dictator.last("Bob", "result").subject
    sums_up(dictator)


def test_a_game_at_the_table_from_its_opening_to_its_end() -> None:
    options = "ruleset = suber-table\nsettings = debate_least = 0 hours, points_to_win = 12"
    with running("Bob", "Ann", "Cid", options=options) as table:
        start = table.last("Cid", "start").text
        assert "turns by order of joining, points by a die" in " ".join(start.split())
        assert start.index("Bob     0") < start.index("Ann     0") < start.index("Cid     0")
        thrown = thrown_turns(table)
        result = table.last("Cid", "result")
        seed = result.text.partition("The seed of all draws was:")[2].split()[0]
        commitment = hashlib.sha256(seed.encode()).hexdigest()
        assert commitment in start
        draws = Draws(bytes.fromhex(seed))
        assert [face for _, face in thrown] == [die(draws, turn) for turn, _ in thrown]
        sums_up(table)
        with table.desk.books() as book:
            lines = verify_match(book, "m1").lines
        assert "ok   the seed is the one committed to" in lines
        assert f"seed {seed}" in lines
        table.write("Ann", "status", "60 12:00", to=table.seat_address("Ann"))
        assert "has won" in plain(table.last("Ann", "receipt"))


def thrown_turns(table: Table) -> list[tuple[int, int]]:
    """Turn by turn to the end: the third passes, every fourth vote is against; (turn, face) of each throw."""
    found, day = [], 1
    while table.match().status == "running":
        turn, number = table.state().turn, table.state().next_number
        day = after_a_passed_turn(table, day) if turn.number == 3 else day + 1
        if turn.number == 3:
            continue
        vote_on(table, turn.mover, number, day)
        table.tick_to(f"{day} 13:00")
        told = plain(table.last("Ann", "news" if table.match().status == "running" else "result"))
        face = int(told.partition("the die shows ")[2][0])
        assert f"* {turn.mover}: +{face} (the die shows {face})" in told
        assert (f"* {turn.mover}: -10 (proposal defeated)" in told) == (number % 4 == 0)
        found.append((turn.number, face))
    return found


def after_a_passed_turn(table: Table, day: int) -> int:
    """The mover is silent: the turn passes and throws nothing."""
    scores = table.state().scores
    days(table, day + 1, day + 9)
    assert table.state().turn.number == 4
    assert table.state().scores == scores
    assert "passes: nothing was proposed in time" in plain(table.last("Ann", "news"))
    return day + 9


def vote_on(table: Table, mover: str, number: int, day: int) -> None:
    """The mover's proposal and the ballots of all three."""
    word = "AGAINST" if number % 4 == 0 else "FOR"
    table.tick_to(f"{day} 12:00")
    write(table, mover, f"I propose to enact a new rule:\nHats {number}.\n\nI open the vote.", f"{day} 12:01")
    assert "Ballot" in table.last("Cid", "news").text
    for minute, name in enumerate(("Bob", "Ann", "Cid"), start=2):
        write(table, name, f"{number}: {word}", f"{day} 12:0{minute}")
