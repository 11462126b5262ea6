"""A proposal as it is shown to all: settings above the text, then the diff."""

from collections.abc import Iterator

from referee.engine.said import said, said_of
from referee.games.nomic.amending import Change
from referee.games.nomic.changes import Applied
from referee.games.nomic.checking import Checked
from referee.games.nomic.diff import rule_diff, text_diff
from referee.games.nomic.enactment import changed_settings
from referee.games.nomic.packing import unpack
from referee.games.nomic.state import Proposal


def described(found: Checked) -> list[dict[str, object]]:
    """Each change as it is shown to all: settings above text, then the diff."""
    return [_row(change, step) for change, step in zip(found.changes, found.steps, strict=True)]


def _row(change: Change, step: Applied | None) -> dict[str, object]:
    before, after = (step.before, step.after) if step else (None, None)
    rule = before or after
    is_text = change.kind != "transmute"
    return {
        "words": change.kind,
        "rule": str(before.number) if before and change.kind != "unamend" else change.rule,
        "title": rule.title if rule else change.title,
        "settings": changed_settings(before, after) if step else dict(change.settings),
        "old": dict(before.settings) if before else {},
        "text": after.text if after and is_text else _as_written(change),
        "diff": rule_diff(before, after) if step and is_text else "",
    }


def _as_written(change: Change) -> str:
    """The text of a change that can't be applied as things are."""
    if change.how == "replace":
        return f'by replacing "{change.old}" with "{change.new}"'
    return f'by deleting "{change.old}"' if change.how == "delete" else change.text


def version_diff(proposal: Proposal, text: str) -> str:
    """What the latest version changed, "" for the first."""
    if not proposal.versions:
        return ""
    last = unpack(proposal.versions[-1])
    return text_diff(last["text"], text, f"version {last['version']}", f"version {proposal.version}")


def texts_taken(proposal: Proposal) -> list[str]:
    """Each text as taken, with its number of lines, and the settings that were given with it."""
    return [told for change in proposal.changes for told in _taken(change)]


def _taken(change: Change) -> Iterator[str]:
    if change.text:
        yield said_of(
            "A text of {count} line was taken:\n{text}",
            "A text of {count} lines was taken:\n{text}",
            change.text.count("\n") + 1,
            text=change.text,
        )
    if change.settings:
        given = "\n".join(f"{name} = {value}" for name, value in change.settings.items())
        yield said("These settings were taken:\n{given}", given=given)
