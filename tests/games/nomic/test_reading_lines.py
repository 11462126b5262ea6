"""The table of lines as players write them, and what each must become."""

import pytest

from referee.engine.orders import Near
from referee.games.nomic.phrases import Spoken
from referee.games.nomic.reading import Heard, read_text
from tests.games.nomic.lines import LINES


def change_said(change: dict[str, str]) -> str:
    """A change in short."""
    words = [change["kind"], change.get("rule", ""), change.get("to", ""), change.get("how", "")]
    short = " ".join(word for word in words if word)
    if change.get("how") in ("replace", "delete"):
        return f"{short} {change['old']} > {change.get('new', '')}"
    return short + (f" = {change['text']}" if change.get("text") else "")


def order_said(order: Spoken) -> str:
    """An order in short."""
    data = order.data
    words = [order.verb, str(data["number"]) if "number" in data else ""]
    if order.verb == "vote":
        title = f"“{data['title']}”" if data["title"] else ""
        words += [data["word"] + ("!" if data["fault"] else ""), data["name"], title]
    elif order.verb in ("propose", "revise"):
        words += [change_said(change) for change in data["changes"]]
    elif order.verb == "claim":
        words = ["claim", data["kind"] if data["kind"] != "thing" else str(data["amount"])]
        words += [str(data.get(key, "")) for key in ("what", "rule", "number")]
    elif order.verb == "record":
        words += [str(data["amount"]), data["what"], data["name"]]
    elif order.verb == "open":
        words += ["judge" if data["judge"] else ""]
    elif order.verb in ("decide", "admit"):
        words += [data.get("name", ""), data["word"]]
    return " ".join(word for word in words if word) + (f" = {data['text']}" if data.get("text") else "")


def said(heard: Heard) -> str:
    """A reading in short."""
    if isinstance(heard, Spoken):
        return order_said(heard)
    return "near" if isinstance(heard, Near) else "prose"


@pytest.mark.parametrize(("line", "becomes"), LINES)
def test_a_line_becomes_what_the_table_says(line: str, becomes: str) -> None:
    assert ", ".join(said(heard) for heard in read_text(line)) == becomes


def test_the_table_is_long_enough() -> None:
    assert len(LINES) >= 150
    assert len({line for line, _ in LINES}) == len(LINES)
