"""The demonstration of Nomic: eight turns in nine days, in which a Judge pays herself a wage."""

from collections.abc import Mapping
from typing import Any

from referee.demo.story import Cue, Shown, Story

OPENING = """open nomic "The verse"
seats = 4
settings = debate_least = 0 hours, vote_limit = 1 day"""

JOINING = tuple(
    cue
    for name, minute in (("Ann", 0), ("Bob", 10), ("Cid", 20), ("Dee", 30))
    for cue in (
        Cue(1, f"09:{minute:02}", name, f"join m1 as {name}", "new"),
        Cue(1, f"09:{minute + 5:02}", name, "confirm", to="confirm"),
    )
)

FIRST_TURNS = (
    Cue(
        1,
        "10:30",
        "Ann",
        "I propose to amend rule 203 to read:\n"
        "A rule-change is adopted if more players vote for it than against it.\n"
        "Settings: adoption = majority, until_circuit = 0\n"
        "\n"
        "I open the vote.\n"
        "I vote for 301.",
        to="begun",
        aside="Ann has the first turn. The text is the law; the settings say what the referee does by it.",
    ),
    Cue(1, "11:05", "Bob", "aye", to="vote on 301", aside="One word answers a ballot."),
    Cue(1, "12:40", "Cid", "yes!", under="Ballot 301", to="vote on 301"),
    Cue(1, "20:15", "Dee", "vote fro 301", to="vote on 301", aside="Dee mistypes; nothing is guessed."),
    Cue(1, "20:18", "Dee", "vote for 301", to="order"),
    Cue(
        2,
        "08:00",
        "Bob",
        "I propose to enact a new rule:\nWho mails a vrese about a rule in force may claim 3 points.",
        to="Turn 2",
        aside="It is Bob's turn. His new rule has no settings, so the players will apply it themselves.",
    ),
    Cue(2, "09:10", "Ann", "302: FOR", to="Proposal 302", aside="Ann votes before the vote is open."),
    Cue(2, "10:20", "Cid", "say As often as one likes, Bob? I'd write ten a day.", to="Proposal 302"),
    Cue(
        2,
        "12:00",
        "Bob",
        "revise 302: enact a new rule:\n"
        "Once in a turn, who mails a vrese about a rule in force may claim 3 points.\n"
        "\n"
        "I open the vote.\n"
        "I vote for 302.",
        to="Proposal 302",
        aside="Bob revises it, so Ann's early vote is returned to her with the difference.",
    ),
    Cue(2, "13:30", "Ann", "+1", to="early vote"),
    Cue(2, "15:00", "Cid", "for", to="vote on 302"),
    Cue(2, "21:45", "Dee", "no\nsay Poets are paid too well as it is.", to="vote on 302"),
    Cue(
        3,
        "08:30",
        "Cid",
        "I propose to repeal rule 206.\nI open the vote.\nI vote for 303.",
        to="Turn 3",
        aside="Dee has got 10 points for her dissent (rule 204). Cid is against penalties.",
    ),
    Cue(3, "09:00", "Ann", "nay", to="vote on 303"),
    Cue(3, "10:00", "Dee", "against\nwho", to="vote on 303"),
    Cue(
        5,
        "08:00",
        "Dee",
        "I propose to transmute rule 105.\nI call the vote.\nI vote FOR 304.",
        to="Turn 4",
        aside="Bob has not voted, so the vote on 303 has closed by its deadline. Dee wants to make an "
        "immutable rule mutable: for that all must be in favour.",
    ),
    Cue(5, "09:30", "Ann", "yes", to="vote on 304"),
    Cue(5, "11:00", "Bob", "Sorry, I was in the hills.\nvote for 304", to="vote on 304"),
    Cue(5, "18:20", "Cid", "a favor", to="vote on 304"),
    Cue(
        6,
        "07:40",
        "Ann",
        "I propose to amend rule 208 to read:\n"
        "The first player to reach 45 points wins.\n"
        "Settings: points_to_win = 45\n"
        "\n"
        "I open the vote.\n"
        "I vote for 305.",
        to="Turn 5",
        aside="200 points would take until autumn. Ann lowers what it takes to win.",
    ),
    Cue(6, "08:30", "Bob", "no", to="vote on 305"),
    Cue(6, "09:45", "Cid", "aye\nsay Bob, there is a “vrese” in 302. Max may mend it.", to="vote on 305"),
    Cue(6, "12:10", "Dee", "aye\nsay He may.", to="vote on 305"),
)

JUDGMENT = (
    Cue(6, "13:00", "Ann", "say Yes, please do.", to="Turn 6"),
    Cue(6, "13:30", "Bob", "say Oh! Please.", to="Turn 6"),
    Cue(
        6,
        "17:00",
        "Max",
        "moderate m1\n"
        'amend rule 302 by replacing "vrese" with "verse" with consent of all '
        "because it was mistyped when it was proposed",
        "new",
        aside="The moderator serves the players: what he does names its ground. It is shown first.",
    ),
    Cue(6, "17:05", "Max", "confirm", to="confirm"),
    Cue(
        7,
        "08:00",
        "Bob",
        "I claim 3 points under rule 302: Two-oh-six, two-oh-six, takes ten points for your tricks.",
        to="Turn 6",
        aside="Rule 302 is number 306 now, since it was amended. Bob goes by the old number.",
    ),
    Cue(7, "08:45", "Cid", "I object.", to="Claim 1", aside="An objection puts the claim before the Judge."),
    Cue(
        7,
        "09:30",
        "Bob",
        'I propose to amend rule 302 by replacing "3 points" with "4 points"\n'
        "and to repeal rule 210.\n"
        "I open the vote.\n"
        "I vote for 307.",
        to="Question 1",
    ),
    Cue(7, "10:00", "Cid", "y", to="vote on 307"),
    Cue(
        7,
        "12:00",
        "Ann",
        "I judge 1: denied. A rule's number is no verse, and a Judge's work deserves a wage.\n"
        "Effect:\n"
        "award Ann 10\n"
        "\n"
        "vote for 307",
        to="Question 1",
        aside="The Judge is the player before the mover: Ann. She pays herself.",
    ),
    Cue(7, "12:30", "Bob", "I overrule 1!", to="answer to question 1"),
    Cue(7, "14:00", "Cid", "overrule 1", to="answer to question 1"),
    Cue(
        7,
        "19:00",
        "Dee",
        "overrule 1\n307: AGAINST",
        to="answer to question 1",
        aside="With Dee all others have overruled it: Ann is deposed, and Dee is the next Judge.",
    ),
    Cue(7, "20:00", "Dee", "I judge 1: upheld. It rhymes, more or less.", to="Dee judges"),
    Cue(8, "07:30", "Bob", "I consent.", to="answer to question 1"),
    Cue(
        8,
        "08:00",
        "Ann",
        "I consent.",
        to="answer to question 1",
        aside="The next turn would wait until the answer has stood for a day, but for the consent of most.",
    ),
)

LAST_TURNS = (
    Cue(
        8,
        "09:00",
        "Cid",
        'I propose to amend rule 105 by replacing "must take part" with "may take part"\n'
        "I open the vote.\n"
        "I vote for 308.",
        to="Turn 7",
        aside="What was rule 105 has been mutable since Dee's turn.",
    ),
    Cue(8, "09:30", "Bob", "Fine!\nsay Then I may go to the hills again.", to="vote on 308"),
    Cue(
        8,
        "09:40",
        "Bob",
        "for",
        to="vote on 308",
        aside="“Fine!” is no word for a ballot; the receipt says that it was not read as an order.",
    ),
    Cue(8, "10:30", "Ann", "against", to="vote on 308"),
    Cue(8, "16:00", "Dee", "yes", to="vote on 308"),
    Cue(
        9,
        "08:15",
        "Dee",
        "Proposal: The next game\n"
        "Enact a new rule:\n"
        "{{{\n"
        "The winner of this game opens the next one,\n"
        "\n"
        "and names its first rule.\n"
        "}}}\n"
        "\n"
        "I open the vote.\n"
        "I vote for 309.",
        to="Turn 8",
        aside="Dee needs 12 points more, and takes care that her proposal pleases.",
    ),
    Cue(9, "09:00", "Ann", "aye\nsay It was a good game.", to="vote on 309"),
    Cue(9, "10:15", "Bob", "no", to="vote on 309"),
    Cue(9, "18:30", "Cid", "aye", to="vote on 309"),
)

CUES = (
    Cue(1, "08:30", "Max", OPENING, "new", aside="Max opens a match with Suber's initial set."),
    *JOINING,
    *FIRST_TURNS,
    *JUDGMENT,
    *LAST_TURNS,
)


WHOLE = 14
"""How many lines of a mail to all are told."""
ENDS = (
    "Player  Score",
    "Your vote",
    "Whom the game waits for",
    "What you can write now",
    "The vote opens when",
)

NEWS = ("Whom the game waits for", "What you can write now", "Final scores")


def gist(text: str) -> str:
    """Of news: what happened, without scores, ballots and forms; nothing of any other mail."""
    if not any(f"\n{head}\n" in text for head in NEWS):
        return ""
    lines = [line for line in text.partition("\n\n")[2].splitlines() if line.strip(" -")]
    ends = [number for number, line in enumerate(lines) if line.startswith(ENDS)]
    told = lines[: min([WHOLE, *ends])]
    return "\n".join(told)


def secret(state: Mapping[str, Any]) -> str:
    """The scores, and what is due next; in Nomic nobody has secrets but ballots that are not closed."""
    scores = ", ".join(f"{name} {points}" for name, points in state["scores"].items())
    return f"Turn {state['turn']} is {state['mover']}'s. Scores: {scores}."


STORY = Story(
    game="nomic",
    title="The verse",
    days=9,
    key=(301).to_bytes(32),
    cues=CUES,
    shown=(
        Shown("Cid", "Proposal 305", "What you can write now"),
        Shown("Bob", "308 is adopted", "What you can write now"),
    ),
    gist=gist,
    secret=secret,
    opening='open nomic "Come and play"\nseats = 4\nsettings = debate_least = 0 hours',
    first_letters=("rules", "propose to repeal rule 210", "open the vote", "301: FOR", "who"),
    waits="A vote closes when all have voted, or at its deadline at 00:00 UTC.",
)
