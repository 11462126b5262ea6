"""From the parts of a mail to the one text that is read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.reply import MAX_LINES, made_plain
from referee.mail.html import html_to_text
from referee.mail.mime import Part, leaves

FOOTER = re.compile(r"\s*[-_=]{5,}\s*$", re.MULTILINE)
CLEAR = "-----BEGIN PGP SIGNED MESSAGE-----"
SEALED = "-----BEGIN PGP MESSAGE-----"
CLEAR_END = "-----BEGIN PGP SIGNATURE-----"


@dataclass(frozen=True, slots=True)
class Body:
    """The text that is read, why there is none (`problem`), and every text in which tag lines may stand."""

    text: str
    problem: str = ""
    sources: tuple[str, ...] = ()


def body_of(mail: Part) -> Body:
    """The first text/plain part as text, else the first text/html; attached files are neither."""
    parts = list(leaves(mail))
    texts = [part for part in parts if part.kind in ("text/plain", "text/html") and not part.is_attached]
    written = [(part, part.text) for part in texts]
    text = _clear_signed(_chosen(written))
    return Body(text, _problem(mail, parts, text), (text, *(source for _, source in written)))


def _chosen(written: Sequence[tuple[Part, str]]) -> str:
    """The first text/plain that says something, else the first text/html, as plain text."""
    for part, source in written:
        if part.kind == "text/plain" and not _is_void(source):
            return _unwrapped(part, made_plain(source))
    pages = (source for part, source in written if part.kind == "text/html")
    return made_plain(html_to_text(next(pages, "")))


def _is_void(text: str) -> bool:
    """Whether a part says nothing: it is blank, or the footer of a list alone."""
    return not text.strip() or bool(FOOTER.match(text))


def _problem(mail: Part, parts: Sequence[Part], text: str) -> str:
    """Why the text can't be read, "" if it can."""
    kinds = {mail.kind, *(part.kind for part in parts)}
    is_sealed = "multipart/encrypted" in kinds or text.lstrip().startswith(SEALED)
    if is_sealed or (not text.strip() and kinds & {"application/pkcs7-mime", "application/x-pkcs7-mime"}):
        return "encrypted"
    if text.strip():
        return ""
    names = {part.file_name.lower() for part in parts}
    return "winmail" if "winmail.dat" in names or kinds & {"application/ms-tnef"} else "empty"


def _unwrapped(part: Part, text: str) -> str:
    if part.headers.parameter("content-type", "format").lower() != "flowed":
        return text
    is_spaced = part.headers.parameter("content-type", "delsp").lower() == "yes"
    return unfolded(text, is_spaced=is_spaced)


def unfolded(text: str, *, is_spaced: bool = False) -> str:
    """The text of format=flowed with its paragraphs on one line each, their quote marks kept.

    `is_spaced` (DelSp=yes): the space at a soft line end belongs to the line end.
    """
    lines: list[list[str]] = []
    depth, is_open = 0, False
    for raw in text.split("\n", MAX_LINES + 1):
        marks = len(raw) - len(raw.lstrip(">"))
        line = raw[marks:].removeprefix(" ")
        if is_open and marks == depth and line.rstrip() != "--":
            lines[-1].append(line)
        else:
            lines.append([">" * marks + (" " if marks else ""), line])
        is_open, depth = line.endswith(" ") and line != "-- ", marks
        if is_open and is_spaced:
            lines[-1][-1] = line[:-1]
    return "\n".join("".join(pieces) for pieces in lines)


def _clear_signed(text: str) -> str:
    """The text inside a PGP clear signature, if it has one."""
    before, mark, after = text.partition(CLEAR)
    if not mark or before.strip():
        return text
    _, _, signed = after.partition("\n\n")
    signed = signed.partition(CLEAR_END)[0]
    return re.sub(r"^- ", "", signed, flags=re.MULTILINE)
