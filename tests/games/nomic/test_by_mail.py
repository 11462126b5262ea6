"""Nomic by real mails: letters in, receipts and news out, to the end of the game."""

from collections.abc import Iterator

import pytest

from referee.app.sitting import first_options
from referee.engine.match import Match, replay
from tests.games.nomic.test_whole_game import game
from tests.moderator import order
from tests.table import Table, spring

OPTIONS = "settings = debate_least = 0 hours"
BOB = "bob@example.net"
TURN = "I propose to repeal rule 210.\nI open the vote.\nI vote for 301"


@pytest.fixture
def table() -> Iterator[Table]:
    """A running match of Ann, Bob and Cid; moderators confirm nothing."""
    with spring("Ann", "Bob", "Cid", game="nomic", options=OPTIONS, moderation={"confirm": "never"}) as match:
        yield match


def write(table: Table, name: str, text: str, at: str) -> str:
    """A letter to the seat's own address."""
    return table.write(name, text, at, to=table.seat_address(name))


def refolded(table: Table) -> Match:
    """The match folded again from its log."""
    match = table.match()
    blank = Match(match.game, match.id, match.title, first_options(table.log()), match.seed)
    return replay(blank, table.log())


def test_the_start_mail_has_the_rules_and_the_first_mover() -> None:
    with spring("Ann", "Bob", "Cid", game="nomic", options=OPTIONS) as table:
        text = table.mails("Bob", "start")[0].text
        assert "Turn 1: Ann moves" in text
        assert "213 When play can't go on (mutable)" in text


def test_a_vote_is_answered_by_one_word_and_closes_after_the_last_letter(table: Table) -> None:
    write(table, "Ann", TURN, "1 12:00")
    offer = table.last("Bob", "news")
    assert "The vote on 301 is open" in offer.subject
    table.answer(offer, "aye", "1 13:00")
    assert "FOR on 301." in table.last("Bob", "receipt").text
    table.answer(table.last("Cid", "news"), "Yes!", "1 14:00")
    table.tick_to("1 14:05")
    assert table.state().turn.mover == "Bob"
    assert "(301 − 291) × 3/3 = 10 → 10" in table.last("Cid", "news").text


def test_a_receipt_of_the_last_vote_says_that_the_vote_closes_and_names_no_time_that_is_past(
    table: Table,
) -> None:
    write(table, "Ann", TURN, "1 12:00")
    for name, at in (("Bob", "1 13:00"), ("Cid", "1 14:00")):
        table.answer(table.last(name, "news"), "aye", at)
    assert "Letters that arrive before" in table.last("Bob", "receipt").text
    text = " ".join(table.last("Cid", "receipt").text.split())
    assert "Nothing more is waited for: it closes within a few minutes" in text
    assert "Letters that arrive before" not in text


def news(table: Table) -> list[str]:
    """The words of each new mail to all that Bob has got."""
    return [
        " ".join(mail.text.split()) for mail in table.new() if (mail.to, mail.kind) == (BOB, "nomic/news")
    ]


def test_what_one_letter_brought_about_is_told_to_all_in_one_mail(table: Table) -> None:
    table.new()
    write(table, "Ann", f"{TURN}\nI invoke judgment: may I?", "1 12:00")
    (told,) = news(table)
    assert "Ann has opened the vote at once." in told
    assert told.count("The vote on 301 is open") == 1
    assert told.count("To repeal rule 210") == 1
    assert "Question 1" in told


def test_who_proposes_and_calls_the_vote_is_not_said_to_have_still_to_call_it() -> None:
    with spring("Ann", "Bob", "Cid", game="nomic") as table:
        write(table, "Ann", TURN, "1 12:00")
        (told,) = news(table)
        assert "Ann has called the vote on 301: it opens at Wed 2 Dec 2026, 12:00 UTC" in told
        assert "The vote opens when Ann says so" not in told
        assert "A vote that you send before it opens counts then" in told


def test_a_word_below_the_quoted_ballot_line_is_a_vote(table: Table) -> None:
    write(table, "Ann", TURN, "1 12:00")
    offer = table.last("Bob", "news")
    line = next(line for line in offer.quoted.splitlines() if "Ballot 301" in line)
    quoted = offer.quoted.replace(line, f"{line}\nno")
    said = f"On Tue, 1 Dec 2026, the referee <referee@example.org> wrote:\n{quoted}\n"
    table.write("Bob", said, "1 13:00", to=offer.reply_to, in_reply_to=offer.id)
    assert table.state().live[301].ballots["Bob"].word == "against"


def test_a_long_text_between_delimiters_is_taken_whole(table: Table) -> None:
    text = "\n".join(["Hats.", "", "end", "I vote for 301", "> quoted", *(f"Line {n}" for n in range(400))])
    write(
        table, "Ann", f"I propose to enact a new rule:\n{{{{{{\n{text}\n}}}}}}\nI open the vote.", "1 12:00"
    )
    assert table.state().live[301].changes[0].text == text
    assert table.state().live[301].status == "open"


def test_a_refused_order_is_told_with_its_reason(table: Table) -> None:
    write(table, "Bob", "I propose to repeal rule 210.\nvote fro 301\nHello all", "1 12:00")
    text = " ".join(table.last("Bob", "receipt").text.split())
    assert "It is the turn of Ann; only the mover proposes." in text
    assert "Did you mean “vote for 301”?" in text


def test_questions_are_answered_in_the_receipt(table: Table) -> None:
    write(table, "Bob", "rule 206\nscores\nwho\nproposals\nhistory rule 206\njudgments", "1 12:00")
    text = table.last("Bob", "receipt").text
    assert "defeat_penalty = 10" in text
    assert "Ann is to propose" in text


def test_the_rules_and_the_display_are_sent_on_demand(table: Table) -> None:
    write(table, "Bob", "rules\nstatus\nhelp\ndisplay", "1 12:00")
    assert "112" in table.last("Bob", "receipt").text
    assert "Whom the game waits for" in table.last("Bob", "display").text


def test_forfeiting_must_be_confirmed(table: Table) -> None:
    write(table, "Cid", "I forfeit the game.", "1 12:00")
    assert table.state().playing == ("Ann", "Bob", "Cid")
    table.answer(table.last("Cid", "confirm"), "confirm", "1 13:00")
    assert table.state().playing == ("Ann", "Bob")


def test_comments_are_passed_on_to_all(table: Table) -> None:
    write(table, "Bob", "I say hats for everybody!", "1 12:00")
    assert "hats for everybody!" in table.last("Ann", "say").text


@pytest.mark.parametrize(
    "order",
    [
        "I consent",
        "vote FOR 301",
        "301: contra",
        "我投票赞成301",
        "I propose to repeal rule 210.",
        "who",
        "regras",
    ],
)
def test_an_order_within_what_is_said_is_told_to_have_been_passed_on_only(table: Table, order: str) -> None:
    write(table, "Bob", f"say Hats for everybody!\nAnd cats.\n{order}", "1 12:00")
    receipt = " ".join(table.last("Bob", "receipt").text.split())
    assert "Line 3 reads like an order: it was passed on as well, and not carried out." in receipt
    assert order in table.last("Ann", "say").text


def test_what_is_said_in_several_lines_is_passed_on_without_a_word_about_orders(table: Table) -> None:
    write(table, "Bob", "say Hats for everybody!\nAnd cats.\n\nwho", "1 12:00")
    receipt = table.last("Bob", "receipt").text
    assert "reads like an order" not in receipt
    assert "> who" in receipt
    assert "who" not in table.last("Ann", "say").text.split()


@pytest.mark.parametrize(
    "line",
    [
        "tell Ann they are mine",
        "Tell ann: mine",
        "diga à Ann são meus",
        "告诉Ann：是我的",
        "please tell Ann so",
    ],
)
def test_what_is_for_one_player_never_goes_out_with_what_is_said_to_all(table: Table, line: str) -> None:
    write(table, "Bob", f"say Hats for everybody!\n{line}", "1 12:00")
    receipt = " ".join(table.last("Bob", "receipt").text.split())
    assert "Nothing was passed on. Line 2 is for one player: put a blank line before it." in receipt
    assert table.mails("Cid", "say") == []


def test_a_moderators_override_is_announced_with_its_ground(table: Table) -> None:
    order(table, "award Ann 10 by Judgment 3 because it says so", at="1 12:00")
    assert table.state().scores["Ann"] == 10
    assert "it says so" in table.last("Bob", "override").text
    order(table, "award Bob 5 because he is nice", at="1 12:30")
    refused = " ".join(table.last("Max", "receipt").text.split())
    assert "say what this rests on: “because Judgment 3 says so”" in refused
    order(table, "award Bob 5 because rule 305 asks for it", at="1 12:40")
    assert table.state().scores["Bob"] == 5
    order(table, "as Bob: invoke judgment: is that so because he asked by phone", at="1 13:00")
    assert len(table.state().judgments) == 1


def test_what_a_moderator_sets_stands_in_the_history_of_the_rule(table: Table) -> None:
    order(table, "set settings.dissent_points = 7 because it mends a fault", at="1 12:00")
    assert table.state().book.force["dissent_points"] == "7"
    write(table, "Bob", "history rule 204", "1 12:30")
    told = " ".join(table.last("Bob", "receipt").text.split())
    assert "settings changed by the moderator, as 204" in told
    table.tick_to("9 06:30")
    assert "settings changed by the moderator, now 204" in " ".join(table.last("Bob", "digest").text.split())


def test_deadlines_close_at_midnight(table: Table) -> None:
    table.tick_to("9 00:02")
    assert table.state().turn.mover == "Bob"
    assert "passes: nothing was proposed in time" in " ".join(table.last("Ann", "news").text.split())


def test_a_mover_is_reminded(table: Table) -> None:
    table.tick_to("5 13:00")
    assert "it is your turn" in table.last("Ann", "reminder").subject


def test_five_players_play_to_200_points_by_mail() -> None:
    names = ("Ann", "Bob", "Cid", "Dee", "Max")
    with spring(*names, game="nomic", options=OPTIONS) as table:
        at = ""
        for name, at, text, *_ in game():
            if table.match().status == "over":
                break
            sender = "Max" if name == "Max" else name
            table.tick_to(at)
            table.write(sender, text, at, to=table.seat_address(name))
        table.tick_to(at)
        assert table.match().status == "over"
        result = table.match().result
        assert result is not None
        assert result.winners == ("Max",)
        assert table.state().scores["Max"] == 203
        assert "Max has won: 203 points" in " ".join(table.last("Ann", "result").text.split())
        told = " ".join(" ".join(mail.text.split()) for mail in table.mails("Ann", "news"))
        for words in (
            "* Cid: -10 (proposal defeated) * Cid: +10 ((303 − 291) × 4/5 = 9.6 → 10)",
            "Circuit 2 is over, so rule 203 changes of itself",
            "(312 − 291) × 4/5 = 16.8 → 17",
            "* Cid: +10 (against an adopted proposal)",
        ):
            assert words in told


def test_the_receipt_shows_the_text_as_taken_with_its_number_of_lines(table: Table) -> None:
    write(table, "Ann", "I propose to enact a new rule:\n{{{\nHats.\n  > as typed\n}}}", "1 12:00")
    text = table.last("Ann", "receipt").text
    assert "A text of 2 lines was taken:" in text
    assert "  > as typed" in text


def test_the_receipt_shows_the_settings_as_taken(table: Table) -> None:
    text = "I propose to amend rule 201 to read:\nThree days.\nSettings: turn_limit = 3 days, idle = remove"
    write(table, "Ann", text, "1 12:00")
    told = " ".join(table.last("Ann", "receipt").text.split())
    assert "A text of 1 line was taken: Three days." in told
    assert "These settings were taken: turn_limit = 3 days idle = remove" in told


def test_a_letter_of_pure_prose_wakes_a_dormant_player(table: Table) -> None:
    for day, name, number in ((1, "Ann", 301), (5, "Bob", 302)):
        text = f"I propose to repeal rule {210 if number == 301 else 211}.\nI open the vote.\n{number}: for"
        write(table, name, text, f"{day} 12:00")
        other = "Bob" if name == "Ann" else "Ann"
        write(table, other, f"{number}: for", f"{day} 13:00")
        table.tick_to(f"{day + 4} 00:05")
    table.tick_to("9 09:00")
    assert table.state().player("Cid").is_dormant
    assert table.write("Cid", "Sorry, I was ill.", "9 10:00", to="referee@example.org") == "done"
    assert not table.state().player("Cid").is_dormant
    assert table.texts()[-1] == "heard Cid: a letter"
    write(table, "Cid", "And now I am well.", "9 11:00")
    assert table.texts().count("heard Cid: a letter") == 1
    assert refolded(table).state == table.state()


def test_a_letter_that_nobody_vouches_for_wakes_nobody(table: Table) -> None:
    for day, name, number in ((1, "Ann", 301), (5, "Bob", 302)):
        text = f"I propose to repeal rule {210 if number == 301 else 211}.\nI open the vote.\n{number}: for"
        write(table, name, text, f"{day} 12:00")
        table.tick_to(f"{day + 4} 00:05")
    table.tick_to("9 09:00")
    assert table.state().player("Cid").is_dormant
    table.write("Cid", "Hello.", "9 10:00", vouched=False)
    assert table.state().player("Cid").is_dormant


def test_a_ballot_offers_the_class_that_was_mailed_whatever_became_of_the_rule(table: Table) -> None:
    write(table, "Ann", "I propose to transmute rule 116.\n\nI invoke judgment: what is 116?", "1 12:00")
    write(table, "Cid", "I judge 1: Mutable.\nEffect:\ntransmute 116", "1 13:00")
    table.tick_to("3 00:05")
    write(table, "Ann", "I open the vote.\nI vote for 301", "3 10:00")
    offer = table.last("Bob", "news")
    assert "transmute rule 302 (What no rule governs) to mutable" in " ".join(offer.text.split())
    table.answer(offer, "aye", "3 11:00")
    table.answer(table.last("Cid", "news"), "aye", "3 12:00")
    table.tick_to("3 12:05")
    assert "Has no effect: Rule 302 is mutable already." in " ".join(table.last("Bob", "news").text.split())


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("I propose to repeal rule 101.", "Rule 101 is immutable: transmute it first."),
        ("I propose to amend rule 101 to read: Hats.", "Rule 101 is immutable: transmute it first."),
        ("I propose to amend rule 206 to read:", "It would leave rule 206 without text."),
        ("I propose to transmute rule 101 to immutable", "Rule 101 is immutable already."),
        ('I propose to amend rule 206 by replacing "10" with "10"', "It leaves rule 206 as it is (111)."),
        ("I propose to repeal rule 210.\nand to repeal rule 210", "Rule 210 was repealed by 301."),
    ],
)
def test_a_rule_that_something_is_wrong_about_is_told_by_its_number(
    table: Table, order: str, told: str
) -> None:
    write(table, "Ann", order, "1 12:00")
    assert told in " ".join(table.last("Ann", "receipt").text.split())


def test_a_text_of_2_000_lines_is_taken_by_mail_and_one_more_is_refused(table: Table) -> None:
    lines = [f"Line {number} of the rule." for number in range(2001)]
    letter = "I propose to enact a new rule:\n{{{{{{\n{}\n}}}}}}"
    write(table, "Ann", letter.format("\n".join(lines)), "1 12:00")
    assert table.state().live == {}
    assert "2,000 lines" in table.last("Ann", "receipt").text.replace("2000", "2,000")
    write(table, "Ann", letter.format("\n".join(lines[:-1])), "1 13:00")
    assert table.state().live[301].changes[0].text == "\n".join(lines[:-1])
    assert "A text of 2000 lines was taken:" in table.last("Ann", "receipt").text


def test_rules_are_listed_in_logical_order_with_the_precedence_that_they_claim_or_yield(table: Table) -> None:
    text = (
        "I propose to enact a new rule:\nThis rule takes precedence over rule 206.\n\n"
        "and to enact a new rule:\nThis rule defers to rule 301.\n\nand to transmute rule 210\n\n"
        "I open the vote.\nI vote for 301"
    )
    write(table, "Ann", text, "1 12:00")
    for name in ("Bob", "Cid"):
        write(table, name, "301: FOR", "1 13:00")
    table.tick_to("1 13:05")
    write(table, "Bob", "rules\nrule 301\nrule 301.2", "1 14:00")
    told = " ".join(table.last("Bob", "receipt").text.split())
    assert "301 (mutable) [claims precedence]" in told
    assert "301.2 (mutable) [yields precedence]" in told
    table.tick_to("9 06:30")
    digest = " ".join(table.last("Bob", "digest").text.split())
    rules = digest.partition("what became of the rules, and the Judgments")[0]
    heads = ("116 What", "301.3 No conspiring (immutable)", "201 Turns", "213 When", "301 (mut", "301.2 (mut")
    places = [rules.index(f" {head}") for head in heads]
    assert places == sorted(places)
    assert "It claims precedence." in rules[places[-2] : places[-1]]
    assert "It yields precedence." in rules[places[-1] :]
