"""What a mail system reports about mails of ours that it could not deliver."""

import re
from email import message_from_bytes

from flufl.bounce import all_failures

from referee.app.ports import Bounce
from referee.mail import mime

MAX_BYTES = 65_536
"""A report stands before the mail that it returns; what is beyond isn't searched for it."""
MAX_MAILS = 10


def bounce_of(mail: mime.Part, raw: bytes, host: str) -> Bounce | None:
    """The report in a machine's letter, None if it is about no mail of ours (their Message-IDs end so)."""
    about = _returned(mail, raw, host)
    if not about:
        return None
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:MAX_BYTES]))
    except Exception:  # a report that breaks its reader is none
        return None
    bounce = Bounce(about, _addresses(permanent), _addresses(temporary))
    return bounce if bounce.permanent or bounce.temporary else None


def _returned(mail: mime.Part, raw: bytes, host: str) -> tuple[str, ...]:
    """The Message-IDs of ours in returned headers, or else what the report answers."""
    ours = rb"(<[a-z2-7]{32}@" + re.escape(host.encode("utf-8")) + rb">)"
    named = re.compile(rb"^[ \t>]{0,8}Message-ID:\s{0,8}" + ours, re.IGNORECASE | re.MULTILINE)
    found = [id for text in (mail.body, *_contents(mail)) for id in named.findall(text)]
    if not found:
        found = re.findall(ours, mail.headers.first("in-reply-to").encode("utf-8"))
    return tuple(dict.fromkeys(id.decode("utf-8").lower() for id in found))[:MAX_MAILS]


def _contents(mail: mime.Part) -> list[bytes]:
    """The parts that travel encoded, as they were."""
    try:
        return [part.content for part in mime.leaves(mail) if part.content != part.body]
    except mime.Malformed:
        return []


def _addresses(found: frozenset[bytes]) -> frozenset[str]:
    return frozenset(address.decode("ascii", "replace").strip("<> ").lower() for address in found)
