"""Bytes to a Letter: what is read, what is evidence, and that nothing is ever raised."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.app.ports import Letter
from referee.mail import mime
from referee.mail.letter import LetterReading

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
READ = LetterReading("referee@example.org")
SOMEBODY_ELSES = "vote against 301"
TOKEN = "k3fq7dxw2mhrnb5a"


def written(letter: Letter) -> list[str]:
    return [line.strip() for line in letter.text.unquoted if line.strip()]


def answers(letter: Letter) -> str:
    return " / ".join(f"{above} = {line}" for above, line in letter.text.interleaved)


def facts(letter: Letter) -> dict[str, str]:
    """What the X-Expect fields of a sample can ask about."""
    return {
        "written": " / ".join(written(letter)),
        "stop": letter.text.reason,
        "problem": letter.problem,
        "sender": letter.sender or "",
        "answers": answers(letter),
        "tokens": ", ".join(f"{match}.{token}" for match, token in letter.tokens),
    }


def expected(raw: bytes) -> dict[str, str]:
    fields = mime.split(raw).headers.fields
    return {name.removeprefix("x-expect-"): value for name, value in fields if name.startswith("x-expect-")}


def letter_of(text: str, body: str = "move n\n") -> Letter:
    """A letter with these header lines."""
    return READ(f"{text}\n\n{body}".encode())


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_sample_is_read_as_it_says(path: Path) -> None:
    raw = path.read_bytes()
    letter = READ(raw)
    expectations = expected(raw)
    assert "written" in expectations
    assert {name: facts(letter)[name] for name in expectations} == expectations
    assert SOMEBODY_ELSES not in written(letter)


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_line_ends_change_nothing(path: Path) -> None:
    raw = path.read_bytes().replace(b"\r\n", b"\n")
    assert READ(raw) == READ(raw.replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_no_secret_is_left_in_what_may_be_passed_on(path: Path) -> None:
    letter = READ(path.read_bytes())
    assert TOKEN not in f"{letter.text}{letter.subject}{letter.recipients}{letter.sender_name}"


def test_a_letter_says_who_wrote_what_to_whom_and_when() -> None:
    letter = letter_of(
        "From: =?utf-8?q?Ann_=C5=81?= <Ann@Example.org>\n"
        "To: Referee <referee@example.org>, bob@example.net\n"
        "Cc: Cid <CID@example.net>\n"
        "Subject: =?utf-8?b?5byg5LiJ?= [m17]\n"
        "Date: Mon, 7 Dec 2026 10:00:00 +0100\n"
        "Message-ID: <one@example.org>\n"
        "In-Reply-To: <three@example.org>\n"
        "References: <two@example.org>\n <three@example.org>"
    )
    assert (letter.sender, letter.sender_name) == ("ann@example.org", "Ann Ł")
    assert letter.recipients == ("referee@example.org", "bob@example.net", "cid@example.net")
    assert letter.subject == "张三 [m17]"
    assert letter.date == datetime(2026, 12, 7, 9, tzinfo=UTC)
    assert letter.message_id == "<one@example.org>"
    assert letter.answered == ("<three@example.org>", "<two@example.org>")
    assert (letter.problem, letter.machine, letter.list_id, letter.authenticated) == ("", "", "", False)


@pytest.mark.parametrize(
    "date", ["", "yesterday", "Mon, 99 Foo 2026", "Mon, 7 Dec 99999 10:00:00 +0000", "x" * 900]
)
def test_a_date_that_can_not_be_read_is_none(date: str) -> None:
    assert letter_of(f"Date: {date}").date is None


@pytest.mark.parametrize(
    "date", ["Mon, 7 Dec 2026 10:00:00 -0000", "7 Dec 2026 10:00", "Mon, 7 Dec 2026 10:00:00 GMT"]
)
def test_a_date_without_a_zone_is_utc(date: str) -> None:
    assert letter_of(f"Date: {date}").date == datetime(2026, 12, 7, 10, tzinfo=UTC)


@pytest.mark.parametrize("value", ["", "junk", "<>", "<a b@c>", "<" + "a" * 2000 + "@b>"])
def test_a_message_id_that_is_none_is_none(value: str) -> None:
    assert letter_of(f"Message-ID: {value}").message_id is None


@pytest.mark.parametrize(
    "header",
    [
        f"To: Referee <referee+m17.{TOKEN}@example.org>",
        f"Cc: referee+m17.{TOKEN}@example.org",
        f"Delivered-To: referee+m17.{TOKEN}@example.org",
        f"X-Original-To: REFEREE+M17.{TOKEN.upper()}@EXAMPLE.ORG",
        f"To: referee-m17.{TOKEN}@example.org",
        f"Envelope-To: referee=m17.{TOKEN}@other.example.net",
    ],
)
def test_a_token_is_found_in_the_address_that_was_written_to(header: str) -> None:
    assert letter_of(header).tokens == (("m17", TOKEN),)


@pytest.mark.parametrize(
    "body",
    [
        f"[m17.{TOKEN}]\n",
        f"move n\n\n> Nday 7\n>\n> [m17.{TOKEN}]\n",
        f"move n\n\n-- \nAnn\n\nOn 7 Dec 2026, Referee wrote:\n>> [m17.{TOKEN}]\n",
        f"> [m17.\n> {TOKEN}]\n",
        f"> [m17.{TOKEN}\n> ]\n",
        f"On 7 Dec 2026, Referee <referee+m17.{TOKEN}@example.org> wrote:\n> x\n",
    ],
)
def test_a_tag_line_is_found_wherever_it_was_quoted(body: str) -> None:
    letter = letter_of("From: ann@example.org", body)
    assert letter.tokens == (("m17", TOKEN),)
    assert TOKEN not in str(letter.text)


def test_a_tag_line_is_found_in_html_beside_a_text_without_it() -> None:
    page = f"<p>move n</p><blockquote>[m17.{TOKEN}]</blockquote>"
    letter = letter_of(
        'Content-Type: multipart/alternative; boundary="b"',
        f"--b\n\nmove n\n--b\nContent-Type: text/html\n\n{page}\n--b--",
    )
    assert letter.tokens == (("m17", TOKEN),)


def test_a_token_without_a_match_is_found_too() -> None:
    letter = letter_of(f"To: referee+m.{TOKEN}@example.org", f"confirm\n> [m.{TOKEN}]")
    assert letter.tokens == (("", TOKEN),)


@pytest.mark.parametrize("text", ["[m17.short]", f"[m17.{TOKEN}x]", f"[x17.{TOKEN}]", f"m17.{TOKEN[:-1]}1"])
def test_what_only_resembles_a_tag_line_is_no_token(text: str) -> None:
    assert letter_of("From: ann@example.org", text).tokens == ()


def test_a_letter_that_is_too_large_is_known_by_its_headers() -> None:
    letter = READ(b"From: ann@example.org\nMessage-ID: <a@b.c>\n\n" + b"move n\n" * 200_000)
    assert (letter.problem, letter.sender, letter.message_id) == ("too-large", "ann@example.org", "<a@b.c>")
    assert written(letter) == []


def test_the_limit_of_a_letters_size_can_be_set() -> None:
    assert LetterReading("referee@example.org", max_bytes=40)(
        b"From: ann@example.org\n\n" + b"x" * 30
    ).problem
    assert not READ(b"From: ann@example.org\n\n" + b"x" * 30).problem


def test_the_beginning_of_a_long_list_of_recipients_is_read() -> None:
    letter = letter_of("To: " + ", ".join(f"p{at}@example.org" for at in range(10_000)))
    assert 100 < len(letter.recipients) <= 500


def test_a_sender_that_is_too_long_is_none() -> None:
    assert letter_of("From: ann@example.org," + " " * 9000 + "bob@example.net").sender is None


def hash_of(body: str, headers: str = "From: ann@example.org") -> str:
    return letter_of(headers, body).text_hash


def test_the_same_text_has_the_same_hash_however_it_travelled() -> None:
    footer = "\n_______________________________________________\nforum mailing list\n"
    page = "<p>vote for 301</p><p>dig e</p>"
    assert hash_of("vote for 301\ndig e") == hash_of("vote for  301\r\n\r\ndig e\r\n" + footer)
    assert hash_of("vote for 301\ndig e") == hash_of(page, "Content-Type: text/html")
    assert hash_of("vote for 301\n> quoted\n\ndig e") == hash_of("vote for 301\ndig e\n-- \nAnn")


def test_another_text_has_another_hash() -> None:
    bodies = ("move n", "move s", "", "map\nend\nmove n", "> 301\nfor", "On 7 Dec 2026, A wrote:\n> 301\nfor")
    assert len({hash_of(body) for body in bodies}) == len(bodies)


def test_what_can_not_be_read_is_told_apart_by_its_bytes() -> None:
    kind = "Content-Type: multipart/encrypted"
    assert hash_of("one", kind) != hash_of("two", kind)


LONG = {
    "nothing": b"",
    "nul": b"\x00" * 500_000,
    "high": b"\xff" * 500_000,
    "on": b"From: a@b.cc\n\n" + b"On " * 170_000,
    "marks": b"From: a@b.cc\n\n" + b">" * 500_000,
    "parentheses": b"From: " + b"(" * 500_000 + b"\n\nx",
    "headers": b"a: b\n" * 100_000,
    "folds": b"From: a@b.cc\n" + b" x\n" * 160_000,
    "parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 70_000,
    "dashes": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--" * 250_000,
    "elements": b"Content-Type: text/html\n\n" + b"<div>" * 100_000,
    "formatting": b"Content-Type: text/html\n\n" + b"<font a=1><p>" * 40_000,
    "quotes": b"Content-Type: text/html\n\n" + b"<blockquote>a</blockquote>" * 20_000,
    "tables": b"Content-Type: text/html\n\n" + b"<div><table></div></table>" * 20_000,
    "comments": b"Content-Type: text/html\n\n" + b"<!--" * 120_000,
    "codec": b"Content-Type: text/plain; charset=punycode\n\n" + b"a-b" * 160_000,
    "flowed": b"Content-Type: text/plain; format=flowed; delsp=yes\n\n" + b"a \n" * 160_000,
    "words": b"Subject: " + b"=?utf-8?q?a?= " * 600 + b"\n\nx",
    "results": b'Authentication-Results: x; ("' * 300 + b"\nReceived: x\n\nx",
    "parameters": b"Content-Type: text/plain" + b';a="' * 250 + b"\n\nx",
}


@pytest.mark.parametrize("raw", LONG.values(), ids=LONG)
def test_a_hostile_letter_is_read_in_proportion_to_its_length(raw: bytes) -> None:
    assert READ(raw).text_hash


@given(st.binary(max_size=3000))
@settings(deadline=None)
def test_no_bytes_raise(raw: bytes) -> None:
    letter = READ(raw)
    assert letter == READ(raw)
    assert letter.text_hash


PIECES = st.sampled_from(
    [
        *(
            b"From: a@b.cc\n",
            b"From: ",
            b"To: <",
            b"Content-Type: multipart/mixed; boundary=b\n",
            b"--b\n",
            b"--b--\n",
        ),
        *(
            b"\n",
            b"\r\n",
            b"\r",
            b" ",
            b"Content-Type: text/html; charset=gb2312\n",
            b"<div class=gmail_quote>",
        ),
        *(b"</div>", b"<blockquote>", b"&#0;", b"Content-Transfer-Encoding: base64\n", b"=\n", b"=?utf-8?b?"),
        *(
            b"Content-Type: text/plain; charset*0*=x''%ff; format=flowed\n",
            b"> ",
            b"On 7 Dec 2026, A wrote:\n",
        ),
        *(b"{{{\n", b"}}}\n", b"end\n", b"-- \n", b"\xff\xfe", b"\x00", b"(", b'"', b"<", b";", b"move n\n"),
        *(b"Authentication-Results: x; dkim=pass header.d=b.cc\n", b"Received: x\n", b"Auto-Submitted:\n"),
        *(b"Content-Type: message/rfc822\n", b"Date: Mon, 0 Jan 0000 99:99:99 +9999\n", b"Message-ID: <\n"),
    ]
)


@given(st.lists(PIECES, max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_arrangement_of_pieces_raises(pieces: list[bytes]) -> None:
    assert READ(b"".join(pieces)).problem != "malformed"


@given(st.sampled_from(LETTERS), st.integers(0, 4000), st.binary(max_size=8), st.integers(0, 40))
@settings(max_examples=300, deadline=None)
def test_no_damage_to_a_letter_raises(path: Path, at: int, put: bytes, cut: int) -> None:
    raw = path.read_bytes()
    assert READ(raw[:at] + put + raw[at + cut :]).text_hash


def test_headers_beyond_the_limit_are_no_text() -> None:
    many = "\n".join(f"X-{at}: move e" for at in range(mime.MAX_HEADERS + 9))
    letter = letter_of(f"From: ann@example.org\n{many}", "move n\n")
    assert [line.text for line in letter.text.lines if line.text] == ["move n"]


def test_only_the_first_tokens_of_a_letter_are_looked_up() -> None:
    many = "\n".join(f"> [m1.abcdefghijklm{one}{two}{two}]" for one in "abcdefg" for two in "hijklm")
    assert len(letter_of(f"To: referee+m2.{TOKEN}@example.org", many).tokens) == 32
    assert letter_of(f"To: referee+m2.{TOKEN}@example.org", many).tokens[0] == ("m2", TOKEN)
