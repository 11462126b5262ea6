"""From the lines of a letter to orders: steps and rules on several lines are one plan."""

from referee.engine.game import Verb
from referee.engine.orders import Order, Prose, Reading, plain, read_orders
from referee.engine.reply import ReplyText
from referee.games.paintfield.plans import is_like_rule, is_like_steps, pieces
from referee.games.paintfield.words import in_english

VERBS = {
    "plan": Verb(
        "E12 S6 W* N, or rules: if blocked turn left",
        "steers by letter for one leg: steps, or standing rules one to a line (“rules” tells all forms)",
        prose=True,
        sealed=True,
        synonyms={"en": ("orders", "steer"), "pt": ("plano", "ordens"), "zh": ("计划",)},
    ),
    "withdraw": Verb(
        "withdraw",
        "takes back your orders for this leg",
        sealed=True,
        synonyms={"pt": ("retirar", "retiro", "anular"), "zh": ("撤回",)},
    ),
    "field": Verb(
        "field",
        "shows the field as it stands",
        query=True,
        synonyms={"pt": ("campo",), "zh": ("场地", "場地")},
    ),
}
ORDERS = ("", "orders", "my orders")
"""What may stand behind “withdraw”."""


def is_steering(line: str) -> bool:
    """Whether the line alone is a piece of a plan, or was meant as one."""
    meant = [in_english(piece) for piece in pieces(plain(line))]
    return bool(meant) and (all(map(is_like_steps, meant)) or all(map(is_like_rule, meant)))


def read(reply: ReplyText, re: str) -> tuple[Reading, ...]:
    """The letter's lines; its steps and rules together are one order, where the first of them stood.

    A piece that was only meant as one belongs to it too: a plan with a hole in it is none.
    """
    readings: list[Reading] = []
    parts: list[str] = []
    place = -1
    for line in (line for line in reply.lines if not line.quoted and line.text.strip()):
        if line.block or not is_steering(line.text):
            readings += read_orders((line,), VERBS, re)
            continue
        place = len(readings) if place < 0 else place
        parts.append(" ".join(plain(line.text).split()))
    if parts:
        readings.insert(place, _plan(parts, re))
    return tuple(_merged(readings))


def _plan(parts: list[str], re: str) -> Order:
    text = "\n".join(parts)
    return Order(line="; ".join(parts), verb="plan", rest=text, words=(), re=re)


def _merged(readings: list[Reading]) -> list[Reading]:
    """A heading `plan` alone above the steps says nothing more."""
    has_steps = any(isinstance(one, Order) and one.verb == "plan" and one.rest for one in readings)
    return [
        Prose(one.line)
        if has_steps and isinstance(one, Order) and one.verb == "plan" and not one.rest
        else one
        for one in readings
    ]
