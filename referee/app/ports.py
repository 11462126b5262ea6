"""What the use cases ask of the outside: letters that came in, parcels that go out, and the seams."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from referee.engine.reply import ReplyText


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail system's report: the Message-IDs of our mails in it, and which addresses failed for good
    or for now."""

    about: tuple[str, ...]
    permanent: frozenset[str]
    temporary: frozenset[str]


@dataclass(frozen=True, slots=True)
class Letter:
    """A received mail as the use cases see it; made by mail.letter.read_letter, never raising.

    All addresses are lower-case. `sender` is None unless there is exactly one From with one address.
    `tokens` are the (match id, token) pairs found in the recipients' plus addresses and in tag lines
    (quoted or not). `answered` are the Message-IDs of In-Reply-To and References, newest first.
    `authenticated`: the operator's own server vouches for the From domain (topmost
    Authentication-Results of the configured authserv-id above the first Received, aligned).
    `machine`: why it was written by a machine, "" if it was not. `list_id`: the mailing list it came
    through. `problem`: "" or why its text can't be read (`empty`, `too-large`, `encrypted`, `winmail`,
    `malformed`). `text_hash`: of the normalised reply text. `bounce`: what a mail system reports in it.
    """

    message_id: str | None
    sender: str | None
    sender_name: str
    recipients: tuple[str, ...]
    subject: str
    date: datetime | None
    answered: tuple[str, ...]
    tokens: tuple[tuple[str, str], ...]
    text: ReplyText
    text_hash: str
    authenticated: bool = False
    machine: str = ""
    list_id: str = ""
    problem: str = ""
    bounce: Bounce | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail's words: subject without the match's tag, complete text, and HTML of the same."""

    subject: str
    text: str
    html: str


class Body(str):
    """A part of a mail as text, which templates of HTML take in its HTML form."""

    _html: str

    def __new__(cls, words: str, html: str) -> "Body":
        """The text, with the HTML of the same."""
        body = super().__new__(cls, words)
        body._html = html
        return body

    def __html__(self) -> str:
        """What Jinja takes in place of escaping the text."""
        return self._html


@dataclass(frozen=True, slots=True)
class Draft:
    """A mail before it is bytes; everything in it is fixed, so the same draft gives the same bytes.

    `match` and `token`: the match id and the reader's token for Reply-To and the tag line ("" for
    none). `message_id` is the whole `<…>`. `kind`: `auto-replied` or `auto-generated`.
    `answers`: the Message-IDs for In-Reply-To (last) and References.
    """

    to: str
    to_name: str
    words: Rendered
    at: datetime
    message_id: str
    match: str = ""
    token: str = ""
    answers: tuple[str, ...] = ()
    kind: str = "auto-generated"
    broadcast: bool = False
    attachments: tuple[tuple[str, str, bytes], ...] = ()
    """(file name, MIME type, content)."""


class LetterReader(Protocol):
    """Raw bytes to a Letter; never raises."""

    def __call__(self, raw: bytes) -> Letter: ...


class Composer(Protocol):
    """A draft to the bytes of a mail: same draft, same bytes (boundaries and headers included)."""

    def __call__(self, draft: Draft) -> bytes: ...


class Renderer(Protocol):
    """Templates to words. `name` is `mail/receipt`, `paprika/turn`, …"""

    def __call__(self, name: str, context: Mapping[str, Any]) -> Rendered: ...
    def language(self, wish: str) -> str | None:
        """The code of the language that is called so, in any language; None if there is none."""

    @property
    def languages(self) -> Mapping[str, str]:
        """What those who speak it call each language that mails can be told in, by its code."""

    def inline(self, name: str, context: Mapping[str, Any]) -> Body: ...


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail to send, as the outbox keeps it."""

    id: int
    to: str
    message_id: str
    raw: bytes
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Fetched:
    """A mail in the mailbox: where it lies, when the server received it, its bytes."""

    mailbox: str
    uidvalidity: int
    uid: int
    received_at: datetime
    raw: bytes
    size: int = field(default=0)
