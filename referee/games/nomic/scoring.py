"""Scores and ledgers: every change is published as an entry; and who has won by points (208)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

from referee.engine.draws import Draws
from referee.engine.said import said
from referee.games.nomic.play import Play
from referee.games.nomic.settings import whole
from referee.games.nomic.state import Ending

HALF = Fraction(1, 2)
FAIR = 252
"""Bytes below this are spread evenly over the six faces."""


def rounded(exact: Fraction) -> int:
    """The nearest whole number, halves up."""
    return floor(exact + HALF)


def share_points(number: int, base: int, in_favour: int, of: int) -> Fraction:
    """202 by mail: (number − base) × the share of FOR, exactly; nothing where nobody counts."""
    return Fraction(0) if of == 0 else (number - base) * Fraction(in_favour, of)


def arithmetic(number: int, base: int, in_favour: int, of: int) -> str:
    """`(301 − 291) × 3/4 = 7.5 → 8`."""
    exact = share_points(number, base, in_favour, of)
    shown = str(exact.numerator) if exact.denominator == 1 else _decimal(exact)
    return f"({number} − {base}) × {in_favour}/{of} = {shown} → {rounded(exact)}"


def _decimal(exact: Fraction) -> str:
    """Exactly where that is short, else to two places."""
    short = f"{float(exact):.4f}".rstrip("0")
    return short if Fraction(short) == exact else f"about {float(exact):.2f}"


def die(draws: Draws, turn: int) -> int:
    """The die of that turn: a byte of HMAC-SHA256(seed, `die/TURN/COUNTER`), those from 252 on rejected."""
    counter = 0
    while (byte := draws.digest(f"die/{turn}/{counter}")[0]) >= FAIR:
        counter += 1
    return byte % 6 + 1


def score(play: Play, points: Mapping[str, int], cause: str, **more: Any) -> None:
    """Pays points and publishes them; the score stays the sum of what is published."""
    scores = dict(play.state.scores)
    for name, paid in points.items():
        if paid:
            scores[name] = scores.get(name, 0) + paid
            play.journal(kind="points", name=name, amount=paid, cause=cause, **more)
    play.change(scores=scores)


def credit(play: Play, ledger: str, name: str, amount: int, cause: str) -> None:
    """Adds to a player's balance in a ledger, and publishes it."""
    balances = dict(play.state.ledgers.get(ledger, {}))
    balances[name] = balances.get(name, 0) + amount
    play.journal(kind="ledger", ledger=ledger, name=name, amount=amount, cause=cause)
    play.change(ledgers={**play.state.ledgers, ledger: balances})


def entitle(play: Play, name: str, title: str, cause: str) -> None:
    """Gives a player a title, and publishes it."""
    held = play.state.titles.get(name, ())
    if title not in held:
        play.journal(kind="title", name=name, title=title, cause=cause)
        play.change(titles={**play.state.titles, name: (*held, title)})


def open_ledgers(play: Play, before: Mapping[str, str]) -> None:
    """Opens the ledgers that a rule has created: everyone begins with what it says."""
    for setting, value in play.force.items():
        if setting.startswith("ledger ") and setting not in before:
            ledger = setting.removeprefix("ledger ")
            for name in play.state.playing:
                if name not in play.state.ledgers.get(ledger, {}):
                    credit(play, ledger, name, int(value), "opening balance")


def leaders(play: Play) -> list[str]:
    """Those who have `points_to_win` and have not won before."""
    enough = whole(play.force, "points_to_win")
    if enough is None:
        return []
    state = play.state
    return [n for n in state.playing if state.scores.get(n, 0) >= enough and n not in state.winners]


def win(play: Play, name: str, why: str) -> None:
    """That player has won; whether the game goes on is for `after_win` to say."""
    play.change(winners=(*play.state.winners, name))
    if play.force["after_win"] == "continue":
        play.tell("won", name=name, why=why, goes_on=True)
        return
    finish(play, (name,), said("{name} has won: {why}.", name=name, why=why))


def finish(play: Play, winners: tuple[str, ...], text: str) -> None:
    """The game is over."""
    if play.state.ending is None:
        turn = play.state.turn
        play.change(ending=Ending(winners, text), winners=winners or play.state.winners)
        if turn is not None:
            play.change(turn=replace(turn, clock=None))
        play.tell("over", winners=list(winners), text=text, seed=play.draws.seed.hex())
