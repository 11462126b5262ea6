"""Orders as the kernel's log carries them: what was understood stands as JSON in `rest`."""

import json
from collections.abc import Mapping
from typing import Any

from referee.engine.orders import Near, Order, Reading
from referee.engine.said import dump_said, is_sound, load_said, said
from referee.errors import NotUnderstood
from referee.games.nomic.body import load_body
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.reading import Heard, read_text
from referee.games.nomic.verbs import VERBS
from referee.games.nomic.votes import Written

BODY = ("changes", "title", "author", "coauthors", "index", "fault")
KEYS: Mapping[str, tuple[str, ...]] = {
    "propose": BODY,
    "revise": ("number", *BODY),
    "withdraw": ("number",),
    "open": ("number", "judge"),
    "vote": ("number", "word", "name", "title", "fault"),
    "retract": ("number",),
    "invoke": ("text",),
    "judge": ("number", "text", "effects"),
    "overrule": ("number",),
    "dismiss": ("number",),
    "object": ("number",),
    "act": ("text",),
    "say": ("text",),
    "record": ("amount", "what", "name", "text"),
    "admit": ("name", "word"),
    "decide": ("number", "word", "text"),
    "rule": ("number",),
    "history rule": ("number",),
    "diff": ("number",),
    "proposal": ("number",),
}
CLAIMS = {"impasse": ("text",), "error": ("number", "text"), "thing": ("amount", "what", "rule", "text")}


def carried(heard: Heard, re: str) -> Reading:
    """What was heard as the kernel takes it; forfeiting is the kernel's own `resign`, which is confirmed."""
    if not isinstance(heard, Spoken):
        return Near(heard.line, heard.meant) if isinstance(heard, Near) else heard
    if heard.verb == "forfeit":
        return Order("resign", "resign", re=re)
    rest = json.dumps(_dumped(heard.data), ensure_ascii=False, separators=(",", ":"))
    return Order(heard.line.strip(), heard.verb, rest, re=re)


def _dumped(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data as JSON, in which a fault keeps what its sentence was made of."""
    return {**data, "fault": [data["fault"], dump_said(data["fault"])]} if data.get("fault") else data


def _loaded(data: Mapping[str, Any]) -> dict[str, Any]:
    if not data.get("fault"):
        return {**data}
    fault = load_said(*data["fault"])
    if not is_sound(fault):
        raise ValueError
    return {**data, "fault": fault}


def understood(order: Order) -> Spoken:
    """The order again: from what it carries, or from its words; NotUnderstood."""
    if order.rest.startswith("{"):
        return Spoken(order.verb, _checked(order), order.line)
    for text in (order.line, f"{order.verb} {order.rest}"):
        for heard in read_text("\n".join([text, *order.block]), order.re):
            if isinstance(heard, Spoken) and heard.verb == order.verb:
                return heard
    raise _unclear(order.verb)


def _checked(order: Order) -> dict[str, Any]:
    """The data that the order carries, if it is such as a letter gives."""
    try:
        data = _loaded(json.loads(order.rest))
        keys = KEYS.get(order.verb, ())
        if order.verb == "claim":
            keys = ("kind", *CLAIMS[data["kind"]])
        if order.verb in ("propose", "revise"):
            load_body(data)
        if order.verb == "vote":
            Written(**data)
        if set(data) != set(keys):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise _unclear(order.verb) from None
    return data


def _unclear(verb: str) -> NotUnderstood:
    return NotUnderstood(said("That can't be read; write “{usage}”.", usage=VERBS[verb].usage))
