"""Play on a table of Nomic: letters as (name, when, text), and what the case comes to."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.games.nomic.cases import adjudicate

START = datetime(2026, 12, 1, tzinfo=UTC)
Letter = tuple[str, str, str] | tuple[str, str, str, int]
SURNAMES = {"Ann": "Ash", "Bob": "Birch", "Cid": "Cedar", "Dee": "Dogwood", "Max": "Maple"}
Result = dict[str, Any]


def when(text: str) -> str:
    """`3 10:30` is 10:30 on the third day of the match."""
    day, _, time = text.partition(" ")
    hour, _, minute = (time or "0").partition(":")
    at = START + timedelta(days=int(day) - 1, hours=int(hour), minutes=int(minute or 0))
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def case(
    letters: Sequence[Letter],
    until: str,
    players: str = "Ann Bob Cid",
    ruleset: str = "suber-mail",
    **settings: Any,
) -> dict[str, Any]:
    """The case in its format; without word of it a debate may end at once."""
    options: dict[str, Any] = {"ruleset": ruleset}
    for name in ("seed", "strengths", "dictator"):
        if name in settings:
            options[name] = settings.pop(name)
    options["settings"] = {"debate_least": "0 hours", **settings}
    mail = [
        {"from": letter[0], "at": when(letter[1]), "text": letter[2]}
        | ({"re": letter[3]} if len(letter) == 4 else {})
        for letter in letters
    ]
    seats = [{"name": name, "surname": SURNAMES.get(name, name)} for name in players.split()]
    return {
        "game": "nomic",
        "options": options,
        "players": seats,
        "start": when("1"),
        "mail": mail,
        "until": when(until),
    }


def play(letters: Sequence[Letter], until: str, players: str = "Ann Bob Cid", **more: Any) -> Result:
    """What the letters come to at that time."""
    return adjudicate(case(letters, until, players, **more))


def rule(result: Result, number: int | str) -> dict[str, Any]:
    """The rule of that number now."""
    return next(row for row in result["rules"] if row["number"] == number)


def numbers(result: Result) -> list[int | str]:
    """The rules' numbers in logical order."""
    return [row["number"] for row in result["rules"]]


def proposal(result: Result, number: int) -> dict[str, Any]:
    """The proposal of that number."""
    return next(row for row in result["proposals"] if row["number"] == number)


def oks(result: Result) -> list[tuple[str, bool]]:
    """What the replies are about, and whether each order was taken."""
    return [(row["about"], row["ok"]) for row in result["replies"]]


def turn_of(mover: str, at: str, text: str, votes: str, number: int) -> list[Letter]:
    """A whole turn in a few minutes: the proposal, the vote opened, and ballots like `Ann+ Bob- Cid0`."""
    words = {"+": "FOR", "-": "AGAINST", "0": "ABSTAIN"}
    day, _, time = at.partition(" ")
    hour = int(time or 0)
    letters: list[Letter] = [(mover, f"{day} {hour}:00", f"I propose to {text}\n\nI open the vote.")]
    for minute, vote in enumerate(votes.split(), start=1):
        letters.append((vote[:-1], f"{day} {hour}:{minute:02}", f"{number}: {words[vote[-1]]}"))
    return letters
