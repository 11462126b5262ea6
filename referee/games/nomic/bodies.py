"""The body of a proposal in a letter: header lines, then changes with their texts and settings."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from referee.engine.phrases import plain
from referee.engine.said import said
from referee.games.nomic.amending import Change
from referee.games.nomic.body import Body
from referee.games.nomic.grammar import Head, read_change
from referee.games.nomic.letter import Letter
from referee.games.nomic.texts import take_text

PROPOSAL_FORM = re.compile(
    r"(?:proposal|proposta|提案)\s*[:：]\s*(?P<title>.*)|"
    r"(?:submit|propose) the following(?: proposal| rule-change| change)?s?\s*[:：.]?\s*",
    re.IGNORECASE,
)
HEADER = re.compile(
    r"(?P<name>title|authors?|co-?authors?|ai|adoption index|título|titulo|autor(?:es|a)?|"
    r"co-?autor(?:es|as?)?|标题|標題|作者|合著者|共同作者)\s*[:：]\s*(?P<value>.*)",
    re.IGNORECASE,
)
AND = re.compile(
    r"(?:and(?: also)?(?: to)? |e (?:também )?|(?:并且|並且|并|並|以及)\s*)(?P<rest>.+)", re.IGNORECASE
)
LEAD = re.compile(
    r"(?:i |eu |我)?(?:hereby )?(?:propose |proponho |提议|提議)?(?:to )?(?P<rest>.+)", re.IGNORECASE
)
PAIR = re.compile(r"\s*([\w][\w' -]*?)\s*=\s*(.+?)\s*")


@dataclass(slots=True)
class Draft:
    """A body as it grows."""

    changes: list[Change] = field(default_factory=list)
    title: str = ""
    author: str = ""
    coauthors: tuple[str, ...] = ()
    index: str = ""
    fault: str = ""

    def done(self) -> Body:
        """The body as read; the proposal's title is that of its first new rule without one."""
        changes = tuple(self.changes)
        for at, change in enumerate(changes):
            if change.kind == "enact" and not change.title and self.title:
                changes = (*changes[:at], replace(change, title=self.title), *changes[at + 1 :])
                break
        return Body(changes, self.title, self.author, self.coauthors, self.index, self.fault)


def continues(line: str) -> bool:
    """Whether the line goes on with a proposal: `and to …`."""
    found = AND.fullmatch(line.strip())
    return found is not None and _head(found["rest"]) is not None


def _head(text: str) -> Head | None:
    return read_change(text) or read_change(plain(text))


def read_body(letter: Letter, is_order: Callable[[str], bool], first: str, *, is_form: bool) -> Body:
    """The body that begins with `first` in this line; in the form `Proposal: TITLE` headers may follow."""
    draft = Draft()
    letter.at += 1
    head = _head(_led(first)) if first else None
    if head is None and is_form:
        draft.title = first.strip()
        head = _headers(letter, draft)
    while head is not None and not draft.fault:
        _take(letter, draft, head, is_order, is_form)
        head = _next(letter, is_form) if not draft.fault else None
    if not draft.changes and not draft.fault:
        draft.fault = said(
            "It proposes no change; write “enact a new rule:”, “amend rule 206 to read:” or the like."
        )
    return draft.done()


def _led(text: str) -> str:
    found = LEAD.fullmatch(text.strip())
    return found["rest"] if found else text


def _headers(letter: Letter, draft: Draft) -> Head | None:
    """Takes the header lines; the first change below them, which is taken too."""
    while True:
        letter.skip_blank()
        if letter.is_over or letter.here.quoted or letter.here.block:
            return None
        found = HEADER.fullmatch(letter.text)
        if found is None:
            return _change_here(letter)
        _header(draft, found["name"].casefold().replace("-", ""), found["value"].strip())
        letter.at += 1


def _header(draft: Draft, name: str, value: str) -> None:
    if name in ("title", "título", "titulo", "标题", "標題"):
        draft.title = value
    elif name.startswith(("aut", "作者")):
        draft.author = value
    elif name.startswith(("co", "合", "共")):
        draft.coauthors = tuple(
            part.strip() for part in re.split(r"[,，、]|\b(?:and|e)\b|和", value) if part.strip()
        )
    else:
        draft.index = value


def _change_here(letter: Letter) -> Head | None:
    text = letter.text
    found = AND.fullmatch(text)
    head = _head(_led(found["rest"] if found else text))
    if head is not None:
        letter.at += 1
    return head


def _next(letter: Letter, is_form: bool) -> Head | None:
    """The next change of the same proposal, if one follows."""
    before = letter.at
    letter.skip_blank()
    if not letter.is_over and not (letter.here.quoted or letter.here.block):
        head = _further(letter.text, is_form)
        if head is not None:
            letter.at += 1
            return head
    letter.at = before
    return None


def _further(line: str, is_form: bool) -> Head | None:
    """The change that the line adds: `and to …`, in the form `Proposal: TITLE` also without that."""
    found = AND.fullmatch(line)
    head = _head(found["rest"]) if found else None
    return _head(line.removeprefix("to ")) if head is None and is_form else head


def _goes_on(line: str, is_form: bool) -> bool:
    return _further(line, is_form) is not None


def _take(letter: Letter, draft: Draft, head: Head, is_order: Callable[[str], bool], is_form: bool) -> None:
    """Takes a change's text and settings."""
    change = head.change
    if head.needs_text:
        taken = take_text(letter, change.text, is_order, partial(_goes_on, is_form=is_form))
        if taken.fault:
            draft.fault = taken.fault
            return
        change = replace(change, text=taken.text)
    before = letter.at
    letter.skip_blank()
    lines = letter.settings()
    if not lines:
        letter.at = before
    _settle(draft, change, lines)


def _settle(draft: Draft, change: Change, lines: tuple[str, ...]) -> None:
    settings: dict[str, str] = {}
    for part in (part for line in lines for part in re.split(r"[,;](?!\d{3}\b)", line) if part.strip(" .")):
        pair = PAIR.fullmatch(part.strip().rstrip("."))
        if pair is None or pair[1] in settings:
            draft.fault = said(
                "“{text}” is no setting, or stands twice; write name = value.", text=part.strip()
            )
            return
        settings[pair[1]] = pair[2]
    draft.changes.append(replace(change, settings=settings))
