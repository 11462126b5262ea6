"""Bytes to headers and parts, in linear time whatever the bytes are."""

import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

MAX_BYTES = 1 << 20
MAX_HEADER = 8192
MAX_FIELD = 1024
MAX_HEADERS = 2000
MAX_DEPTH = 12
MAX_PARTS = 300

HEADER = re.compile(rb"([!-9;-~]{1,80})[ \t]{0,20}:")
BLANK = re.compile(rb"(?:\A|\n)[ \t]{0,8}\r?\n")
CUT = frozenset(("to", "cc", "subject", "references", "in-reply-to", "received"))
"""Fields of which the beginning is of use; any other that is too long counts as empty."""
STRANGE_CODECS = frozenset(
    ("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7", "mbcs", "oem")
)
WIDER = {
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}


class Malformed(Exception):
    """The parts can't be told apart within the limits."""


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields in their order, unfolded; names in lower case; each value at most 8 KiB."""

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, *names: str) -> tuple[str, ...]:
        """The values of every field of these names, in order of appearance."""
        return tuple(value for name, value in self.fields if name in names)

    def first(self, name: str) -> str:
        """The first field of that name, "" if there is none."""
        return next((value for key, value in self.fields if key == name), "")

    def parameter(self, name: str, parameter: str) -> str:
        """A parameter of a field such as Content-Type, decoded as RFC 2231 says."""
        message: Message[str, str] = Message()
        message[name] = re.sub(r"[\r\n\x00]", " ", self.first(name)[:MAX_FIELD])
        try:
            value = message.get_param(parameter, "", name)
            return value if isinstance(value, str) else _extended(*value)
        except (ValueError, LookupError, IndexError, TypeError):
            return ""


def _extended(charset: str | None, language: str | None, value: str) -> str:
    return decoded(value.encode("latin-1", "replace"), charset or "")


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its headers, and its body as it was transferred."""

    headers: Headers
    body: bytes

    @property
    def kind(self) -> str:
        """Its MIME type in lower case; text/plain where it says nothing that can be read."""
        kind = self.headers.first("content-type").partition(";")[0].strip().lower()
        return kind if re.fullmatch(r"[\w.+-]{1,80}/[\w.+-]{1,80}", kind) else "text/plain"

    @property
    def file_name(self) -> str:
        """The file name that it bears, "" for none."""
        name = self.headers.parameter("content-disposition", "filename")
        return name or self.headers.parameter("content-type", "name")

    @property
    def is_attached(self) -> bool:
        """Whether it is a file that travels with the mail rather than the mail's text."""
        disposition = self.headers.first("content-disposition").partition(";")[0].strip().lower()
        return disposition == "attachment" or bool(self.file_name)

    @property
    def content(self) -> bytes:
        """Its bytes, the transfer encoding undone as far as that goes."""
        encoding = self.headers.first("content-transfer-encoding").strip().lower()
        if encoding == "quoted-printable":
            return binascii.a2b_qp(self.body)
        return _from_base64(self.body) if encoding == "base64" else self.body

    @property
    def text(self) -> str:
        """Its text: by the declared charset, else as UTF-8, else as cp1252."""
        return decoded(self.content, self.headers.parameter("content-type", "charset"))


def _from_base64(body: bytes) -> bytes:
    data = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    return binascii.a2b_base64(data[: len(data) - len(data) % 4] + _rest(data))


def _rest(data: bytes) -> bytes:
    rest = data[len(data) - len(data) % 4 :]
    return rest + b"=" * (4 - len(rest)) if len(rest) > 1 else b""


def decoded(data: bytes, charset: str) -> str:
    """The bytes as text by that charset, else UTF-8, else cp1252; never fails."""
    for name in (codec_of(charset), "utf-8", "cp1252"):
        try:
            return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def codec_of(charset: str) -> str:
    """The codec for a declared charset, a wider one where mail programs declare too little."""
    try:
        name = codecs.lookup(charset.strip()[:40] or "utf-8").name
    except (LookupError, ValueError):
        return "utf-8"
    return "utf-8" if name.replace("_", "-") in STRANGE_CODECS else WIDER.get(name, name)


def split(raw: bytes) -> Part:
    """The headers and the body."""
    found = BLANK.search(raw, 0, MAX_BYTES)
    end = found.end() if found else len(raw)
    head, body = raw[: found.start() if found else len(raw)], raw[end:]
    headers, rest = _headers(head)
    return Part(headers, rest + body if rest else body)


def _headers(head: bytes) -> tuple[Headers, bytes]:
    """The fields, and what follows the last of them (a line that is no header ends them)."""
    fields: list[tuple[str, list[bytes]]] = []
    lines = head.split(b"\n")
    for at, line in enumerate(lines):
        found = HEADER.match(line)
        if line[:1] in (b" ", b"\t") and fields:
            fields[-1][1].append(line)
        elif found is not None:
            fields.append((found[1].decode("ascii").lower(), [line[found.end() :]]))
        elif not (at == 0 and line.startswith(b"From ")):
            return Headers(_unfolded(fields[:MAX_HEADERS])), b"\n".join(lines[at:])
    return Headers(_unfolded(fields[:MAX_HEADERS])), b""


def _unfolded(fields: list[tuple[str, list[bytes]]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _value(name, b"".join(lines))) for name, lines in fields)


def _value(name: str, data: bytes) -> str:
    if len(data) > MAX_HEADER and name not in CUT:
        return ""
    text = decoded(data[:MAX_HEADER], "utf-8")
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", " ", text).strip()


def leaves(part: Part) -> Iterator[Part]:
    """Every part that holds no others, in order; an enclosed message is one, and not looked into."""
    waiting = [(part, 0)]
    count = 0
    while waiting:
        current, depth = waiting.pop()
        count += 1
        if count > MAX_PARTS or depth > MAX_DEPTH:
            raise Malformed("too many parts")
        if current.kind.startswith("multipart/"):
            inner = [_inside(current, split(body)) for body in _bodies(current)]
            waiting.extend((part, depth + 1) for part in reversed(inner))
        else:
            yield current


def _inside(whole: Part, part: Part) -> Part:
    """The part; of a digest, an enclosed message unless it says what else it is."""
    if whole.kind != "multipart/digest" or part.headers.first("content-type"):
        return part
    fields = (("content-type", "message/rfc822"), *part.headers.fields)
    return Part(Headers(fields), part.body)


def _bodies(part: Part) -> list[bytes]:
    """What stands between the boundaries; the whole body where there is no boundary."""
    boundary = part.headers.parameter("content-type", "boundary").encode("utf-8", "replace").rstrip()
    if not boundary:
        return [b"\n" + part.body]
    line = re.compile(rb"(?:\A|\r?\n)--" + re.escape(boundary) + rb"(--)?[ \t]{0,80}(?=\r?\n|\Z)")
    bodies, start = [], None
    for found in line.finditer(part.body):
        if start is not None:
            bodies.append(part.body[start : found.start()].partition(b"\n")[2])
        start = None if found[1] else found.end()
        if found[1]:
            break
        if len(bodies) > MAX_PARTS:
            raise Malformed("too many parts")
    if start is not None:
        bodies.append(part.body[start:].partition(b"\n")[2])
    return bodies
