"""A draft to the bytes of a mail: the same every time, safe for every server, found again in the answer."""

import email
import email.policy
import html
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.app.ports import Draft, Rendered
from referee.mail.compose import Composing, message_id
from referee.mail.letter import LetterReading

TOKEN = "k3fq7dxw2mhrnb5a"
COMPOSE = Composing("referee@example.org")
READ = LetterReading("referee@example.org")
DRAFT = Draft(
    to="ann@example.net",
    to_name="Ann",
    words=Rendered(
        "Nday 7", "It is nday 7.\nmove s\n", "<html><body><p>It is nday 7.</p><p>move s</p></body></html>"
    ),
    at=datetime(2026, 12, 7, tzinfo=UTC),
    message_id=message_id("m17", "Ann", "nday 7", "turn", host="example.org"),
    match="m17",
    token=TOKEN,
)


def mail_of(draft: Draft, compose: Composing = COMPOSE) -> EmailMessage:
    """The mail as another program reads it."""
    message = email.message_from_bytes(compose(draft), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    assert not any(part.defects for part in message.walk())
    return message


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_the_same_draft_gives_the_same_bytes() -> None:
    assert COMPOSE(DRAFT) == COMPOSE(replace(DRAFT))


def test_a_mail_names_its_reader_its_match_and_its_time() -> None:
    mail = mail_of(DRAFT)
    assert mail["From"] == "Referee <referee@example.org>"
    assert mail["To"] == "Ann <ann@example.net>"
    assert mail["Subject"] == "[m17] Nday 7"
    assert mail["Date"].datetime == DRAFT.at
    assert mail["Message-ID"] == DRAFT.message_id
    assert mail["Cc"] is None
    assert mail["Bcc"] is None


def test_a_mail_without_a_match_bears_no_tag() -> None:
    assert mail_of(replace(DRAFT, match="", token=""))["Subject"] == "Nday 7"
    assert "[m" not in text_of(mail_of(replace(DRAFT, match="", token="")))


def test_answers_go_to_the_address_that_carries_the_token() -> None:
    assert mail_of(DRAFT)["Reply-To"] == f"Referee <referee+m17.{TOKEN}@example.org>"
    minus = Composing("referee@example.org", delimiter="-")
    assert mail_of(DRAFT, minus)["Reply-To"] == f"Referee <referee-m17.{TOKEN}@example.org>"


def test_without_plus_addressing_answers_go_to_the_plain_address() -> None:
    plain = Composing("referee@example.org", plus_addressing=False)
    assert mail_of(DRAFT, plain)["Reply-To"] == "Referee <referee@example.org>"
    assert f"[m17.{TOKEN}]" in text_of(mail_of(DRAFT, plain))


def test_the_tag_line_stands_at_the_foot_of_text_and_html() -> None:
    assert text_of(mail_of(DRAFT)).rstrip().endswith(f"\n[m17.{TOKEN}]")
    page = text_of(mail_of(DRAFT), "html")
    assert f"[m17.{TOKEN}]" in page
    assert page.index(TOKEN) < page.index("</body>")


def test_the_token_stands_nowhere_else() -> None:
    mail = mail_of(replace(DRAFT, broadcast=True))
    bearing = {name for name, value in mail.items() if TOKEN in value}
    assert bearing == {"Reply-To", "List-Unsubscribe"}


def test_text_stands_before_html_in_one_alternative() -> None:
    mail = mail_of(DRAFT)
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_files_travel_beside_the_text() -> None:
    files = (("match.json", "application/json", b'{"a": 1}'), ("fält.txt", "text/plain", "move n Ł".encode()))
    mail = mail_of(replace(DRAFT, attachments=files))
    assert mail.get_content_type() == "multipart/mixed"
    first, second = mail.iter_attachments()
    assert (first.get_filename(), first.get_content()) == ("match.json", b'{"a": 1}')
    assert (second.get_filename(), second.get_content()) == ("fält.txt", "move n Ł")
    assert "move s" in text_of(mail)


def test_a_mail_is_threaded_below_what_it_answers() -> None:
    mail = mail_of(replace(DRAFT, answers=("<one@example.net>", "<two@example.net>")))
    assert mail["In-Reply-To"] == "<two@example.net>"
    assert mail["References"].split() == ["<one@example.net>", "<two@example.net>"]


def test_a_foreign_message_id_that_is_none_is_left_out() -> None:
    mail = mail_of(replace(DRAFT, answers=("junk", "<a b@c>", "<a@b>\r\nBcc: bob@example.net")))
    assert mail["In-Reply-To"] is None
    assert mail["Bcc"] is None


def test_a_mail_says_that_a_machine_wrote_it() -> None:
    mail = mail_of(replace(DRAFT, kind="auto-replied"))
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["X-Referee-Loop"] == "referee@example.org"
    assert mail["List-Id"] is None
    assert READ(COMPOSE(DRAFT)).machine == "loop"


def test_a_broadcast_can_be_sorted_and_refused() -> None:
    compose = Composing(
        "referee@example.org", base_url="https://games.example.org/", list_domain="games.example.org"
    )
    mail = mail_of(replace(DRAFT, broadcast=True), compose)
    assert mail["List-Id"] == "<m17.games.example.org>"
    assert mail["List-Unsubscribe"] == (
        f"<https://games.example.org/unsubscribe/m17/{TOKEN}>, "
        f"<mailto:referee+m17.{TOKEN}@example.org?body=unsubscribe>"
    )
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_without_pages_a_broadcast_is_refused_by_mail_alone() -> None:
    mail = mail_of(replace(DRAFT, broadcast=True))
    assert mail["List-Id"] == "<m17.example.org>"
    assert mail["List-Unsubscribe"] == f"<mailto:referee+m17.{TOKEN}@example.org?body=unsubscribe>"
    assert mail["List-Unsubscribe-Post"] is None


INJECTIONS = (
    "x\r\nBcc: bob@example.net",
    "x\nBcc: bob@example.net",
    "x\r\n\r\nmove n",
    "x\u2028Bcc: bob@example.net",
)


@pytest.mark.parametrize("text", INJECTIONS)
def test_nothing_written_can_become_a_header(text: str) -> None:
    draft = replace(DRAFT, to_name=text, words=replace(DRAFT.words, subject=text), kind=text, message_id=text)
    mail = mail_of(replace(draft, attachments=((text, text, b"x"),)))
    assert mail["Bcc"] is None
    assert mail["To"].addresses[0].addr_spec == "ann@example.net"
    assert len(mail["To"].addresses) == 1
    assert text_of(mail).startswith("It is nday 7.")


NAMES = ('Ann "A" <x@y.org>', "Łucja", "张三" * 30, "a, b; c", "\\", "=?utf-8?q?x?=", "ann@example.org", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_name_whatever_it_is(name: str) -> None:
    (address,) = mail_of(replace(DRAFT, to_name=name))["To"].addresses
    assert address.addr_spec == "ann@example.net"
    assert address.display_name.replace(" ", "") == name[:60].replace(" ", "")


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("łucja@example.net", "łucja@example.net"),
        ("ann@example.net\r\nBcc: bob@example.net", "ann@example.netBcc:bob@example.net"),
    ],
)
def test_no_address_stops_the_post(to: str, written: str) -> None:
    assert f" <{written}>\r\nSubject:" in COMPOSE(replace(DRAFT, to=to)).decode()


BODIES = (
    "plain\n",
    "From here\n.\n..\nFrom there\n",
    "trailing  \n\ttabs\t\n",
    "x" * 5000 + "\n",
    "Olá — “curly”\n",
    "移动 北\n" * 50,
    "a\x00b\x07c\n",
    "=_ --=_\n",
    "\ud800 lone\n",
    "\n\n\n",
)


@pytest.mark.parametrize("body", BODIES)
def test_any_server_takes_the_mail(body: str) -> None:
    page = f"<html><body>{html.escape(body)}</body></html>"
    raw = COMPOSE(
        replace(DRAFT, words=Rendered("Nday", body, page), attachments=(("a", "b", b"\x00\xff\r\n.\r\n"),))
    )
    raw.decode("ascii")
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 120 for line in lines)
    assert not any(b"\n" in line or b"\r" in line or b"\x00" in line for line in lines)
    assert not any(line == b"." or line.startswith(b"From ") for line in lines)


@settings(deadline=None)
@example("", ".\x80", "")
@example("", ".\ud800", "")
@given(st.text(max_size=300), st.text(max_size=60), st.text(max_size=100))
def test_words_arrive_as_they_were_written(body: str, name: str, subject: str) -> None:
    body = "".join(c for c in body if c.isprintable() or c == "\n").rstrip()
    mail = mail_of(
        replace(DRAFT, token="", to_name=name, words=Rendered(subject, body, f"<p>{html.escape(body)}</p>"))
    )
    assert text_of(mail).rstrip("\n") == body.rstrip("\n")
    assert len(mail["To"].addresses) == 1


def test_message_ids_are_opaque_and_stable() -> None:
    first = message_id("m17", "Ann", "7", "turn", "1", TOKEN, host="example.org")
    assert first == message_id("m17", "Ann", "7", "turn", "1", TOKEN, host="example.org")
    assert first.startswith("<")
    assert first.endswith("@example.org>")
    assert "m17" not in first
    others = {
        message_id(*parts, host="example.org") for parts in (("a", "bc"), ("ab", "c"), ("abc",), ("abc", ""))
    }
    assert len(others) == 4


def test_boundaries_follow_from_the_message_id_alone() -> None:
    other = replace(DRAFT, words=Rendered("Other", "Other words.\n", "<p>Other words.</p>"))
    assert mail_of(DRAFT).get_boundary() == mail_of(other).get_boundary()
    assert mail_of(DRAFT).get_boundary() != mail_of(replace(DRAFT, message_id="<a@b.org>")).get_boundary()


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def reply(body: str, to: str, kind: str = "text/plain") -> bytes:
    """Ann's answer to the draft."""
    head = f"From: Ann <ann@example.net>\nTo: {to}\nIn-Reply-To: {DRAFT.message_id}\n"
    return f"{head}Content-Type: {kind}; charset=utf-8\n\n{body}".encode()


WAYS = {
    "gmail": "move n\n\nOn Mon, Dec 7, 2026 at 9:00 AM Referee <referee@example.org> wrote:\n\n{quoted}",
    "apple": "move n\n\n> On 7 Dec 2026, at 09:00, Referee <referee@example.org> wrote:\n> \n{quoted}",
    "outlook": "move n\n\n________________________________\nFrom: Referee\nSent: 7 Dec 2026\n\n{text}",
    "bare": "move n\n\n{quoted}",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_an_answer_bears_the_token_and_nothing_quoted_acts(way: str) -> None:
    text = text_of(mail_of(DRAFT))
    letter = READ(reply(way.format(quoted=quoted(text), text=text), "referee@example.org"))
    assert [line for line in letter.text.unquoted if line.strip()] == ["move n"]
    assert letter.tokens == (("m17", TOKEN),)
    assert letter.answered == (DRAFT.message_id,)
    assert letter.sender == "ann@example.net"


def test_an_answer_in_html_bears_the_token_and_nothing_quoted_acts() -> None:
    page = text_of(mail_of(DRAFT), "html")
    body = f"<div>move n</div><blockquote type=cite>{page}</blockquote>"
    letter = READ(reply(body, "referee@example.org", "text/html"))
    assert [line for line in letter.text.unquoted if line.strip()] == ["move n"]
    assert letter.tokens == (("m17", TOKEN),)


def test_an_answer_to_the_reply_address_bears_the_token_without_a_quote() -> None:
    letter = READ(reply("move n\n", str(mail_of(DRAFT)["Reply-To"])))
    assert letter.tokens == (("m17", TOKEN),)
    assert letter.recipients == ("referee+m17@example.org",)
