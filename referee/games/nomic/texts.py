"""The text of a rule in a letter: one paragraph, or anything between delimiters; never shortened."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.said import said
from referee.games.nomic.letter import Letter

DELIMIT = said("put it between a line {{{ and a line }}}")
APART = said("put a blank line before it, or the text between {{{ and }}}")


@dataclass(frozen=True, slots=True)
class Taken:
    """A text as taken, or why it is refused."""

    text: str = ""
    fault: str = ""


def take_text(
    letter: Letter, first: str, is_order: Callable[[str], bool], is_change: Callable[[str], bool]
) -> Taken:
    """The text that begins behind a colon (`first`) or below it; a refused one is passed over whole.

    `is_change`: whether a line after a blank one goes on with the proposal.
    """
    before = letter.at
    if not first:
        letter.skip_blank()
        if letter.is_block():
            return _delimited(letter)
    taken = _paragraph(letter, first, is_order, letter.at > before)
    if taken.fault:
        _pass_over(letter)
        return taken
    return (
        _what_follows(letter, taken, lambda line: is_change(line) or is_order(line)) if taken.text else taken
    )


def _pass_over(letter: Letter) -> None:
    """Nothing acts in the rest of a paragraph that may be text."""
    while not letter.is_over and letter.text and not (letter.here.quoted or letter.is_at_end()):
        letter.at += 1


def _delimited(letter: Letter) -> Taken:
    text = letter.block()
    if text is None:
        return Taken(
            fault=said("The text has no closing line: end it with a line like the one that opened it.")
        )
    return Taken(text)


def _paragraph(letter: Letter, first: str, is_order: Callable[[str], bool], is_apart: bool) -> Taken:
    lines = [first] if first else []
    while not letter.is_over and letter.text:
        if letter.is_settings() and lines:
            break
        if not lines and is_apart and is_order(letter.text):
            break
        fault = _fault_of(letter, len(lines) + 1, bool(lines), is_order)
        if fault is None:
            break
        if fault:
            return Taken(fault=fault)
        lines.append(letter.here.text.rstrip())
        letter.at += 1
    if letter.is_over and letter.stop is not None and lines:
        return Taken(fault=_unclear(len(lines) + 1, letter.stop))
    return Taken("\n".join(lines).strip())


def _fault_of(letter: Letter, number: int, has_text: bool, is_order: Callable[[str], bool]) -> str | None:
    """Why this line can't stand in an undelimited text, "" if it can; None if there is no text at all."""
    if letter.here.quoted or letter.is_at_end():
        return _unclear(number, letter.text) if has_text else None
    if letter.here.block:
        return said(
            "Line {number} opens a delimited text within the text: {delimit} as a whole.",
            number=number,
            delimit=DELIMIT,
        )
    return (
        said("Line {number} looks like an order: {apart}.", number=number, apart=APART)
        if is_order(letter.text)
        else ""
    )


def _unclear(number: int, line: str) -> str:
    return said(
        "Line {number} (“{line}”) may end the text or belong to it: {delimit}.",
        number=number,
        line=line.strip()[:40],
        delimit=DELIMIT,
    )


def _what_follows(letter: Letter, taken: Taken, goes_on: Callable[[str], bool]) -> Taken:
    """After a blank line: a change, settings, an order, `end`, or the end of what is read."""
    before = letter.at
    letter.skip_blank()
    if letter.is_over or letter.here.quoted or letter.is_settings() or goes_on(letter.text):
        return taken
    if letter.is_at_end():
        letter.at += 1
        return taken
    if letter.at == before:
        return taken
    return Taken(
        fault=said(
            "After a blank line the text seems to go on with “{text}”: {delimit}.",
            text=letter.text[:40],
            delimit=DELIMIT,
        )
    )
