"""What players may try to stall the game or the program, and what must happen."""

import pytest

from tests.games.nomic.lines import LINES
from tests.games.nomic.table import Letter, oks, play, proposal, rule, turn_of

ALL = "Ann+ Bob+ Cid+"


def test_the_number_pump_withdrawing_and_proposing_again_takes_one_number() -> None:
    letters: list[Letter] = []
    for minute in range(0, 60, 2):
        letters += [("Ann", f"1 10:{minute:02}", "I propose to repeal rule 210."),
                    ("Ann", f"1 10:{minute + 1:02}", "I withdraw 301.")]  # fmt: skip
    result = play(letters, "9")
    assert [row["number"] for row in result["proposals"]] == [301]
    assert result["mover"] == "Bob"


def test_withdrawing_for_ever_ends_with_the_turns_time() -> None:
    letters: list[Letter] = []
    for day in range(1, 40):
        letters += [
            ("Ann", f"{day} 1", "I propose to repeal rule 210."),
            ("Ann", f"{day} 23", "I withdraw 301."),
        ]
    assert play(letters, "16")["turn"] >= 2


def test_a_filibuster_by_judgments_holds_a_turn_no_longer_than_the_limits() -> None:
    letters: list[Letter] = [*turn_of("Ann", "1 10", "repeal rule 210.", ALL, 301)]
    for day in range(1, 30):
        letters += [(name, f"{day} 12", f"I invoke judgment: and {day}?") for name in ("Ann", "Bob", "Cid")]
    result = play(letters, "30")
    assert result["turn"] >= 2
    # judge_limit and overrule_window, 4 days after the end of turn 1
    assert play(letters, "6")["turn"] == 2


def test_questions_do_not_stop_deadlines_for_longer_than_the_judges_time() -> None:
    letters: list[Letter] = []
    for day in range(1, 30):
        letters += [(name, f"{day} 12", f"I invoke judgment: and {day}?") for name in ("Ann", "Bob", "Cid")]
    # 7 days of the turn and 3 of standing still, then the gate's 4
    assert play(letters, "16")["turn"] == 2


def test_one_point_to_win_is_for_a_judgment_when_several_have_it() -> None:
    text = "amend rule 208 to read:\nOne point, 1, wins.\nSettings: points_to_win = 1"
    letters = turn_of("Ann", "1 10", "repeal rule 210.", ALL, 301) + turn_of("Bob", "2 10", text, ALL, 302)
    result = play(letters, "3")
    assert (result["winner"], result["judgments"][0]["by"]) == (None, "referee")


@pytest.mark.parametrize("limit", ["never", "60 days", "12 hours"])
def test_turn_limits_of_every_length_are_played(limit: str) -> None:
    text = f"amend rule 201 to read:\n{limit}.\nSettings: turn_limit = {limit}, idle = remove"
    result = play(turn_of("Ann", "1 10", text, ALL, 301), "5")
    assert rule(result, 301)["settings"]["turn_limit"] == limit
    assert result["phase"] in ("proposing", "over")


def test_rules_that_repeal_voting_leave_the_silent_defaults() -> None:
    text = "\nand to ".join(f"repeal rule {number}" for number in range(201, 214))
    letters = turn_of("Ann", "1 10", text, ALL, 301)
    letters += turn_of("Bob", "2 10", "enact a new rule:\nVotes are back.", "Ann- Bob+ Cid+", 302)
    result = play(letters, "3")
    assert proposal(result, 302)["status"] == "adopted"
    assert rule(result, 302)["text"] == "Votes are back."


def test_a_text_of_2_000_lines_is_taken_and_one_more_is_refused() -> None:
    for lines, ok in ((2000, True), (2001, False)):
        text = "\n".join(f"Line {number} of the rule." for number in range(lines))
        result = play([("Ann", "1 10", f"I propose to enact a new rule:\n{{{{{{\n{text}\n}}}}}}")], "2")
        assert oks(result) == [("propose", ok)]


def test_every_line_that_acts_is_text_within_delimiters() -> None:
    text = "\n".join(line for line, _ in LINES)
    letter = f"I propose to enact a new rule:\n{{{{{{\n{text}\n}}}}}}\nI open the vote."
    result = play([("Ann", "1 10", letter), *[(n, "1 11", "301: for") for n in ("Ann", "Bob", "Cid")]], "2")
    assert oks(result)[:2] == [("propose", True), ("open", True)]
    # what the letter's reading makes plain is plain in the rule as well
    assert rule(result, 301)["text"] == text.translate(str.maketrans("“”−", '""-'))
    assert [row["number"] for row in result["proposals"]] == [301]


def test_a_text_that_looks_like_a_letter_stays_text() -> None:
    text = "Hello all,\n\nI vote for 301\n\n-- \nBob\nOn Tue, 1 Dec 2026, Ann wrote:\n> I forfeit the game"
    letter = f"I propose to enact a new rule:\n***\n{text}\n***"
    result = play([("Ann", "1 10", letter)], "2")
    assert (oks(result), result["phase"]) == ([("propose", True)], "debate")


@pytest.mark.parametrize(
    "line",
    [
        "a" * 20_000,
        "vote " + "for 301, " * 4_000,
        "I propose to amend rule 206 by replacing \"" + "a\" with \"" * 2_000,
        "301: " + "naynay" * 5_000,
        "> Ballot 301: " + "for " * 3_000 + "\nyes",
        "I " * 5_000 + "vote for 301",
        "[" * 10_000 + "301: for",
    ],
    ids=range(7),
)  # fmt: skip
def test_long_lines_hold_nobody_up(line: str) -> None:
    result = play([("Ann", "1 10", line)], "2")
    assert (result["phase"], result["proposals"]) == ("proposing", [])


def test_a_passage_of_many_blanks_holds_nobody_up() -> None:
    text = "a " * 20_000
    letters = turn_of("Ann", "1 10", f"enact a new rule:\n{text}b", ALL, 301)
    letters += [("Bob", "2 10", f'I propose to amend rule 301 by deleting "{"a " * 300}c"')]
    assert oks(play(letters, "3"))[-1] == ("propose", False)


def test_a_rule_can_not_make_the_referee_wait_for_ever_for_one_player() -> None:
    text = "amend rule 201 to read:\nOnly Cid proposes.\nSettings: proposes = Cid"
    letters = [*turn_of("Ann", "1 10", text, ALL, 301), ("Cid", "2 10", "I forfeit the game.")]
    result = play(letters, "30", "Ann Bob Cid Dee")
    assert result["turn"] > 2


def test_secret_ballots_and_instant_votes_go_on() -> None:
    text = "amend rule 207 to read:\nSecret.\nSettings: ballots = secret"
    letters = turn_of("Ann", "1 10", text, ALL, 301)
    letters += turn_of("Bob", "2 10", "repeal rule 210.", "Ann+ Bob+ Cid-", 302)
    assert play(letters, "3")["mover"] == "Cid"
