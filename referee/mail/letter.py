"""Bytes to a Letter; whatever the bytes are, nothing is raised."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from referee.app.ports import Letter
from referee.engine.reply import Line, ReplyText, read_reply
from referee.mail import mime
from referee.mail.addresses import mailboxes, sole_sender, words
from referee.mail.body import Body, body_of
from referee.mail.bounces import bounce_of
from referee.mail.html import TooDeep
from referee.mail.identity import RECIPIENT_FIELDS, is_vouched, strip_secrets, tokens_in, without_token
from referee.mail.machines import list_id
from referee.mail.machines import machine as reason

MESSAGE_ID = re.compile(r"<[^<>\s]{1,990}>")
MAX_ANSWERED = 50
MOST_TOKENS = 32


@dataclass(frozen=True, slots=True)
class LetterReading:
    """Reads letters to the referee at `address`.

    `authserv_id`: the name under which the operator's own server reports on senders, "" for none.
    `lists`: the List-Ids of the lists whose posts are welcome. `max_bytes`: above it only the headers
    are read.
    """

    address: str
    delimiter: str = "+"
    authserv_id: str = ""
    lists: frozenset[str] = frozenset()
    max_bytes: int = mime.MAX_BYTES

    def __call__(self, raw: bytes) -> Letter:
        """The letter; `problem` says why its text can't be read."""
        try:
            return self._letter(raw)
        except Exception:  # the edge: a letter that can't be read is filed all the same
            return replace(UNREADABLE, text_hash=_digest(raw.decode("latin-1")))

    def _letter(self, raw: bytes) -> Letter:
        mail = mime.split(raw[: self.max_bytes])
        body = Body("", "too-large") if len(raw) > self.max_bytes else _body(mail)
        text = _without_secrets(read_reply("" if body.problem else body.text))
        headers = mail.headers
        name, sender = sole_sender(headers.all("from"))
        machine = reason(mail, self.address, self.lists)
        return Letter(
            message_id=next(iter(MESSAGE_ID.findall(headers.first("message-id"))), None),
            sender=sender,
            sender_name=name,
            recipients=_recipients(headers),
            subject=strip_secrets(words(headers.first("subject")))[:500],
            date=_date(headers.first("date")),
            answered=_answered(headers),
            tokens=tokens_in((*headers.all(*RECIPIENT_FIELDS), *body.sources))[:MOST_TOKENS],
            text=text,
            text_hash=_text_hash(text, body, mail),
            authenticated=is_vouched(headers, self.authserv_id, sender),
            machine=machine,
            list_id=list_id(headers),
            problem=body.problem,
            bounce=bounce_of(mail, raw, self.address.rpartition("@")[2]) if machine else None,
        )


UNREADABLE = Letter(None, None, "", (), "", None, (), (), ReplyText(()), "", problem="malformed")


def _body(mail: mime.Part) -> Body:
    try:
        return body_of(mail)
    except (mime.Malformed, TooDeep):
        return Body("", "malformed")


def _recipients(headers: mime.Headers) -> tuple[str, ...]:
    """Whom the writer addressed, each once; the referee without a token."""
    entries = (entry for value in headers.all("to", "cc") for entry in mailboxes(value))
    return tuple(dict.fromkeys(without_token(address) for _, address in entries if address))


def _answered(headers: mime.Headers) -> tuple[str, ...]:
    """The mails that it answers, newest first, each once."""
    replied = [id for value in headers.all("in-reply-to") for id in MESSAGE_ID.findall(value)]
    referred = [id for value in headers.all("references") for id in MESSAGE_ID.findall(value)]
    return tuple(dict.fromkeys((*replied, *reversed(referred))))[:MAX_ANSWERED]


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value[:200])
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _without_secrets(text: ReplyText) -> ReplyText:
    """The text without tokens and tag lines, so that whatever is passed on holds none."""
    return replace(
        text,
        lines=tuple(map(_clean, text.lines)),
        stop=None if text.stop is None else strip_secrets(text.stop),
        beyond=tuple(map(_clean, text.beyond)),
        interleaved=tuple((strip_secrets(above), strip_secrets(line)) for above, line in text.interleaved),
    )


def _clean(line: Line) -> Line:
    return replace(line, text=strip_secrets(line.text))


def _text_hash(text: ReplyText, body: Body, mail: mime.Part) -> str:
    """SHA-256 of what the letter says, the same however its lines are wrapped and its footers read."""
    if body.problem not in ("", "empty"):
        return _digest(mail.body.decode("latin-1"))
    written = [line.text for line in (*text.lines, *text.beyond) if not line.quoted]
    return _digest(" ".join((*written, *(word for pair in text.interleaved for word in pair))))


def _digest(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode("utf-8")).hexdigest()
