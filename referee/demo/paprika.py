"""The demonstration of the Paprika Field Match: a week in which two players dream that they win."""

import re
from collections.abc import Mapping
from typing import Any

from referee.demo.story import Cue, Shown, Story

OPENING = """open paprika "The dreamers"
seats = 4
map
d2 springboard
d8 springboard
h2 springboard
h8 springboard
c4 hole
f7 hole
b9 wall
e6 wall
g5 wall
end"""

JOINING = tuple(
    cue
    for name, minute in (("Ann", 0), ("Bob", 10), ("Cid", 20), ("Dee", 30))
    for cue in (
        Cue(1, f"09:{minute:02}", name, f"join m1 as {name}", "new"),
        Cue(1, f"09:{minute + 5:02}", name, "confirm", to="confirm"),
    )
)

CUES = (
    Cue(1, "08:30", "Max", OPENING, "new", aside="Max opens a match and gives it a field."),
    *JOINING,
    Cue(1, "10:15", "Ann", "I move forward.", to="nday 1"),
    Cue(1, "11:40", "Bob", "freeeze east", to="nday 1", aside="Bob mistypes; a guess is never carried out."),
    Cue(1, "11:45", "Bob", "freeze to the right", to="order"),
    Cue(1, "13:05", "Dee", "↑", to="nday 1"),
    Cue(1, "20:30", "Cid", "Sounds like fun! I'll just watch for two days.\nhelp focus", to="nday 1"),
    Cue(2, "07:50", "Ann", "move n", "twice", "nday 2", "Ann's mail program sends her letter two times."),
    Cue(2, "09:20", "Bob", "I move north.", to="nday 2"),
    Cue(2, "18:00", "Dee", "nday 2: move n", to="nday 2"),
    Cue(3, "06:40", "Cid", "focus", "quoting", "nday 3", "Cid answers above the whole mail, quoted."),
    Cue(3, "08:00", "Ann", "Move forward, please.", to="nday 3"),
    Cue(3, "19:30", "Bob", "build a wall to the right", to="nday 3"),
    Cue(
        4,
        "00:00:20",
        "Dee",
        "move n",
        to="nday 3",
        aside="Dee is twenty seconds late; the Turn waits a minute for letters that were in time.",
    ),
    Cue(
        4,
        "07:15",
        "Max",
        "moderate m1\n"
        "undo turn because Dee's letter was held up on its way\n"
        "as Dee: move n because that is what she wrote",
        aside="Max lets it count. What rewrites the match is shown first and waits for a word.",
    ),
    Cue(4, "07:20", "Max", "confirm", to="confirm"),
    Cue(4, "09:00", "Ann", "move north", to="nday 4"),
    Cue(4, "09:30", "Bob", "I cut the line.", to="nday 4"),
    Cue(4, "10:00", "Cid", "move up", to="nday 4"),
    Cue(4, "21:10", "Dee", "nday 4: move n", to="nday 4"),
    Cue(5, "09:00", "Ann", "nday 5: move n", to="nday 5"),
    Cue(5, "12:00", "Cid", "dig north", to="nday 5"),
    Cue(5, "20:45", "Dee", "move n", to="nday 5"),
    Cue(
        6,
        "08:00",
        "Ann",
        "say I am on the top row! Have I won?",
        to="nday 6",
        aside="So does Ann's display, and she talks about it.",
    ),
    Cue(6, "10:00", "Bob", "tilt to the right", to="nday 6"),
    Cue(6, "12:30", "Cid", "move up-left", to="nday 6"),
    Cue(6, "22:00", "Dee", "I duck.", to="nday 6"),
    Cue(7, "08:20", "Ann", "duck", to="nday 7"),
    Cue(7, "09:30", "Bob", "move up", to="nday 7"),
    Cue(7, "12:00", "Cid", "clear n", to="nday 7"),
    Cue(
        7,
        "23:50",
        "Dee",
        "nday 7: move n",
        to="nday 7",
        aside="Dee has stood on the top row of her display for two days, and has not won. So she must have "
        "been asleep at least once, and she tries another step.",
    ),
)

LAST_TURN = re.compile(
    r"^The last Turn, as you perceived it\n-+\n(.*?)\n\nYour field", re.DOTALL | re.MULTILINE
)


def gist(text: str) -> str:
    """Of a display: what its reader perceived in the last Turn."""
    found = LAST_TURN.search(text)
    return "\n".join(line for line in found[1].splitlines() if line.strip()) if found else ""


def secret(state: Mapping[str, Any]) -> str:
    """Where everybody truly stands, and where each believes to stand."""
    true, seen = state["true"]["avatars"], state["perceived"]
    shown = (f"{name} {true[name]['at']} ({seen[name]['avatars'][name]['at']})" for name in true)
    return f"Only the referee knows who truly stands where (and believes to): {', '.join(shown)}."


STORY = Story(
    game="paprika",
    title="The dreamers",
    days=7,
    key=(5402).to_bytes(32),
    cues=CUES,
    shown=(
        Shown("Ann", "Nday 6", "Your action for nday"),
        Shown("Dee", "The match is over", "What each player perceived"),
    ),
    gist=gist,
    secret=secret,
    opening='open paprika "Come and play"\nseats = 4',
    first_letters=("move n", "nday 1: push e", "preview\nfreeze ne", "help", "status"),
)
