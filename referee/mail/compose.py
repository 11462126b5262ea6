"""A draft to the bytes of a mail: the same draft gives the same bytes."""

import binascii
import hashlib
import re
from base64 import b32encode, encodebytes
from dataclasses import dataclass
from email.header import Header
from email.utils import format_datetime, quote
from html import escape
from urllib.parse import quote as quoted_url

from referee.app.ports import Draft
from referee.mail.identity import plus_address, tag

MAX_REFERENCES = 20
LOW = bytes(range(127))
"""The bytes of plain characters."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
MANGLED = re.compile(rb"^(?:F(?=rom )|\.)", re.MULTILINE)
"""What servers change at the beginning of a line."""

FOOT = (
    "max-width:640px;margin:0 auto;padding:0 14px 16px;color:#767676;font-size:12px;"
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif"
)
"""How the tag line looks: below the frame's sheet, and in its letters."""
KIND = re.compile(r"[a-z0-9][a-z0-9.+-]{0,60}/[a-z0-9][a-z0-9.+-]{0,60}(?:; [a-z]{1,20}=[A-Za-z]{1,20})?")


def message_id(*parts: str, host: str) -> str:
    """An opaque Message-ID, the same for the same parts."""
    told = b"".join(b"%d:%s," % (len(data), data) for data in (part.encode("utf-8") for part in parts))
    digest = hashlib.sha256(told).digest()[:20]
    return f"<{b32encode(digest).decode('ascii').lower()}@{host}>"


@dataclass(frozen=True, slots=True)
class Composing:
    """Writes mails from the referee at `address`.

    `plus_addressing`: whether answers may go to an address that carries the reader's token.
    `base_url`: where the referee's pages are, "" for nowhere. `list_domain`: what List-Ids end with,
    "" for the host of the address.
    """

    address: str
    name: str = "Referee"
    delimiter: str = "+"
    plus_addressing: bool = True
    base_url: str = ""
    list_domain: str = ""

    def __call__(self, draft: Draft) -> bytes:
        """The mail, with CRLF line ends and in characters that every server takes."""
        fields = "".join(f"{name}: {value}\r\n" for name, value in self._fields(draft))
        return fields.encode("utf-8") + self._content(draft)

    def _fields(self, draft: Draft) -> list[tuple[str, str]]:
        fields = [
            ("From", _mailbox(self.name, self.address)),
            ("To", _mailbox(draft.to_name, draft.to)),
            ("Subject", _encoded(self._subject(draft), "Subject")),
            ("Date", format_datetime(draft.at)),
            ("Message-ID", _one_line(draft.message_id)),
            ("Reply-To", _mailbox(self.name, self._reply_address(draft))),
        ]
        answers = [id for id in draft.answers if MESSAGE_ID.fullmatch(id)][-MAX_REFERENCES:]
        if answers:
            fields += [("In-Reply-To", answers[-1]), ("References", "\r\n ".join(answers))]
        fields += [
            ("Auto-Submitted", _one_line(draft.kind)),
            ("X-Auto-Response-Suppress", "All"),
            ("X-Referee-Loop", self.address),
        ]
        return fields + (self._list_fields(draft) if draft.broadcast else []) + [("MIME-Version", "1.0")]

    def _subject(self, draft: Draft) -> str:
        prefix = f"[{draft.match}] " if draft.match else ""
        return (prefix + " ".join(draft.words.subject.split()))[:200]

    def _reply_address(self, draft: Draft) -> str:
        if not (draft.token and self.plus_addressing):
            return self.address
        return plus_address(self.address, self.delimiter, draft.match, draft.token)

    def _list_fields(self, draft: Draft) -> list[tuple[str, str]]:
        """By what name the mails of a match are sorted, and how to be spared them."""
        host = self.list_domain or self.address.rpartition("@")[2]
        ways = [f"<mailto:{self._reply_address(draft)}?body=unsubscribe>"]
        fields = [("List-Id", f"<{draft.match or 'all'}.{host}>")]
        if self.base_url.startswith("https://") and draft.token:
            path = "/".join(_percent(part) for part in (draft.match or "m", draft.token))
            ways.insert(0, f"<{self.base_url.rstrip('/')}/unsubscribe/{path}>")
            fields.append(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
        return [*fields, ("List-Unsubscribe", ",\r\n ".join(ways))]

    def _content(self, draft: Draft) -> bytes:
        foot = tag(draft.match, draft.token) if draft.token else ""
        text = draft.words.text.rstrip() + (f"\n\n{foot}\n" if foot else "\n")
        html = _with_foot(draft.words.html, foot)
        both = _multipart("alternative", draft, (_text("plain", text), _text("html", html)))
        if not draft.attachments:
            return both
        return _multipart("mixed", draft, (both, *(_attached(*file) for file in draft.attachments)))


def _with_foot(html: str, foot: str) -> str:
    """The page with the tag line as its last words."""
    if not foot:
        return html
    line = f'<p class="quiet" style="{FOOT}">{escape(foot)}</p>\n'
    before, mark, after = html.rpartition("</body>")
    return before + line + mark + after if mark else html + line


def _one_line(value: str) -> str:
    """The value without anything that could end a header field, in ASCII."""
    return re.sub(r"[^ -~]+", " ", value).strip()


def _printable(value: str) -> str:
    """The value on one line, without what no header may hold."""
    known = value.encode("utf-8", "replace").decode("utf-8")
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", known).split())


def _encoded(value: str, field: str) -> str:
    """Words as a header's value: as they are if ASCII, else as encoded words, folded."""
    plain = _printable(value)
    is_plain = plain.isascii() and "=?" not in plain
    header = Header(plain, "us-ascii" if is_plain else "utf-8", header_name=field, maxlinelen=76)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    """A name and an address as a header's value."""
    plain = _plain_address(address)
    said = _printable(name)[:60].rstrip()
    if not said:
        return plain
    is_plain = said.isascii() and "=?" not in said
    return f'"{quote(said)}" <{plain}>' if is_plain else f"{_encoded(said, 'Reply-To')}\r\n <{plain}>"


def _plain_address(address: str) -> str:
    """The address in ASCII, the host as IDNA has it."""
    local, _, host = _without_breaks(address).rpartition("@")
    try:
        return f"{local}@{host if host.isascii() else host.encode('idna').decode('ascii')}"
    except UnicodeError:
        return _one_line(address)


def _without_breaks(value: str) -> str:
    return re.sub(r"[\s<>,;\x00-\x20]", "", value)


def _text(subtype: str, text: str) -> bytes:
    """A text part in the plainest transfer encoding that carries it."""
    data = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    encoding, body = _transferred(data)
    head = f'Content-Type: text/{subtype}; charset="utf-8"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n'
    return head.encode("ascii") + body.replace(b"\n", b"\r\n")


def _transferred(data: bytes) -> tuple[str, bytes]:
    """The transfer encoding and the encoded bytes, with bare line feeds."""
    lines = data.split(b"\n")
    is_short = all(len(line) <= 76 and line == line.rstrip() for line in lines)
    is_safe = not re.search(rb"[^\n\t -~]|^From |^\.|=_", data, re.MULTILINE)
    if is_short and is_safe:
        return "7bit", data
    high = len(data.translate(None, LOW))
    if high * 3 > len(data):
        return "base64", encodebytes(data.replace(b"\n", b"\r\n"))
    body = binascii.b2a_qp(data, istext=True)
    return "quoted-printable", MANGLED.sub(lambda found: b"=%02X" % ord(found[0]), body)


def _attached(name: str, kind: str, content: bytes) -> bytes:
    """A file as a part."""
    kind = kind if KIND.fullmatch(kind) else "application/octet-stream"
    kind += '; charset="utf-8"' if kind.startswith("text/") else ""
    safe = re.sub(r'["\\]|[^ -~]', "", name)[:100].strip() or "file"
    named = f'filename="{safe}"' if name.isascii() else f"filename*=utf-8''{_percent(name[:60])}"
    head = f"Content-Type: {kind}\r\nContent-Disposition: attachment; {named}\r\n"
    head += "Content-Transfer-Encoding: base64\r\n\r\n"
    return head.encode("ascii") + encodebytes(content).replace(b"\n", b"\r\n")


def _percent(text: str) -> str:
    return quoted_url(text, safe="", errors="replace")


def _multipart(subtype: str, draft: Draft, parts: tuple[bytes, ...]) -> bytes:
    """The parts in one, between boundaries that follow from the Message-ID."""
    digest = hashlib.sha256(f"{subtype}/{draft.message_id}".encode()).hexdigest()[:32]
    mark = f"--=_{digest}".encode("ascii")
    head = f'Content-Type: multipart/{subtype}; boundary="=_{digest}"\r\n\r\n'.encode("ascii")
    return head + b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"
