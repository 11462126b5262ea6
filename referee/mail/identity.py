"""Evidence of who wrote a letter: tokens, and what the operator's own server says."""

import re
from collections.abc import Iterable, Iterator

from referee.mail.mime import Headers

TOKEN = r"[a-z2-7]{16}"
TAG = re.compile(
    rf"\[[\s>|]{{0,8}}m(\d{{0,9}})[\s>|]{{0,8}}[.·][\s>|]{{0,8}}({TOKEN})[\s>|]{{0,8}}\]", re.IGNORECASE
)
PLUS = re.compile(rf"([-+=_.])m(\d{{0,9}})\.({TOKEN})(?![a-z0-9])", re.IGNORECASE)
BARE = re.compile(r"(?<![a-z0-9])(?=[a-z]{0,15}[2-7])(?=[2-7]{0,15}[a-z])[a-z2-7]{16}(?![a-z0-9])")
RECIPIENT_FIELDS = (
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "resent-to",
    "apparently-to",
)


def tag(match: str, token: str) -> str:
    """The tag line at the foot of a mail; it identifies, also when quoted, and never acts."""
    return f"[{match or 'm'}.{token}]"


def plus_address(address: str, delimiter: str, match: str, token: str) -> str:
    """The referee's address that carries a token."""
    local, _, host = address.rpartition("@")
    return f"{local}{delimiter}{match or 'm'}.{token}@{host}"


def tokens_in(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Every (match id, token) in addresses and tag lines, each once, in order of appearance."""
    return tuple(dict.fromkeys(pair for text in texts for pair in _tokens(text)))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for pattern in (PLUS, TAG):
        for found in pattern.finditer(text):
            *_, number, token = found.groups()
            yield (f"m{number}" if number else ""), token.lower()


def without_token(address: str) -> str:
    """The address with the match that it names, but without the token."""
    return PLUS.sub(lambda found: f"{found[1]}m{found[2]}" if found[2] else "", address)


def strip_secrets(text: str, tokens: Iterable[str] = ()) -> str:
    """The text without tokens and tag lines, so that it may be passed on."""
    text = TAG.sub("", PLUS.sub("", text))
    for token in tokens:
        text = re.sub(re.escape(token), "", text, flags=re.IGNORECASE)
    return BARE.sub("", text)


def is_vouched(headers: Headers, authserv_id: str, sender: str | None) -> bool:
    """Whether the operator's own server vouches for the domain of the sender's address.

    Only the topmost Authentication-Results counts; it must be that server's and stand above the
    first Received, since whatever stands below may have come with the mail.
    """
    if not authserv_id or sender is None:
        return False
    names = [name for name, _ in headers.fields]
    if "authentication-results" not in names or "received" not in names:
        return False
    if names.index("authentication-results") > names.index("received"):
        return False
    results = _results(headers.first("authentication-results"))
    return _is_by(results, authserv_id) and _has_pass(results[1:], sender.rpartition("@")[2].rstrip("."))


def _is_by(results: list[list[str]], authserv_id: str) -> bool:
    """Whether the first element is that id, perhaps with a version."""
    if not results or not 1 <= len(results[0]) <= 2:
        return False
    return results[0][0].casefold() == authserv_id.casefold() and all(w.isdigit() for w in results[0][1:])


def _has_pass(results: list[list[str]], domain: str) -> bool:
    return any(_vouches(words, domain) for words in results if words)


def _vouches(words: list[str], domain: str) -> bool:
    """Whether one result is an aligned pass of DKIM or DMARC."""
    method = re.fullmatch(r"(dkim|dmarc)(?:/1)?=pass", words[0].casefold())
    properties = dict(word.casefold().split("=", 1) for word in reversed(words[1:]) if "=" in word)
    if method is None:
        return False
    if method[1] == "dmarc":
        return properties.get("header.from", "").rstrip(".") == domain
    signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))


_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[();]|\s+|[^"\\();\s]+|.', re.DOTALL)

_QUOTED = {ord(" "): "\x00", ord("\t"): "\x00", ord("="): "\x01"}
"""Inside quotes a space divides nothing, and an equals sign joins nothing."""


def _results(value: str) -> list[list[str]]:
    """The elements between the semicolons as words, without comments; [] if it can't be read surely."""
    results: list[list[str]] = [[]]
    depth, word = 0, ""
    for piece in (*_PIECE.findall(value), ";"):
        if piece == '"':
            return []
        if piece in "()" or depth:
            depth += (piece == "(") - (piece == ")")
            continue
        if piece == ";" or piece.isspace():
            results[-1] += [word] if word else []
            word = ""
            results += [[]] if piece == ";" else []
        else:
            word += piece[1:-1].translate(_QUOTED) if piece.startswith('"') else piece
    return [] if depth else [_joined(words) for words in results]


def _joined(words: list[str]) -> list[str]:
    """The words with `a = b` written as `a=b`."""
    return re.sub(r"\s*=\s*", "=", " ".join(words)).split(" ") if words else []
