"""What a change does to a text, line by line, as a unified diff."""

from difflib import unified_diff

from referee.games.nomic.rules import Rule


def text_diff(old: str, new: str, before: str = "before", after: str = "after") -> str:
    """The unified diff of two texts, "" where they are equal."""
    lines = unified_diff(old.split("\n"), new.split("\n"), before, after, lineterm="", n=2)
    return "\n".join(lines)


def rule_diff(before: Rule | None, after: Rule | None) -> str:
    """The unified diff of a rule's text before and after."""
    old = before.text if before else ""
    new = after.text if after else ""
    heads = (f"rule {before.number}" if before else "(none)", f"rule {after.number}" if after else "(none)")
    if before is None:
        return "\n".join(f"+{line}" for line in new.split("\n"))
    if after is None:
        return "\n".join(f"-{line}" for line in old.split("\n"))
    return text_diff(old, new, *heads)
