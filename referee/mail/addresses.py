"""Names and addresses out of header fields, without recursion and in linear time."""

import re
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.header import decode_header

from referee.engine.names import lowered
from referee.engine.reply import made_plain
from referee.mail.mime import decoded

ADDRESS = re.compile(r"[^\s@<>()\[\]\\\",;:]{1,64}@[^\s@<>()\[\]\\\",;:]{1,255}")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|\\.?|[(),;:<>]|[^"\\(),;:<>]+', re.DOTALL)
MAX_ENTRIES = 500


def words(value: str) -> str:
    """The value with its encoded words decoded, on one line and without control characters."""
    try:
        pieces = decode_header(value) if "=?" in value else [(value, None)]
    except (HeaderParseError, ValueError):
        pieces = [(value, None)]
    text = "".join(
        piece if isinstance(piece, str) else decoded(piece, charset or "utf-8") for piece, charset in pieces
    )
    return " ".join(made_plain(text).split())


@dataclass(slots=True)
class _Entry:
    """One entry of an address list while it is read."""

    outside: list[str] = field(default_factory=list)
    inside: list[str] | None = None
    comment: list[str] = field(default_factory=list)
    is_closed: bool = False
    is_bad: bool = False

    @property
    def is_open(self) -> bool:
        return self.inside is not None and not self.is_closed

    def take(self, token: str) -> None:
        if token == "<":
            self.is_bad |= self.inside is not None
            self.inside = []
        elif token == ">":
            self.is_bad |= not self.is_open
            self.is_closed = True
        elif self.inside is not None and not self.is_closed:
            self.inside.append(token)
        else:
            self.is_bad |= self.is_closed and bool(token.strip())
            self.outside.append(token)

    @property
    def is_blank(self) -> bool:
        return self.inside is None and not any(token.strip() for token in self.outside + self.comment)

    def mailbox(self) -> tuple[str, str]:
        written = "".join(self.outside if self.inside is None else self.inside).strip()
        is_whole = not self.is_bad and not self.is_open and written.isprintable()
        is_good = is_whole and ADDRESS.fullmatch(written)
        named = self.comment if self.inside is None and is_good else self.outside
        return words("".join(map(_unquoted, named)))[:200], lowered(written) if is_good else ""


def _unquoted(token: str) -> str:
    if not token.startswith('"'):
        return token
    return re.sub(r"\\(.)", r"\1", token[1:-1] if len(token) > 1 else "")


def mailboxes(value: str) -> tuple[tuple[str, str], ...]:
    """Every (name, lower-case address) of an address list; an entry without one has an empty address."""
    entries: list[_Entry] = []
    entry, depth = _Entry(), 0
    for token in TOKEN.findall(value):
        if token in "()" and not entry.is_open:
            depth += 1 if token == "(" else -1
            entry.is_bad |= depth < 0
        elif depth > 0:
            entry.comment.append(token)
        elif token in ",;" and not entry.is_open:
            entries.append(entry)
            entry = _Entry()
        elif token == ":" and not entry.is_open:
            entry = _Entry()
        else:
            entry.take(token)
    entry.is_bad |= depth != 0
    entries.append(entry)
    return tuple(one.mailbox() for one in entries[:MAX_ENTRIES] if one.is_bad or not one.is_blank)


def sole_sender(values: tuple[str, ...]) -> tuple[str, str | None]:
    """The name and address of who wrote it; the address is None unless there is exactly one."""
    entries = [entry for value in values for entry in mailboxes(value)]
    if len(values) == 1 and len(entries) == 1 and entries[0][1]:
        return entries[0]
    return (entries[0][0] if entries else ""), None
