"""Proposals in other shapes: changes as JSON, and a proposal's text in words."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from referee.engine.said import said
from referee.games.nomic.amending import Change
from referee.games.nomic.rulebook import Rulebook


def dump_changes(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """The changes as JSON, without what is empty."""
    return [{key: value for key, value in asdict(change).items() if value} for change in changes]


def load_changes(rows: Iterable[Mapping[str, Any]]) -> tuple[Change, ...]:
    """The changes from their JSON."""
    return tuple(Change(**row) for row in rows)


def title_line(change: Change, book: Rulebook) -> str:
    """A change in a few words, with the rule's number of now and its title: what a ballot line says."""
    rule = book.rule(change.target) if change.target else None
    name = rule.name if rule else said("rule {number}", number=change.rule)
    match change.kind:
        case "enact":
            if change.title:
                return said("enact a new rule ({title})", title=change.title)
            return said("enact a new rule")
        case "transmute":
            to = change.to or ("mutable" if rule and rule.is_immutable else "immutable")
            if to == "mutable":
                return said("transmute {rule} to mutable", rule=name)
            return said("transmute {rule} to immutable", rule=name)
        case "unamend":
            return said("repeal amendment {number}", number=change.rule)
        case "amend":
            return said("amend {rule}", rule=name)
        case "repeal":
            return said("repeal {rule}", rule=name)
        case kind:
            return f"{kind} {name}"


def in_words(change: Change, book: Rulebook) -> str:
    """A change as a player would propose it."""
    head = title_line(change, book)
    match change.how:
        case "read":
            body = f"{head} to read:\n{change.text}"
        case "append":
            body = f"{head} by appending:\n{change.text}"
        case "replace":
            body = f'{head} by replacing "{change.old}" with "{change.new}"'
        case "delete":
            body = f'{head} by deleting "{change.old}"'
        case _:
            body = f"{head}:\n{change.text}" if change.kind == "enact" else head
    settings = ", ".join(f"{name} = {value}" for name, value in change.settings.items())
    return f"{body}\nSettings: {settings}" if settings else body


def body_text(changes: Iterable[Change], book: Rulebook) -> str:
    """The whole proposal as a player would write it, for diffs between versions and for archives."""
    return "\n\nand to ".join(in_words(change, book) for change in changes)
