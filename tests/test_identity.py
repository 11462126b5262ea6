"""What counts as evidence of who wrote a letter, and what must never be passed on."""

import pytest

from referee.mail import mime
from referee.mail.addresses import mailboxes, sole_sender
from referee.mail.identity import is_vouched, plus_address, strip_secrets, tag, tokens_in, without_token

TOKEN = "k3fq7dxw2mhrnb5a"
SERVER = "mx.example.org"
RECEIVED = "Received: from out.example.net by mx.example.org; Mon, 7 Dec 2026 10:00:00 +0000"


def vouched(*results: str, below: str = RECEIVED, sender: str | None = "ann@example.net") -> bool:
    """Whether a letter with these Authentication-Results above the first Received is vouched for."""
    lines = [f"Authentication-Results: {result}" for result in results]
    raw = "\n".join((*lines, below, f"From: {sender}", "", "move n"))
    return is_vouched(mime.split(raw.encode()).headers, SERVER, sender)


@pytest.mark.parametrize(
    "result",
    [
        f"{SERVER}; dkim=pass header.d=example.net",
        f"{SERVER}; dkim=pass header.i=@example.net header.s=key header.b=abc",
        f"{SERVER}; dkim=pass header.i=ann@example.net",
        f"{SERVER}; dmarc=pass header.from=example.net",
        f"{SERVER}; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.net",
        f"{SERVER} 1; DKIM=PASS header.d=Example.NET",
        "MX.example.ORG; dkim=pass header.d=example.net",
        f"{SERVER};\n\tdkim=fail header.d=example.org;\n\tdkim=pass header.d=example.net",
        f"{SERVER}; spf=pass smtp.mailfrom=bob@example.net; dkim=pass (good (very)) header.d=example.net",
        f'{SERVER}; dkim=pass reason="all; is well" header.d=example.net',
        f"{SERVER}; dkim = pass header.d = example.net",
        f"{SERVER}; dkim/1=pass header.d=example.net",
        f'"{SERVER}"; dkim=pass header.d="example.net"',
        f"(checked) {SERVER} (by us); dkim=pass header.d=example.net (ok)",
    ],
)
def test_the_operators_own_server_vouches_for_the_senders_domain(result: str) -> None:
    assert vouched(result)


@pytest.mark.parametrize(
    "result",
    [
        "",
        f"{SERVER}",
        f"{SERVER}; none",
        f"{SERVER}; dkim=fail header.d=example.net",
        f"{SERVER}; dkim=pass header.d=example.org",
        f"{SERVER}; dkim=pass header.d=evil-example.net",
        f"{SERVER}; dkim=pass header.d=mail.example.net",
        f"{SERVER}; dkim=pass header.d=net",
        f"{SERVER}; dkim=pass",
        f"{SERVER}; spf=pass smtp.mailfrom=ann@example.net",
        f"{SERVER}; dmarc=pass header.from=example.org",
        f"{SERVER}; dmarc=none header.from=example.net",
        f"{SERVER}.evil.example; dkim=pass header.d=example.net",
        f"evil.example {SERVER}; dkim=pass header.d=example.net",
        f"evil.example; {SERVER}; dkim=pass header.d=example.net",
        f"{SERVER}; dkim=fail (dkim=pass header.d=example.net) header.d=example.net",
        f"{SERVER}; (dkim=pass header.d=example.net)",
        f"{SERVER} (; dkim=pass header.d=example.net",
        f'{SERVER}; dkim=fail reason="x; dkim=pass header.d=example.net" header.d=example.net',
        f'{SERVER}; dkim=fail reason="x; dkim=pass header.d=example.net',
        f'{SERVER}; dkim=pass reason="x header.d=example.net" header.d=evil.example',
        f'{SERVER}; dkim=pass "header.d=example.net" header.d=evil.example',
        f"{SERVER}; dkim=pass header.d=evil.example header.d=example.net",
        f"{SERVER}; x-dkim=pass header.d=example.net",
        f"{SERVER}; dkim=passed header.d=example.net",
        f"{SERVER} dkim=pass header.d=example.net",
        "dkim=pass header.d=example.net",
    ],
)
def test_anything_else_vouches_for_nobody(result: str) -> None:
    assert not vouched(result)


def test_a_domain_vouches_for_what_lies_below_it() -> None:
    assert vouched(f"{SERVER}; dkim=pass header.d=example.net", sender="ann@mail.example.net")


def test_only_the_topmost_result_counts() -> None:
    good, bad = f"{SERVER}; dkim=pass header.d=example.net", f"{SERVER}; dkim=fail"
    assert vouched(good, bad)
    assert not vouched(bad, good)
    assert not vouched("other.example; dkim=pass header.d=example.net", good)


def test_a_result_below_the_first_received_may_have_come_with_the_mail() -> None:
    line = f"Authentication-Results: {SERVER}; dkim=pass header.d=example.net"
    assert not is_vouched(mime.split(f"{RECEIVED}\n{line}\n\nx".encode()).headers, SERVER, "ann@example.net")


def test_a_result_in_a_mail_that_no_server_received_is_nobodys() -> None:
    assert not vouched(f"{SERVER}; dkim=pass header.d=example.net", below="X-Note: none")


def test_without_an_authserv_id_or_a_sender_nothing_is_vouched_for() -> None:
    line = f"Authentication-Results: {SERVER}; dkim=pass header.d=example.net\n{RECEIVED}\n\nx"
    headers = mime.split(line.encode()).headers
    assert not is_vouched(headers, "", "ann@example.net")
    assert not is_vouched(headers, SERVER, None)


def test_arc_results_are_no_results() -> None:
    line = f"ARC-Authentication-Results: i=1; {SERVER}; dkim=pass header.d=example.net\n{RECEIVED}\n\nx"
    assert not is_vouched(mime.split(line.encode()).headers, SERVER, "ann@example.net")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ann <ann@example.org>", [("Ann", "ann@example.org")]),
        ("ann@example.org (Ann)", [("Ann", "ann@example.org")]),
        (
            '"Ash, Ann" <ann@example.org>, bob@example.net',
            [("Ash, Ann", "ann@example.org"), ("", "bob@example.net")],
        ),
        ('"ann@example.org" <bob@example.net>', [("ann@example.org", "bob@example.net")]),
        ("Friends: ann@example.org, bob@example.net;", [("", "ann@example.org"), ("", "bob@example.net")]),
        ("undisclosed-recipients:;", []),
        (
            "=?utf-8?q?Ann=2C_Bob_=3Ccid=40example=2Eorg=3E?= <ann@example.org>",
            [("Ann, Bob <cid@example.org>", "ann@example.org")],
        ),
        ("<ann@example.org> <bob@example.net>", [("bob@example.net", "")]),
        ("Ann <ann@example.org> and Bob", [("Ann and Bob", "")]),
        ("<ann@example.org", [("", "")]),
        ("ann@example.org>", [("ann@example.org", "")]),
        ("<@relay.example.net:ann@example.org>", [("", "")]),
        ("Ann", [("Ann", "")]),
        ('"ann" @example.org', [("ann @example.org", "")]),
        ("", []),
    ],
)
def test_addresses_are_read_strictly(value: str, expected: list[tuple[str, str]]) -> None:
    assert list(mailboxes(value)) == expected


@pytest.mark.parametrize(
    "values",
    [
        (),
        ("",),
        ("Ann",),
        ("ann@example.org", "ann@example.org"),
        ("ann@example.org, bob@example.net",),
        ("ann@example.org, Bob",),
        ("ann@example.org, <bob@example.net",),
        ("ann@example.org (bob",),
        ("(" * 5000,),
    ],
)
def test_there_is_no_sender_unless_there_is_exactly_one(values: tuple[str, ...]) -> None:
    assert sole_sender(values)[1] is None


def test_a_token_is_found_again_in_its_address_and_its_tag_line() -> None:
    address = plus_address("referee@example.org", "+", "m17", TOKEN)
    assert address == f"referee+m17.{TOKEN}@example.org"
    assert tokens_in([address, tag("m17", TOKEN)]) == (("m17", TOKEN),)
    assert tokens_in([plus_address("referee@example.org", "-", "", TOKEN), tag("", TOKEN)]) == (("", TOKEN),)


def test_an_address_without_its_token_still_names_the_match() -> None:
    assert without_token(f"referee+m17.{TOKEN}@example.org") == "referee+m17@example.org"
    assert without_token(f"referee+m.{TOKEN}@example.org") == "referee@example.org"
    assert without_token("ann.m17@example.org") == "ann.m17@example.org"


@pytest.mark.parametrize(
    "secret",
    [
        f"referee+m17.{TOKEN}@example.org",
        f"[m17.{TOKEN}]",
        f"> [m17.{TOKEN}]",
        f"[m17.\n> {TOKEN}]",
        f"my token is {TOKEN}, don't tell",
        f"m17.{TOKEN}",
    ],
)
def test_secrets_are_stripped_from_what_is_passed_on(secret: str) -> None:
    assert TOKEN not in strip_secrets(f"before {secret} after")
    assert strip_secrets(f"before {secret} after").startswith("before ")


def test_a_token_of_letters_alone_is_stripped_when_it_is_known() -> None:
    token = "abcdefghijklmnop"
    assert strip_secrets(f"it is {token}", [token]) == "it is "


@pytest.mark.parametrize(
    "text", ["responsibilities", "move n", "301: FOR", "ann@example.org", "[m17] Nday 7"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert strip_secrets(text) == text
