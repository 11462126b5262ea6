"""HTML to the text that its reader saw, with everything quoted marked by `>`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.engine.reply import MAX_LINES

MAX_HTML = 256 * 1024
MAX_OPEN = 1000
MAX_MARKS = 3
SEPARATOR = "----- Original Message -----"

DATA = re.compile(r"data:[\w/+.-]{0,60};base64,[A-Za-z0-9+/=]*")
FORMATTING = re.compile(
    r"(</?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LEFT_OPEN = _words(
    "area base br col embed hr img input link meta param source track wbr p li td tr th dd dt option"
)
BLOCKS = _words(
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 "
    "h3 h4 h5 h6 header li main nav ol p pre section table tbody tfoot thead tr ul includetail"
)
UNSEEN = _words(
    "head script style title template noscript object iframe svg math select textarea button video audio "
    "canvas -comment"
)
QUOTES = _words(
    "gmail_quote gmail_quote_container gmail_extra gmail_attr yahoo_quoted yqtdbase protonmail_quote "
    "tutanota_quote moz-forward-container zmail_extra mail-quote-collapse "
    "ms-outlook-mobile-reference-message mail-editor-reference-message-container aolreplacedbody quote "
    "isreplycontent includetail qt"
)
"""Tags, classes, ids and names of elements that hold what somebody else wrote."""

BOUNDARIES = _words(
    "divrplyfwdmsg appendonsend moz-cite-prefix outlookmessageheader messagereplysection zmail_extra_hr "
    "replysplit"
)
"""The same of elements at which, and after which, somebody else's text stands."""

SIGNATURES = _words(
    "gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block "
    "ms-outlook-mobile-signature messagesignaturesection tutanota_signature applemailsignature"
)
HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])"
)
OUTLOOK_LINE = re.compile(r"border-top\s*:\s*solid\s+#(?:e1e1e1|b5c4df)", re.IGNORECASE)


class TooDeep(Exception):
    """The elements are nested so deeply that parsing them would take too long."""


@dataclass(slots=True)
class _Page:
    """The text as far as it is read. `marks`: how many quotes are open; `kept`: how many `pre`."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    marks: int = 0
    kept: int = 0

    def write(self, text: str) -> None:
        """Adds text; its own line ends count only where they are kept."""
        first, *more = text.split("\n") if self.kept else (text,)
        self.line.append(first)
        for line in more:
            self.end_line(is_blank_kept=True)
            self.line.append(line)

    def end_line(self, *, is_blank_kept: bool = False) -> None:
        """Ends the line; one with nothing on it is kept when it was meant."""
        written = "".join(self.line)
        text = re.sub(r"\s+", " ", written).strip()
        if text or is_blank_kept or "\xa0" in written:
            self.lines.append("> " * min(self.marks, MAX_MARKS) + text)
        self.line = []

    def draw(self, line: str) -> None:
        """A line of its own."""
        self.end_line()
        self.write(line)
        self.end_line()


def html_to_text(source: str) -> str:
    """The text of the page; quotes begin with `>`, and what only looks unquoted stands below a separator."""
    cleaned = FORMATTING.sub(r"\1span", DATA.sub("", source)[:MAX_HTML].replace("\x00", ""))
    if _open_at_most(cleaned) > MAX_OPEN:
        raise TooDeep("too many open elements")
    body = LexborHTMLParser(cleaned).body
    page = _Page()
    for node, kind, is_begin in _walk(body) if body is not None else ():
        _begin(page, node, kind) if is_begin else _end(page, node, kind)
        if len(page.lines) > MAX_LINES:
            break
    page.end_line()
    return "\n".join(page.lines)


def _begin(page: _Page, node: LexborNode, kind: str) -> None:
    match kind, node.tag:
        case "text", _:
            page.write(node.text_content or "")
        case "quote", _:
            page.end_line()
            page.marks += 1
        case "boundary", _:
            page.draw(SEPARATOR)
        case "signature", _:
            page.draw("--")
        case _, "br":
            page.end_line(is_blank_kept=True)
        case _, "hr":
            page.draw("_" * 32)
        case _, "td" | "th":
            page.write(" ")
        case _, tag if tag in BLOCKS:
            page.end_line()
    page.kept += node.tag == "pre"


def _end(page: _Page, node: LexborNode, kind: str) -> None:
    if kind == "quote" or node.tag in BLOCKS:
        page.end_line()
    if node.tag == "p" and "MsoNormal" not in (node.attributes.get("class") or ""):
        page.end_line(is_blank_kept=True)
    page.marks -= kind == "quote"
    page.kept -= node.tag == "pre"


def _open_at_most(source: str) -> int:
    """How many elements can be open at once, roughly."""
    opened: Counter[str] = Counter()
    total = most = 0
    for found in TAG.finditer(source):
        name = found[2].lower()
        step = 0 if name in LEFT_OPEN else -1 if found[1] else 1
        if opened[name] + step >= 0:
            opened[name] += step
            total += step
            most = max(most, total)
    return most


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, str, bool]]:
    """Every node that is seen, with its kind, at its beginning and at its end, without recursion."""
    waiting: list[tuple[LexborNode, str | None]] = [(root, None)]
    while waiting:
        node, ended = waiting.pop()
        kind = _kind(node) if ended is None else ended
        if kind == "unseen":
            continue
        yield node, kind, ended is None
        if ended is None and kind != "text":
            waiting.append((node, kind))
            waiting.extend((child, None) for child in reversed(list(node.iter(include_text=True))))


def _kind(node: LexborNode) -> str:
    """What a node is: text, unseen, quote, boundary, signature, or nothing of these."""
    if node.is_text_node:
        return "text"
    attributes = node.attributes
    style = attributes.get("style") or ""
    if node.tag in UNSEEN or "hidden" in attributes or (style and HIDDEN.search(style)):
        return "unseen"
    names = _names(node.tag or "", attributes)
    if names & BOUNDARIES or (style and OUTLOOK_LINE.search(style)):
        return "boundary"
    if names & QUOTES or node.tag == "blockquote":
        return "quote"
    return "signature" if names & SIGNATURES else ""


def _names(tag: str, attributes: Mapping[str, str | None]) -> frozenset[str]:
    """What an element is called by tag, class, id and name, without the numbers at their ends."""
    if not attributes:
        return frozenset((tag,))
    called = " ".join(attributes.get(key) or "" for key in ("class", "id", "name"))
    return frozenset(word.rstrip("0123456789_-") for word in f"{tag} {called}".lower().split())
