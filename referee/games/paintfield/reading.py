"""From the lines of a letter to orders: steps and rules on several lines are one plan."""

from referee.engine.game import Verb
from referee.engine.orders import Order, Prose, Reading, plain, read_orders
from referee.engine.reply import ReplyText
from referee.games.paintfield.plans import PLAN_LINE, RULE

VERBS = {
    "plan": Verb(
        "E12 S6 W* N, or rules: if blocked turn left",
        "steers by letter for one leg: steps, or standing rules one to a line (“rules” tells all forms)",
        prose=True,
        sealed=True,
        synonyms={"en": ("orders", "steer"), "pt": ("plano", "ordens"), "zh": ("计划",)},
    ),
    "withdraw": Verb("withdraw", "takes back your orders for this leg", sealed=True),
    "field": Verb("field", "shows the field as it stands", query=True),
}


def is_steering(line: str) -> bool:
    """Whether the line alone is a piece of a plan."""
    text = " ".join(plain(line).split())
    return bool(PLAN_LINE.fullmatch(text) or RULE.fullmatch(text))


def read(reply: ReplyText, re: str) -> tuple[Reading, ...]:
    """The letter's lines; its steps and rules together are one order, where the first of them stood."""
    readings: list[Reading] = []
    pieces: list[str] = []
    place = -1
    for line in (line for line in reply.lines if not line.quoted and line.text.strip()):
        if not is_steering(line.text):
            readings += read_orders((line,), VERBS, re)
            continue
        place = len(readings) if place < 0 else place
        pieces.append(" ".join(plain(line.text).split()))
    if pieces:
        readings.insert(place, _plan(pieces, re))
    return tuple(_merged(readings))


def _plan(pieces: list[str], re: str) -> Order:
    text = "\n".join(pieces)
    return Order(line="; ".join(pieces), verb="plan", rest=text, words=(), re=re)


def _merged(readings: list[Reading]) -> list[Reading]:
    """A heading `plan` alone above the steps says nothing more."""
    has_steps = any(isinstance(one, Order) and one.verb == "plan" and one.rest for one in readings)
    return [
        Prose(one.line)
        if has_steps and isinstance(one, Order) and one.verb == "plan" and not one.rest
        else one
        for one in readings
    ]
